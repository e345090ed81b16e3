/* Rows over graphs: circuits and paths.
 *
 * Circuits and paths number the vertices. The successor of a number is the next state of a linear feedback
 * shift register:
 *
 *      state      110 -> 101 -> 010 -> 100 -> ...      7 states of 3 bits, and then the first one again;
 *                  shifted right; the new first bit is the parity of two others
 *
 * So an arc takes 2 clauses for each bit and a vertex 4, where a counter would need an adder. A directed cycle
 * whose vertices are all numbered has as many vertices as there are states, or a multiple, which is more than
 * there are vertices. This is the encoding of Johnson, Quasi-linear reduction of Hamiltonian Cycle Problem to
 * Satisfiability Problem, 2014; compare Zhou, In Pursuit of an Efficient SAT Encoding for the Hamiltonian
 * Cycle Problem, CP 2020, and Heule, Chinese Remainder Encoding for Hamiltonian Cycles, SAT 2021.
 *
 * Size      n vertices, e arcs, b = log2 n: e 2b + 5n clauses and (b + 1) n auxiliaries, and at most one arc
 *           from and to each vertex. */
#include "lower/lower_inside.h"
#include "model/model_row.h"

/* ---- numbers of vertices --------------------------------------------------------------------- */

void graph_positions_release(struct graph_positions *p) { mem_free(p->at); }

struct graph_positions graph_positions_new(struct lowering *l, int n)
{
    static const struct {
        int bits, tap;
    } registers[] = {{2, 1},  {3, 2},   {4, 3},   {5, 3},   {6, 5},   {7, 6},   {9, 5},   {10, 7},
                     {11, 9}, {15, 14}, {17, 14}, {18, 11}, {20, 17}, {22, 21}, {25, 22}, {28, 25}};
    int k = 0;
    while ((1 << registers[k].bits) - 1 <= n) k++; /* a graph has less than 2^28 vertices */
    const int b = registers[k].bits;
    struct graph_positions p = {b, mem_new((size_t)n * (size_t)(b + 1), sizeof *p.at)};
    for (int v = 0; v < n; v++) {
        lit *s = p.at + v * (b + 1);
        for (int i = 0; i <= b; i++) s[i] = cnf_var(l->f);
        const lit first = s[b], x = s[b - 1], y = s[registers[k].tap - 1];
        cnf_clause(l->f, s, b); /* the state of zeros is its own successor */
        cnf_3(l->f, -first, x, y);
        cnf_3(l->f, -first, -x, -y);
        cnf_3(l->f, first, -x, y);
        cnf_3(l->f, first, x, -y);
    }
    return p;
}

void graph_positions_arc(struct lowering *l, const struct graph_positions *p, lit x, lit unless, int from, int to)
{
    const int b = p->bits;
    const lit *s = p->at + from * (b + 1), *t = p->at + to * (b + 1);
    for (int i = 0; i < b; i++) {
        const lit next = i ? s[i - 1] : s[b];
        cnf_nonzero(l->f, (lit[]){-x, unless, -next, t[i]}, 4);
        cnf_nonzero(l->f, (lit[]){-x, unless, next, -t[i]}, 4);
    }
}

/* ---- arcs ------------------------------------------------------------------------------------ */

/* Arcs x[k] from from[k] to to[k], and for each of n vertices the literals of those from it, to it, and both. */
struct arcs {
    struct lits x, from, to, *out, *in, *own;
    int n;
};

static void arcs_release(struct arcs *a)
{
    lits_release(&a->x);
    lits_release(&a->from);
    lits_release(&a->to);
    for (int v = 0; v < 3 * a->n; v++) lits_release(&a->out[v]);
    mem_free(a->out);
}

static struct arcs arcs_of(int n)
{
    struct arcs a = {.n = n, .out = mem_new(3 * (size_t)n, sizeof *a.out)};
    a.in = a.out + n;
    a.own = a.in + n;
    return a;
}

