/* Deductions from single units, and what they lead to. */
#include "search/deduction_inside.h"

#include "base/clock.h"
#include "base/number.h"
#include "search/session_check.h"

#include <string.h>

enum {
    FACTS_EASY = 8,
    PATTERNS_EASY = 12,
    PATTERNS_MANY = 60,
    CONFLICTS = 1000,
    CONFLICTS_CALL = 10,
    CONFLICTS_LIKELY = 100000,
    NODES = 4000
};

void deduction_drop(struct deduced *e)
{
    lits_release(&e->units);
    lits_release(&e->facts);
    lits_release(&e->last);
    lits_release(&e->via);
    lits_release(&e->trial);
}

static void deduced_clear(struct deduced_list *l)
{
    while (l->n) deduced_release(&l->v[--l->n]);
}

static void deduced_list_release(struct deduced_list *l)
{
    deduced_clear(l);
    mem_free(l->v);
}

void deduction_release(struct deduction *d)
{
    for (int i = 0; i < d->units; i++) lits_release(&d->unit[i].scope);
    for (int i = 0; i < d->cuts; i++) {
        mem_free(d->cut[i].value);
        lits_release(&d->cut[i].units);
    }
    deduced_list_release(&d->found);
    deduced_list_release(&d->taken);
    if (d->p.watch) propagator_release(&d->p);
    lits_release(&d->target);
    lits_release(&d->known);
    MEM_FREE(d->unit, d->unit_of, d->cut, d->from, d->likely, d->is_target);
    session_release(&d->session);
    answer_release(&d->answer);
    *d = (struct deduction){0};
}

bool deduction_over(struct deduction *d)
{
    d->hurried = d->hurried || !d->calls || job_over(&d->session.job) || (d->until && clock_thread() > d->until);
    return d->hurried;
}

/* ---- opening --------------------------------------------------------------------------------- */

void deduction_aim(struct deduction *d, lit x)
{
    if (!d->is_target[lit_var(x)]) lits_push(&d->target, lit_var(x));
    d->is_target[lit_var(x)] = true;
}

static void scope_add(struct deduction *d, struct deduction_unit *u, lit x)
{
    if (d->is_target[lit_var(x)] && !lits_have(&u->scope, lit_var(x))) lits_push(&u->scope, lit_var(x));
}

/* Makes a unit for each rule, and one for each row of a rule with connectivity. Sets guard[row]. */
static void units_make(struct deduction *d, lit *guard)
{
    const struct model *m = deduction_model(d);
    const int rules = model_rules(m);
    OWNED bool *graph = mem_new((size_t)rules + 1, sizeof *graph);
    int *unit = d->unit_of = mem_new((size_t)model_rows(m) + 1, sizeof *unit);
    for (int i = 0; i < rules; i++) {
        struct deduction_unit u = {.rule = i, .role = model_rule_is_obvious(m, i) ? UNIT_FREE : UNIT_RULE};
        if (model_rule_noted(m, i).given) u.role = UNIT_GIVEN;
        MEM_PUSH(d->unit, d->units, d->unit_cap, u);
    }
    if (d->session.good && rules && model_objective(m)) d->unit[rules - 1].role = UNIT_BOUND;
    for (struct row r = {0}; model_next(m, &r);) graph[r.rule] = graph[r.rule] || r.kind == ROW_CONNECTED;
    for (struct row r = {0}; model_next(m, &r);) {
        const bool own = graph[r.rule] && r.kind != ROW_CONNECTED && r.kind != ROW_INT;
        struct deduction_unit u = {.rule = r.rule, .role = d->unit[r.rule].role};
        unit[r.number - 1] = own ? d->units : r.kind == ROW_INT ? -1 : r.rule;
        if (own) MEM_PUSH(d->unit, d->units, d->unit_cap, u);
    }
    d->first = model_vars(m) + 1;
    for (struct row r = {0}; model_next(m, &r);) {
        if (r.kind == ROW_INT) continue;
        struct deduction_unit *u = &d->unit[unit[r.number - 1]];
        u->odd = !u->rows && r.kind == ROW_XOR;
        u->simple = !u->rows++ && (r.kind == ROW_CLAUSE || r.kind == ROW_CARD);
        u->graph = u->graph || r.kind == ROW_CONNECTED;
        if (u->role != UNIT_FREE) guard[r.number - 1] = deduction_off(d, unit[r.number - 1]);
        for (int i = 0; i < r.n; i++) scope_add(d, u, r.x[i]);
        if (r.iff) scope_add(d, u, r.iff);
        for (int i = 0; i < r.integers; i++) {
            const struct integer it = model_integer(m, r.integer[i]);
            for (int k = 0; k < it.n; k++) scope_add(d, u, it.x[k]);
        }
    }
}

