/* All points of a kernel, for the least sum: the certain way as long as 2^dimension is affordable.
 *
 * With F(y) = sum over classes of spin * (-1)^(pattern . y), sum(y) = base + (sum of spins - F(y)) / 2, and F is a
 * Walsh-Hadamard transform (transform.h). Symmetries: the coordinates within a block are chosen such that every symmetry
 * permutes the blocks, and a block that some symmetry takes to a lower number is left out. */
#ifndef KERNEL_ENUMERATE_H
#define KERNEL_ENUMERATE_H

#include "gf2/kernel.h"

/* How far an enumeration has come. */
struct enumeration {
    uint64_t next, blocks; /* blocks 0 .. next - 1 of `blocks` are done */
    int64_t sum;           /* the least so far; next > 0 */
    uint64_t y;            /* where; the first block that has it wins, whatever the number of threads */
};

/* Can this kernel be enumerated at all (its model has parity rows only, at most 63 dimensions)? */
bool kernel_enumerate_applies(const struct kernel *k);
/* CPU seconds that it will take, roughly, on one core. */
double kernel_enumerate_estimate(const struct kernel *k);

/* A fresh state. */
struct enumeration kernel_enumerate_begin(const struct kernel *k);
/* Goes on until all is done (next == blocks) or stop() says true; stop is asked, with the state, about every
 * second. */
void kernel_enumerate_run(const struct kernel *k, int threads, struct enumeration *state,
                          bool (*stop)(const struct enumeration *, void *), void *arg);

#endif
