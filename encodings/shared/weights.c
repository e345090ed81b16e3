#include "encodings/shared/weights.h"

#include <stdlib.h>

static int by_weight(const void *p, const void *q)
{
    const struct weighted *a = p, *b = q;
    if (a->w != b->w) return a->w < b->w ? -1 : 1;
    return (lit_var(a->x) > lit_var(b->x)) - (lit_var(a->x) < lit_var(b->x));
}

static void inputs_with_bit(const struct constraint *c, int bit, struct lits *x)
{
    for (int i = 0; i < c->n; i++)
        if (c->w[i] >> bit & 1) lits_push(x, c->x[i]);
}

void weights_digit(const struct constraint *c, int bit, bool both, struct lits *x, struct cnf *f)
{
    if (!c->group) {
        inputs_with_bit(c, bit, x);
        return;
    }
    int groups = 0;
    for (int i = 0; i < c->n; i++) groups = c->group[i] >= groups ? c->group[i] + 1 : groups;
    int *first = mem_new((size_t)groups, sizeof *first), *next = mem_new((size_t)c->n, sizeof *next);
    for (int i = c->n - 1; i >= 0; i--) {
        if (!(c->w[i] >> bit & 1)) continue;
        next[i] = first[c->group[i]];
        first[c->group[i]] = i + 1;
    }
    struct lits clause = {0};
    for (int g = 0; g < groups; g++) {
        if (!first[g]) continue;
        lit y = next[first[g] - 1] ? cnf_var(f) : c->x[first[g] - 1];
        lits_push(x, y);
        if (!next[first[g] - 1]) continue;
        clause.n = 0;
        lits_push(&clause, -y);
        for (int i = first[g]; i; i = next[i - 1]) {
            cnf_2(f, -c->x[i - 1], y);
            lits_push(&clause, c->x[i - 1]);
        }
        if (both) cnf_clause(f, clause.v, clause.n);
    }
    lits_release(&clause);
    mem_free(first);
    mem_free(next);
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

static struct weighted *one_by_one(const struct constraint *c, bool plain)
{
    struct weighted *term = mem_new((size_t)c->n, sizeof *term);
    for (int i = 0; i < c->n; i++) term[i] = (struct weighted){c->w[i], c->x[i]};
    if (!plain) qsort(term, (size_t)c->n, sizeof *term, by_weight);
    return term;
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

static struct leaves leaves_of(const struct constraint *c, bool use_groups, bool plain)
{
    use_groups = use_groups && c->group && !c->block;
    struct leaves l = {.at = mem_new((size_t)c->n + 1, sizeof *l.at)};
    int *group = mem_new((size_t)c->n, sizeof *group);
    l.term = use_groups ? by_groups(c, group) : one_by_one(c, plain);
    for (int i = 0; i < c->n; i++)
        if (!i || !use_groups || group[i] != group[i - 1]) l.at[l.n++] = i;
    l.at[l.n] = c->n;
    for (int i = 0; i < l.n; i++) l.total += l.term[l.at[i + 1] - 1].w;
    mem_free(group);
    return l;
}

struct leaves weights_leaves(const struct constraint *c, bool use_groups) { return leaves_of(c, use_groups, c->block); }
struct leaves weights_leaves_plain(const struct constraint *c, bool use_groups)
{
    return leaves_of(c, use_groups, true);
}

void weights_leaves_release(struct leaves *l)
{
    mem_free(l->term);
    mem_free(l->at);
}
