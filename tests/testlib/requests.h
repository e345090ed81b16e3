/* Command lines without their command. */
#pragma once

#include "cli/request.h"

/* Parses argv[0..argc-1] as request_run does for this command, which is not run. Returns false after
 * printing a sentence on stderr; *status is the exit status then. Call request_release in both
 * cases. argv is borrowed. */
bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status);
