/* The terms of a PB constraint by weight, the sums of parts of them, and sums in binary. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "cnf/encoder.h"

struct weighted {
    int64_t w;
    lit x;
};

/* Which terms form a leaf: those of a group, the lightest first; the leaves by their heaviest term.
 * at[i] .. at[i + 1] - 1 are leaf i's terms; without groups every term is one, equal ones by
 * variable. */
struct leaves {
    struct weighted *term;
    int *at, n;
    int64_t total; /* the heaviest terms of all leaves together */
};
struct leaves weights_leaves(const struct constraint *c, bool use_groups, bool sorted);
void weights_leaves_release(struct leaves *l);

/* Appends the inputs whose weight has this bit; of a group one literal: that one of those with the
 * bit is true (both: and only then, where the group holds). */
void weights_digit(const struct constraint *c, int bit, bool both, struct lits *x, struct cnf *f);
double weights_bits(const struct constraint *c, int bit); /* how many these are */

/* A feasible() that refuses: more than so many of something (what) would be needed for c; it says what to use. */
bool weights_refuse(const struct constraint *c, const char *name, int most, const char *what, struct text *err);
/* A feasible() by an estimated number of clauses, at most `most` or what c's tuning allows. */
bool weights_feasible(const struct constraint *c, const char *name, double clauses, int64_t most, const char *use,
                      struct text *err);

/* ---- rising lists of what parts of a weighted sum can be, and sums in binary ---- */

struct rising {
    int64_t *v; /* free it */
    int n;
};
/* A first one, and n more. */
struct rising_from {
    int64_t first;
    const int64_t *more;
    int n;
};

/* The distinct sums of one of a and one of b; of those that reach `top` only the least. */
struct rising weights_pairs(const struct rising_from *a, const struct rising_from *b, int64_t top);
/* The first place from k on, among n, with v or more; n: there is none. */
int weights_place(const int64_t *sum, int k, int n, int64_t v);

enum { WEIGHTS_BITS = 64 };

/* The number of these bits (0: one that is never set) is at most the bound, or y (sign -1); at
 * least the bound, or -y (sign 1). y 0: it must be. Of the bits above each, those that the bound
 * lets decide are in its clause. */
void weights_compare(const lit *z, int bits, int64_t bound, int sign, lit y, struct cnf *f);

#endif
