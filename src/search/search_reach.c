/* Reaching: one question, whether there is a solution as good as some figure. */
#include "search/attempt.h"

enum status search_reach(const struct question *q, int64_t figure, struct answer *a)
{
    struct attempt h;
    struct text text = {0};
    int64_t most = INT64_MAX, sum = 0;
    attempt_init(&h, q, a);
    if (!attempt_pose(&h, INT64_MAX)) {
        attempt_release(&h);
        return a->status;
    }
    const struct objective *o = attempt_objective(&h);
    if (o) most = objective_sum(o, figure);
    if (o && most < o->least) {
        a->status = STATUS_UNSATISFIABLE;
    } else if (attempt_open(&h, most, "")) {
        enum solver_answer answer = attempt_solve(&h, &text, &sum);
        if (answer == SOLVER_SAT) attempt_keep(&h, &text, sum);
        a->status = answer == SOLVER_SAT      ? STATUS_SATISFIABLE
                    : answer == SOLVER_UNSAT  ? STATUS_UNSATISFIABLE
                    : answer == SOLVER_FAILED ? STATUS_FAILED
                                              : STATUS_UNKNOWN;
    }
    text_release(&text);
    attempt_release(&h);
    return a->status;
}
