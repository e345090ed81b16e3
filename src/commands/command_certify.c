#include "base/terminal.h"
#include "certificate/certificate.h"
#include "commands/search_report.h"

struct certify_choices {
    const char *output;
    const char *prover;
    bool all;
    int proof;
};

#define FIELD(name) .offset = offsetof(struct certify_choices, name)
static const struct option certify_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory to write, new or empty", .letter = 'o'),
    PROOF_OPTION(proof),
    PROOF_PROGRAM_OPTION(prover, ),
    FLAG_OPTION("all", all, "certify that there are no other solutions; with an objective, no other optimal ones"),
    {0},
};

static int certify(struct request *r)
{
    static const int status[] = {[CERTIFICATE_MADE] = EXIT_DONE,
                                 [CERTIFICATE_STOPPED] = EXIT_STOPPED,
                                 [CERTIFICATE_FAILED] = EXIT_SYSTEM,
                                 [CERTIFICATE_REFUSED] = EXIT_USAGE,
                                 [CERTIFICATE_NO_DIRECTORY] = EXIT_INPUT};
    const struct certify_choices *c = r->own;
    SCOPED(answer) a = {0};
    SCOPED(text) command = {0}, claim = {0}, err = {0};
    struct search_report report = {.stages = true};
    if (!c->output) return report_error(EXIT_USAGE, "Name the directory to make: -o DIR.");
    text_put(&command, "loophole certify");
    for (int i = 0; i < r->argc; i++) strings_line_shell(&command, " ", r->argv[i]);
    struct certificate_order order = {.stated = &r->stated,
                                      .dir = c->output,
                                      .prover = c->prover,
                                      .command = command.s,
                                      .all = c->all,
                                      .proof = c->proof};
    search_report_start(&report, r);
    enum certificate_end end = certificate_solve(&order, &a, &claim, &err);
    search_report_end(&report, r);
    if (end != CERTIFICATE_MADE) return report_error(status[end], "%s", text_string(&err));
    terminal_print("%s\nThe certificate in %s proves it; check it with 'loophole check %s'.\n", text_string(&claim),
                   c->output, c->output);
    return EXIT_DONE;
}

const struct command command_certify = {
    .name = "certify",
    .usage = "PUZZLE [INSTANCE...] -o DIR [options]",
    .group = "Prove",
    .about = "write a certificate of the answer",
    .text =
        "Solves a problem and writes a directory that proves the answer: the instance, the solution, the plain "
        "rules as sums in OPB, and a proof. The proof begins with the rules, so that you need not trust how Loophole "
        "encodes them; check names the encoders of rules that are no sums, which you do trust. A third party can "
        "check the proof with other tools; README in the directory explains how. Certificates use no theorem, "
        "except with a formulation of your choice that relies on one. Connected cells, loops and regions have "
        "lazy clauses, a list of which is checked against these rules, unless you choose an encoding with "
        "--connectivity.",
    .examples =
        {
            {"loophole certify gunport 6x6 -o proof", "the optimum of a board"},
            {"loophole certify squarest 50 3 6 9 12 15 30 21 25 27 30 -o none", "that there is no solution"},
            {"loophole certify tank 4 --all -o all", "that these are all solutions"},
        },
    COMMAND_OPTIONS(certify),
    .loss = "the certificate is not complete",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_CTRL_C,
    .run = certify,
};
