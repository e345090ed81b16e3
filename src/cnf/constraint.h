/* The normal form of a constraint, which encoders get.
 *
 * lower.c makes it, so that encoders need no edge cases:
 *   AMO   at most one of x[0..n-1];           n >= 2, lo = 0, hi = 1
 *   CARD  lo <= x[0] + ... + x[n-1] <= hi;    n >= 2, 0 <= lo <= hi <= n, not both trivial
 *   PB    lo <= sum w[i] x[i] <= hi;          n >= 1, w[i] > 0, 0 <= lo <= hi <= total, not both
 *         trivial, no weight above the bound it can violate alone; total fits in 63 bits
 *   XOR   x[0] + ... + x[n-1] = hi mod 2;     n >= 1, lo = hi in {0, 1}
 * No variable occurs twice. A side is trivial if it excludes nothing (lo = 0; hi = n or total). For
 * an encoder that is not `both`, lower splits the constraint: the encoder only gets lo = 0, and an
 * at-least becomes an at-most of the negated literals. */
#ifndef CONSTRAINT_H
#define CONSTRAINT_H

#include "base/base.h"

enum kind { AMO, CARD, PB, XOR, KINDS };

/* The parameters after an encoding's name: `commander:4`, `cut:5,tree`. size 0: the encoder's
 * default. */
struct tuning {
    int size;
    bool tree;
    int64_t
        most; /* feasible(): the number of clauses above which auto takes another encoder; 0: the encoder's own limit */
};

struct constraint {
    enum kind kind;
    int n;
    const lit *x;
    const int64_t *w; /* PB only, else NULL */
    int64_t lo, hi;
    /* Optional: block[i] is the part of a natural partition (a board's row) with x[i], rising from 0;
     * else NULL. */
    const int *block;
    /* Optional, PB only: other clauses say that of the x[i] with the same number, 0 <= group[i] < n, at
     * most one is true; encoders may use that. NULL: nothing is known. */
    const int *group;
    struct tuning tuning; /* parameters of its encoder */
};

#endif
