/* Reductions: a model rewritten by the consequences of its parity rows, and the way back. */
#pragma once

#include "gf2/kernel.h"

struct reduction;

/* Makes the kernel form. It has variables y[j] for the kernel's coordinates, and a literal for each
 * class of variables in the other rows, the objective or a symmetry, defined by XORs of three that
 * share their parts. The other rows and the objective use these literals. With break_symmetry, y is
 * lexicographically at most its image under each of the kernel's symmetries (Crawford, Ginsberg,
 * Luks, Roy 1996). m and k must outlive the result, whose model polls m's job. */
struct reduction *reduction_new(const struct model *m, const struct kernel *k, bool break_symmetry);
void reduction_free(struct reduction *r);
struct model *reduction_model(const struct reduction *r); /* belongs to r */
/* Its literal for a class; 0: none. Its variable for one of the built model in no XOR row. */
lit reduction_class(const struct reduction *r, int class);
lit reduction_outside(const struct reduction *r, int var);
/* The number of the built model's row that became this row (from 1); 0: it defines a literal. */
int reduction_source(const struct reduction *r, int row);

/* Extends values of the reduced model to values of the built one. */
void reduction_extend(const struct reduction *r, struct values reduced, struct values built);
