/* Functions of integers in models of the caller: products, quotients, remainders, powers, absolute, least and largest
 * values, elements of lists, and domains with holes. They become tables, sums and conditional sums. */
#include "lib/inside.h"

#include "base/number.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

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

/* Adds lo <= the sum of the terms <= hi; iff: the literal that is equivalent to it or, if half, implies it; 0: none. */
static void function_sum(loophole_model *m, lit iff, bool half, int n, const int *integer, const int64_t *w, int64_t lo,
                         int64_t hi)
{
    model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                  .integer = integer,
                                  .integers = n,
                                  .w = w,
                                  .lo = lo,
                                  .hi = hi,
                                  .iff = iff,
                                  .half = half});
}

/* A derived variable that is true if and only if lo <= integer <= hi. */
static lit in_range(loophole_model *m, int integer, int64_t lo, int64_t hi)
{
    lit y = model_derived(m->m, "x%d", model_vars(m->m) + 1);
    function_sum(m, y, false, 1, &integer, (int64_t[]){1}, lo, hi);
    return y;
}

static int new_int(loophole_model *m, int64_t lo, int64_t hi)
{
    return model_int(m->m, lo, hi, FORMS, "i%d", model_ints(m->m) + 1);
}

static int64_t domain_size(struct integer x) { return x.hi - x.lo + 1; }
static int64_t magnitude(struct integer x) { return max64(llabs(x.lo), llabs(x.hi)); }

/* ---- functions by a table -------------------------------------------------------------------- */

/* The most rows of a table of a function, and of a product, which is smaller in bits beyond it: docs/integers.md. */
enum { TABLE_ROWS = 1 << 12, PRODUCT_ROWS = 1 << 10 };

/* The rows x, y, f(x, y) where f is defined, without x or y if it is constant or the same integer. */
struct rows {
    int integer[3], columns;
    int64_t *v, n, lo, hi; /* lo, hi: of the function's values */
    bool large;            /* some are too large */
};

static struct rows function_rows(const loophole_model *m, function *f, int x, int y)
{
    struct integer a = model_integer(m->m, x), b = model_integer(m->m, y);
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

/* An integer that is f(x, y), where that is defined. -1, with a sentence: it is undefined everywhere, or its values are
 * too far apart. */
static int tabulated(loophole_model *m, function *f, int x, int y, char **error)
{
    struct rows r = function_rows(m, f, x, y);
    const bool wide = r.n && r.hi - r.lo >= MODEL_INT_VALUES;
    int z = -1;
    if (r.large || !r.n) {
        lib_refuse_large(error, "The function has %s.",
                         r.large ? "values beyond 2^40; give its integers smaller domains"
                                 : "no value for any integers");
    } else if (wide && r.columns > 2) {
        lib_refuse_large(error, "The function's values are from %lld to %lld, which is too far for a table.",
                         (long long)r.lo, (long long)r.hi);
    } else if (!wide) {
        r.integer[r.columns - 1] = z = new_int(m, r.lo, r.hi);
        model_add(m->m,
                  &(struct row){.kind = ROW_TABLE, .integer = r.integer, .integers = r.columns, .w = r.v, .hi = r.n});
    } else { /* z is the sum of the values, each times the literal that chooses it */
        SCOPED(lits) chosen = {0};
        OWNED int64_t *w = mem_new((size_t)r.n + 1, sizeof *w);
        z = new_int(m, r.lo, r.hi);
        for (int64_t k = 0; k < r.n; k++) {
            w[k] = r.v[2 * k + 1] - r.lo;
            lits_push(&chosen, in_range(m, r.integer[0], r.v[2 * k], r.v[2 * k]));
        }
        w[r.n] = -1;
        model_card(m->m, chosen.v, chosen.n, 1, 1);
        model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                      .n = chosen.n,
                                      .x = chosen.v,
                                      .integer = &z,
                                      .integers = 1,
                                      .w = w,
                                      .lo = -r.lo,
                                      .hi = -r.lo});
    }
    mem_free(r.v);
    return z;
}

