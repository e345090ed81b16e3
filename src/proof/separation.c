#include "proof/separation.h"

#include "base/mem.h"

static int separation_top(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static bool separation_has(const lit *clause, int n, lit x)
{
    for (int i = 0; i < n; i++)
        if (clause[i] == x) return true;
    return false;
}

/* Joins the ends of the edges whose literal, or its negation if sign < 0, is in the clause (with) or is not. */
static void separation_join(const struct constraint *c, const lit *clause, int n, int sign, bool with, int *up)
{
    for (int v = 0; v < c->vertices; v++) up[v] = v;
    for (int e = 0; e < c->edges; e++)
        if (separation_has(clause, n, sign * c->x[e]) == with)
            up[separation_top(up, c->edge[e].from)] = separation_top(up, c->edge[e].to);
}

/* Regions: `sure` joins vertices that are in one region if the clause is false, `may` those that can be. */
static bool separation_regions(const struct constraint *c, const lit *clause, int n)
{
    const size_t size = (size_t)c->vertices;
    OWNED int *sure = mem_new(size, sizeof *sure), *may = mem_new(size, sizeof *may), *all = mem_new(size, sizeof *all),
              *most = mem_new(size, sizeof *most), *least = mem_new(size, sizeof *least);
    OWNED int *roots = mem_new(size, sizeof *roots), *free_roots = mem_new(size, sizeof *free_roots);
    separation_join(c, clause, n, 1, true, sure);
    separation_join(c, clause, n, -1, false, may);
    for (int v = 0; v < c->vertices; v++) {
        const int s = separation_top(sure, v), m = separation_top(may, v);
        if (!all[s]++) least[s] = v;
        most[m]++;
        if (c->n == c->edges) continue;
        const bool root = separation_has(clause, n, -c->x[c->edges + v]);
        roots[s] += root;
        free_roots[m] += !separation_has(clause, n, c->x[c->edges + v]);
        if (root && c->hi && least[s] < v) return true;
    }
    for (int e = 0; e < c->edges; e++)
        if (separation_has(clause, n, -c->x[e]) &&
            separation_top(sure, c->edge[e].from) == separation_top(sure, c->edge[e].to))
            return true;
    for (int v = 0; v < c->vertices && c->n > c->edges; v++)
        if (roots[v] > 1 || (most[v] && !free_roots[v])) return true;
    for (int i = 0; i < c->integers; i++)
        for (int j = 0; j < c->integer[i].n; j++) {
            const int64_t k = c->integer[i].lo + j;
            if (separation_has(clause, n, -c->integer[i].x[j]) &&
                (k < all[separation_top(sure, (int)c->w[i])] || k > most[separation_top(may, (int)c->w[i])]))
                return true;
        }
    return false;
}

/* Marks what a vertex reaches over edges that are not gone; sign 0: in both directions, > 0: forward, < 0: backward. */
static void separation_reach(const struct constraint *c, const bool *gone, int from, int sign, bool *reached)
{
    for (int v = 0; v < c->vertices; v++) reached[v] = v == from;
    for (bool more = true; more;) {
        more = false;
        for (int e = 0; e < c->edges; e++) {
            const int a = c->edge[e].from, b = c->edge[e].to;
            if (gone[e] || reached[a] == reached[b] || (sign && reached[a] != (sign > 0))) continue;
            reached[a] = reached[b] = more = true;
        }
    }
}

/* Paths and circuits: a vertex that must be on the tour does not reach another one, or an edge of a path closes a
 * cycle. */
static bool separation_tour(const struct constraint *c, const lit *clause, int n)
{
    const size_t size = (size_t)c->vertices;
    const bool path = c->tour == TOUR_PATH;
    OWNED int *up = mem_new(size, sizeof *up);
    OWNED bool *gone = mem_new((size_t)c->edges, sizeof *gone), *must = mem_new(size, sizeof *must),
               *reached = mem_new(size, sizeof *reached);
    int first = 0;
    for (int v = 0; v < c->vertices; v++) must[v] = path ? v == c->root - 1 : true;
    for (int v = 0; v < c->vertices; v++) up[v] = v;
    for (int e = 0; e < c->edges; e++) {
        gone[e] = separation_has(clause, n, c->x[e]);
        if (!path && c->edge[e].from == c->edge[e].to && !gone[e]) must[c->edge[e].from] = false;
    }
    for (int e = 0; e < c->edges; e++) {
        const int a = separation_top(up, c->edge[e].from), b = separation_top(up, c->edge[e].to);
        if (!separation_has(clause, n, -c->x[e]) || c->edge[e].from == c->edge[e].to) continue;
        if (path && a == b) return true;
        must[c->edge[e].from] = must[c->edge[e].to] = true;
        up[a] = b;
    }
    while (first < c->vertices && !must[first]) first++;
    for (int sign = path ? 0 : -1; first < c->vertices && sign <= !path; sign += 2) {
        separation_reach(c, gone, first, sign, reached);
        for (int v = 0; v < c->vertices; v++)
            if (must[v] && !reached[v]) return true;
    }
    return false;
}

bool separation_follows(const struct constraint *c, const lit *clause, int n)
{
    int first = c->root - 1;
    bool apart = false;
    for (int i = 0; i < c->guards; i++)
        if (!separation_has(clause, n, c->guard[i])) return false;
    if (c->vertices) return (c->tour ? separation_tour : separation_regions)(c, clause, n);
    OWNED int *up = mem_new((size_t)c->n, sizeof *up);
    OWNED bool *gone = mem_new((size_t)c->n, sizeof *gone);
    for (int i = 0; i < c->n; i++) {
        up[i] = i;
        gone[i] = separation_has(clause, n, c->x[i]);
    }
    for (int k = 0; k < c->edges; k++) {
        const struct graph_edge e = c->edge[k];
        if (!gone[e.from] && !gone[e.to]) up[separation_top(up, e.from)] = separation_top(up, e.to);
    }
    for (int i = 0; i < c->n; i++) {
        if (!separation_has(clause, n, -c->x[i])) continue;
        if (first < 0) first = i;
        apart = apart || separation_top(up, i) != separation_top(up, first);
    }
    return apart;
}
