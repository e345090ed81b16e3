/* For tests: random rows over the variables and integers of a model. */
#ifndef ROW_DRAW_H
#define ROW_DRAW_H

#include "base/random.h"
#include "model/model_row.h"

struct row_draw {
    const struct model *m;
    struct random *random;
    int most; /* variables, and integers, of a row; some kinds keep fewer */
};

/* Draws rows of a kind that files state until one is within the limits of model_row_fault, and
 * stores it in *t, whose previous row it releases. The caller releases *t. A kind of integers needs
 * a model with integers. */
void row_draw(struct row_draw *d, enum row_kind kind, struct row_own *t);

#endif
