/* Provers: CaDiCaL, in process, or a program refutes a formula and writes a proof, which a checker
 * verifies. */
#pragma once

#include "solvers/solver.h"

struct prover {
    const struct cnf_buffer *formula;
    const char *command; /* takes two names, FORMULA and PROOF, and ends with a solver's status; NULL: CaDiCaL */
    const char *config;  /* CaDiCaL's, see solver_open */
    int seed;
    struct job *job; /* borrowed; NULL: none */
    /* NULL, or takes the lemmas of the proof, as in struct drat; there are none if `rat`. */
    void (*follows)(void *state, const lit *x, int n, const int64_t *from, int hints, const int64_t *drops,
                    int dropped);
    void *follows_state;
    int64_t rat; /* needed steps that need more than propagation */
    /* CPU seconds of prover_refute. */
    double prove_seconds, check_seconds;
};

/* SOLVER_UNSAT: the proof, in DRAT, text or binary. SOLVER_FAILED: a sentence. */
enum solver_answer prover_run(const struct prover *p, struct text *proof, struct text *err);
/* Calls prover_run, and checks the proof of SOLVER_UNSAT within the job `checking`. *proof (NULL:
 * not wanted) then has only the steps that are needed. */
enum solver_answer prover_refute(struct prover *p, struct job *checking, struct text *proof, struct text *err);
