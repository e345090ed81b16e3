/* A hunt: one model in one solver, with its counter, its bounds and the witnesses (layer 4).
 * What search_*.c share; strategies are built from these calls. */
#ifndef HUNT_H
#define HUNT_H

#include "search.h"

struct hunt {
    const struct quest *q;
    struct answer *a;
    struct options options; /* the quest's, perhaps changed (count switches symmetry breaking off) */
    struct model *m;
    struct solver *s;
    struct values values;
    struct lits units;      /* bounds and blocking clauses added since, each ended by 0 */
    int64_t most;           /* the bound that is encoded in the formula, or INT64_MAX */
    bool counted;           /* the counter is in the formula */
    int64_t counter_lo, counter_hi;
    struct outputs out;
    double deadline, told;  /* wall */
};

void hunt_init(struct hunt *h, const struct quest *q, struct answer *a);
void hunt_release(struct hunt *h);

/* Poses the instance for solutions with sum <= most and opens a fresh solver on it; a bound that the model itself does
 * not imply is encoded. False: a status is set in the answer. */
bool hunt_open(struct hunt *h, int64_t most, const char *preset);

/* Adds the objective's counter for bounds lo <= k < hi. False with the status unchanged: this encoder has no counter. */
bool hunt_counter(struct hunt *h, int64_t lo, int64_t hi);
/* Asserts sum <= most through the counter, for good or for the next call only. */
void hunt_bound(struct hunt *h, int64_t most, bool for_good);
/* Adds one clause for good. */
void hunt_clause(struct hunt *h, const lit *c, int n);

/* One call of the solver. SOLVER_SAT: the three witnesses agreed; the values are in h->values, the text in `text`, the
 * objective's sum in `sum` (0 if there is none). SOLVER_FAILED: status and sentence are set. */
enum solver_answer hunt_solve(struct hunt *h, struct text *text, int64_t *sum);
/* Takes a better solution into the answer, and tells. */
void hunt_keep(struct hunt *h, struct text *text, int64_t sum);
/* Solutions with sum < least were proved not to exist. */
void hunt_least(struct hunt *h, int64_t least);
bool hunt_over(struct hunt *h); /* the time is up or the user interrupted */

#endif
