#include "base/terminal.h"
#include "cli/request.h"

#include <unistd.h>

int report_error(int status, const char *sentence, ...)
{
    SCOPED(text) said = {0};
    TEXT_ADD_ARGUMENTS(&said, sentence);
    text_show(&said);
    fflush(stdout);
    SCOPED(text) line = {0};
    text_add(&line, "loophole: %s\n", text_string(&said));
    if (!terminal_closed(stdout)) terminal_words(stderr, text_string(&line));
    return status;
}

const char *report_error_cause(struct job *j)
{
    static const char *const causes[] = {[STOP_NONE] = "the time limit",
                                         [STOP_TIME] = "the time limit",
                                         [STOP_CPU] = "the CPU limit",
                                         [STOP_MEMORY] = "the memory limit",
                                         [STOP_INTERRUPT] = "a signal"};
    return causes[job_stopped(j)];
}

int report_error_lost(struct job *j, const char *loss, const char *failure)
{
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : ""; /* clears a line of progress */
    SCOPED(text) said = {0};
    if (failure)
        text_put(&said, failure);
    else
        text_add(&said, "Stopped by %s; %s.", report_error_cause(j), loss);
    text_show(&said);
    dprintf(STDERR_FILENO, "%sloophole: %s\n", clear, text_string(&said));
    return failure ? EXIT_SYSTEM : EXIT_STOPPED;
}
