/* PB, both bounds at once, as reachability through layers of partial sums:
 *
 *   2a + 1b + 1c = 2      layer 0    1     2     3        node: the sum so far
 *                           0 -a- 2 -/b- 2 -/c- *         edge: the next literal, taken or not
 *                            `/a- 0 --b- 1 --c--'
 *                                   ` /b - 0 leads nowhere: left out
 *
 * Only nodes that the start reaches and that reach a sum within lo..hi exist; all sums of a layer
 * from which anything goes are one node (*). Clauses, for nodes v, edges e = (u, v, literal l):
 *     e -> l,   e -> u,   e -> v,   u -> one of the edges out,   v -> one of the edges in,
 *     x -> one of the layer's edges with x,   -x -> one of the layer's edges without.
 * An edge that is the only one out of u is u itself; a node with one edge in is that edge.
 *
 * Size: at most 3 variables and 8 clauses for each node, and 2 long clauses for each layer; nodes
 * are at most n (hi + 1). Arc-consistent for both bounds together, equality included, where two
 * one-sided encodings are not: what propagation leaves standing are the edges on paths from the
 * start to an end. The path of an assignment is one, so the models are counted right.
 *
 * With groups, of which at most one literal each is true, a layer is a group: an edge takes one of
 * its distinct weights or nothing, so a group of m literals is one step of at most m + 1 edges a
 * node instead of m steps. Literals of equal weight share a variable that is true iff one of them
 * is. Bofill, Coll, Nightingale, Suy, Ulrich-Oltean, Villaret, Artificial Intelligence 302, 2022.
 *
 * Decision diagrams in CNF: Abio, Gange, Mayer-Eichberger, Stuckey, On CNF Encodings of Decision
 * Diagrams, CPAIOR 2016 (their complete encoding). */
#include "encodings/shared/layers.h"

/* The edges from one layer to the next, `ways` for each node: with nothing of the step, or with its k-th weight. */
struct edges {
    lit *e; /* 0: no such edge */
    int *to;
    int *next; /* of the edges into the same node */
    int *head; /* by node of the next layer: its first edge, or -1 */
    int *degree;
    int n, ways;
    const lit *taken; /* by weight: is it taken? */
};

static struct edges edges_of(const struct layers *d, int at, const lit *taken, int64_t rest)
{
    const struct layer *u = &d->layer[at], *v = &d->layer[at + 1];
    struct edges s = {.ways = layers_weights(d, at) + 1, .taken = taken};
    s.n = s.ways * u->n;
    s.e = mem_new((size_t)s.n, sizeof *s.e);
    s.to = mem_new((size_t)s.n, sizeof *s.to);
    s.next = mem_new((size_t)s.n, sizeof *s.next);
    s.head = mem_new((size_t)v->n, sizeof *s.head);
    s.degree = mem_new((size_t)v->n, sizeof *s.degree);
    for (int k = 0; k < v->n; k++) s.head[k] = -1;
    for (int k = 0; k < s.n; k++) {
        s.to[k] = u->alive[k / s.ways] ? layers_edge(d, at, k / s.ways, k % s.ways, rest) : -1;
        if (s.to[k] < 0) continue;
        s.next[k] = s.head[s.to[k]];
        s.head[s.to[k]] = k;
        s.degree[s.to[k]]++;
    }
    return s;
}

static void edges_release(struct edges *s)
{
    mem_free(s->e);
    mem_free(s->to);
    mem_free(s->next);
    mem_free(s->head);
    mem_free(s->degree);
}

/* What each weight of a step is taken by: its literal, or a variable that is true iff one of several is. */
static void put_taken(const struct layers *d, int at, lit *taken, struct lits *clause, struct cnf *f)
{
    const int *leaf = d->leaves.at + d->n - 1 - at;
    const struct weighted *term = d->leaves.term;
    int n = 0;
    bool shared = false;
    for (int from = leaf[0], to; from < leaf[1]; from = to) {
        for (to = from + 1; to < leaf[1] && term[to].w == term[from].w;) to++;
        lit y = taken[n++] = to == from + 1 ? term[from].x : cnf_var(f);
        if (y == term[from].x) continue;
        shared = true;
        clause->n = 0;
        lits_push(clause, -y);
        for (int k = from; k < to; k++) {
            cnf_2(f, -term[k].x, y);
            lits_push(clause, term[k].x);
        }
        cnf_clause(f, clause->v, clause->n);
    }
    if (shared) cnf_pairs(f, taken, n);
}

