#include "base/mem.h"
#include "base/number.h"
#include "puzzles/parse.h"

#include <string.h>

void words_split(const char *text, int first_line, struct words *w)
{
    *w = (struct words){0};
    int line = first_line;
    for (const char *s = text; *s; line++) {
        size_t end = strcspn(s, "\n");
        const char *stop = s + end;
        while (*s != ';' && s < stop) {
            s += strspn(s, " \t\r");
            size_t n = strcspn(s, " \t\r\n");
            if (s >= stop || !n || *s == ';') break;
            struct text copy = {0};
            text_bytes(&copy, s, n);
            MEM_PUSH(w->v, w->n, w->cap, ((struct word){copy.s, line}));
            s += n;
        }
        s = stop + (*stop == '\n');
    }
}

void words_release(struct words *w)
{
    for (int i = 0; i < w->n; i++) mem_free(w->v[i].s);
    mem_free(w->v);
    *w = (struct words){0};
}

bool words_blank(const char *s)
{
    SCOPED(words) w = {0};
    words_split(s, 1, &w);
    return w.n == 0;
}

bool words_source(const struct source *source, struct words *w, struct text *err)
{
    *w = (struct words){0};
    if (source->text) words_split(source->text, source->line, w);
    if (w->n && source->argc) {
        words_release(w);
        return text_error(err, "Give the numbers as operands or in the file %s, not in both.", source->name);
    }
    for (int i = 0; i < source->argc; i++)
        MEM_PUSH(w->v, w->n, w->cap, ((struct word){mem_string(source->argv[i]), 0}));
    return true;
}

bool words_number(const struct source *source, struct word word, const char *what, int least, int64_t *value,
                  struct text *err)
{
    if (number_parse(word.s, value) && *value >= least) return true;
    SCOPED(text) place = {0}; /* how the sentence begins: "board.txt:3: i" for a word from a file, "I" for an operand */
    if (word.line) text_add(&place, "%s:%d: ", source->name, word.line);
    text_char(&place, word.line ? 'i' : 'I');
    size_t digits = strspn(word.s, "0123456789");
    if (digits && !word.s[digits] && !number_parse(word.s, value))
        text_error(err, "%snvalid %s '%s': expected a number below 2^62.", text_string(&place), what, word.s);
    else
        text_error(err, "%snvalid %s '%s': expected a %s integer%s.", text_string(&place), what, word.s,
                   least ? "positive" : "non-negative", strchr(word.s, ',') ? "; separate numbers by blanks" : "");
    return false;
}
