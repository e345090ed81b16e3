/* Lazy clauses of regions, over the literals of edges, roots and sizes alone. */
#include "encodings/shared/lazy.h"

#include <string.h>

struct lazy_division {
    const struct lazy *lazy;
    bool *border;     /* of each edge: whether it is one */
    int *part, parts; /* of each vertex: the number of its region, from 1; 0: not known yet */
    int *queue;       /* the vertices of one region, those that are reached first first */
    int *by;          /* of each vertex but the first one: the edge that reached it */
    struct lits clause;
    struct cnf *f;
};

/* Gives the region of vertex v its number. Returns how many vertices it has. */
static int lazy_region(struct lazy_division *s, int v)
{
    const struct lazy *k = s->lazy;
    int n = 0;
    s->part[v] = ++s->parts;
    s->by[v] = -1;
    s->queue[n++] = v;
    for (int done = 0; done < n; done++)
        for (int i = k->graph.at[s->queue[done]]; i < k->graph.at[s->queue[done] + 1]; i++) {
            const int e = k->graph.to[i], to = lazy_other(&k->edge[e], s->queue[done]);
            if (s->border[e] || s->part[to]) continue;
            s->part[to] = s->parts;
            s->by[to] = e;
            s->queue[n++] = to;
        }
    return n;
}

/* Adds: or an edge of the ways from these vertices to the first one of the region is a border. Each is added once. */
static void lazy_ways(struct lazy_division *s, int u, int v)
{
    const struct lazy *k = s->lazy;
    for (int turn = 0; turn < 2; turn++)
        for (int w = turn ? v : u; s->by[w] >= 0; w = lazy_other(&k->edge[s->by[w]], w))
            if (!lits_have(&s->clause, k->x[s->by[w]])) lits_push(&s->clause, k->x[s->by[w]]);
}

/* Adds: or a border around the n vertices of the region is none. */
static void lazy_open(struct lazy_division *s, int n)
{
    const struct lazy *k = s->lazy;
    for (int i = 0; i < n; i++)
        for (int j = k->graph.at[s->queue[i]]; j < k->graph.at[s->queue[i] + 1]; j++) {
            const int e = k->graph.to[j];
            if (s->part[lazy_other(&k->edge[e], s->queue[i])] != s->parts) lits_push(&s->clause, -k->x[e]);
        }
}

/* Looks at the roots of the region of n vertices. */
static void lazy_roots(struct lazy_division *s, const bool *root, int n)
{
    const struct lazy *k = s->lazy;
    const lit *x = k->x + k->c.edges;
    const int least = s->queue[0]; /* it was found first */
    int one = -1;
    for (int i = 0; i < n; i++) {
        const int v = s->queue[i];
        if (!root[v]) continue;
        s->clause.n = 0;
        lits_push(&s->clause, -x[v]);
        if (one >= 0) lits_push(&s->clause, -x[one]);
        lazy_ways(s, one >= 0 ? one : least, v);
        if (one >= 0 || (k->c.hi && v != least)) lazy_put(s->lazy, &s->clause, s->f);
        if (one < 0) one = v;
    }
    if (one >= 0) return;
    s->clause.n = 0;
    for (int i = 0; i < n; i++) lits_push(&s->clause, x[s->queue[i]]);
    lazy_open(s, n);
    lazy_put(s->lazy, &s->clause, s->f);
}

/* Sends that vertex v is not in a region of this size, by its literal, if the one that it is in has n. */
static void lazy_size(struct lazy_division *s, int v, int64_t size, lit is, int n)
{
    const struct lazy *k = s->lazy;
    if (size == n) return;
    s->clause.n = 0;
    lits_push(&s->clause, -is);
    if (size > n) {
        lazy_open(s, n);
    } else { /* from v, size edges reach one vertex too many */
        for (int i = 0; i < n; i++) s->part[s->queue[i]] = 0;
        s->parts--;
        lazy_region(s, v);
        for (int i = 1; i <= size; i++) lits_push(&s->clause, k->x[s->by[s->queue[i]]]);
    }
    lazy_put(s->lazy, &s->clause, s->f);
}

void lazy_regions(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f)
{
    const struct constraint *c = &k->c;
    const size_t n = (size_t)c->vertices;
    OWNED bool *border = mem_new((size_t)c->edges, sizeof *border), *root = mem_new(n, sizeof *root);
    OWNED int *all = mem_new(3 * n, sizeof *all);
    OWNED lit *is = mem_new(n, sizeof *is); /* of each vertex: the literal of its size, 0: none */
    OWNED int64_t *size = mem_new(n, sizeof *size);
    struct lazy_division s = {.lazy = k, .border = border, .part = all, .queue = all + n, .by = all + 2 * n, .f = f};
    for (int e = 0; e < c->edges; e++) border[e] = holds(state, k->x[e]);
    for (int v = 0; v < c->vertices && c->n > c->edges; v++) root[v] = holds(state, k->x[c->edges + v]);
    for (int i = 0; i < c->integers; i++)
        for (int j = 0; j < k->integer[i].n; j++) {
            if (!holds(state, k->integer[i].x[j])) continue;
            is[k->w[i]] = k->integer[i].x[j];
            size[k->w[i]] = k->integer[i].lo + j;
        }
    for (int v = 0; v < c->vertices; v++) {
        if (s.part[v]) continue;
        const int vertices = lazy_region(&s, v);
        if (c->n > c->edges) lazy_roots(&s, root, vertices);
        for (int i = 0; i < vertices; i++)
            for (int j = k->graph.at[s.queue[i]]; j < k->graph.at[s.queue[i] + 1]; j++) {
                const int e = k->graph.to[j];
                if (!border[e] || k->edge[e].from != s.queue[i] || s.part[k->edge[e].to] != s.parts) continue;
                s.clause.n = 0;
                lits_push(&s.clause, -k->x[e]);
                lazy_ways(&s, k->edge[e].from, k->edge[e].to);
                lazy_put(k, &s.clause, f);
            }
        for (int i = 0; i < vertices; i++)
            if (is[s.queue[i]]) {
                const int u = s.queue[i];
                const bool wrong = size[u] != vertices;
                lazy_size(&s, u, size[u], is[u], vertices);
                if (wrong) break; /* the queue has another order now */
            }
    }
    lits_release(&s.clause);
}
