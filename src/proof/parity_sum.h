/* A parity certificate: equations of a model whose sum over GF(2) says something.
 *
 *      cell 1,1:  h1 + a       = 1        each hole lies in one cell, each domino in two: added up, the
 *      cell 1,2:  h2 + a + b   = 1        dominoes vanish, and the holes have the parity of the cells
 *      cell 1,3:  h3 +     b   = 1
 *      -------------------------
 *                 h1 + h2 + h3 = 1
 *
 * Rows that say "just so many of these" or are parities give the equations. Finding the rows takes
 * an elimination; believing them takes an addition. */
#ifndef PARITY_SUM_H
#define PARITY_SUM_H

#include "model/model.h"

/* Numbers of rows, rising, whose sum is the parity of the objective's sum (of 1 = 0 with no
 * objective: `refute`). False: there are none. */
bool parity_sum_find(const struct model *m, bool refute, struct lits *rows);
/* Adds them up. False, with a sentence: a number is no row that has a parity, or the sum is
 * something else. *odd: the parity that all solutions' sums have; for `refute` true is returned
 * only if the sum says 1 = 0. */
bool parity_sum_check(const struct model *m, bool refute, const struct lits *rows, bool *odd, struct text *err);

#endif
