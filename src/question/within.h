/* Work that hears of its limits, or is left behind. */
#ifndef WITHIN_H
#define WITHIN_H

#include "base/stop.h"

/* Does work(state) within the limits of s. False: it was stopped before it was done, or the machine failed it: a sentence is
 * on stderr, which names the loss, *status is EXIT_NO or EXIT_MACHINE, and s->left says that state may still be read: the
 * caller ends with stop_exit. */
bool within(struct job *s, void (*work)(void *state), void *state, const char *loss, int *status);

/* What stopped: "the time limit". */
const char *within_cause(const struct job *s);

#endif
