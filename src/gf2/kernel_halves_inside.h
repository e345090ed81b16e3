/* What kernel_halves*.c share: how a kernel falls into halves; the best points of a part, and how many there are of the
 * others, which kernel_halves.c pairs. */
#ifndef KERNEL_HALVES_INSIDE_H
#define KERNEL_HALVES_INSIDE_H

#include "gf2/kernel.h"
#include "gf2/walsh.h"

enum { PARTS = 4, WORDS = 2, POINT_BITS = 48, MOST_RANK = 44, BYTES = (MOST_RANK + 7) / 8, SAMPLE = 16 };

/* A pattern in the coordinates of a half: bit i of part[0] says that the i-th basis pattern of its
 * first part is in it, part[1] likewise. */
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

struct kernel_part {
    int terms, *class;
    int64_t *spin;
    int maximum;
    /* Candidates: points that fall short of the maximum by at most `reach`, all of them, as deficit
       << POINT_BITS | point, rising. */
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
    struct kernel_part part[PARTS];
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

/* A candidate: a point of a part, and by how much it falls short of the part's maximum. */
static inline int deficit_of(uint64_t candidate) { return (int)(candidate >> POINT_BITS); }
static inline uint64_t point_of(uint64_t candidate) { return candidate & ((UINT64_C(1) << POINT_BITS) - 1); }

/* All points of part `which` of a half, block by block; walsh_release it. */
void kernel_halves_plan_transform(const struct kernel_halves_plan *p, const struct half *h, int which, struct walsh *f);

/* One pass over all points of a part: its maximum, its candidates, at most `memory` bytes of them,
 * and its sample. A higher maximum pushes all candidates down; when there are too many, the reach
 * shrinks. False: the job is over. */
bool kernel_halves_plan_collect(struct kernel_halves_plan *p, const struct half *h, int which, size_t memory,
                                struct job *job);

/* The number of leading candidates that fall short by at most `deficit`. */
int kernel_halves_plan_within(const struct kernel_part *t, int deficit);

/* How many points of a part fall short by exactly `deficit`, as the sample has it. */
double kernel_halves_plan_sampled(const struct kernel_part *t, int deficit);

#endif
