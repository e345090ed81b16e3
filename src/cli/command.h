/* Commands: what a command_X.c exports, and the exit statuses. */
#ifndef COMMAND_H
#define COMMAND_H

#include "options/options.h"

/* Exit statuses beside those of search.h's enum status. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_CLAIM = 20 };

struct request;
struct job;
struct command {
    const char *name, *usage, *about;
    const struct option *options; /* its own, beside those of struct request; ends with a NULL name; or NULL */
    /* What it reads of a request: a puzzle's problem (1), with choices of formulation, encoders, solver (2), an
       output picture (4), and whether it asks interrupted() and ends well by itself (8): else a signal ends it at once;
       what it makes is whole or nothing, and a signal may end it at once (16); limits of time and
       memory where no choices bring them (32); whether --json has it print JSON, beside a picture (64); the first
       sample of the puzzle where no instance is named (128). */
    unsigned takes;
    /* What is lost if a limit or a signal comes before it has answered, as in "nothing is proved";
       it then ends with EXIT_NO. NULL: it sets last words of its own, or nothing was written. */
    const char *loss;
    int (*answer)(
        struct request *r); /* what it does with a request; an exit status. Commands without a problem: NULL, and */
    /* what it does with options and operands, within a job; or */
    int (*given)(const struct options *o, char **operand, int operands, struct job *job);
    int (*run)(const struct command *self, int argc, char **argv);
};
enum {
    TAKES_QUESTION = 1,
    TAKES_CHOICES = 2,
    TAKES_PICTURE = 4,
    TAKES_INTERRUPTS = 8,
    TAKES_WHOLE = 16,
    TAKES_LIMITS = 32,
    TAKES_JSON = 64,
    TAKES_SAMPLE = 128,
    TAKES_PROOFS = 256 /* how refutations are checked, and logs of searches */
};

extern const struct command *const commands[]; /* ends with NULL; commands/commands.c */
const struct command *command_find(const char *name);

/* What stopped a job that is over: "the time limit". */
const char *complain_cause(struct job *j);
/* Last words where there is no answer (see base/watchdog.h): that the job was stopped and what is
 * lost, as in "nothing is proved", or the failure. Not through the streams, which other threads may
 * hold. Returns EXIT_NO or EXIT_MACHINE. */
int complain_lost(struct job *j, const char *loss, const char *failure);
/* One sentence on stderr; returns status. */
int complain(int status, const char *sentence, ...) __attribute__((format(printf, 2, 3)));

#endif
