#include "sums.h"

#include <string.h>

/* ---- columns -------------------------------------------------------------------------------
 * Column b has the literals of the weights with bit b, and the carries from below. Up to BLOCK of them
 * are counted in unary, which leaves one literal for the parity and the carries for the next column:
 *
 *     x x x x x x x  -- count -->  y1 y2 y3 y4 y5 y6 y7      parity: y1 -y2 | y3 -y4 | ... stays here
 *                                     |     |     |
 *                                  carries to the next column
 *
 * until a last block is left, whose parity is the target's bit. A block of 3 is a full adder; one that
 * takes all is a column of Een and Soerensson's. In between is best: six lists of 300 numbers up to 20000
 * took 3 CPU seconds with blocks of 64 as with whole columns, of four times the clauses; 9 with blocks of
 * 16; more than 24 with adders. */

#define BLOCK 64

/* The count y[0..n-1] is odd or is not. y[j]: at least j + 1; a count of the wrong parity is at least j + 1
 * and not at least j + 2. */
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

/* quota = target >> bit is the most that the column counts. */
static void column_pose(struct model *m, struct lits *in, struct lits *carry, int bit,
                        int64_t quota)
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
        model_count(m, in->v + at, n, max, y);
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

static void columns_pose(struct model *m, const lit *x, const int64_t *w, int n, int64_t target)
{
    struct lits column[2] = {{0}, {0}};
    for (int bit = 0; bit < 62; bit++) {
        struct lits *in = &column[bit % 2], *carry = &column[1 - bit % 2];
        for (int i = 0; i < n; i++)
            if (w[i] >> bit & 1) lits_push(in, x[i]);
        carry->n = 0;
        column_pose(m, in, carry, bit, target >> bit);
    }
    lits_release(&column[0]);
    lits_release(&column[1]);
}

/* ---- facts that follow from the sum ----------------------------------------------------------
 * They exclude nothing; they say what unit propagation on the columns does not see.
 *
 * Modulo d: state i,r is true if the first i literals whose weight d does not divide leave r.
 *
 *     0 --w1--> 0 r1 --w2--> 0 r1 r2 r1+r2 --> ... --> only the target's residue
 *
 * Per state: x leads to r + w and -x to r, from both ends, and one of the two is true; backwards
 * from the last layer, unit propagation then refutes whatever the residues exclude. At most d
 * states a layer. */

#define RESIDUE_LIMIT 1000
#define STATES_LIMIT 30000

struct residues {
    int d, n;       /* d 0: none found */
    int64_t states; /* in all layers */
    double share;   /* of the residues that sums leave */
    bool refutes;
};

/* Which residues the first i such sums leave, layer by layer; false: too many states. */
static bool residues_count(const int64_t *w, int n, int64_t target, int d, struct residues *out)
{
    bool reach[RESIDUE_LIMIT] = {true}, next[RESIDUE_LIMIT];
    int many = 1;
    *out = (struct residues){.d = d, .states = 1};
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        if (many < d) {
            memcpy(next, reach, (size_t)d * sizeof *reach);
            for (int r = 0; r < d; r++)
                if (reach[r] && !next[(r + v) % d]) next[(r + v) % d] = true, many++;
            memcpy(reach, next, (size_t)d * sizeof *reach);
        }
        out->n++;
        out->states += many;
        if (many == d) return false;
        if (out->states > STATES_LIMIT) return false;
    }
    out->share = (double)many / d;
    out->refutes = !reach[target % d];
    return true;
}

/* The modulus that tells most: the least one that refutes, else the one with the least share. */
static struct residues residues_choose(const int64_t *w, int n, int64_t target)
{
    struct residues best = {0}, here;
    int64_t most = 0;
    for (int i = 0; i < n; i++) most = max64(most, w[i]);
    for (int d = 2; d <= min64(RESIDUE_LIMIT, most); d++) {
        if (!residues_count(w, n, target, d, &here)) continue;
        if (here.refutes) return here;
        if (here.n && (!best.d || here.share < best.share)) best = here;
    }
    return best;
}

