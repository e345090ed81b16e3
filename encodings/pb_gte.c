/* pb_gte: a tree of sorted sums, the generalized totalizer.
 *
 *      2a + 3b + 3c <= 5            {2, 3, 5, 6, 8}   a node has a variable for each sum that its
 *                                    /        \       leaves can make: o[v] <= "the sum is v or
 *                                 {2}a     {3, 6}     more"
 *                                          /    \
 *                                       {3}b    {3}c
 *
 * Only sums that matter have a variable. Sums beyond hi are one. Sum v is left out if v and all
 * leaves elsewhere do not exceed lo together (encode: lo = hi = the bound). The root of encode has
 * no variables: its children are ordered, and each a[i] excludes the least b[j] with i + j > hi.
 * Leaves are sorted by weight, so that equal ones meet early, unless the constraint has a natural
 * partition.
 *
 * Clauses     node with children a and b; i', j' are the next sums above i, j:
 *             up:    -a[i] | o[i],  -b[j] | o[j],  -a[i] | -b[j] | o[i+j]
 *             down:  a[i'] | b[j'] | -o[next sum above i + j]
 * Groups      a leaf is a group: its sums are the weights of its literals, which force them. So a
 *             group of m literals is one leaf of at most m sums instead of a subtree of 2^m.
 *             A chain, each literal of which implies the lighter ones, is a leaf whose variables
 *             are its literals.
 * Size        the distinct sums of the nodes; their pairs are the clauses. Exponential at worst,
 *             about hi^2 for large nodes.
 * Strength    arc-consistent. Not parsimonious.
 * Source      Joshi, Martins, Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean
 *             Constraints, CP 2015; groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean,
 *             Villaret, AIJ 302, 2022 */
#include "base/number.h"
#include "encodings/shared/weights.h"

enum { MOST_CLAUSES = 1 << 24 };

struct node {
    int64_t *value; /* rising; the last may stand for all larger ones */
    lit *y;
    int n;
    int64_t base;  /* the largest sum left out, which is no variable's */
    int64_t total; /* of all leaves */
};

struct tree {
    struct weights_leaves leaves;
    enum direction d;
    struct cnf *f; /* NULL: only count pairs */
    int64_t lo, top, total, pairs, most;
    const struct constraint *c;
};

static void node_release(struct node *a) { MEM_FREE(a->value, a->y); }

/* ---- which sums a node has ------------------------------------------------------------------- */

static int64_t gte_sum_of(const struct node *a, int i) { return i ? a->value[i - 1] : a->base; }

/* Takes over v; sums that cannot make a difference become the base. */
static struct node node_of(struct tree *t, struct rising s, int64_t total)
{
    int skip = 0;
    while (skip < s.n && (s.v[skip] <= 0 || s.v[skip] <= t->lo - (t->total - total))) skip++;
    struct node o = {.value = s.v, .n = s.n - skip, .total = total};
    o.base = skip ? s.v[skip - 1] : 0;
    for (int i = 0; i < o.n; i++) o.value[i] = s.v[skip + i];
    o.y = mem_new((size_t)o.n, sizeof *o.y);
    return o;
}

/* ---- clauses --------------------------------------------------------------------------------- */

static int place_of(const struct node *o, int k, int64_t v) { return weights_place(o->value, k, o->n, v); }

static void gte_put_up(struct cnf *f, const struct node *a, const struct node *b, const struct node *o)
{
    for (int i = 0, from = b->n + 1; i <= a->n && o->n && !f->put; i++) {
        const int64_t least = o->value[0] - (i ? a->value[i - 1] : 0);
        while (from && (from == 1 ? 0 : b->value[from - 2]) >= least) from--;
        const int n = b->n + 1 - max_int(from, !i);
        cnf_count(f, (struct size){.clauses = n, .literals = n * (i ? 3 : 2) - (i && !from)});
    }
    for (int i = 0; i <= a->n && o->n && f->put; i++)
        for (int j = !i, k = 0; j <= b->n; j++) {
            int64_t sum = (i ? a->value[i - 1] : 0) + (j ? b->value[j - 1] : 0);
            if (sum < o->value[0]) continue;
            k = place_of(o, k, sum);
            if (k == o->n) k--; /* all beyond the top are one */
            cnf_some(f, i ? -a->y[i - 1] : 0, j ? -b->y[j - 1] : 0, o->y[k]);
        }
}

