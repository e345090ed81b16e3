#include "base/terminal.h"
#include "commands/search_report.h"

/* The text of bench/records.txt. */
static const char table[] =
#include <records.inc>
    ;

static int records(struct request *r)
{
    if (r->operands) return report_error(EXIT_USAGE, "Unexpected operand '%s': records takes none.", r->operand[0]);
    terminal_print("%s", table);
    return EXIT_DONE;
}

const struct command command_records = {
    .name = "records",
    .usage = "",
    .group = "Prove",
    .about = "print the best known bounds of standard instances",
    .text = "Prints a table of instances, one per line, with the best objective value that is known, the best bound, "
            "and the evidence.",
    .examples =
        {
            {"loophole records", "the whole table"},
            {"loophole records | grep '  1[46]x'", "boards with 14 or 16 rows"},
            {"loophole records | grep tank", "one puzzle"},
        },
    .run = records,
};
