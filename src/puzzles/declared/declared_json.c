/* Models as JSON. docs/models.md has the grammar; what a reader needs of it is in the tables below.
 * Variables and integers are numbers from 1, literals of variables have a sign. */
#include "base/json.h"
#include "puzzles/declared/declared_json.h"

#include <stdlib.h>
#include <string.h>

enum { DECLARED_SCHEMA = 1, DECLARED_VARS = 100000000 };

/* ---- reading --------------------------------------------------------------------------------- */

/* The state of a reader. */
struct json_reader {
    struct model *m;
    const char *name;  /* the file's */
    const char *where; /* "constraint", "integer", ... */
    int number;        /* of it, from 1; 0: there is one only */
    struct text *err;
};

static bool json_wrong(struct json_reader *r, const char *expected)
{
    struct text place = {0};
    text_put(&place, r->where);
    if (r->number) text_add(&place, " %d", r->number);
    text_error(r->err, "%s: %s: expected %s.", r->name, text_string(&place), expected);
    text_release(&place);
    return false;
}

/* Reads a list of whole numbers of at most `most` in size; *n: how many. NULL, with a sentence: it
 * is another thing. The caller frees it. */
static int64_t *read_json_numbers(struct json_reader *r, const json_t *list, int64_t most, int *n)
{
    if (!json_is_array(list) || json_array_size(list) > INT32_MAX / 2) {
        json_wrong(r, "a list of whole numbers");
        return NULL;
    }
    *n = (int)json_array_size(list);
    int64_t *v = mem_new((size_t)*n + 1, sizeof *v);
    for (int i = 0; i < *n; i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        v[i] = json_is_integer(item) ? json_integer_value(item) : INT64_MAX;
        if (v[i] >= -most && v[i] <= most) continue;
        json_wrong(r, "whole numbers that are not too large");
        mem_free(v);
        return NULL;
    }
    return v;
}

/* Reads a list of literals, or with `integers` of integers, which become numbers from 0. */
static int *read_terms(struct json_reader *r, const json_t *o, const char *key, bool integers, int *n)
{
    const json_t *list = json_object_get(o, key);
    int most = integers ? model_ints(r->m) : model_vars(r->m);
    *n = 0;
    int64_t *v = list ? read_json_numbers(r, list, INT32_MAX, n) : mem_new(1, sizeof *v);
    int *x = v ? mem_new((size_t)*n + 1, sizeof *x) : NULL;
    for (int i = 0; x && i < *n; i++) {
        x[i] = (int)v[i] - integers;
        if (v[i] && v[i] <= most && v[i] >= (integers ? 1 : -most)) continue;
        json_wrong(r, integers ? "numbers of existing integers, from 1" : "literals of existing variables");
        mem_free(x);
        x = NULL;
    }
    mem_free(v);
    return x;
}

static bool read_whole(struct json_reader *r, const json_t *o, const char *key, int64_t otherwise, int64_t *value)
{
    const json_t *v = json_object_get(o, key);
    *value = v ? json_integer_value(v) : otherwise;
    return !v || json_is_integer(v) || json_wrong(r, "a whole number");
}

/* The terms of a row or an objective. */
struct json_terms {
    int n, integers;
    int *x, *integer;
    int64_t *w;
};

static void json_terms_release(struct json_terms *t)
{
    mem_free(t->x);
    mem_free(t->integer);
    mem_free(t->w);
}

/* Reads literals, integers and weights (all 1 if there are none), whose sum needs at most 60
 * bits. */
static bool read_json_terms(struct json_reader *r, const json_t *o, const char *key, struct json_terms *t)
{
    int weights = 0;
    *t = (struct json_terms){0};
    t->x = read_terms(r, o, key, false, &t->n);
    t->integer = t->x ? read_terms(r, o, "integers", true, &t->integers) : NULL;
    if (!t->integer) return false;
    const json_t *list = json_object_get(o, "weights");
    int all = t->n + t->integers;
    t->w = list ? read_json_numbers(r, list, MODEL_SUM, &weights) : mem_new((size_t)all + 1, sizeof *t->w);
    if (!t->w) return false;
    if (list && weights != all) return json_wrong(r, "a weight for each literal and each integer");
    for (int i = 0; i < all && !list; i++) t->w[i] = 1;
    return model_sum_fits(r->m, t->w, t->n, t->integer, t->w + t->n, t->integers) ||
           json_wrong(r, "a sum that needs at most 60 bits");
}

