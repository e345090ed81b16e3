/* The same problem in a solver that keeps sums as they are, for turns beside a search of clauses:
 * they share bounds. */
#ifndef SEARCH_INTERLEAVED_H
#define SEARCH_INTERLEAVED_H

#include "search/session.h"

struct interleaved {
    struct problem q;
    struct session session;
    struct text text;
    double seconds; /* CPU that it took */
    double later;   /* the other side goes first, for so many */
    bool open, found;
    int64_t best; /* in the built model's sums, of all sides */
};
/* Shares h's answer. */
void interleaved_init(struct interleaved *t, struct session *session);
void interleaved_release(struct interleaved *t);
/* Goes on for about so many CPU seconds. SOLVER_UNSAT: nothing better than best is left;
 * SOLVER_SAT: best is as good as can be; SOLVER_UNKNOWN: the turn is over; SOLVER_FAILED: a status
 * is set. */
enum solver_answer interleaved_turn(struct interleaved *t, double seconds);
/* Somebody else found a solution with this sum. */
void interleaved_bound(struct interleaved *t, int64_t best);

#endif
