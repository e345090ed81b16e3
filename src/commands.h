/* The commands that exist, in the order of `loophole help`. Include with COMMAND(name) defined;
 * command_NAME.c exports `const struct command command_NAME`. */
COMMAND(solve)
COMMAND(count)
COMMAND(explain)
COMMAND(encode)
COMMAND(decode)
COMMAND(verify)
COMMAND(draw)
COMMAND(audit)
COMMAND(bench)
COMMAND(report)
COMMAND(list)
COMMAND(help)
