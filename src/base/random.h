/* A generator of pseudorandom numbers (splitmix64; Steele, Lea, Flood 2014), for local search and
 * tests. Any seed is valid. */
#pragma once

#include "base/failure.h"

#include <stdint.h>

struct random {
    uint64_t state;
};
static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number in 0..n-1, n >= 1. */
static inline int random_below(struct random *r, int n)
{
    assert(n >= 1 && "a range is not empty");
    return (int)(random_next(r) % (uint64_t)n);
}

/* Shuffles v (Fisher and Yates). */
static inline void random_shuffle(struct random *r, int *v, int n)
{
    for (int i = 0; i < n; i++) {
        int j = random_below(r, i + 1), swap = v[i];
        v[i] = v[j];
        v[j] = swap;
    }
}
