#include "search/search_beside.h"

#include "base/clock.h"

enum { TURN = 400 }; /* conflicts of one call */

void beside_init(struct beside *t, struct attempt *h)
{
    *t = (struct beside){.q = *h->q, .best = INT64_MAX};
    t->q.choices.solver = "cuts";
    t->q.choices.preset = NULL;
    t->q.prove = PROVE_NOTHING;
    attempt_init(&t->attempt, &t->q, h->a);
}

void beside_release(struct beside *t)
{
    attempt_release(&t->attempt);
    text_release(&t->text);
}

static void tighten(struct beside *t)
{
    struct attempt *h = &t->attempt;
    const struct objective *o = t->open ? model_objective(h->m) : NULL;
    if (!o || t->best == INT64_MAX) return;
    solver_bound(h->s, o->x, o->w, o->n, t->best - attempt_objective(h)->step - h->offset);
}

void beside_bound(struct beside *t, int64_t best)
{
    if (best >= t->best) return;
    t->found = true;
    t->best = best;
    tighten(t);
}

static bool open(struct beside *t)
{
    t->open = attempt_open(&t->attempt, INT64_MAX, "sat");
    tighten(t);
    return t->open;
}

enum solver_answer beside_turn(struct beside *t, double seconds)
{
    struct attempt *h = &t->attempt;
    double start = clock_thread();
    enum solver_answer answer = t->open || open(t) ? SOLVER_UNKNOWN : SOLVER_FAILED;
    while (answer == SOLVER_UNKNOWN && !job_over(&h->job) && clock_thread() - start < seconds) {
        int64_t sum;
        solver_limit(h->s, TURN);
        answer = attempt_solve(h, &t->text, &sum);
        if (answer != SOLVER_SAT) continue;
        attempt_keep(h, &t->text, sum);
        const struct objective *o = attempt_objective(h);
        if (o) attempt_least(h, o->least);
        if (o && sum <= o->least) h->a->evidence.arithmetic = true;
        if (!o || sum <= o->least) break;
        answer = SOLVER_UNKNOWN;
        beside_bound(t, sum);
    }
    t->seconds += clock_thread() - start;
    return answer;
}
