/* The backbone: the literals that are true in every solution. The first solution proposes one
 * literal per variable, and each further solution removes those that it violates. Literals are
 * tested in chunks: a solver call asks for a solution that violates one of the chunk. The call's
 * refutation proves the whole chunk. See Janota, Lynce, Marques-Silva, Algorithms for computing
 * backbones of propositional formulae, AI Communications 2015. Integers are tested in the same way,
 * whatever their form: each solution splits a range at its value, and a call asks for a value in
 * one of a chunk of ranges that no solution has reached. */
#include "model/model_abstract.h"
#include "base/number.h"
#include "puzzles/maker.h"
#include "search/strategy.h"

/* Candidates of a solver call; integers with more values are tested alone. */
enum { CHUNK = 64, FEW_VALUES = 1000 };

/* The state of a search. */
struct proving {
    struct session *session;
    struct backbone *b;
    struct lits *open; /* literals that all solutions so far have, none proved; none of an integer */
};

static void guard(struct backbone *b, bool begin)
{
    if (b->guard) b->guard(b->state, begin);
}

/* Appends a range, if it has a value. */
static void add_range(struct backbone *b, int integer, int64_t lo, int64_t hi, bool open)
{
    struct backbone_range *last = b->ranges ? &b->range[b->ranges - 1] : NULL;
    if (lo > hi) return;
    if (last && last->integer == integer && last->hi + 1 == lo && !last->open && !open)
        last->hi = hi;
    else
        MEM_PUSH(b->range, b->ranges, b->range_cap, ((struct backbone_range){integer, lo, hi, open}));
}

/* Splits the open ranges at the values of the session's solution. */
static void split_ranges(struct backbone *b, const struct session *session)
{
    struct backbone before = *b;
    int64_t value = 0;
    b->range = NULL;
    b->ranges = 0;
    b->range_cap = 0;
    for (int i = 0; i < before.ranges; i++) {
        const struct backbone_range r = before.range[i];
        if (!i || r.integer != before.range[i - 1].integer)
            value = model_int_value(session->formula.model, r.integer, session->formula.values);
        if (r.open && r.lo <= value && value <= r.hi) {
            add_range(b, r.integer, r.lo, value - 1, true);
            add_range(b, r.integer, value, value, false);
            add_range(b, r.integer, value + 1, r.hi, true);
        } else {
            add_range(b, r.integer, r.lo, r.hi, r.open);
            b->range[b->ranges - 1].inside = r.inside;
        }
    }
    mem_free(before.range);
}

/* Counts what is open. Returns how many variables and values that is. */
static double count_open(const struct proving *p)
{
    struct backbone *b = p->b;
    double values = p->open->n;
    int last = -1;
    b->open = p->open->n;
    for (int i = 0; i < b->ranges; i++) {
        const struct backbone_range *r = &b->range[i];
        if (!r->open) continue;
        b->open += r->integer != last;
        last = r->integer;
        values += (double)(r->hi - r->lo + 1);
    }
    return values;
}

/* Removes what the session's solution violates or reaches, and reports the solution. */
static void keep_common(struct proving *p)
{
    int n = 0;
    guard(p->b, true);
    for (int i = 0; i < p->open->n; i++)
        if (value_true(p->session->formula.values, p->open->v[i])) p->open->v[n++] = p->open->v[i];
    p->open->n = n;
    split_ranges(p->b, p->session);
    count_open(p);
    p->b->solutions++;
    if (p->b->each) p->b->each(p->b->state, &p->session->solution);
    guard(p->b, false);
}

/* Calls the solver for a solution with one of these literals. */
static enum solver_answer solve_some(struct proving *p, const struct lits *some)
{
    struct session *session = p->session;
    SCOPED(lits) none = {0};
    for (int i = 0; i < some->n; i++) {
        lits_push(&none, -some->v[i]);
        solver_phase(session->formula.solver, some->v[i]);
    }
    solver_assume(session->formula.solver, some->n > 1 ? -cnf_all(&session->formula.cnf, none.v, none.n) : some->v[0]);
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_SAT) keep_common(p);
    return answer;
}

