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
 * Decision diagrams in CNF: Abio, Gange, Mayer-Eichberger, Stuckey, On CNF Encodings of Decision
 * Diagrams, CPAIOR 2016 (their complete encoding). */
#include "encodings/shared/layers.h"

/* The edges from one layer to the next, two for each node: without and with the term's literal. */
struct edges {
    lit *e; /* 0: no such edge */
    int *to;
    int *next; /* of the edges into the same node */
    int *head; /* by node of the next layer: its first edge, or -1 */
    int *degree;
    int n;
};

static struct edges edges_of(const struct layers *d, int at, int64_t rest)
{
    const struct layer *u = &d->layer[at], *v = &d->layer[at + 1];
    struct edges s = {.n = 2 * u->n};
    s.e = mem_new((size_t)s.n, sizeof *s.e);
    s.to = mem_new((size_t)s.n, sizeof *s.to);
    s.next = mem_new((size_t)s.n, sizeof *s.next);
    s.head = mem_new((size_t)v->n, sizeof *s.head);
    s.degree = mem_new((size_t)v->n, sizeof *s.degree);
    for (int k = 0; k < v->n; k++) s.head[k] = -1;
    for (int k = 0; k < s.n; k++) {
        s.to[k] = u->alive[k / 2] ? layers_edge(d, at, k / 2, k & 1, rest) : -1;
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

/* Names the edges out of the nodes y and says what they need. */
static void put_out(struct edges *s, const lit *y, lit x, struct cnf *f)
{
    for (int k = 0; k < s->n; k += 2) {
        lit u = y[k / 2];
        bool both = s->to[k] >= 0 && s->to[k + 1] >= 0;
        for (int b = 0; b < 2; b++) {
            if (s->to[k + b] < 0) continue;
            lit e = s->e[k + b] = both ? cnf_var(f) : u;
            cnf_2(f, -e, b ? x : -x);
            if (both) cnf_2(f, -e, u);
        }
        if (both) cnf_3(f, -u, s->e[k], s->e[k + 1]);
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

static void put_support(const struct edges *s, lit x, struct lits *clause, struct cnf *f)
{
    for (int b = 0; b < 2; b++) {
        clause->n = 0;
        lits_push(clause, b ? -x : x);
        for (int k = b; k < s->n; k += 2)
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
    lit *y = mem_new(1, sizeof *y);
    if (d.layer[0].alive[0])
        cnf_1(f, y[0] = cnf_var(f));
    else
        cnf_clause(f, NULL, 0);
    for (int i = 0; i < d.n && d.layer[0].alive[0]; i++) {
        rest -= d.term[i].w;
        struct edges s = edges_of(&d, i, rest);
        put_out(&s, y, d.term[i].x, f);
        mem_free(y);
        y = put_in(&s, d.layer[i + 1].n, &clause, f);
        put_support(&s, d.term[i].x, &clause, f);
        edges_release(&s);
    }
    mem_free(y);
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
    .encode = encode,
    .feasible = feasible,
};
