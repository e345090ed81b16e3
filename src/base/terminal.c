#include "base/terminal.h"
#include "base/mem.h"
#include "base/text.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int terminal_columns(FILE *out)
{
    struct winsize w;
    return isatty(fileno(out)) && !ioctl(fileno(out), TIOCGWINSZ, &w) ? w.ws_col : 0;
}

void terminal_wrap(const char *words, int columns, struct text *out)
{
    int at = 0; /* letters in this line */
    while (*words) {
        size_t blanks = strspn(words, " "), n = strcspn(words + blanks, " \n");
        int width = text_letters(words + blanks, n);
        if (columns && at && at + (int)blanks + width > columns) {
            text_char(out, '\n');
            at = 0;
        } else {
            text_bytes(out, words, blanks);
            at += (int)blanks;
        }
        text_bytes(out, words + blanks, n);
        at += width;
        words += blanks + n;
        if (*words != '\n') continue;
        text_char(out, *words++);
        at = 0;
    }
}

/* Prints text that may come from a file or a solver, through text_clean. Use it for all such text
 * but JSON. */
static void terminal_text(FILE *out, const char *text)
{
    OWNED char *clean = mem_string(text);
    text_clean(clean);
    fputs(clean, out);
}

void terminal_words(FILE *out, const char *words)
{
    SCOPED(text) lines = {0};
    terminal_wrap(words, terminal_columns(out), &lines);
    terminal_text(out, text_string(&lines));
}

void terminal_sentences(const char *format, ...)
{
    SCOPED(text) words = {0};
    TEXT_ADD_ARGUMENTS(&words, format);
    terminal_words(stdout, text_string(&words));
}

void terminal_print(const char *format, ...)
{
    SCOPED(text) words = {0};
    TEXT_ADD_ARGUMENTS(&words, format);
    terminal_text(stdout, text_string(&words));
}

bool terminal_closed(FILE *out)
{
    struct pollfd end = {.fd = fileno(out), .events = POLLOUT};
    return ferror(out) && poll(&end, 1, 0) == 1 && end.revents & POLLERR;
}

/* A signal handler gets no argument, so this is the second global variable of the program. */
static struct {
    volatile sig_atomic_t kept;
    size_t n;
    char farewell[256];
    struct termios before;
    struct failure_hook before_keep; /* the failure handler to restore */
} terminal;

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* Restores the terminal, only with calls that are allowed in a signal handler. */
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

/* Restores the terminal before the sentence is printed. */
static void on_fail(void *state, enum failure what, const char *sentence)
{
    restore();
    failure_pass(terminal.before_keep, what, sentence);
}

void terminal_keep(const char *farewell)
{
    if (tcgetattr(STDIN_FILENO, &terminal.before)) return;
    terminal.n = strlen(farewell);
    if (terminal.n > sizeof terminal.farewell) terminal.n = 0;
    memcpy(terminal.farewell, farewell, terminal.n);
    terminal.kept = 1;
    atexit(restore);
    terminal.before_keep = failure_now();
    failure_handle(on_fail, NULL);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], on_end);
}

void terminal_release(void)
{
    if (terminal.kept) failure_handle(terminal.before_keep.handler, terminal.before_keep.state);
    terminal.kept = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) signal(ends[i], SIG_DFL);
}
