#include "search/session_formula.h"

/* Keeps a clause, and passes it to the solver. */
static void formula_add(struct formula *f, struct cnf_buffer *kept, const lit *c, int n)
{
    struct cnf *solver = solver_sink(f->solver);
    kept->cnf.vars = solver->vars = f->cnf.vars;
    cnf_clause(&kept->cnf, c, n);
    cnf_clause(solver, c, n);
}

static void formula_put(struct cnf *self, const lit *c, int n)
{
    struct formula *f = (struct formula *)self;
    formula_add(f, &f->clauses, c, n);
}

static void formula_leave_out(struct formula *f, const struct constraint *c)
{
    MEM_PUSH(f->lazy.v, f->lazy.n, f->lazy.cap, lazy_new(c));
}

static void formula_put_native(struct cnf *self, const struct constraint *c)
{
    struct formula *f = (struct formula *)self;
    if (c->kind == CONN) return formula_leave_out(f, c);
    struct cnf *solver = solver_sink(f->solver);
    const enum row_kind kind = c->kind == XOR ? ROW_XOR : c->w ? ROW_PB : ROW_CARD;
    if (!f->natives) f->natives = model_new();
    while (model_vars(f->natives) < self->vars) model_var(f->natives, "auxiliary");
    model_add(f->natives, &(struct row){.kind = kind, .n = c->n, .x = c->x, .w = c->w, .lo = c->lo, .hi = c->hi});
    solver->vars = self->vars;
    cnf_native(solver, c);
}

void formula_open(struct formula *f, struct solver *solver, bool eager, struct job *job)
{
    const unsigned lazy = eager || solver->class->restarts ? 0 : 1u << CONN;
    f->cnf = (struct cnf){
        .put = formula_put, .put_native = formula_put_native, .native = solver_sink(solver)->native | lazy, .job = job};
    f->solver = solver;
    f->clauses = cnf_buffer_of(0);
    f->blocking = cnf_buffer_of(0);
    f->values = values_new(model_vars(f->model));
    solver_set_job(solver, job);
    solver_sink(solver)->job = job;
    f->state = FORMULA_OPEN;
}

void formula_close(struct formula *f)
{
    solver_close(f->solver);
    cnf_buffer_release(&f->clauses);
    model_free(f->natives);
    table_release(&f->excluded);
    cnf_buffer_release(&f->blocking);
    outputs_release(&f->counter.out);
    lits_release(&f->counter.assumed);
    values_release(&f->values);
    f->solver = NULL;
    f->natives = NULL;
    f->rows = false;
    for (int i = 0; i < f->lazy.n; i++) lazy_free(f->lazy.v[i]);
    mem_free(f->lazy.v);
    lits_release(&f->lazy.from);
    f->lazy = (struct lazy_rows){0};
    f->guard = 0;
    f->counter = (struct formula_counter){0};
    f->values = (struct values){0};
}

void formula_clear(struct formula *f)
{
    formula_close(f);
    reduction_free(f->reduction);
    parity_pass_release(&f->pass);
    model_free(f->built);
    *f = (struct formula){0};
}

void formula_read(struct formula *f)
{
    f->values.v = mem_resize(f->values.v, (size_t)f->cnf.vars + 1, 1);
    for (int v = 1; v <= f->cnf.vars; v++) f->values.v[v] = solver_value(f->solver, v) > 0 ? 1 : -1;
}

/* ---- lazy constraints ------------------------------------------------------------------------ */

static bool formula_holds_now(void *formula, lit x)
{
    return (solver_value(((struct formula *)formula)->solver, lit_var(x)) > 0) == (x > 0);
}

/* After SOLVER_SAT: adds clauses that the solution violates. Returns how many. */
static int64_t formula_add_lazy(struct formula *f)
{
    SCOPED(cnf_buffer) found = cnf_buffer_of(f->cnf.vars); /* values are gone after the first addition */
    SCOPED(lits) of = {0};
    for (int i = 0; i < f->lazy.n; i++) {
        lazy_clauses(f->lazy.v[i], formula_holds_now, f, &found.cnf);
        while (of.n < found.cnf.made.clauses) lits_push(&of, i);
    }
    for (int i = 0; i < of.n; i++) {
        const lit *c;
        int n = cnf_buffer_clause(&found, i, &c);
        lits_push(&f->lazy.from, (int)f->clauses.cnf.made.clauses);
        lits_push(&f->lazy.from, of.v[i]);
        formula_add(f, &f->clauses, c, n);
    }
    return of.n;
}

enum solver_answer formula_solve(struct formula *f, struct lazy_work *work, struct text *err)
{
    enum solver_answer answer = solver_solve(f->solver, err);
    while (answer == SOLVER_SAT) {
        const int64_t added = formula_add_lazy(f);
        if (!added) break;
        work->rounds++;
        work->clauses += added;
        answer = job_over(f->cnf.job) ? SOLVER_UNKNOWN : solver_repeat(f->solver, err);
    }
    return answer;
}

/* ---- the clauses that exclude a solution ----------------------------------------------------- */

/* Makes the clause that excludes the values of the solution variables. Returns its hash. */
static uint64_t formula_denial(const struct formula *f, struct lits *c)
{
    for (int v = 1; v <= f->values.n; v++)
        if (model_is_solution(f->model, v)) lits_push(c, f->values.v[v] > 0 ? -v : v);
    if (f->guard) lits_push(c, -f->guard);
    return table_hash(c->v, (size_t)c->n * sizeof *c->v);
}

static bool formula_same_clause(const void *formula, int i, const void *denial)
{
    const struct formula *f = formula;
    const struct lits *c = denial;
    const lit *x;
    int n = cnf_buffer_clause(&f->blocking, i, &x);
    return n == c->n && !memcmp(x, c->v, (size_t)n * sizeof *x);
}

void formula_block(struct formula *f)
{
    SCOPED(lits) c = {0};
    uint64_t hash = formula_denial(f, &c);
    table_add(&f->excluded, hash);
    formula_add(f, &f->blocking, c.v, c.n);
}

void formula_unblock(struct formula *f)
{
    assert(f->guard && "the exclusions have a guard");
    cnf_1(&f->cnf, -f->guard);
    table_release(&f->excluded);
}

/* ---- the check ------------------------------------------------------------------------------- */

static bool formula_clauses_hold(const struct formula *f)
{
    const struct cnf_buffer *b = &f->clauses;
    const int vars = f->cnf.vars;
    OWNED bool *truth = mem_new(2 * (size_t)vars + 1, 1);
    const bool *of = truth + vars; /* by literal */
    for (int v = 1; v <= vars; v++) truth[vars + f->values.v[v] * v] = true;
    for (int i = 0; i < b->cnf.made.clauses; i++) {
        const lit *x;
        int n = cnf_buffer_clause(b, i, &x);
        bool holds = false;
        for (int k = 0; k < n; k++) holds |= of[x[k]];
        if (!holds) return false;
    }
    return true;
}

bool formula_holds(const struct formula *f)
{
    const struct values all = {f->values.v, f->cnf.vars};
    SCOPED(lits) denial = {0};
    return formula_clauses_hold(f) && (!f->natives || model_rules_hold(f->natives, all, NULL, NULL)) &&
           (!f->rows || model_rules_hold(f->model, f->values, NULL, NULL)) &&
           (!f->excluded.n ||
            table_find(&f->excluded, formula_denial(f, &denial), formula_same_clause, f, &denial) < 0);
}
