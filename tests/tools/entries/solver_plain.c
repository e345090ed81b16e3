/* A solver for tests/tools/recipes: backtracking with unit propagation. */
#include "solvers/solver.h"

#include <string.h>

struct plain {
    struct solver *owner;
    struct lits clauses; /* each ended by a 0 */
    signed char *value;  /* by variable: 1, -1, or 0 for none */
    int vars;
};

static void *plain_open(struct solver *s, const char *argument, struct text *err)
{
    struct plain *p = mem_new(1, sizeof *p);
    p->owner = s;
    return p;
}

static void plain_close(void *own)
{
    struct plain *p = own;
    lits_release(&p->clauses);
    mem_free(p->value);
    mem_free(p);
}

static void plain_meet(struct plain *p, int var)
{
    if (var <= p->vars) return;
    p->value = mem_resize(p->value, (size_t)var + 1, 1);
    memset(p->value + p->vars + (p->vars > 0), 0, (size_t)(var - p->vars) + !p->vars);
    p->vars = var;
}

static void plain_clause(void *own, const lit *c, int n)
{
    struct plain *p = own;
    for (int i = 0; i < n; i++) {
        plain_meet(p, lit_var(c[i]));
        lits_push(&p->clauses, c[i]);
    }
    lits_push(&p->clauses, 0);
}

static int plain_sign(const struct plain *p, lit l) { return p->value[lit_var(l)] * (l > 0 ? 1 : -1); }

static void plain_set(struct plain *p, lit l, struct lits *trail)
{
    p->value[lit_var(l)] = l > 0 ? 1 : -1;
    lits_push(trail, l);
}

/* Sets what clauses force. False: one of them is violated. */
static bool plain_propagate(struct plain *p, struct lits *trail)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->clauses.n; i++) {
            int open = 0;
            lit last = 0;
            bool holds = false;
            for (; p->clauses.v[i]; i++) {
                const int sign = plain_sign(p, p->clauses.v[i]);
                holds = holds || sign > 0;
                open += !sign;
                if (!sign) last = p->clauses.v[i];
            }
            if (holds || open > 1) continue;
            if (!open) return false;
            plain_set(p, last, trail);
            more = true;
        }
    }
    return true;
}

static int plain_search(struct plain *p, int v)
{
    SCOPED(lits) trail = {0};
    int answer = SOLVER_UNSAT;
    if (solver_stopped(p->owner)) return SOLVER_UNKNOWN;
    if (plain_propagate(p, &trail)) {
        while (v <= p->vars && p->value[v]) v++;
        if (v > p->vars) return SOLVER_SAT;
        for (int sign = -1; sign <= 1 && answer == SOLVER_UNSAT; sign += 2) {
            p->value[v] = (signed char)sign;
            answer = plain_search(p, v);
        }
        if (answer == SOLVER_SAT) return answer;
        p->value[v] = 0;
    }
    for (int i = 0; i < trail.n; i++) p->value[lit_var(trail.v[i])] = 0;
    return answer;
}

static int plain_solve(void *own, const lit *assumed, int n, struct text *err)
{
    struct plain *p = own;
    plain_meet(p, 1);
    memset(p->value, 0, (size_t)p->vars + 1);
    for (int i = 0; i < n; i++) {
        plain_meet(p, lit_var(assumed[i]));
        p->value[lit_var(assumed[i])] = assumed[i] > 0 ? 1 : -1;
    }
    return plain_search(p, 1);
}

static int plain_value(void *own, int var)
{
    const struct plain *p = own;
    return var > p->vars ? 0 : p->value[var];
}

const struct solver_class solver_plain = {
    .name = "plain",
    .about = "backtracking with unit propagation",
    .open = plain_open,
    .close = plain_close,
    .clause = plain_clause,
    .solve = plain_solve,
    .value = plain_value,
};
