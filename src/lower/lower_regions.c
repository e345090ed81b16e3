/* Regions of a graph.
 *
 *      a 0 | b 1 - c 1        Each vertex has the number of its region, in bits. Vertices without a border
 *      between them have the
 *                             same one, others different ones. Then a border is never inside a region.
 *      roots                  A root has its own number, so that a region has one only. Each other vertex has
 *                             a parent, and the parents form trees. So a region has a root.
 *      sizes                  The size of a subtree is 1 more than the sum of those of its children, so that
 *                             the parents form trees, too. At a root it is the size of the region.
 *
 * Size      n vertices, e edges, b = log2 n: e (4b + 1) clauses and e b auxiliaries. Roots: n b + e 2b (2b +
 *           2) clauses or so. Sizes up to s: a sum at each vertex, of the sizes of the subtrees of its
 *           neighbors (unary if s is small, else binary), and (n + 2e) s clauses for equal sizes.
 * Source    flow in a tree, as in integer programs for connected districts; subtree sizes: RegionConstrainer
 *           of grilops */
#include "base/number.h"
#include "lower/lower_inside.h"

/* A formula for regions in the making. */
struct regions {
    const struct row *r;
    int n, bits;  /* vertices; of a region's number */
    lit *number;  /* of each vertex, `bits` each */
    lit *root;    /* of each vertex; NULL: no trees are needed */
    lit *parent;  /* of edge k: 2k: `to` is the parent of `from`; 2k + 1: conversely */
    int widths;   /* literals of the size of a subtree minus 1, */
    bool unary;   /* which are thresholds, or bits */
    lit *subtree; /* of each vertex, `widths` each */
};

static void regions_release(struct regions *g) { MEM_FREE(g->number, g->root, g->parent, g->subtree); }

static int64_t size_weight(const struct regions *g, int k) { return g->unary ? 1 : (int64_t)1 << k; }

/* Whether the literal k of a size minus 1 is true. */
static bool size_bit(const struct regions *g, int k, int64_t size)
{
    return integer_bit(g->unary ? FORM_ORDER : FORM_LOG, k, size - 1);
}

/* Sends: the ends of the edge have the same number if and only if there is no border. */
static void send_border(struct lowering *l, const struct regions *g, int k)
{
    const lit x = g->r->x[k], *a = g->number + g->r->edge[k].from * g->bits,
              *b = g->number + g->r->edge[k].to * g->bits;
    SCOPED(lits) differ = {0};
    lits_push(&differ, -x);
    for (int i = 0; i < g->bits; i++) {
        const lit d = cnf_var(l->f);
        cnf_3(l->f, x, -a[i], b[i]);
        cnf_3(l->f, x, a[i], -b[i]);
        cnf_3(l->f, -d, a[i], b[i]);
        cnf_3(l->f, -d, -a[i], -b[i]);
        lits_push(&differ, d);
    }
    cnf_clause(l->f, differ.v, differ.n);
}

/* The number of a region is at most that of each of its vertices. So a root that may be chosen is its first
 * vertex. */
static void send_first(struct lowering *l, const struct regions *g, int v)
{
    SCOPED(lits) clause = {0};
    const lit *number = g->number + v * g->bits;
    for (int i = g->bits - 1; i >= 0; i--) {
        lits_push(&clause, -number[i]);
        if (v >> i & 1) continue;
        cnf_clause(l->f, clause.v, clause.n);
        clause.n--;
    }
}

