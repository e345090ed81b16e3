#include "lower/lower_groups.h"

#include <stdlib.h>
#include <string.h>

static int place_of(lit x) { return 2 * lit_var(x) + (x < 0); }

/* ---- what the rows say ------------------------------------------------------------------------------------------ */

static bool distinct(const struct row *r, int *seen, int mark)
{
    for (int i = 0; i < r->n; i++) {
        if (seen[lit_var(r->x[i])] == mark) return false;
        seen[lit_var(r->x[i])] = mark;
    }
    return true;
}

static void add_set(struct groups *g, const lit *x, int n, const int64_t *w, int sign)
{
    lits_push(&g->start, g->sets.n);
    for (int i = 0; i < n; i++) lits_push(&g->sets, (w && w[i] < 0 ? -1 : 1) * sign * x[i]);
    lits_push(&g->sets, 0);
}

/* Do no two terms fit under the row's upper bound (sign 1), or do no two missing ones leave enough (sign -1)? */
static bool excludes_pairs(const struct row *r, int sign)
{
    __int128 bound = sign > 0 ? (__int128)r->hi : -(__int128)r->lo;
    int64_t least = INT64_MAX, second = INT64_MAX;
    if (sign > 0 ? r->hi == INT64_MAX : r->lo == INT64_MIN) return false;
    for (int i = 0; i < r->n; i++) {
        int64_t w = r->w ? r->w[i] : 1, size = w < 0 ? -w : w;
        if ((w < 0) == (sign > 0)) bound += size; /* -w x = w (1 - x) - w */
        if (size < least) {
            second = least;
            least = size;
        } else {
            second = min64(second, size);
        }
    }
    return r->n > 1 && least > 0 && (__int128)least + second > bound;
}

static void take_row(struct groups *g, const struct row *r, int *seen, int mark)
{
    if (r->kind == ROW_CLAUSE && r->n == 2 && r->x[0] != r->x[1]) add_set(g, r->x, 2, NULL, -1);
    if ((r->kind != ROW_CARD && r->kind != ROW_PB) || !distinct(r, seen, mark)) return;
    for (int sign = 1; sign >= -1; sign -= 2)
        if (excludes_pairs(r, sign)) add_set(g, r->x, r->n, r->w, sign);
}

/* Sets by literal. */
static void index_sets(struct groups *g)
{
    int places = 2 * g->vars + 3;
    g->first = mem_new((size_t)places + 1, sizeof *g->first);
    for (int i = 0; i < g->sets.n; i++)
        if (g->sets.v[i]) g->first[place_of(g->sets.v[i]) + 1]++;
    for (int i = 1; i <= places; i++) g->first[i] += g->first[i - 1];
    for (int i = 0; i < g->first[places]; i++) lits_push(&g->where, 0);
    int *at = mem_new((size_t)places, sizeof *at);
    memcpy(at, g->first, (size_t)places * sizeof *at);
    for (int i = 0, set = 0; i < g->sets.n; i++)
        if (g->sets.v[i])
            g->where.v[at[place_of(g->sets.v[i])]++] = set;
        else
            set++;
    mem_free(at);
}

struct groups *groups_of(const struct model *m)
{
    struct groups *g = mem_new(1, sizeof *g);
    g->vars = model_vars(m);
    int *seen = mem_new((size_t)g->vars + 1, sizeof *seen);
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        if (r.times == 1) take_row(g, &r, seen, i + 1);
    }
    mem_free(seen);
    if (!g->start.n) {
        groups_free(g);
        return NULL;
    }
    index_sets(g);
    g->count = mem_new((size_t)g->start.n, sizeof *g->count);
    g->member = mem_new((size_t)g->start.n, sizeof *g->member);
    g->last = mem_new((size_t)g->vars + 1, sizeof *g->last);
    return g;
}

void groups_free(struct groups *g)
{
    if (!g) return;
    lits_release(&g->sets);
    lits_release(&g->start);
    lits_release(&g->where);
    lits_release(&g->group);
    mem_free(g->first);
    mem_free(g->count);
    mem_free(g->member);
    mem_free(g->last);
    mem_free(g);
}

/* ---- the groups of one constraint ------------------------------------------------------------------------------- */

struct met {
    int set, count;
};

static int larger(const void *p, const void *q)
{
    const struct met *a = p, *b = q;
    return a->count != b->count ? b->count - a->count : a->set - b->set;
}

/* Gives those of the set that are here and free one number; false: they are less than two. */
static bool form(struct groups *g, const struct constraint *c, int set, int number)
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (const lit *x = g->sets.v + g->start.v[set]; *x; x++) {
            int at = g->last[lit_var(*x)] - 1; /* its place in c */
            if (at < 0 || c->x[at] != *x || g->group.v[at] >= 0) continue;
            if (pass) g->group.v[at] = number;
            n++;
        }
        if (!pass && n < 2) return false;
    }
    return true;
}

const int *groups_find(struct groups *g, const struct constraint *c)
{
    struct met *met = NULL;
    size_t cap = 0;
    int n = 0, groups = 0;
    g->group.n = 0;
    for (int i = 0; i < c->n; i++) {
        lits_push(&g->group, -1);
        if (lit_var(c->x[i]) > g->vars) continue;
        g->last[lit_var(c->x[i])] = i + 1;
        int place = place_of(c->x[i]);
        for (int k = g->first[place]; k < g->first[place + 1]; k++) {
            int set = g->where.v[k];
            if (!g->count[set]++) {
                g->member[set] = n;
                MEM_PUSH(met, n, cap, ((struct met){set, 0}));
            }
            met[g->member[set]].count++;
        }
    }
    if (n) qsort(met, (size_t)n, sizeof *met, larger);
    for (int i = 0; i < n; i++) {
        g->count[met[i].set] = 0;
        if (met[i].count > 1) groups += form(g, c, met[i].set, groups);
    }
    for (int i = 0, next = groups; i < c->n; i++) {
        if (lit_var(c->x[i]) <= g->vars) g->last[lit_var(c->x[i])] = 0;
        if (g->group.v[i] < 0) g->group.v[i] = next++;
    }
    mem_free(met);
    return groups ? g->group.v : NULL;
}
