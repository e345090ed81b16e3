/* Sessions with cutting-planes proofs: the solver takes the constraints of an OPB file natively and
 * logs a proof, which is checked against the file. */
#pragma once

#include "search/strategy.h"

/* The most bytes of a proof that is required. */
static const size_t PROOF_MOST = SIZE_MAX / 4 < UINT64_C(1) << 33 ? SIZE_MAX / 4 : (size_t)(UINT64_C(1) << 33);

/* If the session's solver takes rows, and its model's rows are the constraints of a file: adds
 * them, and logs a proof if the problem requires one. False: neither, and nothing changed. */
bool session_sums_open(struct session *session);
/* Logs these values as a solution; the next bound requires a better one. */
void session_sums_found(struct session *session, struct values values);
/* After SOLVER_UNSAT: ends the proof and checks it; if no proof was required, within a share of the
 * answer's time. True: it is evidence now. */
bool session_sums_refuted(struct session *session);
/* Ends the log, if there is one, with the known bounds. */
void session_sums_release(struct session *session);

/* Whether the answer is final and a cutting-planes proof may replace its unchecked refutations. */
bool session_sums_unproved(const struct session *session, enum status status);
/* Lets a logged run of cuts refute all better solutions than the session's answer. Its time is 3
 * times that of the answer since `start` (of session_cpu) or, if no proof was required, a tenth of
 * it or a second. Changes only the evidence. */
void session_sums_confirm(struct interleaved *t, struct session *session, double start);
