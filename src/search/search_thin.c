/* Clues that a board with one solution does not need. One solver holds the model, with a selector for each clue, and a
 * clause that excludes the solution. What is left is counted again by those who make the board. */
#include "puzzles/maker.h"
#include "search/session_check.h"
#include "search/strategy.h"

struct thin {
    struct session *session;
    struct clue_thinning *clues;
    lit *selector; /* of each clue; 0: it has no rule */
};

/* Encodes the model with the selectors. False: a status is set. */
static bool thin_encode(struct thin *t)
{
    struct session *session = t->session;
    struct formula *f = &session->formula;
    if (!session_build(session, INT64_MAX) || !session_open_solver(session, "")) return false;
    const int rules = model_rules(f->model);
    OWNED lit *guard = mem_new((size_t)rules, sizeof *guard);
    f->cnf.vars = model_vars(f->model);
    for (int i = 0; i < rules; i++) {
        const struct rule_note note = model_rule_noted(f->model, i);
        const int clue = t->clues->clue(t->clues->board, note.row, note.col);
        if (clue < 0) continue;
        if (!t->selector[clue]) t->selector[clue] = ++f->cnf.vars;
        guard[i] = -t->selector[clue];
    }
    return lower_model(f->model, &session->problem->choices.policy, guard, &f->cnf, &session->answer->err) ||
           session_encoding_failed(session);
}

/* Solves under the clues that are kept, without the one of this number (-1: with all). */
static enum solver_answer thin_solve(struct thin *t, int without)
{
    for (int i = 0; i < t->clues->n; i++)
        if (t->selector[i] && t->clues->kept[i] && i != without)
            solver_assume(t->session->formula.solver, t->selector[i]);
    if (job_over(&t->session->job)) return SOLVER_UNKNOWN;
    return without < 0 ? session_solve(t->session) : session_call(t->session); /* the latter breaks a clue */
}

static enum status thin_run(struct thin *t, struct random *random)
{
    const int n = t->clues->n;
    OWNED int *order = maker_order(random, n);
    for (int i = 0; i < n; i++) t->clues->kept[i] = true;
    enum solver_answer answer = thin_solve(t, -1);
    if (answer != SOLVER_SAT) return session_status(t->session, answer, STATUS_SATISFIABLE, STATUS_REFUSED);
    formula_block(&t->session->formula);
    answer = thin_solve(t, -1);
    for (int i = 0; i < n && answer == SOLVER_UNSAT; i++) {
        if (!t->selector[order[i]]) continue;
        answer = thin_solve(t, order[i]);
        if (answer == SOLVER_UNSAT) t->clues->kept[order[i]] = false;
        if (answer == SOLVER_SAT) answer = SOLVER_UNSAT;
    }
    return session_status(t->session, answer, STATUS_REFUSED, STATUS_SATISFIABLE);
}

enum status search_thin(const struct problem *q, struct random *random, struct clue_thinning *clues, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem plain = *q;
    plain.choices.parity = PARITY_NONE;
    plain.choices.break_symmetry = OPTION_NO;
    if (!search_ready(&plain, a)) return a->status;
    session_init(&session, &plain, a);
    session.many = true;
    OWNED lit *selector = mem_new((size_t)clues->n, sizeof *selector);
    struct thin t = {&session, clues, selector};
    a->status = STATUS_UNKNOWN;
    if (thin_encode(&t)) a->status = thin_run(&t, random);
    return a->status;
}