/* ---- products and quotients ------------------------------------------------------------------ */

/* Whether a table of a function of x and y would have more rows than this; of one integer, more than TABLE_ROWS. */
static bool larger_than(const loophole_model *m, int x, int y, int64_t rows)
{
    const int64_t p = domain_size(model_integer(m->m, x)), q = domain_size(model_integer(m->m, y));
    return p > TABLE_ROWS || q > TABLE_ROWS || (x != y && min64(p, q) > 1 && p * q > rows);
}

/* z = x y: for each value v of x, z = v y if x = v. */
static void product_by_values(loophole_model *m, int x, int y, int z)
{
    struct integer a = model_integer(m->m, x);
    for (int64_t v = a.lo; v <= a.hi; v++)
        function_sum(m, in_range(m, x, v, v), true, 2, (const int[]){z, y}, (const int64_t[]){1, -v}, 0, 0);
}

/* z = x y: x is its least value and a sum of bits, each of which chooses between y and 0. */
static void product_by_bits(loophole_model *m, int x, int y, int z)
{
    struct integer a = model_integer(m->m, x), b = model_integer(m->m, y);
    const int bits = log2_floor((uint64_t)(a.hi - a.lo)) + 1;
    lit bit[64];
    int part[66] = {z, y};
    int64_t w[66] = {1, -a.lo}, of_x[66];
    for (int k = 0; k < bits; k++) {
        bit[k] = model_derived(m->m, "x%d", model_vars(m->m) + 1);
        part[k + 2] = new_int(m, min64(b.lo, 0), max64(b.hi, 0));
        w[k + 2] = -((int64_t)1 << k);
        of_x[k] = (int64_t)1 << k;
        function_sum(m, bit[k], true, 2, (const int[]){part[k + 2], y}, (const int64_t[]){1, -1}, 0, 0);
        function_sum(m, -bit[k], true, 1, &part[k + 2], (const int64_t[]){1}, 0, 0);
    }
    of_x[bits] = -1;
    model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                  .n = bits,
                                  .x = bit,
                                  .integer = &x,
                                  .integers = 1,
                                  .w = of_x,
                                  .lo = -a.lo,
                                  .hi = -a.lo});
    function_sum(m, 0, false, bits + 2, part, w, 0, 0);
}

/* Makes z = x y true for an existing z. */
static void multiply(loophole_model *m, int x, int y, int z)
{
    if (domain_size(model_integer(m->m, x)) > domain_size(model_integer(m->m, y))) {
        int swap = x;
        x = y;
        y = swap;
    }
    struct integer a = model_integer(m->m, x);
    if (a.lo == a.hi)
        function_sum(m, 0, false, 2, (const int[]){z, y}, (const int64_t[]){1, -a.lo}, 0, 0);
    else if (domain_size(a) == 2 && !larger_than(m, x, y, PRODUCT_ROWS))
        product_by_values(m, x, y, z);
    else
        product_by_bits(m, x, y, z);
}

/* Whether x y is at most 2^40. False, with a sentence. */
static bool product_fits(const loophole_model *m, int x, int y, char **error)
{
    return magnitude(model_integer(m->m, x)) <= MODEL_INT_END / max64(magnitude(model_integer(m->m, y)), 1) ||
           lib_refuse_large(error, "The product of %s and %s can be beyond 2^40; give them smaller domains.",
                            model_int_name(m->m, x), model_int_name(m->m, y));
}

