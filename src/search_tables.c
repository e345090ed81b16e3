/* The strategy `tables`: a puzzle's own walk through all its solutions (search.h, layer 4). */
#include "clock.h"
#include "hunt.h"

struct walker {
    struct hunt *h;
    bool (*each)(void *state, const char *solution);
    void *state;
    bool failed;
};

/* A walk claims that what it tells is a solution: recounted, like a solver's. */
static bool judge(void *state, const char *solution)
{
    struct walker *w = state;
    struct hunt *h = w->h;
    struct text why = {0}, text = {0};
    int64_t figure;
    if (!h->q->puzzle->verify(h->q->instance, solution, &figure, &why)) {
        text_error(
            &h->a->err,
            "The search is wrong here (please report this instance): its answer is no solution. %s",
            text_string(&why));
        w->failed = !hunt_refuse(h, STATUS_FAILED);
    } else if (!h->a->solution.n) {
        text_put(&text, solution);
        hunt_keep(h, &text, figure);
    }
    text_release(&text);
    text_release(&why);
    return !w->failed && w->each(w->state, solution);
}

bool hunt_walk(struct hunt *h, bool images, bool (*each)(void *state, const char *solution),
               void *state, bool *complete)
{
    struct walker w = {.h = h, .each = each, .state = state};
    struct walk walk = {.images = images,
                        .each = judge,
                        .state = &w,
                        .over = hunt_stop,
                        .over_state = h,
                        .share = &h->a->share};
    double start = clock_thread();
    bool applies = h->q->puzzle->walk && h->q->puzzle->walk(h->q->instance, &walk);
    h->a->search = "tables";
    h->a->solve_seconds += clock_thread() - start;
    *complete = applies && walk.complete;
    if (applies) return !w.failed;
    text_error(&h->a->err,
               "The search tables is for tank boards whose lines have at most about a million "
               "words, like side 7; choose another --search.");
    return hunt_refuse(h, STATUS_REFUSED);
}

static bool first(void *state, const char *solution)
{
    (void)state;
    (void)solution;
    return false;
}

enum status search_tables(struct hunt *h)
{
    bool complete;
    if (!hunt_walk(h, true, first, NULL, &complete)) return h->a->status;
    if (h->a->solution.n) return STATUS_SATISFIABLE;
    return complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}
