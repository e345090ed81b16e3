/* Problems of the library: solve, count, enumerate, explain, generate. */
#include "base/natural.h"
#include "model/model_abstract.h"
#include "lib/problem_inside.h"
#include "base/random.h"

void lib_end_walk(loophole_problem *q)
{
    if (q->session) session_release(q->session);
    mem_free(q->session);
    q->session = NULL;
    q->ended = LOOPHOLE_UNKNOWN;
}

enum loophole_status lib_status(loophole_problem *q, enum status s, char **error)
{
    lib_keep_values(q, &q->a.solution);
    if (s != STATUS_FAILED && s != STATUS_REFUSED) return (enum loophole_status)s;
    return lib_error(lib_refuse(error, "%s", text_string(&q->a.err)) ||
                     lib_code(error, s == STATUS_FAILED ? LOOPHOLE_CODE_SOLVER : LOOPHOLE_CODE_INPUT));
}

/* True: the literals are over variables of the caller's model, so `list` accepts them. */
static bool problem_literal(const loophole_problem *q, int x, struct lits *list, char **error)
{
    if (!lib_numbers(q))
        return lib_refuse(error, "This model is the puzzle %s, whose variables have no numbers here.",
                          q->model->puzzle->name);
    if (!lib_is_literal(x) || lit_var(x) > model_vars(q->model->m))
        return lib_refuse(error, "Invalid literal %d: the model has %d variables.", x, model_vars(q->model->m));
    lits_push(list, x);
    return true;
}

bool loophole_problem_assume(loophole_problem *q, int x, char **error)
{
    return problem_literal(q, x, &q->assumed, error);
}

bool lib_unassumed(loophole_problem *q, const char *made, char **error)
{
    if (!q->assumed.n) return true;
    q->assumed.n = 0;
    return lib_refuse(error, "%s has no assumptions, which were dropped; add them as clauses.", made);
}

bool loophole_problem_hint(loophole_problem *q, int x, char **error) { return problem_literal(q, x, &q->hints, error); }

bool loophole_problem_failed(const loophole_problem *q, int x) { return lits_have(&q->failed, x); }

static bool problem_over(void *q) { return job_over(((loophole_problem *)q)->job); }

/* After a refutation: reduces q->failed, the assumptions, to those that CaDiCaL needs. */
static void problem_reduce_failed(loophole_problem *q)
{
    loophole_solver *s = loophole_solver_open("cadical", 0, NULL);
    int n = 0;
    if (s && loophole_problem_encode(q, loophole_solver_sink(s), NULL)) {
        loophole_solver_stop(s, problem_over, q);
        for (int i = 0; i < q->failed.n; i++) loophole_solver_assume(s, q->failed.v[i]);
        if (loophole_solver_solve(s, NULL) == LOOPHOLE_UNSATISFIABLE) {
            for (int i = 0; i < q->failed.n; i++)
                if (loophole_solver_failed(s, q->failed.v[i])) q->failed.v[n++] = q->failed.v[i];
            q->failed.n = n;
        }
    }
    loophole_solver_free(s);
}

enum loophole_status loophole_problem_solve(loophole_problem *q, char **error)
{
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    enum status s = search_solve(lib_problem_begin(q), &q->a);
    for (int i = 0; i < q->under.n && s == STATUS_UNSATISFIABLE; i++) lits_push(&q->failed, q->under.v[i]);
    if (q->failed.n) problem_reduce_failed(q);
    return lib_status(q, s, error);
}

/* The caller's function, which gets a text. */
struct each {
    void (*call)(void *state, const char *solution);
    void *state;
};

static void each_text(void *each, const struct solution *s)
{
    const struct each *own = each;
    own->call(own->state, text_string(&s->text));
}

