/* The thread that ends the process at a limit. Once the job is over, its code has 0.4 s and 3 % of
 * the time limit to end by itself. After that, or after a system error (usually no memory) in
 * another thread, the watchdog removes registered temporary files, calls `print` for the result so
 * far, and ends the process. */
#pragma once

#include "base/job.h"

/* The final output of a command: prints its result so far. The watchdog calls it once, in its
 * thread with its lock held, while other threads may still run. It returns the exit status.
 * failure: the sentence of a system error; NULL: the job is over. */
struct final_output {
    int (*print)(void *state, const char *failure);
    void *state;
};

/* Starts the thread. The job borrows the watchdog until watchdog_end. At most one at a time. */
void watchdog_start(struct job *j, struct final_output output);
/* In the calls below w may be NULL: they do nothing. */
void watchdog_output(struct watchdog *w, struct final_output output); /* replaces the output */
/* Protects the data that the callback reads: held during the callback, and never released after
 * it. */
void watchdog_lock(struct watchdog *w);
void watchdog_unlock(struct watchdog *w);
/* Call it when the job has ended by itself, before printing its answer. Releases the watchdog. Does
 * not return if the callback has begun. */
void watchdog_end(struct job *j);
