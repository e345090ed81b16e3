/* Models as JSON. docs/model/models.md has the grammar; what a reader needs of it is in the tables below.
 * Variables and integers are numbers from 1, literals of variables have a sign. */
#include "model/model_abstract.h"
#include "model/model_json.h"
#include "base/number.h"
#include "model/picture.h"

#include <string.h>

enum { DECLARED_SCHEMA = 1 };

/* ---- reading --------------------------------------------------------------------------------- */

/* Adds the place to the sentence, which it releases. */
static bool json_blame(struct json_reader *r, struct text *why)
{
    SCOPED(text) place = {0};
    if (r->number) text_add(&place, " %d", r->number);
    text_error(r->err, "%s: %s%s: %s", r->name, r->where, text_string(&place), text_string(why));
    text_release(why);
    return false;
}

bool json_wrong(struct json_reader *r, const char *expected)
{
    struct text why = {0};
    text_add(&why, "expected %s.", expected);
    return json_blame(r, &why);
}

/* A name or a rule. NULL, with a sentence: it is another thing, or not in one line. */
static const char *json_words(struct json_reader *r, const json_t *o, const char *expected)
{
    const char *s = json_string_value(o);
    struct text why = {0};
    if (!s)
        json_wrong(r, expected);
    else if (!text_name(s, strlen(s), &why))
        json_blame(r, &why);
    else
        return s;
    return NULL;
}

int64_t *json_numbers(struct json_reader *r, const json_t *list, int *n)
{
    *n = 0;
    bool ok = json_is_array(list) && json_array_size(list) <= INT32_MAX / 2;
    int64_t *v = mem_new(ok ? json_array_size(list) + 1 : 1, sizeof *v);
    for (int i = 0; ok && i < (int)json_array_size(list); i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        ok = json_is_integer(item);
        v[i] = json_integer_value(item);
        *n = i + 1;
    }
    if (ok) return v;
    json_wrong(r, "a list of whole numbers");
    mem_free(v);
    *n = 0;
    return NULL;
}

int *json_terms(struct json_reader *r, const json_t *o, const char *key, bool integers, int *n)
{
    const json_t *list = json_object_get(o, key);
    int most = integers ? model_ints(r->m) : model_vars(r->m);
    *n = 0;
    OWNED int64_t *v = list ? json_numbers(r, list, n) : mem_new(1, sizeof *v);
    int *x = v ? mem_new((size_t)*n + 1, sizeof *x) : NULL;
    for (int i = 0; x && i < *n; i++) {
        x[i] = v[i] && v[i] <= most && v[i] >= (integers ? 1 : -most) ? (int)v[i] - integers : INT32_MIN;
        if (x[i] != INT32_MIN) continue;
        json_wrong(r, integers ? "numbers of existing integers, from 1" : "literals of existing variables");
        mem_free(x);
        x = NULL;
    }
    return x;
}

bool json_whole(struct json_reader *r, const json_t *o, const char *key, int64_t otherwise, int64_t *value)
{
    const json_t *v = json_object_get(o, key);
    *value = v ? json_integer_value(v) : otherwise;
    return !v || json_is_integer(v) || json_wrong(r, "a whole number");
}

bool json_literal(struct json_reader *r, const json_t *o, const char *key, lit *x)
{
    int64_t y;
    if (!json_whole(r, o, key, 0, &y)) return false;
    *x = y >= -model_vars(r->m) && y <= model_vars(r->m) ? (lit)y : 0;
    return *x || json_wrong(r, "a literal after if or iff");
}

/* Whether the row can be added; else false, with the place and the sentence. */
static bool json_fits(struct json_reader *r, const struct row *row)
{
    struct text why = {0};
    return model_row_fault(r->m, row, &why) == ROW_FITS || json_blame(r, &why);
}

