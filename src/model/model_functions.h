/* Functions of integers, and the rows that they become. */
#pragma once

#include "model/model.h"

/* Makes an integer that is the function of n integers: *, //, %, ** of two, abs of one, min and max
 * of one or more. The model has no solution if it is undefined. If it cannot be made, says why,
 * with a sentence. */
enum row_fault model_function(struct model *m, const char *name, const int *integer, int n, int *result,
                              struct text *err);

/* Adds the row that z = x y, within MODEL_INT_END. */
void model_product(struct model *m, int x, int y, int z);

/* Adds lo <= the sum of the terms <= hi; iff: the literal that is equivalent to it or, if half,
 * implies it; 0: none. */
void model_sum_if(struct model *m, lit iff, bool half, int n, const int *integer, const int64_t *w, int64_t lo,
                  int64_t hi);
/* Makes a derived variable that is true if and only if lo <= integer <= hi. */
lit model_in_range(struct model *m, int integer, int64_t lo, int64_t hi);