/* Proves a chunk of candidates, or removes some. */
static enum solver_answer test_literals(struct proving *p)
{
    const int size = p->open->n < CHUNK ? p->open->n : CHUNK;
    const lit *x = p->open->v + p->open->n - size;
    SCOPED(lits) some = {0};
    for (int i = 0; i < size; i++) lits_push(&some, -x[i]);
    enum solver_answer answer = solve_some(p, &some);
    if (answer != SOLVER_UNSAT) return answer;
    guard(p->b, true);
    for (int i = size; i--;) {
        lits_push(&p->b->forced, x[i]);
        strings_add(&p->b->names, model_name(p->session->formula.model, lit_var(x[i])));
    }
    p->open->n -= size;
    count_open(p);
    guard(p->b, false);
    return SOLVER_SAT;
}

/* How many values an integer was declared with. */
static int64_t values_of(const struct proving *p, int integer)
{
    struct integer it = model_integer(p->session->formula.model, integer);
    return it.hi - it.lo + 1;
}

/* Adds literals of a chunk of open ranges, one of which the solver is to make true. Integers with many values come
 * last, because each value that is possible costs a solution. */
static void ask_ranges(struct proving *p, struct lits *some)
{
    struct backbone *b = p->b;
    int64_t most = INT64_MAX;
    int n = 0;
    for (int i = 0; i < b->ranges; i++)
        if (b->range[i].open) most = min64(most, values_of(p, b->range[i].integer));
    most = max64(most, FEW_VALUES);
    for (int i = 0; i < b->ranges; i++) {
        struct backbone_range *r = &b->range[i];
        r->asked = r->open && n < CHUNK && values_of(p, r->integer) <= most;
        if (!r->asked) continue;
        n++;
        if (!r->inside) r->inside = session_within(p->session, r->integer, r->lo, r->hi);
        lits_push(some, r->inside);
    }
}

/* Refutes a chunk of open ranges, or reaches some. */
static enum solver_answer test_ranges(struct proving *p)
{
    struct backbone *b = p->b;
    SCOPED(lits) some = {0};
    ask_ranges(p, &some);
    enum solver_answer answer = solve_some(p, &some);
    if (answer != SOLVER_UNSAT) return answer;
    int n = 0;
    guard(b, true);
    for (int i = 0; i < b->ranges; i++)
        if (!b->range[i].asked) b->range[n++] = b->range[i];
    b->ranges = n;
    count_open(p);
    guard(b, false);
    return SOLVER_SAT;
}

static enum status search_backbone_run(struct session *session, struct backbone *b)
{
    const struct model *m = session->formula.model;
    enum solver_answer answer = session_solve(session);
    if (answer == SOLVER_UNSAT || answer == SOLVER_FAILED || answer == SOLVER_UNKNOWN)
        return session_status(session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    OWNED bool *of_integer = mem_new((size_t)model_vars(m) + 1, sizeof *of_integer);
    SCOPED(lits) open = {0};
    struct proving p = {.session = session, .b = b, .open = &open};
    session_keep(session);
    guard(b, true);
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        strings_add(&b->integers, model_int_name(m, i));
        add_range(b, i, it.lo, it.hi, true);
        for (int k = 0; k < it.n; k++) of_integer[it.x[k]] = true;
    }
    for (int v = model_vars(m); v >= 1; v--)
        if (model_is_solution(m, v) && !of_integer[v]) lits_push(&open, session->formula.values.v[v] > 0 ? v : -v);
    b->variables = model_ints(m) + open.n;
    guard(b, false);
    const double all = count_open(&p);
    for (keep_common(&p); b->open && answer == SOLVER_SAT;) {
        job_report(&session->job, "testing values", 1 - count_open(&p) / all);
        answer = open.n ? test_literals(&p) : test_ranges(&p);
    }
    b->complete = !b->open;
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
    return session_open(session, search_most(whole), "");
}

