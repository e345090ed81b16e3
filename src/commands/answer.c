/* Answers that are handed in: read, recounted, praised, drawn. */
#include "base/file.h"
#include "commands/picture.h"
#include "commands/answer.h"
#include "question/request.h"

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
