/* The least sum over a kernel that falls into halves, by meeting in the middle.
 *
 * Suppose the objective's variables come in four parts A, B, C, D such that the parts' sums are functions of few
 * coordinates each: F = F_A(a) + F_B(b) + F_C(c) + F_D(d), where (a, b) are coordinates of the
 * whole kernel, and so are (c, d). Then whatever lies little below the maxima M of all four, by
 * less than t in all, lies by less than t / 2 below in A and B together, or in C and D together.
 * So: find the best points of each part by a transform of its own (2^(d/2) points instead of 2^d),
 * go through the pairs of A and B, and of C and D, in the order of what they fall short, and stop
 * when the next pairs fall short by too much to beat the best that was seen. That is a proof.
 *
 * The parts are a hint of the formulation (model_parts); the ranks that make it work are computed
 * here. On boards of lights of odd size the four classes of cells by the parities of row and column
 * are such parts: a 79 x 79 board with a kernel of 64 dimensions takes less than a minute. */
#ifndef KERNEL_HALVES_H
#define KERNEL_HALVES_H

#include "gf2/kernel.h"

/* Do the model's parts fall into such halves? Kernels of at most 126 dimensions, parts of at most 44. */
bool kernel_halves_applies(const struct model *m, const struct kernel *k);
/* CPU seconds for the transforms, roughly. */
double kernel_halves_estimate(const struct model *m, const struct kernel *k);

struct meeting {
    bool done;     /* sum is the least, proved */
    int64_t sum;   /* the least found, if any */
    uint64_t y[2]; /* where: bit j is y[j] */
    bool any;
    int64_t least; /* no sum is below this one */
    int64_t pairs; /* looked at */
};
/* Until the proof is complete, the tables would need more than so many kilobytes, or the job (NULL:
 * none) is over. told, if not NULL, is called now and then with the result so far. */
void kernel_halves_run(const struct model *m, const struct kernel *k, int kilobytes, struct meeting *result,
                       struct job *job, void (*progress)(const struct meeting *, void *), void *arg);

#endif
