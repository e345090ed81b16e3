/* amo_product: each input is a point of a grid; at most one row, at most one column.
 *
 *            v1  v2  v3
 *       u1   x1  x2  x3        a true point makes its row and its column true;
 *       u2   x4  x5  x6        two points differ in one of the two
 *       u3   x7  x8
 *
 * Clauses     -x[i] | u[i / q],  -x[i] | v[i mod q]         q = ceil(n/p) columns
 *             at most one of the p = ceil(sqrt n) rows u, and of the q columns v, in the same way;
 *             4 or fewer in pairs
 * Size        s(n) = 2n + s(p) + s(q) = 2n + 4 sqrt(n) + O(n^(1/4)) clauses of 2 literals
 * Strength    arc-consistent. Not parsimonious: a row may be true without a point.
 * Source      Chen, ModRef 2010 */
#include "cnf/encoder.h"

enum { IN_PAIRS = 4 };

static void amo_product_encode(struct cnf *f, const lit *x, int n)
{
    if (n <= IN_PAIRS) {
        cnf_pairs(f, x, n);
        return;
    }
    int rows = 1;
    while ((int64_t)rows * rows < n) rows++;
    OWNED lit *u = mem_new(2 * (size_t)rows, sizeof *u);
    cnf_grid(f, x, n, u, rows, amo_product_encode);
}

static void product_encode(const struct constraint *c, struct cnf *f) { amo_product_encode(f, c->x, c->n); }

const struct encoder amo_product = {
    .name = "amo_product",
    .about = "points of a grid: one row, one column",
    .cite = "Chen, ModRef 2010",
    .cost = "about 2n + 4sqrt(n) + 8n^(1/4) clauses",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .encode = product_encode,
};
