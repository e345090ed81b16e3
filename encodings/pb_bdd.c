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
#include "encodings/shared/intervals.h"
#include "encodings/shared/weights.h"

enum { MOST_NODES = 1 << 21 };
enum { FALSE_NODE = -1, TRUE_NODE = 0 }; /* as literals: no clause may hold them */

struct frame {
    int64_t bound;
    struct interval without; /* the left child, once known */
    bool has_left;
};

struct diagram {
    struct weighted *term; /* heaviest first */
    int64_t *rest;         /* rest[i] = weight of the terms i.. */
    int n;
    /* A node is a function of the terms from some level on, the same for all bounds of its interval. */
    struct intervals nodes;
    int *root;    /* of each level's tree of intervals */
    int64_t most; /* nodes */
    struct cnf *f;
    lit made; /* without f: variables that would have been made */
};

static bool find(struct diagram *d, int level, int64_t bound, struct interval *found)
{
    if (bound < 0)
        *found = (struct interval){.lo = INT64_MIN, .hi = -1, .y = FALSE_NODE};
    else if (bound >= d->rest[level])
        *found = (struct interval){.lo = d->rest[level], .hi = INT64_MAX, .y = TRUE_NODE};
    else
        return intervals_find(&d->nodes, &d->root[level], bound, found);
    return true;
}

/* The node over a term whose children are known. */
static struct interval join(struct diagram *d, int level, struct interval without, struct interval with)
{
    int64_t w = d->term[level].w, top = with.hi > INT64_MAX - w ? INT64_MAX : with.hi + w;
    lit x = d->term[level].x;
    struct interval v = {.lo = max64(without.lo, with.lo + w), .hi = min64(without.hi, top), .y = with.y};
    if (without.y != with.y) {
        v.y = d->f ? cnf_var(d->f) : ++d->made;
        if (d->f && without.y != TRUE_NODE) cnf_2(d->f, -v.y, without.y);
        if (d->f && with.y == FALSE_NODE) cnf_2(d->f, -v.y, -x);
        if (d->f && with.y != FALSE_NODE) cnf_3(d->f, -v.y, -x, with.y);
    }
    intervals_insert(&d->nodes, &d->root[level], v);
    return v;
}

/* Depth first, left child first, without recursion: a path has one node in each level. False when
 * there are too many nodes. */
static bool grow(struct diagram *d, struct frame *path, struct interval *root)
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
            if (d->nodes.n > d->most) return false;
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
    d.term = weights_sorted(c, true);
    d.rest = mem_new(n + 1, sizeof *d.rest);
    d.root = mem_new(n + 1, sizeof *d.root);
    for (int i = c->n; i-- > 0;) d.rest[i] = d.rest[i + 1] + d.term[i].w;
    struct frame *path = mem_new(n + 1, sizeof *path);
    struct interval root;
    path[0].bound = c->hi;
    bool ok = grow(&d, path, &root);
    if (ok && f) cnf_1(f, root.y);
    mem_free(path);
    mem_free(d.term);
    mem_free(d.rest);
    mem_free(d.root);
    intervals_release(&d.nodes);
    return ok;
}

static void encode(const struct constraint *c, struct cnf *f)
{
    assert(!c->lo && "an at-most");
    bool ok = build(c, MOST_NODES, f);
    assert(ok && "feasible() was asked");
}

static bool feasible(const struct constraint *c, struct text *err)
{
    if (build(c, tuning_most(c, MOST_NODES), NULL)) return true;
    return weights_refuse(c, "bdd", MOST_NODES, "nodes, 2 clauses each,", err);
}

const struct encoder pb_bdd = {
    .name = "pb_bdd",
    .about = "reduced ordered binary decision diagram, built by intervals of the bound",
    .cite = "Abio, Nieuwenhuis, Oliveras, Rodriguez-Carbonell, Mayer-Eichberger, JAIR 2012",
    .cost = "O(nk) clauses and variables",
    .kind = PB,
    .strength = STRENGTH_AC,
    .encode = encode,
    .feasible = feasible,
};
