/* Refutations that a puzzle's own search derives (struct derivation), as a proof in DRAT. */
#ifndef DERIVED_H
#define DERIVED_H

#include "puzzles/puzzle.h"

struct derived {
    const struct own_search *own; /* one that derives */
    const struct instance *instance;
    int64_t most; /* the formula's bound of the sum */
    int vars;     /* the formula's */
    bool (*over)(void *state);
    void *over_state;
    double share;
    /* Results. */
    bool stopped;
    int64_t states, steps;
    size_t bytes;
};

/* How long it is, exactly, without keeping it. False: with a sentence; there is none, it is too long (more than 2 GB), or it was
 * stopped. */
bool derived_size(struct derived *d, struct text *err);
/* The same, and writes it, in binary. */
bool derived_write(struct derived *d, struct text *proof, struct text *err);

#endif
