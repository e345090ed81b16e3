/* Rising lists of what parts of a weighted sum can come to. */
#ifndef RISING_H
#define RISING_H

#include "base/base.h"

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
struct rising rising_pairs(const struct rising_from *a, const struct rising_from *b, int64_t top);
/* The first place from k on, among n, with v or more; n: there is none. */
int rising_place(const int64_t *sum, int k, int n, int64_t v);

#endif