/* One layer: from the states `at` (0: none) by literal x of residue v to the states `to`. */
static void layer_pose(struct model *m, lit x, int v, int d, const lit *at, const lit *to)
{
    for (int r = 0; r < d; r++) {
        int with = (r + v) % d, before = (r + d - v) % d;
        if (at[r]) {
            model_3(m, -at[r], -x, to[with]);
            model_3(m, -at[r], x, to[r]);
            model_3(m, -at[r], to[with], to[r]);
        }
        if (!to[r]) continue;
        lit c[3] = {-to[r], -x, at[before]};
        model_clause(m, c, at[before] ? 3 : 2);
        c[1] = x, c[2] = at[r];
        model_clause(m, c, at[r] ? 3 : 2);
    }
}

static void residues_pose(struct model *m, const lit *x, const int64_t *w, int n, int64_t target,
                          int d)
{
    lit *at = mem_new((size_t)d, sizeof *at), *to = mem_new((size_t)d, sizeof *to);
    int left = (int)(target % d);
    model_rule(m, "the sum leaves %d modulo %d", left, d);
    model_1(m, at[0] = model_derived(m, "the first 0 leave 0 modulo %d", d));
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        memset(to, 0, (size_t)d * sizeof *to);
        for (int r = 0; r < d; r++)
            if (at[r] || at[(r + d - v) % d])
                to[r] = model_derived(m, "the first %d leave %d modulo %d", i + 1, r, d);
        layer_pose(m, x[i], v, d, at, to);
        lit *swap = at;
        at = to;
        to = swap;
    }
    for (int r = 0; r < d; r++)
        if (r != left && at[r]) model_1(m, -at[r]);
    if (!at[left]) model_clause(m, NULL, 0);
    mem_free(at);
    mem_free(to);
}

/* ---- the equation ---------------------------------------------------------------------------- */

/* What is left of sum w x = target: no weight above the target, none of 0, no common divisor, and of the
 * two sides of the sum the one with the lesser target. */
struct equation {
    struct lits x;
    int64_t *w, target;
};

/* False: there is no way, which the model then says. */
static bool equation_reduce(struct equation *e, struct model *m)
{
    int64_t total = 0, divisor = 0;
    int n = 0;
    for (int i = 0; i < e->x.n; i++) {
        if (e->w[i] > e->target) model_1(m, -e->x.v[i]);
        if (!e->w[i] || e->w[i] > e->target) continue;
        e->x.v[n] = e->x.v[i];
        e->w[n++] = e->w[i];
        total += e->w[n - 1];
        divisor = gcd64(divisor, e->w[n - 1]);
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

/* sum (w - base * unit) x = target; unit NULL: ones. */
static void equation_pose(struct model *m, const lit *x, const int64_t *w, const int64_t *unit,
                          int64_t base, int n, int64_t target, bool facts)
{
    struct equation e = {.w = mem_new((size_t)n, sizeof *e.w), .target = target};
    for (int i = 0; i < n; i++) {
        e.w[i] = w[i] - base * (unit ? unit[i] : 1);
        lits_push(&e.x, x[i]);
    }
    if (equation_reduce(&e, m)) {
        columns_pose(m, e.x.v, e.w, e.x.n, e.target);
        struct residues r = residues_choose(e.w, facts ? e.x.n : 0, e.target);
        if (r.d) residues_pose(m, e.x.v, e.w, e.x.n, e.target, r.d);
    }
    lits_release(&e.x);
    mem_free(e.w);
}

void sums_pose_bare(struct model *m, const struct sums *s, const lit *x, const int64_t *w, int n)
{
    equation_pose(m, x, w, NULL, 0, n, s->target, false);
}

/* Only where the range is narrow does the number of numbers tell enough to be worth its clauses. Where it
 * is one number k, each weight is reduced by the least and the target by k times as much. */
#define NARROW 3

void sums_pose(struct model *m, const struct sums *s, bool repeats, const lit *x, const int64_t *w,
               const int64_t *unit, int n, int64_t most)
{
    struct sums_count c = sums_count(s, repeats);
    int64_t base = 0;
    c.most = min64(c.most, most);
    for (int i = 0; i < s->n && c.least == c.most; i++)
        base = base ? min64(base, s->value[i]) : s->value[i];
    equation_pose(m, x, w, unit, base, n, s->target - c.least * base, true);
    if (c.most - c.least > NARROW) return;
    model_rule(m, "the size of the numbers leaves %lld to %lld of them", (long long)c.least,
               (long long)c.most);
    if (unit)
        model_pb(m, x, unit, n, c.least, c.most);
    else
        model_card(m, x, n, c.least, c.most);
}
