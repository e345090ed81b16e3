/* Cubes: lists of literals, each a case of a problem; their files, lines `a 1 -2 3 0` as march and others write them;
 * and splitting, which makes them. A list of cubes is kept as clauses are, in a struct cnf_buffer. */
#ifndef CUBE_H
#define CUBE_H

#include "cnf/cnf.h"
#include "model/model.h"

static inline int cube_count(const struct cnf_buffer *cubes) { return (int)cubes->cnf.made.clauses; }

/* Reads lines that begin with `a`; comments (`c`) and a line `p inccnf` are skipped. No variable is
 * above `vars`, and none occurs twice in a cube. False, with a sentence that names `name`. */
bool cube_list_read(const char *text, const char *name, int vars, struct cnf_buffer *cubes, struct text *err);
void cube_list_write(const struct cnf_buffer *cubes, struct text *out);
void cube_list_write_cube(const lit *x, int n, struct text *out); /* one line */

/* Do these cubes come of x[0..n-1] by splitting it on a variable, and the parts again, in this
 * order? Then one of them holds wherever x holds. */
bool cube_list_parts(const struct cnf_buffer *cubes, const lit *x, int n);

/* How a formula is split into cases of about the same size. A case that unit propagation refutes is left out, unless
 * `whole`. */
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
/* Adds the cubes, those that leave most variables open first unless `whole`. False, with a sentence: no
 * variable fits, or it was stopped.
 *
 * Lookahead: of the candidates, the variable whose two values assign most, as a product; the part
 * that leaves most open is split next. Heule, Kullmann, Wieringa & Biere, Cube and Conquer, HVC
 * 2011. */
bool cube_split(const struct cube_split *s, struct cnf_buffer *out, struct text *err);

#endif
