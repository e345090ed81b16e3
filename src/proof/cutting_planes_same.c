/* Compares the OPB file that the checker has read with the model that another reader made of it.
 * Both sums are expanded over the variables themselves, a second normal form. */
#include "proof/cutting_planes_inside.h"

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

bool cutting_planes_same(const struct model *m, const struct dictionary *names, struct planes_row *const *row,
                         int64_t next, bool optimizes, struct text *err)
{
    static const char other[] = "is read otherwise by Loophole's two readers of OPB files; write the file as "
                                "'loophole encode -F opb' does, or report it.";
    const struct objective *o = model_objective(m);
    SCOPED(difference) d = {.weight = mem_new((size_t)model_vars(m) + 1, sizeof *d.weight)};
    for (int v = 1; v <= model_vars(m); v++) dictionary_add(&d.names, model_name(m, v), strlen(model_name(m, v)));
    int64_t number = 1, minimized = o && objective_maximizes(o) ? -1 : 1; /* the checker minimizes */
    bool same = d.names.n == model_vars(m);
    if (optimizes != !!o || (o && !same_sum(&d, row[0], names, o->c, (__int128)minimized * o->a,
                                            (__int128)minimized * o->b, o->x, o->w, o->n)))
        return text_error(err, "The objective %s", other);
    for (struct row r = {0}; same && model_next(m, &r);)
        for (int sign = 1; same && sign >= -1; sign -= 2) { /* its lower bound, then its upper one */
            if (sign > 0 ? r.lo == INT64_MIN : r.hi == INT64_MAX) continue;
            same =
                r.kind <= ROW_PB && number < next &&
                same_sum(&d, row[number], names, 1, sign > 0 ? -(__int128)r.lo : (__int128)r.hi, sign, r.x, r.w, r.n);
            number += same;
        }
    return (same && number == next) || text_error(err, "Constraint %lld %s", (long long)number, other);
}
