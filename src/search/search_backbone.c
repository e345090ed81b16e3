/* The backbone: the literals that are true in every solution. The first solution proposes one
 * literal per variable, and each further solution removes those that it violates. Literals are
 * tested in chunks: a solver call asks for a solution that violates one of the chunk. The call's
 * refutation proves the whole chunk. See Janota, Lynce, Marques-Silva, Algorithms for computing
 * backbones of propositional formulae, AI Communications 2015. */
#include "search/strategy.h"

enum { CHUNK = 64 };

/* The state of a search. */
struct proving {
    struct session *session;
    struct backbone *b;
    struct lits open;     /* literals that all solutions so far have, none proved */
    struct values proved; /* 1 or -1; 0: the variable's value is not proved */
    bool *of_integer;     /* whether the variable represents an integer */
};

static void guard(struct backbone *b, bool begin)
{
    if (b->guard) b->guard(b->state, begin);
}

/* Removes the candidates that the session's solution violates, and reports the solution. */
static void keep_common(struct proving *p)
{
    int n = 0;
    guard(p->b, true);
    for (int i = 0; i < p->open.n; i++)
        if (value_true(p->session->values, p->open.v[i])) p->open.v[n++] = p->open.v[i];
    p->open.n = n;
    p->b->open = n;
    p->b->solutions++;
    p->b->each(p->b->state, text_string(&p->session->text));
    guard(p->b, false);
}

static void add_range(struct backbone *b, int integer, int64_t lo, int64_t hi)
{
    struct backbone_range *last = b->ranges ? &b->range[b->ranges - 1] : NULL;
    if (last && last->integer == integer && last->hi + 1 == lo)
        last->hi = hi;
    else
        MEM_PUSH(b->range, b->ranges, b->range_cap, ((struct backbone_range){integer, lo, hi}));
}

/* Replaces the ranges by those that are left after the proved values. */
static void fill_ranges(const struct proving *p)
{
    const struct model *m = p->session->model;
    p->b->ranges = 0;
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        int64_t lo = it.lo, hi = it.form == FORM_LOG ? it.lo : it.hi;
        for (int k = 0; k < it.n; k++) {
            const int known = p->proved.v[it.x[k]];
            const int64_t bit = it.form == FORM_LOG ? (int64_t)1 << k : 0;
            lo += known > 0 ? bit : 0;
            hi += known < 0 ? 0 : bit;
            if (it.form == FORM_DIRECT && known >= 0) add_range(p->b, i, it.lo + k, it.lo + k);
            if (it.form == FORM_ORDER && known > 0) lo = it.lo + k + 1;
            if (it.form == FORM_ORDER && known < 0) hi = min64(hi, it.lo + k);
        }
        if (it.form != FORM_DIRECT) add_range(p->b, i, lo, min64(hi, it.hi));
    }
}

/* Proves the last `size` candidates, or removes some. */
static enum solver_answer test_chunk(struct proving *p, int size)
{
    struct session *session = p->session;
    const lit *x = p->open.v + p->open.n - size;
    lit all = size > 1 ? session_all(session, x, size) : x[0];
    for (int i = 0; i < size; i++) solver_phase(session->solver, -x[i]);
    solver_assume(session->solver, -all);
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_SAT) keep_common(p);
    if (answer != SOLVER_UNSAT) return answer;
    guard(p->b, true);
    for (int i = size; i--;) {
        const int v = lit_var(x[i]);
        p->proved.v[v] = (signed char)lit_sign(x[i]);
        if (!p->of_integer[v]) strings_add(x[i] > 0 ? &p->b->truths : &p->b->falsehoods, model_name(session->model, v));
    }
    fill_ranges(p);
    p->open.n -= size;
    p->b->open = p->open.n;
    guard(p->b, false);
    return SOLVER_SAT;
}

static enum solver_answer prove_all(struct proving *p)
{
    const struct model *m = p->session->model;
    enum solver_answer answer = SOLVER_SAT;
    session_keep(p->session);
    guard(p->b, true);
    p->b->variables = model_ints(m);
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        strings_add(&p->b->integers, model_int_name(m, i));
        for (int k = 0; k < it.n; k++) p->of_integer[it.x[k]] = true;
    }
    for (int v = p->proved.n; v >= 1; v--) {
        if (!model_is_solution(m, v)) continue;
        lits_push(&p->open, p->session->values.v[v] > 0 ? v : -v);
        p->b->variables += !p->of_integer[v];
    }
    fill_ranges(p);
    guard(p->b, false);
    const int n = p->open.n;
    keep_common(p);
    while (p->open.n && answer == SOLVER_SAT) {
        job_report(&p->session->job, "testing values", 1 - (double)p->open.n / n);
        answer = test_chunk(p, p->open.n < CHUNK ? p->open.n : CHUNK);
    }
    p->b->complete = !p->open.n && answer == SOLVER_SAT;
    return answer;
}

static enum status search_backbone_run(struct session *session, struct backbone *b)
{
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_UNSAT || answer == SOLVER_FAILED || answer == SOLVER_UNKNOWN)
        return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    const int n = model_vars(session->model);
    OWNED bool *of_integer = mem_new((size_t)n + 1, sizeof *of_integer);
    OWNED signed char *proved = mem_new((size_t)n + 1, 1);
    struct proving p = {.session = session, .b = b, .proved = {proved, n}, .of_integer = of_integer};
    answer = prove_all(&p);
    lits_release(&p.open);
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
    strings_release(&b->integers);
    mem_free(b->range);
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
