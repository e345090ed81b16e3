#include "commands/enter.h"

bool enter_maximises(const struct request *r)
{
    struct objective o;
    return request_objective(r, &o) && objective_maximises(&o);
}

int enter(const struct request *r, const struct answer *a, const char *by, const char *rests)
{
    bool maximise = enter_maximises(r);
    struct record record = {.has_best = a->has_figure && a->solution.n, .best = a->figure};
    struct text done = {0}, err = {0};
    record.has_bound = a->has_figure && (maximise ? a->has_upper : a->has_lower);
    record.bound = maximise ? a->upper : a->lower;
    book_question(r, &record.question);
    text_put(&record.solution, text_string(&a->solution));
    text_put(&record.rests, record.has_bound ? rests : "");
    text_put(&record.by, by);
    bool good = book_enter(&record, maximise, &done, &err);
    int status = good ? EXIT_DONE : complain(EXIT_MACHINE, "%s", text_string(&err));
    if (good) complain(EXIT_DONE, "%s", text_string(&done));
    text_release(&record.question);
    text_release(&record.solution);
    text_release(&record.rests);
    text_release(&record.by);
    text_release(&done);
    text_release(&err);
    return status;
}
