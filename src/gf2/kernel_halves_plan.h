/* How a kernel falls into halves: what meet.c goes through (nobody else, but meet_points.c). */
#ifndef KERNEL_HALVES_PLAN_H
#define KERNEL_HALVES_PLAN_H

#include "gf2/kernel.h"

enum { PARTS = 4, WORDS = 2, POINT_BITS = 48, MOST_RANK = 44, BYTES = (MOST_RANK + 7) / 8, SAMPLE = 16 };

/* A pattern in the coordinates of a half: bit i of part[0] says that the i-th basis pattern of its first part is in it, part[1] likewise. */
struct mask {
    uint64_t part[2];
};

/* Vectors in echelon form, each with the basis patterns that it is the sum of. */
struct frame {
    int words, n, rank[2];
    uint64_t vector[64 * WORDS][WORDS];
    struct mask sum[64 * WORDS];
    int basis[2][64]; /* the classes that were taken into the basis */
};

struct part {
    int terms, *class;
    int64_t *spin;
    int maximum;
    /* Candidates: points that fall short of the maximum by at most `reach`, all of them, as deficit << POINT_BITS | point,
       rising. */
    int64_t *sample; /* value + 32768 -> how many points of every SAMPLE-th block have it */
    int reach, n;
    uint64_t *v;
    size_t cap;
};

/* One half: two parts whose bases together are coordinates of the kernel. */
struct half {
    int part[2];
    struct frame frame;
    /* The other two parts' sum at a point is bits - 2 * (ones among these bits, which are linear in the point but for
       `origin`): a term of spin s is |s| bits, turned if s < 0. */
    int bits;
    size_t words;
    uint64_t *origin;
    uint64_t *table[2]; /* [byte of the point][its value]: `words` words each */
};

struct kernel_halves_plan {
    const struct kernel *kernel;
    struct part part[PARTS];
    struct half half[2];
    int64_t total; /* of all spins */
    int64_t unit;  /* F changes in multiples of this */
};

/* NULL: the model's parts do not fall into halves. */
struct kernel_halves_plan *kernel_halves_plan_new(const struct model *m, const struct kernel *k);
void kernel_halves_plan_free(struct kernel_halves_plan *p);

/* A part's patterns in its own coordinates, in the order of its terms. */
void kernel_halves_plan_patterns(const struct kernel_halves_plan *p, const struct half *h, int which,
                                 uint64_t *pattern);
/* Fills in half h's bits, origin and tables. */
void kernel_halves_plan_bits(struct kernel_halves_plan *p, int h);
/* What a point of one part contributes to the bits. */
void kernel_halves_plan_row(const struct half *h, int which, uint64_t point, uint64_t *row);
/* y (bit j is y[j]) at a point of a half. */
void kernel_halves_plan_y(const struct kernel_halves_plan *p, const struct half *h, const uint64_t point[2],
                          uint64_t y[WORDS]);

#endif
