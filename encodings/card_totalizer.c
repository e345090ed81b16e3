/* card_totalizer: a balanced tree that adds unary numbers.
 *
 *                       r1 r2 r3 r4  | r5 ..   capped: what is above the bound is not counted
 *                       /         \
 *                  a1 a2 a3     b1 b2 b3       a[i]: at least i of the inputs below are true
 *                   /    \       /    \
 *                 x1   a1 a2    x4   b1 b2
 *                      /  \          /  \
 *                     x2  x3        x5  x6
 *
 * Clauses     at each node, for the sums v = i + j that matter (unary.h), a[0] and b[0] being true:
 *             -a[i] | -b[j] | r[v]                      if there is an upper bound
 *             a[i+1] | b[j+1] | -r[v+1]                 if there is a lower bound; past the
 *                                                       end is false
 *             At sum k+1 and above, r is false; likewise for a lower bound.
 * Size        n log2 k + O(n) auxiliaries, O(nk) clauses and at most n^2/4 + O(n log n) a side;
 *             exact by recurrence
 * Strength    arc-consistent, both bounds together. Parsimonious only as a counter in both
 *             directions.
 * Source      Bailleux and Boufkhad, CP 2003; capped: Büttner and Rintanen, 2005 */
#include "encodings/shared/unary.h"

static void totalizer_encode(const struct constraint *c, struct cnf *f)
{
    struct unary_use use = unary_range(c);
    SCOPED(unary) sum = unary_tree(&use, c->x, c->n, f);
}

static void totalizer_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    struct unary_use use = unary_count(c, d);
    unary_output(&use, unary_tree(&use, c->x, c->n, f), out);
}

const struct encoder card_totalizer = {
    .name = "card_totalizer",
    .about = "a balanced tree of unary additions, capped at the bound",
    .cite = "Bailleux and Boufkhad, CP 2003; Büttner and Rintanen, 2005",
    .cost = "O(n log(k+1)) variables, O(nk) clauses",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .both = true,
    .monotone = true,
    .encode = totalizer_encode,
    .count = totalizer_count,
    .feasible = unary_feasible,
};
