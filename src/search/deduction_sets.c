/* Deductions from several units: trials, hitting sets, cores. */
#include "base/ranked.h"
#include "search/deduction_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    CONES = 20,
    KMAX = 4,
    NODES_EACH = 1500,
    CONFLICTS_FEW = 200,
    CONFLICTS_GROW = 30,
    CONFLICTS_CORE = 2000,
    GROWN = 12
};

/* ---- the best set so far ----------------------------------------------------------------------- */

static int set_effort(const struct deduced *e) { return e->units.n + e->cases; }

/* Keeps the better one in *best, which has x = 0 if there is none. Takes over e. */
static void set_keep(struct deduced *best, struct deduced *e, int most)
{
    e->effort = set_effort(e);
    const bool better = e->effort < most && (!best->x || e->effort < best->effort ||
                                             (e->effort == best->effort && e->facts.n < best->facts.n));
    deduced_release(better ? best : e);
    if (better) *best = *e;
    *e = (struct deduced){0};
}

static void without(const struct lits *units, int i, struct lits *out)
{
    out->n = 0;
    for (int k = 0; k < units->n; k++)
        if (k != i) lits_push(out, units->v[k]);
}

/* Leaves out units while propagation still refutes the opposite. */
static void thin_chain(struct deduction *d, struct deduced *e)
{
    SCOPED(lits) rest = {0};
    for (int i = 0; i < e->units.n && e->units.n > 1 && !deduction_over(d);) {
        struct deduced less = {.x = e->x};
        without(&e->units, i, &rest);
        if (deduction_chain(d, &rest, e->x, &less)) {
            deduced_release(e);
            *e = less;
            i = 0;
        } else {
            i++;
        }
    }
}

/* Leaves out units while a solver still refutes the opposite. */
static void thin_solved(struct deduction *d, struct deduced *e, int64_t conflicts)
{
    SCOPED(lits) rest = {0};
    for (int i = 0; i < e->units.n && e->units.n > 1;) {
        without(&e->units, i, &rest);
        const enum solver_answer answer = deduction_solve(d, rest.v, rest.n, -e->x, conflicts);
        i++;
        if (answer != SOLVER_UNSAT) continue;
        i = e->units.n = 0;
        deduction_failed_units(d, &rest, &e->units);
    }
}

/* Sets the facts of a set of units, and whether it needs cases. */
static void set_judge(struct deduction *d, struct deduced *e)
{
    SCOPED(deduced) cone = {0};
    const bool chain = deduction_chain(d, &e->units, e->x, &cone);
    e->cases = !chain && !deduction_sum(d, &e->units, e->x, e);
    if (e->sum) return;
    lits_release(&e->facts);
    e->facts = TAKEN(cone.facts);
    if (chain || deduction_solve(d, e->units.v, e->units.n, -e->x, CONFLICTS_CORE) != SOLVER_UNSAT) return;
    deduction_failed_facts(d, &e->facts);
}

/* Makes all units that count. */
static void all_units(const struct deduction *d, struct lits *out)
{
    for (int u = 0; u < d->units; u++)
        if (deduction_counts(d, u)) lits_push(out, u);
}

/* The likely literals of open targets, without those that solutions of all units show not to be forced. */
static void candidates(struct deduction *d, const struct lits *all, struct lits *out)
{
    enum { REFUTED = 30 };
    OWNED bool *free = mem_new((size_t)model_vars(deduction_model(d)) + 1, sizeof *free);
    int refuted = 0;
    deduction_base(d);
    for (int i = 0; i < d->target.n; i++) free[d->target.v[i]] = deduction_value(d, d->target.v[i]);
    for (int i = 0; i < d->target.n && refuted < REFUTED; i++) {
        if (free[d->target.v[i]]) continue;
        const lit x = deduction_likely(d, d->target.v[i]);
        const enum solver_answer answer = deduction_solve(d, all->v, all->n, -x, CONFLICTS_FEW);
        refuted += answer != SOLVER_SAT;
        for (int k = i; k < d->target.n && answer == SOLVER_SAT; k++) {
            const lit y = deduction_likely(d, d->target.v[k]);
            free[lit_var(y)] |= solver_value(d->session.formula.solver, y) != y;
        }
    }
    for (int i = 0; i < d->target.n; i++)
        if (!free[d->target.v[i]]) lits_push(out, deduction_likely(d, d->target.v[i]));
}

/* ---- trials ------------------------------------------------------------------------------------ */

