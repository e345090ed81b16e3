#include "base/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* A signal's handler can be handed nothing, so this is the second variable of the program that is not on a stack. */
static struct {
    volatile sig_atomic_t kept;
    size_t n;
    char farewell[256];
    struct termios before;
} terminal;

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* Only calls that are allowed in a handler. */
static void restore(void)
{
    if (!terminal.kept) return;
    terminal.kept = 0;
    ssize_t written = write(STDOUT_FILENO, terminal.farewell, terminal.n);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
}

static void on_end(int signal_number)
{
    restore();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void terminal_keep(const char *farewell)
{
    if (tcgetattr(STDIN_FILENO, &terminal.before)) return;
    terminal.n = strlen(farewell);
    if (terminal.n > sizeof terminal.farewell) terminal.n = 0;
    memcpy(terminal.farewell, farewell, terminal.n);
    terminal.kept = 1;
    atexit(restore);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], on_end);
}

void terminal_release(void)
{
    terminal.kept = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], SIG_DFL);
}
