/* Models: built by the caller, from a puzzle, or from a formula. */
#include "model/model_abstract.h"
#include "lib/inside.h"

#include "base/file.h"
#include "puzzles/parse.h"
#include "search/problem.h"

#include <string.h>

/* ---- making one ------------------------------------------------------------------------------ */

loophole_model *loophole_model_new(void)
{
    loophole_model *m = mem_new(1, sizeof *m);
    m->own.m = m->m = model_new();
    model_facts(m->m)->abstract = true;
    m->puzzle = &puzzle_declared;
    m->instance = &m->own;
    return m;
}

void loophole_model_free(loophole_model *m)
{
    if (!m) return;
    model_free(m->m);
    if (m->instance != &m->own) m->puzzle->release(m->instance);
    options_release(&m->options);
    statement_release(&m->statement);
    dictionary_release(&m->names);
    dictionary_release(&m->groups);
    mem_free(m);
}

bool lib_is_model(loophole_model *m, char **error)
{
    if (m->busy)
        return lib_refuse(error, "A progress function cannot change the model that is being solved; change it later.");
    return m->instance == &m->own ||
           lib_refuse(error, "This model is the puzzle %s; nothing can be added to it.", m->puzzle->name);
}

/* Stores the name of a variable ('x') or an integer ('i'), unless it is one from its number. */
static void store_name(loophole_model *m, const char *name, char letter, int number, int of_file)
{
    SCOPED(text) own = {0};
    text_add(&own, "%c%d", letter, number);
    if (number <= of_file || strcmp(own.s, name) != 0) dictionary_add(&m->names, name, strlen(name));
}

bool lib_name(loophole_model *m, const char *name, char **error)
{
    struct text err = {0};
    if (!text_name(name, strlen(name), &err)) return lib_fail(error, &err);
    for (int v = m->named_vars; v < model_vars(m->m); v++)
        store_name(m, model_name(m->m, v + 1), 'x', v + 1, m->file_vars);
    for (int i = m->named_ints; i < model_ints(m->m); i++)
        store_name(m, model_int_name(m->m, i), 'i', i + 1, m->file_ints);
    m->named_vars = model_vars(m->m);
    m->named_ints = model_ints(m->m);
    const int known = m->names.n;
    return dictionary_add(&m->names, name, strlen(name)) == known ||
           lib_refuse(error, "The name '%.100s' is taken; a model's variables and integers have different names.",
                      name);
}

static int var(loophole_model *m, const char *name, bool derived, char **error)
{
    if (!lib_is_model(m, error) || (name && !lib_name(m, name, error))) return 0;
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
    struct text err = {0};
    if (!lib_is_model(m, error)) return false;
    if (!text_name(rule, strlen(rule), &err)) return lib_fail(error, &err);
    model_rule(m->m, "%s", rule);
    return true;
}

bool loophole_model_obvious(loophole_model *m, char **error)
{
    if (!lib_is_model(m, error)) return false;
    if (!model_rules(m->m)) return lib_refuse(error, "No rule is named yet; name one first.");
    model_rule_obvious(m->m);
    return true;
}

bool loophole_model_group(loophole_model *m, const char *name, char **error)
{
    struct text err = {0};
    if (!lib_is_model(m, error)) return false;
    if (m->defines) return lib_refuse(error, "A definition is open; close it before the group.");
    if (!name) {
        model_group(m->m, -1, NULL);
        return true;
    }
    if (!text_name(name, strlen(name), &err)) return lib_fail(error, &err);
    if (model_in_group(m->m) >= 0)
        return lib_refuse(error, "A group is open, and groups cannot contain others; close it before '%.100s'.", name);
    model_group(m->m, dictionary_add(&m->groups, name, strlen(name)), name);
    return true;
}

bool loophole_model_define(loophole_model *m, bool begin, char **error)
{
    if (!lib_is_model(m, error)) return false;
    if (begin && !m->defines++) m->defining = model_define(m->m);
    if (!begin && m->defines && !--m->defines) model_defined(m->m, m->defining);
    return true;
}

