/* Sessions whose solver takes the constraints of an OPB file natively and logs a proof, which is
 * checked against the file (cuts_session.c), and searches that take turns with one. */
#pragma once

#include "search/session_sums.h"

void cuts_session_found(struct session *session, struct values values);
bool cuts_session_refuted(struct session *session);
void cuts_session_release(struct session *session);
/* Whether the answer is final and a cutting-planes proof may replace its unchecked refutations. */
bool cuts_session_unproved(const struct session *session, enum status status);
/* Lets a logged run refute all better solutions than the session's answer. */
void cuts_session_confirm(struct interleaved *t, struct session *session, double start);

enum status search_turns(struct session *session);
/* For the session's problem and answer. */
void interleaved_begin(struct interleaved *t, struct session *session);
void interleaved_release(struct interleaved *t);
enum solver_answer interleaved_turn(struct interleaved *t, double seconds);
void interleaved_bound(struct interleaved *t, int64_t best, struct values values);
/* Refutes, for about so many CPU seconds, that anything is better than best. Returns whether that
 * is proved and checked. Changes nothing but the evidence and the costs of the answer. */
bool interleaved_refute(struct interleaved *t, double seconds);
/* Writes the values, of a solution of a problem without an objective, to the problem's log. */
void interleaved_show(struct interleaved *t, struct values values);
