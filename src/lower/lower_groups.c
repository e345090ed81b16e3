#include "lower/lower_groups.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the rows say ----------------------------------------------------------------------- */

static bool lower_groups_distinct(const struct row *r, int *seen, int mark)
{
    for (int i = 0; i < r->n; i++) {
        if (seen[lit_var(r->x[i])] == mark) return false;
        seen[lit_var(r->x[i])] = mark;
    }
    return true;
}

static void add_set(struct lists *sets, const lit *x, int n, const int64_t *w, int sign)
{
    lists_begin(sets);
    for (int i = 0; i < n; i++) lits_push(&sets->x, (w && w[i] < 0 ? -1 : 1) * sign * x[i]);
    lits_push(&sets->x, 0);
}

/* Returns whether no two terms fit under the row's upper bound (sign 1), or no two missing terms
 * leave enough for the lower bound (sign -1). */
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

static void lower_groups_take_row(struct lists *sets, const struct model *m, const struct row *r, int *seen, int mark)
{
    if (r->kind == ROW_INT) {
        struct integer it = model_integer(m, r->integer[0]);
        if (it.form == FORM_DIRECT && it.n > 2) add_set(sets, it.x, it.n, NULL, 1);
        return;
    }
    if (r->kind == ROW_CLAUSE && r->n == 2 && r->x[0] != r->x[1]) add_set(sets, r->x, 2, NULL, -1);
    if ((r->kind != ROW_CARD && r->kind != ROW_PB) || !lower_groups_distinct(r, seen, mark)) return;
    for (int sign = 1; sign >= -1; sign -= 2)
        if (excludes_pairs(r, sign)) add_set(sets, r->x, r->n, r->w, sign);
}

struct groups *groups_of(const struct model *m)
{
    struct groups *g = mem_new(1, sizeof *g);
    g->vars = model_vars(m);
    OWNED int *seen = mem_new((size_t)g->vars + 1, sizeof *seen);
    for (struct row r = {0}; model_next(m, &r);) lower_groups_take_row(&g->sets, m, &r, seen, r.number);
    if (!g->sets.start.n) {
        groups_free(g);
        return NULL;
    }
    lower_lists_index(&g->sets, g->vars);
    g->probe = probe_new(m, &g->sets);
    g->count = mem_new((size_t)g->sets.start.n, sizeof *g->count);
    g->member = mem_new((size_t)g->sets.start.n, sizeof *g->member);
    g->last = mem_new((size_t)g->vars + 1, sizeof *g->last);
    return g;
}

void groups_free(struct groups *g)
{
    if (!g) return;
    lower_lists_release(&g->sets);
    lits_release(&g->group);
    lits_release(&g->asked);
    probe_free(g->probe);
    MEM_FREE(g->count, g->member, g->last, g);
}

/* ---- from sets ------------------------------------------------------------------------------- */

struct met {
    int set, count;
};

static int larger(const void *p, const void *q)
{
    const struct met *a = p, *b = q;
    return a->count != b->count ? b->count - a->count : a->set - b->set;
}

/* Gives one number to the set's literals that are in c and free. Returns false if they are fewer
 * than two. */
static bool form(struct groups *g, const struct constraint *c, int set, int number)
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (const lit *x = lists_at(&g->sets, set); *x; x++) {
            int at = g->last[lit_var(*x)] - 1; /* its place in c */
            if (at < 0 || c->x[at] != *x || g->group.v[at] >= 0) continue;
            if (pass) g->group.v[at] = number;
            n++;
        }
        if (!pass && n < 2) return false;
    }
    return true;
}

/* ---- by propagation -------------------------------------------------------------------------- */

enum { PROBED_MOST = 2048 }; /* inputs: a bit for each pair */

/* Pairs of c's inputs that exclude each other. */
struct pairs {
    int n;
    uint64_t *bit;
};

static bool excluded(const struct pairs *p, int i, int j)
{
    size_t at = (size_t)i * (size_t)p->n + (size_t)j;
    return p->bit[at / 64] >> at % 64 & 1;
}

