/* Reductions: a model rewritten by what its parity rows imply, and the way back. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "gf2/kernel.h"

struct reduction;

/* The kernel form: variables y[j] for the kernel's coordinates, a literal for each class of variables that the other
 * rows, the objective or a symmetry speak of (defined by XORs of three that share their parts), the other rows
 * and the
 * objective with these literals in place of their own. With break_symmetry, y is at most its image under each of the
 * kernel's symmetries, lexicographically (Crawford, Ginsberg, Luks, Roy 1996). m and k must outlive
 * the result, whose model hears of stops where m does. */
struct reduction *reduction_new(const struct model *m, const struct kernel *k, bool break_symmetry);
void reduction_free(struct reduction *r);
struct model *reduction_model(const struct reduction *r);

/* Values of the reduced model -> values of the built one. */
void reduction_extend(const struct reduction *r, struct values reduced, struct values built);

#endif
