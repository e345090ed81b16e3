/* The backbone: the literals that are true in every solution. The first solution proposes one
 * literal per variable, and each further solution removes those that it violates. Literals are
 * tested in chunks: a solver call asks for a solution that violates one of the chunk. The call's
 * refutation proves the whole chunk. See Janota, Lynce, Marques-Silva, Algorithms for computing
 * backbones of propositional formulae, AI Communications 2015. */
#include "search/strategy.h"

enum { CHUNK = 64 };

static void guard(struct backbone *b, bool begin)
{
    if (b->guard) b->guard(b->state, begin);
}

/* Removes the candidates that the session's solution violates, and reports the solution. */
static void keep_common(struct session *session, struct backbone *b, struct lits *open)
{
    int n = 0;
    guard(b, true);
    for (int i = 0; i < open->n; i++)
        if (value_true(session->values, open->v[i])) open->v[n++] = open->v[i];
    open->n = n;
    b->open = n;
    b->solutions++;
    b->each(b->state, text_string(&session->text));
    guard(b, false);
}

/* Proves the last `size` candidates, or removes some. */
static enum solver_answer test_chunk(struct session *session, struct backbone *b, struct lits *open, int size)
{
    const lit *x = open->v + open->n - size;
    lit all = size > 1 ? session_all(session, x, size) : x[0];
    for (int i = 0; i < size; i++) solver_phase(session->solver, -x[i]);
    solver_assume(session->solver, -all);
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_SAT) keep_common(session, b, open);
    if (answer != SOLVER_UNSAT) return answer;
    guard(b, true);
    for (int i = size; i--;)
        strings_add(x[i] > 0 ? &b->truths : &b->falsehoods, model_name(session->model, lit_var(x[i])));
    open->n -= size;
    b->open = open->n;
    guard(b, false);
    return SOLVER_SAT;
}

static enum status search_backbone_run(struct session *session, struct backbone *b)
{
    SCOPED(lits) open = {0};
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_UNSAT || answer == SOLVER_FAILED || answer == SOLVER_UNKNOWN)
        return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    session_keep(session);
    for (int v = session->values.n; v >= 1; v--)
        if (model_is_solution(session->model, v)) lits_push(&open, session->values.v[v] > 0 ? v : -v);
    b->variables = open.n;
    keep_common(session, b, &open);
    while (open.n && answer == SOLVER_SAT) {
        job_report(&session->job, "testing values", 1 - (double)open.n / b->variables);
        answer = test_chunk(session, b, &open, open.n < CHUNK ? open.n : CHUNK);
    }
    b->complete = !open.n && answer == SOLVER_SAT;
    return answer == SOLVER_FAILED ? STATUS_FAILED : STATUS_SATISFIABLE;
}

enum status search_backbone(const struct problem *q, struct backbone *b, struct answer *a)
{
    struct session session;
    struct problem whole = *q; /* every solution, with the variables of the model */
    int64_t most = INT64_MAX;
    whole.choices.break_symmetry = OPTION_NO;
    whole.choices.parity = PARITY_NONE;
    if (!search_ready(q, a)) return a->status;
    if (q->puzzle->unit && !q->bounded && !b->all_costs) {
        enum status status = search_solve(q, a);
        if (status != STATUS_OPTIMAL && status != STATUS_SATISFIABLE) return status;
        whole.bounded = status == STATUS_OPTIMAL;
        whole.bound = a->objective_value;
    }
    if (whole.bounded) most = search_most(&whole);
    session_init(&session, &whole, a);
    session.many = true;
    a->status = STATUS_UNKNOWN;
    if (session_open(&session, most, "")) a->status = search_backbone_run(&session, b);
    session_release(&session);
    answer_add_evidence(a, !b->all_costs);
    return a->status;
}

void search_backbone_release(struct backbone *b)
{
    strings_release(&b->truths);
    strings_release(&b->falsehoods);
}
