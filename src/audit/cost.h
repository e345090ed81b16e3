/* The `.cost` of an encoder, read: a list of claims about its size, each a formula that has a value.
 *
 * A cost is claims with ", " or "; " between them: [at most] FORMULA what, or about FORMULA what,
 * or O(FORMULA) what, where what is `clauses`, `variables` or `clauses and variables`. " for n =
 * 2^m" after all of them says that n is a power of two. Letters: n inputs, k the bound, w the
 * largest weight, N the number behind the encoder's name, m = log2 n. Functions: C(n,k), log2, log
 * (the same), sqrt, ceil, floor. Factors stand side by side: 2nk, n log^2 n. A claim without a word
 * before it is exact. */
#ifndef COST_H
#define COST_H

#include "base/base.h"

struct cost {
    const char *s; /* what is left to read; NULL: it cannot be read */
    double n, k, w, N;
};

enum cost_kind { COST_EXACT, COST_AT_MOST, COST_ABOUT, COST_ORDER };
struct cost_claim {
    enum cost_kind kind;
    double value;
    bool clauses, vars; /* what it is about */
};

/* The value of the formula that c->s begins with; c->s follows. */
double cost_formula(struct cost *c);
/* The next claim; false: there is none, or it cannot be read (c->s is NULL then). */
bool cost_next(struct cost *c, struct cost_claim *claim);
/* Is the claim for powers of two only? */
bool cost_of_powers(const char *s);

#endif
