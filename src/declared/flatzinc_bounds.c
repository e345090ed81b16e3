/* Narrows the domains of FlatZinc's variables, before anything is encoded: by bounds of sums and
 * functions, and by the values of small functions, of elements, tables and equalities. */
#include "declared/flatzinc.h"

#include <string.h>

struct flatzinc_bounds {
    struct flatzinc *f;
    bool changed, empty;
};

/* ---- functions ------------------------------------------------------------------------------ */

static bool flatzinc_wide(__int128 v, int64_t *z)
{
    *z = (int64_t)v;
    return v > -FLATZINC_FAR && v < FLATZINC_FAR;
}

bool flatzinc_function(enum flatzinc_kind kind, int64_t x, int64_t y, int64_t *z)
{
    switch (kind) {
    case FLATZINC_int_times:
        return flatzinc_wide((__int128)x * y, z);
    case FLATZINC_int_div:
        *z = y ? x / y : 0;
        return y;
    case FLATZINC_int_mod:
        *z = y ? x % y : 0;
        return y;
    case FLATZINC_int_abs:
        *z = llabs(x);
        return true;
    default:
        break;
    }
    if (y < 0) { /* 1 div x^-y */
        *z = x == 1 || (x == -1 && y % 2 == 0) ? 1 : x == -1 ? -1 : 0;
        return x;
    }
    if (x >= -1 && x <= 1 && y > 2) y = 2 - y % 2;
    bool fits = true;
    for (*z = 1; y > 0 && fits; y--) fits = flatzinc_wide((__int128)*z * x, z);
    return fits;
}

/* ---- domains -------------------------------------------------------------------------------- */

void flatzinc_keep(struct flatzinc_set *s, int64_t *v, int64_t n)
{
    int64_t kept = 0, last = 0;
    if (n) qsort(v, (size_t)n, sizeof *v, number_compare);
    for (int64_t i = 0; i < n; i++)
        if ((!kept || v[i] != last) && flatzinc_place(s, v[i]) >= 0) {
            last = v[i];
            v[kept++] = last;
        }
    struct flatzinc_set t = {.lo = 1, .hi = 0};
    if (kept) t = (struct flatzinc_set){.lo = v[0], .hi = v[kept - 1]};
    if (kept && t.hi - t.lo + 1 > kept) {
        t.n = (int)kept;
        t.v = memcpy(mem_new((size_t)kept, sizeof *v), v, (size_t)kept * sizeof *v);
    }
    mem_free(s->v);
    *s = t;
}

struct flatzinc_set flatzinc_union(const struct flatzinc *f, const struct flatzinc_value *x, int n, int64_t most)
{
    struct flatzinc_set all = {.lo = -FLATZINC_FAR, .hi = FLATZINC_FAR};
    OWNED int64_t *v = NULL;
    int64_t k = 0;
    size_t cap = 0;
    for (int i = 0; i < n; i++) {
        const struct flatzinc_set s = flatzinc_domain(f, x[i]);
        for (int64_t j = 0; flatzinc_size(&s) <= most && j < flatzinc_size(&s); j++)
            MEM_PUSH(v, k, cap, flatzinc_at(&s, j));
    }
    flatzinc_keep(&all, v, k);
    return all;
}

void flatzinc_within(struct flatzinc_set *s, const struct flatzinc_set *with)
{
    const struct flatzinc_set *list = with->v ? with : s, *other = with->v ? s : with;
    s->lo = max64(s->lo, with->lo);
    s->hi = min64(s->hi, with->hi);
    if (!list->v) return;
    int n = 0;
    OWNED int64_t *v = mem_new((size_t)list->n + 1, sizeof *v);
    for (int i = 0; i < list->n; i++)
        if (list->v[i] >= other->lo && list->v[i] <= other->hi) v[n++] = list->v[i];
    flatzinc_keep(s, v, n);
}

/* Adds rows to r: of each pair of values of x and y, and of their function z. other: as in struct
 * flatzinc_constraint. False: z can be beyond FLATZINC_FAR, and has no bounds. */
