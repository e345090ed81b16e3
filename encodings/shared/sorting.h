/* Sorting and selection networks over literals: true ones first.
 *
 * Output z[j - 1] means "at least j of the inputs are true". Up, inputs force outputs; down,
 * outputs force inputs; each direction takes half the clauses of a comparator. */
#ifndef SORTING_H
#define SORTING_H

#include "cnf/encoder.h"

/* A selector puts the first min(c, n) outputs of n literals into z, which has room for n. */
typedef void sorting_selector(enum direction d, const lit *x, int n, int c, lit *z, struct cnf *f);

/* The first min(c, a + b) outputs of two sorted sequences, and how many that is: Batcher's odd-even
 * merge for any lengths, without what these outputs do not need. z has room for all of them. */
int sorting_merge(enum direction d, const lit *x, int a, const lit *y, int b, int c, lit *z, struct cnf *f);
/* Halves are selected from and merged. */
sorting_selector sorting_select;

/* lo <= sum <= hi, and counters, from a selector. */
void sorting_encode(const struct constraint *c, sorting_selector *select, struct cnf *f);
void sorting_count(const struct constraint *c, enum direction d, sorting_selector *select, struct cnf *f,
                   struct outputs *out);
#endif