static void gte_put_down(struct cnf *f, const struct node *a, const struct node *b, const struct node *o)
{
    for (int i = 0; i <= a->n; i++)
        for (int j = 0, k = 0; j <= b->n; j++) {
            k = place_of(o, k, gte_sum_of(a, i) + gte_sum_of(b, j) + 1);
            if (k == o->n) break;
            cnf_some(f, i < a->n ? a->y[i] : 0, j < b->n ? b->y[j] : 0, -o->y[k]);
        }
}

/* ---- the tree -------------------------------------------------------------------------------- */

static int place_of_weight(const struct weighted *term, int n, int64_t w)
{
    int k = 0;
    while (k < n - 1 && term[k].w < w) k++;
    return k;
}

/* Makes the variables of a node over leaves from..to-1: y[k], its terms weigh value[k] or more. */
static void gte_make(struct tree *t, int from, int to, struct node *o)
{
    const int *at = t->leaves.at;
    for (int k = 0; k < o->n; k++) {
        o->y[k] = cnf_var(t->f);
        weights_mean(t->f, o->y[k], t->leaves.term + at[from], at[to] - at[from], o->value[k]);
    }
}

/* A leaf's sums are the weights of its terms, of which at most one is true. One term is its own variable. */
static void leaf(struct tree *t, int i, struct node *o)
{
    const struct weighted *term = t->leaves.term + t->leaves.at[i];
    int n = t->leaves.at[i + 1] - t->leaves.at[i];
    struct rising s = {mem_new((size_t)n, sizeof *s.v), 0};
    for (int k = 0; k < n && (!s.n || s.v[s.n - 1] < t->top); k++)
        if (!s.n || s.v[s.n - 1] < term[k].w) s.v[s.n++] = term[k].w;
    *o = node_of(t, s, term[n - 1].w);
    t->pairs += n > 1 ? 2 * n : 0;
    if (n == 1 && o->n) o->y[0] = term->x;
    if (n == 1 || !t->f) return;
    if (t->c->chain) { /* its sums are its literals */
        for (int k = 0; k < o->n; k++) o->y[k] = term[place_of_weight(term, n, o->value[k])].x;
        return;
    }
    gte_make(t, i, i + 1, o);
    for (int k = 0; k < n; k++) {
        int place = place_of(o, 0, term[k].w + 1) - 1;
        if (place >= 0) cnf_2(t->f, -term[k].x, o->y[place]);
    }
    cnf_order(t->f, o->y, o->n);
}

/* False if the tree has become too large. */
static bool gte_build(struct tree *t, int from, int to, struct node *o)
{
    if (to - from == 1) {
        leaf(t, from, o);
        return true;
    }
    int mid = from + (to - from) / 2;
    SCOPED(node) a = {0}, b = {0};
    *o = (struct node){0};
    bool ok = gte_build(t, from, mid, &a) && gte_build(t, mid, to, &b);
    int64_t pairs = ok ? ((int64_t)a.n + 1) * ((int64_t)b.n + 1) : 0;
    t->pairs += t->d == COUNT_BOTH ? 2 * pairs : pairs;
    ok = ok && t->pairs <= t->most;
    if (ok) {
        struct rising_from x = {a.base, a.value, a.n}, y = {b.base, b.value, b.n};
        *o = node_of(t, weights_pairs(&x, &y, t->top, t->c), a.total + b.total);
        if (t->f) gte_make(t, from, to, o);
        if (t->f && t->d & COUNT_UP) gte_put_up(t->f, &a, &b, o);
        if (t->f && t->d & COUNT_DOWN) {
            gte_put_down(t->f, &a, &b, o);
            cnf_order(t->f, o->y, o->n);
        }
    }
    return ok;
}

/* What is known of a node without its sums: what it weighs, its distinct weights, and how many sums it has at least. */
struct outline {
    int64_t total, weights, sums;
};

/* Adds to t->pairs at least so many as gte_build makes of leaves that are single terms by weight, or more than t->most.
 * Of k distinct weights the k(k + 1)/2 sums of the lightest ones with one more each are distinct. */