static bool flatzinc_pairs(const struct flatzinc *f, const struct flatzinc_constraint *c, struct flatzinc_rows *r)
{
    const struct flatzinc_set s = flatzinc_domain(f, r->x[0]), t = flatzinc_domain(f, r->x[1]),
                              u = flatzinc_domain(f, r->x[r->n - 1]);
    const bool open = !c->other && (u.lo <= -FLATZINC_FAR || u.hi >= FLATZINC_FAR);
    for (int64_t i = 0; i < flatzinc_size(&s); i++)
        for (int64_t k = 0; k < (r->n == 2 ? 1 : flatzinc_size(&t)); k++) {
            int64_t value, *row = r->v + r->n * r->count;
            const int64_t x = flatzinc_at(&s, i), y = r->n == 2 ? x : flatzinc_at(&t, k);
            const bool is = flatzinc_function(c->kind, x, y, &value);
            if (!is && open && (c->kind == FLATZINC_int_times || (c->kind == FLATZINC_int_pow && y >= 0))) return false;
            if (!is && !c->other) continue;
            if (c->other && (!is || value < c->lo || value > c->hi)) value = c->hi + 1;
            row[0] = x;
            row[1] = y;
            row[r->n - 1] = value;
            r->count++;
        }
    return true;
}

bool flatzinc_rows_of(const struct flatzinc *f, const struct flatzinc_constraint *c, int64_t most,
                      struct flatzinc_rows *r)
{
    const struct flatzinc_value *a = f->item + c->from;
    const bool table = c->kind == FLATZINC_loophole_table,
               element = c->kind == FLATZINC_array_var_int_element || c->kind == FLATZINC_array_var_bool_element,
               function = c->kind >= FLATZINC_int_times && c->kind <= FLATZINC_int_abs,
               one = c->kind == FLATZINC_int_abs || (function && flatzinc_is_variable(a[0], a[1]));
    if (!table && !element && !function) return false;
    const struct flatzinc_value *item = f->item + (function ? 0 : a[1].v);
    r->n = table ? a[0].n : element || one ? 2 : 3;
    r->x = table ? f->item + a[0].v : r->own;
    if (!table) memcpy(r->own, a, 3 * sizeof *a);
    if (!table && r->n == 2 && c->kind != FLATZINC_int_abs) r->own[1] = a[2];
    struct flatzinc_set s = function ? flatzinc_domain(f, a[0]) : (struct flatzinc_set){0},
                        t = function && !one ? flatzinc_domain(f, a[1]) : (struct flatzinc_set){0};
    const int64_t p = flatzinc_size(&s), q = flatzinc_size(&t);
    if (table ? !r->n || a[1].n % r->n : function && (p > FLATZINC_VALUES || q > FLATZINC_VALUES || p * q > most))
        return false;
    for (int i = 0; element && i < a[1].n; i++) {
        s = flatzinc_domain(f, item[i]);
        if (s.lo != s.hi) return false;
    }
    r->v = mem_new((size_t)(function ? 3 * p * q : 2 * (int64_t)a[1].n) + 1, sizeof *r->v);
    if (function && !flatzinc_pairs(f, c, r)) return false;
    for (int i = 0; !function && i < a[1].n; i++) {
        if (element) r->v[2 * i] = i + 1;
        r->v[element ? 2 * i + 1 : i] = flatzinc_domain(f, item[i]).lo;
    }
    const int64_t all = function ? r->count : a[1].n * (element ? 2 : 1) / r->n;
    r->count = 0;
    for (int64_t i = 0; i < all; i++) {
        bool fits = true;
        for (int k = 0; k < r->n; k++) {
            s = flatzinc_domain(f, r->x[k]);
            r->v[r->count * r->n + k] = r->v[i * r->n + k];
            fits = fits && flatzinc_place(&s, r->v[i * r->n + k]) >= 0;
        }
        r->count += fits;
    }
    return true;
}

