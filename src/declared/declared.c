/* model: a model as it was declared, of integers and constraints that are not encoded yet. Its
 * rules are its own constraints. The library builds such models, and files in JSON state them. */
#include "declared/declared.h"
#include "base/number.h"

#include "model/picture.h"
#include "puzzles/maker.h"
#include "puzzles/parse.h"

#include <stdlib.h>
#include <string.h>

/* Reads the values of the integers from a solution text, after its literals. False, with a
 * sentence: one is missing, or out of its range. */
static bool declared_integers(const struct model *m, const char *text, int64_t *value, struct text *err)
{
    const char *s = strstr(text, "\ni");
    if (s) s += 2;
    for (int i = 0; i < model_ints(m); i++) {
        char *end = NULL;
        if (s) value[i] = strtoll(s, &end, 10);
        if (!s || end == s) return text_error(err, "The integer %s has no value.", model_int_name(m, i));
        struct integer it = model_integer(m, i);
        if (value[i] < it.lo || value[i] > it.hi)
            return text_error(err, "The integer %s is %lld, but from %lld to %lld.", model_int_name(m, i),
                              (long long)value[i], (long long)it.lo, (long long)it.hi);
        s = end;
    }
    return true;
}

/* Reads "v 1 -2 3 0", which has each variable once, into value[1..vars]. */
static bool declared_values(const char *text, int vars, signed char *value, struct text *err)
{
    SCOPED(words) words = {0};
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
    for (int v = 1; v <= vars && ok; v++)
        if (!value[v]) ok = text_error(err, "The variable %d has no value.", v);
    return ok;
}

struct declared_known declared_known(const struct instance *in, const struct solution *solution)
{
    const struct model *m = in->m;
    const size_t ints = (size_t)model_ints(m);
    struct declared_known k = {values_new(model_vars(m)), mem_new(ints, sizeof *k.number)};
    if (solution) {
        for (int v = 1; v <= k.a.n; v++) k.a.v[v] = (signed char)solution->v[v];
        if (ints) memcpy(k.number, solution->v + k.a.n + 1, ints * sizeof *k.number);
    } else if (in->played) {
        memcpy(k.a.v, in->known.a.v, (size_t)k.a.n + 1);
        if (ints) memcpy(k.number, in->known.number, ints * sizeof *k.number);
    } else {
        for (size_t i = 0; i < ints; i++) k.number[i] = GIVEN_NONE;
        for (int i = 0; i < model_givens(m); i++) {
            struct given g = model_given_at(m, i);
            if (!g.x)
                k.number[g.integer] = g.value;
            else if (g.value != GIVEN_NONE)
                k.a.v[g.x] = g.value ? 1 : -1;
        }
    }
    return k;
}

void declared_known_release(struct declared_known *k)
{
    mem_free(k->a.v);
    mem_free(k->number);
}

/* Without the literals of unknown variables, and . for unknown integers. */
void declared_print(const struct instance *in, const struct solution *s, struct text *out)
{
    size_t from = 0;
    for (int v = 1; v <= model_vars(in->m) + 1; v++) {
        char word[16] = "0";
        const bool end = v > model_vars(in->m);
        if (!end && (!s->v[v] || (s->brief && s->v[v] < 0))) continue;
        if (!end) snprintf(word, sizeof word, "%d", s->v[v] < 0 ? -v : v);
        solution_word(s, false, word, &from, out);
    }
    text_char(out, '\n');
    if (!model_ints(in->m)) return;
    text_put(out, "i");
    for (int i = model_vars(in->m) + 1; i < s->n; i++)
        if (s->v[i] == GIVEN_NONE)
            text_put(out, " .");
        else
            text_add(out, " %lld", (long long)s->v[i]);
    text_put(out, "\n");
}

void declared_read(const struct instance *in, const char *text, struct solution *out)
{
    SCOPED(text) err = {0};
    SCOPED(values) a = values_new(model_vars(in->m));
    int64_t *v = solution_numbers(out, a.n + 1 + model_ints(in->m), 0);
    bool ok = declared_values(text, a.n, a.v, &err) && declared_integers(in->m, text, v + a.n + 1, &err);
    assert(ok && "only verified solutions are read");
    for (int i = 1; i <= a.n; i++) v[i] = a.v[i];
}

/* Notes the cell that shows what is given. */
static void declared_note_cell(const struct instance *in, struct given g, struct model *m)
{
    const struct picture *picture = model_picture(in->m);
    for (int i = 0; i < picture->n; i++) {
        const struct stroke *s = &picture->stroke[i];
        if (s->kind != STROKE_CELL || stroke_is_line(s) || (g.x ? s->x != g.x : s->x || s->integer != g.integer))
            continue;
        model_rule_note(m, s->row + 1, s->col + 1, NULL);
        return;
    }
}

