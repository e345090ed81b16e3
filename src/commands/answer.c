/* Answers that are handed in: read, recounted, praised, drawn. */
#include "base/file.h"
#include "commands/picture.h"
#include "commands/answer.h"
#include "question/request.h"
#include "solvers/reply.h"

bool answer_read(const struct request *r, struct text *out, struct text *err)
{
    const char *name = options_get(&r->options, "answer");
    return read_unpacked(name ? name : "-", out, err);
}

int answer_draw(const struct request *r, const char *solution)
{
    struct text err = {0};
    struct canvas *c = r->puzzle->draw(r->instance, solution);
    int status = show_picture(r, c, &err) ? EXIT_DONE : complain(EXIT_MACHINE, "%s", text_string(&err));
    canvas_free(c);
    text_release(&err);
    return status;
}

void answer_praise(const struct request *r, const struct model *m, int64_t figure, const char *more)
{
    struct text label = {0};
    r->puzzle->label(r->instance, &label);
    printf("%s %s: right", r->puzzle->name, text_string(&label));
    if (model_objective(m)) printf(", with %lld %s%s", (long long)figure, model_objective(m)->name, more);
    puts(".");
    text_release(&label);
}

bool reply_recount(const struct request *r, const struct model *m, int64_t most, const struct reply *reply,
                   struct text *solution, int64_t *figure, struct text *err)
{
    struct text why = {0};
    struct values values = {reply->values.v, model_vars(m)};
    bool ok = model_holds(m, values, &why);
    if (!ok) {
        text_error(err, "The answer is wrong, or answers another instance: %s", text_string(&why));
    } else {
        r->formulation->decode(r->instance, &r->options, values, solution);
        ok = r->puzzle->verify(r->instance, text_string(solution), figure, &why);
        if (!ok)
            text_error(err, "The answer fits the model, but not the rules, which is a defect of the formulation: %s",
                       text_string(&why));
    }
    const struct objective *o = model_objective(m);
    if (ok && o && objective_figure(o, model_sum(m, values)) != *figure)
        ok = text_error(err,
                        "The answer fits the model, but a recount finds %lld %s, which is a defect of the formulation.",
                        (long long)*figure, o->name);
    if (ok && o && model_sum(m, values) > most)
        ok = text_error(err, "The answer misses the bound of the file: it has %lld %s.", (long long)*figure, o->name);
    text_release(&why);
    return ok;
}