bool deduction_open(struct deduction *d, const struct problem *q, const int64_t *good)
{
    *d = (struct deduction){.problem = *q, .calls = -1, .most = DEDUCTION_MOST - 1};
    d->problem.choices.parity = PARITY_NONE;
    if (evidence_foreign(q->choices.solver)) d->problem.choices.solver = solver_classes[0]->name;
    struct session *s = &d->session;
    session_init(s, &d->problem, &d->answer);
    s->bounds.break_symmetry = OPTION_NO;
    s->good = good;
    if (!session_build(s, INT64_MAX) || !session_open_solver(s, "hints")) return false;
    const struct model *m = deduction_model(d);
    const int n = model_vars(m);
    d->is_target = mem_new((size_t)n + 1, sizeof *d->is_target);
    d->from = mem_new((size_t)n + 1, sizeof *d->from);
    for (int v = 1; v <= n; v++)
        if (model_is_solution(m, v)) deduction_aim(d, v);
    OWNED lit *guard = mem_new((size_t)model_rows(m) + 1, sizeof *guard);
    units_make(d, guard);
    s->formula.cnf.vars = n + d->units;
    if (!lower_rows(m, &d->problem.choices.policy, guard, &s->formula.cnf, &d->answer.err)) return false;
    solver_sink(s->formula.solver)->vars = s->formula.cnf.vars;
    s->formula.clauses.cnf.vars = s->formula.cnf.vars;
    for (int u = 0; u < d->units; u++) solver_phase(s->formula.solver, -deduction_off(d, u));
    propagator_init(&d->p, &s->formula.clauses);
    d->root = propagator_mark(&d->p);
    s->good = NULL; /* the caller's */
    model_set_job(s->formula.model, NULL);
    return !d->p.refuted;
}

void deduction_begin(struct deduction *d, struct job *job)
{
    d->problem.job = job;
    d->session.job = (struct job){.parent = job};
}

/* ---- the solver ------------------------------------------------------------------------------ */

enum solver_answer deduction_solve(struct deduction *d, const lit *unit, int n, lit x, int64_t conflicts)
{
    struct solver *s = d->session.formula.solver;
    if (deduction_over(d)) return SOLVER_UNKNOWN;
    d->calls -= d->calls > 0;
    for (int i = 0; i < d->known.n; i++) solver_assume(s, d->known.v[i]);
    for (int u = 0; u < d->units; u++)
        if (d->unit[u].role == UNIT_GIVEN) solver_assume(s, -deduction_off(d, u));
    for (int i = 0; i < n; i++) solver_assume(s, -deduction_off(d, unit[i]));
    if (x) solver_assume(s, x);
    if (conflicts && solver_limits(s)) solver_limit(s, conflicts);
    const int64_t before = solver_conflicts(s);
    const enum solver_answer answer = session_call(&d->session);
    if (d->calls > 0) d->calls = max64(0, d->calls - (solver_conflicts(s) - before) / CONFLICTS_CALL);
    return answer;
}

void deduction_failed_units(const struct deduction *d, const struct lits *units, struct lits *out)
{
    for (int i = 0; i < units->n; i++)
        if (solver_failed(d->session.formula.solver, -deduction_off(d, units->v[i]))) lits_push(out, units->v[i]);
}

void deduction_failed_facts(const struct deduction *d, struct lits *out)
{
    for (int i = 0; i < d->known.n; i++)
        if (solver_failed(d->session.formula.solver, d->known.v[i])) lits_push(out, d->known.v[i]);
}

/* Whether what is likely agrees with these literals. */
static bool likely_agrees(const struct deduction *d, const struct lits *x)
{
    bool agrees = d->likely;
    for (int i = 0; i < x->n && agrees; i++) agrees = deduction_likely(d, lit_var(x->v[i])) == x->v[i];
    return agrees;
}