/* Adds a rule for each value that is known. */
static void declared_given_rows(const struct instance *in, struct model *m)
{
    SCOPED(declared_known) k = declared_known(in, NULL);
    SCOPED(text) words = {0};
    for (int i = -k.a.n; i < model_ints(in->m); i++) {
        const int v = k.a.n + 1 + i; /* the variables come before integer 0 */
        struct given g = {.x = i < 0 ? v : 0, .integer = i, .value = i < 0 ? GIVEN_NONE : k.number[i]};
        if (i < 0 && k.a.v[v]) g.value = k.a.v[v] > 0;
        if (g.value == GIVEN_NONE) continue;
        text_clear(&words);
        model_given_words(in->m, g, &words);
        model_rule(m, "%s", words.s);
        model_rule_given(m);
        declared_note_cell(in, g, m);
        struct row is = {.kind = ROW_LINEAR, .integer = &i, .integers = 1, .w = (int64_t[]){1}, .lo = g.value};
        is.hi = is.lo;
        if (g.x)
            model_1(m, g.value ? g.x : -g.x);
        else
            model_add(m, &is);
    }
}

void declared_build(const struct formulation *f, const struct instance *in, const struct bounds *b, struct model *m)
{
    (void)f;
    if (in->played) model_facts(m)->form = FORM_DIRECT; /* a step of a game is a variable */
    model_copy(in->m, m);
    if (!model_facts(m)->abstract) declared_given_rows(in, m);
    SCOPED(text) words = {0};
    for (int i = 0; in->assumed && i < in->assumed->n; i++) {
        text_clear(&words);
        model_given_words(in->m, (struct given){lit_var(in->assumed->v[i]), 0, in->assumed->v[i] > 0}, &words);
        model_rule(m, "the assumption %s", words.s);
        model_clause(m, &in->assumed->v[i], 1);
    }
    if (b->break_symmetry == OPTION_YES && !model_facts(m)->abstract) model_break_maps(in->m, m);
    if (model_goal(in->m)) model_copy_goal(model_goal(in->m), m);
    if (!model_ints(m) || model_facts(m)->abstract) return;
    OWNED lit *kept = mem_new(2 * (size_t)model_ints(m), sizeof *kept);
    for (int i = 0; i < model_ints(m); i++) {
        struct integer it = model_integer(m, i);
        kept[2 * i] = it.x[0];
        kept[2 * i + 1] = (lit)it.form;
    }
    model_keep(m, kept, 2 * (size_t)model_ints(m));
}

struct objective declared_objective(const struct formulation *f, const struct instance *in, enum int_form form)
{
    SCOPED(model) *m = model_new();
    struct objective o = {0};
    model_facts(m)->form = in->played ? FORM_DIRECT : form;
    model_copy_variables(in->m, m);
    if (model_goal(in->m)) model_copy_goal(model_goal(in->m), m);
    if (!model_objective(m)) return o;
    o = *model_objective(m);
    o.name = "value";
    return o;
}

static void declared_label(const struct instance *in, struct text *out)
{
    const int vars = model_vars(in->m), ints = model_ints(in->m);
    text_add(out, "of ");
    if (vars || !ints) text_add(out, "%d %s%s", vars, plural(vars, "variable", "variables"), ints ? ", " : " ");
    if (ints) text_add(out, "%d %s ", ints, plural(ints, "integer", "integers"));
    text_add(out, "and %d %s", model_rows(in->m), plural(model_rows(in->m), "constraint", "constraints"));
}

/* Whether the values satisfy the row, `number` being those of the integers. For rows over literals,
 * it shares no code with model_holds. */
static bool declared_row_holds(const struct row *r, struct values a, const int64_t *number)
{
    const int64_t sum = values_sum(a, r->x, r->kind == ROW_PB ? r->w : NULL, r->n);
    switch (r->kind) {
    case ROW_CLAUSE:
        return sum > 0;
    case ROW_CARD:
    case ROW_PB:
        return r->lo <= sum && sum <= r->hi;
    case ROW_XOR:
        return (sum & 1) == r->lo;
    case ROW_COUNT:
        for (int j = 0; j < (int)r->lo; j++) {
            bool said = value_true(a, r->x[r->n + j]);
            if (said ? r->hi == COUNT_BOTH && sum < j + 1 : sum >= j + 1) return false;
        }
        return true;
    default:
        return model_row_holds(r, a, number);
    }
}

/* If the objective is only an upper bound of the cost, a solution may pay for soft rows that
 * hold. Sets the variables that pay to false unless a row needs them. */
