/* Models: built by the caller, from a puzzle, or from a formula. */
#include "lib/inside.h"

#include "base/file.h"
#include "model/picture.h"
#include "puzzles/declared/declared_json.h"
#include "puzzles/parse.h"
#include "search/problem.h"

#include <string.h>

/* ---- a model as the search sees it: an instance whose formulation is the model itself -------- */

static void own_build(const struct formulation *f, const struct instance *in, const struct bounds *b, struct model *m)
{
    (void)f, (void)b;
    model_copy(in->m, m);
    for (int i = 0; in->assumed && i < in->assumed->n; i++) {
        model_rule(m, "the assumption %d", in->assumed->v[i]);
        model_clause(m, &in->assumed->v[i], 1);
    }
    if (in->goal.set) lib_set_goal(&in->goal, m);
    if (!model_ints(m)) return;
    lit *kept = mem_new(2 * (size_t)model_ints(m), sizeof *kept);
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        kept[2 * i] = it.x[0];
        kept[2 * i + 1] = (lit)it.form;
    }
    model_keep(m, kept, 2 * (size_t)model_ints(m));
    mem_free(kept);
}

static void own_label(const struct instance *in, struct text *out)
{
    text_add(out, "of %d %s and %d %s", model_vars(in->m), plural(model_vars(in->m), "variable", "variables"),
             model_rows(in->m), plural(model_rows(in->m), "constraint", "constraints"));
}

static bool model_is_true(const signed char *value, lit x) { return x > 0 ? value[x] > 0 : value[-x] < 0; }

/* True: the values satisfy the row. Shares no code with model_holds. */
static bool model_row_holds(const struct row *r, const signed char *value)
{
    int64_t sum = 0;
    for (int i = 0; i < r->n; i++)
        if (model_is_true(value, r->x[i])) sum += r->kind == ROW_PB ? r->w[i] : 1;
    if (r->kind == ROW_CLAUSE) return sum > 0;
    if (r->kind == ROW_XOR) return (sum & 1) == r->lo;
    if (r->kind != ROW_COUNT) return r->lo <= sum && sum <= r->hi;
    for (int j = 0; j < (int)r->lo; j++) {
        bool said = model_is_true(value, r->x[r->n + j]);
        if (said ? r->hi == COUNT_BOTH && sum < j + 1 : sum >= j + 1) return false;
    }
    return true;
}

/* If the objective is only an upper bound of the cost, a solution may pay for soft rows that
 * hold. Sets the variables that pay to false unless a row needs them. */
static void spare(const struct model *m, signed char *value)
{
    const struct objective *o = model_objective(m);
    size_t size = (size_t)model_vars(m) + 1;
    signed char *paid = memcpy(mem_new(size, 1), value, size);
    bool ok = true;
    for (int i = 0; i < o->n; i++)
        if (o->x[i] > 0 && !model_is_solution(m, o->x[i])) value[o->x[i]] = -1;
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        for (int k = 0; k < r.n && !model_row_holds(&r, value); k++) value[lit_var(r.x[k])] = paid[lit_var(r.x[k])];
    }
    for (int i = 0; i < model_rows(m) && ok; i++) {
        struct row r = model_row(m, i);
        ok = model_row_holds(&r, value);
    }
    if (!ok) memcpy(value, paid, size); /* rows that the caller added need the old values */
    mem_free(paid);
}

static void own_decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                       struct text *out)
{
    int vars = model_vars(in->m);
    signed char *value = mem_new((size_t)vars + 1, 1);
    for (int v = 1; v <= vars; v++) value[v] = value_true(a, v) ? 1 : -1;
    if (model_objective(in->m) && model_objective(in->m)->upper_bound_only) spare(in->m, value);
    text_put(out, "v");
    for (int v = 1; v <= vars; v++) text_add(out, " %d", value[v] * v);
    text_put(out, " 0\n");
    if (model_ints(in->m)) text_put(out, "i");
    for (int i = 0; i < model_ints(in->m); i++) text_add(out, " %lld", (long long)lib_int_value(in->m, i, x, a));
    if (model_ints(in->m)) text_put(out, "\n");
    mem_free(value);
}

