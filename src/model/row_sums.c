#include "model/row_sums.h"
#include "base/number.h"
#include "base/table.h"

void row_sums_release(struct row_sums *s) { terms_release(&s->sum); }

static void row_sums_add(struct row_sums *s, const lit *x, const int64_t *w, int n)
{
    for (int i = 0; i < n; i++) terms_add(&s->sum, x[i], w ? w[i] : 1);
}

static void row_sums_bound(struct row_sums *s, int64_t lo, int64_t hi)
{
    s->lo = lo;
    s->hi = hi;
}

/* ---- rows of literals ------------------------------------------------------------------------ */

/* The sum of a counter's output y: at least `least` of x. */
static void row_sums_output(struct row_sums *s, lit y, int least, bool required)
{
    const struct row *r = &s->row;
    const int64_t w = required ? r->n - least + 1 : least;
    for (int i = 0; i < r->n; i++) terms_add(&s->sum, required ? -r->x[i] : r->x[i], 1);
    terms_add(&s->sum, required ? y : -y, w);
    row_sums_bound(s, w, INT64_MAX);
}

static bool row_sums_count(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const bool required = part % 2 || r->hi == COUNT_UP;
    const int output = r->hi == COUNT_UP ? part : part / 2;
    if (output < r->lo) row_sums_output(s, r->x[r->n + output], output + 1, required);
    return output < r->lo;
}

static bool row_sums_literals(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    if (part) return false;
    row_sums_add(s, r->x, r->w, r->n);
    row_sums_bound(s, r->lo, r->hi);
    if (r->kind == ROW_XOR)
        for (int64_t w = 2; w - 2 < r->n; w *= 2) terms_add(&s->sum, ++s->vars, -w);
    return true;
}

/* ---- integers -------------------------------------------------------------------------------- */

static struct integer row_sums_integer(const struct row_sums *s, int i)
{
    return model_integer(s->m, s->row.integer[i]);
}

static bool row_sums_int(struct row_sums *s, int part)
{
    const struct integer it = row_sums_integer(s, 0);
    if (it.form == FORM_ORDER) {
        if (part + 1 >= it.n) return false;
        row_sums_add(s, it.x + part, (const int64_t[]){1, -1}, 2);
        row_sums_bound(s, 0, INT64_MAX);
        return true;
    }
    for (int k = 0; k < it.n; k++) terms_add(&s->sum, it.x[k], it.form == FORM_LOG ? integer_weight(FORM_LOG, k) : 1);
    row_sums_bound(s, it.form == FORM_LOG ? INT64_MIN : 1, it.form == FORM_LOG ? it.hi - it.lo : 1);
    return !part;
}

/* Adds w [lo <= integer <= hi], and returns a constant that the sum is to be increased by. */
static int64_t row_sums_within(struct row_sums *s, const struct integer *it, int64_t lo, int64_t hi, int64_t w)
{
    if (lo > it->hi || hi < it->lo || lo > hi) return 0;
    if (it->form == FORM_DIRECT) {
        for (int k = 0; k < it->n; k++)
            if (it->lo + k >= lo && it->lo + k <= hi) terms_add(&s->sum, it->x[k], w);
        return 0;
    }
    if (lo > it->lo) terms_add(&s->sum, it->x[lo - it->lo - 1], w);
    if (hi < it->hi) terms_add(&s->sum, it->x[hi - it->lo], -w);
    return lo > it->lo ? 0 : w;
}

/* Adds w [integer = value] for an integer by values. */
static void row_sums_is(struct row_sums *s, int i, int64_t value, int64_t w)
{
    const struct integer it = row_sums_integer(s, i);
    row_sums_within(s, &it, value, value, w);
}

static void row_sums_weigh(struct row_sums *s, int i, int64_t w)
{
    const struct integer it = row_sums_integer(s, i);
    for (int k = 0; k < it.n; k++)
        if (integer_weight(it.form, k)) terms_add(&s->sum, it.x[k], w * integer_weight(it.form, k));
}

/* ---- sums of integers ------------------------------------------------------------------------ */

static bool row_sums_of_one(const struct model *m, const struct row *r)
{
    return !r->n && r->integers == 1 && r->w[0] == 1 && model_integer(m, r->integer[0]).form != FORM_LOG;
}