static void declared_spare(const struct model *m, struct values a, const int64_t *number)
{
    signed char *value = a.v;
    const struct objective *o = model_objective(m);
    size_t size = (size_t)model_vars(m) + 1;
    OWNED signed char *paid = memcpy(mem_new(size, 1), value, size);
    bool ok = true;
    for (int i = 0; i < o->n; i++)
        if (o->x[i] > 0 && !model_is_solution(m, o->x[i])) value[o->x[i]] = -1;
    for (struct row r = {0}; model_next(m, &r);)
        for (int k = 0; k < r.n && !declared_row_holds(&r, a, number); k++)
            value[lit_var(r.x[k])] = paid[lit_var(r.x[k])];
    for (struct row r = {0}; ok && model_next(m, &r);) ok = declared_row_holds(&r, a, number);
    if (!ok) memcpy(value, paid, size); /* rows that the caller added need the old values */
}

int64_t declared_number(const struct instance *in, const lit *x, int integer, struct values a)
{
    const struct integer it = model_integer(in->m, integer);
    return model_int_read((enum int_form)x[2 * integer + 1], it.lo, it.hi, x[2 * integer], a);
}

static void declared_decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                            struct solution *out)
{
    int vars = model_vars(in->m);
    SCOPED(values) own = values_new(vars);
    int64_t *v = solution_numbers(out, vars + 1 + model_ints(in->m), 0);
    for (int i = 1; i <= vars; i++) own.v[i] = value_true(a, i) ? 1 : -1;
    for (int i = 0; i < model_ints(in->m); i++) v[vars + 1 + i] = declared_number(in, x, i, a);
    if (model_objective(in->m) && model_objective(in->m)->upper_bound_only) declared_spare(in->m, own, v + vars + 1);
    for (int i = 1; i <= vars; i++) v[i] = own.v[i];
}

bool declared_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    const struct model *m = in->m;
    const struct objective *o = model_objective(m);
    SCOPED(values) values = values_new(model_vars(m));
    OWNED int64_t *number = mem_new((size_t)model_ints(m), sizeof *number);
    bool ok = declared_values(solution, values.n, values.v, err) && declared_integers(m, solution, number, err);
    for (struct row r = {0}; ok && model_next(m, &r);) {
        if (!declared_row_holds(&r, values, number))
            ok = text_error(err, "Not satisfied: %s.", model_rule_name(m, r.rule));
    }
    for (int i = 0; in->assumed && i < in->assumed->n && ok; i++)
        if (!value_true(values, in->assumed->v[i]))
            ok = text_error(err, "Not satisfied: the assumption %s%s.", in->assumed->v[i] < 0 ? "not " : "",
                            model_name(m, lit_var(in->assumed->v[i])));
    for (int i = 0; i < model_givens(m) && ok; i++) {
        struct given g = model_given_at(m, i);
        if (g.value == GIVEN_NONE || (g.x ? value_true(values, g.x) == g.value : number[g.integer] == g.value))
            continue;
        SCOPED(text) words = {0};
        model_given_words(m, g, &words);
        ok = text_error(err, "Not satisfied: %s.", words.s);
    }
    *objective_value = o                     ? objective_of_sum(o, values_sum(values, o->x, o->w, o->n))
                       : model_goal(m) && ok ? model_goal_value(model_goal(m), values, number)
                                             : 0;
    return ok;
}

/* A soft constraint is a reified row whose failure is a derived literal of the objective. */
static void declared_violated(const struct instance *in, const struct solution *solution,
                              void (*each)(void *state, const char *name, int64_t cost), void *state)
{
    const struct model *m = in->m;
    const struct objective *o = model_objective(m);
    const struct model_goal *g = model_goal(m);
    SCOPED(declared_known) k = declared_known(in, solution);
    OWNED int64_t *cost = mem_new((size_t)model_vars(m) + 1, sizeof *cost); /* of a true variable */
    for (int i = 0; o && i < o->n; i++) cost[lit_var(o->x[i])] = lit_sign(o->x[i]) * llabs(o->b) * (o->w ? o->w[i] : 1);
    for (int i = 0; g && i < g->sum.x.n; i++)
        cost[lit_var(g->sum.x.v[i])] += lit_sign(g->sum.x.v[i]) * (g->maximize ? -g->sum.w[i] : g->sum.w[i]);
    for (struct row r = {0}; model_next(m, &r);) {
        lit fails = r.kind == ROW_LINEAR && !r.half ? -r.iff : 0;
        int64_t price = lit_sign(fails) * cost[lit_var(fails)];
        if (!fails || price <= 0 || model_is_solution(m, lit_var(fails)) || !value_true(k.a, fails)) continue;
        SCOPED(text) name = {0};
        const char *word = model_name(m, lit_var(fails)), *end = strstr(word, " is violated");
        text_bytes(&name, word, end ? (size_t)(end - word) : strlen(word));
        if (strcmp(model_rule_name(m, r.rule), MODEL_NO_RULE) != 0)
            text_add(&name, " (%s)", model_rule_name(m, r.rule));
        each(state, name.s, price);
    }
}

