#include "encodings/shared/weights.h"

#include <stdlib.h>

static int by_weight(const void *p, const void *q)
{
    const struct weighted *a = p, *b = q;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (lit_var(a->x) > lit_var(b->x)) - (lit_var(a->x) < lit_var(b->x));
}

static int by_weight_falling(const void *p, const void *q)
{
    const struct weighted *a = p, *b = q;
    return a->w == b->w ? by_weight(p, q) : by_weight(q, p);
}

struct weighted *weights_plain(const struct constraint *c)
{
    struct weighted *term = mem_new((size_t)c->n, sizeof *term);
    for (int i = 0; i < c->n; i++) term[i] = (struct weighted){c->w[i], c->x[i]};
    return term;
}

struct weighted *weights_sorted(const struct constraint *c, bool heaviest_first)
{
    struct weighted *term = weights_plain(c);
    qsort(term, (size_t)c->n, sizeof *term, heaviest_first ? by_weight_falling : by_weight);
    return term;
}
