/* Searches of a kernel without a solver: all its points, or meeting in the middle. */
#pragma once

#include "gf2/kernel.h"
#include "search/session.h"

/* See struct search_engine and struct strategy. */
const char *search_kernel(struct session *session, bool asked);
enum status search_enumerate(struct session *session);
enum status search_meet(struct session *session);

/* The result of a search for the least sum. */
struct kernel_least {
    bool any, done; /* done: sum is the least, proved */
    int64_t sum;    /* the least so far, if any */
    uint64_t y[2];  /* a point with this sum: bit j is y[j] */
    int64_t least;  /* no sum is below this one; INT64_MIN: not known */
    double share;   /* the fraction of the points examined so far; negative: not known */
    int64_t pairs;  /* pairs examined by kernel_halves_run */
};

/* All points of a kernel, for the least sum: a proof as long as 2^dimension is affordable.
 *
 * With F(y) = sum over classes of spin * (-1)^(pattern . y), sum(y) = base + (sum of spins - F(y))
 * / 2, and F is a Walsh-Hadamard transform (walsh.h). Kernels that fall into halves are faster by
 * kernel_halves_run; this search needs no such structure. A board of 30x30 stones, one of them
 * missing, has a kernel of 19 dimensions without halves: a few milliseconds here, more than a
 * minute for bounds on a SAT solver. */

/* Whether this kernel can be enumerated: its model has parity rows only, at most 63 dimensions and
 * moderate weights. */
bool kernel_enumerate_applies(const struct kernel *k);
/* An estimate of its CPU seconds. */
double kernel_enumerate_estimate(const struct kernel *k);

/* Runs to the end or until the job (NULL: none) is over, to which it publishes the result so far
 * every few milliseconds. */
void kernel_enumerate_run(const struct kernel *k, struct kernel_least *result, struct job *job);
/* Finds a point of least sum. False: that would take long, or this search is not for the kernel. */
bool kernel_enumerate_least(const struct kernel *k, uint64_t *y);

/* The least sum over a kernel that falls into halves, by meeting in the middle.
 *
 * Suppose the objective's variables come in four parts A, B, C, D whose sums are functions of few
 * coordinates each: F = F_A(a) + F_B(b) + F_C(c) + F_D(d). Here (a, b) are coordinates of the whole
 * kernel, and so are (c, d). If a point lies below the maxima M of all four by less than t in all,
 * it lies below by less than t / 2 in A and B together, or in C and D together.
 *
 * So the search finds the best points of each part by a transform of the part (2^(d/2) points
 * instead of 2^d). It goes through the pairs of A and B, and of C and D, in the order of their
 * deficits. It stops when the next pairs have too large a deficit to beat the best sum seen. That
 * is a proof.
 *
 * The parts are a hint of the formulation (struct model_facts); the ranks for it are computed
 * here. On boards of lights of odd size the four classes of cells by the parities of row and column
 * are such parts: a 79x79 board with a kernel of 64 dimensions takes less than a minute. */

/* An estimate of the CPU seconds for the transforms; negative: the model's parts do not fall into
 * such halves, for kernels of at most 126 dimensions and parts of at most 44. */
double kernel_halves_estimate(const struct model *m, const struct kernel *k);

/* Runs until the proof is complete, the tables would need more than so many kilobytes, or the job
 * (NULL: none) is over, to which it publishes the result so far at intervals. */
void kernel_halves_run(const struct model *m, const struct kernel *k, int kilobytes, struct kernel_least *result,
                       struct job *job);
