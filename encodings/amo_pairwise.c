/* amo_pairwise: no two together.
 *
 *       x1 --- x2
 *        | \ / |      each line is a clause
 *        | / \ |
 *       x3 --- x4
 *
 * Clauses     -x[i] | -x[j]                 i < j
 * Size        n(n-1)/2 clauses of 2 literals, no auxiliaries
 * Strength    arc-consistent: a true x[i] is in a clause with every other x[j]
 * Source      folklore */
#include "cnf/encoder.h"

static void amo_pairwise_encode(const struct constraint *c, struct cnf *f) { cnf_pairs(f, c->x, c->n); }

const struct encoder amo_pairwise = {
    .name = "amo_pairwise",
    .about = "a clause for each pair",
    .cite = "folklore",
    .cost = "n(n-1)/2 clauses",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .parsimonious = true,
    .encode = amo_pairwise_encode,
};
