/* pb_rgte: a generalized totalizer, reduced: sums that nothing above can distinguish are one.
 *
 *      2a + 3b + 3c + 4d <= 6            {<= 6} {7+}             at the root only the bound counts;
 *                                         /       \             at a node two sums are one if they are one at its
 *                        {0} {2, 3} {5+}         {0..2}..       parent with every sum of its sibling
 *                          /      \               /    \
 *                       {2}a      {3}b         {3}c    {4}d
 *
 * The sums of each node are found from the leaves up, their classes from the root down. y[i]: "the
 * sum is in class i or above".
 *
 * Clauses     node with children a and b:
 *             -a[i] | -b[j] | y[c]      c is the class of i + j, and neither a smaller i nor a smaller j would do; no
 *                                       literal for class 0
 *             -y[c] | y[c-1]            the root's one class has no variable, but is forbidden
 * Groups      a leaf is a group: its sums are the weights of its literals. In a chain a class is the
 *             lightest literal in or above it
 * Size        at most pb_gte's variables; pairs of classes are the clauses. Exponential at worst.
 * Strength    arc-consistent. Not parsimonious.
 * Source      Bofill, Coll, Nightingale, Suy, Ulrich-Oltean, Villaret, SAT Encodings for
 *             Pseudo-Boolean Constraints together with At-Most-One Constraints, AIJ 302, 2022
 *             (reduced generalized generalized totalizer); the tree: Joshi, Martins, Manquinho, CP
 *             2015 */
#include "base/number.h"
#include "base/text.h"
#include "encodings/shared/weights.h"

enum { MOST_PAIRS = 1 << 23 };

struct rgte_node {
    int64_t *value; /* rising from 0; the last may stand for all that exceed the bound. The root has none */
    int64_t *least; /* by class: its least value */
    lit *y;         /* by class; y[0] is nothing */
    int n, classes;
    int leaf, left, right; /* leaf >= 0, or the children */
    int from, to;          /* its leaves from..to-1 */
};

struct rgte_tree {
    struct weights_leaves leaves;
    struct rgte_node *node;
    int n;
    int64_t hi, pairs, most;
    const struct constraint *c;
};

/* ---- sums, from the leaves up ---------------------------------------------------------------- */

static void leaf_sums(struct rgte_tree *t, struct rgte_node *o)
{
    const int *at = t->leaves.at + o->leaf;
    o->value = mem_new((size_t)(at[1] - at[0]) + 1, sizeof *o->value);
    o->n = 1; /* 0 */
    for (int k = at[0]; k < at[1]; k++) {
        int64_t w = min64(t->leaves.term[k].w, t->hi + 1);
        if (o->value[o->n - 1] < w) o->value[o->n++] = w;
    }
}

static void pair_sums(struct rgte_tree *t, struct rgte_node *o)
{
    const struct rgte_node *a = &t->node[o->left], *b = &t->node[o->right];
    struct rising_from x = {0, a->value + 1, a->n - 1}, y = {0, b->value + 1, b->n - 1};
    struct rising s = weights_pairs(&x, &y, t->hi + 1, t->c);
    s.v[s.n - 1] = min64(s.v[s.n - 1], t->hi + 1);
    o->value = s.v;
    o->n = s.n;
}

/* A node over leaves from..to-1: its number; -1: the tree has become too large. */
static int rgte_build(struct rgte_tree *t, int from, int to)
{
    struct rgte_node o = {.leaf = from, .from = from, .to = to};
    if (to - from == 1) {
        leaf_sums(t, &o);
    } else {
        int mid = from + (to - from) / 2;
        o.leaf = -1;
        o.left = rgte_build(t, from, mid);
        o.right = o.left < 0 ? -1 : rgte_build(t, mid, to);
        if (o.right < 0) return -1;
        const struct rgte_node *a = &t->node[o.left], *b = &t->node[o.right];
        bool root = to - from == t->leaves.n;
        t->pairs += root ? 0 : (int64_t)a->n * b->n;
        if (t->pairs > t->most) return -1;
        if (!root) pair_sums(t, &o);
    }
    t->node[t->n] = o;
    return t->n++;
}