/* The least and the largest value of f at the corners of the domains, of the divisor also -1 and 1. *lo > *hi: none. */
static void corners(const loophole_model *m, function *f, int x, int y, int64_t *lo, int64_t *hi)
{
    struct integer a = model_integer(m->m, x), b = model_integer(m->m, y);
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

static int multiplied(loophole_model *m, int x, int y, char **error)
{
    int64_t lo, hi;
    const int64_t fewest = min64(domain_size(model_integer(m->m, x)), domain_size(model_integer(m->m, y)));
    if (!larger_than(m, x, y, PRODUCT_ROWS) && (x == y || fewest != 2)) return tabulated(m, times, x, y, error);
    if (!product_fits(m, x, y, error)) return -1;
    corners(m, times, x, y, &lo, &hi);
    if (x == y) lo = max64(lo, 0);
    int z = new_int(m, lo, hi);
    multiply(m, x, y, z);
    return z;
}

/* x // y, or x % y if `rest`: x = y q + r, where r is from 0 to y - 1 or from y + 1 to 0. */
static int divided(loophole_model *m, int x, int y, bool rest, char **error)
{
    if (!larger_than(m, x, y, TABLE_ROWS)) return tabulated(m, rest ? remainder_of : quotient, x, y, error);
    struct integer a = model_integer(m->m, x), b = model_integer(m->m, y);
    int64_t lo, hi;
    corners(m, quotient, x, y, &lo, &hi);
    if (lo > hi) {
        lib_refuse(error, "The divisor %s is always 0.", model_int_name(m->m, y));
        return -1;
    }
    const int64_t r_lo = min64(b.lo + 1, 0), r_hi = max64(b.hi - 1, 0), p_lo = a.lo - r_hi, p_hi = a.hi - r_lo;
    const int64_t most = max64(llabs(lo), llabs(hi));
    if (p_lo < -MODEL_INT_END || p_hi > MODEL_INT_END || magnitude(b) > (MODEL_SUM >> 3) / max64(most, 1)) {
        lib_refuse_large(error, "The quotient of %s and %s needs sums of more than 57 bits; give them smaller domains.",
                         model_int_name(m->m, x), model_int_name(m->m, y));
        return -1;
    }
    int q = new_int(m, lo, hi), r = new_int(m, r_lo, r_hi), p = new_int(m, p_lo, p_hi);
    multiply(m, y, q, p);
    function_sum(m, 0, false, 3, (const int[]){x, p, r}, (const int64_t[]){1, -1, -1}, 0, 0);
    lit above = in_range(m, y, 1, MODEL_INT_END), below = in_range(m, y, -MODEL_INT_END, -1);
    model_clause(m->m, (const lit[]){above, below}, 2);
    function_sum(m, above, true, 1, &r, (const int64_t[]){1}, 0, INT64_MAX);
    function_sum(m, above, true, 2, (const int[]){y, r}, (const int64_t[]){1, -1}, 1, INT64_MAX);
    function_sum(m, below, true, 1, &r, (const int64_t[]){1}, INT64_MIN, 0);
    function_sum(m, below, true, 2, (const int[]){y, r}, (const int64_t[]){1, -1}, INT64_MIN, -1);
    return rest ? r : q;
}

/* ---- the largest of several ------------------------------------------------------------------ */

/* The largest (sign 1) or least (sign -1) of w x; each w is 1 or -1. */
static int extreme(loophole_model *m, int sign, const int *x, const int64_t *w, int n)
{
    int64_t lo = -MODEL_SUM, hi = -MODEL_SUM; /* of sign times the value */
    SCOPED(lits) some = {0};
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(m->m, x[i]);
        const bool rises = sign * w[i] > 0;
        lo = max64(lo, rises ? it.lo : -it.hi);
        hi = max64(hi, rises ? it.hi : -it.lo);
    }
    if (n == 2 && x[0] == x[1] && w[0] != w[1]) lo = max64(lo, 0);
    int z = new_int(m, sign > 0 ? lo : -hi, sign > 0 ? hi : -lo);
    for (int i = 0; i < n; i++) {
        lit reached = model_derived(m->m, "x%d", model_vars(m->m) + 1);
        const int both[] = {z, x[i]};
        const int64_t v[] = {sign, -sign * w[i]};
        function_sum(m, 0, false, 2, both, v, 0, INT64_MAX);
        function_sum(m, reached, false, 2, both, v, INT64_MIN, 0);
        lits_push(&some, reached);
    }
    model_clause(m->m, some.v, some.n);
    return z;
}

