/* The work of a session: build, reduce, encode, solve, and check the solution. */
#include "search/session_check.h"
#include "search/session_parity.h"
#include "search/session_sums.h"

bool session_open(struct session *session, int64_t most, const char *config)
{
    double start = session_cpu();
    const struct choices *choices = &session->problem->choices;
    if (!session->prepared || most != INT64_MAX || session->least || session->symmetry) {
        session_stage(session, "building the model");
        if (!session_build(session, most)) return false;
        session_stage(session, parity_pass_applies(session->model) ? "eliminating" : NULL);
        if (!session_eliminate(session)) return false;
    }
    session->prepared = false;
    session_reduce(session);
    if (model_stopped(session->model)) return session_refuse(session, STATUS_UNKNOWN);
    session_stage(session, "encoding");
    int n = model_vars(session->model);
    session->values = values_new(n);
    const struct lits *hints = session->reduction ? NULL : session->problem->hints;
    if (hints && hints->n) config = "hints";
    if (choices->config) config = choices->config;
    session->solver = solver_open(choices->solver, config, choices->seed, &session->answer->err);
    if (!session->solver) return session_refuse(session, STATUS_REFUSED);
    session_connect_job(session);
    if (session_sums_open(session)) {
        session_encoded(session, start);
        return !solver_sink(session->solver)->truncated || session_encoding_failed(session);
    }
    session_record(session);
    int *place = lower_order_variables(choices->policy.order, choices->seed, session->model);
    if (place && solver_sink(session->solver)->native) {
        mem_free(place);
        text_error(&session->answer->err,
                   "The solver %s takes some constraints as they are; use --variable-order model with it.",
                   choices->solver);
        return session_refuse(session, STATUS_REFUSED);
    }
    if (place) solver_renumber(session->solver, place, model_vars(session->model));
    if (!session_encode(session, solver_sink(session->solver))) return session_encoding_failed(session);
    session_encoded(session, start);
    for (int i = 0; hints && i < hints->n; i++) solver_phase(session->solver, hints->v[i]);
    return true;
}

/* Returns the objective's sum under the solver's values. */
static int64_t sum_now(struct session *session)
{
    const struct objective *o = model_objective(session->model);
    int64_t sum = session->offset;
    for (int i = 0; i < o->n; i++)
        if ((solver_value(session->solver, lit_var(o->x[i])) > 0) == (o->x[i] > 0)) sum += o->w ? o->w[i] : 1;
    return sum;
}

enum solver_answer session_solve(struct session *session) { return session_solve_below(session, INT64_MAX); }

enum solver_answer session_solve_below(struct session *session, int64_t below)
{
    if (job_over(&session->job)) return SOLVER_UNKNOWN;
    double start = session_cpu();
    session->answer->calls++;
    enum solver_answer answer = solver_solve(session->solver, &session->answer->err);
    session->answer->solve_seconds += session_cpu() - start;
    if (answer == SOLVER_SAT && below < INT64_MAX && (session->sum = sum_now(session)) >= below) return answer;
    if (answer == SOLVER_SAT && !session_check(session)) answer = SOLVER_FAILED;
    if (answer == SOLVER_UNSAT) session_refuted(session);
    if (answer == SOLVER_FAILED) session->answer->status = STATUS_FAILED;
    return answer;
}

enum solver_answer session_first(struct session *session)
{
    if (session_seed(session)) return SOLVER_SAT;
    return session->answer->status == STATUS_FAILED ? SOLVER_FAILED : session_solve(session);
}
