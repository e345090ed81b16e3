/* Commands: what a command_X.c exports, and the exit statuses. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/options.h"

/* Exit statuses beside those of search.h's enum status. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_CLAIM = 20 };

struct request;
struct command {
    const char *name, *usage, *about;
    const struct option *options; /* its own, beside those of struct request; ends with a NULL name; or NULL */
    /* What it reads of a request: a puzzle's question (1), with choices of formulation, encoders, solver (2), an
       output picture (4), and whether it asks interrupted() and ends well by itself (8): else a signal ends it at once;
       what it makes is whole or nothing (16): a limit ends it with nothing; whether
       it answers what a puzzle answers by itself (32). */
    unsigned takes;
    int (*answer)(
        struct request *r); /* what it does with a request; an exit status. Commands without a question: NULL, and */
    int (*given)(const struct options *o, char **operand,
                 int operands); /* what it does with options and operands; or */
    int (*run)(const struct command *self, int argc, char **argv);
};
enum {
    TAKES_QUESTION = 1,
    TAKES_CHOICES = 2,
    TAKES_PICTURE = 4,
    TAKES_INTERRUPTS = 8,
    TAKES_WHOLE = 16,
    TAKES_ASIDE = 32
};

extern const struct command *const commands[]; /* ends with NULL; in main.c */
const struct command *command_find(const char *name);

/* One sentence on stderr; returns status. */
int complain(int status, const char *sentence, ...) __attribute__((format(printf, 2, 3)));

#endif
