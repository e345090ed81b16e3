/* pb_bdd: a reduced ordered binary decision diagram, with one variable for each node.
 *
 *     3a + 2b + 2c <= 4         (a) v1           node "the terms from here on weigh K or less"
 *                             0/   \1            left: literal false, same K
 *                            true   (b) v2       right: literal true, K - w
 *                                 0/   \1
 *                          (c) <= 1     (c) <= -1: false
 *
 * A node stands for all K of an interval for which its function is the same. Read from the root, it
 * is true if what was decided leaves no more than the largest of them. The node for a K is
 * found by that interval, so no two equal nodes are built. All nodes are kept until the end.
 *
 * Clauses     v -> v0,  v & x -> v1     node v over x with children v0 and v1; the root is true
 * Groups      a node is over a group, with a child for none of its literals and one for each: v ->
 *             v0, v & x[i] -> v[i]; the same for a chain, because a lighter literal excludes less
 * Size        at most 2 clauses and 1 auxiliary for each node; few nodes if the weights have few
 *             distinct sums, exponential at worst
 * Strength    arc-consistent, because the constraint is monotone. Not parsimonious: nodes off the
 *             path are free.
 * Source      Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell, Mayer-Eichberger, A New Look at
 *             BDDs for Pseudo-Boolean Constraints, JAIR 2012; groups: Bofill, Coll, Nightingale,
 *             Suy, Ulrich-Oltean, Villaret, AIJ 302, 2022 (their MDD) */
#include "base/number.h"
#include "encodings/shared/weights.h"

#include <string.h>

enum { MOST_NODES = 1 << 21 };
enum { FALSE_NODE = -1, TRUE_NODE = 0 }; /* as literals: no clause may hold them */

/* ---- disjoint intervals, found again by a number: splay trees (Sleator, Tarjan, JACM 1985) --- */

struct interval {
    int64_t lo, hi; /* both included */
    lit y;
    int left, right; /* places in the pool; 0: none */
};

/* Zeroed = empty. */
struct intervals {
    struct interval *v; /* place 0 is none */
    int n;              /* intervals and one, once there are some */
    size_t cap;
};

/* Top-down splaying: the interval with k, or a neighbour, comes to the root. Place 0 collects what
 * is larger at its left and what is smaller at its right. */
static int splay(struct interval *t, int root, int64_t k)
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

/* Finds the interval with k. A tree is the place of its root, 0 if it is empty; a search changes it. */
static bool intervals_find(struct intervals *p, int *root, int64_t k, struct interval *found)
{
    if (!*root) return false;
    *root = splay(p->v, *root, k);
    *found = p->v[*root];
    return k >= found->lo && k <= found->hi;
}

/* Adds an interval that overlaps none of the tree. */
static void intervals_insert(struct intervals *p, int *root, struct interval new)
{
    if (!p->n) MEM_PUSH(p->v, p->n, p->cap, (struct interval){0});
    if (*root) {
        *root = splay(p->v, *root, new.lo);
        struct interval *r = &p->v[*root];
        if (new.lo > r->hi) {
            new.left = *root;
            new.right = r->right;
            r->right = 0;
        } else {
            new.right = *root;
            new.left = r->left;
            r->left = 0;
        }
    }
    *root = p->n;
    MEM_PUSH(p->v, p->n, p->cap, new);
}

/* ---- the diagram ----------------------------------------------------------------------------- */

/* A node whose children are looked for, one after the other. */
struct bdd_frame {
    int64_t bound;
    int known;           /* children */
    struct interval all; /* of bounds with these children */
};

struct diagram {
    struct weights_leaves leaves; /* level i is leaf n - 1 - i: the heaviest first */
    int64_t *rest;                /* rest[i] = what the leaves from level i on weigh at most */
    lit *child;                   /* by term and one more for each leaf: the children's literals */
    int n;
    /* A node is a function of the leaves from some level on, the same for all bounds of its interval. */
    struct intervals nodes;
    int *root;    /* of each level's tree of intervals */
    int64_t most; /* nodes */
    const struct constraint *c;
    struct cnf *f;
    lit made; /* without f: variables that would have been made */
};

static void diagram_release(struct diagram *d)
{
    MEM_FREE(d->rest, d->root, d->child, d->nodes.v);
    weights_leaves_release(&d->leaves);
}

