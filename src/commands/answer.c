/* Answers that are handed in: read, drawn, praised. */
#include "base/file.h"
#include "commands/answer.h"
#include "commands/json.h"

bool answer_read(const struct request *r, struct text *out, struct text *err)
{
    const char *name = options_get(&r->options, "answer");
    return read_unpacked(name ? name : "-", &cap_answer, out, err);
}

static void print_verdict(const struct request *r, const struct model *m, const char *solution, int64_t figure,
                          const char *claim)
{
    json_t *o = request_json(r);
    if (claim) json_put(o, "formulation", json_text(r->formulation->name));
    if (claim) json_put(o, "claim", json_text(claim));
    json_put(o, "objective", model_objective(m) ? json_number(figure) : json_null());
    if (claim) json_put(o, "solution", json_text(solution));
    json_put(o, "verified", json_true());
    print_json(o);
}

void answer_refused(const struct request *r, const char *claim, const char *sentence)
{
    json_t *o = request_json(r);
    json_put(o, "formulation", json_text(r->formulation->name));
    json_put(o, "claim", json_text(claim));
    json_put(o, "objective", json_null());
    json_put(o, "solution", json_null());
    json_put(o, "verified", json_false());
    json_put(o, "error", json_text(sentence));
    print_json(o);
}

int answer_show(const struct request *r, const struct model *m, const char *solution, int64_t figure, const char *claim,
                const char *praise)
{
    int status = show_solution(r, solution, "A solution, recounted from the rules.");
    if (options_get(&r->options, "json")) {
        print_verdict(r, m, solution, figure, claim);
    } else if (claim && options_get(&r->options, "quiet")) {
        fputs(solution, stdout);
    } else {
        printf("%s %s: right", r->puzzle->name, text_string(&r->label));
        if (model_objective(m)) printf(", with %lld %s%s", (long long)figure, model_objective(m)->name, praise);
        puts(".");
    }
    return status;
}
