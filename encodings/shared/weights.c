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

void weights_bit(const struct constraint *c, int bit, struct lits *x)
{
    for (int i = 0; i < c->n; i++)
        if (c->w[i] >> bit & 1) lits_push(x, c->x[i]);
}

double weights_bits(const struct constraint *c, int bit)
{
    double n = 0;
    for (int i = 0; i < c->n; i++) n += (double)(c->w[i] >> bit & 1);
    return n;
}

bool weights_refuse(const struct constraint *c, const char *name, int most, const char *what, struct text *err)
{
    return text_error(err,
                      "The PB encoding %s would need more than %d %s for %d weights and the bound %lld; "
                      "use --pb adder or --pb binmerge.",
                      name, most, what, c->n, (long long)c->hi);
}

bool weights_feasible(const struct constraint *c, const char *name, double clauses, int64_t most, const char *use,
                      struct text *err)
{
    if (clauses <= (double)tuning_most(c, most)) return true;
    return text_error(err,
                      "The PB encoding %s would need about %.3g clauses for %d weights and the bound %lld; use %s.",
                      name, clauses, c->n, (long long)c->hi, use);
}

struct weighted *weights_sorted(const struct constraint *c, bool heaviest_first)
{
    struct weighted *term = weights_plain(c);
    qsort(term, (size_t)c->n, sizeof *term, heaviest_first ? by_weight_falling : by_weight);
    return term;
}
