/* card_ncube: inputs are points of a cube of k+1 dimensions; at most k remain in each projection.
 *
 *      k = 1:        a1  a2  a3          a true point makes its k+1 projections true, each of which
 *              b1    x1  x2  x3          drops one coordinate. Any k+1 points differ in k of their
 *              b2    x4  x5  x6          coordinates, so one projection keeps them apart.
 *              b3    x7  x8
 *
 * Clauses     -x[p] | a[d][p without coordinate d]     for each point p and dimension d
 *             at most k of each a[d], in the same way; a cube that has more clauses than Knuth's
 *             counter (card_knuth) is that counter, except the first one if k is at most N
 * Size        s(n) = (k+1)(n + s(n^(k/(k+1)))) clauses. A cube needs n > 2^k, and has fewer clauses
 *             than the counter from about n = 450 for k = 2, 7600 for k = 3
 * Strength    arc-consistent. Not parsimonious: a projection may be true without a point.
 * Source      Frisch and Giannaros, SAT Encodings of the At-Most-k Constraint, ModRef 2010, after
 *             Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010 */
#include "base/number.h"
#include "encodings/shared/unary.h"

#include <math.h>

enum { MOST_DIMENSIONS = 31, DEFAULT_ALWAYS = 2 };

/* Sets the sides of a cube of k+1 dimensions for n points, the longest first; false: one would be 1. */
static bool ncube_sides(int64_t n, int k, int *side)
{
    if (k >= MOST_DIMENSIONS || n <= (int64_t)1 << k) return false;
    for (int d = 0; d <= k; d++) {
        side[d] = (int)ceil(pow((double)n, 1.0 / (k + 1 - d)) - 1e-9);
        n = (n + side[d] - 1) / side[d];
    }
    return side[k] > 1;
}

static double counter_clauses(int64_t n, int k) { return 2.0 * k * (double)(n - k - 1) + (double)n; }

/* About how many clauses a cube of n points has; INFINITY: there is none. Its projections are counters or cubes,
 * whatever has fewer. */
static double cube_clauses(int64_t n, int k)
{
    int side[MOST_DIMENSIONS];
    double total = (k + 1) * (double)n, one = 0;
    if (!ncube_sides(n, k, side)) return INFINITY;
    for (int d = 0; d <= k; d++) {
        int64_t m = (n + side[d] - 1) / side[d];
        if (!d || side[d] != side[d - 1]) one = m <= k ? 0 : fmin(counter_clauses(m, k), cube_clauses(m, k));
        total += one;
    }
    return total;
}

/* always: a cube if there is one. */
static void ncube_at_most(const lit *x, int n, int k, bool always, struct cnf *f)
{
    int side[MOST_DIMENSIONS];
    int64_t stride = 1;
    bool cube = ncube_sides(n, k, side) && (always || cube_clauses(n, k) < counter_clauses(n, k));
    if (!cube && n > k) unary_at_most(x, n, k, f);
    for (int d = 0; cube && d <= k; d++) {
        SCOPED(lits) used = {0};
        OWNED lit *a = mem_new((size_t)n, sizeof *a);
        for (int i = 0; i < n; i++) {
            int64_t at = i / (stride * side[d]) * stride + i % stride;
            if (!a[at]) {
                lits_push(&used, a[at] = cnf_var(f));
                cnf_means_any(f, a[at], x, (int)min64(i + stride * (side[d] - 1) + 1, n), i, (int)stride);
            }
            cnf_2(f, -x[i], a[at]);
        }
        cnf_holds(f, &(struct constraint){.n = used.n, .x = used.v, .hi = k});
        ncube_at_most(used.v, used.n, k, false, f);
        stride *= side[d];
    }
}

static void ncube_encode(const struct constraint *c, struct cnf *f)
{
    ncube_at_most(c->x, c->n, (int)c->hi, c->hi <= (c->tuning.size ? c->tuning.size : DEFAULT_ALWAYS), f);
}

const struct encoder card_ncube = {
    .name = "card_ncube",
    .about = "points of a cube: at most k in each of its k+1 projections",
    .cite = "Frisch and Giannaros, ModRef 2010",
    .cost = "O(nk) clauses and variables",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .size_min = 2,
    .size_max = MOST_DIMENSIONS - 1,
    .size_default = DEFAULT_ALWAYS,
    .encode = ncube_encode,
    .feasible = unary_feasible,
};
