#include "commands/answer.h"

struct verify_choices {
    const char *answer;
};

#define FIELD(name) .offset = offsetof(struct verify_choices, name)
static const struct option verify_options[] = {
    TEXT_OPTION("answer", "FILE", answer, "the solution, in the puzzle's notation (default: standard input)"),
    {0},
};

static int verify(struct request *r)
{
    const struct verify_choices *c = r->own;
    struct text text = {0};
    int64_t objective_value = 0;
    int status = answer_judged(r, c->answer, &text, &objective_value);
    if (!status) status = answer_show(r, text_string(&text), objective_value, NULL, "");
    text_release(&text);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE]",
    .about = "judge a solution in the puzzle's notation",
    .options = verify_options,
    .own_size = sizeof(struct verify_choices),
    .problem = true,
    .picture = true,
    .json = true,
    .limits = true,
    .loss = "nothing was judged",
    .run = verify,
};
