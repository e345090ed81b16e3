/* The work of a session: build, reduce, encode, solve, and check the solution. */
#include "search/session_cases.h"
#include "search/session_check.h"
#include "search/session_parity.h"
#include "search/session_sums.h"

/* Sends the model to the solver. False: a status is set. */
static bool send_to_solver(struct session *session)
{
    struct formula *f = &session->formula;
    const struct policy *policy = &session->problem->choices.policy;
    int64_t most = f->bounds.most == INT64_MAX ? INT64_MAX : f->bounds.most - f->offset;
    int *place = lower_order_variables(policy->order, session->problem->choices.seed, f->model);
    if (place && solver_sink(f->solver)->native) {
        mem_free(place);
        text_error(&session->answer->err,
                   "The solver %s takes some constraints as they are; use --variable-order model with it.",
                   session->problem->choices.solver);
        return session_refuse(session, STATUS_REFUSED);
    }
    if (place) solver_renumber(f->solver, place, model_vars(f->model));
    return lower_bounded(f->model, policy, most, &f->cnf, &session->answer->encoders, &session->answer->err) ||
           session_encoding_failed(session);
}

bool session_open(struct session *session, int64_t most, const char *config)
{
    double start = session_cpu();
    struct formula *f = &session->formula;
    session_stage(session, "building the model");
    if (!session_build(session, most)) return false;
    if (f->state == FORMULA_BUILT) {
        session_stage(session, parity_pass_applies(f->model) ? "eliminating" : NULL);
        if (!session_eliminate(session)) return false;
    }
    session_reduce(session);
    if (model_stopped(f->model)) return session_refuse(session, STATUS_UNKNOWN);
    session_stage(session, "encoding");
    SCOPED(lits) own = {0};
    const struct formulation *by = session->problem->formulation;
    const struct lits *hints = f->reduction ? NULL : session->problem->hints;
    if (!f->reduction && !hints && by->hints) by->hints(session->problem->instance, model_facts(f->model)->kept, &own);
    if (own.n) hints = &own;
    if (hints && hints->n) config = "hints";
    if (session->problem->choices.config) config = session->problem->choices.config;
    if (!session_open_solver(session, config)) return false;
    if (!(session_sums && session_sums->open(session)) && !send_to_solver(session)) return false;
    if (f->cnf.truncated || solver_sink(f->solver)->truncated) return session_encoding_failed(session);
    session_encoded(session, start);
    for (int i = 0; hints && i < hints->n; i++)
        if (lit_var(hints->v[i]) <= f->cnf.vars) solver_phase(f->solver, hints->v[i]);
    return true;
}

/* Returns the objective's sum under the solver's values. */
static int64_t sum_now(struct session *session)
{
    const struct formula *f = &session->formula;
    const struct objective *o = model_objective(f->model);
    int64_t sum = f->offset;
    for (int i = 0; i < o->n; i++)
        if ((solver_value(f->solver, lit_var(o->x[i])) > 0) == (o->x[i] > 0)) sum += o->w ? o->w[i] : 1;
    return sum;
}

enum solver_answer session_call(struct session *session)
{
    struct answer *a = session->answer;
    const int64_t rounds = a->lazy.rounds;
    enum solver_answer answer = formula_solve(&session->formula, &a->lazy, &a->err);
    a->calls += 1 + a->lazy.rounds - rounds;
    return answer;
}

enum solver_answer session_solve(struct session *session) { return session_solve_below(session, INT64_MAX); }

enum solver_answer session_next(struct session *session)
{
    struct formula *f = &session->formula;
    if (session->cases) return cases_next(session->cases);
    if (f->guard) solver_assume(f->solver, f->guard);
    enum solver_answer answer = session_solve(session);
    if (answer != SOLVER_SAT) return answer;
    formula_block(f);
    if (f->blocking.cnf.made.clauses >= SESSION_FEW && !f->rows) session->cases = cases_new(session);
    return answer;
}

enum solver_answer session_solve_below(struct session *session, int64_t below)
{
    if (job_over(&session->job)) return SOLVER_UNKNOWN;
    double start = session_cpu();
    if (session->formula.cnf.truncated) solver_sink(session->formula.solver)->truncated = true;
    enum solver_answer answer = session_call(session);
    double solved = session_cpu();
    session->answer->solve_seconds += solved - start;
    if (answer == SOLVER_SAT && below < INT64_MAX && (session->sum = sum_now(session)) >= below) return answer;
    if (answer == SOLVER_SAT && !session_check(session)) answer = SOLVER_FAILED;
    if (answer != SOLVER_UNSAT) session->answer->check_seconds += session_cpu() - solved;
    if (answer == SOLVER_UNSAT) session_refuted(session);
    if (answer == SOLVER_FAILED) session->answer->status = STATUS_FAILED;
    return answer;
}

enum solver_answer session_first(struct session *session)
{
    if (session_seed(session)) return SOLVER_SAT;
    return session->answer->status == STATUS_FAILED ? SOLVER_FAILED : session_solve(session);
}
