/* Lists of literals, and unit propagation over them. */
#include "lower/lower_groups.h"

#include <string.h>

enum { BUDGET = 1 << 23 };

void lower_lists_index(struct lists *l, int vars)
{
    int places = 2 * vars + 3, *first = mem_new((size_t)places + 1, sizeof *first);
    for (int i = 0; i < l->x.n; i++)
        if (l->x.v[i]) first[lists_place(l->x.v[i]) + 1]++;
    for (int i = 1; i <= places; i++) first[i] += first[i - 1];
    for (int i = 0; i < first[places]; i++) lits_push(&l->where, 0);
    OWNED int *at = mem_new((size_t)places, sizeof *at);
    memcpy(at, first, (size_t)places * sizeof *at);
    for (int i = 0, list = 0; i < l->x.n; i++)
        if (l->x.v[i])
            l->where.v[at[lists_place(l->x.v[i])]++] = list;
        else
            list++;
    l->first = first;
}

void lower_lists_release(struct lists *l)
{
    lits_release(&l->x);
    lits_release(&l->start);
    lits_release(&l->where);
    mem_free(l->first);
}

static void take_clauses(struct lists *clauses, const struct model *m)
{
    for (struct row r = {0}; model_next(m, &r);) {
        bool clause = r.kind == ROW_CLAUSE || (r.kind == ROW_CARD && r.lo == 1);
        if (!clause || r.n < 3) continue;
        lists_begin(clauses);
        lits_add(&clauses->x, r.x, r.n);
        lits_push(&clauses->x, 0);
    }
}

struct probe *probe_new(const struct model *m, const struct lists *sets)
{
    struct probe *p = mem_new(1, sizeof *p);
    p->sets = sets;
    p->vars = model_vars(m);
    p->budget = BUDGET;
    take_clauses(&p->clauses, m);
    lower_lists_index(&p->clauses, p->vars);
    p->falses = mem_new((size_t)p->clauses.start.n, sizeof *p->falses);
    p->value = mem_new((size_t)p->vars + 1, sizeof *p->value);
    return p;
}

void probe_free(struct probe *p)
{
    if (!p) return;
    lower_lists_release(&p->clauses);
    lits_release(&p->trail);
    MEM_FREE(p->falses, p->value, p);
}

static int lower_probe_value_of(const struct probe *p, lit x) { return x < 0 ? -p->value[-x] : p->value[x]; }

/* Makes x true. Returns false if x is false already. */
static bool lower_probe_assign(struct probe *p, lit x)
{
    if (lower_probe_value_of(p, x)) return lower_probe_value_of(p, x) > 0;
    p->value[lit_var(x)] = x < 0 ? -1 : 1;
    lits_push(&p->trail, x);
    return true;
}

/* Makes the other literals of the sets of x false, because x is true. */
static bool exclude(struct probe *p, lit x)
{
    const struct lists *sets = p->sets;
    int place = lists_place(x);
    for (int k = sets->first[place]; k < sets->first[place + 1]; k++)
        for (const lit *y = lists_at(sets, sets->where.v[k]); *y; y++) {
            p->budget--;
            if (*y != x && !lower_probe_assign(p, -*y)) return false;
        }
    return true;
}

/* -x is false: a clause that has one literal left forces it. Every clause is counted, also after a conflict. */
static bool lower_probe_force(struct probe *p, lit x)
{
    const struct lists *l = &p->clauses;
    int place = lists_place(-x);
    bool ok = true;
    for (int k = l->first[place]; k < l->first[place + 1]; k++) {
        int c = l->where.v[k];
        p->budget--;
        if (++p->falses[c] < lists_length(l, c) - 1 || !ok) continue;
        const lit *y = lists_at(l, c);
        while (*y && lower_probe_value_of(p, *y) < 0) y++;
        ok = *y && lower_probe_assign(p, *y);
    }
    return ok;
}

enum probed probe_literal(struct probe *p, lit x)
{
    p->trail.n = 0;
    if (lit_var(x) > p->vars || p->budget <= 0) return PROBE_SPENT;
    bool ok = lower_probe_assign(p, x);
    int done = 0;
    for (; done < p->trail.n && ok && p->budget > 0; done++) {
        lit y = p->trail.v[done];
        bool forced = lower_probe_force(p, y);
        ok = exclude(p, y) && forced;
    }
    for (int i = 0; i < p->trail.n; i++) {
        lit y = p->trail.v[i];
        p->value[lit_var(y)] = 0;
        if (i >= done) continue;
        int place = lists_place(-y);
        for (int k = p->clauses.first[place]; k < p->clauses.first[place + 1]; k++) p->falses[p->clauses.where.v[k]]--;
    }
    return ok ? PROBE_OPEN : PROBE_CONFLICT;
}
