#include "base/interrupt.h"

#include <signal.h>

static volatile sig_atomic_t stopped;

bool interrupted(void) { return stopped; }

static void on_interrupt(int signal_number)
{
    stopped = 1;
    if (signal_number != SIGXCPU) signal(signal_number, SIG_DFL); /* that one comes again every second by itself */
}

void interrupt_catch(void)
{
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    signal(SIGXCPU, on_interrupt);
}
