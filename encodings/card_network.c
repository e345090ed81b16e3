/* card_network: a cardinality network, which sorts only as far as the bound needs.
 *
 *      x1 .. x4   --> top c --.                        c = k+1 outputs decide "at most k": after
 *                             merge --> top c --.      each merge what is behind the c-th place
 *      x5 .. x8   --> top c --'                 |      is dropped, and what only that needed
 *      x9 .. x12  --> top c --.                 merge --> z1 .. zc
 *                             merge --> top c --'
 *      x13 .. x16 --> top c --'
 *
 * Clauses     card_sorter's comparators; where only a maximum is needed, up -a | max, -b | max and
 *             down a | b | -max. If fewer outputs of the negated inputs decide, those are used.
 * Size        O(n log^2 k), by recursion; 2 auxiliaries for a whole comparator, 1 for a half one
 * Strength    arc-consistent, both bounds together
 * Source      Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Constraints 2011; for any n and k:
 *             Abio et al., CP 2013 */
#include "encodings/shared/sorting.h"

static void network_encode(const struct constraint *c, struct cnf *f) { sorting_encode(c, sorting_select, f); }

static void network_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    sorting_count(c, d, sorting_select, f, out);
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
    .encode = network_encode,
    .count = network_count,
};
