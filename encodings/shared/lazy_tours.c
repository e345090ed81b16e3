/* Lazy clauses of paths and circuits: those that exclude a cycle next to the tour.
 *
 *      main  o-o-o     S  o-o     A tour that goes through a vertex of the cycle's vertices S leaves
 *                         |_|     them by an edge. Those edges suffice that lead, past S, to main. */
#include "encodings/shared/lazy.h"

struct lazy_tour {
    const struct lazy *lazy;
    bool *on;                  /* of each edge: it is true, and joins two vertices */
    int *part, parts;          /* of each vertex: the number of its component of such edges, from 1; 0: it has none */
    int *first, *size, *edges; /* of each part: a vertex that the tour must visit, if there is one, and numbers */
    int *queue, *seen, turn;   /* seen[v] == turn: vertex v was reached */
    struct lits clause;
    struct cnf *f;
};

/* Whether the vertex has an arc to itself, which says that it is left out. */
static bool lazy_optional(const struct lazy *k, int v)
{
    for (int i = k->graph.at[v]; i < k->graph.at[v + 1]; i++)
        if (k->edge[k->graph.to[i]].from == k->edge[k->graph.to[i]].to) return true;
    return false;
}

static void lazy_tour_part(struct lazy_tour *s, int v)
{
    const struct lazy *k = s->lazy;
    int n = 0, ends = 0;
    s->part[v] = ++s->parts;
    s->first[s->parts] = v;
    s->queue[n++] = v;
    for (int done = 0; done < n; done++) {
        const int u = s->queue[done];
        if (lazy_optional(k, s->first[s->parts]) && !lazy_optional(k, u)) s->first[s->parts] = u;
        for (int i = k->graph.at[u]; i < k->graph.at[u + 1]; i++) {
            const int to = lazy_other(&k->edge[k->graph.to[i]], u);
            if (!s->on[k->graph.to[i]]) continue;
            ends++;
            if (s->part[to]) continue;
            s->part[to] = s->parts;
            s->queue[n++] = to;
        }
    }
    s->size[s->parts] = n;
    s->edges[s->parts] = ends / 2;
}

/* Adds: or the tour is not in the part. A path is not if an edge of it is false. */
static void lazy_absent(struct lazy_tour *s, int part)
{
    const struct lazy *k = s->lazy;
    const int v = s->first[part];
    if (k->c.tour == TOUR_PATH && k->c.root && s->part[k->c.root - 1] == part) return;
    for (int i = k->graph.at[v]; i < k->graph.at[v + 1]; i++) {
        const int e = k->graph.to[i];
        const bool own = k->edge[e].from == k->edge[e].to;
        if (own && !lits_have(&s->clause, k->x[e])) lits_push(&s->clause, k->x[e]);
        if (k->c.tour == TOUR_CIRCUIT || !s->on[e]) continue;
        lits_push(&s->clause, -k->x[e]);
        return;
    }
}

/* Sends: an edge leads from the stray part to what reaches the main one. sign < 0: only arcs away from the stray part
 * count, > 0: only those to it, 0: both. */
static void lazy_tour_leave(struct lazy_tour *s, int stray, int main, int sign)
{
    const struct lazy *k = s->lazy;
    const int turn = ++s->turn;
    int n = 0;
    s->clause.n = 0;
    lazy_absent(s, stray);
    lazy_absent(s, main);
    s->seen[s->first[main]] = turn;
    s->queue[n++] = s->first[main];
    for (int done = 0; done < n; done++) {
        const int v = s->queue[done];
        for (int i = k->graph.at[v]; i < k->graph.at[v + 1]; i++) {
            const int e = k->graph.to[i], to = lazy_other(&k->edge[e], v);
            if (to == v || (sign && (sign > 0 ? k->edge[e].from : k->edge[e].to) != v)) continue;
            if (s->part[to] == stray) {
                lits_push(&s->clause, k->x[e]);
            } else if (s->seen[to] != turn) {
                s->seen[to] = turn;
                s->queue[n++] = to;
            }
        }
    }
    lazy_put(k, &s->clause, s->f);
}

/* The part of a path, or the one of a circuit that has a vertex which the tour must visit, or most vertices. */
static int lazy_tour_main(const struct lazy_tour *s)
{
    const bool path = s->lazy->c.tour == TOUR_PATH;
    int main = 1;
    for (int p = 2; p <= s->parts; p++) {
        const bool fixed = !lazy_optional(s->lazy, s->first[p]), was = !lazy_optional(s->lazy, s->first[main]);
        const bool better = fixed != was ? fixed : s->size[p] > s->size[main];
        if (path ? s->edges[p] < s->size[p] : better) main = p;
    }
    return main;
}

void lazy_tours(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f)
{
    const size_t n = (size_t)k->c.vertices;
    OWNED bool *on = mem_new((size_t)k->c.edges, sizeof *on);
    OWNED int *all = mem_new(6 * n + 3, sizeof *all);
    struct lazy_tour s = {.lazy = k,
                          .on = on,
                          .part = all,
                          .queue = all + n,
                          .seen = all + 2 * n,
                          .first = all + 3 * n,
                          .size = all + 4 * n + 1,
                          .edges = all + 5 * n + 2,
                          .f = f};
    for (int e = 0; e < k->c.edges; e++) on[e] = k->edge[e].from != k->edge[e].to && holds(state, k->x[e]);
    for (int e = 0; e < k->c.edges; e++)
        if (on[e] && !s.part[k->edge[e].from]) lazy_tour_part(&s, k->edge[e].from);
    const int main = lazy_tour_main(&s);
    for (int p = 1; p <= s.parts; p++) {
        if (p == main) continue;
        lazy_tour_leave(&s, p, main, k->c.tour == TOUR_CIRCUIT ? -1 : 0);
        if (k->c.tour == TOUR_CIRCUIT) lazy_tour_leave(&s, p, main, 1);
    }
    lits_release(&s.clause);
}