/* Reads "v 1 -2 3 0", which has each variable once, into value[1..vars]. */
static bool model_read_values(const char *text, int vars, signed char *value, struct text *err)
{
    struct words words;
    words_split(text, 1, &words);
    bool ok = true;
    for (int i = 0; i < words.n && ok; i++) {
        int64_t x;
        const char *s = words.v[i].s;
        if (!strcmp(s, "i")) break; /* integers follow */
        if (!strcmp(s, "v") || !strcmp(s, "0")) continue;
        if (!number_parse(s, &x) || !x || x < -vars || x > vars)
            ok = text_error(err, "Invalid literal '%.40s': the model has %d variables.", s, vars);
        else if (value[x < 0 ? -x : x])
            ok = text_error(err, "The variable %d has two values.", (int)(x < 0 ? -x : x));
        else
            value[x < 0 ? -x : x] = x < 0 ? -1 : 1;
    }
    words_release(&words);
    for (int v = 1; v <= vars && ok; v++)
        if (!value[v]) ok = text_error(err, "The variable %d has no value.", v);
    return ok;
}

static bool own_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    const struct model *m = in->m;
    const struct objective *o = model_objective(m);
    signed char *value = mem_new((size_t)model_vars(m) + 1, 1);
    int64_t *number = mem_new((size_t)model_ints(m), sizeof *number);
    struct values values = {value, model_vars(m)};
    bool ok = model_read_values(solution, model_vars(m), value, err) && lib_read_ints(m, solution, number, err);
    for (int i = 0; i < model_rows(m) && ok; i++) {
        struct row r = model_row(m, i);
        if (r.kind >= ROW_INT ? !model_integers_hold(&r, values, number) : !model_row_holds(&r, value))
            ok = text_error(err, "Not satisfied: %s.", model_rule_name(m, r.rule));
    }
    for (int i = 0; in->assumed && i < in->assumed->n && ok; i++)
        if (!model_is_true(value, in->assumed->v[i]))
            ok = text_error(err, "Not satisfied: the assumption %d.", in->assumed->v[i]);
    int64_t sum = 0;
    for (int i = 0; o && i < o->n; i++)
        if (model_is_true(value, o->x[i])) sum += o->w ? o->w[i] : 1;
    *objective_value = o                    ? objective_of_sum(o, sum)
                       : in->goal.set && ok ? lib_goal_value(&in->goal, values, number)
                                            : 0;
    mem_free(number);
    mem_free(value);
    return ok;
}

static struct canvas *own_picture(const struct instance *in, const char *solution)
{
    struct text err = {0};
    int vars = model_vars(in->m);
    struct values a = {.v = mem_new((size_t)vars + 1, 1), .n = vars}, none = {0};
    int64_t *number = mem_new((size_t)model_ints(in->m), sizeof *number);
    bool solved =
        solution && model_read_values(solution, vars, a.v, &err) && lib_read_ints(in->m, solution, number, &err);
    struct canvas *c = picture_draw(model_picture(in->m), solved ? a : none, solved ? number : NULL);
    mem_free(number);
    mem_free(a.v);
    text_release(&err);
    return c;
}

