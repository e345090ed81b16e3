/* The best points of a part, and how many there are of the others: what meet.c pairs (nobody else). */
#ifndef KERNEL_HALVES_POINTS_H
#define KERNEL_HALVES_POINTS_H

#include "gf2/kernel_halves_plan.h"
#include "gf2/walsh.h"

/* A candidate: a point of a part, and by how much it falls short of the part's maximum. */
static inline int deficit_of(uint64_t candidate) { return (int)(candidate >> POINT_BITS); }
static inline uint64_t point_of(uint64_t candidate) { return candidate & ((UINT64_C(1) << POINT_BITS) - 1); }

/* All points of part `which` of a half, block by block; walsh_release it. */
void kernel_halves_points_transform(const struct kernel_halves_plan *p, const struct half *h, int which,
                                    struct walsh *f);

/* One pass over all points of a part: its maximum, its candidates, at most `memory` bytes of them, and its sample. A higher
 * maximum pushes all candidates down; when there are too many, the reach shrinks. False: stopped. */
bool kernel_halves_points_collect(struct kernel_halves_plan *p, const struct half *h, int which, size_t memory,
                                  bool (*stopped)(const void *), const void *arg);

/* The number of leading candidates that fall short by at most `deficit`. */
int kernel_halves_points_within(const struct part *t, int deficit);

/* How many points of a part fall short by exactly `deficit`, as the sample has it. */
double kernel_halves_points_sampled(const struct part *t, int deficit);

#endif
