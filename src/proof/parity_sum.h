/* A parity certificate: equations of a model whose sum over GF(2) determines a parity.
 *
 *      cell 1,1:  h1 + a       = 1     each hole covers one cell, each domino two. In the sum the
 *      cell 1,2:  h2 + a + b   = 1     dominoes cancel, and the holes have the parity of the cells
 *      cell 1,3:  h3 +     b   = 1
 *      -------------------------
 *                 h1 + h2 + h3 = 1
 *
 * Rows that require an exact number of their literals, and parities, give the equations. Finding
 * the rows takes an elimination; checking them takes an addition. */
#pragma once

#include "model/model.h"

/* Finds numbers of rows, rising, whose sum is the parity of the objective's sum or, with `refute`,
 * 1 = 0. False: there are none. */
bool parity_sum_find(const struct model *m, bool refute, struct lits *rows);
/* Adds up these rows. False: a number is not that of a row with a parity, or the sum is another
 * one. *odd: the parity of all solutions' sums; for `refute` true is returned only if the sum is
 * 1 = 0. */
bool parity_sum_check(const struct model *m, bool refute, const struct lits *rows, bool *odd);
