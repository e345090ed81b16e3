/* The strategy `tables`: a puzzle's own walk through all its solutions. */
#include "base/clock.h"
#include "search/attempt.h"

struct walker {
    struct attempt *h;
    bool (*each)(void *state, const char *solution);
    void *state;
    bool failed;
};

/* A walk claims that what it tells is a solution: recounted, like a solver's. */
static bool judge(void *state, const char *solution)
{
    struct walker *w = state;
    struct attempt *h = w->h;
    struct text why = {0}, text = {0};
    int64_t figure;
    if (!h->q->puzzle->verify(h->q->instance, solution, &figure, &why)) {
        text_error(&h->a->err, "The search is wrong here (please report this instance): its answer is no solution. %s",
                   text_string(&why));
        w->failed = !attempt_refuse(h, STATUS_FAILED);
    } else if (!h->a->solution.n) {
        text_put(&text, solution);
        attempt_keep(h, &text, figure);
    }
    text_release(&text);
    text_release(&why);
    return !w->failed && w->each && w->each(w->state, solution);
}

bool attempt_walk(struct attempt *h, struct walk *walk)
{
    struct walker w = {.h = h, .each = walk->each, .state = walk->state};
    struct walk judged = *walk;
    judged.each = judge;
    judged.state = &w;
    judged.over = attempt_stop;
    judged.over_state = h;
    double start = clock_thread();
    bool applies = h->q->puzzle->walk && h->q->puzzle->walk(h->q->instance, &judged);
    h->a->solve_seconds += clock_thread() - start;
    walk->complete = applies && judged.complete && !w.failed;
    return applies;
}

bool attempt_refuse_walk(struct attempt *h)
{
    text_error(&h->a->err, "The search tables is for tank boards whose lines have at most about a million "
                           "words, like side 7; choose another --search.");
    return attempt_refuse(h, STATUS_REFUSED);
}

enum status search_tables(struct attempt *h)
{
    struct walk walk = {.images = true, .share = &h->a->share};
    if (!attempt_walk(h, &walk) && !attempt_refuse_walk(h)) return h->a->status;
    if (h->a->status == STATUS_FAILED) return STATUS_FAILED;
    if (h->a->solution.n) return STATUS_SATISFIABLE;
    return walk.complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}
