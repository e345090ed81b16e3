/* card_bdd: the binary decision diagram of "at most k".
 *
 *                    (0,0)                  node (i,j): x[0..i-1] are decided, j of them are true,
 *             x[0] /     \ -x[0]            and the rest still can decide; true: it is allowed
 *             (1,1)       (1,0)
 *      x[1] /    \      /    \              (i,j) with j > k is false; with n - i <= k - j, true:
 *         false   (2,1)       ...           those have no variable
 *
 * Clauses     (0,0)
 *             -(i,j) | -x[i] | (i+1,j+1)            the edge if true
 *             -(i,j) | (i+1,j)                      the edge if false, which is open to both, as
 *                                                   fewer true ones are never worse
 * Size        (n-k)(k+1) auxiliaries, 2(n-k)(k+1) - k clauses
 * Strength    arc-consistent. Not parsimonious: nodes off the path are free.
 * Counting    one diagram whose roots are the thresholds: node "at least j of x[i..n-1]" has no
 *             memory of the bound, so all share it. That is a sequential counter that starts at
 *             the last input.
 * Source      Eén and Sörensson, JSAT 2006; two clauses a node: Abío, Nieuwenhuis, Oliveras,
 *             Rodríguez-Carbonell, SAT 2011 */
#include "encodings/shared/unary.h"

/* The nodes of a layer: first <= j <= last, variables in this order from `base` on. */
struct bdd_layer {
    int first, last;
    lit base;
};

/* Top-down, node (i,j) is true if and only if at least j of x[0..i-1] are. */
static struct bdd_layer new_layer(const struct constraint *c, int i, struct bdd_layer above, struct cnf *f)
{
    const int n = c->n, k = (int)c->hi;
    struct bdd_layer l = {k - (n - i) + 1, i < k ? i : k, 0};
    if (l.first < 0) l.first = 0;
    l.base = cnf_vars(f, l.last - l.first + 1);
    for (int j = l.first; j <= l.last; j++) {
        const lit a = above.base + j - above.first; /* node (i-1,j) */
        cnf_means_next(f, l.base + j - l.first, c->x, i, j, a, a - 1);
    }
    return l;
}

static void bdd_encode(const struct constraint *c, struct cnf *f)
{
    int n = c->n, k = (int)c->hi;
    if (!f->put) {
        const int64_t nodes = (int64_t)(n - k) * (k + 1);
        cnf_count(f, (struct size){nodes, 2 * nodes - k, 5 * nodes - n - k - 1});
        return;
    }
    struct bdd_layer at = new_layer(c, 0, (struct bdd_layer){0}, f);
    cnf_1(f, at.base);
    for (int i = 0; i < n; i++) {
        struct bdd_layer next = new_layer(c, i + 1, at, f);
        for (int j = at.first; j <= at.last; j++) {
            lit node = at.base + j - at.first;
            if (j == k)
                cnf_2(f, -node, -c->x[i]);
            else
                cnf_3(f, -node, -c->x[i], next.base + j + 1 - next.first);
            if (j >= next.first) cnf_2(f, -node, next.base + j - next.first);
        }
        at = next;
    }
}

static void bdd_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    struct unary_use use = unary_count(c, d);
    OWNED lit *x = mem_new((size_t)c->n, sizeof *x);
    for (int i = 0; i < c->n; i++) x[i] = c->x[c->n - 1 - i];
    unary_output(&use, unary_chain(&use, x, c->n, f), out);
}

const struct encoder card_bdd = {
    .name = "card_bdd",
    .about = "a binary decision diagram, two clauses a node",
    .cite = "Eén and Sörensson, JSAT 2006; Abío et al., SAT 2011",
    .cost = "2(n-k)(k+1)-k clauses, (n-k)(k+1) variables",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .monotone = true,
    .encode = bdd_encode,
    .count = bdd_count,
    .feasible = unary_feasible,
};
