/* The sums that lead from nothing to within bounds, term by term: the nodes and edges of a decision diagram.
 *
 * Layer i has the sums of the first i steps from which the later ones can reach lo..hi, heaviest
 * steps first; all sums of a layer from which anything goes are one node. A step is a term, or a
 * group of which at most one term is true; an edge takes nothing of it, or one of its distinct
 * weights. Where layers from the start and sums from the end meet, those that the other half cannot
 * complete are left out. */
#ifndef LAYERS_H
#define LAYERS_H

#include "encodings/shared/weights.h"

enum { LAYERS_MOST_NODES = 1 << 21 };

struct layer {
    int64_t *sum; /* rising */
    bool *alive;  /* reaches the end */
    int n;
};

struct layers {
    struct leaves leaves; /* step i is leaf n - 1 - i */
    int64_t *weight;      /* the distinct weights of step i, rising: weight[first[i]] .. weight[first[i + 1] - 1] */
    int *first;
    struct layer *layer; /* n + 1 of them */
    struct layer *tail;  /* tail[i] = the sums of the steps from i on, where they were needed */
    int n;
    int64_t lo, hi, total, nodes;
};

struct layers layers_of(const struct constraint *c); /* a PB constraint; without nodes */
bool layers_grow(struct layers *d);                  /* false when there are too many nodes */
void layers_release(struct layers *d);               /* grown, or not, or in part */

static inline int layers_weights(const struct layers *d, int at) { return d->first[at + 1] - d->first[at]; }
/* What the step weighs at most. */
static inline int64_t layers_heaviest(const struct layers *d, int at) { return d->weight[d->first[at + 1] - 1]; }
/* Where node i of layer `at` leads to with option 0, nothing, or k, its k-th weight: a node of the
 * next layer that is alive, or -1. rest is what the steps behind that one weigh at most. */
int layers_edge(const struct layers *d, int at, int i, int option, int64_t rest);

#endif
