/* conn_distance: every true vertex is reached from one root, step by step.
 *
 *      x  1 1 1 0 1        r0  0 1 0 0 0        r[i][k]: x[i] is at most k steps from the root.
 *                          r1  1 1 1 0 0        The last row is x itself, and a vertex of it
 *                          r2  1 1 1 0 ?        that is not reached is a conflict.
 *
 * Clauses     r[i][k] -> r[i][k+1];  r[i][k+1] -> r[i][k] or some neighbour's r[j][k];
 *             at most one r[i][0]; the last k is half the size of the largest component, as the
 *             root may be a centre
 *             With a known root, level 0 has that one only, the last k is the depth, and r[i][k] is
 *             left out if i is more than k steps away in the graph
 * Size        L = floor(n/2) for n connected vertices: L rows of n auxiliaries and 2n clauses, and
 *             at most one root: 3n-4 clauses and n-1 auxiliaries for n > 6
 * Strength    none: nothing says that two true vertices need a way between them until it is closed
 * Use         large graphs, as it has fewer clauses than conn_tree; and a known root of small depth
 * Source      reachability in levels, as in bounded model checking; with a root: Zhou, In Pursuit of
 *             an Efficient SAT Encoding for the Hamiltonian Cycle Problem, CP 2020 (distance) */
#include "encodings/shared/graph.h"
#include "encodings/shared/integers.h"

/* Vertex i is reached now if it or a neighbor was near before. */
static void distance_level(const struct graph *g, const lit *near, const lit *far, int i, struct lits *clause,
                           struct cnf *f)
{
    clause->n = 0;
    lits_push(clause, -far[i]);
    if (near[i]) lits_push(clause, near[i]);
    for (int k = g->at[i]; k < g->at[i + 1]; k++)
        if (near[g->to[k]]) lits_push(clause, near[g->to[k]]);
    cnf_clause(f, clause->v, clause->n);
    if (near[i]) cnf_2(f, -near[i], far[i]);
}

/* From a root: r[i][k] is x[root] for the root, and false if the graph has no way of k steps to i; then it is 0. */
static void distance_rooted(const struct constraint *c, const struct graph *g, struct cnf *f)
{
    SCOPED(lits) clause = {0};
    OWNED int *steps = mem_new((size_t)c->n, sizeof *steps);
    OWNED lit *near = mem_new((size_t)c->n, sizeof *near);
    const int levels = graph_steps(g, c, steps), root = c->root - 1;
    OWNED lit *far = mem_new((size_t)c->n, sizeof *far);
    near[root] = far[root] = c->x[root];
    for (int i = 0; i < c->n; i++)
        if (steps[i] > levels) cnf_1(f, -c->x[i]);
    for (int k = 1; k <= levels; k++) {
        for (int i = 0; i < c->n; i++) {
            if (i == root || steps[i] > k) continue;
            far[i] = k < levels ? cnf_var(f) : c->x[i];
            distance_level(g, near, far, i, &clause, f);
        }
        for (int i = 0; i < c->n; i++) near[i] = far[i];
    }
}

static void distance_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(graph) g = graph_of(c);
    SCOPED(lits) clause = {0};
    if (c->root) {
        distance_rooted(c, &g, f);
        return;
    }
    int levels = graph_radius(&g, c->n);
    OWNED lit *near = mem_new((size_t)c->n, sizeof *near), *far = mem_new((size_t)c->n, sizeof *far);
    for (int i = 0; i < c->n; i++) near[i] = levels ? cnf_var(f) : c->x[i];
    integers_at_most_one(near, c->n, f);
    for (int k = 1; k <= levels; k++) {
        for (int i = 0; i < c->n; i++) far[i] = k < levels ? cnf_var(f) : c->x[i];
        for (int i = 0; i < c->n; i++) distance_level(&g, near, far, i, &clause, f);
        lit *done = near;
        near = far;
        far = done;
    }
}

const struct encoder conn_distance = {
    .name = "conn_distance",
    .about = "every true vertex is reached from one root, step by step",
    .cite = "reachability in levels; Zhou, CP 2020",
    .cost = "2n floor(n/2) + 3n-4 clauses, n floor(n/2) + n-1 variables for n > 6 connected vertices",
    .kind = CONN,
    .strength = STRENGTH_NONE,
    .encode = distance_encode,
};
