/* card_merge4: a selection network whose merges take four sequences at once.
 *
 *      4 quarters, the top c of each, sorted:     a a a   b b b   c c c   d d d
 *      their odd places, merged (4 ways):   x1 x2 x3 ..      X true ones
 *      their even places, merged:           y1 y2 y3 ..      Y true ones, Y <= X <= Y + 4
 *                                                \ /
 *      combined:   z1 = x1      z[2m]   = y[m]  or  x[m+2]  or  x[m+1] and y[m-1]
 *                               z[2m+1] = x[m+1] and y[m]   or  x[m+2] and y[m-1]
 *
 * A pair of outputs t = 2m, 2m+1 asks for X + Y >= t, and with 0 <= X - Y <= 4 only these X can be
 * where it just holds. Four sequences in one step need fewer layers than two twice.
 *
 * Clauses     up, for y[0] true and what is past an end false:
 *             -y[m] | z[2m],  -x[m+2] | z[2m],  -x[m+1] | -y[m-1] | z[2m]
 *             -x[m+1] | -y[m] | z[2m+1],  -x[m+2] | -y[m-1] | z[2m+1]
 *             down:  x[m+1] | y[m] | -z[2m],  x[m+2] | y[m-1] | -z[2m]
 *             x[m+1] | -z[2m+1],  y[m-1] | -z[2m+1],  x[m+2] | y[m] | -z[2m+1]
 *             Four or fewer single inputs: by all their subsets. Two sequences: as card_network.
 * Size        O(n log^2 k); 5 clauses and 2 auxiliaries for a pair of outputs
 * Strength    arc-consistent, both bounds together
 * Source      Karpinski and Piotrow, Constraints 2019 (4-way odd-even merge selection) */
#include "encodings/shared/sorting.h"

static void merge4_encode(const struct constraint *c, struct cnf *f) { sorting_encode(c, SORTING_BY_FOUR, f); }

static struct size merge4_size(const struct constraint *c) { return sorting_size(c, SORTING_BY_FOUR); }

static void merge4_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    sorting_count(c, d, SORTING_BY_FOUR, f, out);
}

const struct encoder card_merge4 = {
    .name = "card_merge4",
    .about = "a selection network of four-way merges",
    .cite = "Karpinski and Piotrow, Constraints 2019",
    .cost = "O(n log^2(k+1)) clauses and variables",
    .kind = CARD,
    .strength = STRENGTH_AC,
    .both = true,
    .monotone = true,
    .size = merge4_size,
    .encode = merge4_encode,
    .count = merge4_count,
};