static void flatzinc_to(struct flatzinc_bounds *b, struct flatzinc_value x, const struct flatzinc_set *with)
{
    if (x.what == FLATZINC_NUMBER) {
        b->empty = b->empty || flatzinc_place(with, x.v) < 0;
        return;
    }
    struct flatzinc_set *s = &b->f->variable[x.v].domain;
    if (!with->v && with->lo <= s->lo && with->hi >= s->hi) return;
    const int64_t before = flatzinc_size(s);
    flatzinc_within(s, with);
    b->changed = b->changed || flatzinc_size(s) != before;
    b->empty = b->empty || s->lo > s->hi;
}

static void flatzinc_set_to(struct flatzinc_bounds *b, struct flatzinc_value x, int64_t lo, int64_t hi)
{
    flatzinc_to(b, x, &(struct flatzinc_set){.lo = lo, .hi = hi});
}

/* Keeps these n values, in any order; of too many, their range. */
static void flatzinc_among(struct flatzinc_bounds *b, struct flatzinc_value x, int64_t *v, int64_t n)
{
    SCOPED(flatzinc_set) with = {.lo = -FLATZINC_FAR, .hi = FLATZINC_FAR};
    flatzinc_keep(&with, v, n);
    if (with.n > FLATZINC_VALUES) {
        mem_free(with.v);
        with.v = NULL;
    }
    flatzinc_to(b, x, &with);
}

/* The domain must exclude what the constraint excludes from it, because its rows do not. */
static void flatzinc_hollow(struct flatzinc_bounds *b, struct flatzinc_value x)
{
    if (x.what == FLATZINC_VARIABLE) b->f->variable[x.v].holes = true;
}

static bool flatzinc_is_far(const struct flatzinc_set *s) { return s->lo <= -FLATZINC_FAR || s->hi >= FLATZINC_FAR; }

