#include "base/job.h"

#include "base/clock.h"

#include <signal.h>

/* A program like timeout(1) signals the process and then its group: a signal so soon after the
 * first is not a second one. */
static const double ECHO = 0.1; /* seconds */

static volatile struct {
    sig_atomic_t asked;
    double first; /* when, of clock_wall() */
} stopped;

bool interrupted(void) { return stopped.asked; }

static void on_interrupt(int signal_number)
{
    if (!stopped.asked) stopped.first = clock_wall();
    stopped.asked = 1;
    if (signal_number == SIGXCPU || clock_wall() < stopped.first + ECHO)
        return; /* that one comes again every second by itself */
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void interrupt_catch(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    signal(SIGXCPU, on_interrupt);
    if (signal(SIGHUP, on_interrupt) == SIG_IGN) signal(SIGHUP, SIG_IGN); /* nohup */
}
