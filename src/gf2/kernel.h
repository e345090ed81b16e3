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
    uint64_t *pattern; /* class -> `words` words, laid out like parity_form, bit 0 being 0 */
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

/* Of a consistent system. If the model hears a stop on the way, the kernel is worth nothing.
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

#endif
