/* The proof that the solver logs: VeriPB's format 3.0. Call these only if r->log is set. An
 * analysis is one line, which derives the learnt row from the conflict and its reasons. */
#pragma once

#include "extras/cuts/cuts.h"
#include "solvers/solver.h"

/* Begins the line of an analysis. */
void cuts_log_begin(struct cuts *r);
/* Pushes a row, saturated and without the literals that are fixed at the root, onto the stack. */
void cuts_log_row(struct cuts *r, struct cuts_row *row);
/* Pushes the clause that x (0: none) or a literal that was false before that place must be true. */
void cuts_log_clause(struct cuts *r, struct cuts_row *row, lit x, int place);
/* Change the top of the stack: subtract `by` from the weight w of x; divide it; saturate it; add k
 * times it to the row under it. */
void cuts_log_weaken(struct cuts *r, lit x, int64_t w, int64_t by);
void cuts_log_divide(struct cuts *r, int64_t by);
void cuts_log_saturate(struct cuts *r);
void cuts_log_add(struct cuts *r, int64_t k);
/* Ends the line, which derives this row. */
void cuts_log_learnt(struct cuts *r, struct cuts_row *row);
/* Deletes the learnt rows that are dead. */
void cuts_log_dead(struct cuts *r);
/* Logs that a row is constraint `number`, saturated and then divided. */
void cuts_log_given(struct cuts *r, struct cuts_row *row, int64_t number, int64_t by, bool saturate);
/* Logs a solution; r->improving is the constraint that requires a better one. */
void cuts_log_solution(struct cuts *r, const signed char *value);
/* The row cannot hold at the root. */
void cuts_log_contradiction(struct cuts *r, struct cuts_row *row);
