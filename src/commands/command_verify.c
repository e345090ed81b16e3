#include "commands/answer.h"

struct verify_choices {
    const char *answer;
};

#define FIELD(name) .offset = offsetof(struct verify_choices, name)
static const struct option verify_options[] = {
    TEXT_OPTION("answer", "FILE", answer, "the solution, in the puzzle's notation (default: standard input)",
                .initial = "-"),
    {0},
};

static int verify(struct request *r)
{
    const struct verify_choices *c = r->own;
    SCOPED(solution) solution = {0};
    int64_t objective_value = 0;
    int status = answer_judged(r, c->answer, &solution, &objective_value);
    return status ? status : answer_show(r, &solution, objective_value, NULL);
}

const struct command command_verify = {
    .name = "verify",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE]",
    .group = "Use other solvers",
    .about = "check a solution in the puzzle's notation",
    .text = "Checks a solution against the puzzle's rules, without a model or a solver. Exit status: 0 it is right, "
            "1 it is wrong, with the reason.",
    .examples =
        {
            {"loophole solve gunport 4x4 --quiet | loophole verify gunport 4x4",
             "the output of solve --quiet is such a solution"},
            {"echo 6 19 25 | loophole verify squarest 50 3 6 9 12 15 19 30 21 25 27", "a solution by hand"},
            {"echo 2x16 4x17 | loophole verify archer 100 16 17 23 24 39 40 --json", "the verdict as JSON"},
        },
    COMMAND_OPTIONS(verify),
    .loss = "nothing was judged",
    .takes = TAKES_PROBLEM | TAKES_LIMITS | TAKES_PICTURE | TAKES_JSON,
    .run = verify,
};
