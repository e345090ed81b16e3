/* int_direct: a literal for each value.
 *
 *      value     3    4    5    6
 *      literal   x0   x1   x2   x3       just one of them is true
 *      order          g1   g2   g3       g1: the value is 4 or more
 *
 * Clauses     x[0] | ... | x[d-1];  at most one: -x[i] | -x[j] of up to 6, else a ladder
 *             the view of order literals: x[k] -> g[k],  x[k] -> -g[k+1],
 *             g[k] & -g[k+1] -> x[k],  g[k+1] -> g[k]
 * Size        d literals and d(d-1)/2 + 1 clauses; for d > 6, 3d-3 clauses and d-1 auxiliaries; the
 *             view takes d-1 auxiliaries and 4d-4 clauses
 * Strength    arc-consistent, the view included
 * Use         equality, tables, all-different: each value can be excluded by itself
 * Source      Walsh, SAT v CSP, CP 2000; the view: Petke and Jeavons, The Order Encoding, SAT 2011 */
#include "encodings/shared/integers.h"

static void direct_encode(const struct constraint *c, struct cnf *f)
{
    cnf_clause(f, c->x, c->n);
    integers_at_most_one(c->x, c->n, f);
}

static void direct_view(const struct integer *i, enum int_form to, lit *out, struct cnf *f)
{
    assert(to == FORM_ORDER && "the only view of values");
    integers_thresholds(i->x, i->n, out, f);
}

const struct encoder int_direct = {
    .name = "int_direct",
    .about = "a literal for each value; for equality, tables and all-different",
    .cite = "Walsh, CP 2000; Petke and Jeavons, SAT 2011",
    .cost = "3d-3 clauses, d-1 variables for d > 6 values",
    .kind = INT,
    .form = FORM_DIRECT,
    .strength = STRENGTH_GAC,
    .encode = direct_encode,
    .view = direct_view,
};
