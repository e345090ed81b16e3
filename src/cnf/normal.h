/* The way into normal form (constraint.h): one sum or parity at a time.
 *
 * Repeated and opposite literals are merged, weights made positive and divided by their greatest common divisor, bounds
 * tightened, weights beyond a single bound cut down to it; literals that a bound or a residue
 * decides alone are fixed by unit clauses and leave. */
#ifndef NORMAL_H
#define NORMAL_H

#include "base/table.h"
#include "cnf/cnf.h"

/* Zeroed = empty. Room is kept from one row to the next. */
struct normal {
    struct lits x; /* distinct variables */
    int64_t *w;    /* all > 0 */
    int *block;    /* rising, if has_block */
    size_t w_cap, block_cap;
    bool has_block;
    int64_t total;
    __int128 lo, hi;    /* after normal_sum: 0 <= lo <= hi <= total */
    bool is_short;      /* while a row is read: the index in x of a variable is searched for, */
    struct table place; /* or else found here */
};

enum normal_kind { NORMAL_TRUE, NORMAL_FALSE, NORMAL_ONES, NORMAL_WEIGHTS };

/* lo <= sum w x <= hi (w NULL: ones); INT64_MIN, INT64_MAX: no bound. Units go to f. */
enum normal_kind normal_sum(struct normal *t, struct cnf *f, const lit *x, const int64_t *w, const int *block, int n,
                            int64_t lo, int64_t hi);
/* sum x = parity mod 2, over positive literals of distinct variables in t->x; parity follows. */
void normal_xor(struct normal *t, const lit *x, int n, int *parity);
void normal_release(struct normal *t);

/* What residues say about a sum (normal_residue.c). Takes the solutions of lo <= sum w[i] x[i] <= hi, x[i] in {0, 1},
 * w[i] > 0, 0 <= lo <= hi <= total, modulo every d up to 64, and modulo the greatest common divisor of all weights but
 * one. Sets value[i] to 0 or 1 if each solution has that x[i] for such a reason, else to -1. False: there is no
 * solution. */
bool normal_residue(const int64_t *w, int n, int64_t lo, int64_t hi, signed char *value);

#endif
