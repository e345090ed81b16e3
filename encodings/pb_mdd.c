/* PB, both bounds at once, as reachability through layers of partial sums:
 *
 *   2a + 1b + 1c = 2      layer 0    1     2     3        node: the sum so far
 *                           0 -a- 2 -/b- 2 -/c- *         edge: the next literal, taken or not
 *                            `/a- 0 --b- 1 --c--'
 *                                   ` /b - 0 leads nowhere: left out
 *
 * Only nodes that the start reaches and that reach a sum within lo..hi exist; all sums of a layer
 * from which anything goes are one node (*). Clauses, for nodes v, edges e = (u, v, literal l): e
 * -> l,   e -> u,   e -> v,   u -> e e'  (one of the edges out),   v -> one of the edges in, x ->
 * one of the layer's edges with x,  -x -> one of the layer's edges without. An edge that is the
 * only one out of u is u itself; a node with one edge in is that edge.
 *
 * Where they meet, sums from the start and sums from the end leave out what the other half cannot complete.
 *
 * Size: at most 3 variables and 8 clauses for each node, and 2 long clauses for each layer; nodes
 * are at most n (hi + 1). Arc-consistent for both bounds together, equality included, where two
 * one-sided encodings are not: what propagation leaves standing are the edges on paths from the
 * start to an end. The path of an assignment is one, so the models are counted right.
 *
 * Decision diagrams in CNF: Abio, Gange, Mayer-Eichberger, Stuckey, On CNF Encodings of Decision
 * Diagrams, CPAIOR 2016 (their complete encoding). */
#include "encoder.h"

#include <stdlib.h>

enum { MOST_NODES = 1 << 21 };

#define FREE INT64_MAX /* the sum of the node from which anything goes */

struct term {
    int64_t w;
    lit x;
};

struct layer {
    int64_t *sum; /* rising */
    bool *alive;  /* reaches the end */
    int n;
};

struct diagram {
    struct term *term;   /* heaviest first */
    struct layer *layer; /* n + 1 of them */
    struct layer *tail;  /* tail[i] = the sums of the terms from i on, where they were needed */
    int n;
    int64_t lo, hi, total, nodes;
};

static int by_weight(const void *p, const void *q)
{
    const struct term *a = p, *b = q;
    if (a->w != b->w) return a->w > b->w ? -1 : 1;
    return (lit_var(a->x) > lit_var(b->x)) - (lit_var(a->x) < lit_var(b->x));
}

/* ---- the nodes -------------------------------------------------------------------------- */

static bool is_free(const struct diagram *d, int64_t s, int64_t rest)
{
    return s == FREE || (s >= d->lo && s + rest <= d->hi);
}

/* The sums after one more term of weight w, `rest` being the weight of those that follow it. */
static struct layer layer_next(const struct diagram *d, const struct layer *u, int64_t w,
                               int64_t rest)
{
    struct layer v = {mem_new(2 * (size_t)u->n + 1, sizeof *v.sum), NULL, 0};
    bool anything = false;
    for (int i = 0, j = 0; i < u->n || j < u->n;) {
        int64_t without = i < u->n ? u->sum[i] : FREE,
                with = j < u->n && u->sum[j] != FREE ? u->sum[j] + w : FREE;
        int64_t s = without < with ? without : with;
        i += i < u->n && without == s;
        j += j < u->n && with == s;
        if (is_free(d, s, rest))
            anything = true;
        else if (s <= d->hi && s + rest >= d->lo)
            v.sum[v.n++] = s;
    }
    if (anything) v.sum[v.n++] = FREE;
    v.alive = mem_new((size_t)v.n, sizeof *v.alive);
    return v;
}

/* The sums of one more term in front of a tail. */
static struct layer tail_next(const struct diagram *d, const struct layer *u, int64_t w)
{
    struct layer v = {mem_new(2 * (size_t)u->n, sizeof *v.sum), NULL, 0};
    for (int i = 0, j = 0; i < u->n || j < u->n;) {
        int64_t without = i < u->n ? u->sum[i] : INT64_MAX;
        int64_t with = j < u->n && u->sum[j] <= d->hi - w ? u->sum[j] + w : INT64_MAX;
        int64_t s = without < with ? without : with;
        if (s == INT64_MAX) break;
        i += without == s;
        j += with == s;
        v.sum[v.n++] = s;
    }
    return v;
}

/* Drops the sums that no sum of the tail brings within lo..hi. */
static void layer_prune(const struct diagram *d, struct layer *u, const struct layer *tail)
{
    int n = 0, k = tail->n; /* from k on, s + tail >= lo */
    for (int i = 0; i < u->n; i++) {
        int64_t s = u->sum[i];
        while (s != FREE && k && tail->sum[k - 1] >= d->lo - s) k--;
        if (s == FREE || (k < tail->n && tail->sum[k] <= d->hi - s)) u->sum[n++] = s;
    }
    u->n = n;
}