static bool read_bounds(struct json_reader *r, const json_t *o, int64_t *lo, int64_t *hi)
{
    if (!read_whole(r, o, "lo", INT64_MIN, lo) || !read_whole(r, o, "hi", INT64_MAX, hi)) return false;
    if (*lo < -MODEL_SUM) *lo = INT64_MIN;
    if (*hi > MODEL_SUM) *hi = INT64_MAX;
    *lo = min64(*lo, MODEL_SUM);
    *hi = max64(*hi, -MODEL_SUM);
    return true;
}

static bool json_clause(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    (void)o;
    model_clause(r->m, t->x, t->n);
    return true;
}

static bool json_card(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int64_t lo, hi;
    if (!read_bounds(r, o, &lo, &hi)) return false;
    model_card(r->m, t->x, t->n, lo, hi);
    return true;
}

static bool json_pb(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int64_t lo, hi;
    if (!read_bounds(r, o, &lo, &hi)) return false;
    model_pb(r->m, t->x, t->w, t->n, lo, hi);
    return true;
}

static bool json_xor(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int64_t parity;
    if (!read_whole(r, o, "parity", 1, &parity)) return false;
    model_xor(r->m, t->x, t->n, (int)(parity & 1));
    return true;
}

/* Whether no variable of the literals, or with `integers` no integer, occurs twice. */
static bool once(struct json_reader *r, const int *x, int n, bool integers)
{
    bool *seen = mem_new((size_t)(integers ? model_ints(r->m) : model_vars(r->m)) + 1, sizeof *seen), ok = true;
    for (int i = 0; i < n && ok; i++) {
        ok = !seen[lit_var(x[i])];
        seen[lit_var(x[i])] = true;
    }
    mem_free(seen);
    return ok || json_wrong(r, integers ? "different integers" : "literals of different variables");
}

static bool json_count(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int max;
    int *y = read_terms(r, o, "outputs", false, &max);
    bool ok = y && (max <= t->n || json_wrong(r, "at most as many outputs as literals")) && once(r, t->x, t->n, false);
    if (ok) model_count_into(r->m, t->x, t->n, max, y, json_is_true(json_object_get(o, "up")) ? COUNT_UP : COUNT_BOTH);
    mem_free(y);
    return ok;
}

static bool json_linear(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    struct row row = {
        .kind = ROW_LINEAR, .n = t->n, .x = t->x, .w = t->w, .integer = t->integer, .integers = t->integers};
    int64_t iff;
    if (!read_bounds(r, o, &row.lo, &row.hi) || !read_whole(r, o, "iff", 0, &iff)) return false;
    if (iff < -model_vars(r->m) || iff > model_vars(r->m)) return json_wrong(r, "a literal after iff");
    row.iff = (lit)iff;
    row.fails = !iff && json_is_true(json_object_get(o, "fails"));
    model_add(r->m, &row);
    return true;
}

/* Whether the integers have few values. */
static bool few(struct json_reader *r, const struct json_terms *t)
{
    for (int i = 0; i < t->integers; i++) {
        struct integer it = model_integer(r->m, t->integer[i]);
        if (it.hi - it.lo >= MODEL_INT_VALUES) return json_wrong(r, "integers of at most 65536 values");
    }
    return true;
}

static bool json_different(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int n = 0;
    const json_t *list = json_object_get(o, "offsets");
    if (!few(r, t) || !once(r, t->integer, t->integers, true)) return false;
    int64_t *offset = list ? read_json_numbers(r, list, MODEL_INT_END, &n) : NULL;
    bool ok = !list || (offset && (n == t->integers || json_wrong(r, "an offset for each integer")));
    if (ok)
        model_add(r->m,
                  &(struct row){.kind = ROW_ALLDIFF, .integer = t->integer, .integers = t->integers, .w = offset});
    mem_free(offset);
    return ok;
}

