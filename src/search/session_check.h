/* Checks of a session's answers: solutions against clauses, model and rules; refutations by their
 * proofs. */
#pragma once

#include "search/session.h"

/* Checks the solver's values against the kept clauses, the model and the puzzle's rules; sets
 * values, solution and sum. False, with a sentence, if one of them is broken. */
bool session_check(struct session *session);
/* Checks values of the built model, whose sum should be the session's, against the model and the
 * rules; sets the solution. False: a status is set, with a sentence. */
bool session_check_model(struct session *session, struct values values);

/* Calls the solver until its solution satisfies the lazy constraints, too. Counts the calls.
 * Callers other than session_solve check the solution themselves. */
enum solver_answer session_call(struct session *session);

/* ---- refutations (session_prove.c) ----------------------------------------------------------- */

/* Makes a new solver record its proof, if that may be useful. */
void session_record(struct session *session);
/* After SOLVER_UNSAT: checks the proof if that is cheap or required, and adds the refutation to the
 * evidence. */
void session_refuted(struct session *session);
/* Ends `deferred`, and checks one proof of all refutations that were recorded since it was set. */
void session_settle(struct session *session);
/* Checks the parity argument if it is part of the evidence. */
void session_check_parity(struct session *session);