/* An equality of two integers. */
static bool row_sums_of_two(const struct model *m, const struct row *r)
{
    bool few = !r->n && r->integers == 2 && r->integer[0] != r->integer[1] && r->w[0] && r->w[1] && r->lo == r->hi;
    for (int i = 0; i < r->integers && few; i++) {
        const struct integer it = model_integer(m, r->integer[i]);
        few = it.hi - it.lo < ROW_SUMS_VALUES;
    }
    return few;
}

static bool row_sums_all(const struct model *m, const struct row *r, enum int_form form)
{
    for (int i = 0; i < r->integers; i++)
        if (model_integer(m, r->integer[i]).form != form) return false;
    return true;
}

static bool row_sums_one(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const struct integer it = row_sums_integer(s, 0);
    const int64_t constant = row_sums_within(s, &it, r->lo, r->hi, 1), is = (r->iff || r->fails ? 0 : 1) - constant;
    if (r->iff) terms_add(&s->sum, r->iff, -1);
    row_sums_bound(s, is, r->iff && r->half ? INT64_MAX : is);
    return !part;
}

static bool row_sums_two(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const struct integer it[2] = {row_sums_integer(s, 0), row_sums_integer(s, 1)};
    const int all = it[0].n + it[1].n;
    const bool equal = part < all, second = equal && part >= it[0].n;
    const int k = equal ? part - (second ? it[0].n : 0) : part - all;
    if (!equal && (k >= it[0].n || (!r->fails && (!r->iff || r->half)))) return false;
    row_sums_bound(s, INT64_MIN, INT64_MAX);
    const int64_t rest = r->lo - r->w[second] * (it[second].lo + k), w = r->w[!second];
    const int64_t other = rest % w ? INT64_MAX : rest / w;
    const bool there = other >= it[!second].lo && other <= it[!second].hi;
    if (equal ? r->fails : !there) return true;
    terms_add(&s->sum, it[second].x[k], 1);
    if (there) terms_add(&s->sum, it[!second].x[other - it[!second].lo], equal ? -1 : 1);
    if (r->iff) terms_add(&s->sum, equal ? r->iff : -r->iff, 1);
    s->hi = equal ? r->iff != 0 : 1 + (r->iff != 0);
    return true;
}

static bool row_sums_same(const void *all, int i, const void *integer)
{
    return ((const int *)all)[i] == *(const int *)integer;
}

int64_t *row_sums_weights(const struct row *r)
{
    enum { SHORT = 8 }; /* longest row that is searched for a repeated integer */
    const int n = r->integers;
    int64_t *w = mem_new((size_t)n + 1, sizeof *w);
    OWNED int *distinct = mem_new((size_t)n + 1, sizeof *distinct), *first = mem_new((size_t)n + 1, sizeof *first);
    SCOPED(table) known = {0};
    if (n > SHORT) table_clear(&known, (size_t)n);
    for (int i = 0, d = 0; i < n; i++) {
        const int *it = &r->integer[i];
        const uint64_t hash = table_hash(it, sizeof *it);
        int at = d - 1;
        if (n > SHORT)
            at = table_find(&known, hash, row_sums_same, distinct, it);
        else
            while (at >= 0 && distinct[at] != *it) at--;
        if (at < 0) {
            if (n > SHORT) table_add(&known, hash);
            distinct[d] = *it;
            first[at = d++] = i;
        }
        w[i] = 0;
        w[first[at]] += r->w[r->n + i];
    }
    return w;
}

/* The sum of a row, its constant, and what it is at least and at most. */
struct row_sums_linear {
    int64_t constant, least, most;
};

static struct row_sums_linear row_sums_linear_of(struct row_sums *s)
{
    const struct row *r = &s->row;
    struct row_sums_linear t = {0};
    row_sums_add(s, r->x, r->w, r->n);
    for (int i = 0; i < r->n; i++) *(r->w[i] < 0 ? &t.least : &t.most) += r->w[i];
    OWNED int64_t *weight = row_sums_weights(r);
    for (int i = 0; i < r->integers; i++) {
        const struct integer it = row_sums_integer(s, i);
        const int64_t w = weight[i];
        if (!w) continue;
        row_sums_weigh(s, i, w);
        t.constant += w * it.lo;
        t.least += w * (w < 0 ? it.hi : it.lo);
        t.most += w * (w < 0 ? it.lo : it.hi);
    }
    return t;
}

