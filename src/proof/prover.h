/* Provers: a formula is refuted by CaDiCaL, in process, or by a program, and the proof is kept.
 * Nobody needs to believe them. */
#ifndef PROVER_H
#define PROVER_H

#include "solvers/solver.h"

struct prover {
    const struct cnf_buffer *formula;
    const char
        *command;       /* is given two names, FORMULA and PROOF, and ends with the status of a solver; NULL: CaDiCaL */
    const char *preset; /* CaDiCaL's, see solver_open */
    int seed;
    struct job *job; /* borrowed; NULL: none */
};

/* SOLVER_UNSAT: the proof, in DRAT, text or binary. SOLVER_FAILED: a sentence. */
enum solver_answer prover_run(const struct prover *p, struct text *proof, struct text *err);

#endif