static void flatzinc_without(struct flatzinc_bounds *b, struct flatzinc_value x, int64_t value)
{
    struct flatzinc_set s = flatzinc_domain(b->f, x);
    const int64_t size = flatzinc_size(&s);
    if (value == s.lo)
        flatzinc_set_to(b, x, value + 1, s.hi);
    else if (value == s.hi)
        flatzinc_set_to(b, x, s.lo, value - 1);
    if (value <= s.lo || value >= s.hi || size > FLATZINC_VALUES || flatzinc_place(&s, value) < 0) return;
    flatzinc_hollow(b, x);
    OWNED int64_t *v = mem_new((size_t)size, sizeof *v);
    int64_t n = 0;
    for (int64_t i = 0; i < size; i++)
        if (flatzinc_at(&s, i) != value) v[n++] = flatzinc_at(&s, i);
    flatzinc_among(b, x, v, n);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Narrows the x by w x <= bound. */
static void flatzinc_sum_least(struct flatzinc_bounds *b, const int64_t *w, const struct flatzinc_value *x, int n,
                               __int128 bound)
{
    __int128 least = 0;
    int far = 0;
    for (int i = 0; i < n; i++) {
        struct flatzinc_set s = flatzinc_domain(b->f, x[i]);
        const int64_t end = w[i] > 0 ? s.lo : s.hi;
        if (!w[i]) continue;
        if (end <= -FLATZINC_FAR || end >= FLATZINC_FAR)
            far++;
        else
            least += (__int128)w[i] * end;
    }
    if (!far && least > bound) b->empty = true;
    for (int i = 0; i < n && !b->empty; i++) {
        struct flatzinc_set s = flatzinc_domain(b->f, x[i]);
        const int64_t end = w[i] > 0 ? s.lo : s.hi;
        const bool own = end <= -FLATZINC_FAR || end >= FLATZINC_FAR;
        if (!w[i] || far > own) continue;
        const __int128 rest = bound - (least - (own ? 0 : (__int128)w[i] * end)),
                       size = w[i] < 0 ? -(__int128)w[i] : w[i];
        __int128 most = rest / size - (rest % size < 0);
        if (most >= FLATZINC_FAR || most <= -FLATZINC_FAR) continue;
        if (w[i] > 0)
            flatzinc_set_to(b, x[i], s.lo, (int64_t)most);
        else
            flatzinc_set_to(b, x[i], (int64_t)-most, s.hi);
    }
}

/* u x + w y = c: the values of y that x has, if they are few. */
static void flatzinc_sum_values(struct flatzinc_bounds *b, int64_t u, struct flatzinc_value x, int64_t w,
                                struct flatzinc_value y, __int128 c)
{
    struct flatzinc_set s = flatzinc_domain(b->f, x), t = flatzinc_domain(b->f, y);
    const int64_t size = flatzinc_size(&s);
    if (!w || size > FLATZINC_VALUES || (!s.v && llabs(u) == 1 && !t.v)) return;
    OWNED int64_t *v = mem_new((size_t)size + 1, sizeof *v);
    int64_t n = 0;
    for (int64_t i = 0; i < size; i++) {
        const __int128 rest = c - (__int128)u * flatzinc_at(&s, i);
        if (rest % w == 0 && flatzinc_wide(rest / w, &v[n])) n++;
    }
    flatzinc_among(b, y, v, n);
}

static void flatzinc_sum(struct flatzinc_bounds *b, const int64_t *w, const struct flatzinc_value *x, int n, bool equal,
                         __int128 c)
{
    flatzinc_sum_least(b, w, x, n, c);
    if (!equal || b->empty) return;
    OWNED int64_t *v = mem_new((size_t)n + 1, sizeof *v);
    for (int i = 0; i < n; i++) v[i] = -w[i];
    flatzinc_sum_least(b, v, x, n, -c);
    if (n != 2 || b->empty) return;
    flatzinc_sum_values(b, w[0], x[0], w[1], x[1], c);
    if (!b->empty) flatzinc_sum_values(b, w[1], x[1], w[0], x[0], c);
}

/* A truth value that is known: 1 or 0; -1: it is not. */
static int flatzinc_truth(const struct flatzinc_bounds *b, struct flatzinc_value x)
{
    struct flatzinc_set s = flatzinc_domain(b->f, x);
    return s.lo == s.hi ? (int)s.lo : -1;
}

static const struct flatzinc_relation {
    signed char w[3], bound;
    char sign;
} flatzinc_relations[] = {
#define CONSTRAINT(name, arguments, holds)
#define RELATION(name, arguments, u, v, w, sign, bound, holds) {{u, v, w}, bound, sign},
#include "declared/flatzinc_list.h"
};

void flatzinc_linear_release(struct flatzinc_linear *l) { MEM_FREE(l->x, l->w); }

bool flatzinc_linear_of(const struct flatzinc *f, const struct flatzinc_constraint *c, struct flatzinc_linear *l)
{
    if (c->kind > FLATZINC_bool2int) return false;
    const struct flatzinc_relation *r = &flatzinc_relations[c->kind];
    const struct flatzinc_value *a = f->item + c->from;
    const bool list = c->kind <= FLATZINC_bool_lin_le;
    const int n = list ? a[1].n : (int)strlen(flatzinc_arguments[c->kind]);
    *l = (struct flatzinc_linear){.bound = r->bound, .sign = r->sign};
    l->x = mem_new((size_t)n + 1, sizeof *l->x);
    l->w = mem_new((size_t)n + 1, sizeof *l->w);
    for (; l->n < n; l->n++) {
        l->w[l->n] = list ? f->item[a[0].v + l->n].v : r->w[l->n];
        l->x[l->n] = list ? f->item[a[1].v + l->n] : a[l->n];
    }
    if (list && a[2].what == FLATZINC_NUMBER) l->bound = a[2].v;
    if (list && a[2].what == FLATZINC_VARIABLE) {
        l->w[l->n] = -1;
        l->x[l->n++] = a[2];
    }
    return true;
}

/* Whether the sum is always (1) or never (0) as it should be; -1: neither. */
static int flatzinc_decided(const struct flatzinc_bounds *b, const struct flatzinc_linear *l)
{
    __int128 least = 0, most = 0;
    for (int i = 0; i < l->n; i++) {
        struct flatzinc_set s = flatzinc_domain(b->f, l->x[i]);
        if (flatzinc_is_far(&s)) return -1;
        least += (__int128)l->w[i] * (l->w[i] > 0 ? s.lo : s.hi);
        most += (__int128)l->w[i] * (l->w[i] > 0 ? s.hi : s.lo);
    }
    const bool out = least > l->bound || most < l->bound, same = least == most && !out;
    if (l->sign == '<') return most <= l->bound ? 1 : least > l->bound ? 0 : -1;
    return out || same ? same == (l->sign == '=') : -1;
}

/* The sum must be as it should be if `holds`, else it must not. */
static void flatzinc_narrow_sum(struct flatzinc_bounds *b, struct flatzinc_linear *l, bool holds)
{
    if (l->sign == '<') {
        for (int i = 0; i < l->n && !holds; i++) l->w[i] = -l->w[i];
        flatzinc_sum(b, l->w, l->x, l->n, false, holds ? l->bound : -l->bound - 1);
    } else if ((l->sign == '=') == holds) {
        flatzinc_sum(b, l->w, l->x, l->n, true, l->bound);
    }
    for (int i = 0; i < l->n && (l->sign == '=') != holds && l->sign != '<' && l->n <= 2; i++) { /* one value is left */
        struct flatzinc_set other = l->n == 2 ? flatzinc_domain(b->f, l->x[!i]) : (struct flatzinc_set){0};
        const __int128 rest = l->bound - (l->n == 2 ? (__int128)l->w[!i] * other.lo : 0);
        int64_t v;
        if (l->w[i] && other.lo == other.hi && rest % l->w[i] == 0 && flatzinc_wide(rest / l->w[i], &v))
            flatzinc_without(b, l->x[i], v);
    }
}

/* ---- functions and elements ----------------------------------------------------------------- */

/* The corners of a function's domains, with 0 and the numbers next to it, have its least and
 * largest values, as far as they are known. */
static void flatzinc_corners(struct flatzinc_bounds *b, enum flatzinc_kind kind, const struct flatzinc_value *a)
{
    struct flatzinc_set s = flatzinc_domain(b->f, a[0]), t = kind == FLATZINC_int_abs ? s : flatzinc_domain(b->f, a[1]);
    struct flatzinc_value to = a[kind == FLATZINC_int_abs ? 1 : 2];
    if (kind == FLATZINC_int_mod) { /* of the sign of x, and smaller than y and not larger than x */
        const int64_t far = max64(llabs(t.lo), llabs(t.hi)) - 1, own = max64(llabs(s.lo), llabs(s.hi));
        const int64_t most = min64(far, own);
        if (most < FLATZINC_FAR) flatzinc_set_to(b, to, s.lo < 0 ? -most : 0, s.hi > 0 ? most : 0);
        return;
    }
    if (kind == FLATZINC_int_div && s.lo > -FLATZINC_FAR && s.hi < FLATZINC_FAR && flatzinc_is_far(&t)) {
        const int64_t most = max64(llabs(s.lo), llabs(s.hi));
        flatzinc_set_to(b, to, -most, most);
        return;
    }
    if (flatzinc_is_far(&s) || flatzinc_is_far(&t)) return;
    int64_t lo = INT64_MAX, hi = INT64_MIN, v, p[] = {s.lo, s.hi, -1, 0, 1}, q[] = {t.lo, t.hi, -1, 0, 1, t.hi - 1};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 6; k++) {
            if (p[i] < s.lo || p[i] > s.hi || q[k] < t.lo || q[k] > t.hi) continue;
            if (!flatzinc_function(kind, p[i], q[k], &v)) {
                if (kind == FLATZINC_int_times || (kind == FLATZINC_int_pow && q[k] >= 0)) return; /* too large */
                continue;
            }
            lo = min64(lo, v);
            hi = max64(hi, v);
        }
    flatzinc_set_to(b, to, lo, hi);
}