static void set_excluded(struct pairs *p, int i, int j)
{
    for (int turn = 0; turn < 2; turn++) {
        size_t at = turn ? (size_t)j * (size_t)p->n + (size_t)i : (size_t)i * (size_t)p->n + (size_t)j;
        p->bit[at / 64] |= (uint64_t)1 << at % 64;
    }
}

/* Makes each input true in turn and propagates. An input that cannot be true excludes all others. */
static void find_pairs(struct groups *g, const struct constraint *c, struct pairs *p)
{
    for (int i = 0; i < c->n; i++) {
        enum probed answer = probe_literal(g->probe, c->x[i]);
        for (int j = 0; j < c->n && answer == PROBE_CONFLICT; j++)
            if (j != i) set_excluded(p, i, j);
        for (int k = 1; k < g->probe->trail.n && answer == PROBE_OPEN; k++) {
            lit y = g->probe->trail.v[k];
            int j = g->last[lit_var(y)] - 1;
            if (j >= 0 && c->x[j] == -y) set_excluded(p, i, j);
        }
    }
}

/* Inputs join the first group all of whose members they exclude, those of the found ones first. */
static int lower_groups_join(const struct pairs *p, int *group, int groups, const struct constraint *c)
{
    int n = groups;
    OWNED int *next = mem_new((size_t)c->n, sizeof *next), *head = mem_new((size_t)c->n, sizeof *head);
    for (int i = 0; i < c->n; i++) head[i] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < c->n; i++) {
            if ((group[i] >= 0) == (pass > 0)) continue;
            int to = group[i];
            for (int k = 0; k < n && to < 0; k++) {
                int j = head[k];
                while (j >= 0 && excluded(p, i, j)) j = next[j];
                if (j < 0) to = k;
            }
            if (to < 0) to = n++;
            group[i] = to;
            next[i] = head[to];
            head[to] = i;
        }
    return n;
}

static int probe_groups(struct groups *g, const struct constraint *c, int groups)
{
    struct pairs p = {.n = c->n, .bit = mem_new((size_t)c->n * (size_t)c->n / 64 + 1, sizeof(uint64_t))};
    find_pairs(g, c, &p);
    groups = lower_groups_join(&p, g->group.v, groups, c);
    mem_free(p.bit);
    return groups;
}

/* ---- the groups of one constraint ------------------------------------------------------------ */

/* By sets of which more than `least` inputs are here. */
static int from_sets(struct groups *g, const struct constraint *c, int least)
{
    OWNED struct met *met = NULL;
    size_t cap = 0;
    int n = 0, groups = 0;
    g->group.n = 0;
    for (int i = 0; i < c->n; i++) {
        lits_push(&g->group, -1);
        if (lit_var(c->x[i]) > g->vars) continue;
        g->last[lit_var(c->x[i])] = i + 1;
        int place = lists_place(c->x[i]);
        for (int k = g->sets.first[place]; k < g->sets.first[place + 1]; k++) {
            int set = g->sets.where.v[k];
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
        if (met[i].count > least) groups += form(g, c, met[i].set, groups);
    }
    return groups;
}

static bool same_inputs(const struct groups *g, const struct constraint *c)
{
    return g->asked.n == c->n && c->n && !memcmp(g->asked.v, c->x, (size_t)c->n * sizeof *c->x);
}

const int *groups_find(struct groups *g, const struct constraint *c)
{
    if (same_inputs(g, c)) return g->found ? g->group.v : NULL;
    bool probe = c->n <= PROBED_MOST && g->probe->budget > 0;
    int groups = from_sets(g, c, probe ? 2 : 1); /* pairs are better joined */
    if (probe) groups = probe_groups(g, c, groups);
    g->asked.n = 0;
    for (int i = 0; i < c->n; i++) {
        lits_push(&g->asked, c->x[i]);
        if (lit_var(c->x[i]) <= g->vars) g->last[lit_var(c->x[i])] = 0;
        if (g->group.v[i] < 0) g->group.v[i] = groups++;
    }
    g->found = groups < c->n;
    return g->found ? g->group.v : NULL;
}
