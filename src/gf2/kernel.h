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
