/* Integers: reading, logarithms, and small functions. */
#pragma once

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>

/* Reads s, all of which must be a decimal integer within 64 bits; a sign is allowed. False: it is
 * not. */
bool number_parse(const char *s, int64_t *value);
/* floor(log2 n) and ceil(log2 n), n >= 1. */
static inline int log2_floor(uint64_t n)
{
    assert(n >= 1 && "a logarithm of a positive number");
    return 63 - __builtin_clzll(n);
}
static inline int log2_ceil(uint64_t n) { return n <= 1 ? 0 : log2_floor(n - 1) + 1; }
int64_t number_gcd(int64_t a, int64_t b);         /* of the absolute values; gcd(0, b) = |b| */
int number_compare(const void *a, const void *b); /* of int64_t, rising, for qsort */
int number_compare_int(const void *a, const void *b);
/* The form of a noun or verb for n things: `one` if n is 1, else `many`, as in plural(n, "row",
 * "rows"). */
static inline const char *plural(int64_t n, const char *one, const char *many) { return n == 1 ? one : many; }
/* a / b, b > 0, rounded up. */
static inline int64_t divide_up(int64_t a, int64_t b) { return a / b + (a % b > 0); }
static inline __int128 divide_up_wide(__int128 a, __int128 b) { return a / b + (a % b > 0); }
static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }
