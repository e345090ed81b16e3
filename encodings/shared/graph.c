#include "encodings/shared/graph.h"
#include "base/number.h"

static bool graph_has(const struct graph *g, int from, int n, int to)
{
    for (int k = 0; k < n; k++)
        if (g->to[g->at[from] + k] == to) return true;
    return false;
}

static void graph_add(struct graph *g, int *n, int from, int to)
{
    if (from != to && !graph_has(g, from, n[from], to)) g->to[g->at[from] + n[from]++] = to;
}

struct graph graph_of(const struct constraint *c)
{
    SCOPED(graph) g = {mem_new((size_t)c->n + 1, sizeof *g.at), mem_new(2 * (size_t)c->edges, sizeof *g.to)};
    OWNED int *n = mem_new((size_t)c->n, sizeof *n);
    int all = 0;
    for (int k = 0; k < c->edges; k++) {
        g.at[c->edge[k].from + 1]++;
        g.at[c->edge[k].to + 1]++;
    }
    for (int i = 0; i < c->n; i++) g.at[i + 1] += g.at[i];
    for (int k = 0; k < c->edges; k++) {
        if (!(k % 1024)) encoder_poll(c);
        graph_add(&g, n, c->edge[k].from, c->edge[k].to);
        graph_add(&g, n, c->edge[k].to, c->edge[k].from);
    }
    for (int i = 0; i < c->n; i++) { /* without those that were there already */
        int from = g.at[i];
        g.at[i] = all;
        for (int k = 0; k < n[i]; k++) g.to[all++] = g.to[from + k];
    }
    g.at[c->n] = all;
    return TAKEN(g);
}

void graph_release(struct graph *g) { MEM_FREE(g->at, g->to); }

/* Sets how many steps it is from a vertex to each one that it reaches and that has none yet. Returns
 * how many these are. */
static int graph_reach(const struct graph *g, int from, int *steps, int *queue)
{
    int n = 0;
    steps[from] = 0;
    queue[n++] = from;
    for (int done = 0; done < n; done++)
        for (int k = g->at[queue[done]]; k < g->at[queue[done] + 1]; k++) {
            if (steps[g->to[k]] < INT_MAX) continue;
            steps[g->to[k]] = steps[queue[done]] + 1;
            queue[n++] = g->to[k];
        }
    return n;
}

int graph_radius(const struct graph *g, int vertices)
{
    OWNED int *steps = mem_new((size_t)vertices, sizeof *steps), *queue = mem_new((size_t)vertices, sizeof *queue);
    int largest = 0;
    for (int i = 0; i < vertices; i++) steps[i] = INT_MAX;
    for (int i = 0; i < vertices; i++)
        if (steps[i] == INT_MAX) largest = max_int(largest, graph_reach(g, i, steps, queue));
    return largest / 2;
}

int graph_steps(const struct graph *g, const struct constraint *c, int *steps)
{
    OWNED int *queue = mem_new((size_t)c->n, sizeof *queue);
    for (int i = 0; i < c->n; i++) steps[i] = INT_MAX;
    const int n = graph_reach(g, c->root - 1, steps, queue);
    return c->depth && c->depth < n ? c->depth : n - 1;
}