/* ---- classes, from the root down ------------------------------------------------------------- */

static int class_of(const struct rgte_tree *t, const struct rgte_node *o, int64_t v)
{
    return weights_place(o->least, 0, o->classes, min64(v, t->hi + 1) + 1) - 1;
}

/* Are two sums v < w of a child one for its parent o, whatever the sibling b comes to? */
static bool rgte_alike(const struct rgte_tree *t, const struct rgte_node *o, int64_t v, int64_t w, const int64_t *b,
                       int n)
{
    for (int j = 0; j < n && n < o->classes; j++)
        if (class_of(t, o, v + b[j]) != class_of(t, o, w + b[j])) return false;
    for (int c = 1; c < o->classes && n >= o->classes; c++) {
        int j = weights_place(b, 0, n, o->least[c] - w);
        if (j < n && v + b[j] < o->least[c]) return false;
    }
    return true;
}

static void rgte_split(const struct rgte_tree *t, const struct rgte_node *o, struct rgte_node *a, const int64_t *b,
                       int n)
{
    a->least = mem_new((size_t)a->n, sizeof *a->least);
    a->classes = 1;
    for (int i = 1; i < a->n; i++) {
        if (!(i % 64)) encoder_poll(t->c);
        if (!rgte_alike(t, o, a->least[a->classes - 1], a->value[i], b, n)) a->least[a->classes++] = a->value[i];
    }
}

static void classify(struct rgte_tree *t)
{
    struct rgte_node *root = &t->node[t->n - 1];
    root->least = mem_new(2, sizeof *root->least);
    root->classes = 2;
    root->least[1] = t->hi + 1;
    for (int i = t->n - 1; i >= 0; i--) {
        struct rgte_node *o = &t->node[i];
        if (o->leaf >= 0) continue;
        struct rgte_node *a = &t->node[o->left], *b = &t->node[o->right];
        rgte_split(t, o, a, b->value, b->n);
        rgte_split(t, o, b, a->least, a->classes);
    }
}

/* ---- clauses --------------------------------------------------------------------------------- */

/* The variable of a class: the node's terms weigh its least value or more. */
static lit rgte_make(const struct rgte_tree *t, const struct rgte_node *o, int c, struct cnf *f)
{
    const int *at = t->leaves.at;
    const lit y = cnf_var(f);
    weights_mean(f, y, t->leaves.term + at[o->from], at[o->to] - at[o->from], o->least[c]);
    return y;
}

/* A class that one literal alone is in or above is that literal. In a chain it is the lightest of them. */
static void put_leaf(const struct rgte_tree *t, struct rgte_node *o, bool root, struct cnf *f)
{
    const int *at = t->leaves.at + o->leaf;
    int above = 0;
    for (int k = at[1] - 1, c = o->classes - 1; c > 0; c--) {
        while (k >= at[0] && class_of(t, o, t->leaves.term[k].w) >= c) {
            above++;
            k--;
        }
        o->y[c] = root ? 0 : above == 1 || t->c->chain ? t->leaves.term[k + 1].x : rgte_make(t, o, c, f);
    }
    for (int k = at[0]; k < at[1] && (root || !t->c->chain); k++) {
        int c = class_of(t, o, t->leaves.term[k].w);
        if (c && o->y[c] != t->leaves.term[k].x) cnf_some(f, -t->leaves.term[k].x, o->y[c], 0);
    }
    if (!t->c->chain) cnf_order(f, o->y + 1, o->classes - 1);
}