bool loophole_model_switch(loophole_model *m, const char *name, bool on, char **error)
{
    if (!lib_is_model(m, error)) return false;
    const int group = dictionary_find(&m->groups, name, strlen(name));
    if (group < 0) return lib_refuse(error, "There is no group '%.100s' in this model.", name);
    model_switch(m->m, group, on);
    return true;
}

/* Whether the n numbers differ and their places in `seen` are all `is`, which this inverts. */
static bool marked(const int *x, int n, bool *seen, bool is)
{
    for (int i = 0; i < n; i++) {
        bool *s = &seen[lit_var(x[i])];
        if (*s != is) return false;
        *s = !is;
    }
    return true;
}

bool loophole_model_symmetry(loophole_model *m, const int *x, const int *to, int n, const int *integer,
                             const int *image, int integers, char **error)
{
    struct text err = {0};
    if (!lib_row_fits(m, x, n, error) || !lib_row_fits(m, to, n, error) || !lib_integers(m, integer, integers, error) ||
        !lib_integers(m, image, integers, error))
        return false;
    OWNED bool *seen = mem_new((size_t)model_vars(m->m) + (size_t)model_ints(m->m) + 1, sizeof *seen);
    OWNED int *from = mem_new((size_t)n, sizeof *from), *signs = mem_new((size_t)n, sizeof *signs);
    bool ok = marked(x, n, seen, false) && marked(to, n, seen, true) && marked(integer, integers, seen, false) &&
              marked(image, integers, seen, true);
    for (int i = 0; i < n; i++) {
        from[i] = lit_var(x[i]);
        signs[i] = x[i] > 0 ? to[i] : -to[i];
    }
    for (int i = 0; i < integers && ok; i++) {
        const struct integer a = model_integer(m->m, integer[i]), b = model_integer(m->m, image[i]);
        ok = a.lo == b.lo && a.hi == b.hi;
    }
    if (!ok)
        return lib_refuse(error,
                          "A symmetry takes each variable, and each integer, to one of them, of the same domain, "
                          "and no two to the same one.");
    for (int i = 0; i < n && model_facts(m->m)->projected; i++)
        if (model_is_solution(m->m, from[i]) != model_is_solution(m->m, lit_var(to[i])))
            return lib_refuse(error, "A symmetry takes variables that the projection leaves out to such variables.");
    const struct model_map map = {from, signs, integer, image, n, integers};
    return model_add_map(m->m, &map, &err) || lib_fail(error, &err);
}

bool loophole_model_picture(loophole_model *m, const char *line, char **error)
{
    struct text err = {0};
    if (!lib_is_model(m, error)) return false;
    return model_picture_add(m->m, line, &err) || lib_fail(error, &err);
}

bool loophole_model_text(loophole_model *m, const char *name, const char *words, char **error)
{
    struct text err = {0};
    if (!lib_is_model(m, error)) return false;
    return model_set_text(m->m, name, words, &err) || lib_fail(error, &err);
}

bool loophole_model_given(loophole_model *m, int x, int integer, const int64_t *value, char **error)
{
    if (!lib_is_model(m, error) || (x && !lib_literals(&x, 1, model_vars(m->m), error))) return false;
    int64_t lo = 0, hi = 1;
    if (!x && !loophole_model_int_range(m, integer, &lo, &hi, error)) return false;
    if (value && (*value < lo || *value > hi))
        return lib_refuse(error, "Invalid given value %lld: expected a value from %lld to %lld.", (long long)*value,
                          (long long)lo, (long long)hi);
    struct text err = {0};
    return model_may_give(m->m, (struct given){x, x ? 0 : integer, value ? *value : GIVEN_NONE}, &err) ||
           lib_fail(error, &err);
}

bool loophole_model_given_at(const loophole_model *m, int i, int *x, int *integer, int64_t *value)
{
    if (i < 0 || i >= model_givens(m->m)) return false;
    struct given g = model_given_at(m->m, i);
    *x = g.x;
    *integer = g.integer;
    *value = g.value;
    return true;
}

