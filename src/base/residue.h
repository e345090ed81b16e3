/* What residues say about a sum between bounds. */
#ifndef RESIDUE_H
#define RESIDUE_H

#include "base/base.h"

/* Solutions of lo <= sum w[i] x[i] <= hi, x[i] in {0, 1}, w[i] > 0, 0 <= lo <= hi <= total, taken modulo every d
 * up to 64, and modulo the greatest common divisor of all weights but one. Sets value[i] to 0 or 1 where each
 * solution has that x[i] for such a reason, to -1 elsewhere. False: there is no solution. */
bool residue_fix(const int64_t *w, int n, int64_t lo, int64_t hi, signed char *value);

/* The residues modulo d, 1 <= d <= RESIDUE_MOST, of what was there plus v, once or (repeats) any
 * number of times: reach[r], r < d, becomes true for them too. 0 <= v < d. Gives how many are new.
 * reach has RESIDUE_MOST places. */
enum { RESIDUE_MOST = 1000 };
int residue_add(bool *reach, int d, int v, bool repeats);

#endif