static struct outline gte_outline(struct tree *t, int from, int to)
{
    const struct weighted *term = t->leaves.term;
    if (to - from == 1) return (struct outline){term[from].w, 1, 0};
    const int mid = from + (to - from) / 2;
    const struct outline a = gte_outline(t, from, mid), b = gte_outline(t, mid, to);
    struct outline o = {a.total + b.total, a.weights + b.weights - (term[mid - 1].w == term[mid].w), 0};
    if (o.total < t->top && t->total - o.total >= t->lo) o.sums = o.weights * (o.weights + 1) / 2;
    t->pairs += (a.sums + 1) * (b.sums + 1);
    return o;
}

static struct tree tree_of(const struct constraint *c, struct cnf *f, enum direction d, int64_t lo, int64_t top)
{
    struct tree t = {.f = f, .d = d, .lo = lo, .top = top, .most = MOST_CLAUSES, .c = c};
    t.leaves = weights_leaves(c, d == COUNT_UP, true);
    t.total = t.leaves.total;
    return t;
}
static void tree_release(struct tree *t) { weights_leaves_release(&t->leaves); }

static void gte_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(tree) tree = tree_of(c, f, COUNT_UP, c->hi, c->hi + 1);
    SCOPED(node) a = {0}, b = {0};
    int n = tree.leaves.n;
    if (!f->put) tree.most = tuning_most(c, MOST_CLAUSES);
    if (n == c->n && !f->put && !c->block) {
        gte_outline(&tree, 0, n / 2);
        gte_outline(&tree, n / 2, n);
    }
    bool ok = tree.pairs <= tree.most;
    tree.pairs = 0;
    ok = ok && (n < 2 || gte_build(&tree, 0, n / 2, &a)) && gte_build(&tree, n / 2, n, &b);
    assert((ok || !f->put) && "gte_feasible() was asked");
    if (!ok) {
        cnf_count(f, (struct size){.clauses = tree.most + 1});
        return;
    }
    cnf_order(f, a.y, a.n);
    cnf_order(f, b.y, b.n);
    for (int i = 0, j = b.n, last = b.n + 1; i <= a.n && last; i++) {
        int64_t left = c->hi - (i ? a.value[i - 1] : 0);
        while (j && b.value[j - 1] > left) j--; /* now the first j places fit */
        int clash = left < 0 ? 0 : j + 1;
        if (clash < last && clash <= b.n) {
            cnf_some(f, i ? -a.y[i - 1] : 0, clash ? -b.y[clash - 1] : 0, 0);
            last = clash;
        }
    }
}

static void gte_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    SCOPED(tree) tree = tree_of(c, f, d, c->lo, c->hi);
    SCOPED(node) root = {0};
    bool ok = gte_build(&tree, 0, tree.leaves.n, &root);
    assert(ok && "gte_feasible() was asked");
    if (d == COUNT_UP) cnf_order(f, root.y, root.n);
    for (int k = 0; k < root.n; k++) outputs_push(out, root.y[k], root.value[k]);
}

/* Nodes without clauses; `whole`: with the root. */
static bool gte_fits(const struct constraint *c, int64_t lo, int64_t top, bool whole, struct text *err)
{
    SCOPED(tree) tree = tree_of(c, NULL, COUNT_UP, lo, top);
    tree.most = tuning_most(c, MOST_CLAUSES);
    SCOPED(node) a = {0}, b = {0};
    int n = tree.leaves.n, from = whole ? 0 : n / 2;
    return ((whole || n < 2 || gte_build(&tree, 0, from, &a)) && gte_build(&tree, from, n, &b)) ||
           weights_refuse(c, "gte", MOST_CLAUSES, "clauses", err);
}

static bool gte_feasible(const struct constraint *c, struct text *err)
{
    return gte_fits(c, c->hi, c->hi + 1, false, err);
}

static bool countable(const struct constraint *c, struct text *err) { return gte_fits(c, c->lo, c->hi + 1, true, err); }

const struct encoder pb_gte = {
    .name = "pb_gte",
    .about = "generalized totalizer: a tree of nodes with a variable for each sum",
    .cite = "Joshi, Martins, Manquinho, CP 2015",
    .cost = "O(nk^2) clauses, O(nk) variables",
    .kind = PB,
    .strength = STRENGTH_GAC,
    .groups = true,
    .chains = true,
    .monotone = true,
    .encode = gte_encode,
    .count = gte_count,
    .feasible = gte_feasible,
    .foresees = true,
    .countable = countable,
};
