#include "base/number.h"
#include "base/terminal.h"
#include "cli/request.h"

static int tally(struct request *r)
{
    SCOPED(model) *m = model_new();
    int rows = 0;
    model_set_job(m, &r->job);
    search_build(&r->stated.problem, INT64_MAX, m);
    for (struct row row = {0}; model_next(m, &row);) rows++;
    terminal_sentences("%s %s: %d %s, %d %s.\n", r->stated.problem.puzzle->name, text_string(&r->stated.label),
                       model_vars(m), plural(model_vars(m), "variable", "variables"), rows,
                       plural(rows, "constraint", "constraints"));
    return EXIT_DONE;
}

const struct command command_tally = {
    .name = "tally",
    .usage = "PUZZLE [INSTANCE...]",
    .group = "Compare encodings",
    .about = "count the constraints of a model",
    .text = "Prints the number of variables and constraints of the model, before it is encoded.",
    .examples = {{"loophole tally gunport 4x4", "the model of a small board"}},
    .takes = TAKES_PROBLEM | TAKES_LIMITS,
    .run = tally,
};
