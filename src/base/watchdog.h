/* The thread that ends the process at a limit. For commands that end with their answer: once the
 * job is over, its code has 0.4 s and 3 % of the time limit to end by itself. After that, or when
 * the machine fails (no memory, most likely) in any other thread, the watchdog removes registered
 * temporary files, has `say` print what there is, and ends the process. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include "base/job.h"

/* Called once, in the watchdog's thread with its lock held, while other threads may still run:
 * prints what there is and returns the exit status. failure: why the machine failed, a sentence;
 * NULL: the job is over. */
struct last_words {
    int (*say)(void *state, const char *failure);
    void *state;
};

struct watchdog;
/* Starts the thread. The job borrows the watchdog until watchdog_end. At most one at a time. */
void watchdog_start(struct job *j, struct last_words words);
/* In the calls below w may be NULL: they do nothing. */
void watchdog_words(struct watchdog *w, struct last_words words); /* other ones from now on */
/* Guards what the last words read: held while they are printed, and then for ever. */
void watchdog_lock(struct watchdog *w);
void watchdog_unlock(struct watchdog *w);
/* The job ends by itself, and the caller prints its answer. Does not return if the last words have begun. Releases the
 * watchdog. */
void watchdog_end(struct job *j);

#endif
