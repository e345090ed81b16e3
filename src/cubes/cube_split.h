/* Splitting: a formula into cases of about the same size, by the model's own cases and by lookahead. */
#ifndef CUBE_SPLIT_H
#define CUBE_SPLIT_H

#include "cnf/cnf.h"
#include "cubes/cube_list.h"
#include "model/model.h"

/* How a formula is split. A case that unit propagation refutes is left out, unless `whole`. */
struct cube_split {
    const struct cnf_buffer *formula; /* of the model */
    const struct model *model;
    int cubes;        /* about so many are wanted */
    bool cases;       /* begin with the model's own cases (model_split), in all combinations */
    bool built;       /* take the first open variable rather than look ahead */
    const char *over; /* only variables whose names fit this pattern of the shell's; NULL: all */
    bool whole;       /* the parts of `from`, as cube_list_parts wants them */
    const lit *from;  /* of this cube; NULL: of the whole formula */
    int from_n;
    struct job *job; /* borrowed; NULL: none */
};
/* The cubes, those that leave most variables open first unless `whole`. False, with a sentence: no
 * variable fits, or it was stopped.
 *
 * Lookahead: of the candidates, the variable whose two values assign most, as a product; the part
 * that leaves most open is split next. Heule, Kullmann, Wieringa & Biere, Cube and Conquer, HVC
 * 2011. */
bool cube_split(const struct cube_split *s, struct cube_list *out, struct text *err);

#endif