/* The sum is at most, or at least, the bound if y (0: always). */
static void row_sums_if(struct row_sums *s, struct row_sums_linear t, lit y, int64_t bound, bool most)
{
    row_sums_bound(s, INT64_MIN, INT64_MAX);
    if (most ? bound >= t.most : bound <= t.least) return;
    if (y) terms_add(&s->sum, y, (most ? t.most : t.least) - bound);
    *(most ? &s->hi : &s->lo) = (y ? most ? t.most : t.least : bound) - t.constant;
    s->if_new = lit_var(y) > model_vars(s->m);
}

/* The sum is not within the bounds if ~iff. */
static bool row_sums_outside(struct row_sums *s, struct row_sums_linear t, int part)
{
    const struct row *r = &s->row;
    const bool both = r->lo > t.least && r->hi < t.most;
    if (part > (both ? 2 : 0) || r->lo > r->hi) return false;
    if (!both) {
        const bool above = r->lo <= t.least;
        row_sums_if(s, t, -r->iff, above ? min64(r->hi, t.most) + 1 : r->lo - 1, !above);
        return true;
    }
    if (!part) s->vars += r->iff ? 2 : 1;
    const lit above = r->iff ? s->vars : -s->vars, below = r->iff ? s->vars - 1 : s->vars;
    if (part) {
        row_sums_if(s, t, part == 1 ? below : above, part == 1 ? r->lo - 1 : r->hi + 1, part == 1);
        return true;
    }
    s->sum.x.n = 0;
    if (r->iff) row_sums_add(s, (const lit[]){r->iff, below, above}, NULL, 3);
    row_sums_bound(s, r->iff ? 1 : INT64_MIN, INT64_MAX);
    return true;
}

static bool row_sums_linear(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    if (row_sums_of_one(s->m, r)) return row_sums_one(s, part);
    if (row_sums_of_two(s->m, r) && row_sums_all(s->m, r, FORM_DIRECT)) return row_sums_two(s, part);
    const struct row_sums_linear t = row_sums_linear_of(s);
    if (!r->iff && !r->fails) {
        row_sums_bound(s, r->lo == INT64_MIN ? r->lo : r->lo - t.constant,
                       r->hi == INT64_MAX ? r->hi : r->hi - t.constant);
        return !part;
    }
    if (part < 2) {
        const int64_t bound = part ? r->lo : r->hi;
        row_sums_if(s, t, r->iff, r->fails || bound == INT64_MIN ? t.least : bound, !part && !r->fails);
        return true;
    }
    return (r->fails || (r->iff && !r->half)) && row_sums_outside(s, t, part - 2);
}

static bool row_sums_increasing(struct row_sums *s, int part)
{
    if (part + 1 >= s->row.integers) return false;
    row_sums_weigh(s, part, -1);
    row_sums_weigh(s, part + 1, 1);
    row_sums_bound(s, s->row.lo + row_sums_integer(s, part).lo - row_sums_integer(s, part + 1).lo, INT64_MAX);
    return true;
}

/* ---- lists of integers by values ------------------------------------------------------------- */

static bool row_sums_alldiff(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const int64_t from = part ? s->value + 1 : INT64_MIN;
    s->value = INT64_MAX;
    for (int i = 0; i < r->integers; i++) {
        const struct integer it = row_sums_integer(s, i);
        const int64_t w = r->w ? r->w[i] : 0;
        if (from <= it.hi + w) s->value = min64(s->value, max64(from, it.lo + w));
    }
    if (s->value == INT64_MAX) return false;
    for (int i = 0; i < r->integers; i++) row_sums_is(s, i, s->value - (r->w ? r->w[i] : 0), 1);
    row_sums_bound(s, INT64_MIN, s->sum.x.n < 2 || (r->hi && s->value == r->lo) ? INT64_MAX : 1);
    return true;
}

static bool row_sums_inverse(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const int n = r->integers / 2, pair = part - 2 * n;
    row_sums_bound(s, 0, 0);
    if (pair < 0) { /* no other values */
        const struct integer it = row_sums_integer(s, part);
        row_sums_within(s, &it, INT64_MIN, r->lo - 1, 1);
        row_sums_within(s, &it, r->lo + n, INT64_MAX, 1);
        return true;
    }
    if (pair >= n * n) return false;
    row_sums_is(s, pair / n, r->lo + pair % n, 1);
    row_sums_is(s, n + pair % n, r->lo + pair / n, -1);
    return true;
}

