/* The terms of a PB constraint by weight, the sums of parts of them, and sums in binary. */
#pragma once

#include "cnf/encoder.h"

struct weighted {
    int64_t w;
    lit x;
};

/* The terms that form a leaf: those of a group, lightest first, or, without use_groups or c's
 * groups, each by itself. at[i] .. at[i + 1] - 1 are leaf i's terms. Groups, and with `sorted` all
 * leaves, are ordered by their heaviest terms. With blocks neither applies: c's order stays. */
struct weights_leaves {
    struct weighted *term;
    int *at, n;
    int64_t total; /* the sum of the heaviest terms of all leaves */
};
struct weights_leaves weights_leaves(const struct constraint *c, bool use_groups, bool sorted);
void weights_leaves_release(struct weights_leaves *l);

/* Says that y is true if and only if the weights of the true ones of these terms reach `least`. */
void weights_mean_sum(struct cnf *f, lit y, const struct weighted *term, int n, int64_t least);
static inline void weights_mean(struct cnf *f, lit y, const struct weighted *term, int n, int64_t least)
{
    if (f->means) weights_mean_sum(f, y, term, n, least);
}

/* Appends the inputs whose weight has this bit. Of a group it appends one literal, which is true if
 * one of those with the bit is (both: and only then, if the group holds). */
void weights_digit(const struct constraint *c, int bit, bool both, struct lits *x, struct cnf *f);
double weights_bits(const struct constraint *c, int bit); /* the number of these inputs */
static inline bool weights_one_bit(int64_t w) { return !(w & (w - 1)); }

/* For feasible(): returns false, with the sentence that c would need more than `most` of `what`,
 * and a better choice. */
bool weights_refuse(const struct constraint *c, const char *name, int most, const char *what, struct text *err);
/* For feasible(): whether the estimated number of clauses is at most `most` and within c's tuning;
 * else false, with a sentence that names another choice. */
bool weights_feasible(const struct constraint *c, const char *name, double clauses, int64_t most, const char *use,
                      struct text *err);

/* ---- rising lists of what parts of a weighted sum can be, and sums in binary ---- */

struct rising {
    int64_t *v; /* free it */
    int n;
};
/* A first sum, and n more. */
struct rising_from {
    int64_t first;
    const int64_t *more;
    int n;
};

/* The distinct sums of an element of a and an element of b; of those that reach `top` only the
 * least. */
struct rising weights_pairs(const struct rising_from *a, const struct rising_from *b, int64_t top,
                            const struct constraint *c);
/* The first index from k on, below n, whose sum is v or more; n: there is none. */
int weights_place(const int64_t *sum, int k, int n, int64_t v);

enum { WEIGHTS_BITS = 64 };

/* Adds clauses that compare the binary number of these bits (0: a bit that is never set) with a
 * bound. Sign -1: it is at most the bound, or y; sign 1: at least the bound, or -y. y 0: it must
 * be. The clause of each bit contains those bits above it that the comparison with the bound
 * depends on. */
void weights_compare(const lit *z, int bits, int64_t bound, int sign, lit y, struct cnf *f);
