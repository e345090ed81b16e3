/* The meaning of rows of integers and graphs, and copies of models. */
#include "model/model.h"

int64_t model_int_read(enum int_form form, int64_t lo, int64_t hi, lit first, struct values a)
{
    int n = integer_literals(form, lo, hi), count = 0;
    int64_t value = lo;
    bool chain = true;
    for (int k = 0; k < n; k++) {
        if (!value_true(a, first + k)) continue;
        value += integer_weight(form, k);
        chain = count++ == k && chain;
    }
    bool valid = form == FORM_DIRECT ? count == 1 : form == FORM_ORDER ? chain : value <= hi;
    return valid ? value : INT64_MIN;
}

const char *const model_int_forms[FORMS] = {"direct", "order", "log"};

int64_t model_int_value(const struct model *m, int i, struct values a)
{
    struct integer it = model_integer(m, i);
    return model_int_read(it.form, it.lo, it.hi, it.n ? it.x[0] : 1, a);
}

void model_int_words(const struct model *m, int i, struct text *out)
{
    struct integer it = model_integer(m, i);
    text_add(out, "int %s %lld %lld %d %s", model_int_forms[it.form], (long long)it.lo, (long long)it.hi,
             it.n ? it.x[0] : 1, model_int_name(m, i));
}

static bool linear_holds(const struct row *r, struct values a, const int64_t *value)
{
    int64_t sum = values_sum(a, r->x, r->w, r->n);
    for (int i = 0; i < r->integers; i++) sum += r->w[r->n + i] * value[r->integer[i]];
    bool within = r->lo <= sum && sum <= r->hi;
    if (r->half) return within || !value_true(a, r->iff);
    return within == (r->iff ? value_true(a, r->iff) : !r->fails);
}

static bool table_holds(const struct row *r, const int64_t *value)
{
    for (int64_t t = 0; t < r->hi; t++) {
        int i = 0;
        while (i < r->integers && r->w[t * r->integers + i] == value[r->integer[i]]) i++;
        if (i == r->integers) return true;
    }
    return false;
}

static bool different(const struct row *r, const int64_t *value)
{
    for (int i = 0; i < r->integers; i++)
        for (int j = 0; j < i; j++)
            if (value[r->integer[i]] + (r->w ? r->w[i] : 0) == value[r->integer[j]] + (r->w ? r->w[j] : 0))
                return false;
    return true;
}