/* Where a node with sum s leads to without a further weight, or -1. */
static int target(const struct diagram *d, const struct layer *v, int64_t s, int64_t rest)
{
    if (is_free(d, s, rest)) s = FREE;
    int from = 0, to = v->n;
    while (from < to) {
        int mid = from + (to - from) / 2;
        if (v->sum[mid] < s)
            from = mid + 1;
        else
            to = mid;
    }
    return from < v->n && v->sum[from] == s && v->alive[from] ? from : -1;
}

static int edge(const struct diagram *d, int at, int i, bool taken, int64_t rest)
{
    int64_t s = d->layer[at].sum[i];
    if (taken && s != FREE) s += d->term[at].w;
    return target(d, &d->layer[at + 1], s, rest);
}

static struct diagram diagram_of(const struct constraint *c)
{
    struct diagram d = {.n = c->n, .lo = c->lo, .hi = c->hi};
    d.term = mem_new((size_t)c->n, sizeof *d.term);
    d.layer = mem_new((size_t)c->n + 1, sizeof *d.layer);
    d.tail = mem_new((size_t)c->n + 1, sizeof *d.tail);
    for (int i = 0; i < c->n; i++) {
        d.term[i] = (struct term){c->w[i], c->x[i]};
        d.total += c->w[i];
    }
    qsort(d.term, (size_t)d.n, sizeof *d.term, by_weight);
    return d;
}

static void diagram_release(struct diagram *d)
{
    for (int i = 0; i <= d->n; i++) {
        mem_free(d->layer[i].sum);
        mem_free(d->layer[i].alive);
        mem_free(d->tail[i].sum);
    }
    mem_free(d->layer);
    mem_free(d->tail);
    mem_free(d->term);
}

/* False when there are too many nodes. Layers grow from the start and tails from the end, whichever is
 * smaller, until they meet: few large weights have 2^n sums, but 2^(n/2) in each half. */
static bool diagram_grow(struct diagram *d)
{
    int64_t rest = d->total;
    d->layer[0] = (struct layer){mem_new(1, sizeof(int64_t)), mem_new(1, sizeof(bool)), 1};
    d->tail[d->n] = (struct layer){mem_new(1, sizeof(int64_t)), NULL, 1};
    for (int i = 0, meet = d->n; i < d->n;) {
        if (i < meet && d->layer[i].n > d->tail[meet].n) {
            meet--;
            d->tail[meet] = tail_next(d, &d->tail[meet + 1], d->term[meet].w);
            d->nodes += d->tail[meet].n;
        } else {
            rest -= d->term[i].w;
            d->layer[i + 1] = layer_next(d, &d->layer[i], d->term[i].w, rest);
            i++;
            if (i >= meet) layer_prune(d, &d->layer[i], &d->tail[i]);
            d->nodes += d->layer[i].n;
        }
        if (d->nodes > MOST_NODES) return false;
    }
    struct layer *end = &d->layer[d->n];
    for (int i = 0; i < end->n; i++) end->alive[i] = true;
    for (int i = d->n; i-- > 0; rest += d->term[i].w)
        for (int k = 0; k < d->layer[i].n; k++)
            d->layer[i].alive[k] =
                edge(d, i, k, false, rest) >= 0 || edge(d, i, k, true, rest) >= 0;
    return true;
}

/* ---- the clauses ------------------------------------------------------------------------ */

/* The edges from one layer to the next, two for each node: without and with the term's literal. */
struct edges {
    lit *e; /* 0: no such edge */
    int *to;
    int *next; /* of the edges into the same node */
    int *head; /* by node of the next layer: its first edge, or -1 */
    int *degree;
    int n;
};

static struct edges edges_of(const struct diagram *d, int at, int64_t rest)
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
        s.to[k] = u->alive[k / 2] ? edge(d, at, k / 2, k & 1, rest) : -1;
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

static void encode(const struct constraint *c, const struct tuning *t, struct cnf *f)
{
    (void)t;
    struct diagram d = diagram_of(c);
    bool ok = diagram_grow(&d);
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
    diagram_release(&d);
}

static bool feasible(const struct constraint *c, const struct tuning *t, struct text *err)
{
    struct diagram d = diagram_of(c);
    bool ok = diagram_grow(&d);
    int64_t alive = 0, most = tuning_most(t, INT64_MAX);
    for (int i = 0; i <= d.n && ok; i++)
        for (int k = 0; k < d.layer[i].n; k++) alive += d.layer[i].alive[k];
    ok = ok && alive <= most;
    diagram_release(&d);
    if (ok) return true;
    return text_error(
        err,
        "The PB encoding mdd would need more than %d nodes, 8 clauses each, for %d weights and the "
        "bound %lld; use --pb adder or --pb binmerge.",
        MOST_NODES, c->n, (long long)c->hi);
}

const struct encoder pb_mdd = {
    .name = "pb_mdd",
    .about = "reachability through layers of partial sums; both bounds at once",
    .cite = "Abio, Gange, Mayer-Eichberger, Stuckey, CPAIOR 2016",
    .cost = "at most 3 variables and 8 clauses for each of at most n(hi+1) partial sums",
    .kind = PB,
    .strength = STRENGTH_AC,
    .both = true,
    .parsimonious = true,
    .encode = encode,
    .feasible = feasible,
};
