#include "cnf/propagator.h"

static size_t slot(lit l) { return 2 * (size_t)lit_var(l) + (l < 0); }

/* Makes l true because of a clause (-1: it is assumed). */
static bool enqueue(struct propagator *p, lit l, int reason)
{
    int v = propagator_value(p, l);
    if (v < 0) p->conflict = reason;
    if (v < 0) p->denied = l;
    if (v) return v > 0;
    p->value[lit_var(l)] = (signed char)lit_sign(l);
    p->reason[lit_var(l)] = reason;
    lits_push(&p->trail, l);
    return true;
}

/* Moves the watch of clause c away from `gone`, its second literal. False: there is no other
 * literal to watch. */
static bool rewatch(struct propagator *p, int c, lit *clause, int n)
{
    for (int i = 2; i < n; i++) {
        lit l = clause[i];
        if (propagator_value(p, l) < 0) continue;
        clause[i] = clause[1];
        clause[1] = l;
        lits_push(&p->watch[slot(l)], c);
        return true;
    }
    return false;
}

/* Visits the clauses that watch `gone`, which has become false. */
static bool propagator_visit(struct propagator *p, lit gone)
{
    struct lits *w = &p->watch[slot(gone)];
    int kept = 0, i = 0;
    bool ok = true;
    for (; i < w->n && ok; i++) {
        int c = w->v[i], n = p->start.v[c + 1] - p->start.v[c];
        lit *clause = p->lits.v + p->start.v[c];
        if (clause[0] == gone) {
            clause[0] = clause[1];
            clause[1] = gone;
        }
        if (propagator_value(p, clause[0]) > 0 || !rewatch(p, c, clause, n)) {
            w->v[kept++] = c;
            ok = enqueue(p, clause[0], c);
        }
    }
    while (i < w->n) w->v[kept++] = w->v[i++];
    w->n = kept;
    return ok;
}

static bool propagate(struct propagator *p)
{
    while (p->head < p->trail.n)
        if (!propagator_visit(p, -p->trail.v[p->head++])) return false;
    return true;
}

void propagator_init(struct propagator *p, const struct cnf_buffer *b)
{
    *p = (struct propagator){.vars = b->cnf.vars};
    p->value = mem_new((size_t)p->vars + 1, 1);
    p->reason = mem_new((size_t)p->vars + 1, sizeof *p->reason);
    p->watch = mem_new(2 * (size_t)p->vars + 2, sizeof *p->watch);
    lits_push(&p->start, 0);
    propagator_add(p, b);
}

void propagator_add(struct propagator *p, const struct cnf_buffer *b)
{
    for (int c = p->start.n - 1; c < (int)b->cnf.made.clauses; c++) {
        const lit *clause;
        int n = cnf_buffer_clause(b, c, &clause);
        lits_add(&p->lits, clause, n);
        lits_push(&p->start, p->lits.n);
        for (int i = 0; i < n && i < 2 && n > 1; i++) lits_push(&p->watch[slot(clause[i])], c);
        if (!n || (n == 1 && !enqueue(p, clause[0], c))) p->refuted = true;
    }
    p->head = 0; /* a new clause may have false literals */
    if (!p->refuted && !propagate(p)) p->refuted = true;
}

void propagator_cone(const struct propagator *p, lit of, struct lits *out, struct lits *between)
{
    OWNED bool *seen = mem_new((size_t)p->vars + 1, sizeof *seen);
    const int conflict = of ? -1 : p->conflict;
    if (of || conflict < 0) seen[lit_var(of ? of : p->denied)] = true;
    for (int i = conflict < 0 ? 0 : p->start.v[conflict]; conflict >= 0 && i < p->start.v[conflict + 1]; i++)
        seen[lit_var(p->lits.v[i])] = true;
    for (int t = p->trail.n - 1; t >= 0; t--) {
        const int v = lit_var(p->trail.v[t]), c = p->reason[v];
        if (!seen[v]) continue;
        if (c < 0 || between) lits_push(c < 0 ? out : between, p->trail.v[t]);
        for (int i = c < 0 ? 0 : p->start.v[c]; c >= 0 && i < p->start.v[c + 1]; i++)
            seen[lit_var(p->lits.v[i])] = true;
    }
}

void propagator_release(struct propagator *p)
{
    for (size_t i = 0; i < 2 * (size_t)p->vars + 2; i++) lits_release(&p->watch[i]);
    MEM_FREE(p->watch, p->value, p->reason);
    lits_release(&p->trail);
    lits_release(&p->lits);
    lits_release(&p->start);
}

bool propagator_assign(struct propagator *p, lit l) { return !p->refuted && enqueue(p, l, -1) && propagate(p); }

void propagator_undo(struct propagator *p, int mark)
{
    while (p->trail.n > mark) p->value[lit_var(p->trail.v[--p->trail.n])] = 0;
    p->head = mark;
}

/* An open literal of clause c, or 0 if the clause holds. Without a conflict there is one or the
 * other. */
static lit open_literal(const struct propagator *p, int c)
{
    lit open = 0;
    for (int i = p->start.v[c]; i < p->start.v[c + 1]; i++) {
        int v = propagator_value(p, p->lits.v[i]);
        if (v > 0) return 0;
        if (!v && !open) open = p->lits.v[i];
    }
    return open;
}

/* Counts models, all clauses before c being satisfied. Branches only on clauses that are not yet
 * satisfied, so that parts without influence on a conflict are not searched repeatedly. */
static int models_from(struct propagator *p, int c, int limit)
{
    lit l = 0;
    while (c < p->start.n - 1 && !(l = open_literal(p, c))) c++;
    int found = 0, mark = propagator_mark(p);
    if (!l) {
        found = 1;
        for (int v = mark; v < p->vars && found < limit; v++) found *= 2; /* the rest is free */
        return found < limit ? found : limit;
    }
    for (int sign = 1; sign >= -1 && found < limit; sign -= 2) {
        if (propagator_assign(p, sign * l)) found += models_from(p, c, limit - found);
        propagator_undo(p, mark);
    }
    return found;
}

int propagator_models(struct propagator *p, int limit) { return p->refuted ? 0 : models_from(p, 0, limit); }
