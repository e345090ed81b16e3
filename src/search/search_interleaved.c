#include "search/search_interleaved.h"

#include "base/clock.h"

enum { TURN = 400 }; /* conflicts of one call */

void interleaved_init(struct interleaved *t, struct session *session)
{
    *t = (struct interleaved){.q = *session->q, .best = INT64_MAX};
    t->q.choices.solver = "cuts";
    t->q.choices.preset = NULL;
    t->q.prove = PROVE_NOTHING;
    session_init(&t->session, &t->q, session->a);
}

void interleaved_release(struct interleaved *t)
{
    session_release(&t->session);
    text_release(&t->text);
}

static void tighten(struct interleaved *t)
{
    struct session *session = &t->session;
    const struct objective *o = t->open ? model_objective(session->m) : NULL;
    if (!o || t->best == INT64_MAX) return;
    solver_bound(session->s, o->x, o->w, o->n, t->best - session_objective(session)->step - session->offset);
}

void interleaved_bound(struct interleaved *t, int64_t best)
{
    if (best >= t->best) return;
    t->found = true;
    t->best = best;
    tighten(t);
}

static bool open(struct interleaved *t)
{
    t->open = session_open(&t->session, INT64_MAX, "sat");
    tighten(t);
    return t->open;
}

enum solver_answer interleaved_turn(struct interleaved *t, double seconds)
{
    struct session *session = &t->session;
    double start = clock_thread();
    enum solver_answer answer = t->open || open(t) ? SOLVER_UNKNOWN : SOLVER_FAILED;
    while (answer == SOLVER_UNKNOWN && !job_over(&session->job) && clock_thread() - start < seconds) {
        int64_t sum;
        solver_limit(session->s, TURN);
        answer = session_solve(session, &t->text, &sum);
        if (answer != SOLVER_SAT) continue;
        session_keep(session, &t->text, sum);
        const struct objective *o = session_objective(session);
        if (o) session_exclude(session, o->least);
        if (o && sum <= o->least) evidence_add(&session->a->evidence, EVIDENCE_ARITHMETIC, NULL);
        if (!o || sum <= o->least) break;
        answer = SOLVER_UNKNOWN;
        interleaved_bound(t, sum);
    }
    t->seconds += clock_thread() - start;
    return answer;
}
