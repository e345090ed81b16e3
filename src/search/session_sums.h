/* Additions to searches by a solver that takes sums as they are. An extra has it; without one,
 * nothing is added. */
#pragma once

#include "search/strategy.h"

/* The most bytes of a proof that is required. */
static const size_t PROOF_MOST = SIZE_MAX / 4 < UINT64_C(1) << 33 ? SIZE_MAX / 4 : (size_t)(UINT64_C(1) << 33);

struct sums_methods {
    const char *proves; /* the program that logs proofs, for manifests */
    /* If the session's solver takes rows, and its model's rows are the constraints of a file: adds
     * them, and logs a proof if the problem requires one. False: neither, and nothing changed. */
    bool (*open)(struct session *session);
    /* Logs these values as a solution; the next bound requires a better one. */
    void (*found)(struct session *session, struct values values);
    /* After SOLVER_UNSAT: ends the proof and checks it; if no proof was required, within a share of
     * the answer's time. True: it is evidence now. */
    bool (*refuted)(struct session *session);
    /* Ends the log, if there is one, with the known bounds. */
    void (*release)(struct session *session);
    /* If the session's answer has unchecked refutations, and a cutting-planes proof may replace
     * them: lets a logged run refute all better solutions. Its time is 3 times that of the answer
     * since `start` (of session_cpu) or, if no proof was required, a tenth of it or a second.
     * Changes only the evidence. */
    void (*confirm)(struct session *session, double start);
    /* Searches by turns, for models with sums. */
    enum status (*search)(struct session *session);
    /* Bounds an interleaved search by a solution of the other one: its sum and its values. */
    void (*bound)(struct interleaved *t, int64_t best, struct values values);
    /* Continues it for about so many CPU seconds. SOLVER_UNSAT: nothing is better than best;
     * SOLVER_SAT: best is optimal; SOLVER_UNKNOWN: the time is used; SOLVER_FAILED: a status is
     * set. */
    enum solver_answer (*turn)(struct interleaved *t, double seconds);
};
extern const struct sums_methods *const session_sums; /* NULL: no extra has them */
