#include "puzzles/statement.h"

#include "puzzles/parse.h"

#include <string.h>

void statement_release(struct statement *s)
{
    strings_release(&s->words);
    MEM_FREE(s->text, s->name);
}

/* Reads the words after the puzzle's name: its operands and its own options. A file is data: it
 * cannot choose a solver, an output, or anything else that acts. The command line takes precedence
 * over the file. */
static bool header_words(struct statement *s, struct options *o, const struct words *words, int line, struct text *err)
{
    SCOPED(options) given = {0};
    SCOPED(text) why = {0};
    static const struct option none = {0};
    const struct options_section own[] = {{s->puzzle->name, s->puzzle->options ? s->puzzle->options : &none}, {0}};
    OWNED char **argv = mem_new((size_t)words->n, sizeof *argv);
    OWNED char **operand = NULL;
    int operands = 0;
    for (int i = 1; i < words->n; i++) argv[i - 1] = words->v[i].s;
    bool ok = options_parse(&given, own, s->puzzle->name, words->n - 1, argv, &operand, &operands, NULL, &why) &&
              options_check(&given, own, s->puzzle->name, &why);
    if (!ok)
        text_error(err, "%s:%d: a file may name the puzzle, its instance and the puzzle's own options only. %s",
                   s->name, line, text_string(&why));
    for (int i = 0; i < operands && ok; i++) strings_add(&s->words, operand[i]);
    if (ok) options_add(o, &given, false);
    return ok;
}

bool statement_header(struct statement *s, struct options *o, const char *text, struct text *err)
{
    const char *at = text;
    int line = 1;
    while (*at == ';' || *at == '\n' || *at == '\r' || *at == ' ') {
        at += strcspn(at, "\n");
        if (*at) at++;
        line++;
    }
    size_t n = strcspn(at, "\n");
    SCOPED(text) first = {0};
    text_bytes(&first, at, n);
    SCOPED(words) words = {0};
    words_split(text_string(&first), line, &words);
    const struct puzzle *p = words.n ? puzzle_find(words.v[0].s) : NULL;
    if (p && s->puzzle && p != s->puzzle)
        return text_error(err, "%s:%d: this file is for %s, not %s; omit the puzzle's name.", s->name, line, p->name,
                          s->puzzle->name);
    if (p) {
        s->puzzle = p;
        if (!header_words(s, o, &words, line, err)) return false;
        at += n + (at[n] == '\n');
        line++;
    }
    s->text = mem_string(p ? at : text);
    s->line = p ? line : 1;
    if (p && words_blank(s->text)) { /* only the header and comments: there is no grid */
        mem_free(s->text);
        s->text = NULL;
    }
    return true;
}

void statement_line(const struct statement *s, const struct options *o, struct text *out)
{
    text_put(out, s->puzzle->name);
    for (int i = 0; i < s->words.n; i++) text_add(out, " %s", s->words.v[i]);
    for (const struct option *own = s->puzzle->options; own && own->name; own++) {
        const char *value = options_value(o, own);
        if (value) text_add(out, " --%s%s%s", own->name, *value ? "=" : "", value);
    }
}
