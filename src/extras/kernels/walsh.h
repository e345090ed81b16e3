/* The Walsh-Hadamard transform of a sparse function, block by block.
 *
 * F(z) = sum over terms of spin * (-1)^(pattern . z), for all bit vectors z of some dimension. A
 * block is the 2^17 points (fewer in small dimensions) that agree in their high bits. It fits into
 * a cache, and each butterfly handles one bit. The lowest five bits are lanes: they are never
 * combined and have their own signs, so that every butterfly is a vector instruction. About 0.5 ns
 * per point. */
#pragma once

#include <stdint.h>

enum { LANE_BITS = 5, LANES = 1 << LANE_BITS, ROW_BITS = 12, BLOCK_BITS = LANE_BITS + ROW_BITS };

/* Compiles a function for these processors, too. Not with clang 14, whose names for the clones
 * other files cannot link, and not with a sanitizer, which is not initialized when a clone is
 * chosen. */
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONED(...) __attribute__((target_clones(__VA_ARGS__, "default")))
#else
#define CLONED(...)
#endif

struct wave;
struct walsh {
    int dimension;
    int low;         /* bits within a block */
    int rows;        /* of LANES points each, in a block */
    uint64_t blocks; /* 2^(dimension - low) */
    int waves;
    struct wave *wave;
};

/* Prepares a transform: dimension <= 63, and the sum of the absolute spins is at most INT16_MAX.
 * Leaves out terms with spin 0. */
void walsh_init(struct walsh *t, int dimension, int terms, const uint64_t *pattern, const int64_t *spin);
void walsh_release(struct walsh *t);

/* Computes a block into f, which has t->rows rows: entry i (row i / LANES, lane i % LANES) is
 * F(number << low | i), for i < 2^low; with fewer than LANES points they are repeated. Returns the
 * maximum. */
int walsh_block(const struct walsh *t, uint64_t number, int16_t (*restrict f)[LANES]);
