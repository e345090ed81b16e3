#include "encodings/shared/sorting.h"

/* ---- networks -------------------------------------------------------------------------------- */

/* *max = a or b, *min = a and b; min NULL: not wanted. */
static void compare(enum direction d, lit a, lit b, lit *max, lit *min, struct cnf *f)
{
    *max = cnf_var(f);
    if (min) *min = cnf_var(f);
    if (d & COUNT_UP) {
        cnf_2(f, -a, *max);
        cnf_2(f, -b, *max);
        if (min) cnf_3(f, -a, -b, *min);
    }
    if (d & COUNT_DOWN) {
        cnf_3(f, a, b, -*max);
        if (min) cnf_2(f, a, -*min);
        if (min) cnf_2(f, b, -*min);
    }
}

/* Every second one from x[0] on. */
static void pick(const lit *x, int n, lit *to)
{
    for (int i = 0; i < n; i += 2) to[i / 2] = x[i];
}

int sorting_merge(enum direction d, const lit *x, int a, const lit *y, int b, int c, lit *z, struct cnf *f)
{
    a = min_int(a, c);
    b = min_int(b, c);
    int n = min_int(a + b, c);
    if (!a || !b) {
        for (int i = 0; i < n; i++) z[i] = a ? x[i] : y[i];
        return n;
    }
    if (a == 1 && b == 1) {
        compare(d, *x, *y, z, n > 1 ? z + 1 : NULL, f);
        return n;
    }
    /* Of the odd places there are at most two more true ones than of the even ones. */
    int a1 = (a + 1) / 2, b1 = (b + 1) / 2, a2 = a / 2, b2 = b / 2;
    lit *p = mem_new(2 * (size_t)(a + b), sizeof *p), *u = p + a1 + b1, *q = u + a1 + b1, *v = q + a2 + b2;
    pick(x, a, p);
    pick(y, b, p + a1);
    pick(x + 1, a - 1, q);
    pick(y + 1, b - 1, q + a2);
    int n1 = sorting_merge(d, p, a1, p + a1, b1, c / 2 + 1, u, f);
    int n2 = sorting_merge(d, q, a2, q + a2, b2, c / 2, v, f);
    z[0] = u[0];
    for (int i = 1, j = 1; j < n; i++, j += 2) {
        if (i < n1 && i <= n2)
            compare(d, u[i], v[i - 1], z + j, j + 1 < n ? z + j + 1 : NULL, f);
        else
            z[j] = i < n1 ? u[i] : v[i - 1];
    }
    mem_free(p);
    return n;
}

void sorting_select(enum direction d, const lit *x, int n, int c, lit *z, struct cnf *f)
{
    if (n == 1) {
        z[0] = x[0];
        return;
    }
    lit *half = mem_new((size_t)n, sizeof *half);
    int a = n / 2, b = n - a;
    struct size before = f->made;
    sorting_select(d, x, a, min_int(a, c), half, f);
    if (a != b || !cnf_again(f, before)) sorting_select(d, x + a, b, min_int(b, c), half + a, f);
    sorting_merge(d, half, min_int(a, c), half + a, min_int(b, c), c, z, f);
    mem_free(half);
}

/* ---- use ------------------------------------------------------------------------------------- */

/* How a constraint uses a selector: on the inputs or on their negations, whichever needs less. */
struct use {
    bool negate;
    int lo, hi; /* bounds of the sum, or of the negated sum */
    int c;      /* outputs needed */
    enum direction d;
};

static struct use range(const struct constraint *c)
{
    int n = c->n, lo = (int)c->lo, hi = (int)c->hi;
    int plain = hi < n ? hi + 1 : lo, negated = lo ? n - lo + 1 : n - hi;
    struct use use = {.negate = negated < plain, .lo = lo, .hi = hi, .c = plain};
    if (use.negate) {
        use.lo = n - hi;
        use.hi = n - lo;
        use.c = negated;
    }
    use.d = (enum direction)((use.hi < n ? COUNT_UP : 0) | (use.lo ? COUNT_DOWN : 0));
    return use;
}

static lit *outputs_of(const struct constraint *c, struct use use, sorting_selector *select, struct cnf *f)
{
    lit *z = mem_new(2 * (size_t)c->n, sizeof *z), *x = z + c->n;
    for (int i = 0; i < c->n; i++) x[i] = use.negate ? -c->x[i] : c->x[i];
    select(use.d, x, c->n, use.c, z, f);
    return z;
}

void sorting_encode(const struct constraint *c, sorting_selector *select, struct cnf *f)
{
    struct use use = range(c);
    lit *z = outputs_of(c, use, select, f);
    if (use.hi < c->n) cnf_1(f, -z[use.hi]);
    if (use.lo) cnf_1(f, z[use.lo - 1]);
    mem_free(z);
}

void sorting_count(const struct constraint *c, enum direction d, sorting_selector *select, struct cnf *f,
                   struct outputs *out)
{
    int lo = (int)c->lo, hi = (int)c->hi;
    struct use use = {.negate = c->n - lo < hi, .c = hi, .d = d};
    if (use.negate) {
        use.c = c->n - lo;
        if (d != COUNT_BOTH) use.d = d == COUNT_UP ? COUNT_DOWN : COUNT_UP;
    }
    lit *z = outputs_of(c, use, select, f);
    for (int v = lo + 1; v <= hi; v++) outputs_push(out, use.negate ? -z[c->n - v] : z[v - 1], v);
    mem_free(z);
}
