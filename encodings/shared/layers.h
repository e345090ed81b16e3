/* The sums that lead from nothing to within bounds, term by term: the nodes and edges of a decision diagram.
 *
 * Layer i has the sums of the first i terms from which the later ones can reach lo..hi, heaviest terms first; all sums of
 * a layer from which anything goes are one node. An edge takes the layer's term or leaves it out. Where layers from the
 * start and sums from the end meet, those that the other half cannot complete are left out. */
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
    struct weighted *term; /* heaviest first */
    struct layer *layer;   /* n + 1 of them */
    struct layer *tail;    /* tail[i] = the sums of the terms from i on, where they were needed */
    int n;
    int64_t lo, hi, total, nodes;
};

struct layers layers_of(const struct constraint *c); /* a PB constraint; without nodes */
bool layers_grow(struct layers *d);                  /* false when there are too many nodes */
void layers_release(struct layers *d);               /* grown, or not, or in part */

/* Where node i of layer `at` leads to with term `at` taken or not: a node of the next layer that is alive, or -1. rest is
 * the weight of the terms behind that one. */
int layers_edge(const struct layers *d, int at, int i, bool taken, int64_t rest);

#endif
