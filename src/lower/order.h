/* The order of a model's variables as the solver numbers them, and of a counter's inputs.
 *
 * Order does not change what a formula says, but solvers decide and break ties by it, and counters
 * add in it. Orders are for comparing; the formulation's own is the default. */
#ifndef ORDER_H
#define ORDER_H

#include "model/model.h"

enum order {
    ORDER_POSED,   /* as the formulation lists them (gunport: a cell's hole and dominoes beside each other) */
    ORDER_GROUPED, /* variables of one group together: all holes, then all dominoes; inputs as built */
    ORDER_REVERSED,
    ORDER_RANDOM, /* by the seed */
};

/* A permutation of 1..vars, place[v] = the number that v gets; NULL for the built order. Give back with mem_free. */
int *order_variables(enum order o, int seed, const struct model *m);
/* Puts n inputs into the order, with their weights (w may be NULL). False: left as built. */
bool order_inputs(enum order o, int seed, int n, lit *x, int64_t *w);

#endif
