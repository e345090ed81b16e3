/* The backbone: the literals that are true in every solution. The first solution proposes one
 * literal per variable, and each further solution removes those that it violates. Literals are
 * tested in chunks: a solver call asks for a solution that violates one of the chunk. The call's
 * refutation proves the whole chunk. See Janota, Lynce, Marques-Silva, Algorithms for computing
 * backbones of propositional formulae, AI Communications 2015. */
#include "puzzles/maker.h"
#include "search/strategy.h"

enum { CHUNK = 64, OF_INTEGER = 2 };

/* The state of a search. */
struct proving {
    struct session *session;
    struct backbone *b;
    struct lits *open;    /* literals that all solutions so far have, none proved */
    struct values proved; /* 1 or -1; not proved: 0, or OF_INTEGER if the variable represents an integer */
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
    for (int i = 0; i < p->open->n; i++)
        if (value_true(p->session->values, p->open->v[i])) p->open->v[n++] = p->open->v[i];
    p->open->n = n;
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
        int64_t lo = it.lo, hi = it.lo;
        for (int k = 0; k < it.n; k++) {
            const int known = p->proved.v[it.x[k]];
            lo += known == 1 ? integer_weight(it.form, k) : 0;
            hi += known >= 0 ? integer_weight(it.form, k) : 0;
            if (it.form == FORM_DIRECT && known >= 0) add_range(p->b, i, it.lo + k, it.lo + k);
        }
        if (it.form != FORM_DIRECT) add_range(p->b, i, lo, min64(hi, it.hi));
    }
}

/* Proves the last `size` candidates, or removes some. */
static enum solver_answer test_chunk(struct proving *p, int size)
{
    struct session *session = p->session;
    const lit *x = p->open->v + p->open->n - size;
    lit all = size > 1 ? session_all(session, x, size) : x[0];
    for (int i = 0; i < size; i++) solver_phase(session->solver, -x[i]);
    solver_assume(session->solver, -all);
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_SAT) keep_common(p);
    if (answer != SOLVER_UNSAT) return answer;
    guard(p->b, true);
    for (int i = size; i--;) {
        const int v = lit_var(x[i]);
        if (p->proved.v[v] != OF_INTEGER)
            strings_add(x[i] > 0 ? &p->b->truths : &p->b->falsehoods, model_name(session->model, v));
        p->proved.v[v] = (signed char)lit_sign(x[i]);
    }
    fill_ranges(p);
    p->open->n -= size;
    p->b->open = p->open->n;
    guard(p->b, false);
    return SOLVER_SAT;
}

static enum status search_backbone_run(struct session *session, struct backbone *b)
{
    const struct model *m = session->model;
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_UNSAT || answer == SOLVER_FAILED || answer == SOLVER_UNKNOWN)
        return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    OWNED signed char *proved = mem_new((size_t)model_vars(m) + 1, 1);
    SCOPED(lits) open = {0};
    struct proving p = {.session = session, .b = b, .open = &open, .proved = {proved, model_vars(m)}};
    session_keep(session);
    guard(b, true);
    b->variables = model_ints(m);
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        strings_add(&b->integers, model_int_name(m, i));
        for (int k = 0; k < it.n; k++) proved[it.x[k]] = OF_INTEGER;
    }
    for (int v = model_vars(m); v >= 1; v--) {
        if (!model_is_solution(m, v)) continue;
        lits_push(&open, session->values.v[v] > 0 ? v : -v);
        b->variables += proved[v] != OF_INTEGER;
    }
    fill_ranges(&p);
    guard(b, false);
    const int n = open.n;
    keep_common(&p);
    while (open.n && answer == SOLVER_SAT) {
        job_report(&session->job, "testing values", 1 - (double)open.n / n);
        answer = test_chunk(&p, open.n < CHUNK ? open.n : CHUNK);
    }
    b->complete = !open.n && answer == SOLVER_SAT;
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
    lit *said;      /* of each mark: that it has that value, if it has had one */
    int *order, n;  /* of the marks */
    int asked;      /* times, for the progress */
    enum solver_answer answer;
};

/* Gives a mark a value. If an integer has no literal for each value, a new one says that it has this. */
static void give(struct givens_search *k, int mark, int64_t value)
{
    struct given g = model_given_at(k->session->model, mark);
    struct integer it = g.x ? (struct integer){0} : model_integer(k->session->model, g.integer);
    const int64_t v = value - it.lo;
    SCOPED(lits) x = {0};
    k->value[mark] = value;
    k->said[mark] = g.x ? (v ? g.x : -g.x) : it.form == FORM_DIRECT ? it.x[v] : 0;
    if (k->said[mark]) return;
    for (int i = 0; i < it.n; i++)
        if (it.form == FORM_LOG || i == v || i == v - 1)
            lits_push(&x, (it.form == FORM_LOG ? v >> i & 1 : i < v) ? it.x[i] : -it.x[i]);
    k->said[mark] = session_all(k->session, x.v, x.n);
    for (int i = 0; i < x.n; i++) session_clause(k->session, (lit[]){-k->said[mark], x.v[i]}, 2);
}

/* The literal of the given value of mark order[i]; 0: it is free. */
static lit given_literal(const struct givens_search *k, int i)
{
    return k->value[k->order[i]] == GIVEN_NONE ? 0 : k->said[k->order[i]];
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
        struct integer it = g.x ? (struct integer){.hi = 1} : model_integer(m, g.integer);
        int64_t last = g.x ? value_true(k->session->values, g.x) : model_int_value(m, g.integer, k->session->values);
        int64_t value = it.lo + random_below(k->random, (int)min64(it.hi - it.lo + 1, INT32_MAX));
        give(k, k->order[i], value);
        if (value == last || solve_given(k) != SOLVER_UNSAT) continue;
        give(k, k->order[i], last);
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
    if (!k->n) {
        text_error(err, "No variable of this model is marked; mark those whose values may be given: m.given(x).");
        return STATUS_REFUSED;
    }
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
        OWNED lit *said = mem_new((size_t)n, sizeof *said);
        a->status = givens_in_session(&(struct givens_search){&session, random, value, said, order, n});
    }
    if (a->status != STATUS_UNSATISFIABLE) return a->status;
    text_error(&a->err, "This model has no solution, so no puzzle can be made of it.");
    return a->status = STATUS_REFUSED;
}
