/* Reaching: one problem, whether there is a solution as good as some objective value. */
#include "search/session.h"

enum status search_decide(const struct problem *q, int64_t objective_value, struct answer *a)
{
    struct session session;
    struct text text = {0};
    int64_t most = INT64_MAX, sum = 0;
    session_init(&session, q, a);
    if (!session_build(&session, INT64_MAX)) {
        session_release(&session);
        return a->status;
    }
    const struct objective *o = session_objective(&session);
    if (o) most = objective_sum(o, objective_value);
    if (o && most < o->least) {
        a->status = STATUS_UNSATISFIABLE;
    } else if (session_open(&session, most, "")) {
        enum solver_answer answer = session_solve(&session, &text, &sum);
        if (answer == SOLVER_SAT) session_keep(&session, &text, sum);
        a->status = answer == SOLVER_SAT      ? STATUS_SATISFIABLE
                    : answer == SOLVER_UNSAT  ? STATUS_UNSATISFIABLE
                    : answer == SOLVER_FAILED ? STATUS_FAILED
                                              : STATUS_UNKNOWN;
    }
    text_release(&text);
    session_release(&session);
    return a->status;
}