static struct canvas *own_draw(const struct instance *in, const char *solution)
{
    if (model_picture(in->m)->n) return own_picture(in, solution);
    struct canvas *c = canvas_new(0, 0);
    canvas_caption(c, "%d %s, %d %s%s", model_vars(in->m), plural(model_vars(in->m), "variable", "variables"),
                   model_rows(in->m), plural(model_rows(in->m), "constraint", "constraints"),
                   solution ? "; true:" : "");
    struct text line = {0}, err = {0};
    signed char *value = mem_new((size_t)model_vars(in->m) + 1, 1);
    if (solution && model_read_values(solution, model_vars(in->m), value, &err))
        for (int v = 1; v <= model_vars(in->m); v++) {
            if (value[v] < 0 || !model_is_solution(in->m, v)) continue;
            text_add(&line, "%s%s", line.n ? "  " : "", model_name(in->m, v));
            if (line.n < 60) continue;
            canvas_caption(c, "%s", text_string(&line));
            text_clear(&line);
        }
    int64_t *number = mem_new((size_t)model_ints(in->m), sizeof *number);
    bool ints = solution && lib_read_ints(in->m, solution, number, &err);
    for (int i = 0; i < model_ints(in->m) && ints; i++) {
        text_add(&line, "%s%s = %lld", line.n ? "  " : "", model_int_name(in->m, i), (long long)number[i]);
        if (line.n < 60) continue;
        canvas_caption(c, "%s", text_string(&line));
        text_clear(&line);
    }
    mem_free(number);
    if (line.n) canvas_caption(c, "%s", text_string(&line));
    text_release(&line);
    text_release(&err);
    mem_free(value);
    return c;
}

static const struct formulation own_formulations[] = {
    {.name = "model", .about = "the model itself", .build = own_build, .decode = own_decode, .search = "by-model"},
    {0}};

#define OWN                                                                                                            \
    .name = "model", .title = "a model of one's own", .formulations = own_formulations, .label = own_label,            \
    .verify = own_verify, .draw = own_draw
static const struct puzzle own_plain = {OWN}, own_priced = {OWN, .unit = "value"};

void lib_set_priced(loophole_model *m) { m->puzzle = &own_priced; }

/* ---- making one ------------------------------------------------------------------------------ */

loophole_model *loophole_model_new(void)
{
    loophole_model *m = mem_new(1, sizeof *m);
    m->own.m = m->m = model_new();
    model_set_abstract(m->m);
    m->puzzle = &own_plain;
    m->instance = &m->own;
    return m;
}

void loophole_model_free(loophole_model *m)
{
    if (!m) return;
    model_free(m->m);
    mem_free(m->own.goal.x);
    mem_free(m->own.goal.w);
    mem_free(m->own.goal.integer);
    lits_release(&m->own.goal.soft);
    mem_free(m->own.goal.soft_w);
    if (m->instance != &m->own) m->puzzle->release(m->instance);
    options_release(&m->options);
    statement_release(&m->statement);
    mem_free(m);
}

bool lib_is_model(loophole_model *m, char **error)
{
    return m->instance == &m->own ||
           lib_refuse(error, "This model is the puzzle %s; nothing can be added to it.", m->puzzle->name);
}

static int var(loophole_model *m, const char *name, bool derived, char **error)
{
    if (!lib_is_model(m, error)) return 0;
    lit (*add)(struct model *, const char *, ...) = derived ? model_derived : model_var;
    return name ? add(m->m, "%s", name) : add(m->m, "x%d", model_vars(m->m) + 1);
}

int loophole_model_var(loophole_model *m, const char *name, char **error) { return var(m, name, false, error); }
int loophole_model_derived(loophole_model *m, const char *name, char **error) { return var(m, name, true, error); }
int loophole_model_vars(const loophole_model *m) { return model_vars(m->m); }

const char *loophole_model_name(const loophole_model *m, int v)
{
    return v >= 1 && v <= model_vars(m->m) ? model_name(m->m, v) : NULL;
}

int loophole_model_constraints(const loophole_model *m) { return model_rows(m->m); }

bool loophole_model_rule(loophole_model *m, const char *rule, char **error)
{
    if (!lib_is_model(m, error)) return false;
    model_rule(m->m, "%s", rule);
    return true;
}

bool loophole_model_picture(loophole_model *m, const char *line, char **error)
{
    struct text err = {0};
    if (!lib_is_model(m, error)) return false;
    return model_picture_add(m->m, line, &err) || lib_fail(error, &err);
}

