/* Kinds of rows over lists of integers: orders, inverse lists, numbers of occurrences, automata and boxes. */
#include "model/model_json.h"

static bool is_set(const json_t *o, const char *key) { return json_is_true(json_object_get(o, key)); }

/* How many numbers w has, of the kinds that count them by hi. */
static size_t numbers_of(const struct row *r) { return (size_t)r->hi; }

/* ---- orders ---------------------------------------------------------------------------------- */

static bool rises(const struct row *r, struct values a, const int64_t *value)
{
    for (int i = 1; i < r->integers; i++)
        if (value[r->integer[i]] < value[r->integer[i - 1]] + r->lo) return false;
    return true;
}

static bool read_strict(struct json_reader *r, const json_t *o, struct row_own *t)
{
    t->row.lo = is_set(o, "strict");
    return true;
}

static void put_strict(const struct row *r, struct text *out)
{
    if (r->lo) text_put(out, ", \"strict\": true");
}

const struct row_class kind_increasing = {.name = "increasing",
                                          .keys = "strict if ",
                                          .of_integers = true,
                                          .holds = rises,
                                          .read = read_strict,
                                          .write = put_strict};

static bool lex_fits(const struct model *m, const struct row *r, struct text *err)
{
    return (!(r->n && r->integers) && r->n % 2 == 0 && r->integers % 2 == 0) ||
           text_error(err,
                      "Two lists with %d literals and %d integers are compared; they take as many literals or as "
                      "many integers each.",
                      r->n, r->integers);
}

static bool lex_holds(const struct row *r, struct values a, const int64_t *value)
{
    const int half = (r->n + r->integers) / 2;
    for (int i = 0; i < half; i++) {
        int64_t x = r->n ? value_true(a, r->x[i]) : value[r->integer[i]];
        int64_t y = r->n ? value_true(a, r->x[half + i]) : value[r->integer[half + i]];
        if (x != y) return x < y;
    }
    return !r->lo;
}

const struct row_class kind_lex = {.name = "lex",
                                   .keys = "integers strict if ",
                                   .holds = lex_holds,
                                   .fits = lex_fits,
                                   .read = read_strict,
                                   .write = put_strict};

/* ---- inverse lists --------------------------------------------------------------------------- */

static bool inverse_fits(const struct model *m, const struct row *r, struct text *err)
{
    if (r->lo < -MODEL_INT_END || r->lo > MODEL_INT_END)
        return text_error(err, "The first place is %lld; it is at most 2^40.", (long long)r->lo);
    return r->integers % 2 == 0 ||
           text_error(err, "Inverse lists have %d integers together; each has as many as the other.", r->integers);
}

static bool is_inverse(const struct row *r, struct values a, const int64_t *value)
{
    const int n = r->integers / 2;
    for (int i = 0; i < 2 * n; i++) {
        const int64_t j = value[r->integer[i]] - r->lo;
        if (j < 0 || j >= n || value[r->integer[(i < n ? n : 0) + j]] - r->lo != i % n) return false;
    }
    return true;
}

static bool read_first(struct json_reader *r, const json_t *o, struct row_own *t)
{
    return json_whole(r, o, "first", 0, &t->row.lo);
}

static void put_first(const struct row *r, struct text *out)
{
    if (r->lo) text_add(out, ", \"first\": %lld", (long long)r->lo);
}

const struct row_class kind_inverse = {.name = "inverse",
                                       .keys = "first if ",
                                       .by_value = true,
                                       .of_integers = true,
                                       .holds = is_inverse,
                                       .fits = inverse_fits,
                                       .read = read_first,
                                       .write = put_first};

/* ---- numbers of occurrences ------------------------------------------------------------------ */

static bool cardinality_fits(const struct model *m, const struct row *r, struct text *err)
{
    return (r->hi >= 0 && r->hi <= r->integers) ||
           text_error(err, "%lld values are counted by %d integers; each value has an integer of its own.",
                      (long long)r->hi, r->integers);
}

static bool cardinality_holds(const struct row *r, struct values a, const int64_t *value)
{
    const int n = r->integers - (int)r->hi;
    int64_t all = 0;
    for (int k = 0; k < r->hi; k++) {
        int64_t count = 0;
        bool again = false;
        for (int i = 0; i < n; i++) count += value[r->integer[i]] == r->w[k];
        for (int j = 0; j < k; j++) again = again || r->w[j] == r->w[k];
        if (count != value[r->integer[n + k]]) return false;
        all += again ? 0 : count;
    }
    return !r->lo || all == n;
}

static bool read_cardinality(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int n = 0;
    t->row.w = t->w = json_numbers(r, json_object_get(o, "values"), &n);
    t->row.hi = n;
    t->row.lo = is_set(o, "closed");
    return t->w;
}

static void put_cardinality(const struct row *r, struct text *out)
{
    json_put_list(out, "values", r->w, r->hi, 1);
    if (r->lo) text_put(out, ", \"closed\": true");
}

const struct row_class kind_cardinality = {.name = "cardinality",
                                           .keys = "values closed if ",
                                           .by_value = true,
                                           .of_integers = true,
                                           .numbers = numbers_of,
                                           .holds = cardinality_holds,
                                           .fits = cardinality_fits,
                                           .read = read_cardinality,
                                           .write = put_cardinality};

/* ---- automata -------------------------------------------------------------------------------- */

static bool is_state(const struct row *r, int64_t v) { return v >= 0 && v < r->lo; }

