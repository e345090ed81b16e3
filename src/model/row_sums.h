/* The rows of a model as sums of literals: what an OPB file of the model states, in its order.
 *
 * A clause is a sum of at least 1. An XOR is an equation with new variables t, numbered after those
 * of the model: sum x - 2 t[0] - 4 t[1] - .. = parity. A counter is, for each output, the sum that
 * the output requires and the sum that requires it.
 *
 * The literals of an integer are: one of its values; thresholds, each of which implies the one
 * before; or bits, whose number is at most the largest. In a sum it is its least value plus the
 * sum of its literals' weights. A sum that holds only if y is true gets y with the weight by which
 * it can otherwise miss its bound. If a sum is not within bounds, new variables say that it is
 * below or above. In these cases no sum of integers is needed:
 *
 *   one integer          [lo <= integer <= hi] is a sum of values, or thresholds' difference
 *   a x + b y = c,       a value of x implies that of y, and a value of y that of x
 *     both by values
 *   others, by values    all different, inverse, numbers of values: sums over [integer = value].
 *                        A table: a new variable for each of its rows, which implies the values */
#pragma once

#include "model/model.h"

enum { ROW_SUMS_VALUES = 1 << 12 }; /* the most values of an integer in an equality of two that is stated by values */

struct row_sums {
    const struct model *m;
    struct row row;   /* of the sum */
    int part;         /* of the next sum of the row */
    int vars;         /* the model's, and the new ones so far */
    struct terms sum; /* lo <= sum <= hi; no bound: INT64_MIN, INT64_MAX */
    int64_t lo, hi;
    bool if_new;   /* the last term is a new variable, or its negation, which implies a sum of the others */
    int64_t value; /* of the integers of ROW_ALLDIFF */
};

static inline struct row_sums row_sums_of(const struct model *m)
{
    return (struct row_sums){.m = m, .vars = model_vars(m)};
}
void row_sums_release(struct row_sums *s);
/* Whether sums state the row without the help of an encoder. */
bool row_sums_state(const struct model *m, const struct row *r);
/* The weights of the integers of a linear row: of the first of equal ones that of all, of the
 * others 0. The caller frees them. */
int64_t *row_sums_weights(const struct row *r);
/* Goes on to the next sum, which may have no bound. Leaves out the rows that sums do not state.
 * False: there is none. */
bool row_sums_next(struct row_sums *s);
