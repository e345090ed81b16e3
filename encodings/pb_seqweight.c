/* pb_seqweight: a counter that passes the inputs one after the other, the sequential weight counter.
 *
 *            x2 (w = 2)     x3 (w = 1)        s[i][j] <= "the first i inputs weigh j or more"
 *               |              |
 *    s[1][1] ---|-- s[2][1] ---|-- ...
 *    s[1][2] --.|-- s[2][2] --.|-- ...
 *               `-- s[2][3]    `-- ...
 *
 * s[i][j] exists for j up to what i inputs can weigh, and if j and all later inputs exceed the
 * bound together. s[1][j] is x[1].
 *
 * Clauses     up:    -s[i-1][j] | s[i][j],  -x[i] | s[i][j] for j <= w[i],  -s[i-1][j] | -x[i] | s[i][j+w[i]]
 *             -s[i-1][k+1-w[i]] | -x[i]                                       at the bound k
 *             down:  -s[i][j] | s[i-1][j] | x[i],  -s[i][j] | s[i-1][j-w[i]]
 * Groups      a stage is a group: each of its literals adds its own weight; the same for a chain,
 *             because a lighter literal adds less
 * Size        at most 2nk + n clauses, nk auxiliaries (Hölldobler, Manthey, Steinke: 2nk - k + n -
 *             1 and nk)
 * Strength    arc-consistent. Not parsimonious: an s may be true early.
 * Source      Hölldobler, Manthey, Steinke, A Compact Encoding of Pseudo-Boolean Constraints into
 *             SAT, KI 2012; groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean, Villaret, AIJ
 *             302, 2022 */
#include "base/number.h"
#include "encodings/shared/weights.h"

enum { MOST_CLAUSES = 1 << 25 };

/* One stage of the counter: s[j - from] for from <= j < end. */
struct stage {
    lit *s;
    int64_t from, end;
};

static void stage_release(struct stage *a) { mem_free(a->s); }

/* Which j stage i has: total = weight of the inputs up to i, rest = of the later ones. */
static struct stage stage_of(int64_t total, int64_t rest, int64_t lo, int64_t top)
{
    struct stage a = {.from = max64(1, lo - rest + 1), .end = min64(top, total) + 1};
    if (a.end < a.from) a.end = a.from;
    return a;
}

/* How many j in both [from, end) and [from2, end2). */
static int64_t overlap(int64_t from, int64_t end, int64_t from2, int64_t end2)
{
    return max64(0, min64(end, end2) - max64(from, from2));
}

static int64_t heaviest(const struct weights_leaves *l, int i) { return l->term[l->at[i + 1] - 1].w; }

/* ---- size ------------------------------------------------------------------------------------ */

/* The clauses of seqweight_count() in one direction. */
static int64_t stages_clauses(const struct constraint *c)
{
    SCOPED(weights_leaves) l = weights_leaves(c, true, false);
    int64_t clauses = 0, total = 0;
    struct stage a = {.from = 1, .end = 1};
    for (int i = 0; i < l.n; i++) {
        total += heaviest(&l, i);
        struct stage b = stage_of(total, l.total - total, c->lo, c->hi);
        clauses += overlap(a.from, a.end, b.from, b.end);
        for (int k = l.at[i]; k < l.at[i + 1]; k++) {
            int64_t w = l.term[k].w;
            clauses += overlap(1, w + 1, b.from, b.end) + overlap(a.from + w, a.end + w, b.from, b.end);
        }
        a = b;
    }
    return clauses;
}

/* ---- clauses --------------------------------------------------------------------------------- */

static lit seqweight_at(const struct stage *a, int64_t j) { return j < a->from || j >= a->end ? 0 : a->s[j - a->from]; }

/* Of the terms at most one is true. */
static void seqweight_put_up(const struct stage *a, const struct weighted *term, int n, const struct stage *b,
                             struct cnf *f)
{
    int64_t twos = overlap(a->from, a->end, b->from, b->end), threes = 0;
    for (int k = 0; k < n; k++) {
        twos += overlap(1, term[k].w + 1, b->from, b->end);
        threes += overlap(a->from + term[k].w, a->end + term[k].w, b->from, b->end);
    }
    if (!f->put) cnf_count(f, (struct size){.clauses = twos + threes, .literals = 2 * twos + 3 * threes});
    for (int64_t j = b->from; j < b->end && f->put; j++) {
        if (seqweight_at(a, j)) cnf_2(f, -seqweight_at(a, j), seqweight_at(b, j));
        for (int k = 0; k < n; k++) {
            if (j <= term[k].w) cnf_2(f, -term[k].x, seqweight_at(b, j));
            if (seqweight_at(a, j - term[k].w))
                cnf_3(f, -seqweight_at(a, j - term[k].w), -term[k].x, seqweight_at(b, j));
        }
    }
}