/* The largest number whose square is at most v, or 0. */
static int64_t flatzinc_root(int64_t v)
{
    int64_t root = 0;
    for (int64_t step = (int64_t)1 << 30; step; step /= 2)
        if ((root + step) * (root + step) <= v) root += step;
    return root;
}

/* Narrows one factor by the product and the other factor, which has one sign. */
static void flatzinc_divide(struct flatzinc_bounds *b, struct flatzinc_value x, struct flatzinc_value y,
                            struct flatzinc_value z)
{
    struct flatzinc_set t = flatzinc_domain(b->f, y), u = flatzinc_domain(b->f, z);
    if (t.lo <= 0 || flatzinc_is_far(&u)) return;
    int64_t most = u.hi >= 0 ? u.hi / t.lo : u.hi / t.hi;
    const int64_t least = u.lo <= 0 ? u.lo / t.lo : u.lo / t.hi + (u.lo % t.hi != 0);
    if (u.hi < 0 && most == 0) most = -1;
    flatzinc_set_to(b, x, least, most);
}

static bool flatzinc_by_rows(struct flatzinc_bounds *b, const struct flatzinc_constraint *c)
{
    SCOPED(flatzinc_rows) r = {0};
    if (!flatzinc_rows_of(b->f, c, FLATZINC_VALUES, &r)) return false;
    OWNED int64_t *v = mem_new((size_t)r.count + 1, sizeof *v);
    const bool function = c->kind >= FLATZINC_int_times && c->kind <= FLATZINC_int_abs;
    bool wide = false; /* an element is no table */
    for (int k = 0; k < r.n; k++) {
        struct flatzinc_set s = flatzinc_domain(b->f, r.x[k]);
        wide = wide || s.hi - s.lo >= FLATZINC_VALUES;
    }
    for (int k = 0; k < r.n; k++) {
        if ((function || (wide && c->kind != FLATZINC_loophole_table)) && k + 1 < r.n) flatzinc_hollow(b, r.x[k]);
        for (int64_t t = 0; t < r.count; t++) v[t] = r.v[t * r.n + k];
        flatzinc_among(b, r.x[k], v, r.count);
    }
    return true;
}