bool lib_row_fits(loophole_model *m, const int *x, int n, char **error)
{
    if (!lib_is_model(m, error)) return false;
    if (n > 0 && !model_vars(m->m)) return lib_refuse(error, "The model has no variables yet; make them first.");
    return lib_literals(x, n, model_vars(m->m), error);
}

bool lib_fits(loophole_model *m, const struct row *r, char **error)
{
    struct text err = {0};
    enum row_fault fault = model_row_fault(m->m, r, &err);
    if (fault == ROW_FITS) return true;
    lib_fail(error, &err);
    if (fault == ROW_LARGE) lib_code(error, LOOPHOLE_CODE_LIMIT);
    return false;
}

bool loophole_model_clause(loophole_model *m, const int *x, int n, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (m->condition) { /* a clause needs no variable for its condition */
        SCOPED(lits) all = {0};
        lits_add(&all, x, n);
        lits_push(&all, -m->condition);
        m->condition = 0;
        model_clause(m->m, all.v, all.n);
    } else if (!lib_reified(m, x, n, 1, INT64_MAX)) {
        model_clause(m->m, x, n);
    }
    return true;
}

bool loophole_model_formula(loophole_model *m, const int *lits, int64_t n, char **error)
{
    if (!lib_plain_fits(m, false, error) || !lib_clauses(lits, n, model_vars(m->m), error)) return false;
    for (int64_t at = 0, length; at < n; at += length + 1) {
        length = lib_clause_length(lits + at, n - at);
        model_clause(m->m, lits + at, (int)length);
    }
    return true;
}

bool loophole_model_card(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (!lib_reified(m, x, n, lo, hi)) model_card(m->m, x, n, lo, hi);
    return true;
}

bool loophole_model_pb(loophole_model *m, const int *x, const int64_t *w, int n, int64_t lo, int64_t hi, char **error)
{
    if (!w) return loophole_model_card(m, x, n, lo, hi, error);
    if (!lib_row_fits(m, x, n, error)) return false;
    if (!lib_fits(m, &(struct row){.kind = ROW_PB, .n = n, .x = x, .w = w}, error)) return false;
    if (m->reify || m->condition) return loophole_model_linear(m, x, w, n, NULL, NULL, 0, lo, hi, error);
    model_pb(m->m, x, w, n, lo, hi);
    return true;
}

bool loophole_model_xor(loophole_model *m, const int *x, int n, int parity, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (m->condition) { /* the parity is reified by what the condition implies */
        m->reified = model_derived(m->m, "condition of constraint %d", model_rows(m->m) + 1);
        model_clause(m->m, (lit[]){-m->condition, m->reified}, 2);
        m->condition = 0;
        m->reify = true;
    }
    if (!m->reify) {
        model_xor(m->m, x, n, parity & 1);
        return true;
    }
    SCOPED(lits) all = {0}; /* y <-> the parity of x: x and y together have the other one */
    lits_add(&all, x, n);
    if (m->reified) lits_push(&all, m->reified);
    model_xor(m->m, all.v, all.n, !(parity & 1));
    m->reify = false;
    return true;
}

bool loophole_model_count(loophole_model *m, const int *x, int n, int max, int *y, char **error)
{
    if (!lib_row_fits(m, x, n, error)) return false;
    if (!lib_fits(m, &(struct row){.kind = ROW_COUNT, .n = n, .x = x, .lo = max}, error)) return false;
    const int group = model_define(m->m);
    model_count(m->m, x, n, max, COUNT_BOTH, y);
    model_defined(m->m, group);
    return true;
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
    const struct formulation *f = puzzle_first(p, in);
    f->build(f, in, &(struct bounds){.most = INT64_MAX}, m);
}

