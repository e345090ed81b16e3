/* Shared by the files of derivations: sums of rows, and definitions. */
#pragma once

#include "proof/derivation.h"

struct derivation_var *derivation_var(struct derivation *d, lit x);
lit derivation_fresh(struct derivation *d);
void derivation_clear(struct derivation *d);
void derivation_add(struct derivation *d, lit x, int64_t w);
void derivation_add_row(struct derivation *d, int row, int64_t factor);
/* Adds a row, or that a literal is 0 or more, so many times to the sum, and writes that. */
void derivation_put_add(struct derivation *d, int row, int64_t times);
void derivation_put_axiom(struct derivation *d, lit x, int64_t times);
/* Ends the line with the sum, and stores it. */
int derivation_put_end(struct derivation *d);
int derivation_store(struct derivation *d, int64_t id);
int derivation_store_sum(struct derivation *d, int64_t id, int sign, const lit *x, const int64_t *w, int n,
                         int64_t least);
void derivation_put_clause(struct derivation *d, const lit *x, int n);
/* Writes and stores the sum of n rows, so many times each, and of literals (NULL: none), divided.
 * If that is always true: the sum of what is left. */
int derivation_line(struct derivation *d, int n, const int *row, const int64_t *times, const struct terms *more,
                    int64_t divisor);
/* Adds up the literals of a column, two at least, to `result`. Carries go to the next one. rows:
 * receives the rows by which the inputs of each adder are at least, and at most, its outputs. */
void derivation_add_column(struct derivation *d, struct lits *column, int bit, lit result, struct terms *rows);
