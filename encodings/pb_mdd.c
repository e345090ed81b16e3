/* pb_mdd: reachability through layers of partial sums, both bounds at once.
 *
 *   2a + 1b + 1c = 2      layer 0    1     2     3        node: the sum so far
 *                           0 -a- 2 -/b- 2 -/c- *         edge: the next literal, taken or not
 *                            `/a- 0 --b- 1 --c--'
 *                                   ` /b - 0 leads nowhere: left out
 *
 * Only nodes exist that the start reaches and that reach a sum within lo..hi. All sums of a layer
 * from which anything goes are one node (*). An edge that is the only one out of u is u itself; a
 * node with one edge in is that edge.
 *
 * Clauses     nodes v, edges e = (u, v, literal l):
 *             e -> l,  e -> u,  e -> v,  u -> one of the edges out,  v -> one of the edges in,
 *             x -> one of the layer's edges with x,  -x -> one of the layer's edges without
 * Groups      a layer is a group: an edge takes one of its distinct weights or nothing. So a group
 *             of m literals is one step of at most m + 1 edges a node. Literals of equal weight
 *             share a variable that is true iff one of them is. In a chain an edge takes a literal
 *             without the next heavier one.
 * Size        at most 3 variables and 8 clauses for each node, and 2 long clauses for each layer;
 *             at most n (hi + 1) nodes
 * Strength    arc-consistent for both bounds together, equality included, where two one-sided
 *             encodings are not: the edges that propagation leaves are those on paths from the
 *             start to an end. Parsimonious: an assignment has one path.
 * Source      Abío, Gange, Mayer-Eichberger, Stuckey, On CNF Encodings of Decision Diagrams, CPAIOR
 *             2016 (their complete encoding); groups: Bofill, Coll, Nightingale, Suy,
 *             Ulrich-Oltean, Villaret, AIJ 302, 2022 */
#include "base/number.h"
#include "encodings/shared/weights.h"

/* ---- layers: the sums that lead from nothing to within the bounds -------------------------------
 *
 * Layer i has the sums of the first i steps from which the later ones can reach lo..hi, heaviest
 * steps first; all sums of a layer from which anything goes are one node. A step is a term, or a
 * group of which at most one term is true; an edge takes nothing of it, or one of its distinct
 * weights. Where layers from the start and sums from the end meet, those that the other half cannot
 * complete are left out. */

enum { LAYERS_MOST_NODES = 1 << 21 };

struct layer {
    int64_t *sum; /* rising */
    bool *alive;  /* reaches the end */
    int n;
};

struct layers {
    struct weights_leaves leaves; /* step i is leaf n - 1 - i */
    int64_t *weight; /* the distinct weights of step i, rising: weight[first[i]] .. weight[first[i + 1] - 1] */
    int *first;
    struct layer *layer; /* n + 1 of them */
    struct layer *tail;  /* tail[i] = the sums of the steps from i on, where they were needed */
    int n;
    int64_t lo, hi, total, nodes;
    const struct constraint *c;
};

static void layer_release(struct layer *u) { MEM_FREE(u->sum, u->alive); }

static int layers_weights(const struct layers *d, int at) { return d->first[at + 1] - d->first[at]; }
static int64_t layers_heaviest(const struct layers *d, int at) { return d->weight[d->first[at + 1] - 1]; }

/* The sum of the node from which anything goes. */
#define ANYTHING INT64_MAX

static bool is_free(const struct layers *d, int64_t s, int64_t rest)
{
    return s == ANYTHING || (s >= d->lo && s + rest <= d->hi);
}

