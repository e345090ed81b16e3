/* What follows from one literal: unit propagation over a model's clauses and its at-most-ones, within a budget. */
#ifndef LOWER_PROBE_H
#define LOWER_PROBE_H

#include "lower/lower_lists.h"
#include "model/model.h"

struct probe {
    const struct lists *sets; /* at-most-ones, clauses of two among them */
    struct lists clauses;     /* longer ones */
    int vars;
    int *falses;        /* by clause: how many of its literals are false */
    signed char *value; /* by variable */
    struct lits trail;
    int64_t budget; /* steps that are left */
};
struct probe *probe_new(const struct model *m, const struct lists *sets);
void probe_free(struct probe *p);
/* Makes x true, propagates, and lists in p->trail what is true then, x first; PROBE_SPENT: no more
 * than x, the budget is spent. All is open again afterwards. */
enum probed { PROBE_SPENT, PROBE_OPEN, PROBE_CONFLICT };
enum probed probe_literal(struct probe *p, lit x);

#endif
