/* PB <= as a reduced ordered binary decision diagram, one variable for each node:
 *
 *     3a + 2b + 2c <= 4         (a) v1           node "the terms from here on weigh K or less"
 *                             0/   \1            left: literal false, same K
 *                            true   (b) v2       right: literal true, K - w
 *                                 0/   \1
 *                          (c) <= 1     (c) <= -1: false
 *
 * A node stands for all K in an interval for which its function is the same: Abio's construction
 * finds the node for K by that interval, and so never builds two equal ones. Clauses, for node v
 * over x with children v0 and v1:   v -> v0,   v x -> v1;   the root is true.
 *
 * Size: at most 2 clauses and 1 auxiliary for each node; few nodes where the weights have few
 * distinct sums, exponential at worst. Arc-consistent, as the constraint is monotone. All nodes are
 * kept until the end, to be found again. Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell,
 * Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 2012. */
#include "encoder.h"

#include <stdlib.h>

enum { MOST_NODES = 1 << 21 };
enum { FALSE_NODE = -1, TRUE_NODE = 0 }; /* as literals: no clause may hold them */

/* A function of the terms from some level on: the same for all bounds from lo to hi. */
struct node {
    int64_t lo, hi;
    lit y;
    int left, right; /* in the level's search tree: places in the pool, or 0 */
};

struct term {
    int64_t w;
    lit x;
};

struct frame {
    int64_t bound;
    struct node without; /* the left child, once known */
    bool has_left;
};

struct diagram {
    struct term *term; /* heaviest first */
    int64_t *rest;     /* rest[i] = weight of the terms i.. */
    int n;
    struct node *pool; /* place 0 is no node */
    int pool_n;
    size_t pool_cap;
    int *root;    /* of each level's search tree, a splay tree by interval */
    int64_t most; /* nodes */
    struct cnf *f;
    lit made; /* without f: variables that would have been made */
};

static int by_weight(const void *p, const void *q)
{
    const struct term *a = p, *b = q;
    if (a->w != b->w) return a->w > b->w ? -1 : 1;
    return (lit_var(a->x) > lit_var(b->x)) - (lit_var(a->x) < lit_var(b->x));
}

/* Top-down splaying (Sleator, Tarjan 1985): the node with k in its interval, or a neighbour, comes
 * to the root. Place 0 collects what is larger at its left and what is smaller at its right. */
static int splay(struct node *t, int root, int64_t k)
{
    int smaller = 0, larger = 0;
    for (t[0].left = t[0].right = 0;;) {
        if (k < t[root].lo) {
            int child = t[root].left;
            if (child && k < t[child].lo) {
                t[root].left = t[child].right;
                t[child].right = root;
                root = child;
            }
            if (!t[root].left) break;
            t[larger].left = root;
            larger = root;
            root = t[root].left;
        } else if (k > t[root].hi) {
            int child = t[root].right;
            if (child && k > t[child].hi) {
                t[root].right = t[child].left;
                t[child].left = root;
                root = child;
            }
            if (!t[root].right) break;
            t[smaller].right = root;
            smaller = root;
            root = t[root].right;
        } else {
            break;
        }
    }
    t[smaller].right = t[root].left;
    t[larger].left = t[root].right;
    t[root].left = t[0].right;
    t[root].right = t[0].left;
    return root;
}

static bool find(struct diagram *d, int level, int64_t bound, struct node *found)
{
    if (bound < 0) {
        *found = (struct node){.lo = INT64_MIN, .hi = -1, .y = FALSE_NODE};
    } else if (bound >= d->rest[level]) {
        *found = (struct node){.lo = d->rest[level], .hi = INT64_MAX, .y = TRUE_NODE};
    } else {
        if (!d->root[level]) return false;
        d->root[level] = splay(d->pool, d->root[level], bound);
        *found = d->pool[d->root[level]];
    }
    return bound >= found->lo && bound <= found->hi;
}

