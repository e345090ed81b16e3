#include "cli/request.h"

#include <string.h>

/* The commands, in the order of `loophole help`; command_NAME.c exports command_NAME. */
#define COMMANDS(X)                                                                                                    \
    X(solve)                                                                                                           \
    X(count)                                                                                                           \
    X(explain) X(encode) X(decode) X(verify) X(draw) X(play) X(generate) X(records) X(certify) X(check) X(agree)       \
        X(cubes) X(conquer) X(parity) X(audit) X(bench) X(report) X(list) X(help)

#define DECLARED(name) extern const struct command command_##name;
COMMANDS(DECLARED)

#define LISTED(name) &command_##name,
const struct command *const commands[] = {COMMANDS(LISTED) NULL};

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}
