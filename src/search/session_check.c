/* The three checks of a solver's solution: every clause, every constraint of the model, the
 * rules. */
#include "search/session_check.h"

#include "search/solution_check.h"

static bool blame_encoding(struct session *session, const struct text *why)
{
    session->answer->wrong = true;
    return text_error(&session->answer->err, "An encoding is wrong here (please report this instance). %s",
                      text_string(why));
}

bool session_check_model(struct session *session, struct values values)
{
    const char *name = session->problem->formulation->name;
    SCOPED(text) why = {0};
    int64_t objective_value = 0;
    enum check_result against = solution_check(session->problem, session->formula.built, values, &session->sum,
                                               &session->solution, &objective_value, &why);
    if (against == CHECK_PASSED) return true;
    session->answer->wrong = true;
    session_refuse(session, STATUS_FAILED);
    if (against == CHECK_MODEL) return blame_encoding(session, &why);
    if (against == CHECK_RULES)
        return text_error(
            &session->answer->err,
            "The formulation %s is wrong here (please report this instance): its answer is no solution. %s", name,
            text_string(&why));
    return text_error(&session->answer->err,
                      "The formulation %s is wrong here (please report this instance): its objective value is %lld, "
                      "but the rules give %lld.",
                      name, (long long)objective_of_sum(session_objective(session), session->sum),
                      (long long)objective_value);
}

bool session_check(struct session *session)
{
    struct formula *f = &session->formula;
    SCOPED(text) why = {0};
    formula_read(f);
    if (!formula_holds(f))
        return text_error(&session->answer->err, "The solver %s gave values that break a clause; try another --solver.",
                          session->problem->choices.solver);
    session->sum = model_objective(f->model) ? model_sum(f->model, f->values) + f->offset : 0;
    if (!f->reduction) return session_check_model(session, f->values);
    if (!model_holds(f->model, f->values, &why)) return blame_encoding(session, &why);
    SCOPED(values) values = values_new(model_vars(f->built));
    reduction_extend(f->reduction, f->values, values);
    return session_check_model(session, values);
}
