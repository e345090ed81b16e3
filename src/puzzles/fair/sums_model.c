/* The model of a sum, with consequences that propagation on the columns does not find. */
#include "base/number.h"
#include "puzzles/fair/sums.h"

#include <stdlib.h>

/* ---- the equation ---------------------------------------------------------------------------- */

/* The reduced sum w x = target: no weight exceeds the target, none is 0, there is no common
 * divisor, and the target is the lesser one of the two sides. */
struct equation {
    struct lits x;
    int64_t *w, target;
    int *at; /* its index in the given list */
};

/* Reduces the equation. False: it has no solution, and the model gets the empty clause. */
static bool equation_reduce(struct equation *e, struct model *m)
{
    int64_t total = 0, divisor = 0;
    int n = 0;
    for (int i = 0; i < e->x.n; i++) {
        if (e->w[i] > e->target) model_1(m, -e->x.v[i]);
        if (!e->w[i] || e->w[i] > e->target) continue;
        e->x.v[n] = e->x.v[i];
        e->at[n] = e->at[i];
        e->w[n++] = e->w[i];
        total += e->w[n - 1];
        divisor = number_gcd(divisor, e->w[n - 1]);
    }
    e->x.n = n;
    if (e->target > total || (divisor && e->target % divisor)) {
        model_clause(m, NULL, 0);
        return false;
    }
    bool other = e->target > total - e->target;
    for (int i = 0; i < n; i++) {
        e->w[i] /= divisor;
        if (other) e->x.v[i] = -e->x.v[i];
    }
    if (divisor) e->target = (other ? total - e->target : e->target) / divisor;
    return true;
}

/* ---- primal heuristic --------------------------------------------------------------------------
 *
 * Most numbers of a long list can be taken or omitted at will if enough small ones stay open. From
 * the largest down, a number is taken if it leaves at least half of the sum of the open ones. 2^n
 * subsets of n open numbers then share fewer than `total` sums. With SLACK bits more of subsets
 * than of sums, one of them probably has the target sum. */

#define SLACK 24
#define SPREAD 4

struct item {
    int64_t w;
    lit x;
    int at;
};

static int sums_by_weight(const void *a, const void *b)
{
    int64_t x = ((const struct item *)a)->w, y = ((const struct item *)b)->w;
    return (x > y) - (x < y);
}

/* Whether item i of n in rising order stays open: `many` items do, evenly spread over the first
 * SPREAD times as many. */
static bool stays_open(int i, int many, int n)
{
    int64_t range = min64((int64_t)SPREAD * many, n);
    return i < range && (many >= range || i * many / range != (i + 1) * many / range);
}

/* Fixes most literals of a long list: fixed[at] becomes 1 or -1. x are the given literals. */
static void equation_thin(struct equation *e, const lit *x, signed char *fixed, struct model *m)
{
    int n = e->x.n, many = 0;
    OWNED struct item *item = mem_new((size_t)n, sizeof *item);
    int64_t total = 0;
    for (int i = 0; i < n; i++) item[i] = (struct item){e->w[i], e->x.v[i], e->at[i]};
    qsort(item, (size_t)n, sizeof *item, sums_by_weight);
    for (; many < n && (!total || many < log2_floor((uint64_t)total) + SLACK); many++) total += item[many].w;
    if (many == n) model_clause(m, NULL, 0); /* no gain: the search without this is the same */
    e->x.n = 0;
    total = 0;
    for (int i = 0; i < n; i++) {
        if (!stays_open(i, many, n)) continue;
        total += e->w[e->x.n] = item[i].w;
        lits_push(&e->x, item[i].x);
    }
    model_rule(m, "most numbers are taken or left greedily, from the largest down");
    for (int i = n; i-- > 0;) {
        if (stays_open(i, many, n)) continue;
        bool take = item[i].w <= e->target - total / 2;
        if (take) e->target -= item[i].w;
        model_1(m, take ? item[i].x : -item[i].x);
        fixed[item[i].at] = take == (item[i].x == x[item[i].at]) ? 1 : -1;
    }
}

