#include "base/terminal.h"
#include "base/watchdog.h"
#include "certificate/certificate.h"
#include "commands/search_report.h"

static int check(struct request *r)
{
    struct text claim = {0}, report = {0}, err = {0};
    struct progress progress;
    int status = EXIT_DONE;
    if (r->operands != 1)
        return report_error(EXIT_USAGE, "Name one directory that certify or conquer made, as in 'loophole check DIR'.");
    progress_start(&progress, false, false);
    search_report_job(&progress, &r->job);
    bool ok = certificate_check(r->operand[0], &r->job, &claim, &report, &err);
    progress_end(&progress);
    if (ok)
        terminal_print("%s\nProved:\n%s", text_string(&claim), text_string(&report));
    else
        status = report_error(EXIT_NO, "%s: not proved. %s", r->operand[0], text_string(&err));
    text_release(&claim);
    text_release(&report);
    text_release(&err);
    return status;
}

const struct command command_check = {
    .name = "check",
    .usage = "DIR [--time-limit S] [--memory-limit MB]",
    .about = "check a certificate or a cube run, trusting no solver",
    .interruptible = true,
    .limits = true,
    .loss = "nothing is proved",
    .run = check,
};