static bool json_table(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int n = 0;
    if (!few(r, t)) return false;
    int64_t *value = read_json_numbers(r, json_object_get(o, "rows"), INT64_MAX, &n);
    bool ok = value && ((t->integers && n % t->integers == 0) ||
                        json_wrong(r, "rows of a value for each integer, one after the other"));
    struct row row = {.kind = ROW_TABLE, .integer = t->integer, .integers = t->integers, .w = value};
    if (ok) row.hi = n / t->integers;
    if (ok) model_add(r->m, &row);
    mem_free(value);
    return ok;
}

static bool json_connected(struct json_reader *r, const json_t *o, struct json_terms *t)
{
    int n = 0;
    int64_t *end = read_json_numbers(r, json_object_get(o, "edges"), INT32_MAX - 1, &n);
    struct graph_edge *edge = mem_new((size_t)n / 2 + 1, sizeof *edge);
    bool ok = end && once(r, t->x, t->n, false) && (n % 2 == 0 || json_wrong(r, "pairs of vertices"));
    for (int i = 0; i < n && ok; i++) {
        ok = (end[i] >= 0 && end[i] < t->n) || json_wrong(r, "vertices, counted from 0");
        *(i % 2 ? &edge[i / 2].to : &edge[i / 2].from) = (int)end[i];
    }
    if (ok) model_add(r->m, &(struct row){.kind = ROW_CONNECTED, .n = t->n, .x = t->x, .edge = edge, .edges = n / 2});
    mem_free(end);
    mem_free(edge);
    return ok;
}

/* The kinds of constraints: the key of their literals, in the order of enum row_kind. */
static const struct {
    const char *key;
    bool (*add)(struct json_reader *, const json_t *, struct json_terms *);
} json_kinds[] = {{"clause", json_clause}, {"card", json_card},
                  {"pb", json_pb},         {"xor", json_xor},
                  {"count", json_count},   {NULL, NULL},
                  {"linear", json_linear}, {"alldiff", json_different},
                  {"table", json_table},   {"connected", json_connected}};
enum { JSON_KINDS = sizeof json_kinds / sizeof *json_kinds };

static bool known_keys(struct json_reader *r, json_t *o, const char *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(o, key, value)
    {
        struct text word = {0};
        text_add(&word, " %s ", key);
        bool found = strstr(known, text_string(&word)) != NULL && value;
        text_clear(&word);
        if (!found) text_add(&word, "another key than '%.40s'", key);
        if (!found) json_wrong(r, text_string(&word));
        text_release(&word);
        if (!found) return false;
    }
    return json_is_object(o) || json_wrong(r, "an object in braces");
}

static bool read_constraint(struct json_reader *r, json_t *o)
{
    static const char keys[] =
        " rule clause card pb xor count linear alldiff table connected lo hi weights parity outputs up "
        "integers iff fails offsets rows edges ";
    if (!known_keys(r, o, keys)) return false;
    const json_t *rule = json_object_get(o, "rule");
    if (rule && !json_is_string(rule)) return json_wrong(r, "a text after rule");
    if (rule) model_rule(r->m, "%s", json_string_value(rule));
    for (int k = 0; k < JSON_KINDS; k++) {
        const char *key = json_kinds[k].key;
        if (!key || !json_object_get(o, key)) continue;
        struct json_terms t = {0};
        bool values = k == ROW_ALLDIFF || k == ROW_TABLE, ok;
        if (values)
            ok = (t.integer = read_terms(r, o, key, true, &t.integers)) != NULL;
        else
            ok = read_json_terms(r, o, key, &t);
        if (ok && !values && k != ROW_LINEAR && t.integers)
            ok = json_wrong(r, "integers in linear, alldiff and table only");
        ok = ok && json_kinds[k].add(r, o, &t);
        json_terms_release(&t);
        return ok;
    }
    return json_wrong(r, "one of clause, card, pb, xor, count, linear, alldiff, table and connected");
}

