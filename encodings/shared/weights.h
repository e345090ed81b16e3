/* The terms of a PB constraint, by weight. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "cnf/encoder.h"

struct weighted {
    int64_t w;
    lit x;
};

/* c's terms, the heaviest or the lightest first, equal ones by variable; free it. */
struct weighted *weights_sorted(const struct constraint *c, bool heaviest_first);
/* The same, as they come. */
struct weighted *weights_plain(const struct constraint *c);

/* Appends the inputs whose weight has this bit. */
void weights_bit(const struct constraint *c, int bit, struct lits *x);
double weights_bits(const struct constraint *c, int bit); /* how many these are */

/* A feasible() that refuses: more than so many of something (what) would be needed for c; it says what to use. */
bool weights_refuse(const struct constraint *c, const char *name, int most, const char *what, struct text *err);
/* A feasible() by an estimated number of clauses, at most `most` or what c's tuning allows. */
bool weights_feasible(const struct constraint *c, const char *name, double clauses, int64_t most, const char *use,
                      struct text *err);

#endif
