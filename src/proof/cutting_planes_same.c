/* Compares the OPB file that the checker has read with the model that another reader made of it.
 * Both sums are expanded over the variables themselves, a second normal form. */
#include "proof/cutting_planes_inside.h"
#include "base/number.h"
#include "model/row_sums.h"

#include <string.h>

/* Of two sums; all 0 between two comparisons. */
struct difference {
    struct dictionary names; /* variable v of the model is name v - 1 */
    __int128 *weight;        /* by variable of the model */
    __int128 constant;
    struct lits used;
};

static void difference_release(struct difference *d)
{
    dictionary_release(&d->names);
    mem_free(d->weight);
    lits_release(&d->used);
}

static void difference_add(struct difference *d, lit x, __int128 w)
{
    if (x < 0) d->constant += w; /* w ~x = w - w x */
    d->weight[lit_var(x)] += x < 0 ? -w : w;
    lits_push(&d->used, lit_var(x));
}

/* Whether constant + factor * sum w x is `times` the row's sum minus its degree, for all values. */
static bool same_sum(struct difference *d, const struct planes_row *r, const struct dictionary *names, __int128 times,
                     __int128 constant, __int128 factor, const lit *x, const int64_t *w, int n)
{
    bool same = true;
    d->constant = constant + times * r->degree;
    for (int i = 0; i < n; i++) difference_add(d, x[i], factor * (w ? w[i] : 1));
    for (int i = 0; i < r->n; i++) {
        const char *name = dictionary_word(names, lit_var(r->term[i].x) - 1);
        int v = 1 + dictionary_find(&d->names, name, strlen(name));
        same = same && v;
        if (v) difference_add(d, r->term[i].x < 0 ? -v : v, -times * r->term[i].w);
    }
    for (; d->used.n; d->used.n--) {
        __int128 *weight = &d->weight[d->used.v[d->used.n - 1]];
        same = same && !*weight;
        *weight = 0;
    }
    return same && !d->constant;
}

/* Compares one sum of the model with the rows from *number on. */
static bool same_bounds(struct difference *d, const struct row_sums *s, const struct dictionary *names,
                        struct planes_row *const *row, int64_t next, int64_t *number)
{
    bool same = true;
    for (int sign = 1; same && sign >= -1; sign -= 2) { /* its lower bound, then its upper one */
        if (sign > 0 ? s->lo == INT64_MIN : s->hi == INT64_MAX) continue;
        same = *number < next && same_sum(d, row[*number], names, 1, sign > 0 ? -(__int128)s->lo : (__int128)s->hi,
                                          sign, s->sum.x.v, s->sum.w, s->sum.x.n);
        *number += same;
    }
    return same;
}

/* Compares a clause over the model's variables and others, whose numbers in the file are higher by `shift`. */
static bool same_clause(struct difference *d, const struct cnf_buffer *clauses, int i, int shift, int vars,
                        const struct dictionary *names, const struct planes_row *r)
{
    SCOPED(lits) x = {0};
    const lit *c;
    const int n = cnf_buffer_clause(clauses, i, &c);
    for (int k = 0; k < n; k++) lits_push(&x, lit_var(c[k]) > vars ? c[k] + lit_sign(c[k]) * shift : c[k]);
    return r && same_sum(d, r, names, 1, -1, 1, x.v, NULL, n);
}

/* Whether the objective is that of the model: its sum, or its objective value in the file's own text. */
static bool same_objective(struct difference *d, const struct cutting_planes *p, const struct planes_row *r,
                           const struct dictionary *names)
{
    const struct objective *o = model_objective(p->model);
    const __int128 minimized = objective_maximizes(o) ? -1 : 1; /* the checker minimizes */
    if (p->numbered) return same_sum(d, r, names, 1, 0, 1, o->x, o->w, o->n);
    return same_sum(d, r, names, o->c, minimized * o->a, minimized * o->b, o->x, o->w, o->n);
}

bool cutting_planes_same(const struct cutting_planes *p, const struct dictionary *names, struct planes_row *const *row,
                         int64_t next, bool optimizes, struct text *err)
{
    const char *other = p->numbered ? "is not that of the problem."
                                    : "is read otherwise by Loophole's two readers of OPB files; write the file as "
                                      "'loophole encode -F opb' does, or report it.";
    const struct model *m = p->model;
    SCOPED(row_sums) s = row_sums_of(m), count = row_sums_of(m);
    while (p->numbered && row_sums_next(&count)) continue;
    const int vars = count.vars + (p->others ? max_int(p->others->cnf.vars - model_vars(m), 0) : 0);
    SCOPED(difference) d = {.weight = mem_new((size_t)vars + 1, sizeof *d.weight)};
    for (int v = 1; v <= vars; v++) {
        SCOPED(text) name = {0};
        if (p->numbered)
            text_add(&name, "x%d", v);
        else
            text_put(&name, model_name(m, v));
        dictionary_add(&d.names, text_string(&name), name.n);
    }
    int64_t number = 1;
    bool same = d.names.n == vars;
    if (optimizes != !!model_objective(m) || (optimizes && !same_objective(&d, p, row[0], names)))
        return text_error(err, "The objective %s", other);
    while (same && row_sums_next(&s))
        same = (p->numbered || s.row.kind <= ROW_PB) && same_bounds(&d, &s, names, row, next, &number);
    for (int i = 0; p->others && same && i < p->others->cnf.made.clauses; i++)
        same = same_clause(&d, p->others, i, count.vars - model_vars(m), model_vars(m), names,
                           number < next ? row[number] : NULL),
        number += same;
    same = same && number == next;
    return same || text_error(err, "Constraint %lld %s", (long long)number, other);
}
