/* pb_lpw: a local polynomial watchdog: for each input, whether the others leave room for it.
 *
 *     for each x[i]:  do the others exceed hi - w[i] ?  then -x[i]
 *
 *     bucket 0 (weight 1)   others with bit 0 --[sort]-- u1 u2 u3
 *                                                           |      every second output is carried
 *     bucket 1 (weight 2)   others with bit 1 --[sort]--[merge]--  -x[i] | -o[m]
 *
 * Each watchdog is a global one of n-1 inputs (shared/polynomial_watchdog.h), with totalizers.
 *
 * Clauses     a merge, and the totalizer that sorts: -a[i] | -b[j] | o[i+j]   i or j may be 0
 *             at the end:  -x[i] | -a[j] | -b[m-j]
 *             -x[i] | -x[j]             w[i] + w[j] > hi
 * Groups      an input's watchdog leaves out its group
 * Size        n times that of pb_dpw
 * Strength    arc-consistent: each watchdog counts its true inputs exactly. Not parsimonious.
 * Source      Bailleux, Boufkhad, Roussel, New Encodings of Pseudo-Boolean Constraints into CNF,
 *             SAT 2009; groups: Bofill et al., AIJ 302, 2022 */
#include "encodings/shared/polynomial_watchdog.h"

enum { MOST_CLAUSES = 1 << 25 };

static void lpw_encode(const struct constraint *c, struct cnf *f) { watchdog_local(c, watchdog_totalize, false, f); }

static bool lpw_feasible(const struct constraint *c, struct text *err)
{
    return weights_feasible(c, "lpw", c->n * watchdog_clauses(c), MOST_CLAUSES, "--pb dpw or --pb adder", err);
}

const struct encoder pb_lpw = {
    .name = "pb_lpw",
    .about = "local polynomial watchdog: unary counters for the bits of the weights, once for each input",
    .cite = "Bailleux, Boufkhad, Roussel, SAT 2009",
    .cost = "at most n^2(n+1) ceil(log2(w+1)) clauses, at most 2n^2 log2(2n) ceil(log2(w+1)) variables",
    .kind = PB,
    .by_name = true,
    .strength = STRENGTH_GAC,
    .groups = true,
    .encode = lpw_encode,
    .feasible = lpw_feasible,
};
