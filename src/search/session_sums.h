/* Sessions that prove what they say of sums: the solver takes the constraints of an OPB file as they are, and logs a
 * cutting-planes proof, which is checked against the file. */
#ifndef SESSION_SUMS_H
#define SESSION_SUMS_H

#include "search/strategy.h"

/* Of a session whose solver takes rows, and whose model's rows are the constraints of a file: adds them, and logs, as
 * far as the problem wants a proof. False: it is another session, and nothing was done. */
bool session_sums_open(struct session *session);
/* The values are a solution, and the next bound asks for a better one. */
void session_sums_found(struct session *session, struct values values);
/* After SOLVER_UNSAT: ends the proof and checks it, within the time that `unasked` says (0: any). True: it is the
 * evidence now. */
bool session_sums_refuted(struct session *session);
/* Ends the log, if there is one, with what is known. */
void session_sums_release(struct session *session);
/* Has the file a proof of the problem that no solver is trusted for? */
bool session_sums_applies(const struct problem *q);

/* Is the answer final, and might a cutting-planes proof take the place of its unchecked refutations? */
bool session_sums_unproved(const struct session *session, enum status status);
/* Lets a logged run of cuts refute all that is better than the session's answer, for 3 times as long as the answer took
 * since `start` (of session_cpu) or, unasked, a tenth of it or a second. Changes nothing but the evidence. */
void session_sums_confirm(struct interleaved *t, struct session *session, double start);

#endif
