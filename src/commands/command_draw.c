#include "commands/answer.h"

struct draw_choices {
    const char *answer;
};

#define FIELD(name) .offset = offsetof(struct draw_choices, name)
static const struct option draw_options[] = {
    TEXT_OPTION("answer", "FILE", answer,
                "the solution to draw, in the puzzle's notation (- is standard input; default: the bare instance)"),
    {0},
};

static int draw(struct request *r)
{
    const struct draw_choices *c = r->own;
    bool answered = c->answer != NULL;
    SCOPED(solution) solution = {0};
    int64_t objective_value;
    int status = answered ? answer_judged(r, c->answer, &solution, &objective_value) : EXIT_DONE;
    return status ? status : picture_solution(r, answered ? &solution : NULL, NULL);
}

const struct command command_draw = {
    .name = "draw",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE] [--svg FILE]",
    .group = "Use other solvers",
    .about = "draw an instance or a solution",
    .text = "Draws the bare instance, or a solution that --answer names, on the terminal and into files.",
    .examples =
        {
            {"loophole draw gunport 6x6 --svg board.svg", "an empty board as SVG"},
            {"loophole solve fivers 5 --quiet | loophole draw fivers 5 --answer - --legend", "a solution from a pipe"},
            {"loophole draw tank 4 --ascii", "signs of ASCII only"},
        },
    COMMAND_OPTIONS(draw),
    .takes = TAKES_PROBLEM | TAKES_LIMITS | TAKES_PICTURE,
    .run = draw,
};
