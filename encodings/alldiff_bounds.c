/* alldiff_bounds: an interval holds at most as many integers as values.
 *
 *        values    1   2   3   4        a and b fill 1..2, so c is 3 or more
 *        a         [---]                a, b and c in 1..2 would be a conflict:
 *        b         [---]                that is the pigeonhole principle, for
 *        c         [-----------]        each interval
 *
 * Clauses     for each interval l..u of fewer values than integers: in[i] <- x[i] >= l and not
 *             x[i] >= u+1, and at most u-l+1 of the in[i]
 * Size        d-s+1 intervals of each size s < n. Those without lo and hi have n auxiliaries and n
 *             clauses; each has a counter (card_knuth) of (n-s)s auxiliaries and
 *             2(n-s)s + n-2s clauses. In sum, for d >= n > 6 (a counter of s = 1 is a ladder):
 *             n(n-1)(2dn+8d-n^2-n-6)/6 clauses and n(n-1)(2dn+14d-n^2-5n-10)/12 auxiliaries
 * Strength    arc-consistent on order literals: bounds of the domains. Values inside are not excluded.
 * Source      Bessiere, Katsirelos, Narodytska, Quimper, Walsh, Decompositions of All Different,
 *             Global Cardinality and Related Constraints, IJCAI 2009 */
#include "base/number.h"
#include "encodings/shared/integers.h"

extern const struct encoder card_knuth;

/* A literal that the integer's value within l..u forces; 0: it cannot be there. Always there: a true one. */
static lit bounds_in(const struct integer *i, int64_t l, int64_t u, struct cnf *f)
{
    if (u < i->lo || l > i->hi) return 0;
    lit from = l > i->lo ? i->x[l - i->lo - 1] : 0, beyond = u < i->hi ? i->x[u - i->lo] : 0;
    if (from && !beyond) return from;
    if (beyond && !from) return -beyond;
    lit in = cnf_var(f);
    cnf_some(f, from ? -from : 0, beyond, in);
    return in;
}

static void bounds_interval(const struct constraint *c, int64_t l, int64_t u, struct lits *in, struct cnf *f)
{
    int64_t most = u - l + 1;
    in->n = 0;
    for (int i = 0; i < c->integers; i++) {
        lit x = bounds_in(&c->integer[i], l, u, f);
        if (x) lits_push(in, x);
    }
    if (in->n <= most) return;
    struct constraint k = {.kind = CARD, .n = in->n, .x = in->v, .hi = most};
    if (most == 1)
        integers_at_most_one(in->v, in->n, f);
    else
        card_knuth.encode(&k, f);
}

static void bounds_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(lits) in = {0};
    int64_t lo = integers_value(c, INT64_MIN), hi = lo;
    for (int i = 0; i < c->integers; i++) hi = max64(hi, c->integer[i].hi);
    for (int64_t l = lo; l <= hi; l = integers_value(c, l + 1)) /* from a gap on, an interval holds no more */
        for (int64_t u = l; u <= hi && u - l + 1 < c->integers; u++) bounds_interval(c, l, u, &in, f);
}

const struct encoder alldiff_bounds = {
    .name = "alldiff_bounds",
    .about = "at most as many integers as values in each interval, on order literals",
    .cite = "Bessiere, Katsirelos, Narodytska, Quimper, Walsh, IJCAI 2009",
    .cost =
        "n(n-1)(2dn+8d-n^2-n-6)/6 clauses, n(n-1)(2dn+14d-n^2-5n-10)/12 variables for n > 6 integers of d >= n values",
    .kind = ALLDIFF,
    .by_name = true,
    .form = FORM_ORDER,
    .strength = STRENGTH_GAC,
    .encode = bounds_encode,
};
