#include "cnf/normal.h"
#include "base/number.h"

enum { SHORT = 8 }; /* longest row that is searched for a repeated variable */

void normal_release(struct normal *t)
{
    lits_release(&t->x);
    MEM_FREE(t->w, t->block);
    table_release(&t->place);
}

static bool same_var(const void *x, int i, const void *v) { return lit_var(((const lit *)x)[i]) == *(const int *)v; }

/* The index in x of variable v. -1: v is new, and the caller appends it. */
static int normal_place(struct normal *t, int v)
{
    if (t->is_short) {
        int i = t->x.n;
        while (--i >= 0 && lit_var(t->x.v[i]) != v) continue;
        return i;
    }
    uint64_t hash = table_hash(&v, sizeof v);
    int at = table_find(&t->place, hash, same_var, t->x.v, &v);
    if (at < 0) table_add(&t->place, hash);
    return at;
}

/* Begins a row. Memory depends on the literals of a row, not on the largest variable, and the table
 * of a long row does not slow down later ones. */
static void row_begin(struct normal *t, int n)
{
    t->x.n = 0;
    t->is_short = n <= SHORT;
    if (t->is_short) return;
    if (t->place.slots > 16 * (size_t)n) table_release(&t->place);
    table_clear(&t->place, (size_t)n);
}

static void term_add(struct normal *t, lit x, int64_t w, const int *block)
{
    int v = lit_var(x), at = normal_place(t, v);
    if (x < 0) { /* w (1 - v) */
        t->lo -= w;
        t->hi -= w;
        w = -w;
    }
    if (at >= 0) {
        t->w[at] += w;
        return;
    }
    int n = t->x.n, k = n;
    MEM_PUSH(t->w, n, t->w_cap, w);
    MEM_PUSH(t->block, k, t->block_cap, block ? *block : 0);
    lits_push(&t->x, v);
}

static void terms_keep(struct normal *t, int to, int from)
{
    t->x.v[to] = t->x.v[from];
    t->w[to] = t->w[from];
    t->block[to] = t->block[from];
}

/* Positive weights: -w v = w (1 - v) - w. */
static void terms_positive(struct normal *t)
{
    int n = 0;
    t->total = 0;
    for (int i = 0; i < t->x.n; i++) {
        if (t->w[i] < 0) {
            t->lo -= t->w[i];
            t->hi -= t->w[i];
            t->w[i] = -t->w[i];
            t->x.v[i] = -t->x.v[i];
        }
        if (!t->w[i]) continue;
        t->total += t->w[i];
        terms_keep(t, n++, i);
    }
    t->x.n = n;
}

/* Fixes literals that alone would break a bound by unit clauses and removes them. */
static void terms_fix(struct normal *t, struct cnf *f)
{
    for (bool again = true; again && t->lo <= t->hi && !f->truncated;) {
        cnf_work(f, t->x.n);
        again = false;
        int n = 0;
        for (int i = 0; i < t->x.n; i++) {
            bool off = t->hi < t->total && t->w[i] > t->hi, on = t->lo > 0 && t->w[i] > t->total - t->lo;
            if (t->hi >= 0 && t->lo <= t->total && (off || on)) {
                cnf_1(f, off ? -t->x.v[i] : t->x.v[i]);
                t->total -= t->w[i];
                if (!off) {
                    t->lo -= t->w[i];
                    t->hi -= t->w[i];
                }
                again = true;
                /* An x that is forced to both values leaves contradictory bounds below. */
            } else {
                terms_keep(t, n++, i);
            }
        }
        t->x.n = n;
    }
}

static void terms_divide(struct normal *t)
{
    int64_t g = 0;
    for (int i = 0; i < t->x.n && g != 1; i++) g = number_gcd(g, t->w[i]);
    if (g <= 1) return;
    for (int i = 0; i < t->x.n; i++) t->w[i] /= g;
    t->total /= g;
    t->lo = divide_up_wide(t->lo, g);
    t->hi = -divide_up_wide(-t->hi, g);
}

/* Reduces weights of a sum with one bound to the bound: 5 x + 3 y >= 2 becomes x + y >= 1. Returns
 * whether any changed. */
static bool terms_saturate(struct normal *t)
{
    bool least = t->lo > 0 && t->hi >= t->total, most = t->lo <= 0 && t->hi >= 0 && t->hi < t->total;
    if (!least && !most) return false;
    int64_t reach = least ? (int64_t)t->lo : (int64_t)(t->total - t->hi), over = 0;
    if (least && t->lo > t->total) return false;
    for (int i = 0; i < t->x.n; i++) {
        if (t->w[i] <= reach) continue;
        over += t->w[i] - reach;
        t->w[i] = reach;
    }
    t->total -= over;
    t->hi = least ? t->total : t->hi - over;
    return over > 0;
}

/* Fixes and removes literals that residues determine. Returns whether there were any. */
static bool terms_residue(struct normal *t, struct cnf *f)
{
    if (t->lo <= 0 || t->hi >= t->total || t->lo > t->hi || t->total == t->x.n) return false;
    OWNED signed char *value = mem_new((size_t)t->x.n, sizeof *value);
    int n = 0, all = t->x.n;
    if (!normal_residue(t->w, all, (int64_t)t->lo, (int64_t)t->hi, value, f)) {
        t->lo = t->hi + 1;
        return false;
    }
    for (int i = 0; i < all; i++) {
        if (value[i] < 0) {
            terms_keep(t, n++, i);
            continue;
        }
        cnf_1(f, value[i] ? t->x.v[i] : -t->x.v[i]);
        t->total -= t->w[i];
        t->lo -= value[i] ? t->w[i] : 0;
        t->hi -= value[i] ? t->w[i] : 0;
    }
    t->x.n = n;
    return t->lo <= t->hi && n < all;
}

void normal_merge(struct normal *t, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi)
{
    row_begin(t, n);
    t->has_block = block;
    t->lo = lo;
    t->hi = hi;
    for (int i = 0; i < n; i++) term_add(t, x[i], w ? w[i] : 1, block ? &block[i] : NULL);
    terms_positive(t);
}

enum normal_kind normal_sum(struct normal *t, struct cnf *f, const lit *x, const int64_t *w, const int *block, int n,
                            int64_t lo, int64_t hi)
{
    normal_merge(t, x, w, block, n, lo, hi);
    do {
        terms_fix(t, f);
        terms_divide(t);
    } while (!f->truncated && (terms_saturate(t) || terms_residue(t, f)));
    if (t->lo > t->hi || t->lo > t->total || t->hi < 0) return NORMAL_FALSE;
    if (t->lo < 0) t->lo = 0;
    if (t->hi > t->total) t->hi = t->total;
    if (t->lo == 0 && t->hi == t->total) return NORMAL_TRUE;
    for (int i = 0; i < t->x.n; i++)
        if (t->w[i] != 1) return NORMAL_WEIGHTS;
    return NORMAL_ONES;
}

/* While the row is read, -v marks a variable that occurred an even number of times. */
void normal_xor(struct normal *t, const lit *x, int n, int *parity)
{
    struct lits *y = &t->x;
    int odd = 0;
    row_begin(t, n);
    for (int i = 0; i < n; i++) {
        int v = lit_var(x[i]), at = normal_place(t, v);
        *parity ^= x[i] < 0;
        if (at < 0)
            lits_push(y, v);
        else
            y->v[at] = -y->v[at];
    }
    for (int i = 0; i < y->n; i++)
        if (y->v[i] > 0) y->v[odd++] = y->v[i];
    y->n = odd;
}
