/* The graph of a connectivity constraint: its adjacency, and a bound of distances between connected
 * vertices. */
#pragma once

#include "cnf/encoder.h"

#include <limits.h>

/* Vertex i's neighbors: to[at[i]] .. to[at[i + 1] - 1], each once, none of them i. */
struct graph {
    int *at, *to;
};
struct graph graph_of(const struct constraint *c); /* released with graph_release */
void graph_release(struct graph *g);
/* A radius: some vertex of each connected set of vertices is at most so many steps, inside the set,
 * from all others. It is half the number of vertices of the largest component. */
int graph_radius(const struct graph *g, int vertices);
/* Writes the number of steps from the root to each vertex, over any vertices; INT_MAX: none lead
 * there. Returns the number of levels that c needs: its depth or, if it is less, one less than
 * the vertices that are reached. */
int graph_steps(const struct graph *g, const struct constraint *c, int *steps);
