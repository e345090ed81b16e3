/* The backbone: the literals that are true in every solution. The first solution proposes one
 * literal per variable, and each further solution removes those that it violates. Literals are
 * tested in chunks: a solver call asks for a solution that violates one of the chunk. The call's
 * refutation proves the whole chunk. See Janota, Lynce, Marques-Silva, Algorithms for computing
 * backbones of propositional formulae, AI Communications 2015. */
#include "puzzles/maker.h"
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

/* Opens a session on all solutions, with the variables of the model; best: on the best ones, after
 * a search for one. `whole` is the session's problem. False: a status is set. */
static bool open_whole(struct session *session, const struct problem *q, bool best, struct problem *whole,
                       struct answer *a)
{
    *whole = *q;
    whole->choices.break_symmetry = OPTION_NO;
    whole->choices.parity = PARITY_NONE;
    if (!search_ready(q, a)) return false;
    if (best) {
        enum status status = search_solve(q, a);
        if (status != STATUS_OPTIMAL && status != STATUS_SATISFIABLE) return false;
        whole->bounded = status == STATUS_OPTIMAL;
        whole->bound = a->objective_value;
    }
    session_init(session, whole, a);
    session->many = true;
    a->status = STATUS_UNKNOWN;
    return session_open(session, whole->bounded ? search_most(whole) : INT64_MAX, "");
}

enum status search_backbone(const struct problem *q, struct backbone *b, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem whole;
    bool best = q->puzzle->unit && !q->bounded && !b->all_costs;
    if (open_whole(&session, q, best, &whole, a)) a->status = search_backbone_run(&session, b);
    if (session.problem) answer_add_evidence(a, !b->all_costs);
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

struct givens_search {
    struct session *session;
    struct random *random;
    int64_t *value; /* of each mark; GIVEN_NONE: free */
    int *order, n;  /* of the marks */
    int asked;      /* times, for the progress */
    enum solver_answer answer;
};

/* The least value of a mark, the number of its values, and the literal that says that it has one. */
static int64_t mark_least(const struct model *m, struct given g) { return g.x ? 0 : model_integer(m, g.integer).lo; }
static int mark_values(const struct model *m, struct given g) { return g.x ? 2 : model_integer(m, g.integer).n; }
static lit mark_literal(const struct model *m, struct given g, int64_t value)
{
    if (!g.x) return model_integer(m, g.integer).x[value - mark_least(m, g)];
    return value ? g.x : -g.x;
}

/* The literal of the given value of mark order[i]; 0: it is free. */
static lit given_literal(const struct givens_search *k, int i)
{
    const struct model *m = k->session->model;
    int64_t value = k->value[k->order[i]];
    return value == GIVEN_NONE ? 0 : mark_literal(m, model_given_at(m, k->order[i]), value);
}

/* Solves under the given values. */
static enum solver_answer solve_given(struct givens_search *k)
{
    for (int i = 0; i < k->n; i++)
        if (given_literal(k, i)) solver_assume(k->session->solver, given_literal(k, i));
    return k->answer = session_solve(k->session);
}

/* Finds values of all marks that some solution has: tries a random one for each, in random order,
 * and otherwise takes that of the last solution. */
static void choose_values(struct givens_search *k)
{
    const struct model *m = k->session->model;
    k->answer = session_solve(k->session);
    for (int i = 0; i < k->n; i++) k->value[i] = GIVEN_NONE;
    for (int i = 0; i < k->n && k->answer == SOLVER_SAT; i++) {
        struct given g = model_given_at(m, k->order[i]);
        int64_t last = mark_least(m, g), *value = &k->value[k->order[i]];
        while (!value_true(k->session->values, mark_literal(m, g, last))) last++;
        *value = mark_least(m, g) + random_below(k->random, mark_values(m, g));
        if (*value == last || solve_given(k) != SOLVER_UNSAT) continue;
        *value = last;
        k->answer = SOLVER_SAT;
    }
}

/* For maker_thin: frees all values that the refutation of other solutions did not need. */
static int is_only(void *givens)
{
    struct givens_search *k = givens;
    job_report(&k->session->job, "leaving out givens", (double)k->asked++ / k->n);
    if (solve_given(k) != SOLVER_UNSAT) return k->answer == SOLVER_SAT ? 2 : -1;
    for (int i = 0; i < k->n; i++)
        if (given_literal(k, i) && !solver_failed(k->session->solver, given_literal(k, i)))
            k->value[k->order[i]] = GIVEN_NONE;
    return 1;
}

static enum status givens_in_session(struct givens_search *k)
{
    struct session *session = k->session;
    struct text *err = &session->answer->err;
    if (!k->n)
        text_error(err, "No variable of this model is marked; mark those whose values may be given: m.given(x).");
    for (int i = 0; i < k->n && !err->n; i++) {
        struct given g = model_given_at(session->model, i);
        if (!g.x && model_integer(session->model, g.integer).form != FORM_DIRECT)
            text_error(err, "The integer %s may be given, so it needs the form direct and at most 1024 values.",
                       model_int_name(session->model, g.integer));
    }
    if (err->n) return STATUS_REFUSED;
    choose_values(k);
    if (k->answer == SOLVER_SAT) {
        session_keep(session);
        session_block(session);
        int only = is_only(k);
        if (only > 1)
            text_error(err, "Two solutions have the same values of all marked variables; mark more, or declare as "
                            "derived what follows from them.");
        if (only == 1 && maker_thin(k->value, GIVEN_NONE, k->order, k->n, is_only, k) > 0) k->answer = SOLVER_SAT;
    }
    return session_status(session, k->answer, err->n ? STATUS_REFUSED : STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

enum status search_givens(const struct problem *q, struct random *random, int64_t *value, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem whole;
    if (open_whole(&session, q, q->puzzle->unit, &whole, a)) {
        int n = model_givens(session.model);
        OWNED int *order = maker_order(random, n);
        a->status = givens_in_session(&(struct givens_search){&session, random, value, order, n});
    }
    if (a->status != STATUS_UNSATISFIABLE) return a->status;
    text_error(&a->err, "This model has no solution, so no puzzle can be made of it.");
    return a->status = STATUS_REFUSED;
}
