#include "testlib/requests.h"

#include "base/watchdog.h"

static struct request *parsed; /* where the next command line goes */

static int keep(struct request *r)
{
    watchdog_end(&r->job);
    *parsed = *r;
    if (parsed->stated.problem.job) parsed->stated.problem.job = &parsed->job;
    *r = (struct request){0};
    return EXIT_DONE;
}

bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status)
{
    struct command kept = *c;
    kept.run = keep;
    *r = (struct request){0};
    parsed = r;
    *status = request_run(&kept, argc, argv);
    return !*status;
}
