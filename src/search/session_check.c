/* The three checks of a solver's solution: every clause, every constraint of the model, the
 * rules. */
#include "search/session_check.h"

#include "search/solution_check.h"

struct listener {
    struct cnf cnf; /* first member: a sink that evaluates each clause */
    struct solver *solver;
    bool broken;
};

static void listener_put(struct cnf *self, const lit *c, int n)
{
    struct listener *w = (struct listener *)self;
    for (int i = 0; i < n; i++) {
        int value = solver_value(w->solver, lit_var(c[i]));
        if (c[i] > 0 ? value > 0 : value <= 0) return;
    }
    w->broken = true;
}

static void listener_native(struct cnf *self, const struct constraint *c)
{
    struct listener *w = (struct listener *)self;
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++) {
        int value = solver_value(w->solver, lit_var(c->x[i]));
        if (c->x[i] > 0 ? value > 0 : value <= 0) sum += c->w ? c->w[i] : 1;
    }
    if (c->kind == XOR ? (sum & 1) != c->hi : sum < c->lo || sum > c->hi) w->broken = true;
}

static bool clauses_hold(struct session *session)
{
    /* Native constraints of the solver are not encoded here either, so that auxiliary numbers
     * agree. */
    struct listener w = {
        .cnf = {.put = listener_put, .put_native = listener_native, .native = session->solver->cnf.native},
        .solver = session->solver};
    SCOPED(text) ignored = {0};
    session_encode(session, &w.cnf);
    for (int i = 0, from = 0; i < session->added.n; i++) {
        const lit *x = session->added.v + from;
        if (session->added.v[i]) continue;
        SCOPED(outputs) again = {0};
        if (i == from)
            lower_objective(session->model, &session->counting, session->counter_lo, session->counter_hi, &w.cnf,
                            &again, &ignored);
        else if (x[0] < 0)
            cnf_all(&w.cnf, x + 1, i - from - 1);
        else
            lower_core(x + 1, i - from - 1, x[0], &session->problem->choices.policy, &w.cnf, &again, &ignored);
        from = i + 1;
    }
    for (int i = 0, from = 0; i < session->units.n; i++)
        if (!session->units.v[i]) {
            cnf_clause(&w.cnf, session->units.v + from, i - from);
            from = i + 1;
        }
    return !w.broken ||
           text_error(&session->answer->err, "The solver %s gave values that break a clause; try another --solver.",
                      session->problem->choices.solver);
}

static bool blame_encoding(struct session *session, const struct text *why)
{
    session->answer->wrong = true;
    return text_error(&session->answer->err, "An encoding is wrong here (please report this instance). %s",
                      text_string(why));
}

bool session_check_model(struct session *session, const struct model *built, struct values values)
{
    const char *name = session->problem->formulation->name;
    SCOPED(text) why = {0};
    int64_t objective_value = 0;
    enum check_result against =
        solution_check(session->problem, built, values, &session->sum, &session->text, &objective_value, &why);
    if (against == CHECK_MODEL) {
        blame_encoding(session, &why);
    } else if (against == CHECK_RULES) {
        text_error(&session->answer->err,
                   "The formulation %s is wrong here (please report this instance): its answer is no solution. %s",
                   name, text_string(&why));
    } else if (against == CHECK_OBJECTIVE) {
        text_error(&session->answer->err,
                   "The formulation %s is wrong here (please report this instance): its objective value is %lld, but "
                   "the rules give %lld.",
                   name, (long long)objective_of_sum(session_objective(session), session->sum),
                   (long long)objective_value);
    }
    if (against != CHECK_PASSED) session->answer->wrong = true;
    return against == CHECK_PASSED || session_refuse(session, STATUS_FAILED);
}

bool session_check(struct session *session)
{
    for (int v = 1; v <= session->values.n; v++) session->values.v[v] = solver_value(session->solver, v) > 0 ? 1 : -1;
    if (!clauses_hold(session)) return false;
    session->sum = model_objective(session->model) ? model_sum(session->model, session->values) + session->offset : 0;
    if (!session->reduction) return session_check_model(session, session->model, session->values);
    SCOPED(text) why = {0};
    SCOPED(values) values = values_new(model_vars(session->built));
    bool good = model_holds(session->model, session->values, &why) || blame_encoding(session, &why);
    if (good) {
        reduction_extend(session->reduction, session->values, values);
        good = session_check_model(session, session->built, values);
    }
    return good;
}
