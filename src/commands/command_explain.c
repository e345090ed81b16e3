#include "commands/picture.h"
#include "question/request.h"
#include "commands/json.h"

static bool print_reason(const struct request *r, struct text *err)
{
    struct text out = {0};
    struct canvas *drawing = NULL;
    bool ok = true;
    if (r->puzzle->reason && r->puzzle->reason(r->instance, &out, &drawing)) {
        puts(text_string(&out));
        if (drawing) ok = show_picture(r, drawing, err);
    }
    canvas_free(drawing);
    text_release(&out);
    return ok;
}

static void print_reasons(const struct reasons *why, const char *name, const char *label)
{
    printf("%s %s has no solution, proved. ", name, label);
    if (why->n == 1)
        puts("One rule alone cannot be kept:");
    else
        printf("These %d rules already clash%s:\n", why->n, why->minimal ? ", and none of them can be left out" : "");
    for (int i = 0; i < why->n; i++) printf("  - %s\n", text_string(&why->rule[i]));
}

static void print_reasons_json(const struct request *r, const struct reasons *why, const struct answer *a,
                               const char *label)
{
    json_t *o = answer_json(r, a, label), *rules = json_array();
    for (int i = 0; i < why->n; i++) json_array_append_new(rules, json_string(text_string(&why->rule[i])));
    json_object_set_new(o, "rules", rules);
    json_object_set_new(o, "minimal", json_boolean(why->minimal));
    print_json(o);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct request r;
    struct answer a = {0};
    struct reasons why = {0};
    struct text label = {0}, err = {0};
    int status = EXIT_DONE;
    if (!request_parse(&r, self, argc, argv, &status)) {
        request_release(&r);
        return status;
    }
    r.puzzle->label(r.instance, &label);
    enum status found = search_explain(&r.question, &why, &a);
    if (found == STATUS_FAILED || found == STATUS_REFUSED) {
        status = complain((int)found, "%s", text_string(&a.err));
    } else if (options_get(&r.options, "json")) {
        print_reasons_json(&r, &why, &a, text_string(&label));
    } else if (found == STATUS_SATISFIABLE) {
        printf("%s %s has a solution, so there is nothing to explain:\n", r.puzzle->name, text_string(&label));
        struct canvas *c = r.puzzle->draw(r.instance, text_string(&a.solution));
        if (!show_picture(&r, c, &err)) status = complain(EXIT_MACHINE, "%s", text_string(&err));
        canvas_free(c);
    } else if (found == STATUS_UNKNOWN) {
        puts("Stopped by a limit before it was known whether there is a solution.");
    } else {
        print_reasons(&why, r.puzzle->name, text_string(&label));
        if (!print_reason(&r, &err)) status = complain(EXIT_MACHINE, "%s", text_string(&err));
    }
    text_release(&label);
    text_release(&err);
    reasons_release(&why);
    answer_release(&a);
    request_release(&r);
    return status;
}

const struct command command_explain = {
    .name = "explain",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .about = "no solution: a minimal set of rules that already clash",
    .takes = TAKES_QUESTION | TAKES_CHOICES | TAKES_PICTURE | TAKES_INTERRUPTS,
    .run = run,
};