/* Reads literals, integers and weights (all 1 if there are none). */
static bool read_json_terms(struct json_reader *r, const json_t *o, const char *key, struct row_own *t)
{
    int weights = 0;
    t->row.x = t->x = json_terms(r, o, key, false, &t->row.n);
    t->row.integer = t->integer = t->x ? json_terms(r, o, "integers", true, &t->row.integers) : NULL;
    if (!t->integer) return false;
    const json_t *list = json_object_get(o, "weights");
    int all = t->row.n + t->row.integers;
    t->row.w = t->w = list ? json_numbers(r, list, &weights) : mem_new((size_t)all + 1, sizeof *t->w);
    if (!t->w) return false;
    if (list && weights != all) return json_wrong(r, "a weight for each literal and each integer");
    for (int i = 0; i < all && !list; i++) t->w[i] = 1;
    return true;
}

static bool read_bounds(struct json_reader *r, const json_t *o, struct row *row)
{
    return json_whole(r, o, "lo", INT64_MIN, &row->lo) && json_whole(r, o, "hi", INT64_MAX, &row->hi);
}

/* Reads a row whose terms are under the key that its kind has. */
static bool json_row(struct json_reader *r, const json_t *o, struct row_own *t)
{
    const struct row_class *kind = row_kinds[t->row.kind];
    if (kind->of_integers)
        t->row.integer = t->integer = json_terms(r, o, kind->name, true, &t->row.integers);
    else if (!read_json_terms(r, o, kind->name, t))
        return false;
    if (!t->integer || (row_has(&t->row, "lo hi") && !read_bounds(r, o, &t->row))) return false;
    t->row.half = json_object_get(o, "if") != NULL;
    if (t->row.half && !json_literal(r, o, "if", &t->row.iff)) return false;
    return (!kind->read || kind->read(r, o, t)) && json_fits(r, &t->row);
}

static bool known_keys(struct json_reader *r, json_t *o, const char *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(o, key, value)
    {
        SCOPED(text) word = {0};
        text_add(&word, " %s ", key);
        if (!strchr(key, ' ') && strstr(known, word.s) && value) continue;
        text_clear(&word);
        text_add(&word, "another key than '%.40s'", key);
        return json_wrong(r, word.s);
    }
    return json_is_object(o) || json_wrong(r, "an object in braces");
}

static bool read_constraint(struct json_reader *r, json_t *o)
{
    const json_t *rule = json_object_get(o, "rule");
    const char *words = rule ? json_words(r, rule, "a text after rule") : NULL;
    if (rule && !words) return false;
    if (rule) model_rule(r->m, "%s", words);
    const json_t *obvious = json_object_get(o, "obvious");
    if (obvious && (!rule || !json_is_boolean(obvious)))
        return json_wrong(r, "true or false after obvious, with a rule");
    if (json_is_true(obvious)) model_rule_obvious(r->m);
    SCOPED(text) known = {0};
    for (int k = 0; k < ROW_KINDS; k++) {
        const struct row_class *kind = row_kinds[k];
        if (!kind->keys) continue;
        text_add(&known, known.n ? ", %s" : "one of %s", kind->name);
        if (!json_object_get(o, kind->name)) continue;
        SCOPED(row_own) t = {.row.kind = (enum row_kind)k};
        SCOPED(text) keys = {0};
        text_add(&keys, " rule obvious %s %s", kind->name, kind->keys);
        bool ok = known_keys(r, o, text_string(&keys)) && json_row(r, o, &t);
        if (ok) model_add(r->m, &t.row);
        return ok;
    }
    return json_wrong(r, known.s);
}

static bool json_variable(struct json_reader *r, json_t *o)
{
    const bool derived = json_is_object(o);
    const char *name = json_words(r, derived ? json_object_get(o, "derived") : o, "a name, or {\"derived\": name}");
    if (!name || (derived && !known_keys(r, o, " derived "))) return false;
    (derived ? model_derived : model_var)(r->m, "%s", name);
    return true;
}