static bool regular_fits(const struct model *m, const struct row *r, struct text *err)
{
    if (r->lo < 1 || r->lo > MODEL_VARS)
        return text_error(err, "An automaton has %lld states; it takes 1 or more.", (long long)r->lo);
    const struct automaton a = kind_lists_automaton(r);
    int64_t wrong = is_state(r, a.start) ? -1 : a.start;
    for (int64_t k = 0; k < a.accepting; k++)
        if (!is_state(r, a.accepts[k])) wrong = a.accepts[k];
    for (int64_t k = 0; k < 3 * a.transitions; k++)
        if (k % 3 != 1 && !is_state(r, a.transition[k])) wrong = a.transition[k];
    return wrong == -1 || text_error(err, "There is no state %lld; the automaton has the states 0 to %lld.",
                                     (long long)wrong, (long long)r->lo - 1);
}

struct automaton kind_lists_automaton(const struct row *r)
{
    struct automaton a = {.start = r->w[0], .accepting = r->w[1], .accepts = r->w + 2};
    a.transition = a.accepts + a.accepting;
    a.transitions = (r->hi - 2 - a.accepting) / 3;
    return a;
}

static bool is_word(const struct row *r, struct values a, const int64_t *value)
{
    const struct automaton u = kind_lists_automaton(r);
    OWNED bool *now = mem_new((size_t)r->lo, sizeof *now);
    bool ok = false;
    now[u.start] = true;
    for (int i = 0; i < r->integers; i++) {
        bool *next = mem_new((size_t)r->lo, sizeof *next);
        for (const int64_t *t = u.transition; t < u.transition + 3 * u.transitions; t += 3)
            if (now[t[0]] && t[1] == value[r->integer[i]]) next[t[2]] = true;
        mem_free(now);
        now = next;
    }
    for (int64_t k = 0; k < u.accepting; k++) ok = ok || now[u.accepts[k]];
    return ok;
}

static bool read_regular(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int accepting = 0, n = 0;
    int64_t start = 0;
    OWNED int64_t *accepts = json_numbers(r, json_object_get(o, "accepting"), &accepting);
    OWNED int64_t *transition = accepts ? json_numbers(r, json_object_get(o, "transitions"), &n) : NULL;
    if (!transition || !json_whole(r, o, "states", 0, &t->row.lo) || !json_whole(r, o, "start", 0, &start))
        return false;
    if (n % 3) return json_wrong(r, "transitions of three numbers: from, value, to");
    t->row.hi = 2 + accepting + n;
    t->row.w = t->w = mem_new((size_t)t->row.hi, sizeof *t->w);
    t->w[0] = start;
    t->w[1] = accepting;
    for (int k = 0; k < accepting; k++) t->w[2 + k] = accepts[k];
    for (int k = 0; k < n; k++) t->w[2 + accepting + k] = transition[k];
    return true;
}

static void put_regular(const struct row *r, struct text *out)
{
    const struct automaton a = kind_lists_automaton(r);
    text_add(out, ", \"states\": %lld, \"start\": %lld", (long long)r->lo, (long long)a.start);
    json_put_list(out, "accepting", a.accepts, a.accepting, 1);
    json_put_list(out, "transitions", a.transition, 3 * a.transitions, 1);
}

const struct row_class kind_regular = {.name = "regular",
                                       .keys = "states start accepting transitions if ",
                                       .by_value = true,
                                       .of_integers = true,
                                       .numbers = numbers_of,
                                       .holds = is_word,
                                       .fits = regular_fits,
                                       .read = read_regular,
                                       .write = put_regular};

/* ---- boxes ----------------------------------------------------------------------------------- */

static bool boxes_fit(const struct model *m, const struct row *r, struct text *err)
{
    const int64_t d = r->lo, boxes = d > 0 ? r->integers / (2 * d) : 0;
    if (d < 1 || d > 64 || boxes * 2 * d != r->integers || (r->n && r->n != boxes))
        return text_error(
            err,
            "%d integers and %d literals are boxes of %lld dimensions; each box takes its positions, its sizes, "
            "and one literal or none.",
            r->integers, r->n, (long long)d);
    for (int i = 0; i < r->integers; i++)
        if (i % (2 * d) >= d && model_integer(m, r->integer[i]).lo < 0)
            return text_error(err, "The size %s of a box can be negative; give it a domain from 0 on.",
                              model_int_name(m, r->integer[i]));
    return true;
}

/* Whether box i ends before box j begins, in this dimension. */
static bool ends_before(const struct row *r, const int64_t *value, int i, int j, int dimension)
{
    const int *a = r->integer + 2 * r->lo * i, *b = r->integer + 2 * r->lo * j;
    return value[a[dimension]] + value[a[r->lo + dimension]] <= value[b[dimension]];
}

static bool are_apart(const struct row *r, struct values a, const int64_t *value)
{
    const int boxes = r->integers / (2 * (int)r->lo);
    for (int i = 0; i < boxes; i++)
        for (int j = 0; j < i; j++) {
            bool apart = r->n && (!value_true(a, r->x[i]) || !value_true(a, r->x[j]));
            for (int d = 0; d < r->lo; d++)
                apart = apart || ends_before(r, value, i, j, d) || ends_before(r, value, j, i, d);
            if (!apart) return false;
        }
    return true;
}

static bool read_boxes(struct json_reader *r, const json_t *o, struct row_own *t)
{
    return json_whole(r, o, "dimensions", 2, &t->row.lo);
}

static void put_boxes(const struct row *r, struct text *out) { text_add(out, ", \"dimensions\": %d", (int)r->lo); }

const struct row_class kind_no_overlap = {.name = "no_overlap",
                                          .keys = "integers dimensions if ",
                                          .holds = are_apart,
                                          .fits = boxes_fit,
                                          .read = read_boxes,
                                          .write = put_boxes};
