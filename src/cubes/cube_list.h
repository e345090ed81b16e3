/* Cubes: lists of literals, each a case of a problem; and their files, lines `a 1 -2 3 0` as march
 * and others write them. */
#ifndef CUBE_LIST_H
#define CUBE_LIST_H

#include "base/base.h"

/* A growing list of cubes. Zeroed = empty. */
struct cube_list {
    struct lits lits, start; /* cube i begins at lits.v[start.v[i]] */
};
static inline int cube_count(const struct cube_list *l) { return l->start.n; }
int cube_at(const struct cube_list *l, int i, const lit **x); /* how many literals; they go to *x */
void cube_add(struct cube_list *l, const lit *x, int n);
void cube_list_release(struct cube_list *l);

/* Reads lines that begin with `a`; comments (`c`) and a line `p inccnf` are skipped. No variable is
 * above `vars`, and none occurs twice in a cube. False, with a sentence that names `name`. */
bool cube_list_read(const char *text, const char *name, int vars, struct cube_list *l, struct text *err);
void cube_write(const lit *x, int n, struct text *out); /* a line */

/* Do these cubes come of x[0..n-1] by splitting it on a variable, and the parts again, in this
 * order? Then one of them holds wherever x holds. */
bool cube_list_parts(const struct cube_list *l, const lit *x, int n);

#endif
