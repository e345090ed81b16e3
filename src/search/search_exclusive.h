/* Inputs of an objective of which at most one can be false: all but one of them are paid at once. */
#ifndef SEARCH_EXCLUSIVE_H
#define SEARCH_EXCLUSIVE_H

#include "search/session.h"

/* Of each set of at least two terms x (with what they still weigh, w) of which at most one can be false, all but
 * one must be true: the least weight is paid for these, and taken from all; what is left of the
 * price hangs on all of them being true, which costs(state, y, weight) is told of. Returns what is
 * paid together; w is changed. Intrinsic at-most-ones: Ignatiev, Morgado, Marques-Silva, RC2, JSAT
 * 2019. */
int64_t search_exclusive(struct session *session, const lit *x, int64_t *w, int n,
                         void (*costs)(void *state, lit y, int64_t weight), void *state);

#endif
