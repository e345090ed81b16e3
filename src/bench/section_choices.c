/* Are a section's choices there? A run that is refused would be a competitor that solves nothing. */
#include "bench/bench.h"
#include "puzzles/puzzle.h"
#include "cli/request.h"

#include <string.h>

/* Does solve take these words for this puzzle (NULL: a file names it)? choices: no operand is among them. */
static bool words_known(const struct suite *s, const struct puzzle *p, const char *words, bool choices,
                        const char *where, struct text *err)
{
    struct options_section all[REQUEST_SECTIONS], sections[REQUEST_SECTIONS];
    struct options o = {0};
    struct strings w = {0};
    struct text why = {0};
    char **operand = NULL;
    int operands = 0, first = choices ? 0 : p != NULL;
    strings_split(&w, words);
    for (int i = 0; i + 1 < w.n; i++)
        if (!strcmp(w.v[i], "--solver") && external_named(s, w.v[i + 1])) { /* which solve does not know */
            mem_free(w.v[i + 1]);
            w.v[i + 1] = mem_string("cadical");
        }
    request_sections(command_find("solve"), NULL, all);
    request_sections(command_find("solve"), p, sections);
    bool ok = options_parse(&o, all, "solve", w.n - first, w.v + first, &operand, &operands, &why) &&
              options_check(&o, sections, p ? p->name : NULL, &why) &&
              (!choices || !operands || text_error(&why, "'%s' is no option of solve.", operand[0]));
    struct choices chosen = {0};
    if (ok) options_fill(&o, choices_options, &chosen);
    if (p && chosen.formulation) ok = choices_formulation_known(chosen.formulation, p, &why);
    if (!ok) text_error(err, "%s: %s", where, text_string(&why));
    mem_free(operand);
    options_release(&o);
    strings_release(&w);
    text_release(&why);
    return ok;
}

static bool axis_known(const struct suite *s, const struct puzzle *p, const struct axis *axis, struct text *err)
{
    bool ok = true;
    for (int i = 0; i < axis->words.n && ok; i++) ok = words_known(s, p, axis->words.v[i], true, axis->at.v[i], err);
    return ok;
}

static bool choices_known(const struct section *c, const struct suite *s, const struct puzzle *p, struct text *err)
{
    bool ok = true;
    for (int i = 0; i < c->axes && ok; i++) ok = axis_known(s, p, &c->axis[i], err);
    return ok && axis_known(s, p, &c->competitors, err);
}

bool section_choices_known(const struct section *c, const struct suite *s, struct text *err)
{
    const struct puzzle *last = NULL;
    bool ok = true;
    for (int i = 0; i < c->instances.words.n && ok; i++) {
        struct text name = {0};
        text_bytes(&name, c->instances.words.v[i], strcspn(c->instances.words.v[i], " "));
        const struct puzzle *p = puzzle_find(text_string(&name));
        text_release(&name);
        ok = words_known(s, p, c->instances.words.v[i], false, c->instances.at.v[i], err) &&
             ((i && p == last) || /* once where instances of one puzzle follow each other */
              choices_known(c, s, p, err));
        last = p;
    }
    return ok;
}
