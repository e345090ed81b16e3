/* The kernel form of a model: its variables as few literals over the kernel's coordinates y.
 *
 * Variables of XOR rows whose rows of K are equal always agree or always differ: they form a *class*, and one
 * literal stands for all. With z_k = (pattern_k . y) the objective reads
 *     sum(y) = base + sum over classes k of spin_k * z_k,
 * where spin_k adds up the weights of the class's literals, negatively for those that are true at y = 0. */
#ifndef KERNEL_H
#define KERNEL_H

#include "gf2/parity.h"

/* An affine map of the kernel's coordinates, for dimension <= 63: y -> sum of image[j] over the bits j of y, plus
 * shift. The objective has the same sum at y and at its image. */
struct kernel_map {
    uint64_t image[63], shift;
};

struct kernel {
    int dimension, words;
    int classes;       /* class 0: the pattern 0, constants */
    uint64_t *pattern; /* class -> `words` words, in the format of parity_form, bit 0 being 0 */
    int64_t *spin;
    int64_t base;
    int *class_of; /* variable -> class; -1: in no XOR row */
    bool *flipped; /* variable -> is it true at y = 0? */
    int vars;
    int *free_var; /* y[j] is this variable */
    int64_t step;  /* 1, 2, 4 or 8: all sums agree modulo step (see kernel.c for the proof) */
    bool alone;    /* the model has XOR rows only, so that every y is a solution */
    int maps;      /* symmetries that were checked, the identity not among them */
    struct kernel_map *map;
    struct job *job; /* the model's */
};
static inline const uint64_t *kernel_pattern(const struct kernel *k, int c)
{
    return k->pattern + (size_t)c * (size_t)k->words;
}
/* Is y[j] in the pattern? */
static inline bool kernel_has(const uint64_t *pattern, int j) { return pattern[(j + 1) / 64] >> ((j + 1) % 64) & 1; }

/* p is consistent. If the job of the model ends on the way, the kernel is not valid.
 * Objective variables that occur in no XOR row are set to what costs less: spins and base leave
 * them out. */
struct kernel *kernel_new(const struct model *m, const struct parity *p);
void kernel_free(struct kernel *k);

/* sum(y) for dimension <= 63, bit j of y being y[j]. */
int64_t kernel_sum(const struct kernel *k, uint64_t y);
/* The values of the model's variables at y (bit j at y[j / 64] >> j % 64). Variables in no XOR row
 * get the value that the objective likes, or false. */
void kernel_values(const struct kernel *k, const struct model *m, const uint64_t *y, struct values out);

/* Local search (steepest descent over flips of one or two coordinates, restarted): a y of small
 * sum, dimension <= 63. */
uint64_t kernel_descend(const struct kernel *k, int restarts, int seed);

static inline uint64_t kernel_map_apply(const struct kernel_map *g, uint64_t y)
{
    uint64_t to = g->shift;
    for (; y; y &= y - 1) to ^= g->image[__builtin_ctzll(y)];
    return to;
}

/* What a search for the least sum has found. */
struct kernel_least {
    bool any, done; /* done: sum is the least, proved */
    int64_t sum;    /* the least so far, if any */
    uint64_t y[2];  /* where: bit j is y[j] */
    int64_t least;  /* no sum is below this one; INT64_MIN: not known */
    double share;   /* of the points that were looked at; negative: not known */
    int64_t pairs;  /* that were looked at, by halves */
};
/* All points of a kernel, for the least sum: a proof as long as 2^dimension is affordable.
 *
 * With F(y) = sum over classes of spin * (-1)^(pattern . y), sum(y) = base + (sum of spins - F(y)) / 2, and F is a
 * Walsh-Hadamard transform (walsh.h). Kernels that fall into halves are faster by kernel_halves_run; this search
 * needs no
 * such structure. A board of 30x30 stones, one of them missing, has a kernel of 19 dimensions without halves: a few
 * milliseconds here, more than a minute for bounds on a SAT solver. */

/* Can this kernel be enumerated at all (its model has parity rows only, at most 63 dimensions, moderate weights)? */
bool kernel_enumerate_applies(const struct kernel *k);
/* CPU seconds that it will take, roughly. */
double kernel_enumerate_estimate(const struct kernel *k);

/* Goes on until all is done or the job (NULL: none) is over. progress, if not NULL, is called with the
 * result so far every few milliseconds. */
void kernel_enumerate_run(const struct kernel *k, struct kernel_least *result, struct job *job,
                          void (*progress)(const struct kernel_least *, void *), void *arg);

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

/* Do the model's parts fall into such halves? Kernels of at most 126 dimensions, parts of at most 44. */
bool kernel_halves_applies(const struct model *m, const struct kernel *k);
/* CPU seconds for the transforms, roughly. */
double kernel_halves_estimate(const struct model *m, const struct kernel *k);

/* Until the proof is complete, the tables would need more than so many kilobytes, or the job (NULL:
 * none) is over. progress, if not NULL, is called now and then with the result so far. */
void kernel_halves_run(const struct model *m, const struct kernel *k, int kilobytes, struct kernel_least *result,
                       struct job *job, void (*progress)(const struct kernel_least *, void *), void *arg);

#endif
