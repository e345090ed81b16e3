/* All points of a kernel, for the least sum: a proof as long as 2^dimension is affordable.
 *
 * With F(y) = sum over classes of spin * (-1)^(pattern . y), sum(y) = base + (sum of spins - F(y)) / 2, and F is a
 * Walsh-Hadamard transform (walsh.h). Kernels that fall into halves are faster by kernel_halves.h; this search
 * needs no
 * such structure. A board of 30x30 stones, one of them missing, has a kernel of 19 dimensions without halves: a few
 * milliseconds here, more than a minute for bounds on a SAT solver. */
#ifndef KERNEL_ENUMERATE_H
#define KERNEL_ENUMERATE_H

#include "gf2/kernel.h"

struct enumeration {
    bool any, done; /* done: sum is the least, proved */
    int64_t sum;    /* the least so far, if any */
    uint64_t y;     /* the first point with that sum */
    double share;   /* of the points, looked at */
};

/* Can this kernel be enumerated at all (its model has parity rows only, at most 63 dimensions, moderate weights)? */
bool kernel_enumerate_applies(const struct kernel *k);
/* CPU seconds that it will take, roughly. */
double kernel_enumerate_estimate(const struct kernel *k);

/* Goes on until all is done or the job (NULL: none) is over. told, if not NULL, is called with the
 * result so far every few milliseconds. */
void kernel_enumerate_run(const struct kernel *k, struct enumeration *result, struct job *job,
                          void (*progress)(const struct enumeration *, void *), void *arg);

#endif