static bool json_variable(struct json_reader *r, json_t *o)
{
    if (json_is_string(o)) {
        model_var(r->m, "%s", json_string_value(o));
        return true;
    }
    const json_t *name = json_object_get(o, "derived");
    if (!json_is_string(name) || !known_keys(r, o, " derived ")) return json_wrong(r, "a name, or {\"derived\": name}");
    model_derived(r->m, "%s", json_string_value(name));
    return true;
}

static bool json_int(struct json_reader *r, json_t *o)
{
    int64_t lo = 0, hi = 0, first = 0;
    if (!known_keys(r, o, " name lo hi form first ")) return false;
    const char *name = json_string_value(json_object_get(o, "name")),
               *word = json_string_value(json_object_get(o, "form"));
    int form = FORMS;
    if (!read_whole(r, o, "lo", INT64_MIN, &lo) || !read_whole(r, o, "hi", INT64_MAX, &hi) ||
        !read_whole(r, o, "first", 0, &first))
        return false;
    if (!name || lo > hi || lo < -MODEL_INT_END || hi > MODEL_INT_END)
        return json_wrong(r, "a name, and lo <= hi of at most 2^40");
    for (int f = 0; f < FORMS && word; f++)
        if (!strcmp(model_int_forms[f], word)) form = f;
    if (word && form == FORMS) return json_wrong(r, "the form direct, order or log");
    if (!first) {
        model_int(r->m, lo, hi, (enum int_form)form, "%s", name);
        return true;
    }
    int n = form < FORMS ? integer_literals((enum int_form)form, lo, hi) : -1;
    if (n < 0 || first < 1 || first + n - 1 > model_vars(r->m))
        return json_wrong(r, "a form, and existing variables from first");
    model_int_over(r->m, lo, hi, (enum int_form)form, (lit)first, name);
    return true;
}

static bool json_picture(struct json_reader *r, json_t *o)
{
    struct text why = {0};
    if (!json_is_string(o)) return json_wrong(r, "a text");
    bool ok = model_picture_add(r->m, json_string_value(o), &why);
    if (!ok) text_error(r->err, "%s: %s %d: %s", r->name, r->where, r->number, text_string(&why));
    text_release(&why);
    return ok;
}

static bool json_objective(struct json_reader *r, json_t *o)
{
    struct json_terms t = {0};
    int64_t constant;
    if (!o) return true;
    const json_t *soft = json_object_get(o, "soft");
    bool maximise = json_object_get(o, "maximize") != NULL;
    if (!known_keys(r, o, " minimize maximize integers weights constant soft ")) return false;
    bool ok = maximise != (json_object_get(o, "minimize") != NULL) || json_wrong(r, "either minimize or maximize");
    ok = ok && read_json_terms(r, o, maximise ? "maximize" : "minimize", &t) &&
         read_whole(r, o, "constant", 0, &constant);
    if (ok && (constant < -MODEL_SUM || constant > MODEL_SUM)) ok = json_wrong(r, "a constant of at most 60 bits");
    if (ok && t.integers)
        model_set_goal(r->m, maximise, constant, t.x, t.w, t.n, t.integer, t.w + t.n, t.integers);
    else if (ok)
        model_optimise(
            r->m,
            &(struct objective){.n = t.n, .x = t.x, .w = t.w, .name = "value", .upper_bound_only = json_is_true(soft)},
            constant, maximise);
    json_terms_release(&t);
    return ok;
}

