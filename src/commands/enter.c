#include "commands/enter.h"

bool enter_maximises(const struct request *r)
{
    struct objective o;
    return request_objective(r, &o) && objective_maximises(&o);
}

/* Has a book a solution that is as good, recounted? */
static bool as_good(const struct request *r, const struct record *record, bool maximise)
{
    struct book b;
    struct text err = {0};
    bool open = book_open(&b, &err);
    const struct record *found = open ? book_find(&b, text_string(&record->question), maximise) : NULL;
    bool has = found && !book_better(record, found, maximise) && book_recounted(r, found, &err);
    book_release(&b);
    text_release(&err);
    return has;
}

int enter_played(const struct request *r, const struct answer *a)
{
    struct record record = {.has_best = a->has_figure, .best = a->figure};
    book_question(r, &record.question);
    text_put(&record.solution, text_string(&a->solution));
    bool has = as_good(r, &record, enter_maximises(r));
    text_release(&record.question);
    text_release(&record.solution);
    return has ? EXIT_DONE : enter_answer(r, a, "play", "");
}

int enter_answer(const struct request *r, const struct answer *a, const char *by, const char *rests)
{
    bool maximise = enter_maximises(r);
    struct record record = {.has_best = a->has_figure && a->solution.n, .best = a->figure};
    struct text done = {0}, err = {0};
    record.none = a->status == STATUS_UNSATISFIABLE && !a->solution.n;
    record.has_bound = a->has_figure && (maximise ? a->has_upper : a->has_lower);
    record.bound = maximise ? a->upper : a->lower;
    book_question(r, &record.question);
    text_put(&record.solution, text_string(&a->solution));
    text_put(&record.rests, record.has_bound || record.none ? rests : "");
    text_put(&record.by, by);
    bool good = book_enter(r, &record, maximise, &done, &err);
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
