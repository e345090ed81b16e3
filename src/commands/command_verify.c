#include "commands/answer.h"
#include "commands/json.h"

static const struct option verify_options[] = {
    {"answer", "FILE", "the solution, in the puzzle's notation (default: standard input)"},
    {NULL, NULL, NULL},
};

static void print_verdict(const struct request *r, const struct model *m, int64_t figure)
{
    struct text label = {0};
    r->puzzle->label(r->instance, &label);
    json_t *o = json_object();
    json_object_set_new(o, "puzzle", json_string(r->puzzle->name));
    json_object_set_new(o, "instance", json_string(text_string(&label)));
    json_object_set_new(o, "objective", model_objective(m) ? json_number(figure) : json_null());
    json_object_set_new(o, "verified", json_true());
    print_json(o);
    text_release(&label);
}

static int judge(const struct request *r)
{
    struct text text = {0}, err = {0};
    int64_t figure = 0;
    int status;
    if (!answer_read(r, &text, &err)) {
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    } else if (!r->puzzle->verify(r->instance, text_string(&text), &figure, &err)) {
        status = complain(EXIT_NO, "%s", text_string(&err));
    } else {
        status = answer_draw(r, text_string(&text));
        struct model *m = request_outline(r);
        if (options_get(&r->options, "json"))
            print_verdict(r, m, figure);
        else
            answer_praise(r, m, figure, "");
        model_free(m);
    }
    text_release(&text);
    text_release(&err);
    return status;
}

static int run(const struct command *self, int argc, char **argv) { return request_run(self, argc, argv, judge); }

const struct command command_verify = {
    .name = "verify",
    .usage = "PUZZLE [INSTANCE...] [--answer FILE]",
    .about = "judge a solution in the puzzle's notation",
    .options = verify_options,
    .takes = TAKES_QUESTION | TAKES_PICTURE,
    .run = run,
};
