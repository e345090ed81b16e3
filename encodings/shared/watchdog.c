#include "encodings/shared/watchdog.h"

static struct lits sorted(const lit *x, int n, watchdog_merge *merge, int cap, struct cnf *f)
{
    struct lits o = {0};
    if (n == 1) lits_push(&o, *x);
    if (n <= 1) return o;
    struct lits a = sorted(x, n / 2, merge, cap, f), b = sorted(x + n / 2, n - n / 2, merge, cap, f);
    o = merge(&a, &b, cap, f);
    lits_release(&a);
    lits_release(&b);
    return o; // cppcheck-suppress returnDanglingLifetime
}

/* An input with two bits may be in both lists. */
static void forbid(const struct lits *a, const struct lits *b, int sum, lit guard, struct cnf *f)
{
    for (int i = sum > b->n ? sum - b->n : 0; i <= a->n && i <= sum; i++) {
        lit clause[3];
        int n = 0;
        if (guard) clause[n++] = guard;
        if (i) clause[n++] = -a->v[i - 1];
        if (i < sum && (!i || b->v[sum - i - 1] != a->v[i - 1])) clause[n++] = -b->v[sum - i - 1];
        cnf_clause(f, clause, n);
    }
}

static void bucket(const struct constraint *c, int bit, struct lits *x)
{
    x->n = 0;
    for (int i = 0; i < c->n; i++)
        if (c->w[i] >> bit & 1) lits_push(x, c->x[i]);
}

struct lits watchdog_half(const struct lits *a, int first)
{
    struct lits half = {0};
    for (int i = first; i < a->n; i += 2) lits_push(&half, a->v[i]);
    return half;
}

int watchdog_top(const struct constraint *c)
{
    int64_t most = 0;
    for (int i = 0; i < c->n; i++) most = max64(most, c->w[i]);
    return log2_floor((uint64_t)most);
}

void watchdog(const struct constraint *c, watchdog_merge *merge, lit guard, struct cnf *f)
{
    int64_t total = 0;
    for (int i = 0; i < c->n; i++) total += c->w[i];
    if (total <= c->hi) return;
    struct lits x = {0}, carry = {0};
    int p = watchdog_top(c), m = (int)(c->hi >> p) + 1;
    for (int bit = 0; bit < p; bit++) {
        int cap = p - bit > 30 ? INT32_MAX : (int)min64((int64_t)m << (p - bit), INT32_MAX);
        bucket(c, bit, &x);
        struct lits top = sorted(x.v, x.n, merge, cap, f), all = merge(&top, &carry, cap, f);
        bool tare = !(c->hi >> bit & 1);
        lits_release(&carry);
        carry = watchdog_half(&all, tare ? 0 : 1);
        lits_release(&top);
        lits_release(&all);
    }
    bucket(c, p, &x);
    struct lits top = sorted(x.v, x.n, merge, m, f);
    forbid(&top, &carry, m, guard, f);
    lits_release(&top);
    lits_release(&carry);
    lits_release(&x);
}