enum loophole_status loophole_problem_count(loophole_problem *q, int64_t limit, bool all_costs,
                                            void (*each)(void *state, const char *solution), void *state,
                                            int64_t *solutions, char **error)
{
    if (limit < 0)
        return lib_error(lib_refuse(error, "A limit is 0, to count all, or more, not %lld.", (long long)limit));
    struct each own = {each, state};
    struct solution_count c = {.limit = limit, .all_costs = all_costs, .each = each ? each_text : NULL, .state = &own};
    SCOPED(natural) total = {0};
    if (!each && !limit) c.total = &total;
    *solutions = 0;
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    enum status s = search_count(lib_problem_begin(q), &c, &q->a);
    if (!c.total) natural_set(&total, (uint64_t)c.solutions);
    text_clear(&q->total);
    natural_print(&total, &q->total);
    *solutions = c.solutions;
    if (lib_status(q, s, error) == LOOPHOLE_ERROR) return LOOPHOLE_ERROR;
    if (!c.complete) return LOOPHOLE_UNKNOWN;
    return c.solutions ? LOOPHOLE_SATISFIABLE : LOOPHOLE_UNSATISFIABLE;
}

const char *loophole_problem_total(const loophole_problem *q) { return q->total.n ? q->total.s : "0"; }

/* Copies the session's solution and its objective value into the answer. */
static void take_solution(loophole_problem *q)
{
    const struct objective *o = session_objective(q->session);
    solution_copy(&q->a.solution, &q->session->solution);
    q->a.has_objective = o != NULL;
    q->a.objective_value = o ? objective_of_sum(o, q->session->sum) : 0;
    lib_keep_values(q, &q->a.solution);
}

enum loophole_status loophole_problem_next(loophole_problem *q, char **error)
{
    if ((q->session || q->ended) && q->changes != model_changes(q->model->m))
        return lib_error(
            lib_refuse(error, "The model has changed since its first solution; begin with a new problem."));
    if (q->ended) return q->ended;
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    q->changes = model_changes(q->model->m);
    if (!q->session) {
        lib_problem_begin(q);
        q->asked.choices.parity = PARITY_NONE; /* blocking clauses are over the model's variables */
        q->asked.choices.break_symmetry = OPTION_NO;
        q->session = mem_new(1, sizeof *q->session);
        session_init(q->session, &q->asked, &q->a);
        if (!session_open(q->session, INT64_MAX, "")) {
            enum loophole_status s = lib_status(q, q->a.status, error);
            lib_end_walk(q);
            return s;
        }
    }
    q->job->cancelled = false;
    enum solver_answer answer = session_next(q->session);
    if (answer == SOLVER_FAILED) return lib_status(q, STATUS_FAILED, error);
    if (answer == SOLVER_UNSAT) q->ended = LOOPHOLE_UNSATISFIABLE;
    if (answer != SOLVER_SAT) return q->ended; /* LOOPHOLE_UNKNOWN: the call was stopped */
    take_solution(q);
    return LOOPHOLE_SATISFIABLE;
}

enum loophole_status loophole_problem_generate(loophole_problem *q, uint64_t seed, char **error)
{
    loophole_model *model = (loophole_model *)(uintptr_t)q->model;
    if (!lib_is_model(model, error) || !lib_complete(model, error) || !lib_unassumed(q, "A generated puzzle", error))
        return LOOPHOLE_ERROR;
    struct random random = {seed};
    size_t n = (size_t)model_givens(model->m);
    OWNED int64_t *before = mem_new(n, sizeof *before), *value = mem_new(n, sizeof *value);
    for (size_t i = 0; i < n; i++) before[i] = model_given_at(model->m, (int)i).value;
    declared_give(model->m, NULL);
    enum status s = search_givens(lib_problem_begin(q), &random, value, &q->a);
    if (s == STATUS_SATISFIABLE)
        declared_give_new(model->m, value);
    else
        declared_give(model->m, before);
    return lib_status(q, s, error);
}

enum loophole_status loophole_problem_explain(loophole_problem *q, bool *minimal, char **error)
{
    if (!lib_complete(q->model, error)) return LOOPHOLE_ERROR;
    enum status s = search_explain(lib_problem_begin(q), false, &q->reasons, &q->a);
    if (minimal) *minimal = q->reasons.minimal;
    return lib_status(q, s, error);
}

const char *loophole_problem_reason(const loophole_problem *q, int i)
{
    return i >= 0 && i < q->reasons.n ? text_string(&q->reasons.v[i].rule) : NULL;
}
