#include "cli/request.h"

#include <string.h>

extern const struct command command_solve, command_count, command_explain, command_encode, command_decode,
    command_verify, command_draw, command_play, command_generate, command_records, command_certify, command_check,
    command_agree, command_cubes, command_conquer, command_parity, command_audit, command_bench, command_report,
    command_list, command_help;

/* All commands in the order of help, by group. */
const struct command *const commands[] = {&command_solve,    &command_count,
                                          &command_explain,  &command_play,
                                          &command_generate, &command_encode,
                                          &command_decode,   &command_verify,
                                          &command_draw,     &command_certify,
                                          &command_check,    &command_agree,
                                          &command_parity,   &command_records,
                                          &command_cubes,    &command_conquer,
                                          &command_audit,    &command_bench,
                                          &command_report,   &command_list,
                                          &command_help,     NULL};

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i];
    return NULL;
}
