/* Commands without a problem: options and operands, within limits. */
#include "cli/request.h"
#include "base/watchdog.h"

/* What the last words of a command without a problem need. */
struct given {
    const struct command *c;
    struct job *job;
};

static int say_lost(void *state, const char *failure)
{
    const struct given *g = state;
    return complain_lost(g->job, g->c->loss, failure);
}

int arguments_run(const struct command *c, int argc, char **argv)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct job job = {0};
    struct given given = {c, &job};
    struct options options = {0};
    struct text err = {0};
    char **operand = NULL;
    int operands = 0, status = EXIT_USAGE;
    bool limited = c->takes & TAKES_LIMITS;
    request_sections(c, NULL, sections);
    if (!options_parse(&options, sections, c->name, argc, argv, &operand, &operands, &err) ||
        !options_check(&options, sections, c->name, &err)) {
        complain(status, "%s", text_string(&err));
    } else {
        struct choices limits = {0};
        options_fill(&options, choices_limits, &limits);
        job_begin(&job, limits.seconds, limits.megabytes);
        job.interruptible = c->takes & TAKES_INTERRUPTS;
        job_hold(&job);
        if (limited) watchdog_start(&job, (struct last_words){say_lost, &given});
        status = c->given(&options, operand, operands, &job);
        watchdog_end(&job);
    }
    options_release(&options);
    mem_free(operand);
    text_release(&err);
    return status;
}
