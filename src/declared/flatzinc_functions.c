/* The functions, elements and sets of FlatZinc as rows of a model. */
#include "declared/flatzinc_inside.h"

#include "model/model_functions.h"

#include <string.h>

/* The most pairs of values for which a function is a table; beyond them, bits are smaller
 * (PRODUCT_ROWS in model_functions.c). */
enum { FLATZINC_PAIRS = 1 << 10, FLATZINC_QUOTIENTS = 1 << 12, FLATZINC_CASES = 24 };

/* ---- new variables -------------------------------------------------------------------------- */

/* A new variable of this domain. */
static struct flatzinc_value flatzinc_fresh(struct flatzinc_builder *b, int64_t lo, int64_t hi)
{
    struct flatzinc *f = b->f;
    if (lo == hi) return (struct flatzinc_value){FLATZINC_NUMBER, 0, lo};
    struct flatzinc_variable x = {
        mem_string("of a part"), FLATZINC_INT, {.lo = lo, .hi = hi}, b->line, .definition = -1};
    MEM_PUSH(f->variable, f->variables, f->variable_cap, x);
    b->form = mem_resize(b->form, (size_t)f->variables + 1, sizeof *b->form);
    b->form[f->variables - 1] = (struct flatzinc_form){.integer = flatzinc_integer(b, lo, hi), .index = -1};
    return (struct flatzinc_value){FLATZINC_VARIABLE, 0, f->variables - 1};
}

/* ---- products and quotients ------------------------------------------------------------------ */

static bool flatzinc_times(struct flatzinc_builder *b, struct flatzinc_value x, struct flatzinc_value y,
                           struct flatzinc_value z)
{
    struct flatzinc_set s = flatzinc_domain_of(b, x), t = flatzinc_domain_of(b, y);
    if (s.lo == s.hi) return flatzinc_two(b, s.lo, y, -1, z, 0, 0, FLATZINC_ALWAYS);
    if (t.lo == t.hi) return flatzinc_two(b, t.lo, x, -1, z, 0, 0, FLATZINC_ALWAYS);
    const int64_t p = flatzinc_size(&s), q = flatzinc_size(&t);
    if (p > q) return flatzinc_times(b, y, x, z);
    if (p <= (flatzinc_has_values(b, x) ? FLATZINC_CASES : 2)) { /* for each value v of x, z = v y */
        for (int64_t i = 0; i < p; i++) {
            const int64_t v = flatzinc_at(&s, i);
            struct flatzinc_when when = {flatzinc_is(b, x, v), true};
            if (!flatzinc_two(b, v, y, -1, z, 0, 0, when)) return false;
        }
        return true;
    }
    const int u = flatzinc_made(b, x), v = flatzinc_made(b, y), w = flatzinc_made(b, z);
    struct integer a = model_integer(b->m, u), c = model_integer(b->m, v);
    if (max64(llabs(a.lo), llabs(a.hi)) > MODEL_INT_END / max64(max64(llabs(c.lo), llabs(c.hi)), 1))
        return flatzinc_refuse(b, "a product can be beyond 2^40; give its integers smaller domains.");
    model_product(b->m, u, v, w);
    return true;
}

/* x = y q + m, rounded to 0: m has the sign of x and is smaller than y. */
static bool flatzinc_divide_by(struct flatzinc_builder *b, struct flatzinc_value x, struct flatzinc_value y,
                               struct flatzinc_value q, struct flatzinc_value m)
{
    struct flatzinc_set s = flatzinc_domain_of(b, x), t = flatzinc_domain_of(b, y);
    struct flatzinc_set u = flatzinc_domain_of(b, m);
    const bool constant = t.lo == t.hi;
    const struct flatzinc_value p =
        constant ? q : flatzinc_fresh(b, s.lo - max64(u.hi, 0), s.hi - min64(u.lo, 0)); /* y q */
    SCOPED(flatzinc_sum) sum = {0};
    flatzinc_add(b, &sum, x, 1);
    flatzinc_add(b, &sum, p, constant ? -t.lo : -1);
    flatzinc_add(b, &sum, m, -1);
    flatzinc_some(b, -flatzinc_is(b, y, 0), LIT_FALSE, LIT_FALSE);
    if (!flatzinc_between(b, &sum, 0, 0, FLATZINC_ALWAYS) || (!constant && !flatzinc_times(b, y, q, p))) return false;
    const lit up = flatzinc_in(b, x, 0, INT64_MAX), over = flatzinc_in(b, y, 1, INT64_MAX);
    for (int side = 0; side < 4; side++) {
        const bool positive = side < 2, above = side % 2;
        const lit r = -flatzinc_either(b, positive ? -up : up, above ? -over : over);
        struct flatzinc_when when = {r, r != LIT_TRUE};
        if (r == LIT_FALSE) continue;
        if (!flatzinc_two(b, 1, m, 0, m, positive ? 0 : INT64_MIN, positive ? INT64_MAX : 0, when) ||
            !flatzinc_two(b, positive ? 1 : -1, m, above ? -1 : 1, y, INT64_MIN, -1, when))
            return false;
    }
    return true;
}

static bool flatzinc_quotient(struct flatzinc_builder *b, bool rest, struct flatzinc_value x, struct flatzinc_value y,
                              struct flatzinc_value z)
{
    struct flatzinc_set s = flatzinc_domain_of(b, x), t = flatzinc_domain_of(b, y);
    const int64_t most = max64(llabs(s.lo), llabs(s.hi)), far = max64(llabs(t.lo), llabs(t.hi)) - 1;
    if (far < 0) {
        model_clause(b->m, NULL, 0);
        return true;
    }
    if (rest) return flatzinc_divide_by(b, x, y, flatzinc_fresh(b, s.lo >= 0 && t.lo >= 0 ? 0 : -most, most), z);
    return flatzinc_divide_by(b, x, y, z,
                              flatzinc_fresh(b, s.lo < 0 ? -min64(far, most) : 0, s.hi > 0 ? min64(far, most) : 0));
}

