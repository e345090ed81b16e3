/* A session's work over GF(2), before and instead of a solver. */
#pragma once

#include "search/session.h"

/* Eliminates the built model's parity rows, if there are any and the choices allow it, and checks
 * the result by a second elimination; sets kernel, refuted or neither. False: a status is set. */
bool session_eliminate(struct session *session);
/* Rewrites the model by the result of the elimination: kernel form, propagation or a
 * contradiction. */
void session_reduce(struct session *session);
/* Finds a good first solution by local search over the kernel, and checks it; sets text and sum.
 * False: there is no kernel, or a status is set. */
bool session_seed(struct session *session);
/* Checks a point of the kernel (its bit j is y[j / 64] >> j % 64 & 1) and records it in the answer.
 * False: a status is set. */
bool session_keep_point(struct session *session, const uint64_t *y);
/* Finds some solution of an eliminated model of parity rows only. */
enum status session_any(struct session *session);