/* The sums of u, and those with one weight of step `at` more that do not exceed hi. */
static struct layer union_next(const struct layers *d, const struct layer *u, int at)
{
    SCOPED(layer) v = {mem_new((size_t)u->n + 1, sizeof *v.sum), NULL, u->n};
    for (int i = 0; i < u->n; i++) v.sum[i] = u->sum[i];
    for (int k = d->first[at]; k < d->first[at + 1]; k++) {
        encoder_poll(d->c);
        int64_t w = d->weight[k], *old = v.sum;
        int n = v.n;
        v.sum = mem_new((size_t)n + (size_t)u->n + 1, sizeof *v.sum);
        v.n = 0;
        for (int i = 0, j = 0; i < n || j < u->n;) {
            bool fits = j < u->n && u->sum[j] != ANYTHING && u->sum[j] <= d->hi - w;
            int64_t without = i < n ? old[i] : ANYTHING, with = fits ? u->sum[j] + w : ANYTHING;
            int64_t s = without < with ? without : with;
            if (s == ANYTHING && i == n) break; /* all others are too large */
            i += i < n && without == s;
            j += fits && with == s;
            v.sum[v.n++] = s;
        }
        mem_free(old);
    }
    return TAKEN(v);
}

/* The sums after step `at`, `rest` being the weight of those that follow it. */
static struct layer layer_next(const struct layers *d, const struct layer *u, int at, int64_t rest)
{
    struct layer v = union_next(d, u, at);
    bool anything = false;
    int n = 0;
    for (int i = 0; i < v.n; i++) {
        int64_t s = v.sum[i];
        if (is_free(d, s, rest))
            anything = true;
        else if (s <= d->hi && s + rest >= d->lo)
            v.sum[n++] = s;
    }
    if (anything) v.sum[n++] = ANYTHING;
    v.n = n;
    v.alive = mem_new((size_t)v.n, sizeof *v.alive);
    return v;
}

/* Drops the sums that no sum of the tail brings within lo..hi. */
static void layer_prune(const struct layers *d, struct layer *u, const struct layer *tail)
{
    int n = 0, k = tail->n; /* from k on, s + tail >= lo */
    for (int i = 0; i < u->n; i++) {
        int64_t s = u->sum[i];
        while (s != ANYTHING && k && tail->sum[k - 1] >= d->lo - s) k--;
        if (s == ANYTHING || (k < tail->n && tail->sum[k] <= d->hi - s)) u->sum[n++] = s;
    }
    u->n = n;
}

/* Returns the live node of the next layer that node i of layer `at` leads to, or -1. Option 0 takes
 * nothing, option k the k-th weight. rest: the largest weight of the later steps. */
static int layers_edge(const struct layers *d, int at, int i, int option, int64_t rest)
{
    const struct layer *next = &d->layer[at + 1];
    int64_t s = d->layer[at].sum[i];
    if (option && s != ANYTHING) s += d->weight[d->first[at] + option - 1];
    if (is_free(d, s, rest)) s = ANYTHING;
    const int to = weights_place(next->sum, 0, next->n, s);
    return to < next->n && next->sum[to] == s && next->alive[to] ? to : -1;
}

static struct layers layers_of(const struct constraint *c)
{
    struct layers d = {.lo = c->lo, .hi = c->hi, .c = c};
    d.leaves = weights_leaves(&(struct constraint){.n = c->n, .x = c->x, .w = c->w, .group = c->group}, true, true);
    d.n = d.leaves.n;
    d.total = d.leaves.total;
    d.weight = mem_new((size_t)c->n, sizeof *d.weight);
    d.first = mem_new((size_t)d.n + 1, sizeof *d.first);
    for (int i = 0, n = 0; i < d.n; i++) {
        const int *at = d.leaves.at + d.n - 1 - i;
        d.first[i] = n;
        for (int k = at[0]; k < at[1]; k++)
            if (n == d.first[i] || d.weight[n - 1] < d.leaves.term[k].w) d.weight[n++] = d.leaves.term[k].w;
        d.first[i + 1] = n;
    }
    d.layer = mem_new((size_t)d.n + 1, sizeof *d.layer);
    d.tail = mem_new((size_t)d.n + 1, sizeof *d.tail);
    return d;
}

static void layers_release(struct layers *d)
{
    for (int i = 0; i <= d->n; i++) {
        layer_release(&d->layer[i]);
        layer_release(&d->tail[i]);
    }
    MEM_FREE(d->layer, d->tail, d->weight, d->first);
    weights_leaves_release(&d->leaves);
}

