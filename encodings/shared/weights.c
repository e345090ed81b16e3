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

/* ---- leaves -------------------------------------------------------------------------------------- */

struct member {
    int64_t heaviest; /* of its group */
    int group;
    struct weighted term;
};

static int by_leaf(const void *p, const void *q)
{
    const struct member *a = p, *b = q;
    if (a->heaviest != b->heaviest) return a->heaviest < b->heaviest ? -1 : 1;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    return by_weight(&a->term, &b->term);
}

static struct weighted *by_groups(const struct constraint *c, int *group)
{
    int64_t *heaviest = mem_new((size_t)c->n, sizeof *heaviest);
    struct member *m = mem_new((size_t)c->n, sizeof *m);
    struct weighted *term = mem_new((size_t)c->n, sizeof *term);
    for (int i = 0; i < c->n; i++) heaviest[c->group[i]] = max64(heaviest[c->group[i]], c->w[i]);
    for (int i = 0; i < c->n; i++) m[i] = (struct member){heaviest[c->group[i]], c->group[i], {c->w[i], c->x[i]}};
    qsort(m, (size_t)c->n, sizeof *m, by_leaf);
    for (int i = 0; i < c->n; i++) {
        term[i] = m[i].term;
        group[i] = m[i].group;
    }
    mem_free(heaviest);
    mem_free(m);
    return term;
}

struct leaves weights_leaves(const struct constraint *c, bool use_groups)
{
    use_groups = use_groups && c->group && !c->block;
    struct leaves l = {.at = mem_new((size_t)c->n + 1, sizeof *l.at)};
    int *group = mem_new((size_t)c->n, sizeof *group);
    l.term = use_groups ? by_groups(c, group) : c->block ? weights_plain(c) : weights_sorted(c, false);
    for (int i = 0; i < c->n; i++)
        if (!i || !use_groups || group[i] != group[i - 1]) l.at[l.n++] = i;
    l.at[l.n] = c->n;
    for (int i = 0; i < l.n; i++) l.total += l.term[l.at[i + 1] - 1].w;
    mem_free(group);
    return l;
}

void weights_leaves_release(struct leaves *l)
{
    mem_free(l->term);
    mem_free(l->at);
}
