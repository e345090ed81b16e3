#include "puzzles/puzzle.h"

#include "base/file.h"

#include <string.h>

#define PUZZLE(name) extern const struct puzzle puzzle_##name;
#include "puzzles/puzzle_list.h"
#undef PUZZLE

const struct puzzle *const puzzles[] = {
#define PUZZLE(name) &puzzle_##name,
#include "puzzles/puzzle_list.h"
#undef PUZZLE
    NULL,
};

const struct puzzle *puzzle_find(const char *name)
{
    for (int i = 0; puzzles[i]; i++)
        if (!strcmp(puzzles[i]->name, name)) return puzzles[i];
    return NULL;
}

bool puzzle_unknown(const char *name, struct text *err)
{
    struct text known = {0};
    for (int i = 0; puzzles[i]; i++) text_add(&known, " %s", puzzles[i]->name);
    return options_unknown(err, &known, "There is no puzzle '%s'; choose", name);
}

const struct formulation *puzzle_first(const struct puzzle *p, const struct instance *in)
{
    const struct formulation *f = p->formulations;
    while (f->name && !formulation_applies(f, in)) f++;
    assert(f->name && "some formulation applies to every instance");
    return f;
}

const struct formulation *puzzle_plain(const struct puzzle *p, const struct instance *in)
{
    for (const struct formulation *f = p->formulations; f && f->name; f++)
        if (!f->theorems && formulation_applies(f, in)) return f;
    return NULL;
}

bool puzzle_canonical(const struct puzzle *p, const struct instance *in, const struct solution *s, struct text *out)
{
    SCOPED(solution) other = {0};
    SCOPED(text) text = {0};
    if (p->symmetry.canonical) p->symmetry.canonical(in, s, &other);
    if (p->symmetry.canonical) solution_print(p, in, &other, out);
    for (int i = 0; p->symmetry.image && p->symmetry.image(in, s, i, &other); i++) {
        text_clear(&text);
        solution_print(p, in, &other, &text);
        if (!i || strcmp(text_string(&text), text_string(out)) < 0) text_set(out, text_string(&text));
    }
    return p->symmetry.canonical || p->symmetry.image;
}

const struct puzzle *puzzle_of_file(const char *name)
{
    for (int i = 0; puzzles[i]; i++) {
        const struct puzzle_files *f = puzzles[i]->files;
        if (f && (file_has_ending(name, f->endings) || (f->refused && file_has_ending(name, f->refused))))
            return puzzles[i];
    }
    return NULL;
}

const struct puzzle *puzzle_of_link(const char *link, struct text *file, struct text *err)
{
    const char *kind = strchr(link, '?') ? strchr(link, '?') + 1 : link + strlen(link);
    while (kind[strcspn(kind, "&/")] == '&') kind += strcspn(kind, "&") + 1; /* "?type=editor&slither/" */
    const size_t n = strcspn(kind, "/"),
                 mode = n > 5 && (!strncmp(kind + n - 5, "_edit", 5) || !strncmp(kind + n - 5, "_play", 5)) ? 5 : 0;
    SCOPED(text) name = {0};
    text_bytes(&name, kind, n - mode);
    for (int i = 0; puzzles[i]; i++) {
        if (puzzles[i]->link && puzzles[i]->link(text_string(&name), kind + n + (kind[n] == '/'), file, err))
            return puzzles[i];
        if (err->n) return NULL;
    }
    text_error(err, "The link is of no puzzle here: '%.60s'.", text_string(&name));
    return NULL;
}

/* Whether the text begins with the first n bytes of `words`, a blank of which stands for blanks. */
static bool puzzle_begins(const char *text, const char *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t blanks = strspn(text, " \t\r\n");
        if (words[i] == ' ' ? !blanks : *text != words[i]) return false;
        text += words[i] == ' ' ? blanks : 1;
    }
    return true;
}

const struct puzzle *puzzle_of_text(const char *text)
{
    text += strspn(text, " \t\r\n");
    while (*text == ';' || *text == '%' || puzzle_begins(text, "c ", 2)) {
        text += strcspn(text, "\n");
        text += strspn(text, " \t\r\n");
    }
    for (int i = 0; puzzles[i]; i++)
        for (const char *s = puzzles[i]->files ? puzzles[i]->files->beginnings : "", *end; *s;
             s = end + (*end == '|')) {
            end = s + strcspn(s, "|");
            if (puzzle_begins(text, s, (size_t)(end - s))) return puzzles[i];
        }
    return NULL;
}

bool puzzle_unread(const char *file, struct text *err)
{
    text_error(err, "%s is in no format that is read; files in these formats are:", file);
    for (int i = 0; puzzles[i]; i++)
        if (puzzles[i]->files) text_add(err, " %s", puzzles[i]->files->endings);
    text_char(err, '.');
    return false;
}

const char *puzzle_theorems(const struct formulation *f, const struct instance *in)
{
    const struct theorems *t = f->theorems;
    return !t ? NULL : t->spares && t->spares(in) ? t->spared : t->names;
}