/* Reads each item of a list. */
static bool json_each(struct json_reader *r, const json_t *root, const char *key, const char *where,
                      bool (*read)(struct json_reader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    r->where = key;
    r->number = 0;
    if (list && (!json_is_array(list) || json_array_size(list) > DECLARED_VARS)) return json_wrong(r, "a list");
    r->where = where;
    for (size_t i = 0; i < json_array_size(list); i++) {
        r->number = (int)i + 1;
        if (!read(r, json_array_get(list, i))) return false;
    }
    return true;
}

static bool json_model(struct json_reader *r, json_t *root)
{
    int64_t schema;
    r->where = "the model";
    if (!known_keys(r, root, " loophole-model variables integers constraints objective picture ") ||
        !read_whole(r, root, "loophole-model", 0, &schema))
        return false;
    if (schema != DECLARED_SCHEMA) return json_wrong(r, "\"loophole-model\": 1");
    if (!json_each(r, root, "variables", "variable", json_variable) ||
        !json_each(r, root, "integers", "integer", json_int) ||
        !json_each(r, root, "constraints", "constraint", read_constraint) ||
        !json_each(r, root, "picture", "line of the picture", json_picture))
        return false;
    r->where = "the objective";
    r->number = 0;
    return json_objective(r, json_object_get(root, "objective"));
}

struct model *declared_read(const char *text, const char *name, struct text *err)
{
    json_error_t where;
    json_t *root = json_parse(text, strlen(text), JSON_REJECT_DUPLICATES, &where);
    if (!root) {
        text_error(err, "%s:%d: the text is not JSON: %s.", name, where.line, where.text);
        return NULL;
    }
    struct json_reader r = {.m = model_new(), .name = name, .err = err};
    model_set_abstract(r.m);
    bool ok = json_model(&r, root);
    json_decref(root);
    if (ok) return r.m;
    model_free(r.m);
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_quoted(struct text *out, const char *s)
{
    char *clean = mem_string(s);
    text_clean(clean);
    text_char(out, '"');
    for (const char *c = clean; *c; c++)
        if (*c == '"' || *c == '\\')
            text_add(out, "\\%c", *c);
        else if ((unsigned char)*c < ' ')
            text_add(out, "\\u%04x", *c);
        else
            text_char(out, *c);
    text_char(out, '"');
    mem_free(clean);
}

static void put_ints(struct text *out, const char *key, const int *v, int n, int more)
{
    text_add(out, "\"%s\": [", key);
    for (int i = 0; i < n; i++) text_add(out, i ? ", %d" : "%d", v[i] + more);
    text_char(out, ']');
}

static void put_list(struct text *out, const char *key, const int64_t *v, int64_t n, int64_t factor)
{
    text_add(out, ", \"%s\": [", key);
    for (int64_t i = 0; i < n; i++) text_add(out, i ? ", %lld" : "%lld", (long long)(factor * (v ? v[i] : 1)));
    text_char(out, ']');
}

static void put_bounds(struct text *out, const struct row *r)
{
    if (r->lo != INT64_MIN) text_add(out, ", \"lo\": %lld", (long long)r->lo);
    if (r->hi != INT64_MAX) text_add(out, ", \"hi\": %lld", (long long)r->hi);
}

static void put_row(struct text *out, const struct row *r)
{
    bool values = r->kind == ROW_ALLDIFF || r->kind == ROW_TABLE;
    put_ints(out, json_kinds[r->kind].key, values ? r->integer : r->x, values ? r->integers : r->n, values);
    if (r->kind == ROW_LINEAR) {
        text_put(out, ", ");
        put_ints(out, "integers", r->integer, r->integers, 1);
    }
    if (r->kind == ROW_PB || r->kind == ROW_LINEAR) put_list(out, "weights", r->w, r->n + r->integers, 1);
    if (r->kind == ROW_CARD || r->kind == ROW_PB || r->kind == ROW_LINEAR) put_bounds(out, r);
    if (r->kind == ROW_XOR) text_add(out, ", \"parity\": %d", (int)r->lo);
    if (r->kind == ROW_COUNT) {
        text_put(out, ", ");
        put_ints(out, "outputs", r->x + r->n, (int)r->lo, 0);
        if (r->hi == COUNT_UP) text_put(out, ", \"up\": true");
    }
    if (r->iff) text_add(out, ", \"iff\": %d", r->iff);
    if (r->fails) text_put(out, ", \"fails\": true");
    if (r->kind == ROW_ALLDIFF && r->w) put_list(out, "offsets", r->w, r->integers, 1);
    if (r->kind == ROW_TABLE) put_list(out, "rows", r->w, r->hi * r->integers, 1);
    if (r->kind != ROW_CONNECTED) return;
    text_put(out, ", \"edges\": [");
    for (int k = 0; k < r->edges; k++) text_add(out, k ? ", %d, %d" : "%d, %d", r->edge[k].from, r->edge[k].to);
    text_char(out, ']');
}

static void declared_put_item(struct text *out, bool first) { text_put(out, first ? "\n    " : ",\n    "); }

static void declared_put_names(const struct model *m, struct text *out)
{
    text_add(out, "{\n  \"loophole-model\": %d,\n  \"variables\": [", DECLARED_SCHEMA);
    for (int v = 1; v <= model_vars(m); v++) {
        declared_put_item(out, v == 1);
        if (!model_is_solution(m, v)) text_put(out, "{\"derived\": ");
        put_quoted(out, model_name(m, v));
        if (!model_is_solution(m, v)) text_char(out, '}');
    }
    text_put(out, "],\n  \"integers\": [");
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        declared_put_item(out, !i);
        text_put(out, "{\"name\": ");
        put_quoted(out, model_int_name(m, i));
        text_add(out, ", \"lo\": %lld, \"hi\": %lld", (long long)it.lo, (long long)it.hi);
        if (it.form != FORMS) text_add(out, ", \"form\": \"%s\"", model_int_forms[it.form]);
        if (it.n) text_add(out, ", \"first\": %d", it.x[0]);
        text_char(out, '}');
    }
}

static bool put_rows(const struct model *m, struct text *out, struct text *err)
{
    int rule = -1;
    text_put(out, "],\n  \"constraints\": [");
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        if (r.kind == ROW_INT)
            return text_error(err, "The integers of this model are encoded already; choose opb or cnf.");
        declared_put_item(out, !i);
        text_char(out, '{');
        if (r.rule != rule) {
            text_put(out, "\"rule\": ");
            put_quoted(out, model_rule_name(m, r.rule));
            text_put(out, ", ");
        }
        rule = r.rule;
        put_row(out, &r);
        text_char(out, '}');
    }
    return true;
}