/* Child 0 of a level takes nothing, the others its k-th term. */
static int first_term(const struct diagram *d, int level) { return d->leaves.at[d->n - 1 - level]; }
static int children(const struct diagram *d, int level)
{
    return d->leaves.at[d->n - level] - first_term(d, level) + 1;
}
static lit *child(const struct diagram *d, int level, int k)
{
    return &d->child[first_term(d, level) + d->n - 1 - level + k];
}
static int64_t weight(const struct diagram *d, int level, int k)
{
    return k ? d->leaves.term[first_term(d, level) + k - 1].w : 0;
}

static bool bdd_find(struct diagram *d, int level, int64_t bound, struct interval *found)
{
    if (bound < 0)
        *found = (struct interval){.lo = INT64_MIN, .hi = -1, .y = FALSE_NODE};
    else if (bound >= d->rest[level])
        *found = (struct interval){.lo = d->rest[level], .hi = INT64_MAX, .y = TRUE_NODE};
    else
        return intervals_find(&d->nodes, &d->root[level], bound, found);
    return true;
}

/* The node whose children are known. */
static struct interval bdd_join(struct diagram *d, int level, struct interval v)
{
    int n = children(d, level);
    lit none = *child(d, level, 0);
    bool one = true;
    for (int k = 1; k < n; k++) one = one && *child(d, level, k) == none;
    v.y = none;
    if (!one) {
        v.y = d->f ? cnf_var(d->f) : ++d->made;
        const int above = d->leaves.at[d->n - level]; /* the first term of the levels above */
        if (d->f) weights_mean(d->f, v.y, d->leaves.term + above, d->c->n - above, d->c->hi - v.hi);
        if (d->f && none != TRUE_NODE) cnf_2(d->f, -v.y, none);
        for (int k = 1; k < n && d->f; k++) {
            lit x = d->leaves.term[first_term(d, level) + k - 1].x, with = *child(d, level, k);
            if (with != none && with != TRUE_NODE) cnf_some(d->f, -v.y, -x, with == FALSE_NODE ? 0 : with);
        }
    }
    intervals_insert(&d->nodes, &d->root[level], v);
    return v;
}

/* One more child of a node is known. */
static void bdd_take(struct diagram *d, int level, struct bdd_frame *at, const struct interval *v)
{
    int64_t w = weight(d, level, at->known), top = v->hi > INT64_MAX - w ? INT64_MAX : v->hi + w;
    at->all.lo = max64(at->all.lo, v->lo + w);
    at->all.hi = min64(at->all.hi, top);
    *child(d, level, at->known++) = v->y;
}

/* Builds the nodes depth first, without recursion: a path has one node in each level. Returns false
 * if there are too many nodes. */
static bool grow(struct diagram *d, struct bdd_frame *path, struct interval *root)
{
    for (int level = 0;;) {
        if (!bdd_find(d, level, path[level].bound, root)) {
            path[level].known = 0;
            path[level].all = (struct interval){.lo = INT64_MIN, .hi = INT64_MAX};
            path[level + 1].bound = path[level].bound;
            level++;
            continue;
        }
        for (; level; level--) {
            struct bdd_frame *at = &path[level - 1];
            bdd_take(d, level - 1, at, root);
            if (at->known < children(d, level - 1)) {
                path[level].bound = at->bound - weight(d, level - 1, at->known);
                break;
            }
            if (!(d->nodes.n % 1024)) encoder_poll(d->c);
            *root = bdd_join(d, level - 1, at->all);
            if (d->nodes.n > d->most || (d->f && d->f->most && d->f->made.clauses > d->f->most)) return false;
        }
        if (!level) return true;
    }
}

/* ---- the clauses of single levels, without building it --------------------------------------- */

/* Sums as bits. */
enum { SUMS_WORDS = 256 };
struct sums {
    uint64_t bits[SUMS_WORDS];
    int words;
};

/* No sum but 0, of those up to `most`. */
static void sums_begin(struct sums *s, int64_t most)
{
    s->words = (int)(most / 64) + 1;
    memset(s->bits, 0, (size_t)s->words * sizeof *s->bits);
    s->bits[0] = 1;
}

static bool sums_have(const struct sums *s, int64_t v) { return v >= 0 && s->bits[v / 64] >> v % 64 & 1; }

/* Adds the sums with w more. */
static void sums_add(struct sums *s, int64_t w)
{
    const int whole = (int)(w / 64), part = (int)(w % 64);
    for (int i = s->words - 1; i >= whole; i--) {
        s->bits[i] |= s->bits[i - whole] << part;
        if (part && i > whole) s->bits[i] |= s->bits[i - whole - 1] >> (64 - part);
    }
}

