/* Checks of a solution: by the model, and by the puzzle's rules, which must give the model's
 * objective value. */
#pragma once

#include "search/search.h"
#include "solvers/reply.h"

/* The first check that failed, with a sentence (CHECK_OBJECTIVE: without one). */
enum check_result { CHECK_PASSED, CHECK_MODEL, CHECK_RULES, CHECK_OBJECTIVE };

/* Checks values of a model that q's formulation built. *sum: its objective's sum (ignored without
 * an objective; an upper bound becomes the verified one). Makes the solution, and writes its
 * verified objective value. */
enum check_result solution_check(const struct problem *q, const struct model *m, struct values values, int64_t *sum,
                                 struct solution *solution, int64_t *objective_value, struct text *why);
/* Checks another program's answer about sums <= most. It may omit variables on which nothing
 * depends, as minisat and minisat+ omit those in no constraint: they become false. values.v has
 * an element for every variable of the model. If values.n is smaller, the answer is about the
 * formula file that q was read from, and the rules alone decide. False, with a sentence. */
bool solution_check_reply(const struct problem *q, const struct model *m, int64_t most, const struct reply *reply,
                          struct solution *solution, int64_t *objective_value, struct text *err);
