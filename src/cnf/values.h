/* Values of variables: v[1..n], 1 true, -1 false, 0 unknown. */
#pragma once

#include "cnf/lit.h"

struct values {
    signed char *v;
    int n;
};
static inline bool value_true(struct values a, lit l) { return a.v[lit_var(l)] == lit_sign(l); }
/* Whether one of n literals is true. Looks at all of them, because a branch at the first true one
 * is mispredicted. */
static inline bool values_some(struct values a, const lit *x, int n)
{
    bool some = false;
    for (int i = 0; i < n; i++) some |= value_true(a, x[i]);
    return some;
}
/* The sum of the weights (w NULL: all 1) of those of n literals that are true. */
static inline int64_t values_sum(struct values a, const lit *x, const int64_t *w, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (value_true(a, x[i])) sum += w ? w[i] : 1;
    return sum;
}
/* n unknown values; and their release. */
static inline struct values values_new(int n) { return (struct values){mem_new((size_t)n + 1, 1), n}; }
static inline void values_release(struct values *a) { mem_free(a->v); }