bool lib_row_fits(loophole_model *m, const int *x, int n, char **error)
{
    bool ok = lib_is_model(m, error);
    if (ok && n > 0 && !model_vars(m->m)) ok = lib_refuse(error, "The model has no variables yet; make them first.");
    ok = ok && lib_literals(x, n, model_vars(m->m), error);
    m->reify = m->reify && ok;
    if (!ok) m->condition = 0;
    return ok;
}

/* A clause needs no variable for its condition. */
static void model_conditional(loophole_model *m, const int *x, int n)
{
    struct lits all = {0};
    for (int i = 0; i < n; i++) lits_push(&all, x[i]);
    lits_push(&all, -m->condition);
    m->condition = 0;
    model_clause(m->m, all.v, all.n);
    lits_release(&all);
}

bool loophole_model_clause(loophole_model *m, const int *x, int n, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (m->condition)
        model_conditional(m, x, n);
    else if (!lib_reified(m, x, n, 1, INT64_MAX))
        model_clause(m->m, x, n);
    return true;
}

bool loophole_model_card(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    lib_condition(m);
    if (!lib_reified(m, x, n, lo, hi)) model_card(m->m, x, n, lo, hi);
    return true;
}

bool loophole_model_pb(loophole_model *m, const int *x, const int64_t *w, int n, int64_t lo, int64_t hi, char **error)
{
    if (!lib_row_fits(m, x, n, error) || !lib_weights(w, n, error)) return false;
    if (w && (m->reify || m->condition)) return loophole_model_linear(m, x, w, n, NULL, NULL, 0, lo, hi, error);
    lib_condition(m);
    if (lib_reified(m, x, n, lo, hi)) return true;
    if (w)
        model_pb(m->m, x, w, n, lo, hi);
    else
        model_card(m->m, x, n, lo, hi);
    return true;
}

bool loophole_model_xor(loophole_model *m, const int *x, int n, int parity, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    lib_condition(m);
    if (!m->reify) {
        model_xor(m->m, x, n, parity & 1);
        return true;
    }
    struct lits all = {0}; /* y <-> the parity of x: x and y together have the other one */
    for (int i = 0; i < n; i++) lits_push(&all, x[i]);
    if (m->reified) lits_push(&all, m->reified);
    model_xor(m->m, all.v, all.n, !(parity & 1));
    lits_release(&all);
    m->reify = false;
    return true;
}

bool loophole_model_count(loophole_model *m, const int *x, int n, int max, int *y, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (max < 0 || max > n) return lib_refuse(error, "A counter of %d literals cannot count to %d.", n, max);
    bool *seen = mem_new((size_t)model_vars(m->m) + 1, sizeof *seen), ok = true;
    for (int i = 0; i < n && ok; i++) {
        ok = !seen[lit_var(x[i])] || lib_refuse(error, "The variable %d is counted twice.", lit_var(x[i]));
        seen[lit_var(x[i])] = true;
    }
    mem_free(seen);
    if (ok) model_count(m->m, x, n, max, y);
    return ok;
}

bool loophole_model_minimize(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant, char **error)
{
    return loophole_model_optimize(m, false, x, w, n, NULL, NULL, 0, constant, error);
}

bool loophole_model_maximize(loophole_model *m, const int *x, const int64_t *w, int n, int64_t constant, char **error)
{
    return loophole_model_optimize(m, true, x, w, n, NULL, NULL, 0, constant, error);
}

/* ---- puzzles and files ----------------------------------------------------------------------- */

static void build_first(const struct puzzle *p, const struct instance *in, struct model *m)
{
    struct bounds bounds = {.most = INT64_MAX};
    formulation_build(puzzle_first(p, in), in, &bounds, m);
}

