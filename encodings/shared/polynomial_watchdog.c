#include "encodings/shared/polynomial_watchdog.h"
#include "base/number.h"

void watchdog_means(struct cnf *f, lit y, int count, const struct watchdog_sum *sum)
{
    SCOPED(terms) all = {0};
    if (!sum || !f->means) return;
    const int64_t unit = (int64_t)1 << sum->bit;
    for (int i = 0; i < sum->n; i++) {
        const int64_t w = sum->w ? sum->w[i] & (2 * unit - 1) : unit;
        if (w) terms_add(&all, sum->x[i], w);
    }
    cnf_means(f, y, all.x.v, all.w, all.x.n, count * unit - sum->tare);
}

struct lits watchdog_totalize(const struct lits *a, const struct lits *b, int cap, const struct watchdog_sum *sum,
                              struct cnf *f)
{
    SCOPED(lits) o = {0};
    for (int k = 0; k < a->n + b->n && k < cap; k++)
        lits_push(&o, a->n && b->n ? cnf_var(f) : a->n ? a->v[k] : b->v[k]);
    const bool both = a->n && b->n;
    for (int k = 0; k < o.n && both && f->means; k++) watchdog_means(f, o.v[k], k + 1, sum);
    for (int i = 0; !f->put && both && i <= a->n; i++) {
        const int from = !i, to = min_int(b->n, o.n - i), n = max_int(to - from + 1, 0);
        cnf_count(f, (struct size){.clauses = n, .literals = n * (i ? 3 : 2) - (i && n)});
    }
    const bool shared = both && o.n > 1 && a->v[0] == b->v[0]; /* an input with two bits is alone in both */
    if (!f->put && shared) cnf_count(f, (struct size){.literals = -1});
    for (int i = 0; i <= a->n && f->put && both; i++)
        for (int j = !i; j <= b->n && i + j <= o.n; j++) {
            lit x = i ? -a->v[i - 1] : 0, y = j ? -b->v[j - 1] : 0; /* one and the same, of an input with two bits */
            cnf_some(f, x, y == x ? 0 : y, o.v[i + j - 1]);
        }
    return TAKEN(o);
}

/* Of a bucket of this weight. */
static struct lits sorted(const lit *x, int n, int bit, watchdog_merge *merge, int cap, struct cnf *f)
{
    struct lits o = {0};
    if (n == 1) lits_push(&o, *x);
    if (n <= 1) return o;
    SCOPED(lits) a = sorted(x, n / 2, bit, merge, cap, f), b = sorted(x + n / 2, n - n / 2, bit, merge, cap, f);
    return merge(&a, &b, cap, &(struct watchdog_sum){.x = x, .n = n, .bit = bit}, f);
}

/* An input with two bits may be in both lists. */
static void forbid(const struct lits *a, const struct lits *b, int sum, lit guard, struct cnf *f)
{
    for (int i = sum > b->n ? sum - b->n : 0; i <= a->n && i <= sum; i++) {
        lit x = i ? -a->v[i - 1] : 0, y = i < sum ? -b->v[sum - i - 1] : 0;
        cnf_some(f, guard, x, y == x ? 0 : y);
    }
}

struct lits watchdog_half(const struct lits *a, int first)
{
    struct lits half = {0};
    lits_reserve(&half, (a->n + 1 - first) / 2);
    for (int i = first; i < a->n; i += 2) lits_push(&half, a->v[i]);
    return half;
}

/* p */
static int watchdog_top(const struct constraint *c)
{
    int64_t most = 0;
    for (int i = 0; i < c->n; i++) most = max64(most, c->w[i]);
    return log2_floor((uint64_t)most);
}

/* How many outputs of a bucket matter, if m of the top one do. */
static int cap_of(int bit, int p, int64_t m)
{
    return p - bit > 30 ? INT32_MAX : (int)min64(m << (p - bit), INT32_MAX);
}

/* Returns bucket `bit` of p, sorted and merged with the carries of the one before, as far as the
 * count m in the top bucket needs them. Takes *carry over. fixed: the tare is that of c->hi. */
static struct lits bucket(const struct constraint *c, int bit, int p, int64_t m, bool fixed, struct lits *carry,
                          watchdog_merge *merge, struct cnf *f)
{
    SCOPED(lits) x = {0}, below = TAKEN(*carry);
    int cap = cap_of(bit, p, m);
    weights_digit(c, bit, false, &x, f);
    SCOPED(lits) top = sorted(x.v, x.n, bit, merge, cap, f);
    const int64_t tares = (m << p) - 1 - c->hi;
    const struct watchdog_sum sum = {
        .x = c->x, .w = c->w, .n = c->n, .bit = bit, .tare = tares & (((int64_t)1 << bit) - 1)};
    return merge(&top, &below, cap, fixed ? &sum : NULL, f);
}

