/* One cube is answered: by a solver, with a proof kept if asked, or it is split, if that takes too long. */
#ifndef CUBE_ANSWER_H
#define CUBE_ANSWER_H

#include "cubes/cube_run.h"

struct cube_how {
    const struct problem *problem;
    int64_t most;       /* the bound of the objective's sum; INT64_MAX: none */
    double split_after; /* CPU seconds (of other programs: wall); 0: never */
    int parts;          /* into about so many */
    bool certify;       /* keep a proof; by the prover's program, if it is not NULL, else by CaDiCaL */
    const char *prover;
    const char *over; /* see cube_split */
};
/* Fills in the task's results. STATUS_UNKNOWN: interrupted, the task stays open; else the task's
 * state says what came of it, or STATUS_FAILED, STATUS_REFUSED with a sentence. */
enum status cube_answer(const struct cube_run *c, struct task *t, const struct cube_how *how, struct text *err);

/* What a task adds to the problem's formula: its literals as units, or, of `rest`, that no cube holds. */
void cube_clauses(const struct cube_run *c, const struct task *t, struct cnf *f);

#endif
