/* Sorting and selection networks over literals, true ones first, made as they were planned. */
#ifndef SORTING_H
#define SORTING_H

#include "encodings/shared/sorting_plan.h"

/* lo <= sum <= hi, and counters. */
struct size sorting_size(const struct constraint *c, enum sorting_style style);
void sorting_encode(const struct constraint *c, enum sorting_style style, struct cnf *f);
void sorting_count(const struct constraint *c, enum direction d, enum sorting_style style, struct cnf *f,
                   struct outputs *out);

/* The first min(c, a + b) outputs of two sorted sequences by the cheapest steps, and how many that is. z has room for
 * all. */
int sorting_merge(enum direction d, lit *x, int a, lit *y, int b, int c, lit *z, struct cnf *f);
#endif
