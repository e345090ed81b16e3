/* A session: a formula and an answer. Strategies use these calls. session_parity.h has the work
 * over GF(2), session_check.h the checks of answers.
 *
 * The state of the formula says which calls may follow (`require`), and what they lead to
 * (`ensure`). Calls without a line leave the state as it is.
 *
 *     EMPTY --session_build--> BUILT --session_eliminate--> ELIMINATED --session_open--> OPEN
 *
 * session_build and session_open may be called in each state. They begin again, unless there is a
 * model for the same bounds that no solver has yet. */
#pragma once

#include "search/search.h"
#include "search/session_formula.h"

struct session {
    const struct problem *problem;
    struct answer *answer;
    struct formula formula;
    struct bounds bounds;   /* for the next model; from the problem, perhaps changed before it is built */
    const int64_t *good;    /* not NULL: one more rule of the model requires an objective value of *good or better */
    struct policy counting; /* chooses the encoding of the objective's counter; a search may replace the problem's */
    bool eager;             /* no constraint is lazy: the clauses and variables are those of a file */
    struct cases *cases;    /* of session_next, after the first solutions; NULL: none yet */
    bool deferred;          /* refutations are only recorded, and proved all at once, by session_settle */
    struct drat_point *refuted; /* for each of them, the step that its assumptions do not all hold */
    int refutations;
    size_t refuted_cap;
    bool many; /* the search refutes hundreds of formulas, so that each optional check gets less time */
    /* The last solution that passed the checks, and its objective's sum (0: no objective). */
    struct solution solution;
    int64_t sum;
    bool logs;             /* the search is one whose steps can be logged as cutting planes */
    struct sums_log *sums; /* a proof that is logged, see session_sums.h; NULL: none */
    bool confirmed;        /* a proof of the whole answer was tried; it is tried once */
    int64_t checked;       /* bytes of the formulas and DRAT proofs that were checked, whether or not they hold */
    double reported_at;    /* wall */
    struct job job;        /* a child of the problem's job; all work of the session reports to it */
};

/* ---- opening --------------------------------------------------------------------------------- */

/* Begins a session; both arguments are borrowed. Call session_release in any case.
 *     ensure (EMPTY) */
void session_init(struct session *session, const struct problem *q, struct answer *a);
void session_release(struct session *session);
/* Builds the model for solutions with sum <= most (INT64_MAX: all), unless it is built already.
 * False: it was stopped, and the status is set.
 *     ensure (BUILT | ELIMINATED) */
bool session_build(struct session *session, int64_t most) __attribute__((warn_unused_result));
/* Builds, eliminates, reduces and encodes into a new solver. Encodes the bound if the rows do not
 * imply it. False: a status is set.
 *     ensure (OPEN, or false) */
bool session_open(struct session *session, int64_t most, const char *config);
/* Opens a solver for the clauses of the model. False: a status is set.
 *     require (BUILT | ELIMINATED | OPEN)    ensure (OPEN, or false) */
bool session_open_solver(struct session *session, const char *config);
/* Names the present work for the progress; NULL: solving. */
void session_stage(struct session *session, const char *stage);
/* Records the formula's size and the CPU time of encoding since `start`, of session_cpu. */
void session_encoded(struct session *session, double start);
double session_cpu(void); /* CPU seconds of this thread and of ended children */
/* Sets the status. Returns false. */
bool session_refuse(struct session *session, enum status status);
/* Sets the status after an encoding failed: it was too large, or stopped. Returns false. */
bool session_encoding_failed(struct session *session);

/* ---- bounds: require (OPEN) ------------------------------------------------------------------- *
 *
 * Other clauses go to the formula's sink, and by formula_block. */

/* The objective of the built model, whose sums all bounds here are; NULL: none. */
const struct objective *session_objective(const struct session *session);
/* The least sum >= least that agrees with the sum of a solution modulo the step of all sums. */
int64_t session_align(int64_t least, int64_t found, int64_t step);
/* Adds the objective's counter for bounds lo <= k < hi. False: a status is set or, with the status
 * unchanged, the encoder has no counter. */
bool session_counter(struct session *session, int64_t lo, int64_t hi);
/* Asserts sum <= most through the counter, permanently or for the next call only. */
void session_bound(struct session *session, int64_t most, bool permanent);
/* After a permanent bound: assumes in the next call the literals that the bound needs. */
void session_repeat_bound(struct session *session);
/* Adds a counter over n >= 2 literals (of a core); outputs 1..most go to out. False: a status is
 * set. */
bool session_count(struct session *session, const lit *x, int n, int most, struct outputs *out);
/* Returns a literal that implies lo <= the value <= hi of this integer of the model, and that the
 * value lo implies (session_within.c). */
lit session_within(struct session *session, int integer, int64_t lo, int64_t hi);

/* ---- solving (session_solve.c) --------------------------------------------------------------- */

/* Calls the solver once. SOLVER_SAT: the values passed the checks, and solution and sum are set.
 * SOLVER_FAILED: a status is set, with a sentence. */
enum solver_answer session_solve(struct session *session);
/* Does the same for a solution that differs in a solution variable from those of all earlier calls:
 * each enumeration is a loop around it. SOLVER_UNSAT: there are no more. After many solutions it
 * goes from case to case (session_cases.h), so that no solution costs more than the first ones. */
enum solver_answer session_next(struct session *session);
enum { SESSION_FEW = 100 };
/* Calls the solver for a solution with sum < below. If there is one, only `sum` is set, and nothing
 * is checked. */
enum solver_answer session_solve_below(struct session *session, int64_t below);
/* Finds some solution: by local search if there is a kernel to search, else by the solver. */
enum solver_answer session_first(struct session *session);
/* After SOLVER_UNSAT: keeps those literals of core whose assumption (sign -1: of their negation)
 * was needed. */
void session_core(struct session *session, struct lits *core, int sign);
/* The status of an answer if SOLVER_SAT means `sat` and SOLVER_UNSAT `unsat`. */
enum status session_status(const struct session *session, enum solver_answer answer, enum status sat,
                           enum status unsat);
/* Records the session's solution and sum in the answer, as the best solution, and publishes it. */
void session_keep(struct session *session);
/* Records that no solution has sum < least, and publishes a new bound. */
void session_exclude(struct session *session, int64_t least);
