/* The rows of a model as sums of literals: what an OPB file of the model states, in its order.
 *
 * A clause is a sum of at least 1. An XOR is an equation with new variables t, numbered after those
 * of the model: sum x - 2 t[0] - 4 t[1] - .. = parity. A counter is, for each output, the sum that
 * the output requires and the sum that requires it. */
#pragma once

#include "model/model.h"

struct row_sums {
    const struct model *m;
    struct row row;   /* of the sum */
    int part;         /* of the next sum of the row */
    int vars;         /* the model's, and the t so far */
    struct terms sum; /* lo <= sum <= hi; no bound: INT64_MIN, INT64_MAX */
    int64_t lo, hi;
};

static inline struct row_sums row_sums_of(const struct model *m)
{
    return (struct row_sums){.m = m, .vars = model_vars(m)};
}
void row_sums_release(struct row_sums *s);
/* Whether sums state the row without the help of an encoder. */
bool row_sums_state(const struct row *r);
/* Goes on to the next sum. Leaves out the rows that sums do not state. False: there is none. */
bool row_sums_next(struct row_sums *s);
