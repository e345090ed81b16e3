#include "encodings/shared/lazy.h"

/* Copies the integers, and lists the edges of each vertex. */
static void lazy_copy_graph(struct lazy *k)
{
    const struct constraint *c = &k->c;
    k->integer = mem_copy(c->integer, (size_t)c->integers, sizeof *k->integer);
    k->w = mem_copy(c->w, (size_t)c->integers, sizeof *k->w);
    for (int i = 0; i < c->integers; i++) lits_add(&k->size, c->integer[i].x, c->integer[i].n);
    for (int i = 0, from = 0; i < c->integers; from += k->integer[i++].n) k->integer[i].x = k->size.v + from;
    k->c.integer = k->integer;
    k->c.w = k->w;
    k->graph = (struct graph){mem_new((size_t)c->vertices + 2, sizeof *k->graph.at),
                              mem_new(2 * (size_t)c->edges, sizeof *k->graph.to)};
    int *at = k->graph.at;
    for (int e = 0; e < 2 * c->edges; e++) at[2 + (e % 2 ? c->edge[e / 2].to : c->edge[e / 2].from)]++;
    for (int v = 0; v < c->vertices; v++) at[v + 2] += at[v + 1];
    for (int e = 0; e < 2 * c->edges; e++)
        k->graph.to[at[1 + (e % 2 ? c->edge[e / 2].to : c->edge[e / 2].from)]++] = e / 2;
}

struct lazy *lazy_new(const struct constraint *c)
{
    struct lazy *k = mem_new(1, sizeof *k);
    k->c = *c;
    k->c.x = k->x = mem_copy(c->x, (size_t)c->n, sizeof *k->x);
    k->c.edge = k->edge = mem_copy(c->edge, (size_t)c->edges, sizeof *k->edge);
    if (c->vertices)
        lazy_copy_graph(k);
    else
        k->graph = graph_of(&k->c);
    return k;
}

void lazy_free(struct lazy *k)
{
    graph_release(&k->graph);
    lits_release(&k->size);
    MEM_FREE(k->integer, k->w, k->x, k->edge, k);
}

/* The work on one solution. part[i]: the component of vertex i, from 1, if it is true; else 0. */
struct lazy_search {
    const struct lazy *lazy;
    int *part, parts, *size, *first; /* of each part */
    int *queue, *seen, turn;         /* seen[i] == turn: vertex i was reached */
    struct lits clause;
};

/* Marks the component of true vertices with vertex i. */
static void lazy_part(struct lazy_search *s, int i)
{
    const struct graph *g = &s->lazy->graph;
    int n = 0;
    s->part[i] = ++s->parts;
    s->first[s->parts] = i;
    s->queue[n++] = i;
    for (int done = 0; done < n; done++)
        for (int k = g->at[s->queue[done]]; k < g->at[s->queue[done] + 1]; k++) {
            if (s->part[g->to[k]] >= 0) continue;
            s->part[g->to[k]] = s->parts;
            s->queue[n++] = g->to[k];
        }
    s->size[s->parts] = n;
}

/* Sends: the part with `stray` and vertex `main` are not both there, or some vertex that separates them is. These are
 * the false neighbors of the part that vertex `main` reaches without passing another of them. */
static void lazy_separate(struct lazy_search *s, int stray, int main, struct cnf *f)
{
    const struct constraint *c = &s->lazy->c;
    const struct graph *g = &s->lazy->graph;
    const int turn = ++s->turn, part = s->part[stray];
    int n = 0;
    s->clause.n = 0;
    if (!c->root) lits_push(&s->clause, -c->x[main]);
    lits_push(&s->clause, -c->x[stray]);
    s->seen[main] = turn;
    s->queue[n++] = main;
    for (int done = 0; done < n; done++) {
        int i = s->queue[done];
        bool borders = false;
        for (int k = g->at[i]; k < g->at[i + 1] && !borders; k++) borders = s->part[g->to[k]] == part;
        if (borders) {
            lits_push(&s->clause, c->x[i]);
            continue;
        }
        for (int k = g->at[i]; k < g->at[i + 1]; k++) {
            if (s->seen[g->to[k]] == turn) continue;
            s->seen[g->to[k]] = turn;
            s->queue[n++] = g->to[k];
        }
    }
    lazy_put(s->lazy, &s->clause, f);
}

void lazy_clauses(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f)
{
    const size_t n = (size_t)k->c.n;
    for (int i = 0; i < k->c.guards; i++)
        if (holds(state, k->c.guard[i])) return;
    if (k->c.vertices) {
        (k->c.tour ? lazy_tours : lazy_regions)(k, holds, state, f);
        return;
    }
    OWNED int *all = mem_new(5 * n + 2, sizeof *all);
    struct lazy_search s = {.lazy = k,
                            .part = all,
                            .size = all + n,
                            .first = all + 2 * n + 1,
                            .queue = all + 3 * n + 2,
                            .seen = all + 4 * n + 2};
    int largest = 1;
    for (size_t i = 0; i < n; i++) s.part[i] = holds(state, k->c.x[i]) ? -1 : 0;
    for (size_t i = 0; i < n; i++) {
        if (s.part[i] >= 0) continue;
        lazy_part(&s, (int)i);
        if (s.size[s.parts] > s.size[largest]) largest = s.parts;
    }
    const int root = k->c.root - 1, main = root >= 0 ? root : s.first[largest];
    for (int p = 1; p <= s.parts; p++)
        if (p != s.part[main]) {
            lazy_separate(&s, s.first[p], main, f);
            if (!k->c.root) lazy_separate(&s, main, s.first[p], f);
        }
    lits_release(&s.clause);
}
