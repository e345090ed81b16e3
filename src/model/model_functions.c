/* Functions of integers: products, quotients, remainders, powers, absolute, least and largest
 * values. They become tables, sums and conditional sums. */
#include "model/model_functions.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Why a function is refused. */
struct refusal {
    enum row_fault fault;
    struct text *err;
};

/* Returns -1, which is no integer. */
static int function_refused(struct refusal *why, enum row_fault fault, const char *format, ...)
{
    why->fault = fault;
    text_clear(why->err);
    TEXT_ADD_ARGUMENTS(why->err, format);
    return -1;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A function of two values: sets *v, if it is defined and as small as integers are. */
enum defined { UNDEFINED, DEFINED, TOO_LARGE };
typedef enum defined function(int64_t a, int64_t b, int64_t *v);

static enum defined small_enough(__int128 v, int64_t *to)
{
    *to = (int64_t)v;
    return v >= -MODEL_INT_END && v <= MODEL_INT_END ? DEFINED : TOO_LARGE;
}
static enum defined times(int64_t a, int64_t b, int64_t *v) { return small_enough((__int128)a * b, v); }

/* Rounded down, as in Python. */
static enum defined quotient(int64_t a, int64_t b, int64_t *v)
{
    return b ? small_enough(a / b - (a % b != 0 && (a < 0) != (b < 0)), v) : UNDEFINED;
}
static enum defined remainder_of(int64_t a, int64_t b, int64_t *v)
{
    return b ? small_enough(a - b * (a / b - (a % b != 0 && (a < 0) != (b < 0))), v) : UNDEFINED;
}

static enum defined power_of(int64_t a, int64_t b, int64_t *v)
{
    enum defined is = b < 0 ? UNDEFINED : DEFINED;
    if (a >= -1 && a <= 1 && b > 2) b = 2 - b % 2; /* the same power */
    for (*v = 1; b > 0 && is == DEFINED; b--) is = times(*v, a, v);
    return is;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void model_sum_if(struct model *m, lit iff, bool half, int n, const int *integer, const int64_t *w, int64_t lo,
                  int64_t hi)
{
    model_add(m, &(struct row){.kind = ROW_LINEAR,
                               .integer = integer,
                               .integers = n,
                               .w = w,
                               .lo = lo,
                               .hi = hi,
                               .iff = iff,
                               .half = half});
}

lit model_in_range(struct model *m, int integer, int64_t lo, int64_t hi)
{
    lit y = model_derived(m, "x%d", model_vars(m) + 1);
    model_sum_if(m, y, false, 1, &integer, (int64_t[]){1}, lo, hi);
    return y;
}

/* Requires z = lo + the sum of the n first w x; the last of w is -1. */
static void function_sum(struct model *m, const lit *x, int n, const int64_t *w, int z, int64_t lo)
{
    model_add(m, &(struct row){
                     .kind = ROW_LINEAR, .n = n, .x = x, .integer = &z, .integers = 1, .w = w, .lo = -lo, .hi = -lo});
}

static int function_int(struct model *m, int64_t lo, int64_t hi)
{
    return model_int(m, lo, hi, FORMS, "i%d", model_ints(m) + 1);
}

static int64_t domain_size(struct integer x) { return x.hi - x.lo + 1; }
static int64_t magnitude(struct integer x) { return max64(llabs(x.lo), llabs(x.hi)); }

/* ---- functions by a table -------------------------------------------------------------------- */

/* The most rows of a table of a function, and of a product, which is smaller in bits beyond it. The
 * clauses of x * y == z, from 1 on: 2907 by a table and 4224 in bits for 16 values each, 10075 and
 * 12703 for 30, 43456 and 41261 for 24 and 60, 115566 and 105681 for 60, 231243 and 51797 for 12 and
 * 1000. */
enum { TABLE_ROWS = 1 << 12, PRODUCT_ROWS = 1 << 10 };

/* The rows x, y, f(x, y) where f is defined, without x or y if it is constant or the same integer. */
struct rows {
    int integer[3], columns;
    int64_t *v, n, lo, hi; /* lo, hi: of the function's values */
    bool large;            /* some are too large */
};

static void rows_release(struct rows *r) { mem_free(r->v); }

static struct rows function_rows(const struct model *m, function *f, int x, int y)
{
    struct integer a = model_integer(m, x), b = model_integer(m, y);
    const bool both = x != y && a.lo < a.hi && b.lo < b.hi, second = x != y && !both && b.lo < b.hi;
    struct rows r = {.integer = {second ? y : x, y}, .columns = both ? 3 : 2, .lo = INT64_MAX, .hi = INT64_MIN};
    r.v = mem_new((size_t)(domain_size(a) * (x == y ? 1 : domain_size(b)) * r.columns), sizeof *r.v);
    for (int64_t p = a.lo; p <= a.hi; p++)
        for (int64_t q = x == y ? p : b.lo, end = x == y ? p : b.hi; q <= end; q++) {
            int64_t value, *to = r.v + r.columns * r.n;
            enum defined is = f(p, q, &value);
            r.large = r.large || is == TOO_LARGE;
            if (is != DEFINED) continue;
            to[0] = second ? q : p;
            to[1] = q;
            to[r.columns - 1] = value;
            r.n++;
            r.lo = min64(r.lo, value);
            r.hi = max64(r.hi, value);
        }
    return r;
}

/* An integer that is f(x, y), where that is defined. -1, with a sentence: it is undefined
 * everywhere, or its values are too far apart. */
static int tabulated(struct model *m, function *f, int x, int y, struct refusal *why)
{
    SCOPED(rows) r = function_rows(m, f, x, y);
    const bool wide = r.n && r.hi - r.lo >= MODEL_INT_VALUES;
    if (r.large || !r.n)
        return function_refused(why, ROW_LARGE, "The function has %s.",
                                r.large ? "values beyond 2^40; give its integers smaller domains"
                                        : "no value for any integers");
    if (wide && r.columns > 2)
        return function_refused(why, ROW_LARGE,
                                "The function's values are from %lld to %lld, which is too far for a table.",
                                (long long)r.lo, (long long)r.hi);
    const int z = function_int(m, r.lo, r.hi);
    if (!wide) {
        r.integer[r.columns - 1] = z;
        model_add(m,
                  &(struct row){.kind = ROW_TABLE, .integer = r.integer, .integers = r.columns, .w = r.v, .hi = r.n});
        return z;
    }
    /* z is the sum of the values, each times the literal that chooses it */
    SCOPED(lits) chosen = {0};
    OWNED int64_t *w = mem_new((size_t)r.n + 1, sizeof *w);
    for (int64_t k = 0; k < r.n; k++) {
        w[k] = r.v[2 * k + 1] - r.lo;
        lits_push(&chosen, model_in_range(m, r.integer[0], r.v[2 * k], r.v[2 * k]));
    }
    w[r.n] = -1;
    model_card(m, chosen.v, chosen.n, 1, 1);
    function_sum(m, chosen.v, chosen.n, w, z, r.lo);
    return z;
}

/* ---- products and quotients ------------------------------------------------------------------ */

/* Whether a table of a function of x and y would have more rows than this; of one integer, more
 * than TABLE_ROWS. */
static bool larger_than(const struct model *m, int x, int y, int64_t rows)
{
    const int64_t p = domain_size(model_integer(m, x)), q = domain_size(model_integer(m, y));
    return p > TABLE_ROWS || q > TABLE_ROWS || (x != y && min64(p, q) > 1 && p * q > rows);
}

/* z = x y: for each value v of x, z = v y if x = v. */
static void product_by_values(struct model *m, int x, int y, int z)
{
    struct integer a = model_integer(m, x);
    for (int64_t v = a.lo; v <= a.hi; v++)
        model_sum_if(m, model_in_range(m, x, v, v), true, 2, (const int[]){z, y}, (const int64_t[]){1, -v}, 0, 0);
}

/* z = x y: x is its least value and a sum of bits, each of which chooses between y and 0. */
static void product_by_bits(struct model *m, int x, int y, int z)
{
    struct integer a = model_integer(m, x), b = model_integer(m, y);
    const int bits = log2_floor((uint64_t)(a.hi - a.lo)) + 1;
    lit bit[64];
    int part[66] = {z, y};
    int64_t w[66] = {1, -a.lo}, of_x[66];
    for (int k = 0; k < bits; k++) {
        bit[k] = model_derived(m, "x%d", model_vars(m) + 1);
        part[k + 2] = function_int(m, min64(b.lo, 0), max64(b.hi, 0));
        w[k + 2] = -((int64_t)1 << k);
        of_x[k] = (int64_t)1 << k;
        model_sum_if(m, bit[k], true, 2, (const int[]){part[k + 2], y}, (const int64_t[]){1, -1}, 0, 0);
        model_sum_if(m, -bit[k], true, 1, &part[k + 2], (const int64_t[]){1}, 0, 0);
    }
    of_x[bits] = -1;
    function_sum(m, bit, bits, of_x, x, a.lo);
    model_sum_if(m, 0, false, bits + 2, part, w, 0, 0);
}

void model_product(struct model *m, int x, int y, int z)
{
    if (domain_size(model_integer(m, x)) > domain_size(model_integer(m, y))) {
        int swap = x;
        x = y;
        y = swap;
    }
    struct integer a = model_integer(m, x);
    if (a.lo == a.hi)
        model_sum_if(m, 0, false, 2, (const int[]){z, y}, (const int64_t[]){1, -a.lo}, 0, 0);
    else if (domain_size(a) == 2 && !larger_than(m, x, y, PRODUCT_ROWS))
        product_by_values(m, x, y, z);
    else
        product_by_bits(m, x, y, z);
}

/* The least and the largest value of f at the corners of the domains, of the divisor also -1 and 1.
 * *lo > *hi: none. */
static void corners(const struct model *m, function *f, int x, int y, int64_t *lo, int64_t *hi)
{
    struct integer a = model_integer(m, x), b = model_integer(m, y);
    const int64_t p[] = {a.lo, a.hi}, q[] = {b.lo, b.hi, -1, 1};
    *lo = INT64_MAX;
    *hi = INT64_MIN;
    for (int i = 0; i < 8; i++) {
        int64_t v, d = q[i / 2];
        if (d < b.lo || d > b.hi || f(p[i % 2], d, &v) == UNDEFINED) continue;
        *lo = min64(*lo, v);
        *hi = max64(*hi, v);
    }
}

static int multiplied(struct model *m, int x, int y, struct refusal *why)
{
    int64_t lo, hi;
    const int64_t fewest = min64(domain_size(model_integer(m, x)), domain_size(model_integer(m, y)));
    if (!larger_than(m, x, y, PRODUCT_ROWS) && (x == y || fewest != 2)) return tabulated(m, times, x, y, why);
    if (magnitude(model_integer(m, x)) > MODEL_INT_END / max64(magnitude(model_integer(m, y)), 1))
        return function_refused(why, ROW_LARGE,
                                "The product of %s and %s can be beyond 2^40; give them smaller domains.",
                                model_int_name(m, x), model_int_name(m, y));
    corners(m, times, x, y, &lo, &hi);
    if (x == y) lo = max64(lo, 0);
    int z = function_int(m, lo, hi);
    model_product(m, x, y, z);
    return z;
}

/* x // y, or x % y if `rest`: x = y q + r, where r is from 0 to y - 1 or from y + 1 to 0. */
static int divided(struct model *m, int x, int y, bool rest, struct refusal *why)
{
    if (!larger_than(m, x, y, TABLE_ROWS)) return tabulated(m, rest ? remainder_of : quotient, x, y, why);
    struct integer a = model_integer(m, x), b = model_integer(m, y);
    int64_t lo, hi;
    corners(m, quotient, x, y, &lo, &hi);
    if (lo > hi) return function_refused(why, ROW_WRONG, "The divisor %s is always 0.", model_int_name(m, y));
    const int64_t r_lo = min64(b.lo + 1, 0), r_hi = max64(b.hi - 1, 0), p_lo = a.lo - r_hi, p_hi = a.hi - r_lo;
    const int64_t most = max64(llabs(lo), llabs(hi));
    if (p_lo < -MODEL_INT_END || p_hi > MODEL_INT_END || magnitude(b) > (MODEL_SUM >> 3) / max64(most, 1))
        return function_refused(why, ROW_LARGE,
                                "The quotient of %s and %s needs sums of more than 57 bits; give them smaller domains.",
                                model_int_name(m, x), model_int_name(m, y));
    int q = function_int(m, lo, hi), r = function_int(m, r_lo, r_hi), p = function_int(m, p_lo, p_hi);
    model_product(m, y, q, p);
    model_sum_if(m, 0, false, 3, (const int[]){x, p, r}, (const int64_t[]){1, -1, -1}, 0, 0);
    lit above = model_in_range(m, y, 1, MODEL_INT_END), below = model_in_range(m, y, -MODEL_INT_END, -1);
    model_clause(m, (const lit[]){above, below}, 2);
    model_sum_if(m, above, true, 1, &r, (const int64_t[]){1}, 0, INT64_MAX);
    model_sum_if(m, above, true, 2, (const int[]){y, r}, (const int64_t[]){1, -1}, 1, INT64_MAX);
    model_sum_if(m, below, true, 1, &r, (const int64_t[]){1}, INT64_MIN, 0);
    model_sum_if(m, below, true, 2, (const int[]){y, r}, (const int64_t[]){1, -1}, INT64_MIN, -1);
    return rest ? r : q;
}

/* ---- the largest of several ------------------------------------------------------------------ */

/* The largest (sign 1) or least (sign -1) of w x; each w is 1 or -1. */
static int extreme(struct model *m, int sign, const int *x, const int64_t *w, int n)
{
    int64_t lo = -MODEL_SUM, hi = -MODEL_SUM; /* of sign times the value */
    SCOPED(lits) some = {0};
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(m, x[i]);
        const bool rises = sign * w[i] > 0;
        lo = max64(lo, rises ? it.lo : -it.hi);
        hi = max64(hi, rises ? it.hi : -it.lo);
    }
    if (n == 2 && x[0] == x[1] && w[0] != w[1]) lo = max64(lo, 0);
    int z = function_int(m, sign > 0 ? lo : -hi, sign > 0 ? hi : -lo);
    for (int i = 0; i < n; i++) {
        lit reached = model_derived(m, "x%d", model_vars(m) + 1);
        const int both[] = {z, x[i]};
        const int64_t v[] = {sign, -sign * w[i]};
        model_sum_if(m, 0, false, 2, both, v, 0, INT64_MAX);
        model_sum_if(m, reached, false, 2, both, v, INT64_MIN, 0);
        lits_push(&some, reached);
    }
    model_clause(m, some.v, some.n);
    return z;
}

enum row_fault model_function(struct model *m, const char *name, const int *integer, int n, int *result,
                              struct text *err)
{
    static const char *const names[] = {"*", "//", "%", "**", "abs", "min", "max"};
    struct refusal why = {.err = err};
    int which = 0;
    while (which < 7 && strcmp(names[which], name) != 0) which++;
    if (which == 7)
        function_refused(&why, ROW_WRONG, "There is no function '%.40s'; choose *, //, %%, **, abs, min or max.", name);
    else if (which < 5 ? n != 2 - (which == 4) : n < 1)
        function_refused(&why, ROW_WRONG, "The function %s has %d integers; it takes %s.", name, n,
                         which < 4    ? "2"
                         : which == 4 ? "1"
                                      : "1 or more");
    else if (which == 3 && larger_than(m, integer[0], integer[1], TABLE_ROWS))
        function_refused(&why, ROW_LARGE, "A power takes integers with at most %d pairs of values.", TABLE_ROWS);
    if (why.fault) return why.fault;
    if (which == 0) {
        *result = multiplied(m, integer[0], integer[1], &why);
    } else if (which < 3) {
        *result = divided(m, integer[0], integer[1], which == 2, &why);
    } else if (which == 3) {
        *result = tabulated(m, power_of, integer[0], integer[1], &why);
    } else if (which == 4) {
        *result = extreme(m, 1, (const int[]){integer[0], integer[0]}, (const int64_t[]){1, -1}, 2);
    } else {
        OWNED int64_t *ones = mem_new((size_t)n, sizeof *ones);
        for (int i = 0; i < n; i++) ones[i] = 1;
        *result = extreme(m, which == 6 ? 1 : -1, integer, ones, n);
    }
    return why.fault;
}