static bool row_sums_cardinality(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    const int n = r->integers - (int)r->hi, i = part - (int)r->hi;
    if (part < r->hi) {
        for (int j = 0; j < n; j++) row_sums_is(s, j, r->w[part], 1);
        row_sums_weigh(s, n + part, -1);
        const int64_t least = row_sums_integer(s, n + part).lo;
        row_sums_bound(s, least, least);
        return true;
    }
    if (i >= n || !r->lo) return false;
    const struct integer it = row_sums_integer(s, i);
    for (int k = 0; k < it.n; k++) {
        int j = 0;
        while (j < r->hi && r->w[j] != it.lo + k) j++;
        if (j == r->hi) terms_add(&s->sum, it.x[k], 1);
    }
    row_sums_bound(s, 0, 0);
    return true;
}

/* Whether the table has this row, and its integers can have these values. */
static bool row_sums_tuple(const struct row_sums *s, int64_t t)
{
    const struct row *r = &s->row;
    for (int i = 0; i < r->integers && t < r->hi; i++) {
        const struct integer it = row_sums_integer(s, i);
        const int64_t v = r->w[t * r->integers + i];
        if (v != INT64_MIN && (v < it.lo || v > it.hi)) return false;
    }
    return t < r->hi;
}

static bool row_sums_table(struct row_sums *s, int part)
{
    const struct row *r = &s->row;
    row_sums_bound(s, 1, INT64_MAX);
    if (part >= r->hi) { /* after all others: one of them */
        lit first = s->vars;
        for (int64_t t = 0; t < r->hi; t++) first -= row_sums_tuple(s, t);
        while (first < s->vars) terms_add(&s->sum, ++first, 1);
        return part == r->hi;
    }
    s->lo = row_sums_tuple(s, part) ? 0 : INT64_MIN;
    if (s->lo) return true;
    int values = 0;
    for (int i = 0; i < r->integers; i++) {
        const int64_t v = r->w[(int64_t)part * r->integers + i];
        if (v != INT64_MIN) row_sums_is(s, i, v, 1);
        values += v != INT64_MIN;
    }
    terms_add(&s->sum, ++s->vars, -values);
    if (!values) s->lo = INT64_MIN;
    s->if_new = true;
    return true;
}

/* ---- all rows -------------------------------------------------------------------------------- */

static bool (*const row_sums_part[ROW_KINDS])(struct row_sums *s, int part) = {[ROW_CLAUSE] = row_sums_literals,
                                                                               [ROW_CARD] = row_sums_literals,
                                                                               [ROW_PB] = row_sums_literals,
                                                                               [ROW_XOR] = row_sums_literals,
                                                                               [ROW_COUNT] = row_sums_count,
                                                                               [ROW_INT] = row_sums_int,
                                                                               [ROW_LINEAR] = row_sums_linear,
                                                                               [ROW_ALLDIFF] = row_sums_alldiff,
                                                                               [ROW_TABLE] = row_sums_table,
                                                                               [ROW_INVERSE] = row_sums_inverse,
                                                                               [ROW_CARDINALITY] = row_sums_cardinality,
                                                                               [ROW_INCREASING] = row_sums_increasing};

bool row_sums_state(const struct model *m, const struct row *r)
{
    if (!row_sums_part[r->kind]) return false;
    if (r->kind == ROW_LINEAR)
        return (r->lo <= r->hi || r->fails) && (!row_sums_of_two(m, r) || row_sums_all(m, r, FORM_DIRECT) ||
                                                (row_sums_all(m, r, FORM_ORDER) && !r->iff && !r->fails));
    const bool by_value = r->kind == ROW_ALLDIFF || r->kind == ROW_TABLE || r->kind == ROW_INVERSE;
    return !r->half && (!by_value || row_sums_all(m, r, FORM_DIRECT)) &&
           (r->kind != ROW_CARDINALITY ||
            row_sums_all(m, &(struct row){.integer = r->integer, .integers = r->integers - (int)r->hi}, FORM_DIRECT));
}

bool row_sums_next(struct row_sums *s)
{
    for (;;) {
        s->sum.x.n = 0;
        s->if_new = false;
        if (s->row.number && row_sums_state(s->m, &s->row) && row_sums_part[s->row.kind](s, s->part++)) return true;
        s->part = 0;
        if (!model_next(s->m, &s->row)) return false;
    }
}