static void arcs_add(struct arcs *a, lit x, int from, int to)
{
    lits_push(&a->x, x);
    lits_push(&a->from, from);
    lits_push(&a->to, to);
    lits_push(&a->out[from], x);
    lits_push(&a->in[to], x);
    if (from == to) lits_push(&a->own[from], x);
}

/* Sends lo <= the number of true literals in each of n lists <= 1. */
static bool send_one(struct lowering *l, const struct lits *list, int n, int lo)
{
    for (int v = 0; v < n; v++)
        if (!lowering_sum(l, list[v].v, NULL, NULL, list[v].n, lo, 1)) return false;
    return true;
}

/* x -> one of the list, or the literal `unless` (0: none) is true. */
static void send_some(struct lowering *l, lit x, const struct lits *list, lit unless)
{
    SCOPED(lits) clause = {0};
    lits_add(&clause, list->v, list->n);
    lits_push(&clause, -x);
    if (unless) lits_push(&clause, unless);
    cnf_clause(l->f, clause.v, clause.n);
}

static struct arcs circuit_arcs(struct lowering *l, const struct row *r)
{
    SCOPED(arcs) a = arcs_of(kind_graph_vertices(r));
    for (int k = 0; k < r->n; k++) arcs_add(&a, r->x[k], r->edge[k].from, r->edge[k].to);
    for (int i = 0; i < r->integers; i++) {
        struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
        for (int k = 0; k < it.n; k++) {
            const int64_t to = it.lo + k - r->lo;
            if (to < 0 || to >= r->integers || (to == i && !r->hi))
                cnf_1(l->f, -it.x[k]);
            else
                arcs_add(&a, it.x[k], i, (int)to);
        }
    }
    return TAKEN(a);
}

/* A circuit that may leave out every vertex begins at the first one that it goes through. Returns a literal for each
 * vertex that implies this. */
static lit *first_visited(struct lowering *l, const struct arcs *a)
{
    lit *first = mem_new((size_t)a->n, sizeof *first), before = 0; /* before: implies that those before are left out */
    for (int v = 0; v < a->n; v++) {
        const lit both = cnf_var(l->f);
        first[v] = cnf_var(l->f);
        for (int k = 0; k < a->own[v].n; k++) cnf_2(l->f, -first[v], -a->own[v].v[k]);
        if (before) cnf_2(l->f, -first[v], before);
        if (before) cnf_2(l->f, -both, before);
        send_some(l, both, &a->own[v], 0);
        before = both;
    }
    return first;
}

/* Whether a sink takes the tour as it is. */
static bool tour_is_lazy(const struct lowering *l)
{
    return !l->policy->by_kind[CONN].encoder && l->f->native >> CONN & 1;
}

/* Sends that the edges form one tour: their numbers at each vertex are sent apart. start: of a path, or -1. */
static bool send_tour(struct lowering *l, const struct arcs *a, enum tour tour, int start)
{
    OWNED struct graph_edge *edge = mem_new((size_t)a->x.n, sizeof *edge);
    struct constraint c = {.kind = CONN, .n = a->x.n, .x = a->x.v, .edge = edge, .edges = a->x.n};
    for (int k = 0; k < a->x.n; k++) edge[k] = (struct graph_edge){a->from.v[k], a->to.v[k]};
    c.vertices = a->n;
    c.tour = tour;
    c.root = start + 1;
    return !a->x.n || lowering_send(l, &c);
}

bool lowering_circuit(struct lowering *l, const struct row *r)
{
    SCOPED(arcs) a = circuit_arcs(l, r);
    if (!send_one(l, a.in, a.n, 1) || (!r->integers && !send_one(l, a.out, a.n, 1))) return false;
    if (!a.x.n) return true; /* as send_tour, so that a certificate has no row that is kept out */
    if (tour_is_lazy(l)) return send_tour(l, &a, TOUR_CIRCUIT, -1);
    SCOPED(graph_positions) p = graph_positions_new(l, a.n);
    int root = 0;
    while (root < a.n && a.own[root].n) root++;
    OWNED lit *first = root < a.n ? NULL : first_visited(l, &a);
    for (int k = 0; k < a.x.n; k++) {
        const int from = a.from.v[k], to = a.to.v[k];
        if (from != to && to != root) graph_positions_arc(l, &p, a.x.v[k], first ? first[to] : 0, from, to);
    }
    return true;
}

