/* The kernel form of a model: its variables as few literals over the kernel's coordinates y.
 *
 * Variables of XOR rows whose rows of K are equal always agree or always differ: they form a
 * *class*, and one literal represents all. With z_k = (pattern_k . y) the objective reads
 *     sum(y) = base + sum over classes k of spin_k * z_k,
 * where spin_k is the sum of the weights of the class's literals, negative for those that are true
 * at y = 0. */
#pragma once

#include "gf2/parity.h"

/* An affine map of the kernel's coordinates, for dimension <= 63: y -> sum of image[j] over the
 * bits j of y, plus shift. The objective has the same sum at y and at its image. */
struct kernel_map {
    uint64_t image[63], shift;
};

struct kernel {
    int dimension, words;
    int classes;       /* class 0: the pattern 0, constants */
    uint64_t *pattern; /* `words` words for each class, in the format of parity_form; bit 0 is 0 */
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
/* Whether y[j] is in the pattern. */
static inline bool kernel_has(const uint64_t *pattern, int j) { return pattern[(j + 1) / 64] >> ((j + 1) % 64) & 1; }

/* Makes the kernel form of a consistent p. Objective variables in no XOR row get their cheaper
 * value: spins and base leave them out. If the model's job ends meanwhile, the kernel is
 * invalid. */
struct kernel *kernel_new(const struct model *m, const struct parity *p);
void kernel_free(struct kernel *k);

/* sum(y) for dimension <= 63, bit j of y being y[j]. */
int64_t kernel_sum(const struct kernel *k, uint64_t y);
/* Sets the values of the model's variables at y (bit j is y[j / 64] >> j % 64). Variables in no XOR
 * row get their cheaper value in the objective, or false. */
void kernel_values(const struct kernel *k, const struct model *m, const uint64_t *y, struct values out);

/* Returns a y of small sum by local search: steepest descent over flips of one or two coordinates,
 * restarted. dimension <= 63. */
uint64_t kernel_descend(const struct kernel *k, int restarts, int seed);

static inline uint64_t kernel_map_apply(const struct kernel_map *g, uint64_t y)
{
    uint64_t to = g->shift;
    for (; y; y &= y - 1) to ^= g->image[__builtin_ctzll(y)];
    return to;
}

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

/* Runs to the end or until the job (NULL: none) is over. Calls progress, if not NULL, with the
 * result so far every few milliseconds. */
void kernel_enumerate_run(const struct kernel *k, struct kernel_least *result, struct job *job,
                          void (*progress)(const struct kernel_least *, void *), void *arg);

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

/* Whether the model's parts fall into such halves, for kernels of at most 126 dimensions and parts
 * of at most 44. */
bool kernel_halves_applies(const struct model *m, const struct kernel *k);
/* An estimate of the CPU seconds for the transforms. */
double kernel_halves_estimate(const struct model *m, const struct kernel *k);

/* Runs until the proof is complete, the tables would need more than so many kilobytes, or the job
 * (NULL: none) is over. Calls progress, if not NULL, at intervals with the result so far. */
void kernel_halves_run(const struct model *m, const struct kernel *k, int kilobytes, struct kernel_least *result,
                       struct job *job, void (*progress)(const struct kernel_least *, void *), void *arg);
