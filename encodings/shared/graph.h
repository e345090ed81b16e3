/* The graph of a connectivity constraint: neighbours, and how far apart connected vertices can be. */
#ifndef GRAPH_H
#define GRAPH_H

#include "cnf/encoder.h"

/* Vertex i's neighbours: to[at[i]] .. to[at[i + 1] - 1], each once, none of them i. */
struct graph {
    int *at, *to;
};
struct graph graph_of(const struct constraint *c);
void graph_release(struct graph *g);
/* Some vertex of each connected set of vertices is at most so many steps, inside the set, from all others: half the
 * number of vertices of the largest component. */
int graph_radius(const struct graph *g, int vertices);

#endif