int loophole_model_function(loophole_model *m, const char *name, const int *integer, int n, char **error)
{
    static const char *const names[] = {"*", "//", "%", "**", "abs", "min", "max"};
    int which = 0;
    if (!lib_is_model(m, error) || !lib_integers(m, integer, n, error)) return -1;
    while (which < 7 && strcmp(names[which], name) != 0) which++;
    if (which == 7) {
        lib_refuse(error, "There is no function '%.40s'; choose *, //, %%, **, abs, min or max.", name);
        return -1;
    }
    if (which < 5 ? n != 2 - (which == 4) : n < 1) {
        lib_refuse(error, "The function %s has %d integers; it takes %s.", name, n,
                   which < 4    ? "2"
                   : which == 4 ? "1"
                                : "1 or more");
        return -1;
    }
    if (which == 0) return multiplied(m, integer[0], integer[1], error);
    if (which < 3) return divided(m, integer[0], integer[1], which == 2, error);
    if (which == 4) return extreme(m, 1, (const int[]){integer[0], integer[0]}, (const int64_t[]){1, -1}, 2);
    if (which == 3 && larger_than(m, integer[0], integer[1], TABLE_ROWS)) {
        lib_refuse_large(error, "A power takes integers with at most %d pairs of values.", TABLE_ROWS);
        return -1;
    }
    if (which == 3) return tabulated(m, power_of, integer[0], integer[1], error);
    OWNED int64_t *ones = mem_new((size_t)n, sizeof *ones);
    for (int i = 0; i < n; i++) ones[i] = 1;
    return extreme(m, which == 6 ? 1 : -1, integer, ones, n);
}

/* ---- domains and lists ----------------------------------------------------------------------- */

int loophole_model_int_of(loophole_model *m, const char *name, const int64_t *values, int n, const char *encoding,
                          char **error)
{
    if (n < 1) {
        lib_refuse(error, "An integer has %d values; it takes 1 or more.", n);
        return -1;
    }
    OWNED int64_t *v = mem_new((size_t)n, sizeof *v);
    memcpy(v, values, (size_t)n * sizeof *v);
    qsort(v, (size_t)n, sizeof *v, number_compare);
    int number = loophole_model_int(m, name, v[0], v[n - 1], encoding, error);
    for (int i = 1; i < n && number >= 0; i++)
        if (v[i] > v[i - 1] + 1)
            model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                          .integer = &number,
                                          .integers = 1,
                                          .w = (int64_t[]){1},
                                          .lo = v[i - 1] + 1,
                                          .hi = v[i] - 1,
                                          .fails = true});
    return number;
}

bool loophole_model_element(loophole_model *m, int index, const int *entry, int n, int result, char **error)
{
    const int ends[] = {index, result};
    if (!lib_plain_fits(m, error) || !lib_integers(m, ends, 2, error) || !lib_integers(m, entry, n, error))
        return false;
    struct integer at = model_integer(m->m, index), to = model_integer(m->m, result);
    OWNED int64_t *rows = mem_new(2 * (size_t)n, sizeof *rows);
    bool constants = domain_size(at) <= MODEL_INT_VALUES && domain_size(to) <= MODEL_INT_VALUES;
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(m->m, entry[i]);
        constants = constants && it.lo == it.hi;
        rows[2 * i] = i;
        rows[2 * i + 1] = it.lo;
    }
    if (constants) {
        model_add(m->m, &(struct row){.kind = ROW_TABLE, .integer = ends, .integers = 2, .w = rows, .hi = n});
        return true;
    }
    function_sum(m, 0, false, 1, &index, (const int64_t[]){1}, 0, n - 1);
    for (int i = 0; i < n; i++)
        if (i >= at.lo && i <= at.hi)
            function_sum(m, in_range(m, index, i, i), true, 2, (const int[]){entry[i], result},
                         (const int64_t[]){1, -1}, 0, 0);
    return true;
}