static void insert(struct diagram *d, int level, struct node new)
{
    int root = d->root[level];
    if (root) {
        root = splay(d->pool, root, new.lo);
        struct node *r = &d->pool[root];
        if (new.lo > r->hi) {
            new.left = root;
            new.right = r->right;
            r->right = 0;
        } else {
            new.right = root;
            new.left = r->left;
            r->left = 0;
        }
    }
    d->root[level] = d->pool_n;
    MEM_PUSH(d->pool, d->pool_n, d->pool_cap, new);
}

/* The node over a term whose children are known. */
static struct node join(struct diagram *d, int level, struct node without, struct node with)
{
    int64_t w = d->term[level].w, top = with.hi > INT64_MAX - w ? INT64_MAX : with.hi + w;
    lit x = d->term[level].x;
    struct node v = {
        .lo = max64(without.lo, with.lo + w), .hi = min64(without.hi, top), .y = with.y};
    if (without.y != with.y) {
        v.y = d->f ? cnf_var(d->f) : ++d->made;
        if (d->f && without.y != TRUE_NODE) cnf_2(d->f, -v.y, without.y);
        if (d->f && with.y == FALSE_NODE) cnf_2(d->f, -v.y, -x);
        if (d->f && with.y != FALSE_NODE) cnf_3(d->f, -v.y, -x, with.y);
    }
    insert(d, level, v);
    return v;
}

/* Depth first, left child first, without recursion: a path has one node in each level. False when
 * there are too many nodes. */
static bool grow(struct diagram *d, struct frame *path, struct node *root)
{
    int level = 0;
    for (;;) {
        struct frame *at = &path[level];
        if (!find(d, level, at->bound, root)) {
            at->has_left = false;
            path[++level].bound = at->bound;
            continue;
        }
        while (level && path[level - 1].has_left) {
            level--;
            *root = join(d, level, path[level].without, *root);
            if (d->pool_n > d->most) return false;
        }
        if (!level) return true;
        at = &path[level - 1];
        at->without = *root;
        at->has_left = true;
        path[level].bound = at->bound - d->term[level - 1].w;
    }
}

/* Builds the diagram and, with f, encodes it. */
static bool build(const struct constraint *c, int64_t most, struct cnf *f)
{
    struct diagram d = {.n = c->n, .most = most, .f = f};
    size_t n = (size_t)c->n;
    d.term = mem_new(n, sizeof *d.term);
    d.rest = mem_new(n + 1, sizeof *d.rest);
    d.root = mem_new(n + 1, sizeof *d.root);
    MEM_PUSH(d.pool, d.pool_n, d.pool_cap, (struct node){0});
    for (int i = 0; i < c->n; i++) d.term[i] = (struct term){c->w[i], c->x[i]};
    qsort(d.term, n, sizeof *d.term, by_weight);
    for (int i = c->n; i-- > 0;) d.rest[i] = d.rest[i + 1] + d.term[i].w;
    struct frame *path = mem_new(n + 1, sizeof *path);
    struct node root;
    path[0].bound = c->hi;
    bool ok = grow(&d, path, &root);
    if (ok && f) cnf_1(f, root.y);
    mem_free(path);
    mem_free(d.term);
    mem_free(d.rest);
    mem_free(d.root);
    mem_free(d.pool);
    return ok;
}

static void encode(const struct constraint *c, const struct tuning *t, struct cnf *f)
{
    (void)t;
    assert(!c->lo && "an at-most");
    bool ok = build(c, MOST_NODES, f);
    assert(ok && "feasible() was asked");
}

static bool feasible(const struct constraint *c, const struct tuning *t, struct text *err)
{
    if (build(c, tuning_most(t, MOST_NODES), NULL)) return true;
    return text_error(
        err,
        "The PB encoding bdd would need more than %d nodes, 2 clauses each, for %d weights and the "
        "bound %lld; use --pb adder or --pb binmerge.",
        MOST_NODES, c->n, (long long)c->hi);
}

const struct encoder pb_bdd = {
    .name = "pb_bdd",
    .about = "reduced ordered binary decision diagram, built by intervals of the bound",
    .cite = "Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Mayer-Eichberger, JAIR 2012",
    .cost = "2 clauses and 1 auxiliary for each node",
    .kind = PB,
    .strength = STRENGTH_AC,
    .encode = encode,
    .feasible = feasible,
};
