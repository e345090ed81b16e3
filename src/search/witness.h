/* The witnesses of an answer, behind its clauses: the model holds, and the puzzle's own recount of
 * the decoded text finds the figure that the model counts. */
#ifndef WITNESS_H
#define WITNESS_H

#include "search/search.h"
#include "solvers/reply.h"

/* The first to disagree, with a sentence; a figure needs none. */
enum witness { WITNESS_NONE, WITNESS_MODEL, WITNESS_RULES, WITNESS_FIGURE };

/* Values of a model that q's formulation built, and the sum that its objective is said to come to (not
 * read if there is no objective; a loose one becomes what the recount says): the solution's text,
 * and its figure as recounted. */
enum witness witness_values(const struct problem *q, const struct model *m, struct values values, int64_t *sum,
                            struct text *solution, int64_t *figure, struct text *why);
/* The same of another program's answer about sums <= most. It may leave out variables on which
 * nothing depends, as minisat and minisat+ do with those that are in no constraint: they become
 * false. False, with a sentence. */
bool witness_reply(const struct problem *q, const struct model *m, int64_t most, const struct reply *reply,
                   struct text *solution, int64_t *figure, struct text *err);

#endif
