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
 * Source      Batcher, AFIPS 1968; in CNF: Eén and Sörensson, JSAT 2006; why arc-consistent: Asín
 *             et al., Constraints 2011 */

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
 * Source      Karpiński and Piotrów, Constraints 2019 (4-way odd-even merge selection) */

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
 * Clauses     card_sorter's, card_merge4's and card_totalizer's, by shared/merging.c. If fewer places
 *             of the negated inputs decide, those are used.
 * Size        O(n log^2 k), exactly as planned
 * Strength    arc-consistent, both bounds together
 * Source      Asín, Nieuwenhuis, Oliveras, Rodríguez-Carbonell, Constraints 2011; choice of steps:
 *             Abío et al., CP 2013; four at once: Karpiński and Piotrów, Constraints 2019; the
 *             windows: this project */
#include "encodings/shared/sorting.h"

/* How a constraint uses a network: on the inputs or on their negations, whichever needs fewer places. */
struct network_use {
    bool negate;
    int lo, hi; /* bounds of the sum, or of the negated sum */
    struct wanted want;
};

static struct place_range one_place(bool there, int t)
{
    return there ? (struct place_range){t, t} : (struct place_range){1, 0};
}

static struct network_use network_range(const struct constraint *c, enum sorting_style style)
{
    int n = c->n, lo = (int)c->lo, hi = (int)c->hi;
    int plain = hi < n ? hi + 1 : lo, negated = lo ? n - lo + 1 : n - hi;
    struct network_use use = {.negate = negated < plain, .lo = lo, .hi = hi};
    if (use.negate) {
        use.lo = n - hi;
        use.hi = n - lo;
    }
    use.want = (struct wanted){one_place(use.hi < n, use.hi + 1), one_place(use.lo, use.lo), true};
    if (style != SORTING_BY_TWO) return use;
    use.want.hard = false;
    if (use.hi < n) use.want.up = (struct place_range){1, n};
    if (use.lo) use.want.down = (struct place_range){1, n};
    return use;
}

static void network(const struct constraint *c, enum sorting_style style, const struct network_use *use, lit *z,
                    struct cnf *f)
{
    OWNED lit *x = mem_new((size_t)c->n, sizeof *x);
    for (int i = 0; i < c->n; i++) x[i] = use->negate ? -c->x[i] : c->x[i];
    sorting_network(style, x, c->n, use->want, z, f);
}

static void style_encode(const struct constraint *c, enum sorting_style style, struct cnf *f)
{
    struct network_use use = network_range(c, style);
    OWNED lit *z = mem_new((size_t)c->n, sizeof *z);
    network(c, style, &use, z, f);
    if (use.hi < c->n && !use.want.hard) cnf_1(f, -z[use.hi]);
    if (use.lo && !use.want.hard) cnf_1(f, z[use.lo - 1]);
}

static void style_count(const struct constraint *c, enum direction d, enum sorting_style style, struct cnf *f,
                        struct outputs *out)
{
    int n = c->n, lo = (int)c->lo, hi = (int)c->hi;
    struct network_use use = {.negate = n - lo < hi};
    if (use.negate && d != COUNT_BOTH) d = d == COUNT_UP ? COUNT_DOWN : COUNT_UP;
    struct place_range none = {1, 0},
                       p = use.negate ? (struct place_range){n - hi + 1, n - lo} : (struct place_range){lo + 1, hi};
    if (style == SORTING_BY_TWO) p = (struct place_range){1, n};
    use.want.up = d & COUNT_UP ? p : none;
    use.want.down = d & COUNT_DOWN ? p : none;
    OWNED lit *z = mem_new((size_t)n, sizeof *z);
    network(c, style, &use, z, f);
    for (int v = lo + 1; v <= hi; v++) outputs_push(out, use.negate ? -z[n - v] : z[v - 1], v);
}

/* Defines card_NAME, a network of one style. */
#define NETWORK(word, style, ...)                                                                                      \
    static void word##_encode(const struct constraint *c, struct cnf *f) { style_encode(c, style, f); }                \
    static void word##_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)         \
    {                                                                                                                  \
        style_count(c, d, style, f, out);                                                                              \
    }                                                                                                                  \
    const struct encoder card_##word = {.name = "card_" #word,                                                         \
                                        .kind = CARD,                                                                  \
                                        .strength = STRENGTH_GAC,                                                      \
                                        .both = true,                                                                  \
                                        .monotone = true,                                                              \
                                        .encode = word##_encode,                                                       \
                                        .count = word##_count,                                                         \
                                        __VA_ARGS__}

NETWORK(sorter, SORTING_BY_TWO, .about = "an odd-even sorting network",
        .cite = "Batcher, AFIPS 1968; Eén and Sörensson, JSAT 2006",
        .cost = "3n(m^2-m+4)/4-2 clauses, n(m^2-m+4)/2-2 variables for n = 2^m");
NETWORK(merge4, SORTING_BY_FOUR, .about = "a selection network of four-way merges",
        .cite = "Karpiński and Piotrów, Constraints 2019", .cost = "O(n log^2(k+1)) clauses and variables");
NETWORK(network, SORTING_CHEAPEST, .about = "a cardinality network: sorts only as far as the bound needs",
        .cite = "Asín et al., Constraints 2011; Abío et al., CP 2013", .cost = "O(n log^2(k+1)) clauses and variables");
