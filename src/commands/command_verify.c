#include "commands/answer.h"

static const struct option verify_options[] = {
    {"answer", "FILE", "the solution, in the puzzle's notation (default: standard input)"},
    {NULL, NULL, NULL},
};

static int verify(struct request *r)
{
    struct text text = {0}, err = {0};
    int64_t figure = 0;
    int status;
    if (!answer_read(r, &text, &err)) {
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    } else if (!r->puzzle->verify(r->instance, text_string(&text), &figure, &err)) {
        status = complain(EXIT_NO, "%s", text_string(&err));
    } else {
        struct model *m = request_outline(r);
        status = answer_show(r, m, text_string(&text), figure, NULL, "");
        model_free(m);
    }
    text_release(&text);
    text_release(&err);
    return status;
}

const struct command command_verify = {
    .name = "verify",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE]",
    .about = "judge a solution in the puzzle's notation",
    .options = verify_options,
    .takes = TAKES_QUESTION | TAKES_PICTURE,
    .answer = verify,
};
