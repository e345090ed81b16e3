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
    struct words w;
    words_split(s, 1, &w);
    bool blank = w.n == 0;
    words_release(&w);
    return blank;
}
