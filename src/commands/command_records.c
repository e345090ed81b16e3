#include "base/terminal.h"
#include "commands/search_report.h"

/* bench/records.txt */
static const char table[] =
#include <records.inc>
    ;

static int records(struct request *r)
{
    if (r->operands)
        return report_error(EXIT_USAGE, "'records' prints one table and takes no words, such as '%s'.", r->operand[0]);
    terminal_print("%s", table);
    return EXIT_DONE;
}

const struct command command_records = {
    .name = "records",
    .usage = "",
    .about = "best known bounds of standard instances, and their evidence",
    .run = records,
};
