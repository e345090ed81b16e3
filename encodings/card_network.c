/* card_network: a cardinality network, the cheapest that is known for what the bound asks.
 *
 *      x1 .. x4   --> top c --.                            c = k+1: "at most k" asks for one place of the last
 *                             |                            merge, so that one has no outputs but clauses over
 *      x5 .. x8   --> top c --+--> odd places  --.         one place, or few; the merges before it give the
 *                             |                  combine   first c places, and what only a later place
 *      x9 .. x12  --> top c --+--> even places --'         needs is not there
 *                             |
 *      x13 .. x16 --> top c --'
 *
 * Each merge is the cheapest by clauses and variables together of: all pairs of two sequences,
 * Batcher's odd-even merge of two, of four (card_merge4), two merges and then one; up to eight
 * inputs also by all their subsets. For each merge the places are known that are wanted of it, a
 * window that shrinks to one or two places going down from the last one.
 *
 * Clauses     card_sorter's, card_merge4's and card_totalizer's, by encodings/shared/merging.h. If fewer places
 *             of the negated inputs decide, those are used.
 * Size        O(n log^2 k), exactly as planned
 * Strength    arc-consistent, both bounds together
 * Source      Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Constraints 2011; choice of steps:
 *             Abio et al., CP 2013; four at once: Karpinski and Piotrow, Constraints 2019; the
 *             windows: this project */
#include "encodings/shared/sorting.h"

static void network_encode(const struct constraint *c, struct cnf *f) { sorting_encode(c, SORTING_CHEAPEST, f); }

static struct size network_size(const struct constraint *c) { return sorting_size(c, SORTING_CHEAPEST); }

static void network_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    sorting_count(c, d, SORTING_CHEAPEST, f, out);
}

const struct encoder card_network = {
    .name = "card_network",
    .about = "a cardinality network: sorts only as far as the bound needs",
    .cite = "Asin et al., Constraints 2011; Abio et al., CP 2013",
    .cost = "O(n log^2(k+1)) clauses and variables",
    .kind = CARD,
    .strength = STRENGTH_AC,
    .both = true,
    .monotone = true,
    .size = network_size,
    .encode = network_encode,
    .count = network_count,
};
