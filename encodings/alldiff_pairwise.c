/* alldiff_pairwise: no two integers take a value together.
 *
 *              3    4    5        a column is a value; in each column
 *        a     a3   a4   a5       every two literals exclude each other
 *        b     b3   b4   b5
 *        c          c4   c5
 *
 * Clauses     -a[v] | -b[v] for every two integers and each value of both
 * Size        d n(n-1)/2 clauses for n integers of d values, no auxiliaries
 * Strength    none: an integer that is fixed excludes its value, but three integers of two values are
 *             no conflict yet
 * Source      folklore; Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004 */
#include "base/number.h"
#include "cnf/encoder.h"

static void pairwise_encode(const struct constraint *c, struct cnf *f)
{
    for (int j = 1; j < c->integers; j++)
        for (int i = 0; i < j; i++) {
            const struct integer *a = &c->integer[i], *b = &c->integer[j];
            for (int64_t v = max64(a->lo, b->lo); v <= min64(a->hi, b->hi); v++)
                cnf_2(f, -a->x[v - a->lo], -b->x[v - b->lo]);
        }
}

const struct encoder alldiff_pairwise = {
    .name = "alldiff_pairwise",
    .about = "each two integers differ in each value",
    .cite = "folklore",
    .cost = "d n(n-1)/2 clauses, no variables for n integers of d values",
    .kind = ALLDIFF,
    .by_name = true,
    .form = FORM_DIRECT,
    .strength = STRENGTH_NONE,
    .parsimonious = true,
    .encode = pairwise_encode,
};