void watchdog(const struct constraint *c, watchdog_merge *merge, lit guard, struct cnf *f)
{
    if (constraint_total(c) <= c->hi) return;
    SCOPED(lits) x = {0}, carry = {0};
    int p = watchdog_top(c), m = (int)(c->hi >> p) + 1;
    for (int bit = 0; bit < p; bit++) {
        const int64_t unit = (int64_t)1 << bit;
        SCOPED(lits) all = bucket(c, bit, p, m, true, &carry, merge, f);
        bool tare = !(c->hi >> bit & 1);
        SCOPED(lits) odd = watchdog_half(&all, 0), even = watchdog_half(&all, 1);
        if (merge != watchdog_totalize) /* whose outputs count inputs, so that the sum is that of the inputs */
            cnf_alternate(f, odd.v, odd.n, even.v, even.n, tare ? -unit : unit);
        carry = tare ? TAKEN(odd) : TAKEN(even);
    }
    weights_digit(c, p, false, &x, f);
    SCOPED(lits) top = sorted(x.v, x.n, p, merge, m, f);
    forbid(&top, &carry, m, guard, f);
}

void watchdog_local(const struct constraint *c, watchdog_merge *merge, bool share, struct cnf *f)
{
    struct constraint others = *c;
    OWNED lit *x = mem_new((size_t)c->n, sizeof *x);
    OWNED int64_t *w = mem_new((size_t)c->n, sizeof *w);
    OWNED int *group = mem_new((size_t)c->n, sizeof *group);
    others.x = x;
    others.w = w;
    others.group = c->group ? group : NULL;
    bool shared = false;
    for (int i = 0; i < c->n; i++) {
        if (share && weights_one_bit(c->w[i])) {
            shared = true;
            continue;
        }
        others.hi = c->hi - c->w[i];
        others.n = 0;
        cnf_again(f, c);
        for (int j = 0; j < c->n; j++) {
            if (j == i || (c->group && c->group[j] == c->group[i])) continue;
            if (c->w[j] > others.hi) {
                if (j > i || (share && weights_one_bit(c->w[j]))) cnf_2(f, -c->x[i], -c->x[j]);
            } else {
                x[others.n] = c->x[j];
                group[others.n] = c->group ? c->group[j] : 0;
                w[others.n++] = c->w[j];
            }
        }
        watchdog(&others, merge, -c->x[i], f);
    }
    if (!shared) return;
    cnf_again(f, c);
    watchdog(c, merge, 0, f);
}

double watchdog_clauses(const struct constraint *c)
{
    double guess = 0, carried = 0;
    for (int bit = 0, p = watchdog_top(c); bit <= p; bit++) {
        double n = weights_bits(c, bit);
        guess += n * n / 2 + (n + 1) * (carried + 1);
        carried = (n + carried) / 2;
    }
    return guess;
}

/* The outputs of watchdog_totalize for so many of a and b; subtracts its clauses. */
static int totalized(int a, int b, int cap, int64_t *most)
{
    const int n = min_int(a + b, cap);
    for (int i = 0; i <= a && a && b; i++) *most -= max_int(min_int(b, n - i) + (i > 0), 0);
    return n;
}

/* The same of `sorted`. */
static int totalized_all(int n, int cap, int64_t *most)
{
    if (n < 2 || *most < 0) return n;
    const int a = totalized_all(n / 2, cap, most), b = totalized_all(n - n / 2, cap, most);
    return totalized(a, b, cap, most);
}

bool watchdog_exceeds(const struct constraint *c, int64_t most)
{
    const int p = watchdog_top(c);
    const int64_t m = (c->hi >> p) + 1;
    int carry = 0;
    if (c->group || constraint_total(c) <= c->hi) return false;
    for (int bit = 0; bit < p && most >= 0; bit++) {
        const int cap = cap_of(bit, p, m), n = totalized_all((int)weights_bits(c, bit), cap, &most);
        carry = (totalized(n, carry, cap, &most) + !(c->hi >> bit & 1)) / 2;
    }
    return most < 0;
}

void watchdog_watch(const struct constraint *c, watchdog_merge *merge, struct cnf *f, struct outputs *out)
{
    SCOPED(lits) carry = {0};
    int p = watchdog_top(c);
    int64_t m = min64((c->hi >> p) + 1, INT32_MAX);
    for (int bit = 0; bit <= p; bit++) {
        SCOPED(lits) all = bucket(c, bit, p, m, false, &carry, merge, f);
        if (bit == p) {
            carry = TAKEN(all);
            break;
        }
        lit t = cnf_var(f);
        SCOPED(lits) with = merge(&all, &(struct lits){.v = &t, .n = 1}, cap_of(bit, p, m), NULL, f);
        lits_push(&out->tare, t);
        carry = watchdog_half(&with, 1);
    }
    for (int i = 0; i < carry.n; i++) outputs_push(out, carry.v[i], (int64_t)(i + 1) << p);
}
