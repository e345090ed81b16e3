/* Sums as quotient and remainder, both in unary: sum = p q + r, 0 <= r < p.
 *
 *          q: |1|2|3|..          r: |1|2|..|p-1|        cells "q is at least j", "r is at least j"
 *
 * Two of them are added digit by digit, with a carry from r to q. A number over m inputs has about
 * p + m/p cells instead of m, so that a balanced tree over n inputs with p about sqrt(n) has
 * O(n^1.5) clauses (Ogawa, Liu, Hasegawa, Koshimura, Fujita, ICTAI 2013). Where only sums up to
 * some `top` are asked for, q ends with the first value that is too large (Morgado, Ignatiev,
 * Marques-Silva, JSAT 2014). */
#ifndef MODULO_H
#define MODULO_H

#include "cnf/encoder.h"

/* lo <= sum <= hi, and counters, over a balanced tree. The modulus is about sqrt(inputs); sums
 * above top need not be told apart. */
void modulo_encode(const struct constraint *c, int inputs, int top, struct cnf *f);
void modulo_count(const struct constraint *c, int inputs, int top, enum direction d, struct cnf *f,
                  struct outputs *out);

#endif