/* Each vertex is a root, or a neighbor without a border between is its parent. */
static bool send_trees(struct lowering *l, struct regions *g)
{
    const struct row *r = g->r;
    const bool chosen = r->n == r->edges;
    OWNED struct lits *one = mem_new((size_t)g->n, sizeof *one);
    bool ok = true;
    g->root = mem_new((size_t)g->n, sizeof *g->root);
    g->parent = mem_new(2 * (size_t)r->edges, sizeof *g->parent);
    for (int v = 0; v < g->n; v++) {
        g->root[v] = chosen ? cnf_var(l->f) : r->x[r->edges + v];
        lits_push(&one[v], g->root[v]);
        for (int i = 0; i < g->bits; i++)
            cnf_2(l->f, -g->root[v], v >> i & 1 ? g->number[v * g->bits + i] : -g->number[v * g->bits + i]);
        if (chosen || r->hi) send_first(l, g, v);
    }
    for (int k = 0; k < 2 * r->edges; k++) {
        g->parent[k] = cnf_var(l->f);
        cnf_2(l->f, -g->parent[k], -r->x[k / 2]);
        lits_push(&one[k % 2 ? r->edge[k / 2].to : r->edge[k / 2].from], g->parent[k]);
    }
    for (int v = 0; v < g->n; v++) {
        ok = ok && lowering_sum(l, one[v].v, NULL, NULL, one[v].n, 1, 1);
        lits_release(&one[v]);
    }
    return ok;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Sends, for each vertex: the size of its subtree minus 1 is the sum of those of its children and 1 for each. */
static bool send_subtrees(struct lowering *l, const struct regions *g)
{
    const struct row *r = g->r;
    OWNED struct terms *sum = mem_new((size_t)g->n, sizeof *sum);
    bool ok = true;
    for (int k = 0; k < 2 * r->edges; k++) {
        const struct graph_edge e = r->edge[k / 2];
        const int child = k % 2 ? e.to : e.from, parent = k % 2 ? e.from : e.to;
        const lit p = g->parent[k];
        terms_add(&sum[parent], p, 1);
        for (int i = 0; i < g->widths; i++) {
            const lit x = g->subtree[child * g->widths + i], y = cnf_var(l->f);
            cnf_2(l->f, -y, p);
            cnf_2(l->f, -y, x);
            cnf_3(l->f, -p, -x, y);
            terms_add(&sum[parent], y, size_weight(g, i));
        }
    }
    for (int v = 0; v < g->n; v++) {
        for (int i = 0; i < g->widths; i++) {
            const lit x = g->subtree[v * g->widths + i];
            terms_add(&sum[v], x, -size_weight(g, i));
            if (i && g->unary) cnf_2(l->f, -x, x - 1);
        }
        ok = ok && lowering_sum(l, sum[v].x.v, sum[v].w, NULL, sum[v].x.n, 0, 0);
        terms_release(&sum[v]);
    }
    return ok;
}

/* Makes literals of the sizes 1 to `most` of each vertex's region: those of its integer, or new ones, which the
 * size of the region need not imply. 0: it cannot have the size. */
static lit *size_literals(struct lowering *l, const struct regions *g, int most)
{
    const struct row *r = g->r;
    lit *size = mem_new((size_t)g->n * (size_t)most, sizeof *size);
    OWNED bool *sized = mem_new((size_t)g->n, sizeof *sized);
    for (int i = 0; i < r->integers; i++) {
        struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
        for (int k = 0; k < it.n; k++) {
            if (it.lo + k < 1 || it.lo + k > most)
                cnf_1(l->f, -it.x[k]);
            else
                size[r->w[i] * most + it.lo + k - 1] = it.x[k];
        }
        sized[r->w[i]] = true;
    }
    for (int v = 0; v < g->n; v++)
        for (int k = 0; k < most && !sized[v]; k++) size[v * most + k] = cnf_var(l->f);
    return size;
}

/* Sends: a vertex's size is at least that of its subtree, at a root it is equal, and neighbors without a border have
 * the same one. */
static void send_equal_sizes(struct lowering *l, const struct regions *g, const lit *size, int most)
{
    const struct row *r = g->r;
    for (int k = 0; k < g->n * most; k++) {
        const int v = k / most;
        for (int i = 0; i < g->widths && size[k]; i++) {
            const lit x = g->subtree[v * g->widths + i];
            const bool is = size_bit(g, i, 1 + k % most);
            if (g->unary && !is)
                cnf_2(l->f, -size[k], -x);
            else
                cnf_3(l->f, -g->root[v], -size[k], is ? x : -x);
        }
    }
    for (int k = 0; k < r->edges; k++)
        for (int i = 0; i < most; i++) {
            const lit a = size[r->edge[k].from * most + i], b = size[r->edge[k].to * most + i];
            if (a) cnf_some(l->f, r->x[k], -a, b);
            if (b) cnf_some(l->f, r->x[k], -b, a);
        }
}

static bool send_sizes(struct lowering *l, struct regions *g)
{
    enum { UNARY = 12 }; /* the largest size that is unary */
    const struct row *r = g->r;
    int most = r->integers < g->n ? g->n : 1;
    for (int i = 0; i < r->integers; i++) most = max_int(most, (int)min64(g->n, model_integer(l->m, r->integer[i]).hi));
    g->unary = most <= UNARY;
    g->widths = g->unary ? most - 1 : log2_ceil((uint64_t)most);
    g->subtree = mem_new((size_t)g->n * (size_t)g->widths, sizeof *g->subtree);
    for (int k = 0; k < g->n * g->widths; k++) g->subtree[k] = cnf_var(l->f);
    OWNED lit *size = size_literals(l, g, most);
    send_equal_sizes(l, g, size, most);
    return send_subtrees(l, g);
}

/* Sends all but what is lazy: sizes are from 1 to all vertices, and equal if there is no border. */
static bool send_lazy(struct lowering *l, const struct row *r)
{
    OWNED struct integer *it = mem_new((size_t)r->integers, sizeof *it), *of = mem_new((size_t)r->lo, sizeof *of);
    for (int i = 0; i < r->integers; i++) {
        it[i] = of[r->w[i]] = lowering_form(l, r->integer[i], FORM_DIRECT);
        for (int k = 0; k < it[i].n; k++)
            if (it[i].lo + k < 1 || it[i].lo + k > r->lo) cnf_1(l->f, -it[i].x[k]);
    }
    for (int e = 0; e < 2 * r->edges; e++) {
        const struct integer *a = &of[e % 2 ? r->edge[e / 2].to : r->edge[e / 2].from],
                             *b = &of[e % 2 ? r->edge[e / 2].from : r->edge[e / 2].to];
        for (int k = 0; a->n && b->n && k < a->n; k++) {
            const int64_t j = a->lo + k - b->lo;
            cnf_some(l->f, r->x[e / 2], -a->x[k], j >= 0 && j < b->n ? b->x[j] : 0);
        }
    }
    struct constraint c = {.kind = CONN, .n = r->n, .x = r->x, .edge = r->edge, .edges = r->edges};
    c.integer = it;
    c.integers = r->integers;
    c.w = r->w;
    c.hi = r->hi;
    c.vertices = (int)r->lo;
    return lowering_send(l, &c);
}

bool lowering_regions(struct lowering *l, const struct row *r)
{
    if (r->lo && !l->policy->by_kind[CONN].encoder && l->f->native >> CONN & 1) return send_lazy(l, r);
    SCOPED(regions) g = {.r = r, .n = (int)r->lo, .bits = log2_ceil((uint64_t)r->lo)};
    g.number = mem_new((size_t)g.n * (size_t)g.bits, sizeof *g.number);
    for (int k = 0; k < g.n * g.bits; k++) g.number[k] = cnf_var(l->f);
    for (int k = 0; k < r->edges; k++) send_border(l, &g, k);
    if (!r->integers && r->n == r->edges) return true;
    if (!send_trees(l, &g)) return false;
    if (r->integers) return send_sizes(l, &g);
    SCOPED(graph_positions) p = graph_positions_new(l, g.n);
    for (int k = 0; k < 2 * r->edges; k++) {
        const struct graph_edge e = r->edge[k / 2];
        graph_positions_arc(l, &p, g.parent[k], 0, k % 2 ? e.from : e.to, k % 2 ? e.to : e.from);
    }
    return true;
}
