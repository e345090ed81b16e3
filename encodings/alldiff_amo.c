/* alldiff_amo: at most one integer takes each value.
 *
 *              3    4    5        a column is a value; at most one
 *        a     a3   a4   a5       literal of each column is true, and
 *        b     b3   b4   b5       just one if there are as many values
 *        c     c3   c4   c5       as integers
 *
 * Clauses     of each value: at most one, -a[v] | -b[v] of up to 6 integers, else a ladder;
 *             if values are as many as integers: one of the literals of each value
 * Size        3n-4 clauses and n-1 auxiliaries for each of d values of n > 6 integers, and d clauses
 *             more if d <= n
 * Strength    none: see alldiff_pairwise; the clauses for permutations find more
 * Source      Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004 */
#include "base/number.h"
#include "encodings/shared/integers.h"

static void columns_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(lits) column = {0};
    int64_t lo = integers_value(c, INT64_MIN), hi = lo;
    for (int i = 0; i < c->integers; i++) hi = max64(hi, c->integer[i].hi);
    for (int64_t v = lo; v <= hi; v = integers_value(c, v + 1)) {
        column.n = 0;
        for (int i = 0; i < c->integers; i++) {
            const struct integer *a = &c->integer[i];
            if (a->lo <= v && v <= a->hi) lits_push(&column, a->x[v - a->lo]);
        }
        integers_at_most_one(column.v, column.n, f);
        if (hi - lo < c->integers) cnf_clause(f, column.v, column.n);
    }
}

const struct encoder alldiff_amo = {
    .name = "alldiff_amo",
    .about = "at most one integer for each value, just one if it is a permutation",
    .cite = "Gent and Nightingale, 2004",
    .cost = "d(3n-4) clauses, d(n-1) variables for n > 6 integers of d > n values",
    .kind = ALLDIFF,
    .form = FORM_DIRECT,
    .strength = STRENGTH_NONE,
    .encode = columns_encode,
};
