/* amo_grid: each input is an edge between two of m vertices; at most two vertices.
 *
 *        part 1    part 2    part 3      an edge (input) makes its two ends true; two edges have
 *         o ---x1-- o                    three ends or more, so it suffices to allow
 *         o         o ---x2-- o            at most one vertex in each part, and
 *         o ---------x3------ o            at most two parts (p: a vertex of this part is true)
 *
 * All edges join different parts. t parts of m/t vertices have (m^2/2)(1 - 1/t) edges, so m is
 * little more than sqrt(2n); t = 2 is the product encoding, which needs 2 sqrt(n) vertices. A part
 * is a small grid again: its vertices make a row and a column true, at most one of each, and the
 * rows make p true. That is 2 clauses a vertex and O(sqrt(m/t)) more; with t about m^(1/3), all but
 * the first two terms of the sum are O(n^(1/3)).
 *
 * Clauses     -x[e] | y[i],  -x[e] | y[j]   edge e = (i, j)
 *             -y[i] | u[r],  -y[i] | v[c]   i in row r and column c of its part;
 *                                           at most one row u, at most one column v
 *             -u[r] | p[k]                  row r of part k; at most two of the p
 * Size        2n + 2 sqrt(2n) + O(n^(1/3)) clauses, by the t that gives the fewest; up to 15 inputs
 *             are a chain of 3n-6 clauses
 * Strength    arc-consistent: a true edge makes two vertices true, these exclude the rest of their
 *             parts and all other parts, so every other edge loses an end. Not parsimonious.
 * Source      the size is that of Krapivin, Przybocki and Subercaseaux, arXiv 2603.28954, 2026, who
 *             also show that 2n + sqrt(n+1) - 2 clauses are needed (from n = 7; fewer do for less);
 *             this construction was derived again and may differ from theirs */
#include "cnf/encoder.h"

#include <math.h>

enum { CHAIN_MAX = 15, PARTS_MAX = 64, TRIPLES_MAX = 5 };

/* ---- small ones: a chain s that remembers whether one has been true -------------------------- */

/* Clauses. */
static int64_t chain_size(int64_t n) { return n <= 4 ? n * (n - 1) / 2 : 3 * n - 6; }

static lit chain_step(struct cnf *f, lit s, lit x)
{
    lit next = cnf_any(f, (lit[]){s, x}, 2);
    cnf_2(f, -s, -x);
    cnf_2(f, -s, next);
    cnf_2(f, -x, next);
    return next;
}

static void chain_encode(struct cnf *f, const lit *x, int n)
{
    lit s = x[0];
    int first = 1;
    while (n - first > 3) s = chain_step(f, s, x[first++]);
    for (int i = first; i < n; i++) cnf_2(f, -s, -x[i]);
    cnf_pairs(f, x + first, n - first);
}

/* ---- at most two of the parts: in triples, or by a chain of two ------------------------------ */

static int64_t two_size(int64_t t) { return t <= TRIPLES_MAX ? t * (t - 1) * (t - 2) / 6 : 5 * t - 13; }

static void two_encode(struct cnf *f, const lit *p, int t)
{
    if (t <= TRIPLES_MAX) {
        for (int i = 0; i < t; i++)
            for (int j = i + 1; j < t; j++)
                for (int k = j + 1; k < t; k++) cnf_3(f, -p[i], -p[j], -p[k]);
        return;
    }
    lit one = p[0], two = 0; /* so many have been true */
    cnf_holds(f, &(struct constraint){.n = t, .x = p, .hi = 2});
    for (int i = 1; i < t - 1; i++) {
        lit next = cnf_var(f);
        cnf_means(f, next, p, NULL, i + 1, 2);
        cnf_3(f, -p[i], -one, next);
        if (two) cnf_2(f, -two, next);
        if (two) cnf_2(f, -two, -p[i]);
        two = next;
        if (i == t - 2) break;
        next = cnf_var(f);
        cnf_means(f, next, p, NULL, i + 1, 1);
        cnf_2(f, -p[i], next);
        cnf_2(f, -one, next);
        one = next;
    }
    cnf_2(f, -two, -p[t - 1]);
}

/* ---- the choice between a grid and a chain, by the number of clauses -------------------------- */

struct grid_plan {
    int parts, vertices; /* parts 0: a chain */
    int64_t clauses;
};

static struct grid_plan grid_plan_of(int n);

static int root(int n)
{
    int r = (int)sqrt((double)n);
    while ((int64_t)r * r > n) r--;
    return r;
}

/* Vertices of one part as a grid of `rows`, or as a chain (0), whichever is smaller. */
static int64_t part_size(int n, bool tied, int *rows)
{
    *rows = 0;
    if (!tied) return grid_plan_of(n).clauses;
    int64_t chain = 3 * ((int64_t)n - 1);
    if (n <= CHAIN_MAX) return chain;
    int r = root(n), columns = (n + r - 1) / r;
    int64_t grid = 2 * (int64_t)n + r + grid_plan_of(r).clauses + grid_plan_of(columns).clauses;
    if (grid >= chain) return chain;
    *rows = r;
    return grid;
}