loophole_model *loophole_model_puzzle(const char *name, int words, const char *const *word, const char *text,
                                      char **error)
{
    struct text err = {0};
    const struct puzzle *p = puzzle_find(name);
    if (!p) {
        puzzle_unknown(name, &err);
        lib_fail(error, &err);
        return NULL;
    }
    if (p->endings && !text) {
        lib_refuse(error, "The puzzle %s is a formula, which has a text or a file: loophole_model_read reads files.",
                   name);
        return NULL;
    }
    loophole_model *m = mem_new(1, sizeof *m);
    const struct options_section own[] = {{p->name, p->options}, {0}};
    char **operand = NULL;
    int operands = 0;
    bool ok = options_parse(&m->options, own, p->name, words, (char **)(uintptr_t)word, &operand, &operands, &err) &&
              options_check(&m->options, own, p->name, &err);
    struct source source = {
        .argc = operands, .argv = operand, .text = text, .name = "text", .line = 1, .options = &m->options};
    if (ok) m->instance = p->parse(&source, &err);
    m->statement.puzzle = p;
    for (int i = 0; i < operands; i++) strings_add(&m->statement.words, operand[i]);
    if (text) m->statement.text = mem_string(text);
    mem_free(operand);
    if (!m->instance) {
        options_release(&m->options);
        statement_release(&m->statement);
        mem_free(m);
        lib_fail(error, &err);
        return NULL;
    }
    text_release(&err);
    m->puzzle = p;
    m->m = model_new();
    build_first(p, m->instance, m->m);
    return m;
}

/* A model from JSON, with its objective as the caller's. */
static loophole_model *declared(const char *name, const char *text, char **error)
{
    struct text err = {0};
    struct model *read = declared_read(text, name, &err);
    if (!read) {
        lib_fail(error, &err);
        return NULL;
    }
    loophole_model *m = loophole_model_new();
    model_free(m->m);
    m->own.m = m->m = read;
    const struct model_goal *g = model_goal(read);
    if (model_objective(read)) lib_set_priced(m);
    if (!g || loophole_model_optimize(m, g->maximise, g->x, g->w, g->n, g->integer, g->w + g->n, g->integers,
                                      g->constant, error))
        return m;
    loophole_model_free(m);
    return NULL;
}

static loophole_model *formula(const struct puzzle *p, const char *name, const char *text, char **error)
{
    if (p->declares) return declared(name, text, error);
    struct text err = {0};
    struct options none = {0};
    struct source source = {.text = text, .name = name, .line = 1, .options = &none};
    struct instance *in = p->parse(&source, &err);
    if (!in) {
        lib_fail(error, &err);
        return NULL;
    }
    text_release(&err);
    loophole_model *m = loophole_model_new();
    build_first(p, in, m->m);
    p->release(in);
    if (model_objective(m->m)) m->puzzle = &own_priced;
    return m;
}

loophole_model *loophole_model_parse(const char *format, const char *text, char **error)
{
    const struct puzzle *p = puzzle_find(format);
    if (p && p->endings) return formula(p, "text", text, error);
    struct text known = {0}, err = {0};
    for (int i = 0; puzzles[i]; i++)
        if (puzzles[i]->endings) text_add(&known, " %s", puzzles[i]->name);
    options_unknown(&err, &known, "Formulas of the format '%s' cannot be read; choose", format);
    lib_fail(error, &err);
    return NULL;
}

loophole_model *loophole_model_read(const char *file, char **error)
{
    struct text text = {0}, err = {0};
    const struct puzzle *p = puzzle_of_file(file);
    loophole_model *m = NULL;
    if (!p) {
        text_error(&err, "The ending of %s names no format that can be read; these are:", file);
        for (int i = 0; puzzles[i]; i++)
            if (puzzles[i]->endings) text_add(&err, " %s", puzzles[i]->endings);
        text_char(&err, '.');
        lib_fail(error, &err);
    } else if (file_read(file, &file_cap_formula, &text, &err)) {
        m = formula(p, file, text_string(&text), error);
        text_release(&err);
    } else {
        lib_fail(error, &err);
    }
    text_release(&text);
    return m;
}
