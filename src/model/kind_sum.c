/* Kinds of rows over literals: clauses, sums, parities and counters. */
#include "model/model_json.h"

#include <string.h>

static bool some_true(const struct row *r, struct values a, const int64_t *value)
{
    return values_sum(a, r->x, NULL, r->n) > 0;
}

const struct row_class kind_clause = {.name = "clause", .keys = "", .holds = some_true};

static bool sum_within(const struct row *r, struct values a, const int64_t *value)
{
    int64_t sum = values_sum(a, r->x, r->w, r->n);
    return r->lo <= sum && sum <= r->hi;
}

const struct row_class kind_card = {.name = "card", .keys = "lo hi ", .holds = sum_within};
const struct row_class kind_pb = {.name = "pb", .keys = "weights lo hi ", .bits = 62, .holds = sum_within};

/* ---- parities -------------------------------------------------------------------------------- */

static bool is_odd(const struct row *r, struct values a, const int64_t *value)
{
    return (values_sum(a, r->x, NULL, r->n) & 1) == r->lo;
}

static bool read_parity(struct json_reader *r, const json_t *o, struct row_own *t)
{
    return json_whole(r, o, "parity", 1, &t->row.lo) &&
           (t->row.lo == (t->row.lo & 1) || json_wrong(r, "the parity 0 or 1"));
}

static void put_parity(const struct row *r, struct text *out) { text_add(out, ", \"parity\": %d", (int)r->lo); }

const struct row_class kind_xor = {
    .name = "xor", .keys = "parity ", .holds = is_odd, .read = read_parity, .write = put_parity};

/* ---- counters -------------------------------------------------------------------------------- */

static bool counted(const struct row *r, struct values a, const int64_t *value)
{
    int64_t sum = values_sum(a, r->x, NULL, r->n);
    for (int j = 0; j < r->lo; j++)
        if (value_true(a, r->x[r->n + j]) != (sum > j) && (sum > j || r->hi == COUNT_BOTH)) return false;
    return true;
}

static bool count_fits(const struct model *m, const struct row *r, struct text *err)
{
    return (r->lo >= 0 && r->lo <= r->n) ||
           text_error(err, "A counter of %d literals cannot count to %lld.", r->n, (long long)r->lo);
}

static bool read_count(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int max;
    OWNED int *y = json_terms(r, o, "outputs", false, &max);
    if (!y) return false;
    t->row.lo = max;
    t->row.x = t->x = mem_resize(t->x, (size_t)t->row.n + (size_t)max + 1, sizeof *t->x);
    memcpy(t->x + t->row.n, y, (size_t)max * sizeof *y);
    t->row.hi = json_is_true(json_object_get(o, "up")) ? COUNT_UP : COUNT_BOTH;
    return true;
}

static void put_count(const struct row *r, struct text *out)
{
    text_put(out, ", ");
    json_put_ints(out, "outputs", r->x + r->n, (int)r->lo, 0);
    if (r->hi == COUNT_UP) text_put(out, ", \"up\": true");
}

const struct row_class kind_count = {.name = "count",
                                     .keys = "outputs up ",
                                     .distinct = true,
                                     .holds = counted,
                                     .fits = count_fits,
                                     .read = read_count,
                                     .write = put_count};