/* Counts the nodes u, which step `at` leaves or enters. Of a group a node has more edges than two,
 * and counts more than once. Returns false if there are too many. */
static bool layers_count(struct layers *d, const struct layer *u, int at)
{
    d->nodes += (int64_t)u->n * (layers_weights(d, at) + 1) / 2;
    return d->nodes <= LAYERS_MOST_NODES;
}

/* Grows layers from the start and tails from the end, the smaller first, until they meet. A few
 * large weights have 2^n sums, but 2^(n/2) in each half. Returns false if there are too many nodes. */
static bool layers_grow(struct layers *d)
{
    int64_t rest = d->total;
    d->layer[0] = (struct layer){mem_new(1, sizeof(int64_t)), mem_new(1, sizeof(bool)), 1};
    d->tail[d->n] = (struct layer){mem_new(1, sizeof(int64_t)), NULL, 1};
    for (int i = 0, meet = d->n; i < d->n;) {
        if (i < meet && d->layer[i].n > d->tail[meet].n) {
            meet--;
            if (!layers_count(d, &d->tail[meet + 1], meet)) return false;
            d->tail[meet] = union_next(d, &d->tail[meet + 1], meet);
        } else {
            rest -= layers_heaviest(d, i);
            if (!layers_count(d, &d->layer[i], i)) return false;
            d->layer[i + 1] = layer_next(d, &d->layer[i], i, rest);
            i++;
            if (i >= meet) layer_prune(d, &d->layer[i], &d->tail[i]);
        }
    }
    struct layer *end = &d->layer[d->n];
    for (int i = 0; i < end->n; i++) end->alive[i] = true;
    for (int i = d->n; i-- > 0; rest += layers_heaviest(d, i))
        for (int k = 0; k < d->layer[i].n; k++) {
            if (!(k % 64)) encoder_poll(d->c);
            for (int o = 0; o <= layers_weights(d, i) && !d->layer[i].alive[k]; o++)
                d->layer[i].alive[k] = layers_edge(d, i, k, o, rest) >= 0;
        }
    return true;
}

/* ---- edges and clauses ----------------------------------------------------------------------- */

/* The edges from one layer to the next, `ways` for each node: with nothing of the step, or with its k-th weight. */
struct edges {
    lit *e; /* 0: no such edge */
    int *to;
    int *next; /* of the edges into the same node */
    int *head; /* by node of the next layer: its first edge, or -1 */
    int *degree;
    int n, ways;
    const lit *taken; /* by weight: is it taken? */
    bool chain;       /* or a heavier one */
};

/* With weight number b (0: nothing), taken[b] .. taken[this - 1] are false. */
static int edges_without(const struct edges *s, int b)
{
    return s->chain ? min_int(b + 1, s->ways - 1) : b ? 0 : s->ways - 1;
}

static void edges_release(struct edges *s) { MEM_FREE(s->e, s->to, s->next, s->head, s->degree); }

static struct edges edges_of(const struct layers *d, int at, const lit *taken, int64_t rest)
{
    const struct layer *u = &d->layer[at], *v = &d->layer[at + 1];
    SCOPED(edges) s = {.ways = layers_weights(d, at) + 1, .taken = taken, .chain = d->c->chain};
    s.n = s.ways * u->n;
    s.e = mem_new((size_t)s.n, sizeof *s.e);
    s.to = mem_new((size_t)s.n, sizeof *s.to);
    s.next = mem_new((size_t)s.n, sizeof *s.next);
    s.head = mem_new((size_t)v->n, sizeof *s.head);
    s.degree = mem_new((size_t)v->n, sizeof *s.degree);
    for (int k = 0; k < v->n; k++) s.head[k] = -1;
    for (int k = 0; k < s.n; k++) {
        if (!(k % (1 << 16))) encoder_poll(d->c);
        s.to[k] = u->alive[k / s.ways] ? layers_edge(d, at, k / s.ways, k % s.ways, rest) : -1;
        if (s.to[k] < 0) continue;
        s.next[k] = s.head[s.to[k]];
        s.head[s.to[k]] = k;
        s.degree[s.to[k]]++;
    }
    return TAKEN(s);
}

