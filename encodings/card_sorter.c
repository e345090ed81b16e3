/* card_sorter: an odd-even sorting network.
 *
 *      x1 --*------*------------ z1       a comparator  |  puts the larger (true) one above:
 *           |      |                                          max = a or b, min = a and b
 *      x2 --*------|---*----*--- z2
 *                  |   |    |             sorted: z[j] says that at least j inputs are true,
 *      x3 --*------*---|----*--- z3       so -z[k+1] bounds from above, z[lo] from below
 *           |          |
 *      x4 --*----------*-------- z4
 *
 * Clauses     up:    -a | max,  -b | max,  -a | -b | min        if there is an upper bound
 *             down:  a | b | -max,  a | -min,  b | -min         if there is a lower bound
 * Size        2c auxiliaries, 3c clauses a side and a unit; c = (m^2-m+4)2^(m-2)-1 comparators
 *             for n = 2^m, in general by recursion
 * Strength    arc-consistent, both bounds together. Parsimonious only as a counter in both
 *             directions.
 * Source      Batcher, AFIPS 1968; in CNF: Een and Soerensson, JSAT 2006; why arc-consistent: Asin
 *             et al., Constraints 2011 */
#include "encodings/shared/sorting.h"

static void sorter_encode(const struct constraint *c, struct cnf *f) { sorting_encode(c, SORTING_BY_TWO, f); }

static struct size sorter_size(const struct constraint *c) { return sorting_size(c, SORTING_BY_TWO); }

static void sorter_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    sorting_count(c, d, SORTING_BY_TWO, f, out);
}

const struct encoder card_sorter = {
    .name = "card_sorter",
    .about = "an odd-even sorting network",
    .cite = "Batcher, AFIPS 1968; Een and Soerensson, JSAT 2006",
    .cost = "3n(m^2-m+4)/4-2 clauses, n(m^2-m+4)/2-2 variables for n = 2^m",
    .kind = CARD,
    .strength = STRENGTH_AC,
    .both = true,
    .monotone = true,
    .size = sorter_size,
    .encode = sorter_encode,
    .count = sorter_count,
};
