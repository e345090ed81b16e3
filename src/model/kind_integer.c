/* Kinds of rows over integers. */
#include "model/model_json.h"

static bool is_value(const struct row *r, struct values a, const int64_t *value)
{
    return value[r->integer[0]] != INT64_MIN;
}

const struct row_class kind_int = {.name = "int", .holds = is_value};

/* ---- sums ------------------------------------------------------------------------------------ */

static bool linear_holds(const struct row *r, struct values a, const int64_t *value)
{
    int64_t sum = values_sum(a, r->x, r->w, r->n);
    for (int i = 0; i < r->integers; i++) sum += r->w[r->n + i] * value[r->integer[i]];
    bool within = r->lo <= sum && sum <= r->hi;
    return within == (r->iff && !r->half ? value_true(a, r->iff) : !r->fails);
}

static bool read_linear(struct json_reader *r, const json_t *o, struct row_own *t)
{
    struct row *row = &t->row;
    const json_t *iff = json_object_get(o, "iff");
    row->fails = json_is_true(json_object_get(o, "fails"));
    if (!row->half + !iff + !row->fails < 2) return json_wrong(r, "only one of if, iff and fails");
    return !iff || json_literal(r, o, "iff", &row->iff);
}

static void put_linear(const struct row *r, struct text *out)
{
    if (r->iff && !r->half) text_add(out, ", \"iff\": %d", r->iff);
    if (r->fails) text_put(out, ", \"fails\": true");
}

const struct row_class kind_linear = {.name = "linear",
                                      .keys = "integers weights lo hi if iff fails ",
                                      .bits = 60,
                                      .holds = linear_holds,
                                      .read = read_linear,
                                      .write = put_linear};

/* ---- all different --------------------------------------------------------------------------- */

/* The value of an integer plus its offset. */
static int64_t shifted(const struct row *r, const int64_t *value, int i)
{
    return value[r->integer[i]] + (r->w ? r->w[i] : 0);
}

static bool different(const struct row *r, struct values a, const int64_t *value)
{
    for (int i = 0; i < r->integers; i++)
        for (int j = 0; j < i; j++)
            if (shifted(r, value, i) == shifted(r, value, j) && !(r->hi && shifted(r, value, i) == r->lo)) return false;
    return true;
}

static size_t offsets(const struct row *r) { return r->w ? (size_t)r->integers : 0; }

static bool offsets_fit(const struct model *m, const struct row *r, struct text *err)
{
    for (int i = 0; i < r->integers && r->w; i++)
        if (r->w[i] < -MODEL_INT_END || r->w[i] > MODEL_INT_END)
            return text_error(err, "The offset %lld is larger than 2^40.", (long long)r->w[i]);
    return true;
}

static bool read_offsets(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int n = 0;
    const json_t *list = json_object_get(o, "offsets");
    t->row.hi = json_object_get(o, "except") != NULL;
    if (!json_whole(r, o, "except", 0, &t->row.lo)) return false;
    t->row.w = t->w = list ? json_numbers(r, list, &n) : NULL;
    return !list || (t->w && (n == t->row.integers || json_wrong(r, "an offset for each integer")));
}

static void put_offsets(const struct row *r, struct text *out)
{
    if (r->w) json_put_list(out, "offsets", r->w, r->integers, 1);
    if (r->hi) text_add(out, ", \"except\": %lld", (long long)r->lo);
}

const struct row_class kind_alldiff = {.name = "alldiff",
                                       .keys = "offsets except if ",
                                       .by_value = true,
                                       .of_integers = true,
                                       .distinct = true,
                                       .numbers = offsets,
                                       .holds = different,
                                       .fits = offsets_fit,
                                       .read = read_offsets,
                                       .write = put_offsets};

/* ---- tables ---------------------------------------------------------------------------------- */

static bool table_holds(const struct row *r, struct values a, const int64_t *value)
{
    for (int64_t t = 0; t < r->hi; t++) {
        int i = 0;
        while (i < r->integers &&
               (r->w[t * r->integers + i] == value[r->integer[i]] || r->w[t * r->integers + i] == INT64_MIN))
            i++;
        if (i == r->integers) return true;
    }
    return false;
}

static size_t entries(const struct row *r) { return (size_t)r->hi * (size_t)r->integers; }

static bool table_fits(const struct model *m, const struct row *r, struct text *err)
{
    return (r->integers && r->hi >= 0) ||
           text_error(err, "A table has %d columns and %lld rows; it takes 1 column or more, and 0 rows or more.",
                      r->integers, (long long)r->hi);
}

static bool read_entries(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int n = 0, columns = t->row.integers;
    json_t *list = json_object_get(o, "rows");
    for (size_t k = 0; k < json_array_size(list); k++)
        if (json_is_null(json_array_get(list, k))) json_array_set_new(list, k, json_integer(INT64_MIN));
    t->row.w = t->w = json_numbers(r, list, &n);
    t->row.hi = columns ? n / columns : 0;
    return t->w && (n == t->row.hi * columns || json_wrong(r, "rows of a value for each integer, one after the other"));
}

static void put_entries(const struct row *r, struct text *out)
{
    text_put(out, ", \"rows\": [");
    for (size_t k = 0; k < entries(r); k++) {
        if (k) text_put(out, ", ");
        if (r->w[k] == INT64_MIN)
            text_put(out, "null");
        else
            text_add(out, "%lld", (long long)r->w[k]);
    }
    text_char(out, ']');
}

const struct row_class kind_table = {.name = "table",
                                     .keys = "rows if ",
                                     .by_value = true,
                                     .of_integers = true,
                                     .numbers = entries,
                                     .holds = table_holds,
                                     .fits = table_fits,
                                     .read = read_entries,
                                     .write = put_entries};
