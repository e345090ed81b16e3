/* The proof that the solver logs: VeriPB's format 3.0. Call these only if r->log is set. An analysis is one line, which
 * derives the learnt row from the conflict and its reasons. */
#ifndef CUTS_LOG_H
#define CUTS_LOG_H

#include "solvers/cuts.h"
#include "solvers/solver.h"

/* Begins the line of an analysis. */
void cuts_log_begin(struct cuts *r);
/* Puts a row, saturated and without the literals that are fixed at the root, on the stack. */
void cuts_log_row(struct cuts *r, struct cuts_row *row);
/* Puts the clause on the stack that x (0: none) or a literal that was false before that place must be true. */
void cuts_log_clause(struct cuts *r, struct cuts_row *row, lit x, int place);
/* To what is on top of the stack: takes `by` away from the weight w of x; divides it; saturates it; adds k times it to
 * what is below it. */
void cuts_log_weaken(struct cuts *r, lit x, int64_t w, int64_t by);
void cuts_log_divide(struct cuts *r, int64_t by);
void cuts_log_saturate(struct cuts *r);
void cuts_log_add(struct cuts *r, int64_t k);
/* Ends the line: it is this row. */
void cuts_log_learnt(struct cuts *r, struct cuts_row *row);
/* Deletes the learnt rows that are dead. */
void cuts_log_dead(struct cuts *r);
/* A row that is constraint `number`, saturated and then divided. */
void cuts_log_given(struct cuts *r, struct cuts_row *row, int64_t number, int64_t by, bool saturate);
/* A solution; r->improving is the constraint that asks for a better one. */
void cuts_log_solution(struct cuts *r, const signed char *value, int n);
/* The row cannot hold at the root. */
void cuts_log_contradiction(struct cuts *r, struct cuts_row *row);

#endif