static int64_t edges(int64_t m, int64_t t)
{
    int64_t small = m / t, larger = m % t;
    return (m * (m - 1) - (t - larger) * small * (small - 1) - larger * (small + 1) * small) / 2;
}

static struct grid_plan grid_plan_of(int n)
{
    struct grid_plan best = {.clauses = chain_size(n)};
    int m = root(n);
    for (int t = PARTS_MAX; t >= 2 && n > CHAIN_MAX; t--) {
        if (t > 2 && edges(t - 1, t - 1) >= n) continue; /* not all parts would be used */
        while (m < t || edges(m, t) < n) m++;            /* fewer parts need more vertices */
        int larger = m % t, rows;
        int64_t s = 2 * (int64_t)n + part_size(m / t, t > 2, &rows) * (t - larger) + (t > 2 ? two_size(t) : 0);
        if (larger) s += part_size(m / t + 1, t > 2, &rows) * larger;
        if (s < best.clauses) best = (struct grid_plan){t, m, s};
    }
    return best;
}

/* ---- clauses --------------------------------------------------------------------------------- */

static void amo_encode(struct cnf *f, const lit *x, int n);

/* At most one vertex of a part; returns the literal that says whether there is one. */
static lit part_encode(struct cnf *f, const lit *y, int n, bool tied)
{
    int rows;
    part_size(n, tied, &rows);
    if (!tied) {
        amo_encode(f, y, n);
        return 0;
    }
    if (!rows) {
        lit s = y[0];
        for (int i = 1; i < n; i++) s = chain_step(f, s, y[i]);
        return s;
    }
    OWNED lit *u = mem_new(2 * (size_t)n, sizeof *u);
    lit p = cnf_any(f, y, n);
    cnf_grid(f, y, n, u, rows, amo_encode);
    for (int r = 0; r < rows; r++) cnf_2(f, -u[r], p);
    return p;
}

/* Vertex v lies in part v mod t; the vertices of a part lie side by side in y. */
static lit vertex(const lit *y, const struct grid_plan *p, int v)
{
    int part = v % p->parts, larger = p->vertices % p->parts;
    return y[part * (p->vertices / p->parts) + (part < larger ? part : larger) + v / p->parts];
}

/* Says that each vertex is true if and only if one of its edges is. */
static void vertices_mean(struct cnf *f, const lit *x, int n, const lit *y, const struct grid_plan *p)
{
    for (int at = 0; at < p->vertices && f->means; at++) {
        SCOPED(lits) any = {0};
        for (int v = 1, e = 0; e < n; v++)
            for (int u = 0; u < v && e < n; u++) {
                if (u % p->parts == v % p->parts) continue;
                if (u == at || v == at) lits_push(&any, x[e]);
                e++;
            }
        cnf_means_any(f, vertex(y, p, at), any.v, any.n, 0, 1);
    }
}

static void edges_encode(struct cnf *f, const lit *x, int n, const lit *y, const struct grid_plan *p)
{
    for (int v = 1, e = 0; e < n; v++)
        for (int u = 0; u < v && e < n; u++) {
            if (u % p->parts == v % p->parts) continue;
            cnf_2(f, -x[e], vertex(y, p, u));
            cnf_2(f, -x[e++], vertex(y, p, v));
        }
}

static void amo_encode(struct cnf *f, const lit *x, int n)
{
    struct grid_plan p = grid_plan_of(n);
    if (!p.parts) {
        chain_encode(f, x, n);
        return;
    }
    OWNED lit *y = mem_new((size_t)p.vertices, sizeof *y);
    lit part[PARTS_MAX];
    for (int i = 0; i < p.vertices; i++) y[i] = cnf_var(f);
    vertices_mean(f, x, n, y, &p);
    edges_encode(f, x, n, y, &p);
    for (int k = 0, at = 0; k < p.parts; k++) {
        int size = p.vertices / p.parts + (k < p.vertices % p.parts);
        part[k] = part_encode(f, y + at, size, p.parts > 2);
        at += size;
    }
    if (p.parts > 2) two_encode(f, part, p.parts);
}

static void grid_encode(const struct constraint *c, struct cnf *f) { amo_encode(f, c->x, c->n); }

const struct encoder amo_grid = {
    .name = "amo_grid",
    .about = "edges between few vertices, at most two vertices",
    .cite = "after Krapivin, Przybocki and Subercaseaux, arXiv 2603.28954, 2026",
    .cost = "about 2n+2sqrt(2n) clauses, about 2sqrt(2n) variables",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .encode = grid_encode,
};