static bool json_int(struct json_reader *r, json_t *o)
{
    int64_t lo = 0, hi = 0, first = 0;
    if (!known_keys(r, o, " name lo hi form first derived ")) return false;
    const char *name = json_words(r, json_object_get(o, "name"), "a name"),
               *word = json_string_value(json_object_get(o, "form"));
    int form = FORMS;
    if (!name || !json_whole(r, o, "lo", INT64_MIN, &lo) || !json_whole(r, o, "hi", INT64_MAX, &hi) ||
        !json_whole(r, o, "first", 0, &first))
        return false;
    if (lo > hi || lo < -MODEL_INT_END || hi > MODEL_INT_END) return json_wrong(r, "lo <= hi of at most 2^40");
    for (int f = 0; f < FORMS && word; f++)
        if (!strcmp(model_int_forms[f], word)) form = f;
    if (word && form == FORMS) return json_wrong(r, "the form direct, order or log");
    if (!first) {
        model_facts(r->m)->derived = json_is_true(json_object_get(o, "derived"));
        model_int(r->m, lo, hi, (enum int_form)form, "%s", name);
        model_facts(r->m)->derived = false;
        return true;
    }
    int n = form < FORMS ? integer_literals((enum int_form)form, lo, hi) : -1;
    if (n < 0 || first < 1 || first > model_vars(r->m) - n + 1)
        return json_wrong(r, "a form, and existing variables from first");
    model_int_over(r->m, lo, hi, (enum int_form)form, (lit)first, name);
    return true;
}

static bool json_given(struct json_reader *r, json_t *o)
{
    int64_t x, integer;
    struct given g;
    if (!known_keys(r, o, " literal integer value ") || !json_whole(r, o, "literal", 0, &x) ||
        !json_whole(r, o, "integer", 0, &integer) || !json_whole(r, o, "value", GIVEN_NONE, &g.value))
        return false;
    bool one = !x != !integer && x >= -model_vars(r->m) && x <= model_vars(r->m) && integer >= 0 &&
               integer <= model_ints(r->m);
    if (!one) return json_wrong(r, "either a literal or an integer of the model");
    struct integer it = x ? (struct integer){.hi = 1} : model_integer(r->m, (int)integer - 1);
    g.x = (lit)x;
    g.integer = (int)max64(integer - 1, 0);
    if (json_object_get(o, "value") && (g.value < it.lo || g.value > it.hi))
        return json_wrong(r, "a value that it can have");
    struct text why = {0};
    return model_may_give(r->m, g, &why) || json_blame(r, &why);
}

static bool json_picture(struct json_reader *r, json_t *o)
{
    struct text why = {0};
    if (!json_is_string(o)) return json_wrong(r, "a text");
    return model_picture_add(r->m, json_string_value(o), &why) || json_blame(r, &why);
}

static bool json_objective(struct json_reader *r, json_t *o)
{
    SCOPED(row_own) t = {.row.kind = ROW_LINEAR};
    int64_t constant;
    if (!o) return true;
    const json_t *soft = json_object_get(o, "soft");
    bool maximize = json_object_get(o, "maximize") != NULL;
    if (!known_keys(r, o, " minimize maximize integers weights constant soft ")) return false;
    if (maximize == (json_object_get(o, "minimize") != NULL)) return json_wrong(r, "either minimize or maximize");
    if (!read_json_terms(r, o, maximize ? "maximize" : "minimize", &t) || !json_fits(r, &t.row) ||
        !json_whole(r, o, "constant", 0, &constant))
        return false;
    if (constant < -MODEL_SUM || constant > MODEL_SUM) return json_wrong(r, "a constant of at most 60 bits");
    if (t.row.integers)
        model_set_goal(r->m, maximize, constant, t.x, t.w, t.row.n, t.integer, t.w + t.row.n, t.row.integers);
    else
        model_optimize(r->m,
                       &(struct objective){
                           .n = t.row.n, .x = t.x, .w = t.w, .name = "value", .upper_bound_only = json_is_true(soft)},
                       constant, maximize);
    return true;
}

