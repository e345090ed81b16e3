/* The same question in a solver that keeps sums as they are, for turns beside a search of clauses: they share bounds. */
#ifndef SEARCH_TURNS_H
#define SEARCH_TURNS_H

#include "search/attempt.h"

struct aside {
    struct question q;
    struct attempt attempt;
    struct text text;
    double seconds; /* CPU that it took */
    double later;   /* the other side goes first, for so many */
    bool open, found;
    int64_t best; /* in the posed model's sums, of all sides */
};
/* Shares h's answer. */
void turns_aside_init(struct aside *t, struct attempt *h);
void turns_aside_release(struct aside *t);
/* Goes on for about so many CPU seconds. SOLVER_UNSAT: nothing better than best is left; SOLVER_SAT: best is as good as can
 * be; SOLVER_UNKNOWN: the turn is over; SOLVER_FAILED: a status is set. */
enum solver_answer turns_aside_turn(struct aside *t, double seconds);
/* Somebody else found a solution with this sum. */
void turns_aside_bound(struct aside *t, int64_t best);

#endif