/* Of an element that is no table. */
static void flatzinc_element(struct flatzinc_bounds *b, const struct flatzinc_value *a)
{
    struct flatzinc *f = b->f;
    flatzinc_set_to(b, a[0], 1, a[1].n);
    if (b->empty) return;
    struct flatzinc_set s = flatzinc_domain(f, a[0]), to = flatzinc_domain(f, a[2]);
    OWNED int64_t *place = mem_new((size_t)a[1].n + 1, sizeof *place);
    int64_t n = 0, lo = INT64_MAX, hi = INT64_MIN;
    for (int64_t i = 1; i <= a[1].n; i++) {
        struct flatzinc_set it = flatzinc_domain(f, f->item[a[1].v + i - 1]);
        if (flatzinc_place(&s, i) < 0 || it.hi < to.lo || it.lo > to.hi) continue;
        if (it.lo == it.hi && flatzinc_place(&to, it.lo) < 0) continue;
        lo = min64(lo, it.lo);
        hi = max64(hi, it.hi);
        place[n++] = i;
    }
    flatzinc_hollow(b, a[0]);
    flatzinc_among(b, a[0], place, n);
    if (n) flatzinc_set_to(b, a[2], lo, hi);
}

/* Of the largest (sign 1) or least number of a list; truths: a list of Booleans, which has such a
 * number even if it is empty. */
static void flatzinc_extreme(struct flatzinc_bounds *b, struct flatzinc_value to, struct flatzinc_value list, int sign,
                             bool truths)
{
    const int64_t none = truths ? -(sign < 0) : INT64_MIN; /* sign times false, or true */
    int64_t least = none, most = none;
    struct flatzinc_set all = flatzinc_domain(b->f, to);
    for (int i = 0; i < list.n; i++) {
        const struct flatzinc_value x = b->f->item[list.v + i];
        struct flatzinc_set s = flatzinc_domain(b->f, x);
        least = max64(least, sign > 0 ? s.lo : -s.hi);
        most = max64(most, sign > 0 ? s.hi : -s.lo);
        flatzinc_set_to(b, x, sign > 0 ? -FLATZINC_FAR : all.lo, sign > 0 ? all.hi : FLATZINC_FAR);
    }
    if (list.n || truths) flatzinc_set_to(b, to, sign > 0 ? least : -most, sign > 0 ? most : -least);
}

/* ---- all constraints ------------------------------------------------------------------------ */