static bool json_each(struct json_reader *r, const json_t *root, const char *key, const char *where,
                      bool (*read)(struct json_reader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    r->where = key;
    r->number = 0;
    if (list && (!json_is_array(list) || json_array_size(list) > MODEL_VARS)) return json_wrong(r, "a list");
    r->where = where;
    for (size_t i = 0; i < json_array_size(list); i++) {
        r->number = (int)i + 1;
        if (!read(r, json_array_get(list, i))) return false;
    }
    return true;
}

static bool json_texts(struct json_reader *r, json_t *root)
{
    SCOPED(text) why = {0};
    for (int i = 0; i < MODEL_TEXTS; i++) {
        const json_t *o = json_object_get(root, model_text_keys[i]);
        r->where = model_text_keys[i];
        if (o && (!json_is_string(o) || !model_set_text(r->m, r->where, json_string_value(o), &why)))
            return json_wrong(r, "a text in one line of at most 1000 bytes, without control characters");
    }
    return true;
}

static bool json_model(struct json_reader *r, json_t *root)
{
    int64_t schema;
    r->where = "the model";
    if (!known_keys(r, root,
                    " loophole-model variables integers constraints objective givens picture title rule how link ") ||
        !json_whole(r, root, "loophole-model", 0, &schema) || !json_texts(r, root))
        return false;
    if (schema != DECLARED_SCHEMA) return json_wrong(r, "\"loophole-model\": 1");
    if (!json_each(r, root, "variables", "variable", json_variable) ||
        !json_each(r, root, "integers", "integer", json_int) ||
        !json_each(r, root, "constraints", "constraint", read_constraint) ||
        !json_each(r, root, "givens", "given", json_given) ||
        !json_each(r, root, "picture", "line of the picture", json_picture))
        return false;
    r->where = "the objective";
    r->number = 0;
    return json_objective(r, json_object_get(root, "objective"));
}

struct model *model_json_read(const char *text, const char *name, struct text *err)
{
    json_error_t where;
    SCOPED(text) json = {0}, line = {0};
    while (text_line(&line, &text)) text_add(&json, "%s\n", *text_string(&line) == ';' ? "" : text_string(&line));
    json_t *root = json_parse(text_string(&json), json.n, JSON_REJECT_DUPLICATES, &where);
    if (!root) {
        bool large = json_error_code(&where) == json_error_numeric_overflow;
        text_error(err, "%s:%d: %s%s.", name, where.line, large ? "" : "the text is not JSON: ",
                   large ? "a number is too large; whole numbers go from -2^63 to 2^63 - 1" : where.text);
        return NULL;
    }
    struct json_reader r = {.m = model_new(), .name = name, .err = err};
    model_facts(r.m)->abstract = true;
    bool ok = json_model(&r, root);
    json_decref(root);
    if (ok) return r.m;
    model_free(r.m);
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_quoted(struct text *out, const char *s)
{
    OWNED char *clean = mem_string(s);
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
}

void json_put_ints(struct text *out, const char *key, const int *v, int n, int more)
{
    text_add(out, "\"%s\": [", key);
    for (int i = 0; i < n; i++) text_add(out, i ? ", %d" : "%d", v[i] + more);
    text_char(out, ']');
}

void json_put_list(struct text *out, const char *key, const int64_t *v, int64_t n, int64_t factor)
{
    text_add(out, ", \"%s\": [", key);
    for (int64_t i = 0; i < n; i++) text_add(out, i ? ", %lld" : "%lld", (long long)(factor * (v ? v[i] : 1)));
    text_char(out, ']');
}

static void put_row(const struct row *r, struct text *out)
{
    const struct row_class *kind = row_kinds[r->kind];
    const bool values = kind->of_integers;
    json_put_ints(out, kind->name, values ? r->integer : r->x, values ? r->integers : r->n, values);
    if (row_has(r, "integers")) {
        text_put(out, ", ");
        json_put_ints(out, "integers", r->integer, r->integers, 1);
    }
    if (row_has(r, "weights")) json_put_list(out, "weights", r->w, r->n + r->integers, 1);
    if (row_has(r, "lo hi") && r->lo != INT64_MIN) text_add(out, ", \"lo\": %lld", (long long)r->lo);
    if (row_has(r, "lo hi") && r->hi != INT64_MAX) text_add(out, ", \"hi\": %lld", (long long)r->hi);
    if (r->half) text_add(out, ", \"if\": %d", r->iff);
    if (kind->write) kind->write(r, out);
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
        if (it.derived) text_put(out, ", \"derived\": true");
        text_char(out, '}');
    }
}

static void put_rows(const struct model *m, struct text *out)
{
    int rule = -1;
    text_put(out, "],\n  \"constraints\": [");
    bool first = true;
    for (struct row r = {0}; model_next(m, &r); first = false) {
        assert(row_kinds[r.kind]->keys && "the integers are not encoded");
        declared_put_item(out, first);
        text_char(out, '{');
        if (r.rule != rule) {
            text_put(out, "\"rule\": ");
            put_quoted(out, model_rule_name(m, r.rule));
            text_put(out, model_rule_is_obvious(m, r.rule) ? ", \"obvious\": true, " : ", ");
        }
        rule = r.rule;
        put_row(&r, out);
        text_char(out, '}');
    }
}

/* Writes the literals, which have that key, the integers and the weights of the goal or, times the
 * factor, of the sum to minimize. */
static void put_sum(const struct model *m, const char *key, int64_t factor, struct text *out)
{
    const struct model_goal *g = model_goal(m);
    const struct objective *o = model_objective(m);
    const int literals = g ? g->sum.x.n : o->n, n = literals + (g ? g->of.x.n : 0);
    OWNED int64_t *all = mem_new((size_t)n, sizeof *all);
    for (int i = 0; g && i < n; i++) all[i] = i < literals ? g->sum.w[i] : g->of.w[i - literals];
    json_put_ints(out, key, g ? g->sum.x.v : o->x, literals, 0);
    if (g) text_put(out, ", ");
    if (g) json_put_ints(out, "integers", g->of.x.v, g->of.x.n, 1);
    json_put_list(out, "weights", g ? all : o->w, n, g ? 1 : factor);
}

/* Writes the objective; instead of a fraction of a sum, the sum. */
static void put_objective(const struct model *m, struct text *out)
{
    const struct model_goal *g = model_goal(m);
    const struct objective *o = model_objective(m);
    const int64_t factor = o && o->c == 1 ? o->b : 1, constant = o && o->c == 1 ? o->a : 0;
    const char *key = (g ? g->maximize : factor < 0) ? "maximize" : "minimize";
    if (!o && !g) return;
    text_put(out, ",\n  \"objective\": {");
    put_sum(m, key, factor, out);
    text_add(out, ", \"constant\": %lld%s}", (long long)(g ? g->constant : constant),
             o && o->upper_bound_only ? ", \"soft\": true" : "");
}

/* Writes the bound of the objective as a constraint: of a goal's value, or of the sum. */
static void put_bound(const struct model *m, int64_t most, struct text *out)
{
    const struct model_goal *g = model_goal(m);
    const struct objective *o = model_objective(m);
    if ((!o && !g) || most == INT64_MAX) return;
    declared_put_item(out, !model_next(m, &(struct row){0}));
    text_put(out, "{\"rule\": \"the bound of the objective\", ");
    put_sum(m, g ? "linear" : "pb", 1, out);
    if (g) most = max64(min64(most, MODEL_MOST), -MODEL_MOST) - g->constant;
    text_add(out, ", \"%s\": %lld}", g && g->maximize ? "lo" : "hi", (long long)most);
}

void model_json_write(const struct model *m, int64_t most, struct text *out)
{
    const struct strings *picture = &model_picture(m)->lines;
    declared_put_names(m, out);
    put_rows(m, out);
    put_bound(m, most, out);
    text_char(out, ']');
    put_objective(m, out);
    for (int i = 0; i < model_givens(m); i++) {
        struct given g = model_given_at(m, i);
        text_put(out, i ? ",\n    " : ",\n  \"givens\": [\n    ");
        text_add(out, "{\"%s\": %d", g.x ? "literal" : "integer", g.x ? g.x : g.integer + 1);
        if (g.value != GIVEN_NONE) text_add(out, ", \"value\": %lld", (long long)g.value);
        text_put(out, i + 1 < model_givens(m) ? "}" : "}]");
    }
    for (int i = 0; i < MODEL_TEXTS; i++) {
        if (!model_facts(m)->text[i]) continue;
        text_add(out, ",\n  \"%s\": ", model_text_keys[i]);
        put_quoted(out, model_facts(m)->text[i]);
    }
    text_put(out, ",\n  \"picture\": [");
    for (int i = 0; i < picture->n; i++) {
        declared_put_item(out, !i);
        put_quoted(out, picture->v[i]);
    }
    text_put(out, "]\n}\n");
}
