/* Shared by encodings of integers: the channel between values and thresholds. */
#pragma once

#include "cnf/encoder.h"

/* Makes n - 1 thresholds ge of n >= 2 values: value[k] <-> ge[k - 1] and not ge[k], 0 <= k < n,
 * where ge[-1] is true and ge[n - 1] false; and ge[k] -> ge[k - 1]. GAC: if one side excludes a
 * value, so does the other. */
void integers_thresholds(const lit *value, int n, lit *ge, struct cnf *f);
/* Adds at most one of n >= 0: a clause for each pair of a few, else a ladder. */
void integers_at_most_one(const lit *x, int n, struct cnf *f);
/* Returns the least value from v on that an integer of c can have; INT64_MAX: there is none. */
int64_t integers_value(const struct constraint *c, int64_t v);