enum status search_backbone(const struct problem *q, struct backbone *b, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem whole;
    bool best = search_solves_first(q) && !q->bounded && !b->all_costs;
    if (open_whole(&session, q, best, &whole, a)) a->status = search_backbone_run(&session, b);
    b->complete = b->complete || a->status == STATUS_UNSATISFIABLE;
    if (session.problem) answer_add_evidence(a, !b->all_costs);
    return a->status;
}

void search_backbone_release(struct backbone *b)
{
    lits_release(&b->forced);
    strings_release(&b->names);
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

static void give(struct givens_search *k, int mark, int64_t value)
{
    struct given g = model_given_at(k->session->formula.model, mark);
    k->value[mark] = value;
    if (g.x)
        k->said[mark] = value ? g.x : -g.x;
    else
        k->said[mark] = session_within(k->session, g.integer, value, value);
}

/* The literal of the given value of mark order[i]; 0: it is free. */
static lit given_literal(const struct givens_search *k, int i)
{
    return k->value[k->order[i]] == GIVEN_NONE ? 0 : k->said[k->order[i]];
}

static enum solver_answer solve_given(struct givens_search *k)
{
    for (int i = 0; i < k->n; i++)
        if (given_literal(k, i)) solver_assume(k->session->formula.solver, given_literal(k, i));
    return k->answer = session_solve(k->session);
}

/* Finds values of all marks that some solution has: tries a random one for each, in random order,
 * and otherwise takes that of the last solution. */
static void choose_values(struct givens_search *k)
{
    const struct model *m = k->session->formula.model;
    k->answer = session_solve(k->session);
    for (int i = 0; i < k->n; i++) k->value[i] = GIVEN_NONE;
    for (int i = 0; i < k->n && k->answer == SOLVER_SAT; i++) {
        struct given g = model_given_at(m, k->order[i]);
        struct integer it = g.x ? (struct integer){.hi = 1} : model_integer(m, g.integer);
        int64_t last = g.x ? value_true(k->session->formula.values, g.x)
                           : model_int_value(m, g.integer, k->session->formula.values);
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
        if (given_literal(k, i) && !solver_failed(k->session->formula.solver, given_literal(k, i)))
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
        formula_block(&session->formula);
        int only = is_only(k);
        if (only > 1)
            text_error(err, "Two solutions have the same values of all marked variables; mark more, or declare as "
                            "derived what follows from them.");
        if (only == 1 && maker_thin(k->value, GIVEN_NONE, k->order, k->n, is_only, k) > 0) k->answer = SOLVER_SAT;
    }
    return session_status(session, k->answer, err->n ? STATUS_REFUSED : STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

enum status search_sample(const struct problem *q, struct random *random, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem whole;
    if (!open_whole(&session, q, false, &whole, a)) return a->status;
    const int n = model_givens(session.formula.model);
    OWNED int *order = maker_order(random, n);
    OWNED lit *said = mem_new((size_t)n, sizeof *said);
    OWNED int64_t *value = mem_new((size_t)n, sizeof *value);
    struct givens_search k = {&session, random, value, said, order, n};
    choose_values(&k);
    if (k.answer == SOLVER_SAT && solve_given(&k) == SOLVER_SAT) session_keep(&session);
    return a->status = session_status(&session, k.answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

enum status search_givens(const struct problem *q, struct random *random, int64_t *value, struct answer *a)
{
    SCOPED(session) session = {0};
    struct problem whole;
    if (open_whole(&session, q, search_solves_first(q), &whole, a)) {
        int n = model_givens(session.formula.model);
        OWNED int *order = maker_order(random, n);
        OWNED lit *said = mem_new((size_t)n, sizeof *said);
        a->status = givens_in_session(&(struct givens_search){&session, random, value, said, order, n});
    }
    if (a->status != STATUS_UNSATISFIABLE) return a->status;
    text_error(&a->err, "This model has no solution, so no puzzle can be made of it.");
    return a->status = STATUS_REFUSED;
}
