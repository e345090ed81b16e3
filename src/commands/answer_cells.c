/* Compares solutions cell by cell. A cell is a word of a line or, in lines without blanks, a
 * letter. */
#include "commands/answer.h"

#include <string.h>

enum { MOST_CELLS = 40 };

bool cells_compare(const struct puzzle *p) { return p->image || (p->endings && !p->formulations->named); }

/* The next cell of a text, with its place. */
struct text_cell {
    const char *s;
    size_t n;
    int row, col;
    bool words; /* the line has blanks */
};

/* Goes to the next cell; a cell with s NULL stands before the text. False: there is none. */
static bool next_cell(struct text_cell *c, const char *text)
{
    const char *s = c->s ? c->s + c->n : text;
    bool fresh = !c->s;
    for (; *s == ' ' || *s == '\n'; s++) {
        if (*s == '\n') {
            c->row++;
            c->col = 0;
            fresh = true;
        }
    }
    if (!*s) return false;
    if (fresh) c->words = memchr(s, ' ', strcspn(s, "\n")) != NULL;
    *c = (struct text_cell){
        .s = s, .n = c->words ? strcspn(s, " \n") : 1, .row = c->row, .col = c->col + 1, .words = c->words};
    return true;
}

static bool same_cell(const struct text_cell *a, const struct text_cell *b)
{
    return a->n == b->n && !memcmp(a->s, b->s, a->n);
}

void cells_join(struct text *common, const char *solution)
{
    struct text joined = {0};
    struct text_cell old = {0}, new = {0};
    const char *end = solution;
    if (!common->n) text_put(common, solution);
    while (next_cell(&old, text_string(common)) && next_cell(&new, solution)) {
        text_bytes(&joined, end, (size_t)(new.s - end));
        if (same_cell(&old, &new))
            text_bytes(&joined, new.s, new.n);
        else
            text_char(&joined, '?');
        end = new.s + new.n;
    }
    text_put(&joined, end);
    text_release(common);
    *common = joined;
}

int cells_differ(const struct puzzle *p, const char *solution, const char *other, struct text *out)
{
    struct text_cell old = {0}, new = {0};
    int n = 0;
    while (next_cell(&old, solution) && next_cell(&new, other)) {
        if (same_cell(&old, &new) || n++ >= MOST_CELLS) continue;
        text_put(out, n > 1 ? " " : "");
        if (p->endings)
            text_bytes(out, new.s, new.n);
        else
            text_add(out, "%d,%d", new.row + 1, new.col);
    }
    if (n > MOST_CELLS) text_put(out, " ...");
    return n;
}

int cells_count(const char *common, int *same)
{
    struct text_cell c = {0};
    int n = 0;
    for (*same = 0; next_cell(&c, common); n++) *same += *c.s != '?';
    return n;
}