/* Finds a solution that agrees with what is known, and prefers its values from then on. */
static bool find_likely(struct deduction *d, const struct lits *solution)
{
    const struct model *m = deduction_model(d);
    SCOPED(lits) all = {0}, known = d->known;
    if (likely_agrees(d, &known) && likely_agrees(d, solution)) {
        known = (struct lits){0};
        return true;
    }
    for (int u = 0; u < d->units; u++)
        if (d->unit[u].role >= UNIT_RULE) lits_push(&all, u);
    d->known = (struct lits){0};
    lits_add(&d->known, known.v, known.n);
    for (int i = 0; i < solution->n; i++)
        if (!lits_have(&d->known, solution->v[i]) && !lits_have(&d->known, -solution->v[i]))
            lits_push(&d->known, solution->v[i]);
    const bool found = deduction_solve(d, all.v, all.n, 0, CONFLICTS_LIKELY) == SOLVER_SAT;
    if (found && !d->likely) d->likely = mem_new((size_t)model_vars(m) + 1, 1);
    for (int v = 1; v <= model_vars(m) && found; v++)
        d->likely[v] = solver_value(d->session.formula.solver, v) < 0 ? -1 : 1;
    for (int i = 0; i < d->target.n && found; i++)
        solver_phase(d->session.formula.solver, deduction_likely(d, d->target.v[i]));
    lits_release(&d->known);
    d->known = TAKEN(known);
    return found;
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool assign_all(struct deduction *d, const lit *x, int n)
{
    bool ok = true;
    for (int i = 0; i < n && ok; i++) ok = propagator_assign(&d->p, x[i]);
    return ok;
}

/* Brings the propagator to the clauses, with all that the solver got since then, and to what is given. */
static bool deduction_start(struct deduction *d)
{
    const struct cnf_buffer *all = &d->session.formula.clauses;
    propagator_undo(&d->p, d->root);
    if (all->cnf.made.clauses >= d->p.start.n) propagator_add(&d->p, all);
    d->root = propagator_mark(&d->p);
    d->based = false;
    bool ok = !d->p.refuted;
    for (int u = 0; u < d->units && ok; u++)
        if (d->unit[u].role == UNIT_GIVEN) ok = propagator_assign(&d->p, -deduction_off(d, u));
    return ok;
}

bool deduction_base(struct deduction *d)
{
    if (d->based && d->session.formula.clauses.cnf.made.clauses < d->p.start.n) {
        propagator_undo(&d->p, d->base);
        return true;
    }
    d->based = deduction_start(d) && assign_all(d, d->known.v, d->known.n);
    d->base = propagator_mark(&d->p);
    return d->based;
}

/* Adds what is known; a variable only once. */
static void know(struct deduction *d, lit x, int from)
{
    if (d->from[lit_var(x)]) return;
    d->from[lit_var(x)] = from;
    lits_push(&d->known, x);
    d->based = false;
    for (int i = 0; i < d->cuts; i++) d->cut[i].live = d->cut[i].live && d->cut[i].value[lit_var(x)] == lit_sign(x);
}

bool deduction_at(struct deduction *d, const struct lits *known, const struct lits *solution)
{
    const size_t vars = (size_t)model_vars(deduction_model(d)) + 1;
    OWNED signed char *now = mem_new(vars, 1);
    bool grows = true; /* all earlier facts are known, so that what was deduced from them is */
    for (int i = 0; i < known->n; i++) now[lit_var(known->v[i])] = (signed char)lit_sign(known->v[i]);
    for (int i = 0; i < d->known.n && grows; i++) {
        const lit x = d->known.v[i];
        grows = d->from[lit_var(x)] > 0 || now[lit_var(x)] == lit_sign(x);
    }
    if (!grows) deduced_clear(&d->taken);
    deduced_clear(&d->found);
    memset(d->from, 0, vars * sizeof *d->from);
    d->known.n = 0;
    d->hurried = d->hurried_sets = false;
    for (int i = 0; i < d->cuts; i++) d->cut[i].live = true;
    for (int i = 0; i < known->n; i++) know(d, known->v[i], -1);
    for (int i = 0; i < d->taken.n; i++) know(d, d->taken.v[i].x, i + 1);
    return deduction_base(d) && find_likely(d, solution) && deduction_base(d);
}

bool deduction_refutes(struct deduction *d, const struct lits *known)
{
    bool ok = deduction_start(d);
    for (int u = 0; u < d->units && ok; u++)
        if (d->unit[u].role == UNIT_RULE) ok = propagator_assign(&d->p, -deduction_off(d, u));
    ok = ok && assign_all(d, known->v, known->n);
    return !ok;
}

bool deduction_knows(struct deduction *d, lit x) { return deduction_base(d) && deduction_value(d, x) > 0; }

void deduction_cone(struct deduction *d, lit of, struct deduced *out)
{
    SCOPED(lits) all = {0};
    propagator_cone(&d->p, of, &all, NULL);
    for (int i = all.n - 1; i >= 0; i--) {
        const int u = lit_var(all.v[i]) - d->first;
        if (u >= 0 && u < d->units && d->unit[u].role >= UNIT_RULE)
            lits_push(&out->units, u);
        else
            lits_push(&out->facts, all.v[i]);
    }
}

bool deduction_chain(struct deduction *d, const struct lits *units, lit x, struct deduced *cone)
{
    bool ok = deduction_base(d);
    for (int i = 0; i < units->n && ok; i++) ok = propagator_assign(&d->p, -deduction_off(d, units->v[i]));
    const bool implied = ok && deduction_value(d, x) > 0;
    ok = ok && !implied && propagator_assign(&d->p, -x);
    if (ok) return false;
    if (cone) deduction_cone(d, implied ? x : 0, cone);
    for (int i = cone ? cone->facts.n - 1 : -1; i >= 0; i--)
        if (cone->facts.v[i] == -x) cone->facts.v[i] = cone->facts.v[--cone->facts.n];
    return true;
}

/* ---- single units ---------------------------------------------------------------------------- */

static bool easier(const struct deduced *a, const struct deduced *b)
{
    if (a->effort != b->effort) return a->effort < b->effort;
    if (a->units.n != b->units.n) return a->units.n < b->units.n;
    return a->facts.n < b->facts.n;
}

void deduction_push(struct deduction *d, struct deduced *e)
{
    int i = 0;
    while (i < d->found.n && d->found.v[i].x != e->x) i++;
    if (i == d->found.n) {
        MEM_PUSH(d->found.v, d->found.n, d->found.cap, *e);
    } else {
        const bool better = easier(e, &d->found.v[i]);
        deduced_release(better ? &d->found.v[i] : e);
        if (better) d->found.v[i] = *e;
    }
    *e = (struct deduced){0};
}

/* Counts the ways to fill the scope of a unit that is on, from place `at` on, up to a limit. */
static int patterns(struct deduction *d, const struct deduction_unit *u, int at, int most)
{
    while (at < u->scope.n && deduction_value(d, u->scope.v[at])) at++;
    if (at == u->scope.n) return 1;
    int n = 0;
    const int mark = propagator_mark(&d->p);
    for (int sign = -1; sign <= 1 && n < most; sign += 2) {
        if (propagator_assign(&d->p, sign * u->scope.v[at])) n += patterns(d, u, at + 1, most - n);
        propagator_undo(&d->p, mark);
    }
    return n;
}

static uint64_t scope_hash(const struct deduction *d, const struct deduction_unit *u)
{
    SCOPED(lits) values = {0};
    for (int i = 0; i < u->scope.n; i++) lits_push(&values, deduction_value(d, u->scope.v[i]));
    return table_hash(values.v, (size_t)values.n * sizeof *values.v) | 1;
}

/* Finds by a solver what the unit forces beyond propagation. open: the literals of its scope that may be forced. */
static void single_solved(struct deduction *d, int unit, struct lits *open)
{
    while (open->n) {
        const lit x = open->v[open->n - 1], one = unit;
        const enum solver_answer answer = deduction_solve(d, &one, 1, -x, CONFLICTS);
        struct solver *s = d->session.formula.solver;
        struct deduced e = {.x = x, .cases = true};
        int n = 0;
        if (answer == SOLVER_UNSAT) {
            lits_push(&e.units, unit);
            deduction_failed_facts(d, &e.facts);
            deduction_push(d, &e);
        }
        if (answer != SOLVER_SAT && answer != SOLVER_UNSAT) return;
        open->n--;
        for (int i = 0; i < open->n; i++)
            if (answer == SOLVER_UNSAT || solver_value(s, open->v[i]) == open->v[i]) open->v[n++] = open->v[i];
        open->n = n;
    }
}

/* Finds what one unit forces by propagation; solve: or by a solver. */
static void single(struct deduction *d, int unit, bool solve)
{
    struct deduction_unit *u = &d->unit[unit];
    const uint64_t hash = scope_hash(d, u);
    const int before = d->found.n, base = propagator_mark(&d->p);
    SCOPED(lits) open = {0}, on = {0};
    if (u->dry == hash || !u->scope.n) return;
    lits_push(&on, unit);
    if (!propagator_assign(&d->p, -deduction_off(d, unit))) {
        deduction_base(d);
        return;
    }
    const int with = propagator_mark(&d->p);
    for (int i = base; i < with; i++) {
        struct deduced e = {.x = d->p.trail.v[i]};
        if (lit_var(e.x) >= d->first || !d->is_target[lit_var(e.x)]) continue;
        deduction_cone(d, e.x, &e);
        deduction_push(d, &e);
    }
    for (int i = 0; i < u->scope.n; i++) {
        struct deduced e = {.x = deduction_likely(d, u->scope.v[i])};
        if (deduction_value(d, e.x)) continue;
        if (propagator_assign(&d->p, -e.x)) {
            lits_push(&open, e.x);
        } else {
            propagator_undo(&d->p, with);
            deduction_chain(d, &on, e.x, &e);
            deduction_push(d, &e);
            propagator_assign(&d->p, -deduction_off(d, unit));
        }
        propagator_undo(&d->p, with);
    }
    if (!u->simple && solve) single_solved(d, unit, &open);
    const bool ways = d->found.n > before && !u->simple && !u->graph && u->scope.n < 64;
    deduction_base(d);
    int many = 0;
    if (ways && propagator_assign(&d->p, -deduction_off(d, unit))) many = patterns(d, u, 0, PATTERNS_MANY + 1);
    deduction_base(d);
    for (int i = before; i < d->found.n; i++) {
        struct deduced *e = &d->found.v[i];
        e->together = d->found.n - before;
        e->smallest = true;
        e->effort = e->units.n + e->cases;
        if (ways) e->effort = 1 + (many > PATTERNS_EASY || e->facts.n > FACTS_EASY) + (many > PATTERNS_MANY);
    }
    if (d->found.n == before && (u->simple || (solve && !open.n))) u->dry = hash;
}

static void keep_easiest(struct deduction *d)
{
    int n = 0, least = INT32_MAX;
    for (int i = 0; i < d->found.n; i++) least = min_int(least, d->found.v[i].effort);
    for (int i = 0; i < d->found.n; i++)
        if (d->found.v[i].effort == least)
            d->found.v[n++] = d->found.v[i];
        else
            deduced_release(&d->found.v[i]);
    d->found.n = n;
}

bool deduction_next(struct deduction *d)
{
    deduced_clear(&d->found);
    if (!d->likely || !deduction_base(d)) return false;
    for (int i = 0; i < 2 * d->units && !deduction_over(d) && (i < d->units || !d->found.n); i++)
        if (deduction_counts(d, i % d->units)) single(d, i % d->units, i >= d->units);
    keep_easiest(d);
    if (d->most > 1 && (!d->found.n || d->found.v->effort > 2))
        deduction_sets(d, d->found.n ? min_int(d->found.v->effort, d->most + 1) : d->most + 1);
    keep_easiest(d);
    if (d->found.n && d->found.v->effort > d->most) deduced_clear(&d->found);
    return d->found.n;
}

void deduction_take(struct deduction *d)
{
    for (int i = 0; i < d->found.n; i++) {
        MEM_PUSH(d->taken.v, d->taken.n, d->taken.cap, d->found.v[i]);
        know(d, d->found.v[i].x, d->taken.n);
    }
    d->found.n = 0;
}

/* ---- explanations ---------------------------------------------------------------------------- */

/* Adds the units of a literal's deduction, and of those that it needs. */
static void gather(struct deduction *d, lit x, bool *seen, struct deduced *out)
{
    SCOPED(deduced) free = {0};
    const int from = d->from[lit_var(x)];
    const struct deduced *e = from > 0 ? &d->taken.v[from - 1] : &free;
    if (seen[lit_var(x)] || from < 0) return;
    seen[lit_var(x)] = true;
    if (!from && deduction_base(d)) deduction_cone(d, x, &free);
    for (int i = 0; i < e->units.n; i++)
        if (!lits_have(&out->units, e->units.v[i])) lits_push(&out->units, e->units.v[i]);
    out->cases = out->cases || e->cases;
    out->effort = max_int(out->effort, e->effort);
    out->together = max_int(out->together, e->together);
    for (int i = 0; i < e->facts.n; i++)
        if (lit_var(e->facts.v[i]) < d->first) gather(d, e->facts.v[i], seen, out);
}

static void explain_last(struct deduction *d, lit x, struct deduced *out)
{
    SCOPED(deduced) free = {0};
    const int from = d->from[lit_var(x)];
    if (!from && deduction_base(d)) deduction_cone(d, x, &free);
    const struct deduced *e = from > 0 ? &d->taken.v[from - 1] : &free;
    lits_add(&out->last, e->units.v, e->units.n);
    for (int i = 0; i < e->facts.n; i++)
        if (lit_var(e->facts.v[i]) < d->first && d->from[lit_var(e->facts.v[i])] >= 0)
            lits_push(&out->via, e->facts.v[i]);
}

/* The unit of a clause, or of a guard that cannot be true; -1: a definition. An obvious rule has no
 * guard, but all variables of the clause. */
static int unit_failed(const struct deduction *d)
{
    const struct propagator *p = &d->p;
    const int c = p->conflict, from = c < 0 ? 0 : p->start.v[c], to = c < 0 ? 1 : p->start.v[c + 1];
    for (int i = from; i < to; i++) {
        const int u = lit_var(c < 0 ? p->denied : p->lits.v[i]) - d->first;
        if (u >= 0 && u < d->units) return u;
    }
    for (int u = 0; u < d->units && c >= 0; u++) {
        int has = 0;
        while (has < to - from && lits_have(&d->unit[u].scope, lit_var(p->lits.v[from + has]))) has++;
        if (has == to - from && d->unit[u].role == UNIT_FREE) return u;
    }
    return -1;
}

/* Sets the trial of a deduction without cases, in the position: the opposite, and what follows
 * until a unit fails. */
static void explain_trial(struct deduction *d, struct deduced *e)
{
    SCOPED(lits) assigned = {0}, between = {0};
    bool ok = deduction_base(d) && propagator_assign(&d->p, -e->x);
    for (int i = 0; i < e->units.n && ok; i++) ok = propagator_assign(&d->p, -deduction_off(d, e->units.v[i]));
    e->failed = ok ? -1 : unit_failed(d);
    if (ok) return;
    propagator_cone(&d->p, 0, &assigned, &between);
    lits_push(&e->trial, -e->x);
    for (int i = d->base; i < d->p.trail.n; i++) {
        const lit x = d->p.trail.v[i];
        if (lit_var(x) < d->first && d->is_target[lit_var(x)] && lits_have(&between, x)) lits_push(&e->trial, x);
    }
}

void deduction_explain(struct deduction *d, lit x, struct deduced *out)
{
    const int all = d->known.n;
    int given = 0;
    OWNED bool *seen = mem_new((size_t)d->first, sizeof *seen);
    if (!out->units.n) gather(d, x, seen, out);
    out->x = x;
    out->smallest = !d->hurried && !d->hurried_sets;
    while (given < all && d->from[lit_var(d->known.v[given])] < 0) given++;
    d->known.n = given; /* the position alone */
    d->based = false;
    for (int i = out->units.n - 1; i >= 0; i--) {
        SCOPED(lits) rest = {0};
        for (int k = 0; k < out->units.n; k++)
            if (k != i) lits_push(&rest, out->units.v[k]);
        if (!deduction_chain(d, &rest, x, NULL)) continue;
        lits_release(&out->units);
        out->units = TAKEN(rest);
    }
    SCOPED(deduced) cone = {0}, sum = {0};
    if (deduction_chain(d, &out->units, x, &cone)) {
        out->cases = false;
        lits_release(&out->facts);
        out->facts = TAKEN(cone.facts);
        explain_trial(d, out);
    } else if (deduction_sum(d, &out->units, x, &sum)) {
        out->cases = false;
        out->sum = true;
        lits_release(&out->units);
        lits_release(&out->facts);
        out->units = TAKEN(sum.units);
        out->facts = TAKEN(sum.facts);
    } else if (deduction_solve(d, out->units.v, out->units.n, -x, CONFLICTS) == SOLVER_UNSAT) {
        out->cases = true;
        deduction_failed_facts(d, &out->facts);
        for (int u = 0; u < d->units; u++)
            if (d->unit[u].role == UNIT_GIVEN && solver_failed(d->session.formula.solver, -deduction_off(d, u)))
                lits_push(&out->facts, -deduction_off(d, u));
    }
    d->known.n = all;
    d->based = false;
    if (out->units.n > DEDUCTION_FEW) explain_last(d, x, out);
}

/* Whether every way to fill the scopes of the units leads to a contradiction. */
static bool cases_refuted(struct deduction *d, const struct lits *units, int *nodes)
{
    lit open = 0;
    for (int i = 0; i < units->n && !open; i++) {
        const struct lits *scope = &d->unit[units->v[i]].scope;
        for (int k = 0; k < scope->n && !open; k++) open = deduction_value(d, scope->v[k]) ? 0 : scope->v[k];
    }
    if (!open || --*nodes < 0) return false;
    bool all = true;
    const int mark = propagator_mark(&d->p);
    for (int sign = -1; sign <= 1 && all; sign += 2) {
        all = !propagator_assign(&d->p, sign * open) || cases_refuted(d, units, nodes);
        propagator_undo(&d->p, mark);
    }
    return all;
}

bool deduction_checked(struct deduction *d, const struct deduced *e)
{
    int nodes = NODES;
    if (e->sum) return true;
    bool ok = deduction_start(d);
    for (int i = 0; i < e->units.n && ok; i++) ok = propagator_assign(&d->p, -deduction_off(d, e->units.v[i]));
    ok = ok && assign_all(d, e->facts.v, e->facts.n) && propagator_assign(&d->p, -e->x);
    return !ok || cases_refuted(d, &e->units, &nodes);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static const int level_efforts[LEVELS] = {1, 2, 4, 8, DEDUCTION_MOST};

int deduction_level(int effort)
{
    int level = 1;
    while (level_efforts[level - 1] < effort) level++;
    return level;
}

int deduction_level_most(int level) { return level_efforts[level - 1]; }

static bool follow_next(struct deduction *d, bool bounded, int most, struct deduction_course *out)
{
    d->bounded = bounded;
    d->calls = DEDUCTION_CALLS;
    d->most = most;
    d->hurried = d->hurried_sets = false;
    const bool found = deduction_next(d);
    out->smallest = out->smallest && !d->hurried && !d->hurried_sets;
    return found;
}

/* Finds the next deductions, with the bound on the objective value if they are easier. */
static bool follow_step(struct deduction *d, int most, struct deduction_course *out)
{
    bool found = follow_next(d, false, most, out);
    if ((found && d->found.v->effort == 1) || !model_objective(deduction_model(d))) return found;
    struct deduced_list plain = TAKEN(d->found);
    const bool easier = follow_next(d, true, plain.n ? plain.v->effort - 1 : most, out);
    out->bound = out->bound || easier;
    deduced_list_release(easier ? &plain : &d->found);
    if (!easier) d->found = plain;
    return found || easier;
}

void deduction_follow(struct deduction *d, const struct lits *solution, int most, struct deduction_course *out)
{
    const struct lits none = {0};
    *out = (struct deduction_course){.smallest = true};
    d->until = d->exact_until = 0;
    bool ok = deduction_at(d, &none, solution);
    for (int open = 1; ok && open; out->steps++) {
        open = 0;
        deduction_base(d);
        for (int i = 0; i < d->target.n; i++) open += !deduction_value(d, d->target.v[i]);
        if (!open) break;
        ok = follow_step(d, most, out);
        if (ok) out->effort = max_int(out->effort, d->found.v->effort);
        deduction_take(d);
    }
    if (!ok) out->effort = DEDUCTION_MOST;
    d->calls = -1;
    d->most = DEDUCTION_MOST - 1;
}