/* Lists the true solution variables, and the integers' values. */
static struct canvas *declared_list(const struct model *m, const struct values *a, const int64_t *number)
{
    struct canvas *c = canvas_new(0, 0);
    struct text line = {0};
    canvas_caption(c, "%d %s, %d %s%s", model_vars(m), plural(model_vars(m), "variable", "variables"), model_rows(m),
                   plural(model_rows(m), "constraint", "constraints"), a ? "; true:" : "");
    for (int v = 1; a && v <= model_vars(m); v++)
        if (value_true(*a, v) && model_is_solution(m, v)) canvas_item(c, &line, "%s", model_name(m, v));
    for (int i = 0; a && i < model_ints(m); i++)
        canvas_item(c, &line, "%s = %lld", model_int_name(m, i), (long long)number[i]);
    canvas_items_end(c, &line);
    return c;
}

struct canvas *declared_draw(const struct instance *in, const struct solution *solution)
{
    const struct model *m = in->m;
    SCOPED(declared_known) given = declared_known(in, NULL), now = declared_known(in, solution);
    return model_picture(m)->n ? picture_draw(model_picture(m), now.a, now.number, given.a, given.number)
                               : declared_list(m, solution ? &now.a : NULL, now.number);
}

void declared_give(struct model *m, const int64_t *value)
{
    for (int i = 0; i < model_givens(m); i++) {
        struct given g = model_given_at(m, i);
        g.value = value ? value[i] : GIVEN_NONE;
        model_may_give(m, g, NULL);
    }
}

void declared_give_new(struct model *m, const int64_t *value)
{
    declared_give(m, value);
    mem_free(model_facts(m)->text[MODEL_LINK]);
    model_facts(m)->text[MODEL_LINK] = NULL;
}

const struct formulation declared_formulations[] = {{.name = "model",
                                                     .about = "the model itself",
                                                     .build = declared_build,
                                                     .decode = declared_decode,
                                                     .objective = declared_objective},
                                                    {0}};

void declared_release(struct instance *in)
{
    if (!in->played) model_free((struct model *)(uintptr_t)in->m); /* else it is that of the game */
    declared_known_release(&in->known);
    mem_free(in);
}

struct instance *declared_instance(struct model *m)
{
    struct instance *in = mem_new(1, sizeof *in);
    in->m = m;
    return in;
}

static struct instance *declared_parse(const struct source *source, struct text *err)
{
    if (source->argc || !source->text) {
        text_error(err, "A model is read from a file: 'loophole solve model -f FILE.json' (- is standard input).");
        return NULL;
    }
    struct model *m = model_json_read(source->text, source->name, err);
    return m ? declared_instance(m) : NULL;
}

static bool declared_make(struct board_maker *maker, struct text *file, struct text *err)
{
    SCOPED(model) *m = maker->text ? model_json_read(maker->text, maker->name, err) : NULL;
    if (!m) return err->n ? false : text_error(err, "Name the file of the model: 'loophole generate -f model.json'.");
    OWNED int64_t *value = mem_new((size_t)model_givens(m), sizeof *value);
    declared_give(m, NULL);
    bool ok = maker->givens(maker->state, &(struct instance){.m = m}, &maker->random, value, err);
    if (ok) declared_give_new(m, value);
    maker->gives_nothing = ok;
    for (int i = 0; i < model_givens(m) && ok; i++)
        if (value[i] != GIVEN_NONE) maker->gives_nothing = false;
    if (ok) model_json_write(m, INT64_MAX, file);
    return ok;
}

static const struct puzzle_files files = {.endings = ".json", .beginnings = "{", .violated = declared_violated};

const struct puzzle puzzle_declared = {
    .name = "model",
    .about = "your own model with integers, a file .json",
    .rules = "Give each variable and each integer a value so that every constraint holds and the objective is best.",
    .source = "the library and the Python module of this program write such files: docs/model/models.md",
    .notation = {.instance = "-f FILE",
                 .example = "-f model.json",
                 .solution = "v 1 -2 3 0",
                 .print = declared_print,
                 .read = declared_read},
    .unit = "value",
    .files = &files,
    .parse = declared_parse,
    .generator = {.make = declared_make},
    .moves = &declared_moves,
    .title = "a model of your own",
    .label = declared_label,
    DECLARED_PUZZLE,
};