static void flatzinc_all_to(struct flatzinc_bounds *b, struct flatzinc_value list, int64_t lo, int64_t hi)
{
    for (int i = 0; i < list.n; i++) flatzinc_set_to(b, b->f->item[list.v + i], lo, hi);
}

static void flatzinc_narrow_by(struct flatzinc_bounds *b, const struct flatzinc_constraint *c)
{
    struct flatzinc *f = b->f;
    const struct flatzinc_value *a = f->item + c->from;
    SCOPED(flatzinc_linear) linear = {0};
    const bool sum = flatzinc_linear_of(f, c, &linear);
    bool holds = true;
    if (c->reified || c->implied) {
        const int known = flatzinc_truth(b, a[c->n - 1]), is = sum ? flatzinc_decided(b, &linear) : -1;
        if (is >= 0 && (c->reified || !is)) flatzinc_set_to(b, a[c->n - 1], is, is);
        if (known < 0 || is >= 0 || (c->implied && !known)) return;
        holds = known;
    }
    if (sum) {
        flatzinc_narrow_sum(b, &linear, holds);
        return;
    }
    if ((!holds && c->kind != FLATZINC_set_in) || flatzinc_by_rows(b, c)) return;
    struct flatzinc_set s;
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    switch (c->kind) {
    case FLATZINC_int_abs:
    case FLATZINC_int_times:
    case FLATZINC_int_div:
    case FLATZINC_int_mod:
    case FLATZINC_int_pow:
        if (c->other) return;
        flatzinc_corners(b, c->kind, a);
        if (c->kind == FLATZINC_int_times && !b->empty) flatzinc_divide(b, a[0], a[1], a[2]);
        if (c->kind == FLATZINC_int_times && !b->empty) flatzinc_divide(b, a[1], a[0], a[2]);
        s = flatzinc_domain(b->f, a[2]);
        if (c->kind == FLATZINC_int_times && !b->empty && a[0].what == a[1].what && a[0].v == a[1].v &&
            s.hi < FLATZINC_FAR) {
            const int64_t most = flatzinc_root(s.hi);
            flatzinc_set_to(b, a[0], -most, most);
        }
        if (c->kind == FLATZINC_int_abs && !b->empty) {
            s = flatzinc_domain(b->f, a[1]);
            flatzinc_set_to(b, a[0], -s.hi, s.hi);
        }
        return;
    case FLATZINC_array_int_maximum:
    case FLATZINC_array_int_minimum:
        flatzinc_extreme(b, a[0], a[1], c->kind == FLATZINC_array_int_maximum ? 1 : -1, false);
        return;
    case FLATZINC_array_bool_and:
    case FLATZINC_array_bool_or:
        flatzinc_extreme(b, a[1], a[0], c->kind == FLATZINC_array_bool_or ? 1 : -1, true);
        return;
    case FLATZINC_array_var_int_element:
    case FLATZINC_array_var_bool_element:
        flatzinc_element(b, a);
        return;
    case FLATZINC_array_var_set_element:
        flatzinc_set_to(b, a[0], 1, a[1].n);
        return;
    case FLATZINC_set_in:
        s = flatzinc_domain(f, a[1]);
        if (holds) flatzinc_to(b, a[0], &s);
        if (holds && a[1].what == FLATZINC_VARIABLE) flatzinc_hollow(b, a[0]);
        if (!holds && a[1].what == FLATZINC_SET && flatzinc_size(&s) < 64)
            for (int64_t i = 0; i < flatzinc_size(&s); i++) flatzinc_without(b, a[0], flatzinc_at(&s, i));
        return;
    case FLATZINC_set_card:
        s = flatzinc_domain(f, a[0]);
        flatzinc_set_to(b, a[1], 0, flatzinc_size(&s));
        return;
    case FLATZINC_loophole_circuit:
    case FLATZINC_loophole_subcircuit:
        flatzinc_all_to(b, a[0], a[1].v, a[1].v + a[0].n - 1);
        return;
    case FLATZINC_loophole_inverse:
        flatzinc_all_to(b, a[0], a[2].v, a[2].v + a[0].n - 1);
        flatzinc_all_to(b, a[1], a[2].v, a[2].v + a[0].n - 1);
        return;
    case FLATZINC_loophole_count:
        flatzinc_all_to(b, a[2], 0, a[0].n);
        return;
    case FLATZINC_loophole_regular: /* the values of the transitions */
        for (int64_t t = max64(2, 2 + f->item[a[1].v + 1].v); t + 1 < a[1].n; t += 3) {
            lo = min64(lo, f->item[a[1].v + t + 1].v);
            hi = max64(hi, f->item[a[1].v + t + 1].v);
        }
        flatzinc_all_to(b, a[0], lo, hi);
        return;
    default:
        return;
    }
}