static bool flatzinc_power(struct flatzinc_builder *b, struct flatzinc_value x, struct flatzinc_value y,
                           struct flatzinc_value z, bool other)
{
    struct flatzinc_set s = flatzinc_domain_of(b, x), t = flatzinc_domain_of(b, y);
    if (t.lo != t.hi || t.lo < 1 || other)
        return flatzinc_refuse(b, "a power of many values has an exponent that is no positive number.");
    struct flatzinc_value last = x;
    for (int64_t k = 2; k <= t.lo; k++) {
        int64_t lo = 0, hi = 0, v, ends[] = {s.lo, s.hi, 0};
        for (int i = 0; i < 3; i++) {
            if (!flatzinc_function(FLATZINC_int_pow, ends[i], k, &v) || llabs(v) > MODEL_INT_END)
                return flatzinc_refuse(b, "a power can be beyond 2^40; give its integers smaller domains.");
            lo = min64(lo, v);
            hi = max64(hi, v);
        }
        struct flatzinc_value next = k == t.lo ? z : flatzinc_fresh(b, lo, hi);
        if (!flatzinc_times(b, x, last, next)) return false;
        last = next;
    }
    return t.lo > 1 || flatzinc_two(b, 1, x, -1, z, 0, 0, FLATZINC_ALWAYS);
}

/* z is the largest (sign 1) or least of the n values. */
static bool flatzinc_largest(struct flatzinc_builder *b, struct flatzinc_value z, const struct flatzinc_value *x, int n,
                             int sign)
{
    SCOPED(lits) some = {0};
    for (int i = 0; i < n; i++) {
        struct flatzinc_set s = flatzinc_domain_of(b, x[i]), all = flatzinc_domain_of(b, z);
        if (!flatzinc_two(b, sign, z, -sign, x[i], 0, INT64_MAX, FLATZINC_ALWAYS)) return false;
        if (sign > 0 ? s.hi < all.lo : s.lo > all.hi) continue;
        lit reached = n == 1 ? LIT_TRUE : flatzinc_derived(b);
        lits_push(&some, reached);
        if (!flatzinc_two(b, sign, z, -sign, x[i], INT64_MIN, 0, (struct flatzinc_when){reached, n > 1})) return false;
    }
    model_some(b->m, some.v, some.n);
    return true;
}

/* ---- elements ------------------------------------------------------------------------------- */

static bool flatzinc_elements(struct flatzinc_builder *b, const struct flatzinc_constraint *c,
                              const struct flatzinc_value *a)
{
    const struct flatzinc_value *x = b->f->item + a[1].v;
    const bool sets = c->kind == FLATZINC_array_var_set_element;
    if (!flatzinc_two(b, 1, a[0], 0, a[0], 1, a[1].n, FLATZINC_ALWAYS)) return false;
    for (int i = 0; i < a[1].n; i++) {
        const lit here = flatzinc_is(b, a[0], i + 1);
        const struct flatzinc_when when = {here, here != LIT_TRUE};
        const struct flatzinc_value both[] = {x[i], a[2]};
        if (here == LIT_FALSE) continue;
        if (sets ? !flatzinc_post_set(b, FLATZINC_set_eq, both, when) : !flatzinc_two(b, 1, x[i], -1, a[2], 0, 0, when))
            return false;
    }
    return true;
}

/* ---- functions ------------------------------------------------------------------------------ */

bool flatzinc_post_function(struct flatzinc_builder *b, const struct flatzinc_constraint *c)
{
    struct flatzinc_value a[3] = {0};
    for (int i = 0; i < 3 && i < c->n; i++) a[i] = b->f->item[c->from + i];
    int64_t most = FLATZINC_QUOTIENTS; /* pairs of a table */
    if (c->kind == FLATZINC_int_times && !flatzinc_is_variable(a[0], a[1])) {
        struct flatzinc_set s = flatzinc_domain_of(b, a[0]), t = flatzinc_domain_of(b, a[1]);
        most = flatzinc_size(&s) > 2 && flatzinc_size(&t) > 2 ? FLATZINC_PAIRS : 0;
    }
    if (c->kind == FLATZINC_int_abs && !flatzinc_has_values(b, a[0])) most = 64;
    if (flatzinc_table(b, c, most)) return true;
    switch (c->kind) {
    case FLATZINC_int_times:
        return flatzinc_times(b, a[0], a[1], a[2]);
    case FLATZINC_int_div:
    case FLATZINC_int_mod:
        return flatzinc_quotient(b, c->kind == FLATZINC_int_mod, a[0], a[1], a[2]);
    case FLATZINC_int_pow:
        return flatzinc_power(b, a[0], a[1], a[2], c->other);
    case FLATZINC_int_abs: {
        const lit up = flatzinc_in(b, a[0], 0, INT64_MAX);
        return flatzinc_two(b, 1, a[0], -1, a[1], 0, 0, (struct flatzinc_when){up, up != LIT_TRUE}) &&
               flatzinc_two(b, 1, a[0], 1, a[1], 0, 0, (struct flatzinc_when){-up, up != LIT_FALSE});
    }
    case FLATZINC_array_int_maximum:
    case FLATZINC_array_int_minimum:
        return flatzinc_largest(b, a[0], b->f->item + a[1].v, a[1].n, c->kind == FLATZINC_array_int_maximum ? 1 : -1);
    default:
        return flatzinc_elements(b, c, a);
    }
}
