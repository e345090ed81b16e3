#include "question/recount.h"

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
