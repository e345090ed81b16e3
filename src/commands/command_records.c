#include "commands/telling.h"

/* bench/records.txt */
static const char table[] =
#include <records.inc>
    ;

static int records(const struct options *o, char **operand, int operands, struct job *job)
{
    if (operands)
        return complain(EXIT_USAGE, "'records' prints one table and takes no words, such as '%s'.", operand[0]);
    telling_print("%s", table);
    return EXIT_DONE;
}

static const struct option records_options[] = {{0}};

const struct command command_records = {
    .name = "records",
    .usage = "",
    .about = "best known bounds of standard instances, and their evidence",
    .options = records_options,
    .given = records,
};
