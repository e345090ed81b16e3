/* card_knuth: a sequential counter without the cells that cannot matter.
 *
 *      j:       1        2     ..  n-k        s[j][i]: at least i of x[1..j+i-1] are true
 *      i = 1    s ------ s ------ s           ->  one input more, no more true
 *                \        \        \          \   x[j+i] is true: one input more, one more true
 *      i = 2      s ------ s ------ s
 *                  \        \        \        Sinz's grid has (n-1)k cells; this parallelogram
 *      i = k        s ------ s ------ s       leaves out those of more than there are inputs, and
 *                    \        \        \      those from which k+1 cannot be reached any more
 *                     false    false    false
 *
 * Clauses     -s[j][i] | s[j+1][i]            1 <= j < n-k, 1 <= i <= k
 *             -x[j+i] | -s[j][i] | s[j][i+1]  1 <= j <= n-k, 0 <= i <= k; s[j][0] is true,
 *                                             s[j][k+1] false
 * Size        2nk + n - 2k^2 - 2k clauses, (n-k)k auxiliaries
 * Strength    arc-consistent. Not parsimonious: an s may be true early.
 * Counting    is card_seqcounter's, which for outputs leaves out the same cells
 * Source      Knuth, The Art of Computer Programming 4B, 7.2.2.2, (18) and (19) */
#include "encodings/shared/unary.h"

static void knuth_encode(const struct constraint *c, struct cnf *f) { unary_at_most(c->x, c->n, (int)c->hi, f); }

const struct encoder card_knuth = {
    .name = "card_knuth",
    .about = "a sequential counter without the cells that cannot matter",
    .cite = "Knuth, TAOCP 4B, 7.2.2.2 (18), (19)",
    .cost = "2nk+n-2k^2-2k clauses, (n-k)k variables",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .monotone = true,
    .encode = knuth_encode,
    .count = unary_chain_count,
    .feasible = unary_feasible,
};