/* Names the edges out of the nodes y and says what they need. */
static void put_out(struct edges *s, const lit *y, struct lits *clause, struct cnf *f)
{
    for (int from = 0; from < s->n; from += s->ways) {
        lit u = y[from / s->ways];
        int out = 0;
        for (int b = 0; b < s->ways; b++) out += s->to[from + b] >= 0;
        clause->n = 0;
        lits_push(clause, -u);
        for (int b = 0; b < s->ways; b++) {
            if (s->to[from + b] < 0) continue;
            lit e = s->e[from + b] = out > 1 ? cnf_var(f) : u;
            if (b) cnf_2(f, -e, s->taken[b - 1]);
            for (int k = 0; !b && k < s->ways - 1; k++) cnf_2(f, -e, -s->taken[k]);
            if (out > 1) cnf_2(f, -e, u);
            lits_push(clause, e);
        }
        if (out > 1) cnf_clause(f, clause->v, clause->n);
    }
}

/* The literals of the next layer's nodes. */
static lit *put_in(const struct edges *s, int nodes, struct lits *clause, struct cnf *f)
{
    lit *y = mem_new((size_t)nodes, sizeof *y);
    for (int v = 0; v < nodes; v++) {
        if (!s->degree[v]) continue;
        if (s->degree[v] == 1) {
            y[v] = s->e[s->head[v]];
            continue;
        }
        y[v] = cnf_var(f);
        clause->n = 0;
        lits_push(clause, -y[v]);
        for (int k = s->head[v]; k >= 0; k = s->next[k]) {
            cnf_2(f, -s->e[k], y[v]);
            lits_push(clause, s->e[k]);
        }
        cnf_clause(f, clause->v, clause->n);
    }
    return y;
}

/* What is taken, or not, is so on some edge. */
static void put_support(const struct edges *s, struct lits *clause, struct cnf *f)
{
    for (int b = 0; b < s->ways; b++) {
        clause->n = 0;
        if (b) lits_push(clause, -s->taken[b - 1]);
        for (int k = 0; !b && k < s->ways - 1; k++) lits_push(clause, s->taken[k]);
        for (int k = b; k < s->n; k += s->ways)
            if (s->to[k] >= 0) lits_push(clause, s->e[k]);
        cnf_clause(f, clause->v, clause->n);
    }
}

static void encode(const struct constraint *c, struct cnf *f)
{
    struct layers d = layers_of(c);
    bool ok = layers_grow(&d);
    assert(ok && "feasible() was asked");
    struct lits clause = {0};
    int64_t rest = d.total;
    lit *y = mem_new(1, sizeof *y), *taken = mem_new((size_t)c->n, sizeof *taken);
    if (d.layer[0].alive[0])
        cnf_1(f, y[0] = cnf_var(f));
    else
        cnf_clause(f, NULL, 0);
    for (int i = 0; i < d.n && d.layer[0].alive[0]; i++) {
        rest -= layers_heaviest(&d, i);
        put_taken(&d, i, taken, &clause, f);
        struct edges s = edges_of(&d, i, taken, rest);
        put_out(&s, y, &clause, f);
        mem_free(y);
        y = put_in(&s, d.layer[i + 1].n, &clause, f);
        put_support(&s, &clause, f);
        edges_release(&s);
    }
    mem_free(y);
    mem_free(taken);
    lits_release(&clause);
    layers_release(&d);
}

static bool feasible(const struct constraint *c, struct text *err)
{
    struct layers d = layers_of(c);
    bool ok = layers_grow(&d);
    int64_t alive = 0, most = tuning_most(c, INT64_MAX);
    for (int i = 0; i <= d.n && ok; i++)
        for (int k = 0; k < d.layer[i].n; k++) alive += d.layer[i].alive[k];
    ok = ok && alive <= most;
    layers_release(&d);
    if (ok) return true;
    return weights_refuse(c, "mdd", LAYERS_MOST_NODES, "nodes, 8 clauses each,", err);
}

const struct encoder pb_mdd = {
    .name = "pb_mdd",
    .about = "reachability through layers of partial sums; both bounds at once",
    .cite = "Abio, Gange, Mayer-Eichberger, Stuckey, CPAIOR 2016",
    .cost = "O(nk) clauses and variables",
    .kind = PB,
    .strength = STRENGTH_AC,
    .both = true,
    .parsimonious = true,
    .groups = true,
    .encode = encode,
    .feasible = feasible,
};
