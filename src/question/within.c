#include "question/within.h"

#include "base/interrupt.h"
#include "question/command.h"

#include <stdio.h>
#include <unistd.h>

const char *within_cause(const struct job *s)
{
    return s->full ? "the memory limit" : s->interruptible && interrupted() ? "a signal" : "the time limit";
}

bool within(struct job *s, void (*work)(void *state), void *state, const char *loss, int *status)
{
    struct text err = {0};
    struct stop_lock *lock = stop_lock_new();
    enum stop_end end = stop_run(s, lock, work, state, &err);
    if (end == STOP_DONE) {
        stop_lock_free(lock);
        return true;
    }
    /* Not through the streams, which what was left behind may hold. */
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : ""; /* a line of progress */
    text_show(&err);
    if (end == STOP_FAILED)
        dprintf(STDERR_FILENO, "%sloophole: %s\n", clear, text_string(&err));
    else
        dprintf(STDERR_FILENO, "%sloophole: Stopped by %s; %s.\n", clear, within_cause(s), loss);
    text_release(&err);
    *status = end == STOP_FAILED ? EXIT_MACHINE : EXIT_NO;
    return false;
}
