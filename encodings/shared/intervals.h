/* Disjoint intervals of numbers, each with a literal, found again by a number.
 *
 * Splay trees (Sleator, Tarjan, JACM 1985), any number of them in one pool: amortised O(log n). */
#ifndef INTERVALS_H
#define INTERVALS_H

#include "base/base.h"

struct interval {
    int64_t lo, hi; /* both included */
    lit y;
    int left, right; /* places in the pool; 0: none */
};

/* Zeroed = empty. */
struct intervals {
    struct interval *v; /* place 0 is none */
    int n;              /* intervals and one, once there are some */
    size_t cap;
};

/* A tree is the place of its root, 0 if it is empty; looking for a number changes it. */
bool intervals_find(struct intervals *p, int *root, int64_t k, struct interval *found);
/* `new` must not overlap what is in the tree. */
void intervals_insert(struct intervals *p, int *root, struct interval new);
void intervals_release(struct intervals *p);

#endif