static void put_node(const struct rgte_tree *t, struct rgte_node *o, struct cnf *f)
{
    const struct rgte_node *a = &t->node[o->left], *b = &t->node[o->right];
    OWNED int *below = mem_new((size_t)b->classes, sizeof *below); /* the classes of i - 1 and j */
    for (int c = 1; c < o->classes; c++) o->y[c] = rgte_make(t, o, c, f);
    for (int i = 0; i < a->classes; i++)
        for (int j = 0, before = 0; j < b->classes; j++) {
            int c = class_of(t, o, a->least[i] + b->least[j]);
            if (c > before && c > below[j]) cnf_some(f, i ? -a->y[i] : 0, j ? -b->y[j] : 0, o->y[c]);
            before = below[j] = c;
        }
    cnf_order(f, o->y + 1, o->classes - 1);
}

/* The root's one clause for each class of a that needs less of b than the one before. */
static void put_root(const struct rgte_tree *t, const struct rgte_node *o, struct cnf *f)
{
    const struct rgte_node *a = &t->node[o->left], *b = &t->node[o->right];
    for (int i = 0, before = b->classes; i < a->classes && before; i++) {
        int j = weights_place(b->least, 0, b->classes, t->hi + 1 - a->least[i]);
        if (j < before) cnf_some(f, i ? -a->y[i] : 0, j ? -b->y[j] : 0, 0);
        before = min_int(before, j);
    }
}

/* ---- the tree -------------------------------------------------------------------------------- */

static bool rgte_tree_init(struct rgte_tree *t, const struct constraint *c, int64_t most)
{
    *t = (struct rgte_tree){.hi = c->hi, .most = most, .c = c};
    t->leaves = weights_leaves(c, true, true);
    t->node = mem_new(2 * (size_t)t->leaves.n, sizeof *t->node);
    if (rgte_build(t, 0, t->leaves.n) < 0) return false;
    classify(t);
    return true;
}

static void rgte_tree_release(struct rgte_tree *t)
{
    for (int i = 0; i < t->n; i++) MEM_FREE(t->node[i].value, t->node[i].least, t->node[i].y);
    mem_free(t->node);
    weights_leaves_release(&t->leaves);
}

static void rgte_put(struct rgte_tree *t, struct cnf *f)
{
    for (int i = 0; i < t->n; i++) {
        struct rgte_node *o = &t->node[i];
        bool root = i == t->n - 1;
        o->y = mem_new((size_t)o->classes, sizeof *o->y);
        if (o->leaf >= 0)
            put_leaf(t, o, root, f);
        else if (root)
            put_root(t, o, f);
        else
            put_node(t, o, f);
    }
}

static void rgte_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(rgte_tree) t;
    bool ok = rgte_tree_init(&t, c, MOST_PAIRS);
    assert(ok && "rgte_feasible() was asked");
    rgte_put(&t, f);
}

static bool rgte_feasible(const struct constraint *c, struct text *err)
{
    SCOPED(rgte_tree) t;
    int64_t most = c->tuning.most;
    bool ok = rgte_tree_init(&t, c, most ? min64(4 * most, MOST_PAIRS) : MOST_PAIRS); /* classes leave fewer pairs */
    if (ok && most) {
        struct cnf counter = encoder_trial(c);
        rgte_put(&t, &counter);
        ok = counter.made.clauses <= most;
    }
    return ok || weights_refuse(c, "rgte", MOST_PAIRS, "pairs of sums", err);
}

const struct encoder pb_rgte = {
    .name = "pb_rgte",
    .about = "reduced generalized totalizer: sums that the nodes above cannot distinguish are merged",
    .cite = "Bofill, Coll, Nightingale, Suy, Ulrich-Oltean, Villaret, AIJ 2022",
    .cost = "O(nk^2) clauses, O(nk) variables",
    .kind = PB,
    .by_name = true,
    .strength = STRENGTH_GAC,
    .groups = true,
    .chains = true,
    .encode = rgte_encode,
    .feasible = rgte_feasible,
};
