#include "base/spill.h"
#include "base/terminal.h"
#include "base/temporary.h"
#include "base/watchdog.h"
#include "certificate/certificate.h"
#include "commands/search_report.h"

struct certify_choices {
    const char *output;
    const char *prover;
    bool all;
};

#define FIELD(name) .offset = offsetof(struct certify_choices, name)
static const struct option certify_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory to write, new or empty", .letter = 'o'),
    TEXT_OPTION(
        "proof-program", "CMD", prover,
        "a program that reads FORMULA and writes PROOF, its two arguments (default: the CaDiCaL that is linked in)"),
    FLAG_OPTION("all", all, "certify that there are no other solutions; with an objective, no other optimal ones"),
    {0},
};

struct certify_proof {
    struct spill log;
    bool lost; /* it could not be written */
};

static void take_proof(void *state, const void *bytes, size_t n)
{
    struct certify_proof *p = state;
    p->lost = p->lost || !spill_put(&p->log, bytes, n);
}

/* Searches the answer to certify. No check depends on it. Stores a cutting-planes proof in *proof
 * if the solver logs one. On failure, prints a message and returns false with *status. */
static bool certify_find(struct request *r, struct answer *a, struct certify_proof *proof, int *status)
{
    const struct certify_choices *own = r->own;
    struct search_report report = {0};
    struct choices *c = &r->stated.problem.choices;
    if (!c->engine && !c->search) c->engine = "sat";
    if (!own->all && !own->prover && search_logs(&r->stated.problem)) {
        r->stated.problem.log = take_proof;
        r->stated.problem.log_state = proof;
        r->stated.problem.prove = PROVE_NOTHING; /* the certificate check covers the whole proof */
    }
    search_report_start(&report, r);
    enum status s = search_solve(&r->stated.problem, a);
    search_report_end(&report, r);
    r->stated.problem.log = NULL;
    if (s == STATUS_OPTIMAL || s == STATUS_UNSATISFIABLE || s == STATUS_SATISFIABLE) return true;
    if (s == STATUS_FAILED || s == STATUS_REFUSED)
        *status = report_error(s == STATUS_FAILED ? EXIT_SYSTEM : EXIT_USAGE, "%s", text_string(&a->err));
    else
        *status = report_error(EXIT_NO, "The search was stopped before there was anything to certify.");
    return false;
}

/* Writes the certificate of the answer to the directory. A limit leaves no incomplete directory.
 * Returns an exit status. */
static int certify_make(struct request *r, struct directory *dir, const struct answer *a, const struct text *proof)
{
    SCOPED(text) command = {0}, claim = {0}, err = {0};
    struct progress progress;
    const struct certify_choices *c = r->own;
    struct certificate_order order = {
        .stated = &r->stated, .dir = dir->path, .prover = c->prover, .cutting_planes = proof, .all = c->all};
    text_put(&command, "loophole certify");
    for (int i = 0; i < r->argc; i++) strings_line_shell(&command, " ", r->argv[i]);
    order.command = command.s;
    progress_start(&progress, r->shown.quiet, r->shown.verbose);
    search_report_job(&progress, &r->job);
    enum certificate_end end = certificate_make(&order, a, &claim, &err);
    if (end == CERTIFICATE_MADE) watchdog_end(&r->job);
    progress_end(&progress);
    int status = EXIT_DONE;
    const char *name = ((const struct certify_choices *)r->own)->output;
    if (directory_close(dir, end == CERTIFICATE_MADE, &err))
        terminal_print("%s\nThe certificate %s proves it; check it with 'loophole check %s'.\n", text_string(&claim),
                       name, name);
    else
        status = report_error(end == CERTIFICATE_STOPPED ? EXIT_NO : EXIT_SYSTEM, "%s", text_string(&err));
    return status;
}

static int certify(struct request *r)
{
    const struct certify_choices *c = r->own;
    struct directory dir;
    SCOPED(answer) a = {0};
    SCOPED(text) err = {0};
    struct text text = {0};
    struct certify_proof proof = {0};
    int status = EXIT_DONE;
    if (!c->output) return report_error(EXIT_USAGE, "Name the directory to make: -o DIR.");
    if (directory_open(&dir, c->output, &err)) { /* first, because the search may take long */
        if (certify_find(r, &a, &proof, &status)) {
            if (proof.lost || !spill_view(&proof.log, &text)) text = (struct text){0};
            status = certify_make(r, &dir, &a, &text);
        } else {
            directory_close(&dir, false, &err);
        }
    } else {
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    }
    spill_release(&proof.log);
    return status;
}

const struct command command_certify = {
    .name = "certify",
    .usage = "PUZZLE [INSTANCE...] -o DIR [options]",
    .group = "Prove",
    .about = "write a certificate of the answer",
    .text = "Solves a problem and writes a directory that proves the answer: the instance, the solution, the CNF of "
            "the plain rules (an OPB file as it stands), and a refutation of anything better. A third party can check "
            "it with other tools; README in the directory explains how. No certificate uses a theorem unless you "
            "choose a formulation "
            "that does.",
    .examples =
        {
            {"loophole certify gunport 6x6 -o proof", "the optimum of a board"},
            {"loophole certify squarest 50 3 6 9 12 15 30 21 25 27 30 -o none", "that there is no solution"},
            {"loophole certify tank 4 --all -o all", "that these are all solutions"},
        },
    COMMAND_OPTIONS(certify),
    .problem = true,
    .choices = true,
    .interruptible = true,
    .loss = "the certificate is not complete",
    .run = certify,
};
