/* Interleaved search: cutting planes on the rows, and core-guided search on clauses. */
#include "base/clock.h"
#include "base/number.h"
#include "extras/cuts/interleaved.h"

#include <stdlib.h>
#include <string.h>

enum { TURN = 400 }; /* conflicts of one call */

void interleaved_begin(struct interleaved *t, struct session *session)
{
    *t = (struct interleaved){.q = *session->problem, .best = INT64_MAX};
    t->q.choices.solver = "cuts";
    t->q.choices.config = NULL;
    if (!search_logs(&t->q)) t->q.prove = PROVE_NOTHING;
    session_init(&t->session, &t->q, session->answer);
    t->session.logs = true;
}

void interleaved_release(struct interleaved *t)
{
    session_release(&t->session);
    mem_free(t->values.v);
}

static void search_interleaved_tighten(struct interleaved *t)
{
    struct session *session = &t->session;
    const struct objective *o = t->open ? model_objective(session->formula.model) : NULL;
    if (!o || t->best == INT64_MAX) return;
    cuts_session_found(session, t->values);
    solver_bound(session->formula.solver, o->x, o->w, o->n,
                 t->best - session_objective(session)->step - session->formula.offset);
}

void interleaved_bound(struct interleaved *t, int64_t best, struct values values)
{
    if (best >= t->best) return;
    t->found = true;
    t->best = best;
    if (!t->values.v) t->values = values_new(values.n);
    memcpy(t->values.v, values.v, (size_t)min64(values.n, t->values.n) + 1);
    search_interleaved_tighten(t);
}

static bool search_interleaved_open(struct interleaved *t)
{
    t->open = session_open(&t->session, INT64_MAX, "sat");
    search_interleaved_tighten(t);
    return t->open;
}

enum solver_answer interleaved_turn(struct interleaved *t, double seconds)
{
    struct session *session = &t->session;
    double start = clock_thread();
    enum solver_answer answer = t->open || search_interleaved_open(t) ? SOLVER_UNKNOWN : SOLVER_FAILED;
    while (answer == SOLVER_UNKNOWN && !job_over(&session->job) && clock_thread() - start < seconds) {
        solver_limit(session->formula.solver, TURN);
        answer = session_solve(session);
        if (answer != SOLVER_SAT) continue;
        session_keep(session);
        const struct objective *o = session_objective(session);
        if (o) session_exclude(session, o->least);
        if (o && session->sum <= o->least) evidence_add(&session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
        if (o) interleaved_bound(t, session->sum, session->formula.values);
        if (!o || session->sum <= o->least) break;
        answer = SOLVER_UNKNOWN;
    }
    t->seconds += clock_thread() - start;
    return answer;
}

void interleaved_show(struct interleaved *t, struct values values)
{
    if (!values.v || (!t->open && !search_interleaved_open(t))) return;
    size_t n = (size_t)min64(values.n, t->session.formula.values.n);
    memcpy(t->session.formula.values.v, values.v, n + 1);
}

bool interleaved_refute(struct interleaved *t, double seconds)
{
    struct session *session = &t->session;
    struct answer *a = session->answer;
    SCOPED(text) err = {0};
    enum status status = a->status;
    double start = clock_thread(), cpu = session_cpu();
    enum solver_answer answer = SOLVER_FAILED;
    if (t->open || search_interleaved_open(t)) answer = SOLVER_UNKNOWN;
    if (answer == SOLVER_FAILED) text_clear(&a->err);
    a->status = status;
    session_stage(session, "proving");
    while (answer == SOLVER_UNKNOWN && !job_over(&session->job) && clock_thread() - start < seconds) {
        solver_limit(session->formula.solver, TURN);
        a->calls++;
        answer = solver_solve(session->formula.solver, &err);
    }
    a->solve_seconds += session_cpu() - cpu;
    session_stage(session, NULL);
    return answer == SOLVER_UNSAT && cuts_session_refuted(session);
}

/* Few terms, whose weights need few clauses. */
static bool is_small(const struct session *session)
{
    enum { TERMS = 2000, HEAVY = 1 << 20 };
    int64_t terms = 0, heaviest = 0;
    for (struct row r = {0}; model_next(session->formula.model, &r);) {
        terms += r.n;
        for (int k = 0; k < r.n && r.kind == ROW_PB; k++) heaviest = max64(heaviest, llabs(r.w[k]));
    }
    return terms <= TERMS && heaviest < HEAVY;
}

/* Small problems first get a short core-guided search, because its refutations are checked. Other
 * problems first get cutting planes, for the time that a small problem takes. Then both take
 * turns. */
enum status search_turns(struct session *session)
{
    static const double MOMENT = 0.2, FIRST_SECONDS = 1;
    struct interleaved t;
    if (!session_build(session, INT64_MAX)) return session->answer->status;
    double start = session_cpu();
    interleaved_begin(&t, session);
    const struct problem *q = session->problem;
    struct problem unproved = *q;
    /* One proof of the whole replaces the proofs of the steps. */
    if (q->prove == PROVE_ALL && search_logs(q)) unproved.prove = PROVE_NOTHING;
    session->problem = &unproved;
    enum solver_answer answer = SOLVER_UNKNOWN;
    if (is_small(session))
        t.later = MOMENT;
    else
        answer = interleaved_turn(&t, FIRST_SECONDS);
    bool objective = session_objective(&t.session);
    enum status status = session_status(&t.session, answer, objective ? STATUS_OPTIMAL : STATUS_SATISFIABLE,
                                        t.found ? STATUS_OPTIMAL : STATUS_UNSATISFIABLE);
    if (answer == SOLVER_UNKNOWN && !job_over(&session->job)) status = search_core_guided(session, true, &t);
    session->problem = q;
    session->answer->status = status;
    if (cuts_session_unproved(session, status)) cuts_session_confirm(&t, session, start);
    interleaved_release(&t);
    return status;
}