static bool put_objective(const struct model *m, struct text *out, struct text *err)
{
    const struct model_goal *g = model_goal(m);
    const struct objective *o = model_objective(m);
    if (!o && !g) return true;
    if (o && (o->c != 1 || (o->b != 1 && o->b != -1)))
        return text_error(err, "The objective of this model is no sum with whole weights; choose opb.");
    text_put(out, ",\n  \"objective\": {");
    put_ints(out, (g ? g->maximise : o->b < 0) ? "maximize" : "minimize", g ? g->x.v : o->x, g ? g->x.n : o->n, 0);
    if (g) text_put(out, ", ");
    if (g) put_ints(out, "integers", g->integer, g->integers, 1);
    int64_t *all = g ? mem_new((size_t)(g->x.n + g->integers), sizeof *all) : NULL;
    for (int i = 0; g && i < g->x.n + g->integers; i++) all[i] = i < g->x.n ? g->w[i] : g->v[i - g->x.n];
    put_list(out, "weights", g ? all : o->w, g ? g->x.n + g->integers : o->n, g ? 1 : o->b);
    mem_free(all);
    text_add(out, ", \"constant\": %lld%s}", (long long)(g ? g->constant : o->a),
             o && o->upper_bound_only ? ", \"soft\": true" : "");
    return true;
}

bool declared_write(const struct model *m, struct text *out, struct text *err)
{
    const struct strings *picture = model_picture(m);
    declared_put_names(m, out);
    if (!put_rows(m, out, err)) return false;
    text_char(out, ']');
    if (!put_objective(m, out, err)) return false;
    text_put(out, ",\n  \"picture\": [");
    for (int i = 0; i < picture->n; i++) {
        declared_put_item(out, !i);
        put_quoted(out, picture->v[i]);
    }
    text_put(out, "]\n}\n");
    return true;
}