/* Sends the number of edges at each vertex of a path: two or none, or one at its ends, which get literals where they
 * are not known. */
static bool send_degrees(struct lowering *l, const struct row *r, struct arcs *a)
{
    SCOPED(lits) ends = {0};
    const int known = (r->lo >= 0) + (r->hi >= 0);
    bool ok = true;
    for (int v = 0; v < a->n && ok; v++) {
        struct lits *at = &a->out[v];
        const int own = at->n;
        if (v == r->lo || v == r->hi) {
            ok = lowering_sum(l, at->v, NULL, NULL, own, 1, 1);
            continue;
        }
        if (known < 2) lits_push(&ends, cnf_var(l->f));
        if (known < 2) lits_push(at, ends.v[ends.n - 1]);
        for (int k = 0; k < at->n; k++) { /* it is not the only one */
            SCOPED(lits) others = {0};
            for (int j = 0; j < at->n; j++)
                if (j != k) lits_push(&others, at->v[j]);
            send_some(l, at->v[k], &others, 0);
        }
        ok = lowering_sum(l, at->v, NULL, NULL, at->n, 0, 2);
    }
    return ok && (known == 2 || lowering_sum(l, ends.v, NULL, NULL, ends.n, 2 - known, 2 - known));
}

static bool send_lazy_path(struct lowering *l, const struct row *r)
{
    SCOPED(arcs) a = arcs_of(kind_graph_vertices(r));
    for (int k = 0; k < r->n; k++) {
        arcs_add(&a, r->x[k], r->edge[k].from, r->edge[k].to);
        lits_push(&a.out[r->edge[k].to], r->x[k]);
    }
    return send_degrees(l, r, &a) && send_tour(l, &a, TOUR_PATH, (int)(r->lo >= 0 ? r->lo : r->hi));
}

/* Each edge is true if and only if one of its two arcs is. They lead from the start: every other vertex that
 * has an arc from it has one to it, and there is one start. A single end is taken as the start. */
bool lowering_path(struct lowering *l, const struct row *r)
{
    if (tour_is_lazy(l)) return send_lazy_path(l, r);
    const int start = (int)(r->lo >= 0 ? r->lo : r->hi), end = r->lo >= 0 ? (int)r->hi : -1;
    SCOPED(arcs) a = arcs_of(kind_graph_vertices(r));
    SCOPED(graph_positions) p = graph_positions_new(l, a.n);
    SCOPED(lits) starts = {0};
    for (int k = 0; k < r->n; k++) {
        const lit forth = cnf_var(l->f), back = cnf_var(l->f);
        cnf_3(l->f, -r->x[k], forth, back);
        cnf_2(l->f, -forth, -back);
        cnf_2(l->f, -forth, r->x[k]);
        cnf_2(l->f, -back, r->x[k]);
        arcs_add(&a, forth, r->edge[k].from, r->edge[k].to);
        arcs_add(&a, back, r->edge[k].to, r->edge[k].from);
    }
    for (int v = 0; v < a.n; v++) {
        lits_push(&starts, cnf_var(l->f));
        send_some(l, starts.v[v], &a.out[v], 0);
        if (start >= 0) cnf_1(l->f, v == start ? starts.v[v] : -starts.v[v]);
    }
    for (int k = 0; k < a.x.n; k++) {
        const lit x = a.x.v[k];
        const int from = a.from.v[k], to = a.to.v[k];
        graph_positions_arc(l, &p, x, 0, from, to);
        cnf_2(l->f, -x, -starts.v[to]);
        send_some(l, x, &a.in[from], starts.v[from]);
        if (end >= 0 && from == end) cnf_1(l->f, -x);
        if (end >= 0 && to != end) send_some(l, x, &a.out[to], 0);
    }
    return lowering_sum(l, starts.v, NULL, NULL, starts.n, 1, 1) && send_one(l, a.out, a.n, 0) &&
           send_one(l, a.in, a.n, 0);
}
