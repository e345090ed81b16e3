#include "cli/request.h"

#include <string.h>

/* All commands in the order of help, by group. */
#define COMMANDS(each)                                                                                                 \
    each(solve) each(count) each(explain) each(play) each(generate) each(encode) each(decode) each(verify) each(draw)  \
        each(certify) each(check) each(agree) each(cubes) each(conquer) each(audit) each(bench) each(report)           \
            each(list) each(help)
#define DECLARE(name) extern const struct command command_##name;
#define ADDRESS(name) &command_##name,

COMMANDS(DECLARE)
const struct command *const commands[] = {COMMANDS(ADDRESS) NULL};

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}
