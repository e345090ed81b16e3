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

/* ---- givens -------------------------------------------------------------------------------------
 * A random solution of a model with marks, and a minimal set of its values that determines it. One
 * solver holds the model. The random values, and later the givens, are assumptions; between the
 * two, a clause excludes the solution. */

/* The least value of a mark, and the literal that says that it has its k-th value. */
static int64_t mark_least(const struct model *m, struct given g) { return g.x ? 0 : model_integer(m, g.integer).lo; }
static lit mark_literal(const struct model *m, struct given g, int64_t k)
{
    if (!g.x) return model_integer(m, g.integer).x[k];
    return k ? g.x : -g.x;
}

/* Solves under the literals, without one of them (-1: with all). */
static enum solver_answer solve_with(struct session *session, const struct lits *x, int without)
{
    for (int i = 0; i < x->n; i++)
        if (i != without) solver_assume(session->solver, x->v[i]);
    return session_solve(session);
}

/* Fills x with values of all marks that some solution has: tries a random one for each, in random
 * order, and otherwise takes that of the last solution. */
static enum solver_answer choose_values(struct session *session, struct random *random, struct lits *x)
{
    const struct model *m = session->model;
    int n = model_givens(m), *order = mem_new((size_t)n, sizeof *order);
    enum solver_answer answer = session_solve(session);
    for (int i = 0; i < n; i++) {
        int j = random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < n && answer == SOLVER_SAT; i++) {
        struct given g = model_given_at(m, order[i]);
        int k = 0;
        while (!value_true(session->values, mark_literal(m, g, k))) k++;
        lits_push(x, mark_literal(m, g, random_below(random, g.x ? 2 : model_integer(m, g.integer).n)));
        if (x->v[i] == mark_literal(m, g, k)) continue;
        answer = solve_with(session, x, -1);
        if (answer != SOLVER_UNSAT) continue;
        x->v[i] = mark_literal(m, g, k);
        answer = SOLVER_SAT;
    }
    mem_free(order);
    return answer;
}

/* Leaves out one value after the other, as long as there is no other solution. */
static enum solver_answer minimize_values(struct session *session, struct lits *x)
{
    enum solver_answer answer = SOLVER_UNSAT;
    session_core(session, x, 1);
    for (int i = 0; i < x->n && answer == SOLVER_UNSAT;) {
        job_report(&session->job, "leaving out givens", (double)i / x->n);
        answer = solve_with(session, x, i);
        if (answer == SOLVER_UNSAT) {
            x->n--;
            for (int k = i; k < x->n; k++) x->v[k] = x->v[k + 1];
            session_core(session, x, 1);
        } else if (answer == SOLVER_SAT) {
            i++;
            answer = SOLVER_UNSAT;
        }
    }
    return answer;
}

static enum status givens_in_session(struct session *session, struct random *random, struct lits *x)
{
    struct text *err = &session->answer->err;
    if (!model_givens(session->model))
        text_error(err, "No variable of this model is marked; mark those whose values may be given: m.given(x).");
    for (int i = 0; i < model_givens(session->model) && !err->n; i++) {
        struct given g = model_given_at(session->model, i);
        if (!g.x && model_integer(session->model, g.integer).form != FORM_DIRECT)
            text_error(err, "The integer %s may be given, so it needs the form direct and at most 1024 values.",
                       model_int_name(session->model, g.integer));
    }
    if (err->n) return STATUS_REFUSED;
    enum solver_answer answer = choose_values(session, random, x);
    if (answer == SOLVER_UNSAT) text_error(err, "This model has no solution, so no puzzle can be made of it.");
    if (answer == SOLVER_SAT) {
        session_keep(session);
        session_block(session);
        answer = solve_with(session, x, -1);
        if (answer == SOLVER_SAT)
            text_error(err, "Two solutions have the same values of all marked variables; mark more, or declare as "
                            "derived what follows from them.");
        if (answer == SOLVER_UNSAT) answer = minimize_values(session, x);
    }
    return session_status(session, answer, STATUS_REFUSED, err->n ? STATUS_REFUSED : STATUS_SATISFIABLE);
}

enum status search_givens(const struct problem *q, struct random *random, int64_t *value, struct answer *a)
{
    struct session session;
    struct problem whole = *q;
    SCOPED(lits) x = {0};
    int64_t most = INT64_MAX;
    whole.choices.break_symmetry = OPTION_NO;
    whole.choices.parity = PARITY_NONE;
    if (!search_ready(q, a)) return a->status;
    if (q->puzzle->unit && search_solve(q, a) == STATUS_OPTIMAL) {
        whole.bound = a->objective_value;
        most = search_most(&whole);
    }
    if (a->status == STATUS_FAILED || (q->puzzle->unit && a->status == STATUS_UNKNOWN)) return a->status;
    session_init(&session, &whole, a);
    session.many = true;
    if (session_open(&session, most, "")) a->status = givens_in_session(&session, random, &x);
    for (int i = 0; a->status == STATUS_SATISFIABLE && i < model_givens(session.model); i++) {
        struct given g = model_given_at(session.model, i);
        int n = g.x ? 2 : model_integer(session.model, g.integer).n;
        value[i] = GIVEN_NONE;
        for (int k = 0; k < n * x.n; k++)
            if (x.v[k / n] == mark_literal(session.model, g, k % n)) value[i] = mark_least(session.model, g) + k % n;
    }
    session_release(&session);
    return a->status;
}
