#include "commands/answer.h"
#include "cli/request.h"

struct draw_choices {
    const char *answer;
};

#define FIELD(name) .offset = offsetof(struct draw_choices, name)
static const struct option draw_options[] = {
    TEXT_OPTION("answer", "FILE", answer,
                "a solution to draw, in the puzzle's notation (- is standard input; default: the bare instance)"),
    {0},
};

static int draw(struct request *r)
{
    const struct draw_choices *c = r->own;
    bool answered = c->answer != NULL;
    struct text text = {0};
    int64_t objective_value;
    int status = answered ? answer_judged(r, c->answer, &text, &objective_value) : EXIT_DONE;
    if (!status)
        status = picture_solution(r, answered ? text_string(&text) : NULL,
                                  answered ? "A solution, verified against the rules." : "The instance.");
    text_release(&text);
    return status;
}

const struct command command_draw = {
    .name = "draw",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE] [--svg FILE]",
    .about = "picture of an instance or of a solution",
    .options = draw_options,
    .own_size = sizeof(struct draw_choices),
    .problem = true,
    .picture = true,
    .limits = true,
    .run = draw,
};