static void trials(struct deduction *d, const struct lits *all, const struct lits *open, int most, struct deduced *best)
{
    OWNED struct ranked *cone = NULL; /* literals by the size of their cones */
    int n = 0;
    size_t cap = 0;
    for (int i = 0; i < open->n && !deduction_over(d); i++) {
        SCOPED(deduced) e = {.x = open->v[i]};
        if (deduction_chain(d, all, e.x, &e)) MEM_PUSH(cone, n, cap, ((struct ranked){e.units.n, e.x}));
    }
    if (n) qsort(cone, (size_t)n, sizeof *cone, ranked_compare);
    for (int i = 0; i < n && i < CONES && !deduction_over(d) && (!best->x || best->effort > 2); i++) {
        SCOPED(deduced) e = {.x = cone[i].x}, less = {.x = cone[i].x};
        if (!deduction_chain(d, all, e.x, &e)) continue;
        thin_chain(d, &e);
        lits_add(&less.units, e.units.v, e.units.n);
        if (less.units.n > 2) thin_solved(d, &less, CONFLICTS_FEW);
        const bool shorter = less.units.n + 1 < e.units.n;
        set_keep(best, &e, most);
        if (shorter) set_judge(d, &less);
        if (shorter) set_keep(best, &less, most);
    }
}

/* ---- correction sets and hitting sets -------------------------------------------------------- */

/* The units that the solver's last values violate. Stores the values of the model's variables. */
static void violated(struct deduction *d, signed char *value, struct lits *out)
{
    const struct model *m = deduction_model(d);
    const int n = model_vars(m);
    OWNED bool *bad = mem_new((size_t)d->units, sizeof *bad);
    OWNED int64_t *number = mem_new((size_t)model_ints(m), sizeof *number);
    const struct values a = {value, n};
    for (int v = 1; v <= n; v++) value[v] = solver_value(d->session.formula.solver, v) > 0 ? 1 : -1;
    for (int i = 0; i < model_ints(m); i++) number[i] = model_int_value(m, i, a);
    out->n = 0;
    for (struct row r = {0}; model_next_unmet(m, a, &r);) {
        const int u = d->unit_of[r.number - 1];
        if (u < 0 || bad[u] || !deduction_counts(d, u) || model_row_holds(&r, a, number)) continue;
        bad[u] = true;
        lits_push(out, u);
    }
}

/* After SOLVER_SAT with -x: makes a correction set of the solver's values, after other units were added one by one. */
static void cut_grow(struct deduction *d, lit x)
{
    struct correction c = {.value = mem_new((size_t)model_vars(deduction_model(d)) + 1, 1), .live = true};
    OWNED signed char *value = mem_new((size_t)model_vars(deduction_model(d)) + 1, 1);
    SCOPED(lits) on = {0}, off = {0};
    violated(d, c.value, &c.units);
    for (int i = 0, turn = 0; i < c.units.n && turn < GROWN; turn++) {
        on.n = 0;
        for (int u = 0; u < d->units; u++)
            if (deduction_counts(d, u) && (!lits_have(&c.units, u) || u == c.units.v[i])) lits_push(&on, u);
        if (deduction_solve(d, on.v, on.n, -x, CONFLICTS_GROW) != SOLVER_SAT) {
            i++;
            continue;
        }
        SCOPED(lits) before = TAKEN(c.units);
        violated(d, value, &off);
        int tried = 0;
        for (int k = 0; k < before.n; k++) {
            if (!lits_have(&off, before.v[k])) continue;
            lits_push(&c.units, before.v[k]);
            tried += k < i;
        }
        i = tried;
        memcpy(c.value, value, (size_t)model_vars(deduction_model(d)) + 1);
    }
    MEM_PUSH(d->cut, d->cuts, d->cut_cap, c);
}

/* The smallest correction set of -x that is disjoint from the chosen units; -1: none is known. */
static int disjoint(const struct deduction *d, const struct lits *chosen, lit x)
{
    int best = -1;
    for (int i = 0; i < d->cuts; i++) {
        const struct correction *c = &d->cut[i];
        if (!c->live || c->value[lit_var(x)] == lit_sign(x)) continue;
        if (best >= 0 && c->units.n >= d->cut[best].units.n) continue;
        bool hit = false;
        for (int k = 0; k < chosen->n && !hit; k++) hit = lits_have(&c->units, chosen->v[k]);
        if (!hit) best = i;
    }
    return best;
}

/* Whether at most k more units refute -x together with the chosen ones, which then have them. */
static bool hit(struct deduction *d, struct lits *chosen, lit x, int k, int *nodes)
{
    if (--*nodes < 0) return false;
    int i = disjoint(d, chosen, x);
    if (i < 0) {
        const enum solver_answer answer = deduction_solve(d, chosen->v, chosen->n, -x, CONFLICTS_FEW);
        if (answer == SOLVER_UNSAT) return true;
        if (answer != SOLVER_SAT) {
            *nodes = -1;
            return false;
        }
        cut_grow(d, x);
        i = disjoint(d, chosen, x);
    }
    if (!k || i < 0) return false;
    SCOPED(lits) units = {0}; /* more may be added */
    lits_add(&units, d->cut[i].units.v, d->cut[i].units.n);
    for (int j = 0; j < units.n; j++) {
        lits_push(chosen, units.v[j]);
        if (hit(d, chosen, x, k - 1, nodes)) return true;
        chosen->n--;
    }
    return false;
}

