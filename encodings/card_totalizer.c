/* Totalizer: count the halves in unary, then add two unary numbers.
 *
 *              y1 .. yk
 *             /        \            l_p and r_q -> y_(p+q)            (up)
 *        l1 .. la    r1 .. rb       -l_(p+1) and -r_(q+1) -> -y_(p+q+1)   (down)
 *         /   \        /   \
 *        x1   x2      x3   x4       cut off at hi: what counts further says hi
 *
 * Clauses O(n^2), O(n k) where cut off; auxiliaries O(n log n). Arc-consistent.
 * Bailleux & Boufkhad, CP 2003; the cut: Buettner & Rintanen 2005. */
#include "encoder.h"

struct node {
    int n; /* outputs y[0..n-1]: y[j] = at least j + 1 */
    lit *y;
};

static struct node count_range(const struct constraint *c, int from, int to, enum direction d, struct cnf *f)
{
    int cap = (int)c->hi, n = to - from;
    struct node node = {.n = n < cap ? n : cap};
    node.y = mem_new((size_t)node.n, sizeof *node.y);
    if (n == 1) {
        node.y[0] = c->x[from];
        return node;
    }
    struct node l = count_range(c, from, from + n / 2, d, f), r = count_range(c, from + n / 2, to, d, f);
    for (int j = 0; j < node.n; j++) node.y[j] = cnf_var(f);
    for (int p = 0; p <= l.n; p++)
        for (int q = 0; q <= r.n; q++) {
            lit clause[3];
            int k = 0;
            if (d & COUNT_UP && p + q && p + q <= cap) {
                if (p) clause[k++] = -l.y[p - 1];
                if (q) clause[k++] = -r.y[q - 1];
                clause[k++] = node.y[p + q - 1];
                cnf_clause(f, clause, k);
            }
            k = 0;
            if (d & COUNT_DOWN && p + q < node.n) {
                if (p < l.n) clause[k++] = l.y[p];
                if (q < r.n) clause[k++] = r.y[q];
                clause[k++] = -node.y[p + q];
                cnf_clause(f, clause, k);
            }
        }
    /* Beyond the cut nothing more is said: outputs of a half imply the lower ones, so p + q = cap is reached. */
    mem_free(l.y);
    mem_free(r.y);
    return node;
}

static void count(const struct constraint *c, const struct tuning *t, enum direction d, struct cnf *f,
                  struct outputs *out)
{
    (void)t;
    struct node root = count_range(c, 0, c->n, d, f);
    for (int j = 0; j < root.n; j++)
        if (j + 1 > c->lo) outputs_push(out, root.y[j], j + 1);
    mem_free(root.y);
}

static void encode(const struct constraint *c, const struct tuning *t, struct cnf *f)
{
    struct constraint wide = *c;
    struct outputs out = {0};
    wide.lo = 0;
    wide.hi = c->hi < c->n ? c->hi + 1 : c->n;
    count(&wide, t, (enum direction)((c->hi < c->n ? COUNT_UP : 0) | (c->lo > 0 ? COUNT_DOWN : 0)), f, &out);
    if (c->hi < c->n) cnf_1(f, -out.v[c->hi].y);
    if (c->lo > 0) cnf_1(f, out.v[c->lo - 1].y);
    outputs_release(&out);
}

const struct encoder card_totalizer = {
    .name = "card_totalizer",
    .about = "adds unary numbers in a balanced tree",
    .cite = "Bailleux & Boufkhad, CP 2003; Buettner & Rintanen, AI 2005",
    .cost = "O(n k) clauses, O(n log n) auxiliaries",
    .kind = CARD,
    .strength = STRENGTH_AC,
    .both = true,
    .monotone = true,
    .encode = encode,
    .count = count,
};
