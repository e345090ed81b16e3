/* int_order: a literal for each threshold.
 *
 *      value         3        4        5        6
 *      literal           x0       x1       x2         x0: 4 or more, x1: 5 or more, x2: 6
 *      value 5       1        1        0              x0 <- x1 <- x2
 *      direct        v0       v1       v2       v3    v1 <-> x0 & -x1
 *
 * Clauses     -x[k] | x[k-1];  the view of values: v[k] -> x[k-1],  v[k] -> -x[k],
 *             x[k-1] & -x[k] -> v[k]
 * Size        d-1 literals and d-2 clauses for d values; the view takes d-2 auxiliaries with 3
 *             clauses each, and two literals that are an x themselves
 * Strength    arc-consistent, the view included
 * Use         comparisons and sums, where each bound follows from bounds
 * Source      Crawford and Baker, AAAI 1994; Tamura, Taga, Kitagawa, Banbara, Compiling Finite
 *             Linear CSP into SAT, Constraints 14, 2009 */
#include "encodings/shared/integers.h"

static void order_encode(const struct constraint *c, struct cnf *f) { cnf_order(f, c->x, c->n); }

static void order_view(const struct integer *i, enum int_form to, lit *out, struct cnf *f)
{
    assert(to == FORM_DIRECT && "the only view of thresholds");
    out[0] = -i->x[0];
    out[i->n] = i->x[i->n - 1];
    for (int k = 1; k < i->n; k++) {
        out[k] = cnf_var(f);
        cnf_means(f, out[k], (const lit[]){i->x[k - 1], -i->x[k]}, NULL, 2, 2);
        cnf_2(f, -out[k], i->x[k - 1]);
        cnf_2(f, -out[k], -i->x[k]);
        cnf_3(f, -i->x[k - 1], i->x[k], out[k]);
    }
}

const struct encoder int_order = {
    .name = "int_order",
    .about = "a literal for each threshold; for comparisons and sums",
    .cite = "Crawford and Baker, AAAI 1994; Tamura et al., Constraints 2009",
    .cost = "d-2 clauses, no variables for d values",
    .kind = INT,
    .form = FORM_ORDER,
    .strength = STRENGTH_GAC,
    .parsimonious = true,
    .encode = order_encode,
    .view = order_view,
};
