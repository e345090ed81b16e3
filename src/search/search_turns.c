/* Turns of rows and of clauses: cutting planes, and the search by cores. */
#include "search/search_interleaved.h"

#include <stdlib.h>

/* Few terms, whose weights make few clauses. */
static bool is_small(const struct session *session)
{
    enum { TERMS = 2000, HEAVY = 1 << 20 };
    int64_t terms = 0, heaviest = 0;
    for (int i = 0; i < model_rows(session->m); i++) {
        struct row r = model_row(session->m, i);
        terms += r.n;
        for (int k = 0; k < r.n && r.kind == ROW_PB; k++) heaviest = max64(heaviest, llabs(r.w[k]));
    }
    return terms <= TERMS && heaviest < HEAVY;
}

/* What is small is left to the clauses for a moment, as their refutations are checked. Else the
 * sums as they are go first, for as long as a small problem takes; then both take turns. */
enum status search_turns(struct session *session)
{
    static const double MOMENT = 0.2, FIRST_SECONDS = 1;
    struct interleaved t;
    if (!session_build_once(session)) return session->a->status;
    interleaved_init(&t, session);
    enum solver_answer answer = SOLVER_UNKNOWN;
    if (is_small(session))
        t.later = MOMENT;
    else
        answer = interleaved_turn(&t, FIRST_SECONDS);
    bool objective = session_objective(&t.session);
    enum status status = session_status(&t.session, answer, objective ? STATUS_OPTIMAL : STATUS_SATISFIABLE,
                                        t.found ? STATUS_OPTIMAL : STATUS_UNSATISFIABLE);
    if (answer == SOLVER_UNKNOWN && !job_over(&session->job)) status = search_core_interleaved(session, &t);
    interleaved_release(&t);
    return status;
}
