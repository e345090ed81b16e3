/* What reduction.c and reduction_classes.c share: a reduction in the making. */
#ifndef REDUCTION_INSIDE_H
#define REDUCTION_INSIDE_H

#include "gf2/reduction.h"

/* Groups of the variables that a reduction adds; the others keep theirs. */
enum { GROUP_SUM = -4, GROUP_EQUAL, GROUP_TRUE };

struct reduction {
    const struct model *built;
    const struct kernel *kernel;
    struct model *model;
    lit *class_lit; /* class -> literal, 0: none was needed */
    lit *outside;   /* variable of the built model in no XOR row -> variable of the reduced one */
    lit always;     /* a literal that is true, or 0 while none is needed */
    struct lits x;  /* a row in the making, and its weights */
    int64_t *w;
    size_t w_cap;
};

/* Builds the XORs that define the classes which other rows, the objective or a symmetry speak of;
 * class_lit is filled in. With symmetry: also that y is at most its image under each of the
 * kernel's symmetries. */
void reduction_classes(struct reduction *r, bool symmetry);

#endif
