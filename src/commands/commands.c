#include "cli/request.h"

#include <string.h>

#define COMMAND(name) extern const struct command command_##name;
#include "commands/list.h"
#undef COMMAND

const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "commands/list.h"
#undef COMMAND
    NULL,
};

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}
