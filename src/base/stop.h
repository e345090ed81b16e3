/* Stopping: limits of time and memory, and the user's word. Long work asks its stop often and ends well by itself; what does
 * not hear it in time (a library that has no ear, a step that nobody thought long) is left behind. */
#ifndef STOP_H
#define STOP_H

#include "base/job.h"

enum stop_end {
    STOP_DONE,   /* the work is done, perhaps because it heard the stop */
    STOP_LEFT,   /* it was stopped and goes on in vain */
    STOP_FAILED, /* the machine failed it, memory most likely: a sentence in err; what it held is lost */
};
/* Does work(state) in a thread of its own. The work holds `lock` while it writes what others read: but for STOP_DONE it
 * is locked for good, so that what was written is whole and stays. */
struct stop_lock;
struct stop_lock *stop_lock_new(void);
void stop_lock_take(struct stop_lock *l);
void stop_lock_give(struct stop_lock *l);
void stop_lock_free(struct stop_lock *l);
enum stop_end stop_run(struct job *s, struct stop_lock *lock, void (*work)(void *state), void *state, struct text *err);
/* Ends a process with work left behind: nothing is released. */
_Noreturn void stop_exit(int status);

#endif
