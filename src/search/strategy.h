/* Strategies of search, each in its search_NAME.c, and their parts. Each takes a session from nothing to a status. */
#ifndef STRATEGY_H
#define STRATEGY_H

#include "search/session.h"

enum status search_up(struct session *session);
enum status search_core(struct session *session);
enum status search_mixed(struct session *session); /* search_core.c */
enum status search_interleaved(struct session *session);
enum status search_enumerate(struct session *session); /* search_kernel.c */
enum status search_meet(struct session *session);      /* search_kernel.c */
enum status search_dedicated(struct session *session, const struct dedicated_search *dedicated);
/* The strategy that is asked for, or the best one. Sets the answer's status. */
enum status search_alone(const struct problem *q, struct answer *a);
/* Is the problem's solver there? False: a status is set. Call it before anything is found without a solver. */
bool search_ready(const struct problem *q, struct answer *a);

/* ---- interleaved searches -------------------------------------------------------------------- */

/* The same problem in a solver that keeps sums as they are, which takes turns with a search by cores and shares its
 * answer. */
struct interleaved {
    struct problem q;
    struct session session;
    double seconds; /* CPU time that it took */
    double later;   /* CPU seconds that the other side gets first */
    bool open, found;
    int64_t best; /* in the built model's sums, of both sides */
};
/* search_mixed, in turns with that one. */
enum status search_core_interleaved(struct session *session, struct interleaved *interleaved);
/* Goes on for about so many CPU seconds. SOLVER_UNSAT: nothing better than best is left; SOLVER_SAT: best
 * is as good as can be; SOLVER_UNKNOWN: the turn is over; SOLVER_FAILED: a status is set. */
enum solver_answer interleaved_turn(struct interleaved *t, double seconds);
/* Takes the sum of a solution that the other side found. */
void interleaved_bound(struct interleaved *t, int64_t best);

/* Terms w x of an objective. */
struct exclusive {
    struct session *session;
    const lit *x;
    int64_t *w; /* what each still weighs */
    void (*costs)(void *state, lit y, int64_t weight);
    void *state;
};
/* Finds sets of at least two among the n terms of which at most one can be false, so that all but one must be true.
 * Takes the least weight of each from its terms, adds it for all but one of them to the result, and passes it to
 * `costs` with a literal that is true if all of them are. Intrinsic at-most-ones: Ignatiev, Morgado,
 * Marques-Silva, RC2, JSAT 2019. */
int64_t search_exclusive(const struct exclusive *e, int n);

/* ---- dedicated searches of the puzzles ------------------------------------------------------- */

struct dedicated_result {
    bool applies;  /* to this instance and formulation, and the user did not forbid it */
    bool found;    /* something was kept: a solution as good as asked for if it decides, else the first one */
    bool complete; /* nothing was left out: all solutions were reported or, if it decides, there is none */
    bool failed;   /* a solution was wrong, a status is set */
    int64_t sum;   /* of what was found */
};
/* Runs it. Solutions are verified, and reported to run.each; NULL: the first is enough. Sets run.job and run.seed. */
struct dedicated_result search_dedicated_run(struct session *session, const struct dedicated_search *dedicated,
                                             struct dedicated_run run);
/* Runs the puzzle's search that decides, if it has one, for a solution with sum <= most (INT64_MAX: any). */
struct dedicated_result search_dedicated_decide(struct session *session, int64_t most, int64_t effort);
/* Sets STATUS_REFUSED, with a sentence. */
enum status search_dedicated_refuse(struct session *session, const struct dedicated_search *dedicated);
/* The puzzle's first search that decides, or that does not; NULL: it has none. */
const struct dedicated_search *search_dedicated_of(const struct puzzle *p, bool decides);

/* ---- choosing -------------------------------------------------------------------------------- */

enum { LOOP_SECONDS = 10 }; /* the SAT loop does what is predicted to take it no longer */
/* Did the user name no formulation, solver, encoding or order? If one is named, no other search replaces or
 * helps it unasked. */
bool search_free(const struct problem *q);
/* The puzzle's dedicated search that is predicted to be faster than the SAT loop, with a sentence; NULL: none. */
const struct dedicated_search *search_auto(const struct problem *q, bool all, struct text *note);
/* Writes that sentence. what: "engine" or "search". */
void search_auto_note(const char *what, const char *name, double seconds, double loop, struct text *note);
/* The name of an engine or a search that the user asked for; NULL: auto. */
const char *search_asked(const char *name);
/* The name of the cheapest search of the kernel; NULL: none, or a status is set. asked: one of them is to run,
 * even if the SAT loop is predicted to be faster; then never NULL. */
const char *search_kernel(struct session *session, bool asked);

#endif
