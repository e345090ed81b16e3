/* What sums_pose.c is put together from: sum w x = target >= 0, every w > 0, of a total <= BOOTH_MOST. */
#ifndef SUMS_INSIDE_H
#define SUMS_INSIDE_H

#include "puzzles/fair/sums.h"

/* The sum itself, column by column in binary (sums_columns.c). */
void sums_columns(struct model *m, const lit *x, const int64_t *w, int n, int64_t target);
/* The residues modulo the d that tells most, as a rule of its own; or nothing, if none tells (sums_residues.c). */
void sums_residues(struct model *m, const lit *x, const int64_t *w, int n, int64_t target);

#endif
