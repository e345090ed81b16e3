/* Strategies of search, each in its search_NAME.c, and their parts. Each runs a session and sets a
 * status. */
#pragma once

#include "search/session.h"

enum status search_up(struct session *session);
enum status search_core(struct session *session);
enum status search_mixed(struct session *session); /* search_core.c */
enum status search_dedicated(struct session *session, const struct engine *dedicated);
/* Runs the chosen strategy, or the best one. Sets the answer's status. */
enum status search_alone(const struct problem *q, struct answer *a);
/* Whether a search for all solutions begins with one for the best. Files of sums and models have it
 * even without an objective, because their own search refutes more than an enumeration. */
static inline bool search_solves_first(const struct problem *q) { return q->objective.name || q->puzzle->unit; }
/* After a strategy: see struct search_second. */
void search_continue(struct session *session);
/* Whether the problem's solver exists. False: a status is set. Call it before finding solutions
 * without a solver. */
bool search_ready(const struct problem *q, struct answer *a);

/* ---- interleaved searches -------------------------------------------------------------------- */

/* The same problem in a solver that stores sums natively, interleaved with a core-guided search
 * that shares its answer. */
struct interleaved {
    struct problem q;
    struct session session;
    double seconds; /* CPU time that it took */
    double later;   /* CPU seconds for the other search first */
    bool open, found;
    int64_t best;         /* best sum of the built model, of both searches */
    struct values values; /* of a solution with that sum; v NULL: not known */
};
/* Runs search_core or, if `mixed`, search_mixed, interleaved with that one (NULL: alone). */
enum status search_core_guided(struct session *session, bool mixed, struct interleaved *interleaved);

/* Finds sets of at least two of an objective's terms of which at most one can be false, so that all
 * but one must be true. Returns the sum of the costs. w: the remaining weight of each term.
 *
 * For each set it subtracts the least weight from all its terms and adds it for all but one of them
 * to the result. It adds a term of that weight to *more, with a literal that is true if all terms
 * of the set are. Intrinsic at-most-ones: Ignatiev, Morgado, Marques-Silva, RC2, JSAT 2019. */
int64_t search_exclusive(struct session *session, const struct objective *o, int64_t *w, struct terms *more);

/* ---- dedicated searches of the puzzles ------------------------------------------------------- */

struct dedicated_result {
    bool applies;  /* it applies to this instance and formulation, and the user did not disable it */
    bool found;    /* a solution was recorded: a sufficiently good one if it decides, else the first one */
    bool complete; /* the search was exhaustive: all solutions were reported or, if it decides, there is none */
    bool failed;   /* a solution was wrong; a status is set */
    int64_t sum;   /* of the solution */
};
/* Runs a dedicated search. Solutions are verified, and reported to run.each; NULL: the first
 * suffices. Sets run.job and run.seed. */
struct dedicated_result search_dedicated_run(struct session *session, const struct engine *dedicated,
                                             struct engine_run run);
/* Runs the puzzle's deciding search, if it has one, for a solution with sum <= most (INT64_MAX:
 * any). */
struct dedicated_result search_dedicated_decide(struct session *session, int64_t most, int64_t effort);
/* Sets STATUS_REFUSED, with the sentence of the search's range. */
enum status search_dedicated_refuse(struct session *session, const struct engine *dedicated);
/* The puzzle's first search that decides, or that does not; NULL: it has none. */
const struct engine *search_dedicated_of(const struct puzzle *p, bool decides);

/* ---- choosing -------------------------------------------------------------------------------- */

enum { LOOP_SECONDS = 10 }; /* the SAT loop is used if its predicted time is at most this */
/* Whether the user named no formulation, solver, encoding or order. If one is named, no other
 * search replaces or helps it by default. */
bool search_free(const struct problem *q);
/* The puzzle's dedicated search that is predicted to be faster than the SAT loop, with a sentence;
 * NULL: none. */
const struct engine *search_auto(const struct problem *q, bool all, struct text *note);
/* Writes the sentence of that prediction. what: "engine" or "search". */
void search_auto_note(const char *what, const char *name, double seconds, double loop, struct text *note);
/* The name of an engine or a search that the user asked for; NULL: auto. */
const char *search_chosen(const char *name);
