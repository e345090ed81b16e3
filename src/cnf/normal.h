/* Brings one sum or parity at a time to normal form (constraint.h).
 *
 * Merges repeated and opposite literals, makes weights positive, divides them by their greatest
 * common divisor, tightens bounds, and reduces weights to the bounds that they exceed. Fixes
 * literals that a bound or a residue determines by unit clauses and removes them. */
#pragma once

#include "base/table.h"
#include "cnf/cnf.h"

/* Zeroed = empty. Memory is kept from one row to the next. */
struct normal {
    struct lits x; /* distinct variables */
    int64_t *w;    /* all > 0 */
    int *block;    /* rising, if has_block */
    size_t w_cap, block_cap;
    bool has_block;
    int64_t total;
    __int128 lo, hi;    /* after normal_sum: 0 <= lo <= hi <= total */
    bool is_short;      /* while reading a row: search x for a variable's index, */
    struct table place; /* or look it up here */
};

enum normal_kind { NORMAL_TRUE, NORMAL_FALSE, NORMAL_ONES, NORMAL_WEIGHTS };

/* Writes the terms of lo <= sum w x <= hi to t as a sum over distinct variables with weights > 0,
 * in the order in which they occur first; the arguments are those of normal_sum. */
void normal_merge(struct normal *t, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi);
/* Normalizes lo <= sum w x <= hi (w NULL: all 1; INT64_MIN, INT64_MAX: no bound) into t. Sends unit
 * clauses to f. */
enum normal_kind normal_sum(struct normal *t, struct cnf *f, const lit *x, const int64_t *w, const int *block, int n,
                            int64_t lo, int64_t hi);
/* Normalizes sum x = *parity mod 2 into positive literals of distinct variables in t->x; *parity
 * changes accordingly. */
void normal_xor(struct normal *t, const lit *x, int n, int *parity);
void normal_release(struct normal *t);

/* Fixes inputs of a sum by residues (normal_residue.c). Takes the solutions of lo <= sum w[i] x[i]
 * <= hi, w[i] > 0, 0 <= lo <= hi <= total, modulo every d up to 64, and modulo the greatest common
 * divisor of all weights but one. Sets value[i] to 0 or 1 if x[i] has that value in all of them,
 * else to -1. False: there is no solution. It ends early if f is truncated, whose job is polled. */
bool normal_residue(const int64_t *w, int n, int64_t lo, int64_t hi, signed char *value, struct cnf *f);
