/* The work of a session: build, reduce, encode, solve, and check the solution. */
#include "search/session_check.h"
#include "search/session_parity.h"
#include "search/session_sums.h"

bool session_open(struct session *session, int64_t most, const char *preset)
{
    double start = session_cpu();
    if (!session->prepared || most != INT64_MAX || session->least || session->symmetry) {
        session_stage(session, "building the model");
        if (!session_build(session, most)) return false;
        session_stage(session, parity_pass_applies(session->m) ? "eliminating" : NULL);
        if (!session_eliminate(session)) return false;
    }
    session->prepared = false;
    session_reduce(session);
    if (model_stopped(session->m)) return session_refuse(session, STATUS_UNKNOWN);
    session_stage(session, "encoding");
    int n = model_vars(session->m);
    session->values = (struct values){.v = mem_new((size_t)n + 1, 1), .n = n};
    const struct lits *hints = session->reduction ? NULL : session->q->hints;
    if (hints && hints->n) preset = "hints";
    session->s =
        solver_open(session->q->choices.solver, session->q->choices.preset ? session->q->choices.preset : preset,
                    session->q->choices.seed, &session->a->err);
    if (!session->s) return session_refuse(session, STATUS_REFUSED);
    session_connect_job(session);
    if (session_sums_open(session)) {
        session_encoded(session, start);
        return !solver_sink(session->s)->truncated || session_encoding_failed(session);
    }
    session_record(session);
    int *place = lower_order_variables(session->q->choices.policy.order, session->q->choices.seed, session->m);
    if (place && solver_sink(session->s)->native) {
        mem_free(place);
        text_error(&session->a->err,
                   "The solver %s takes some constraints as they are; use --variable-order model with it.",
                   session->q->choices.solver);
        return session_refuse(session, STATUS_REFUSED);
    }
    if (place) solver_renumber(session->s, place, model_vars(session->m));
    if (!session_encode(session, solver_sink(session->s))) return session_encoding_failed(session);
    session_encoded(session, start);
    for (int i = 0; hints && i < hints->n; i++) solver_phase(session->s, hints->v[i]);
    return true;
}

/* Returns the objective's sum under the solver's values. */
static int64_t sum_now(struct session *session)
{
    const struct objective *o = model_objective(session->m);
    int64_t sum = session->offset;
    for (int i = 0; i < o->n; i++)
        if ((solver_value(session->s, lit_var(o->x[i])) > 0) == (o->x[i] > 0)) sum += o->w ? o->w[i] : 1;
    return sum;
}

enum solver_answer session_solve(struct session *session) { return session_solve_below(session, INT64_MAX); }

enum solver_answer session_solve_below(struct session *session, int64_t below)
{
    if (job_over(&session->job)) return SOLVER_UNKNOWN;
    double start = session_cpu();
    session->a->calls++;
    enum solver_answer answer = solver_solve(session->s, &session->a->err);
    session->a->solve_seconds += session_cpu() - start;
    if (answer == SOLVER_SAT && below < INT64_MAX && (session->sum = sum_now(session)) >= below) return answer;
    if (answer == SOLVER_SAT && !session_check(session)) answer = SOLVER_FAILED;
    if (answer == SOLVER_UNSAT) session_refuted(session);
    if (answer == SOLVER_FAILED) session->a->status = STATUS_FAILED;
    return answer;
}

enum solver_answer session_first(struct session *session)
{
    if (session_seed(session)) return SOLVER_SAT;
    return session->a->status == STATUS_FAILED ? SOLVER_FAILED : session_solve(session);
}
