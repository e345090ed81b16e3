/* Compares solutions cell by cell, or variable by variable. */
#include "commands/answer.h"

enum { MOST_CELLS = 40 };

bool cells_compare(const struct puzzle *p) { return p->symmetry.image || (p->files && !puzzle_declares(p)); }

void cells_join(const struct puzzle *p, const struct instance *in, struct solution *common, const struct solution *s)
{
    if (!common->n) solution_copy(common, s);
    for (int i = 0; i < s->n; i++)
        if (common->v[i] != s->v[i]) common->v[i] = INT64_MIN;
    text_clear(&common->text);
    solution_print(p, in, common, &common->text);
}

int cells_differ(const struct request *r, const struct solution *s, const struct solution *other, struct text *out)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->v[i] == other->v[i] || n++ >= MOST_CELLS) continue;
        text_put(out, n > 1 ? " " : "");
        if (s->cols)
            text_add(out, "%d,%d", i / s->cols + 1, i % s->cols + 1);
        else
            r->stated.problem.puzzle->notation.value(r->stated.instance, i, other->v[i], out);
    }
    if (n > MOST_CELLS) text_put(out, " ...");
    return n;
}

int cells_count(const struct solution *common)
{
    int same = 0;
    for (int i = 0; i < common->n; i++) same += common->v[i] != INT64_MIN;
    return same;
}
