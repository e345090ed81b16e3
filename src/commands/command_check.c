#include "base/watchdog.h"
#include "certificate/certificate.h"
#include "commands/telling.h"

static int check(const struct options *o, char **operand, int operands, struct job *job)
{
    struct text claim = {0}, report = {0}, err = {0};
    struct progress told;
    int status = EXIT_DONE;
    if (operands != 1)
        return complain(EXIT_USAGE, "Name one directory that certify or conquer made, as in 'loophole check DIR'.");
    progress_start(&told, false, false);
    telling_job(&told, job);
    bool ok = certificate_check(*operand, job, &claim, &report, &err);
    progress_end(&told);
    if (ok)
        telling_print("%s\nProved:\n%s", text_string(&claim), text_string(&report));
    else
        status = complain(EXIT_NO, "%s: not proved. %s", *operand, text_string(&err));
    text_release(&claim);
    text_release(&report);
    text_release(&err);
    return status;
}

const struct command command_check = {
    .name = "check",
    .usage = "DIR [--time-limit S] [--memory-limit MB]",
    .about = "check a certificate or a cube run, trusting no solver",
    .takes = TAKES_INTERRUPTS | TAKES_LIMITS,
    .loss = "nothing is proved",
    .given = check,
};
