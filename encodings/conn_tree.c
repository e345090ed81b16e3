/* conn_tree: every true vertex but a root has a parent, one level below it.
 *
 *      b <- a -> c          p[c][a]: the parent of c is a. Levels a 0, b and c 1, d 2; a circle of
 *                `-> d      parents would need levels that rise without end.
 *
 * Clauses     x[i] -> i is the root, or some p[i][j];  p[i][j] -> x[j];  at most one root;
 *             p[i][j] & level[j] >= k -> level[i] >= k+1;  level >= k+1 -> level >= k;
 *             level[i] >= 0 always, and never more than half the size of the largest component; with a
 *             known root, which alone has no parent, never more than the depth
 * Size        L = floor(n/2) for n connected vertices and e edges: n(L+1) + 2e auxiliaries and
 *             nL + 2e(L+2) clauses, and at most one root: 3n-4 clauses and n-1 auxiliaries for n > 6
 * Strength    none, as conn_distance
 * Use         the default, except on large graphs: solvers refute with it what they do not with
 *             conn_distance (bench/results/integers.md)
 * Source      folklore; levels in unary as in Tamura et al., Constraints 2009 */
#include "encodings/shared/graph.h"
#include "encodings/shared/integers.h"

/* j is i's parent: level[i][0..levels - 1], at least 1, 2, .., is above level[j]. */
static void tree_parent(lit p, const lit *child, const lit *parent, int levels, struct cnf *f)
{
    cnf_2(f, -p, child[0]);
    for (int k = 1; k < levels; k++) cnf_3(f, -p, -parent[k - 1], child[k]);
    cnf_2(f, -p, -parent[levels - 1]);
}

static void tree_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(graph) g = graph_of(c);
    SCOPED(lits) clause = {0};
    OWNED int *steps = mem_new((size_t)c->n, sizeof *steps);
    int levels = c->root ? graph_steps(&g, c, steps) : graph_radius(&g, c->n);
    OWNED lit *level = mem_new((size_t)c->n * (size_t)levels, sizeof *level),
              *root = mem_new((size_t)c->n, sizeof *root);
    for (int i = 0; i < c->n * levels; i++) {
        level[i] = cnf_var(f);
        if (i % levels) cnf_2(f, -level[i], level[i - 1]);
    }
    for (int i = 0; i < c->n && !c->root; i++) root[i] = cnf_var(f);
    if (!c->root) integers_at_most_one(root, c->n, f);
    for (int i = 0; i < c->n; i++) {
        if (i == c->root - 1) continue;
        if (steps[i] > levels) {
            cnf_1(f, -c->x[i]);
            continue;
        }
        clause.n = 0;
        lits_push(&clause, -c->x[i]);
        if (!c->root) lits_push(&clause, root[i]);
        for (int k = g.at[i]; k < g.at[i + 1]; k++) {
            int j = g.to[k];
            lit p = cnf_var(f);
            lits_push(&clause, p);
            cnf_2(f, -p, c->x[j]);
            tree_parent(p, level + i * levels, level + j * levels, levels, f);
        }
        cnf_clause(f, clause.v, clause.n);
    }
}

const struct encoder conn_tree = {
    .name = "conn_tree",
    .about = "every true vertex but a root has a parent one level below it",
    .cite = "folklore; unary levels as Tamura et al., Constraints 2009",
    .cost = "n floor(n/2) + 3n-4 + 2e(floor(n/2)+2) clauses, n floor(n/2) + 2n-1 + 2e variables for n > 6 connected "
            "vertices and e edges",
    .kind = CONN,
    .strength = STRENGTH_NONE,
    .encode = tree_encode,
};
