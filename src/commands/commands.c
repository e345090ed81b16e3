#include "cli/request.h"

#include <string.h>

/* All commands in the order of help, by group; those of extras are between the two lists. */
#define COMMANDS(each)                                                                                                 \
    each(solve) each(count) each(explain) each(play) each(generate) each(encode) each(decode) each(verify) each(draw)  \
        each(certify) each(check)
#define LAST_COMMANDS(each) each(list) each(help)
#define DECLARE(name) extern const struct command command_##name;
#define ADDRESS(name) &command_##name,

COMMANDS(DECLARE)
#define COMMAND DECLARE
#include "extras/extra_list.h"
LAST_COMMANDS(DECLARE)

const struct command *const commands[] = {COMMANDS(ADDRESS)
#define COMMAND ADDRESS
#include "extras/extra_list.h"
                                              LAST_COMMANDS(ADDRESS) NULL};

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}
