/* Literals: DIMACS integers.
 *
 * A variable is 1, 2, 3, ...; a literal is a variable or its negation, written -v. 0 is no literal:
 * it ends a clause in DIMACS and stands for "none" here. */
#ifndef LIT_H
#define LIT_H

typedef int lit;

static inline int lit_var(lit l) { return l < 0 ? -l : l; }
static inline int lit_sign(lit l) { return l < 0 ? -1 : 1; }

#endif
