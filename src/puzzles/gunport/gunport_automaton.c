/* The states of a sweep as variables: for windows of a few columns each, an automaton that lays the window's cells and counts
 * the defects that it sees (those that what lies beside the window may spare are not counted).
 *
 *      s(cell, profile, d):  before this cell the window has this profile and d defects
 *      s and a piece => s' after it;   s => one of the s' that may follow;   s after the last cell => at least d defects
 *
 * and all windows together have at most so many. So unit propagation does in each window what the sweep's tables do. */
#include "base/table.h"
#include "puzzles/gunport/gunport_profile.h"
#include "puzzles/gunport/gunport_swept.h"

struct node {
    unsigned __int128 profile;
    int made;
    lit x;
};

struct nodes {
    struct node *v;
    size_t n, cap;
    struct table index;
};

static bool same_node(const void *nodes, int i, const void *key)
{
    const struct node *a = &((const struct nodes *)nodes)->v[i], *b = key;
    return a->profile == b->profile && a->made == b->made;
}

static lit node_of(struct nodes *l, unsigned __int128 profile, int made, struct model *m)
{
    struct node key = {.profile = profile, .made = made};
    uint64_t hash = table_hash(&profile, sizeof profile) * 0x9e3779b97f4a7c15u + (unsigned)made * 0xbf58476d1ce4e5b9u;
    int at = table_find(&l->index, hash, same_node, l, &key);
    if (at >= 0) return l->v[at].x;
    table_add(&l->index, hash);
    key.x = model_derived(m, "state");
    MEM_PUSH(l->v, l->n, l->cap, key);
    return key.x;
}

/* What follows one state. */
static void follow(const struct swept *s, const struct sheet *sheet, const struct node *from, int r, int c, int first,
                   int cols, struct nodes *then, struct model *m)
{
    struct around a = profile_around(from->profile, r, c, !first);
    struct next next;
    lit some[5] = {-from->x};
    int n = 1;
    profile_next(sheet, r, first + c, &a, &next);
    for (int i = 0; i < next.n; i++) {
        enum piece t = (enum piece)next.v[i].piece;
        int made = from->made + next.v[i].defects;
        lit laid = swept_laid(s, t, r, first + c), to = 0;
        if (!laid) continue;
        if (made <= s->most) to = node_of(then, profile_after(from->profile, c, cols, t, a.above), made, m);
        if (to) some[n++] = to;
        model_clause(m, (lit[]){-from->x, -laid, to}, to ? 3 : 2);
    }
    model_clause(m, some, n);
}

/* The window's automaton; y gets its count, as literals that are true up to it. */
static void window_pose(const struct swept *s, const struct sheet *sheet, int first, int cols, lit *y, struct model *m)
{
    struct nodes now = {0}, then = {0}, other;
    table_clear(&now.index, 1);
    model_1(m, node_of(&now, 0, 0, m));
    for (int i = 0; i < s->rows * cols; i++) {
        table_clear(&then.index, now.n);
        then.n = 0;
        for (size_t k = 0; k < now.n; k++) follow(s, sheet, &now.v[k], i / cols, i % cols, first, cols, &then, m);
        other = now;
        now = then;
        then = other;
    }
    for (int j = 0; j < s->most; j++) {
        y[j] = model_derived(m, "%d defects or more in columns %d to %d", j + 1, first + 1, first + cols);
        if (j) model_2(m, -y[j], y[j - 1]);
    }
    for (size_t k = 0; k < now.n; k++)
        if (now.v[k].made) model_2(m, -now.v[k].x, y[now.v[k].made - 1]);
    mem_free(now.v);
    mem_free(then.v);
    table_release(&now.index);
    table_release(&then.index);
}

void automaton_pose(const struct swept *s, int width, struct model *m)
{
    struct sheet sheet = {.rows = s->rows, .cols = s->cols};
    int windows = (s->cols + width - 1) / width, from = 0;
    lit *y = mem_new((size_t)(windows * s->most) + 1, sizeof *y);
    model_rule(m, "the states of the sweep follow each other");
    for (int i = 0; i < windows; i++) {
        int cols = (s->cols - from) / (windows - i);
        window_pose(s, &sheet, from, cols, y + i * s->most, m);
        from += cols;
    }
    model_rule(m, "all windows together have at most %d defects", s->most);
    if (windows > 1 && s->most > 0) model_card(m, y, windows * s->most, 0, s->most);
    mem_free(y);
}
