/* The terms of a PB constraint, by weight. */
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
struct leaves weights_leaves(const struct constraint *c, bool use_groups);
/* Without groups as they come. */
struct leaves weights_leaves_plain(const struct constraint *c, bool use_groups);
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

#endif
