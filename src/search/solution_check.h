/* Checks of a solution: by the model, and by the puzzle's rules, which must find the model's objective value. */
#ifndef SOLUTION_CHECK_H
#define SOLUTION_CHECK_H

#include "search/search.h"
#include "solvers/reply.h"

/* The first to disagree, with a sentence; an objective value needs none. */
enum check_result { CHECK_PASSED, CHECK_MODEL, CHECK_RULES, CHECK_OBJECTIVE };

/* Values of a model that q's formulation built, and the sum that its objective is said to come to (not
 * read if there is no objective; a loose one becomes what verification says): the solution's text,
 * and its objective value as verified. */
enum check_result solution_check(const struct problem *q, const struct model *m, struct values values, int64_t *sum,
                                 struct text *solution, int64_t *objective_value, struct text *why);
/* The same of another program's answer about sums <= most. It may leave out variables on which
 * nothing depends, as minisat and minisat+ do with those that are in no constraint: they become
 * false. False, with a sentence. */
bool solution_check_reply(const struct problem *q, const struct model *m, int64_t most, const struct reply *reply,
                          struct text *solution, int64_t *objective_value, struct text *err);

#endif