struct flatzinc_set flatzinc_copied(const struct flatzinc_set *s)
{
    struct flatzinc_set copy = *s;
    if (s->v) copy.v = memcpy(mem_new((size_t)s->n, sizeof *s->v), s->v, (size_t)s->n * sizeof *s->v);
    return copy;
}

static void flatzinc_rounds(struct flatzinc_bounds *b, int from)
{
    enum { ROUNDS = 40 };
    b->changed = true;
    for (int round = 0; round < ROUNDS && b->changed && !b->empty; round++) {
        b->changed = false;
        for (int i = from; i < b->f->constraints && !b->empty; i++) flatzinc_narrow_by(b, &b->f->constraint[i]);
    }
}

bool flatzinc_narrow(struct flatzinc *f, bool all, const char *name, struct text *err)
{
    enum { VALUES = 1 << 24 };
    struct flatzinc_bounds b = {.f = f};
    OWNED struct flatzinc_set *before = mem_new((size_t)f->variables + 1, sizeof *before);
    for (int i = 0; i < f->variables; i++) before[i] = flatzinc_copied(&f->variable[i].domain);
    flatzinc_rounds(&b, f->own_constraints); /* variables of parts have the bounds that these imply */
    for (int i = 0; i < f->variables; i++) {
        const bool part = i >= f->own && !b.empty;
        struct flatzinc_set *kept = part ? &f->variable[i].domain : &before[i],
                            *stale = part ? &before[i] : &f->variable[i].domain;
        mem_free(stale->v);
        *stale = flatzinc_copied(kept);
    }
    b.empty = false;
    for (int i = 0; i < f->variables; i++)
        b.empty = b.empty || (f->variable[i].type != FLATZINC_SET_OF_INT && before[i].lo > before[i].hi);
    flatzinc_rounds(&b, 0);
    bool ok = true;
    for (int i = 0; i < f->variables; i++) {
        struct flatzinc_variable *x = &f->variable[i];
        const bool bounded =
            before[i].lo > -FLATZINC_FAR && before[i].hi < FLATZINC_FAR && before[i].lo <= before[i].hi;
        const bool back = (!all || b.empty) && bounded;
        x->holes = x->holes || before[i].v;
        mem_free(back ? x->domain.v : before[i].v);
        if (back) x->domain = before[i];
        if (b.empty && x->domain.lo <= -FLATZINC_FAR) x->domain.lo = min64(x->domain.hi, 0);
        if (b.empty && x->domain.hi >= FLATZINC_FAR) x->domain.hi = max64(x->domain.lo, 0);
        if (x->domain.lo > x->domain.hi && x->type != FLATZINC_SET_OF_INT)
            x->domain = (struct flatzinc_set){.lo = 0, .hi = 0}; /* a model needs a value */
        f->empty = f->empty || (b.empty && !bounded);
        if (ok && (x->domain.lo < -MODEL_INT_END || x->domain.hi > MODEL_INT_END))
            ok = text_error(err, "%s:%d: the %s %s has no bounds within 2^40; give it a domain.", name, x->line,
                            x->type == FLATZINC_INT ? "integer" : "set", x->name);
        if (ok && x->type == FLATZINC_SET_OF_INT && flatzinc_size(&x->domain) > VALUES)
            ok = text_error(err, "%s:%d: the set %s can have more than %d members.", name, x->line, x->name, VALUES);
    }
    return ok;
}