static void exact(struct deduction *d, const struct lits *open, int most, struct deduced *best)
{
    const double until = d->until;
    const int64_t rest = d->calls > 0 ? d->calls / 2 : 0;
    d->until = d->exact_until;
    d->calls -= rest;
    for (int k = 2; k <= KMAX && k < (best->x ? best->effort : most); k++)
        for (int i = 0; i < open->n && !deduction_over(d) && (!best->x || best->effort > k); i++) {
            SCOPED(deduced) e = {.x = open->v[i]};
            if (!hit(d, &e.units, e.x, k, &(int){NODES_EACH})) continue;
            set_judge(d, &e);
            set_keep(best, &e, most);
        }
    d->until = until;
    d->calls += rest;
    d->hurried_sets = d->hurried_sets || d->hurried;
    d->hurried = false;
}

/* ---- cores --------------------------------------------------------------------------------------- */

static void cores(struct deduction *d, const struct lits *all, const struct lits *open, int most, struct deduced *best)
{
    int tries = CONES;
    for (int i = 0; i < open->n && tries && !deduction_over(d); i++) {
        struct deduced e = {.x = open->v[i]};
        if (deduction_solve(d, all->v, all->n, -e.x, CONFLICTS_CORE) != SOLVER_UNSAT) continue;
        tries--;
        deduction_failed_units(d, all, &e.units);
        thin_solved(d, &e, CONFLICTS_FEW);
        set_judge(d, &e);
        set_keep(best, &e, most);
    }
}

/* ---- all --------------------------------------------------------------------------------------- */

void deduction_sets(struct deduction *d, int most)
{
    SCOPED(deduced) best = {0}, sum = {0};
    SCOPED(lits) all = {0}, open = {0};
    all_units(d, &all);
    candidates(d, &all, &open);
    trials(d, &all, &open, most, &best);
    if (deduction_sum(d, &all, 0, &sum)) set_keep(&best, &sum, most);
    exact(d, &open, most, &best);
    if (!best.x && most == DEDUCTION_MOST && !d->bounded) cores(d, &all, &open, most, &best);
    if (!best.x) return;
    const int before = d->found.n;
    for (int i = 0; i < d->target.n; i++) {
        struct deduced e = {.x = deduction_likely(d, d->target.v[i])};
        if (deduction_knows(d, e.x)) continue;
        if (e.x == best.x && (best.cases || best.sum)) {
            lits_add(&e.units, best.units.v, best.units.n);
            lits_add(&e.facts, best.facts.v, best.facts.n);
            e.cases = best.cases;
            e.sum = best.sum;
        } else if (!deduction_chain(d, &best.units, e.x, &e)) {
            continue;
        }
        e.effort = best.effort;
        deduction_push(d, &e);
    }
    for (int i = before; i < d->found.n; i++) d->found.v[i].together = d->found.n - before;
}

bool deduction_shorten(struct deduction *d, const struct lits *x, int most, struct deduced *out)
{
    const int all = d->known.n;
    bool found = false;
    int given = 0;
    while (given < all && d->from[lit_var(d->known.v[given])] < 0) given++;
    d->known.n = given; /* the position alone */
    d->based = false;
    for (int k = 1; k <= KMAX && k < most && !found; k++)
        for (int i = 0; i < x->n && !deduction_over(d) && !found; i++) {
            SCOPED(deduced) e = {.x = x->v[i]};
            if (!hit(d, &e.units, e.x, k, &(int){NODES_EACH})) continue;
            set_judge(d, &e);
            found = set_effort(&e) < most;
            if (!found) continue;
            deduced_release(out);
            *out = TAKEN(e);
        }
    d->known.n = all;
    d->based = false;
    for (int i = 0; i < d->cuts; i++)
        for (int k = given; k < all && d->cut[i].live; k++)
            d->cut[i].live = d->cut[i].value[lit_var(d->known.v[k])] == lit_sign(d->known.v[k]);
    d->hurried = false;
    return found;
}

bool deduction_force(struct deduction *d, lit x)
{
    SCOPED(lits) all = {0};
    SCOPED(deduced) e = {.x = x};
    all_units(d, &all);
    bool found = deduction_chain(d, &all, x, &e);
    if (found) thin_chain(d, &e);
    if (!found && deduction_solve(d, all.v, all.n, -x, CONFLICTS_CORE) == SOLVER_UNSAT) {
        deduction_failed_units(d, &all, &e.units);
        set_judge(d, &e);
        found = true;
    }
    e.effort = set_effort(&e);
    if (found) deduction_push(d, &e);
    return found;
}
