/* The same problem in a solver that keeps sums as they are, for turns beside a search of clauses:
 * they share bounds. */
#ifndef SEARCH_BESIDE_H
#define SEARCH_BESIDE_H

#include "search/session.h"

struct beside {
    struct problem q;
    struct session session;
    struct text text;
    double seconds; /* CPU that it took */
    double later;   /* the other side goes first, for so many */
    bool open, found;
    int64_t best; /* in the built model's sums, of all sides */
};
/* Shares h's answer. */
void beside_init(struct beside *t, struct session *session);
void beside_release(struct beside *t);
/* Goes on for about so many CPU seconds. SOLVER_UNSAT: nothing better than best is left;
 * SOLVER_SAT: best is as good as can be; SOLVER_UNKNOWN: the turn is over; SOLVER_FAILED: a status
 * is set. */
enum solver_answer beside_turn(struct beside *t, double seconds);
/* Somebody else found a solution with this sum. */
void beside_bound(struct beside *t, int64_t best);

#endif
