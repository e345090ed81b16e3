/* Searches with a puzzle's own sweep: finding, and the strategy `profiles`. */
#include "base/clock.h"
#include "search/attempt.h"

#include <string.h>

static const int64_t FEW = 500000, MANY = 5000000000, MORE = 10; /* states of a sweep */

static int64_t sum_of(const struct objective *o, int64_t figure) { return (o->c * figure - o->a) / o->b; }

bool attempt_sweep(struct attempt *h, int64_t most, int64_t states, struct swept *out)
{
    const struct objective *o = attempt_objective(h);
    *out = (struct swept){0};
    if (!h->q->puzzle->sweep || !o || !objective_maximises(o) || !options_yes(&h->options, "sweep", true)) return false;
    struct sweep s = {.figure = most == INT64_MAX ? 0 : objective_figure(o, most),
                      .states = states,
                      .seed = h->q->seed,
                      .over = attempt_stop,
                      .over_state = h};
    double start = clock_thread();
    bool applies = h->q->puzzle->sweep(h->q->instance, &s);
    h->a->solve_seconds += clock_thread() - start;
    out->complete = applies && s.complete && !s.solution.n;
    if (applies && s.solution.n) {
        int64_t figure = 0;
        struct text why = {0};
        bool right = h->q->puzzle->verify(h->q->instance, text_string(&s.solution), &figure, &why) &&
                     (most == INT64_MAX || sum_of(o, figure) <= most);
        if (right) {
            out->found = true;
            out->sum = sum_of(o, figure);
            attempt_keep(h, &s.solution, out->sum);
        } else {
            text_error(&h->a->err,
                       "The sweep is wrong here (please report this instance): its answer is not what it claims. %s",
                       text_string(&why));
            out->failed = !attempt_refuse(h, STATUS_FAILED);
        }
        text_release(&why);
    }
    text_release(&s.solution);
    return applies;
}

/* Is there a solution with sum <= most? Wider and wider, until one is found or nothing was left out. */
static bool widening(struct attempt *h, int64_t most, struct swept *s)
{
    bool applies = true;
    *s = (struct swept){0};
    for (int64_t states = FEW; applies && !s->found && !s->failed && !s->complete && !attempt_over(h);
         states = states < MANY ? states * MORE : 0) {
        applies = attempt_sweep(h, most, states, s);
        if (!states) break;
    }
    return applies;
}

enum status search_profiles(struct attempt *h)
{
    struct swept s;
    attempt_pose(h, INT64_MAX);
    if (!widening(h, INT64_MAX, &s)) {
        text_error(&h->a->err,
                   "The search profiles sweeps full gunport boards with sides of 2 or more, one of at most 63; choose "
                   "another --search.");
        return STATUS_REFUSED;
    }
    const struct objective *o = attempt_objective(h);
    int64_t best = s.sum;
    if (s.complete) return STATUS_UNSATISFIABLE;
    for (int64_t least = s.found ? attempt_aligned(o->least, best, o->step) : 0; s.found; least += o->step) {
        attempt_least(h, least);
        if (least >= best) return STATUS_OPTIMAL;
        widening(h, least, &s);
        if (s.found) return STATUS_OPTIMAL;
        s.found = s.complete;
    }
    return s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}