loophole_model *loophole_model_puzzle(const char *name, int words, const char *const *word, const char *text,
                                      char **error)
{
    SCOPED(text) err = {0};
    const struct puzzle *p = puzzle_find(name);
    if (!p) return lib_null(puzzle_unknown(name, &err) || lib_fail(error, &err));
    if (p->files && !text)
        return lib_null(lib_refuse(
            error, "The puzzle %s is a formula, which has a text or a file: loophole_model_read reads files.", name));
    loophole_model *m = mem_new(1, sizeof *m);
    const struct options_section own[] = {{p->name, p->options}, {0}};
    OWNED char **operand = NULL;
    int operands = 0;
    bool ok =
        options_parse(&m->options, own, p->name, words, (char **)(uintptr_t)word, &operand, &operands, NULL, &err) &&
        options_check(&m->options, own, p->name, &err);
    struct source source = {
        .argc = operands, .argv = operand, .text = text, .name = "text", .line = 1, .options = &m->options};
    if (ok) m->instance = problem_instance(p, &source, NULL, &err);
    m->statement.puzzle = p;
    for (int i = 0; i < operands; i++) strings_add(&m->statement.words, operand[i]);
    if (text) m->statement.text = mem_string(text);
    if (!m->instance) {
        options_release(&m->options);
        statement_release(&m->statement);
        mem_free(m);
        return lib_null(lib_fail(error, &err));
    }
    m->puzzle = p;
    m->m = model_new();
    build_first(p, m->instance, m->m);
    return m;
}

/* A model from JSON, with its objective as the caller's. */
static loophole_model *declared(const char *name, const char *text, char **error)
{
    struct text err = {0};
    struct model *read = model_json_read(text, name, &err);
    if (!read) return lib_null(lib_fail(error, &err));
    loophole_model *m = loophole_model_new();
    model_free(m->m);
    m->own.m = m->m = read;
    m->file_vars = model_vars(read);
    m->file_ints = model_ints(read);
    const struct model_goal *g = model_goal(read);
    if (!g || loophole_model_optimize(m, g->maximize, g->sum.x.v, g->sum.w, g->sum.x.n, g->of.x.v, g->of.w, g->of.x.n,
                                      g->constant, error))
        return m;
    loophole_model_free(m);
    return NULL;
}

static loophole_model *formula(const struct puzzle *p, const char *name, const char *text, char **error)
{
    if (puzzle_declares(p)) return declared(name, text, error);
    SCOPED(text) err = {0};
    struct options none = {0};
    struct source source = {.text = text, .name = name, .line = 1, .options = &none};
    struct instance *in = problem_instance(p, &source, NULL, &err);
    if (!in) return lib_null(lib_fail(error, &err));
    loophole_model *m = loophole_model_new();
    build_first(p, in, m->m);
    m->file_vars = model_vars(m->m);
    m->file_ints = model_ints(m->m);
    p->release(in);
    return m;
}

loophole_model *loophole_model_parse(const char *format, const char *text, char **error)
{
    SCOPED(text) known = {0}, err = {0}, file = {0};
    text_add(&file, "text.%s", format); /* its ending chooses */
    const struct puzzle *p = puzzle_of_file(file.s);
    if (p) return formula(p, "text", text, error);
    for (int i = 0; puzzles[i]; i++) {
        if (puzzles[i]->files) text_char(&known, ' ');
        for (const char *c = puzzles[i]->files ? puzzles[i]->files->endings : ""; *c; c++)
            if (*c != '.') text_char(&known, *c);
    }
    options_unknown(&err, &known, "Formulas of the format '%s' cannot be read; choose", format);
    return lib_null(lib_fail(error, &err));
}

loophole_model *loophole_model_read(const char *file, char **error)
{
    SCOPED(text) text = {0}, err = {0};
    if (!file_read(file, &file_cap_formula, &text, &err)) return lib_null(lib_fail(error, &err));
    const struct puzzle *p = puzzle_of_file(file);
    if (!p) p = puzzle_of_text(text_string(&text));
    if (!p) return lib_null(puzzle_unread(file, &err) || lib_fail(error, &err));
    return formula(p, file, text_string(&text), error);
}