static const char *chosen(const struct instance *s)
{
    static const char *const names[] = {"greedy", "none"};
    return names[s->choices.symmetry];
}

static const char *const symmetries[] = {"greedy", NULL};
const struct upward sums_up = {symmetries, NULL, chosen};
const struct theorems sums_theorems = {"residues of sums", "docs/research/sums.md"};

/* ---- columns --------------------------------------------------------------------------------- */

/* A sum in binary, column by column. Column b has the literals of the weights with bit b, and the
 * carries from below. Up to BLOCK of them are counted in unary, which leaves one literal for the
 * parity and the carries for the next column:
 *
 *     x x x x x x x  -- count -->  y1 y2 y3 y4 y5 y6 y7      parity: y1 -y2 | y3 -y4 | ... stays
 *                                     |     |     |
 *                                  carries to the next column
 *
 * This repeats until one block is left, whose parity is the target's bit. A block of 3 is a full
 * adder; one of the whole column is a column of Eén and Sörensson's. A size in between is best: six
 * lists of 300 numbers up to 20000 took 3 CPU seconds with blocks of 64, and with whole columns,
 * which have four times the clauses; 9 with blocks of 16; more than 24 with adders. */

#define BLOCK 64

/* Requires the count y[0..n-1] to be odd, or even. y[j] is "at least j + 1": a count of the wrong
 * parity is at least j + 1 and not at least j + 2. */
static void parity_fix(struct model *m, const lit *y, int n, int odd)
{
    if (odd) model_1(m, y[0]);
    for (int j = odd; j < n; j += 2)
        if (j + 1 < n)
            model_2(m, -y[j], y[j + 1]);
        else
            model_1(m, -y[j]);
}

static void parity_link(struct model *m, const lit *y, int n, lit odd)
{
    model_2(m, y[0], -odd);
    for (int j = 0; j < n; j++) {
        lit p = j % 2 ? -odd : odd;
        if (j + 1 < n)
            model_3(m, -y[j], y[j + 1], p);
        else
            model_2(m, -y[j], p);
    }
}

/* Builds a column. quota = target >> bit is the largest count. */
static void column_build(struct model *m, struct lits *in, struct lits *carry, int bit, int64_t quota)
{
    lit y[BLOCK];
    int odd = (int)(quota & 1), at = 0;
    if (quota == 0) {
        for (int i = 0; i < in->n; i++) model_1(m, -in->v[i]);
        return;
    }
    if (in->n == 0 && odd) model_clause(m, NULL, 0);
    if (in->n == 1) model_1(m, odd ? in->v[0] : -in->v[0]);
    while (in->n - at > 1) {
        int n = (int)min64(BLOCK, in->n - at), max = (int)min64(n, quota + 1);
        model_count(m, in->v + at, n, max, COUNT_BOTH, y);
        at += n;
        if (max > quota) model_1(m, -y[--max]);
        for (int j = 1; j < max; j += 2) lits_push(carry, y[j]);
        if (at == in->n) {
            parity_fix(m, y, max, odd);
        } else {
            lits_push(in, model_derived(m, "column %d, parity of %d", bit, at));
            parity_link(m, y, max, in->v[in->n - 1]);
        }
    }
}

static void sums_columns(struct model *m, const lit *x, const int64_t *w, int n, int64_t target)
{
    struct lits column[2] = {{0}, {0}};
    model_facts(m)->group = 1;
    for (int bit = 0; bit < 62; bit++) {
        struct lits *in = &column[bit % 2], *carry = &column[1 - bit % 2];
        for (int i = 0; i < n; i++)
            if (w[i] >> bit & 1) lits_push(in, x[i]);
        carry->n = 0;
        column_build(m, in, carry, bit, target >> bit);
    }
    lits_release(&column[0]);
    lits_release(&column[1]);
}

/* ---- building -------------------------------------------------------------------------------- */

/* Builds sum w x = target, w >= 0. fixed not NULL: restricts the solutions to those that take or
 * omit these. */
