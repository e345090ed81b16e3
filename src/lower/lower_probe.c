#include "lower/lower_probe.h"

#include "lower/lower_groups.h"

#include <string.h>

enum { BUDGET = 1 << 23 };

static void take_clauses(struct probe *p, const struct model *m)
{
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        bool clause = r.kind == ROW_CLAUSE || (r.kind == ROW_CARD && r.lo == 1);
        if (!clause || r.times != 1 || r.n < 3) continue;
        lits_push(&p->start, p->clause.n);
        for (int k = 0; k < r.n; k++) lits_push(&p->clause, r.x[k]);
        lits_push(&p->clause, 0);
    }
}

struct probe *probe_new(const struct model *m, const struct groups *g)
{
    struct probe *p = mem_new(1, sizeof *p);
    p->g = g;
    p->budget = BUDGET;
    take_clauses(p, m);
    p->first = groups_index(g->vars, &p->clause, &p->where);
    p->falses = mem_new((size_t)p->start.n, sizeof *p->falses);
    p->value = mem_new((size_t)g->vars + 1, sizeof *p->value);
    return p;
}

void probe_free(struct probe *p)
{
    if (!p) return;
    lits_release(&p->clause);
    lits_release(&p->start);
    lits_release(&p->where);
    lits_release(&p->trail);
    mem_free(p->first);
    mem_free(p->falses);
    mem_free(p->value);
    mem_free(p);
}

static int value_of(const struct probe *p, lit x) { return x < 0 ? -p->value[-x] : p->value[x]; }

/* False: x is false already. */
static bool assign(struct probe *p, lit x)
{
    if (value_of(p, x)) return value_of(p, x) > 0;
    p->value[lit_var(x)] = x < 0 ? -1 : 1;
    lits_push(&p->trail, x);
    return true;
}

/* x is true: the others of its sets are false. */
static bool exclude(struct probe *p, lit x)
{
    const struct groups *g = p->g;
    int place = groups_place(x);
    for (int k = g->first[place]; k < g->first[place + 1]; k++)
        for (const lit *y = g->sets.v + g->start.v[g->where.v[k]]; *y; y++) {
            p->budget--;
            if (*y != x && !assign(p, -*y)) return false;
        }
    return true;
}

/* -x is false: a clause that has one literal left forces it. Every clause is counted, also behind a conflict. */
static bool force(struct probe *p, lit x)
{
    int place = groups_place(-x);
    bool ok = true;
    for (int k = p->first[place]; k < p->first[place + 1]; k++) {
        int c = p->where.v[k], end = c + 1 < p->start.n ? p->start.v[c + 1] : p->clause.n, n = end - 1 - p->start.v[c];
        p->budget--;
        if (++p->falses[c] < n - 1 || !ok) continue;
        const lit *y = p->clause.v + p->start.v[c];
        while (*y && value_of(p, *y) < 0) y++;
        ok = *y && assign(p, *y);
    }
    return ok;
}

enum probed probe_literal(struct probe *p, lit x)
{
    p->trail.n = 0;
    if (lit_var(x) > p->g->vars || p->budget <= 0) return PROBE_SPENT;
    bool ok = assign(p, x);
    int done = 0;
    for (; done < p->trail.n && ok && p->budget > 0; done++) {
        lit y = p->trail.v[done];
        bool forced = force(p, y);
        ok = exclude(p, y) && forced;
    }
    for (int i = 0; i < p->trail.n; i++) {
        lit y = p->trail.v[i];
        p->value[lit_var(y)] = 0;
        if (i >= done) continue;
        int place = groups_place(-y);
        for (int k = p->first[place]; k < p->first[place + 1]; k++) p->falses[p->where.v[k]]--;
    }
    return ok ? PROBE_OPEN : PROBE_CONFLICT;
}