/* The clauses of the nodes of a level over one term. A node is met at the first bound after the start of its interval,
 * a sum of the terms from this level on, that the terms above leave over; its children differ if this term's weight
 * passes a sum of the later ones. */
static int64_t level_clauses(const struct diagram *d, int level, const struct sums *above, const struct sums *below)
{
    const int64_t w = weight(d, level, 1), end = min64(d->c->hi, d->rest[level] - 1);
    int64_t clauses = 0, last = 0;
    bool met = true;
    for (int64_t k = 0; k <= end; k++) {
        if (k < d->rest[level + 1] + 1 && sums_have(below, k)) {
            last = k;
            met = false;
        }
        met = met && !(k - w <= d->rest[level + 1] && sums_have(below, k - w));
        if (met || !sums_have(above, d->c->hi - k)) continue;
        met = true;
        if (k - last < w) clauses += 1 + (k < d->rest[level + 1]);
    }
    return clauses;
}

/* Whether a few levels have more clauses than the sink may count. False: it is not known. */
static bool bdd_certainly_exceeds(const struct diagram *d)
{
    enum { LEVELS = 16 };
    const int64_t most = d->f && !d->f->put ? d->f->most : 0;
    const int middle = d->n / 2;
    struct sums above, below;
    int64_t clauses = 0;
    if (!most || d->n < d->c->n || d->c->hi >= SUMS_WORDS * 64) return false;
    sums_begin(&above, d->c->hi);
    for (int i = 0; i < middle; i++) sums_add(&above, weight(d, i, 1));
    for (int level = middle; level < d->n && level < middle + LEVELS && clauses <= most; level++) {
        encoder_poll(d->c);
        sums_begin(&below, min64(d->c->hi, d->rest[level + 1]));
        for (int i = d->n - 1; i > level; i--) sums_add(&below, weight(d, i, 1));
        clauses += level_clauses(d, level, &above, &below);
        if (clauses * LEVELS < most) break;
        sums_add(&above, weight(d, level, 1));
    }
    return clauses > most;
}

/* Builds the diagram and, with f, encodes it. */
static bool bdd_build(const struct constraint *c, int64_t most, struct cnf *f)
{
    SCOPED(diagram) d = {.most = most, .c = c, .f = f};
    d.leaves = weights_leaves(&(struct constraint){.n = c->n, .x = c->x, .w = c->w, .group = c->group}, true, true);
    d.n = d.leaves.n;
    size_t n = (size_t)d.n;
    d.rest = mem_new(n + 1, sizeof *d.rest);
    d.root = mem_new(n + 1, sizeof *d.root);
    d.child = mem_new(n + (size_t)c->n, sizeof *d.child);
    for (int i = d.n; i-- > 0;) d.rest[i] = d.rest[i + 1] + weight(&d, i, children(&d, i) - 1);
    OWNED struct bdd_frame *path = mem_new(n + 1, sizeof *path);
    struct interval root;
    path[0].bound = c->hi;
    bool ok = !bdd_certainly_exceeds(&d) && grow(&d, path, &root);
    if (ok && f && root.y != TRUE_NODE) cnf_1(f, root.y); /* with groups the bound may exclude nothing */
    return ok;
}

static void pb_bdd_encode(const struct constraint *c, struct cnf *f)
{
    bool ok = bdd_build(c, f->put ? MOST_NODES : tuning_most(c, MOST_NODES), f);
    assert((ok || !f->put) && "pb_bdd_feasible() was asked");
    if (!ok) cnf_count(f, (struct size){.clauses = tuning_most(c, MOST_NODES) + 1});
}

static bool pb_bdd_feasible(const struct constraint *c, struct text *err)
{
    if (bdd_build(c, tuning_most(c, MOST_NODES), NULL)) return true;
    return weights_refuse(c, "bdd", MOST_NODES, "nodes, 2 clauses each,", err);
}

const struct encoder pb_bdd = {
    .name = "pb_bdd",
    .about = "reduced ordered binary decision diagram, built by intervals of the bound",
    .cite = "Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell, Mayer-Eichberger, JAIR 2012",
    .cost = "O(nk) clauses and variables",
    .kind = PB,
    .strength = STRENGTH_GAC,
    .groups = true,
    .chains = true,
    .encode = pb_bdd_encode,
    .feasible = pb_bdd_feasible,
    .foresees = true,
};