static void equation_build(struct model *m, const lit *x, const int64_t *w, int n, int64_t target, signed char *fixed)
{
    struct equation e = {
        .w = mem_copy(w, (size_t)n, sizeof *e.w), .target = target, .at = mem_new((size_t)n, sizeof *e.at)};
    lits_add(&e.x, x, n);
    for (int i = 0; i < n; i++) e.at[i] = i;
    if (equation_reduce(&e, m)) {
        if (fixed) equation_thin(&e, x, fixed, m);
        sums_columns(m, e.x.v, e.w, e.x.n, e.target);
        if (!fixed) sums_residues(m, e.x.v, e.w, e.x.n, e.target);
    }
    MEM_FREE(e.x.v, e.w, e.at);
}

static void size_rule(struct model *m, int64_t least, int64_t most)
{
    SCOPED(text) many = {0};
    text_add(&many, least < most ? "%lld to %lld" : "exactly %lld", (long long)least, (long long)most);
    model_rule(m, "the sizes of the numbers allow %s of them", text_string(&many));
}

/* Builds sums of exactly k numbers. Each number is encoded as its distance above the least one or
 * below the largest one, whichever leaves a smaller target. Near k times the largest number the
 * target is very small, so that most bits are fixed. */
static void exact_build(struct model *m, const struct instance *s, const lit *x, const int64_t *w, const int64_t *unit,
                        int n, int64_t k, const char *symmetry)
{
    int64_t low = 0, high = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->value[i] > s->target) continue;
        low = low ? min64(low, s->value[i]) : s->value[i];
        high = max64(high, s->value[i]);
    }
    __int128 above = s->target - (__int128)k * low, below = (__int128)k * high - s->target;
    if (above < 0 || below < 0) {
        model_clause(m, NULL, 0);
        return;
    }
    bool up = above <= below;
    int64_t target = (int64_t)(up ? above : below);
    SCOPED(lits) y = {0};
    OWNED int64_t *rest = mem_new((size_t)n, sizeof *rest), *ones = mem_new((size_t)n, sizeof *ones);
    for (int i = 0; i < n; i++) {
        int64_t u = unit ? unit[i] : 1, v = up ? w[i] - low * u : high * u - w[i];
        if (v < 0 || v > target) {
            model_1(m, -x[i]);
            continue;
        }
        rest[y.n] = v;
        ones[y.n] = u;
        lits_push(&y, x[i]);
    }
    OWNED signed char *fixed = symmetry ? mem_new((size_t)y.n, 1) : NULL;
    equation_build(m, y.v, rest, y.n, target, fixed);
    int all = y.n;
    y.n = 0;
    for (int i = 0; i < all; i++) {
        if (fixed && fixed[i] > 0) k -= ones[i];
        if (fixed && fixed[i]) continue;
        ones[y.n] = ones[i];
        lits_push(&y, y.v[i]);
    }
    size_rule(m, k, k);
    if (k < 0)
        model_clause(m, NULL, 0);
    else if (unit)
        sums_columns(m, y.v, ones, y.n, k);
    else
        model_card(m, y.v, y.n, k, k);
}

/* Bounds on the number of numbers are only built if the range is narrow; otherwise they exclude too
 * little. */
#define NARROW 3

void sums_build(struct model *m, const struct instance *s, const lit *x, const int64_t *w, const int64_t *unit, int n,
                const struct bounds *bounds)
{
    struct sums_count c = sums_count(s);
    model_facts(m)->cited = sums_theorems.names;
    c.least = max64(c.least, bounds->least);
    c.most = min64(c.most, bounds->most);
    if (c.least == c.most) {
        exact_build(m, s, x, w, unit, n, c.least, bounds->symmetry);
        return;
    }
    OWNED signed char *fixed = bounds->symmetry ? mem_new((size_t)n, 1) : NULL;
    equation_build(m, x, w, n, s->target, fixed);
    if (c.most > c.least + NARROW) return;
    size_rule(m, c.least, c.most);
    if (unit)
        model_pb(m, x, unit, n, c.least, c.most);
    else
        model_card(m, x, n, c.least, c.most);
}