static int find_root(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static bool connected(const struct row *r, struct values a)
{
    int *up = mem_new((size_t)r->n, sizeof *up), parts = 0;
    for (int i = 0; i < r->n; i++) up[i] = i;
    for (int i = 0; i < r->n; i++) parts += value_true(a, r->x[i]);
    for (int k = 0; k < r->edges; k++) {
        const struct graph_edge *e = &r->edge[k];
        if (!value_true(a, r->x[e->from]) || !value_true(a, r->x[e->to])) continue;
        int from = find_root(up, e->from), to = find_root(up, e->to);
        parts -= from != to;
        up[from] = to;
    }
    mem_free(up);
    return parts <= 1;
}

bool model_integers_hold(const struct row *r, struct values a, const int64_t *value)
{
    switch (r->kind) {
    case ROW_LINEAR:
        return linear_holds(r, a, value);
    case ROW_ALLDIFF:
        return different(r, value);
    case ROW_TABLE:
        return table_holds(r, value);
    case ROW_CONNECTED:
        return connected(r, a);
    default:
        assert(!"a row of integers or of a graph");
        return false;
    }
}

/* ---- limits of rows -------------------------------------------------------------------------- */

static bool sum_fits(const struct model *m, const struct row *r, int64_t limit)
{
    __int128 most = 0;
    for (int i = 0; i < r->n + r->integers; i++) {
        struct integer it = i < r->n ? (struct integer){.hi = 1} : model_integer(m, r->integer[i - r->n]);
        int64_t end = max64(max64(-it.lo, it.hi), it.hi - it.lo);
        most += (r->w[i] < 0 ? -(__int128)r->w[i] : r->w[i]) * end;
    }
    return most < limit;
}

/* The first variable, or integer, that occurs twice in the list; -1: none. All are <= most. */
static int repeated(const int *x, int n, int most)
{
    OWNED bool *seen = mem_new((size_t)most + 1, sizeof *seen);
    int i = 0;
    for (; i < n && !seen[lit_var(x[i])]; i++) seen[lit_var(x[i])] = true;
    return i < n ? lit_var(x[i]) : -1;
}

/* Whether what must be distinct is, and other numbers than weights are in range. */
static bool members_fit(const struct model *m, const struct row *r, struct text *err)
{
    int integer = r->kind == ROW_ALLDIFF ? repeated(r->integer, r->integers, model_ints(m)) : -1;
    int var = r->kind == ROW_COUNT || r->kind == ROW_CONNECTED ? repeated(r->x, r->n, model_vars(m)) : -1;
    if (integer >= 0 || var >= 0)
        return text_error(err, "%s occurs twice, but may occur once only in such a constraint.",
                          var < 0 ? model_int_name(m, integer) : model_name(m, var));
    if (r->kind == ROW_COUNT && (r->lo < 0 || r->lo > r->n))
        return text_error(err, "A counter of %d literals cannot count to %lld.", r->n, (long long)r->lo);
    if (r->kind == ROW_TABLE && (!r->integers || r->hi < 0))
        return text_error(err, "A table has %d columns and %lld rows; it takes 1 column or more, and 0 rows or more.",
                          r->integers, (long long)r->hi);
    for (int i = 0; i < r->integers && r->kind == ROW_ALLDIFF && r->w; i++)
        if (r->w[i] < -MODEL_INT_END || r->w[i] > MODEL_INT_END)
            return text_error(err, "The offset %lld is larger than 2^40.", (long long)r->w[i]);
    for (int k = 0; k < r->edges; k++) {
        struct graph_edge e = r->edge[k];
        if (e.from < 0 || e.from >= r->n || e.to < 0 || e.to >= r->n)
            return text_error(err, "The edge %d-%d does not join two of the vertices 0 to %d.", e.from, e.to, r->n - 1);
    }
    return true;
}

enum row_fault model_row_fault(const struct model *m, const struct row *r, struct text *err)
{
    static const int limits[] = {[ROW_PB] = 62, [ROW_LINEAR] = 60, [ROW_CONNECTED] = 0};
    const int bits = limits[r->kind];
    if (bits && !sum_fits(m, r, (int64_t)1 << bits)) {
        text_error(err, "The sum may need more than %d bits; use smaller weights.", bits);
        return ROW_LARGE;
    }
    for (int i = 0; i < r->integers && r->kind > ROW_LINEAR; i++) {
        struct integer it = model_integer(m, r->integer[i]);
        if (it.hi - it.lo < MODEL_INT_VALUES) continue;
        text_error(err, "The integer %s has more than %d values, each of which would need a literal.",
                   model_int_name(m, r->integer[i]), MODEL_INT_VALUES);
        return ROW_LARGE;
    }
    return members_fit(m, r, err) ? ROW_FITS : ROW_WRONG;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void copy_vars(const struct model *from, struct model *to)
{
    for (int v = 1; v <= model_vars(from); v++) {
        model_group(to, model_group_of(from, v));
        if (model_is_solution(from, v))
            model_var(to, "%s", model_name(from, v));
        else
            model_derived(to, "%s", model_name(from, v));
    }
}

/* Returns for each integer whether a row compares its values one by one, rather than a sum. */
static bool *compared_by_value(const struct model *m)
{
    bool *by_value = mem_new((size_t)model_ints(m), sizeof *by_value);
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        bool equal = r.kind == ROW_LINEAR && r.n + r.integers <= 2 && r.lo == r.hi;
        for (int k = 0; k < r.integers && (equal || r.kind > ROW_LINEAR); k++) by_value[r.integer[k]] = true;
    }
    for (int i = 0; i < model_givens(m); i++)
        if (!model_given_at(m, i).x) by_value[model_given_at(m, i).integer] = true;
    return by_value;
}

void model_copy_goal(const struct model_goal *goal, struct model *m)
{
    const struct terms *own = &goal->sum;
    SCOPED(terms) sum = {0};
    int64_t constant = goal->constant;
    if (model_is_abstract(m)) {
        model_set_goal(m, goal->maximize, constant, own->x.v, own->w, own->x.n, goal->integer, goal->v, goal->integers);
        return;
    }
    for (int i = 0; i < own->x.n; i++) terms_add(&sum, own->x.v[i], own->w[i]);
    for (int i = 0; i < goal->integers; i++) {
        struct integer it = model_integer(m, goal->integer[i]);
        constant += goal->v[i] * it.lo;
        for (int k = 0; k < it.n; k++) terms_add(&sum, it.x[k], goal->v[i] * integer_weight(it.form, k));
    }
    model_optimize(m, &(struct objective){.n = sum.x.n, .x = sum.x.v, .w = sum.w, .name = "value"}, constant,
                   goal->maximize);
}

int64_t model_goal_value(const struct model_goal *goal, struct values a, const int64_t *value)
{
    int64_t sum = goal->constant + values_sum(a, goal->sum.x.v, goal->sum.w, goal->sum.x.n);
    for (int i = 0; i < goal->integers; i++) sum += goal->v[i] * value[goal->integer[i]];
    return sum;
}

void model_copy(const struct model *from, struct model *to)
{
    int rule = -1;
    OWNED bool *by_value = compared_by_value(from);
    copy_vars(from, to);
    for (int i = 0; i < model_ints(from); i++) {
        struct integer it = model_integer(from, i);
        bool free = !model_is_abstract(to) && it.form == FORMS && it.hi - it.lo < MODEL_INT_MANY;
        if (free && by_value[i]) it.form = FORM_DIRECT;
        model_group(to, i);
        if (it.n)
            model_int_rule(to, model_int_over(to, it.lo, it.hi, it.form, it.x[0], model_int_name(from, i)));
        else
            model_int(to, it.lo, it.hi, it.form, "%s", model_int_name(from, i));
    }
    for (int i = 0; i < model_rows(from); i++) {
        struct row r = model_row(from, i);
        if (r.kind == ROW_INT) continue;
        if (r.rule != rule) model_rule(to, "%s", model_rule_name(from, r.rule));
        rule = r.rule;
        model_add(to, &r);
        if (r.block) model_partition(to, r.block);
    }
    for (int i = 0; i < model_givens(from); i++) model_may_give(to, model_given_at(from, i), NULL);
    model_picture_copy(from, to);
    if (model_objective(from)) model_minimize(to, model_objective(from));
}
