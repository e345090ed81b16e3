/* int_log: the value in binary.
 *
 *      value minus lo    0    1    2    3    4        bits that spell more than d-1 are excluded
 *      x1 x0            00   01   10   11   ..
 *
 * Clauses     x spells at most d-1: -x[b] | -x[a] of all a > b that d-1 has, for each b that it has not;
 *             the view of values: v[k] <-> all bits are those of k, and one of the v; the view of
 *             thresholds: those values, and what int_direct says of both
 * Size        m = ceil(log2 d) literals, and a clause for each zero among the m bits of d-1; a view
 *             takes d auxiliaries and d(m+1)+1 clauses, one of thresholds d-1 and 4d-4 more
 * Strength    arc-consistent on the bits; with a view none: half a number says little of its value
 * Use         large domains, whose sums the adder takes
 * Source      Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP 1994 */
#include "encodings/shared/integers.h"
#include "encodings/shared/weights.h"

static void log_encode(const struct constraint *c, struct cnf *f)
{
    weights_compare(c->x, c->n, c->integer->hi - c->integer->lo, -1, 0, f);
}

static void log_values(const struct integer *i, int values, lit *out, struct cnf *f)
{
    lit clause[WEIGHTS_BITS + 1];
    for (int k = 0; k < values; k++) {
        out[k] = cnf_var(f);
        for (int b = 0; b < i->n; b++) clause[b] = k >> b & 1 ? i->x[b] : -i->x[b];
        cnf_means(f, out[k], clause, NULL, i->n, i->n);
        for (int b = 0; b < i->n; b++) {
            cnf_2(f, -out[k], clause[b]);
            clause[b] = -clause[b];
        }
        clause[i->n] = out[k];
        cnf_clause(f, clause, i->n + 1);
    }
    cnf_clause(f, out, values);
}

static void log_view(const struct integer *i, enum int_form to, lit *out, struct cnf *f)
{
    int values = (int)(i->hi - i->lo) + 1;
    OWNED lit *value = to == FORM_DIRECT ? NULL : mem_new((size_t)values, sizeof *value);
    log_values(i, values, value ? value : out, f);
    if (value) integers_thresholds(value, values, out, f);
}

const struct encoder int_log = {
    .name = "int_log",
    .about = "the value in binary; for large domains",
    .cite = "Iwama and Miyazaki, IFIP 1994",
    .cost = "at most ceil(log2 d) clauses, no variables for d values",
    .kind = INT,
    .form = FORM_LOG,
    .strength = STRENGTH_NONE,
    .parsimonious = true,
    .encode = log_encode,
    .view = log_view,
};
