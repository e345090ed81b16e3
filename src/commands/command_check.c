#include "base/terminal.h"
#include "certificate/certificate.h"
#include "commands/search_report.h"

static int check(struct request *r)
{
    SCOPED(text) claim = {0}, report = {0}, err = {0};
    struct progress progress;
    if (r->operands != 1)
        return report_error(EXIT_USAGE, "Name one directory that certify or conquer made, as in 'loophole check DIR'.");
    progress_start(&progress, false, false);
    search_report_job(&progress, &r->job);
    bool ok = certificate_check(r->operand[0], &r->job, &claim, &report, &err);
    progress_end(&progress);
    if (!ok)
        return report_error(job_over(&r->job) ? EXIT_STOPPED : EXIT_NO, "%s: not proved. %s", r->operand[0],
                            text_string(&err));
    terminal_print("%s\nProved:\n%s", text_string(&claim), text_string(&report));
    return EXIT_DONE;
}

const struct command command_check = {
    .name = "check",
    .usage = "DIR [--time-limit S] [--memory-limit MB]",
    .group = "Prove",
    .about = "check a certificate or a cube run",
    .text =
        "Reads the directory that certify or conquer --certify wrote, and makes the formula from the instance again: "
        "the rules as sums, for DRAT a CNF, or an OPB file unchanged. Then it compares the two, and checks the "
        "solution and the proof. It runs no solver. Exit status: 0 proved, 1 not proved, 5 a limit or a signal "
        "stopped it.",
    .examples =
        {
            {"loophole check proof", "check what certify wrote"},
            {"loophole check all --time-limit 60", "for at most 60 seconds"},
            {"loophole certify gunport 3x4 -o small && loophole check small", "both at once"},
        },
    .loss = "nothing is proved",
    .takes = TAKES_LIMITS | TAKES_CTRL_C,
    .run = check,
};
