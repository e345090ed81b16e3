/* Shares the work of computing many sums over GF(2): a short program of additions. */
#pragma once

#include "base/job.h"

#include <stddef.h>

/* Element i < dimension is the unit vector i; element dimension + k is the sum of the elements
 * line[k].a and line[k].b, which come before it. */
struct xor_line {
    int a, b;
};
struct xor_program {
    int dimension, lines;
    struct xor_line *line;
    size_t cap;
};

/* Makes a program whose elements include every target (bit vectors of at most 63 bits, none 0);
 * element[t] is the number of target t's element. Greedy: a target that is the sum of two elements
 * costs one line; if there is none, the sum that makes most targets possible is added first (after
 * Boyar, Matthews, Peralta, J. Cryptology 26, 2013). False: the job (NULL: none) is over. */
bool xor_share(struct xor_program *p, int dimension, const uint64_t *target, int targets, int *element,
               struct job *job);
void xor_program_release(struct xor_program *p);