/* Stores for each weight of a step the literal that takes it. Equal weights share a variable that is
 * true iff one of their literals is. */
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
            for (int k = b; k < edges_without(s, b); k++) cnf_2(f, -e, -s->taken[k]);
            if (out > 1) cnf_2(f, -e, u);
            lits_push(clause, e);
        }
        if (out > 1) cnf_clause(f, clause->v, clause->n);
    }
}

/* The literals of the next layer's nodes. */
static lit *put_in(const struct edges *s, int nodes, struct lits *clause, struct cnf *f)
{
    OWNED lit *y = mem_new((size_t)nodes, sizeof *y);
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
    return TAKEN(y);
}

/* Adds the clauses that a weight taken, or not taken, has an edge. */
static void put_support(const struct edges *s, struct lits *clause, struct cnf *f)
{
    for (int b = 0; b < s->ways; b++) {
        clause->n = 0;
        if (b) lits_push(clause, -s->taken[b - 1]);
        for (int k = b; k < edges_without(s, b); k++) lits_push(clause, s->taken[k]);
        for (int k = b; k < s->n; k += s->ways)
            if (s->to[k] >= 0) lits_push(clause, s->e[k]);
        cnf_clause(f, clause->v, clause->n);
    }
}

/* Grows the layers. Returns false if there are too many nodes. */
static bool layers_fit(struct layers *d)
{
    int64_t alive = 0;
    if (!layers_grow(d)) return false;
    for (int i = 0; i <= d->n; i++)
        for (int k = 0; k < d->layer[i].n; k++) alive += d->layer[i].alive[k];
    return alive <= tuning_most(d->c, INT64_MAX);
}

static void mdd_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(layers) d = layers_of(c);
    bool ok = f->put ? layers_grow(&d) : layers_fit(&d);
    assert((ok || !f->put) && "mdd_feasible() was asked");
    if (!ok) {
        cnf_count(f, (struct size){.clauses = tuning_most(c, LAYERS_MOST_NODES) + 1});
        return;
    }
    SCOPED(lits) clause = {0};
    int64_t rest = d.total;
    OWNED lit *y = mem_new(1, sizeof *y);
    OWNED lit *taken = mem_new((size_t)c->n, sizeof *taken);
    if (d.layer[0].alive[0])
        cnf_1(f, y[0] = cnf_var(f));
    else
        cnf_clause(f, NULL, 0);
    for (int i = 0; i < d.n && d.layer[0].alive[0]; i++) {
        rest -= layers_heaviest(&d, i);
        put_taken(&d, i, taken, &clause, f);
        SCOPED(edges) s = edges_of(&d, i, taken, rest);
        put_out(&s, y, &clause, f);
        lit *next = put_in(&s, d.layer[i + 1].n, &clause, f);
        mem_free(y);
        y = next;
        put_support(&s, &clause, f);
    }
}

static bool mdd_feasible(const struct constraint *c, struct text *err)
{
    SCOPED(layers) d = layers_of(c);
    return layers_fit(&d) || weights_refuse(c, "mdd", LAYERS_MOST_NODES, "nodes, 8 clauses each,", err);
}

const struct encoder pb_mdd = {
    .name = "pb_mdd",
    .about = "reachability through layers of partial sums; both bounds at once",
    .cite = "Abío, Gange, Mayer-Eichberger, Stuckey, CPAIOR 2016",
    .cost = "O(nk) clauses and variables",
    .kind = PB,
    .silent = true,
    .strength = STRENGTH_GAC,
    .both = true,
    .parsimonious = true,
    .groups = true,
    .chains = true,
    .encode = mdd_encode,
    .feasible = mdd_feasible,
    .foresees = true,
};
