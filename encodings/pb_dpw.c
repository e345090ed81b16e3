/* pb_dpw: a dynamic polynomial watchdog.
 *
 *     weights 3 = 11, 2 = 10, 1 = 01, 3 = 11             sum <= 4
 *
 *     bucket 0 (weight 1)     x0 x2 x3 --[sort]-- u1 u2 u3
 *                                                    |          a half: every second output
 *     bucket 1 (weight 2)  x0 x1 x3 --[sort]--[merge with u2]-- the third is forbidden: 2 * 3 > 4
 *
 * The weights' bits fall into buckets, each bucket is counted in unary, and every second output is
 * carried into the next bucket. shared/polynomial_watchdog.h explains how the bound and its tare enter. For
 * objectives (`watch`) each bucket below the top has a free tare bit, which is dynamic in the sense
 * of Paxian and others; long lists are merged by odd-even networks there.
 *
 * Clauses     a merge, and the totalizer that sorts: -a[i] | -b[j] | o[i+j]   i or j may be 0
 *             at the end:  -a[i] | -b[j]                                      i + j = m
 * Groups      of a group of which at most one literal is true, a bucket has one input (global
 *             polynomial watchdog)
 * Size        about n^2 clauses and 2n log n auxiliaries for each bit
 * Strength    consistency: true inputs are counted exactly. Not arc-consistent, because a weight with
 *             several bits is spread. Not monotone: other bounds need another tare, so bounds do
 *             not follow from each other.
 * Source      Bailleux, Boufkhad, Roussel, New Encodings of Pseudo-Boolean Constraints into CNF,
 *             SAT 2009; Paxian, Reimer, Becker, Dynamic Polynomial Watchdog Encoding for Solving
 *             Weighted MaxSAT, SAT 2018; groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean,
 *             Villaret, AIJ 302, 2022 */
#include "encodings/shared/sorting.h"
#include "encodings/shared/polynomial_watchdog.h"

enum { MOST_CLAUSES = 1 << 25 };

static void dpw_encode(const struct constraint *c, struct cnf *f)
{
    if (!f->put && f->most && watchdog_exceeds(c, f->most))
        cnf_count(f, (struct size){.clauses = f->most + 1});
    else
        watchdog(c, watchdog_totalize, 0, f);
}

/* Long lists by a network, where all pairs would be too many. */
static struct lits merge_any(const struct lits *a, const struct lits *b, int cap, const struct watchdog_sum *sum,
                             struct cnf *f)
{
    enum { PAIRS = 256 };
    if ((int64_t)a->n * b->n <= PAIRS) return watchdog_totalize(a, b, cap, sum, f);
    SCOPED(lits) o = {0};
    for (int i = 0; i < a->n + b->n; i++) lits_push(&o, 0);
    o.n = sorting_merge(COUNT_UP, a->v, a->n, b->v, b->n, cap, o.v, f);
    return TAKEN(o);
}

static void watch(const struct constraint *c, struct cnf *f, struct outputs *out)
{
    watchdog_watch(c, merge_any, f, out);
}

static bool dpw_feasible(const struct constraint *c, struct text *err)
{
    return weights_feasible(c, "dpw", watchdog_clauses(c), MOST_CLAUSES, "--pb adder", err);
}

const struct encoder pb_dpw = {
    .name = "pb_dpw",
    .about = "dynamic polynomial watchdog: unary counters for the bits of the weights",
    .cite = "Paxian, Reimer, Becker, SAT 2018; Bailleux, Boufkhad, Roussel, SAT 2009",
    .cost = "at most n(n+1) ceil(log2(w+1)) clauses, at most 2n log2(2n) ceil(log2(w+1)) variables",
    .kind = PB,
    .strength = STRENGTH_CONSISTENCY,
    .groups = true,
    .encode = dpw_encode,
    .watch = watch,
    .feasible = dpw_feasible,
};
