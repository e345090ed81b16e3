/* Literals: DIMACS integers.
 *
 * A variable is 1, 2, 3, ...; a literal is a variable or its negation, written -v. 0 is no literal:
 * it ends a clause in DIMACS and stands for "none" here. */
#ifndef LIT_H
#define LIT_H

#include <stdbool.h>

typedef int lit;

static inline int lit_var(lit l) { return l < 0 ? -l : l; }
static inline int lit_sign(lit l) { return l < 0 ? -1 : 1; }

/* Which way what is counted and the literal that says so force each other: the count forces the
 * literal, the literal the count, or both. */
enum direction { COUNT_UP = 1, COUNT_DOWN = 2, COUNT_BOTH = 3 };

/* Values of variables: v[1..n], 1 true, -1 false, 0 unknown. */
struct values {
    signed char *v;
    int n;
};
static inline bool value_true(struct values a, lit l) { return a.v[lit_var(l)] == lit_sign(l); }

_Noreturn void lit_overflow(void); /* there are no more variables; in lit.c */

#endif