static void seqweight_put_down(const struct stage *a, lit x, int64_t w, const struct stage *b, struct cnf *f)
{
    for (int64_t j = b->from; j < b->end; j++) {
        if (seqweight_at(a, j))
            cnf_3(f, -seqweight_at(b, j), seqweight_at(a, j), x);
        else
            cnf_2(f, -seqweight_at(b, j), x);
        if (seqweight_at(a, j - w)) cnf_2(f, -seqweight_at(b, j), seqweight_at(a, j - w));
    }
}

static struct stage stage_new(int64_t total, int64_t rest, int64_t lo, int64_t top)
{
    struct stage a = stage_of(total, rest, lo, top);
    a.s = mem_new((size_t)(a.end - a.from), sizeof *a.s);
    return a;
}

/* Returns a variable: leaves 0..i weigh j or more. */
static lit seqweight_make(const struct weights_leaves *l, int i, int64_t j, struct cnf *f)
{
    const lit y = cnf_var(f);
    weights_mean(f, y, l->term, l->at[i + 1], j);
    return y;
}

/* The last of the stages 1..last of the leaves. With `clash`, each input excludes what would lead beyond top. */
static struct stage count_to(const struct weights_leaves *l, int64_t lo, int64_t top, int last, enum direction d,
                             bool clash, struct cnf *f)
{
    int64_t total = heaviest(l, 0);
    SCOPED(stage) a = stage_new(total, l->total - total, lo, top);
    const struct stage none = {.from = 1, .end = 1};
    bool alone = l->at[1] == 1;
    for (int64_t j = a.from; j < a.end; j++) a.s[j - a.from] = alone ? l->term[0].x : seqweight_make(l, 0, j, f);
    if (!alone) seqweight_put_up(&none, l->term, l->at[1], &a, f);
    for (int i = 1; i < l->n; i++) {
        const struct weighted *term = l->term + l->at[i];
        int n = l->at[i + 1] - l->at[i];
        for (int k = 0; k < n && clash; k++)
            if (seqweight_at(&a, top + 1 - term[k].w)) cnf_2(f, -seqweight_at(&a, top + 1 - term[k].w), -term[k].x);
        if (i == last) break;
        total += heaviest(l, i);
        SCOPED(stage) b = stage_new(total, l->total - total, lo, top);
        for (int64_t j = b.from; j < b.end; j++) b.s[j - b.from] = seqweight_make(l, i, j, f);
        if (d & COUNT_UP) seqweight_put_up(&a, term, n, &b, f);
        if (d & COUNT_DOWN) seqweight_put_down(&a, term->x, term->w, &b, f);
        mem_free(a.s);
        a = TAKEN(b);
    }
    return TAKEN(a);
}

static void seqweight_encode(const struct constraint *c, struct cnf *f)
{
    SCOPED(weights_leaves) l = weights_leaves(c, true, false);
    mem_free(count_to(&l, c->hi, c->hi, l.n - 1, COUNT_UP, true, f).s);
}

static void seqweight_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    SCOPED(weights_leaves) l = weights_leaves(c, d == COUNT_UP, false);
    SCOPED(stage) a = count_to(&l, c->lo, c->hi, l.n, d, false, f);
    for (int64_t j = a.from; j < a.end; j++) outputs_push(out, seqweight_at(&a, j), j);
}

static bool seqweight_feasible(const struct constraint *c, struct text *err)
{
    double clauses = 2.0 * (double)c->n * (double)c->hi;
    if (c->hi <= tuning_most(c, MOST_CLAUSES)) clauses = (double)stages_clauses(c);
    return weights_feasible(c, "seqweight", clauses, MOST_CLAUSES, "--pb adder or --pb binmerge", err);
}

const struct encoder pb_seqweight = {
    .name = "pb_seqweight",
    .about = "sequential weight counter: partial sums in unary, input by input",
    .cite = "Hölldobler, Manthey, Steinke, KI 2012",
    .cost = "at most 2nk+n clauses, at most nk variables",
    .kind = PB,
    .strength = STRENGTH_GAC,
    .groups = true,
    .chains = true,
    .monotone = true,
    .encode = seqweight_encode,
    .count = seqweight_count,
    .feasible = seqweight_feasible,
};
