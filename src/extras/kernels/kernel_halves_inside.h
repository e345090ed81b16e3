/* Shared by kernel_halves*.c: how a kernel falls into halves, the best points of a part, and an
 * estimate of the number of its other points. */
#pragma once

#include "extras/kernels/kernels.h"
#include "extras/kernels/walsh.h"

enum { PARTS = 4, WORDS = 2, POINT_BITS = 48, MOST_RANK = 44, BYTES = (MOST_RANK + 7) / 8, SAMPLE = 16 };

/* A pattern in the coordinates of a half: bit i of part[0] is set if the pattern contains the i-th
 * basis pattern of the first part; part[1] likewise for the second. */
struct mask {
    uint64_t part[2];
};

/* Vectors in echelon form, each with the basis patterns that add up to it. */
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
    /* Candidates: all points whose deficit from the maximum is at most `reach`, as deficit <<
     * POINT_BITS | point, rising. */
    int64_t *sample; /* the number of points of every SAMPLE-th block with value i - 32768 */
    int reach, n;
    uint64_t *v;
    size_t cap;
};

/* One half: two parts whose bases together are coordinates of the kernel. */
struct half {
    int part[2];
    struct frame frame;
    /* The other two parts' sum at a point is bits - 2 * (ones among these bits, which are linear in
     * the point, plus `origin`). A term of spin s is |s| bits, complemented if s < 0. */
    int bits;
    size_t words;
    uint64_t *origin;
    uint64_t *table[2]; /* `words` words for each byte of the point and each value of it */
};

struct kernel_halves_plan {
    const struct kernel *kernel;
    struct kernel_part part[PARTS];
    struct half half[2];
    int64_t total; /* of all spins */
    int64_t unit;  /* F changes in multiples of this */
};

/* Returns NULL if the model's parts do not fall into halves. */
struct kernel_halves_plan *kernel_halves_plan_new(const struct model *m, const struct kernel *k);
void kernel_halves_plan_free(struct kernel_halves_plan *p);

/* Fills in half h's bits, origin and tables. */
void kernel_halves_plan_bits(struct kernel_halves_plan *p, int h);
/* Adds the contribution of one part's point to the bits. */
void kernel_halves_plan_row(const struct half *h, int which, uint64_t point, uint64_t *row);
/* Computes y (bit j is y[j]) at a point of a half. */
void kernel_halves_plan_y(const struct kernel_halves_plan *p, const struct half *h, const uint64_t point[2],
                          uint64_t y[WORDS]);

/* A candidate: a point of a part and its deficit from the part's maximum. */
static inline int deficit_of(uint64_t candidate) { return (int)(candidate >> POINT_BITS); }
static inline uint64_t point_of(uint64_t candidate) { return candidate & ((UINT64_C(1) << POINT_BITS) - 1); }

/* Prepares a transform over all points of part `which` of a half; free it with walsh_release. */
void kernel_halves_plan_transform(const struct kernel_halves_plan *p, const struct half *h, int which, struct walsh *f);

/* One pass over all points of a part: finds its maximum, its candidates (at most `memory` bytes)
 * and its sample. A higher maximum raises all deficits; too many candidates reduce the reach.
 * False: the job is over. */
bool kernel_halves_plan_collect(struct kernel_halves_plan *p, const struct half *h, int which, size_t memory,
                                struct job *job);

/* The number of leading candidates with a deficit of at most `deficit`. */
int kernel_halves_plan_within(const struct kernel_part *t, int deficit);

/* An estimate, from the sample, of the number of points with exactly this deficit. */
double kernel_halves_plan_sampled(const struct kernel_part *t, int deficit);
