/* The loop: solve, optimise, count, explain (layer 4). */
#ifndef SEARCH_H
#define SEARCH_H

#include "lower.h"
#include "puzzle.h"
#include "solver.h"

enum status { STATUS_UNKNOWN = 0, STATUS_SATISFIABLE = 10, STATUS_UNSATISFIABLE = 20, STATUS_OPTIMAL = 30, STATUS_FAILED = 3 };

/* What is asked. Everything pointed to is borrowed. */
struct quest {
    const struct puzzle *puzzle;
    const struct instance *instance;
    const struct options *options;
    const struct formulation *formulation;
    struct policy policy;
    const char *solver;    /* solver_open's spec */
    const char *strategy;  /* a name in `strategies`, or NULL: the formulation's best */
    const char *parity;    /* none | propagate | kernel, or NULL: none */
    int seed;
    double time_limit;     /* wall seconds from the start; 0: none */
    bool (*interrupted)(void); /* Ctrl-C */
    /* Called at each better solution and about every second; NULL: silent. */
    void (*progress)(const struct quest *, const struct answer_so_far *);
    void *progress_state;
};

#endif
