/* All solutions of a formula, case by case: a tree of decisions over the solution variables, in
 * which unit propagation and the session's solver refute the branches without a solution. No clause
 * excludes a solution that was found, so that each costs as much as the first.
 *
 * To enumerate, each leaf is a solution. To count, the open clauses of a case are split into parts
 * without a common variable. The numbers of the parts are multiplied; a part that was counted
 * before is found in a table; a variable in no open clause doubles the number. Bayardo &
 * Pehoushek, AAAI 2000 (components); Sang et al., SAT 2004 (the table). The solver keeps what it
 * learned from one case to the next. Each branch is known to have a solution before it is split,
 * so that what it learned from one part never changes the number of another. */
#pragma once

#include "base/natural.h"
#include "search/session.h"

struct cases;

/* Begins after a solution of the session, which is not reported again. The solver has all
 * constraints as clauses; those of session_next stay, and exclude what was found before.
 *     require (OPEN) */
struct cases *cases_new(struct session *session);
void cases_free(struct cases *s); /* NULL: nothing */
/* As session_next. */
enum solver_answer cases_next(struct cases *s);
/* Counts all solutions without finding them one by one, and drops the clauses of session_next.
 * SOLVER_UNSAT: `total` is their number; else there are at least so many. */
enum solver_answer cases_count(struct cases *s, struct natural *total);
