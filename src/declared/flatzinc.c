/* fzn: a model in FlatZinc, which MiniZinc writes, as a puzzle. Solutions are assignments of all
 * outputs, as MiniZinc reads them, and of the other variables in comments. */
#include "declared/flatzinc.h"

#include "declared/declared.h"

#include <ctype.h>
#include <string.h>

struct flatzinc_file {
    struct flatzinc f;
    struct flatzinc_form *form;
    int *at; /* the number of each of them in a solution: its value, or 0 or 1 for each possible member of a set */
    int n;   /* of the numbers */
};

struct flatzinc_choices {
    enum option_answer narrow;
};

#define FIELD(name) .offset = offsetof(struct flatzinc_choices, name)
static const struct option flatzinc_options[] = {
    YES_NO_OPTION("narrow", narrow,
                  "narrow the domains by the constraints before they are encoded (default yes, but no for explain, so "
                  "that it names each constraint that clashes)"),
    {0},
};

static const struct flatzinc_file *flatzinc_of(const struct instance *in) { return in->file; }

/* ---- parsing -------------------------------------------------------------------------------- */

static void flatzinc_file_free(struct flatzinc_file *file)
{
    flatzinc_forms_free(file->form, file->f.variables);
    flatzinc_release(&file->f);
    MEM_FREE(file->at, file);
}

static void flatzinc_end(struct instance *in)
{
    model_free((struct model *)(uintptr_t)in->m);
    flatzinc_file_free(in->file);
    mem_free(in);
}

static struct instance *flatzinc_parse(const struct source *source, struct text *err)
{
    if (source->argc || !source->text) {
        text_error(err, "FlatZinc is read from a file: 'loophole solve -f FILE.fzn' (- is standard input).");
        return NULL;
    }
    struct flatzinc_choices choices = {0};
    options_fill(source->options, flatzinc_options, &choices);
    struct flatzinc_file *file = mem_new(1, sizeof *file);
    struct flatzinc *f = &file->f;
    struct model *m = NULL;
    if (flatzinc_read(f, source, err) &&
        flatzinc_narrow(f, option_is_yes(choices.narrow, !source->explained), source->name, err))
        m = flatzinc_model(f, source->name, &file->form, err);
    if (!m) {
        flatzinc_file_free(file);
        return NULL;
    }
    file->at = mem_new((size_t)f->own + 1, sizeof *file->at);
    file->n = 1; /* a solution has numbers, even if the file has no variables */
    for (int i = 0; i < f->own; i++) {
        file->at[i] = file->n;
        file->n += f->variable[i].type == FLATZINC_SET_OF_INT ? (int)flatzinc_size(&f->variable[i].domain) : 1;
    }
    struct instance *in = declared_instance(m);
    in->file = file;
    return in;
}

static void flatzinc_label(const struct instance *in, struct text *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    text_add(out, "of %d %s and %d %s", file->f.own, plural(file->f.own, "variable", "variables"),
             file->f.own_constraints, plural(file->f.own_constraints, "constraint", "constraints"));
}

/* ---- solutions ------------------------------------------------------------------------------ */

static void flatzinc_decode(const struct formulation *formulation, const struct instance *in, const lit *x,
                            struct values a, struct solution *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    int64_t *v = solution_numbers(out, file->n, 0);
    for (int i = 0; i < file->f.own; i++) {
        const struct flatzinc_form *form = &file->form[i];
        const struct flatzinc_set *s = &file->f.variable[i].domain;
        int64_t *to = v + file->at[i];
        if (file->f.variable[i].type == FLATZINC_SET_OF_INT) {
            for (int64_t k = 0; k < flatzinc_size(s); k++) to[k] = value_true(a, form->first + (lit)k);
            continue;
        }
        *to = form->constant + values_sum(a, form->view.x.v, form->view.w, form->view.x.n);
        if (form->integer >= 0) *to += declared_number(in, x, form->integer, a);
        for (int k = 0; k < form->part.x.n; k++) *to += form->part.w[k] * declared_number(in, x, form->part.x.v[k], a);
        for (int k = 0; form->first && k < (form->truth ? 1 : s->n); k++)
            if (value_true(a, form->first + k)) *to += form->truth ? 1 : s->v[k];
    }
}

/* Adds the literals of an integer of the model that has this value. */
static void flatzinc_hint(const struct instance *in, const lit *x, int i, int64_t v, struct lits *out)
{
    const struct integer it = model_integer(in->m, i);
    const enum int_form form = (enum int_form)x[2 * i + 1];
    for (int k = 0; k < integer_literals(form, it.lo, it.hi) && v >= it.lo && v <= it.hi; k++) {
        const lit own = x[2 * i] + k;
        lits_push(out, integer_bit(form, k, v - it.lo) ? own : -own);
    }
}

/* The values of warm starts. */
static void flatzinc_hints(const struct instance *in, const lit *x, struct lits *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    for (const struct flatzinc_value *w = file->f.warm; w < file->f.warm + file->f.warms; w += 2) {
        if (w[0].what != FLATZINC_VARIABLE || (w[1].what != FLATZINC_NUMBER && w[1].what != FLATZINC_SET)) continue;
        const struct flatzinc_form *form = &file->form[w[0].v];
        const struct flatzinc_set *d = &file->f.variable[w[0].v].domain, is = {.lo = w[1].v, .hi = w[1].v},
                                  *has = w[1].what == FLATZINC_SET ? &file->f.set[w[1].v] : &is;
        for (int64_t k = 0; form->first && k < (form->truth ? 1 : flatzinc_size(d)); k++) {
            const bool on = flatzinc_place(has, form->truth ? 1 : flatzinc_at(d, k)) >= 0;
            lits_push(out, on ? form->first + (lit)k : -(form->first + (lit)k));
        }
        if (form->integer >= 0) flatzinc_hint(in, x, form->integer, w[1].v, out);
        if (form->part.x.n == 1 && !form->view.x.n && llabs(*form->part.w) == 1)
            flatzinc_hint(in, x, *form->part.x.v, (w[1].v - form->constant) * *form->part.w, out);
    }
}

static const struct formulation flatzinc_formulations[] = {{.name = "model",
                                                            .about = "the constraints of the file",
                                                            .build = declared_build,
                                                            .decode = flatzinc_decode,
                                                            .hints = flatzinc_hints,
                                                            .objective = declared_objective},
                                                           {0}};

/* ---- text ----------------------------------------------------------------------------------- */

static void flatzinc_put_set(const struct flatzinc_set *s, const int64_t *has, struct text *out)
{
    SCOPED(text) all = {0};
    int64_t lo = 0, hi = 0, n = 0;
    for (int64_t k = 0; k < flatzinc_size(s); k++) {
        if (has && !has[k]) continue;
        hi = flatzinc_at(s, k);
        if (!n++) lo = hi;
        text_add(&all, "%s%lld", n > 1 ? "," : "", (long long)hi);
    }
    if (n && hi - lo == n - 1)
        text_add(out, "%lld..%lld", (long long)lo, (long long)hi);
    else
        text_add(out, "{%s}", text_string(&all));
}

static void flatzinc_put(const struct flatzinc_file *file, enum flatzinc_type type, struct flatzinc_value x,
                         const int64_t *v, struct text *out)
{
    const struct flatzinc *f = &file->f;
    if (type == FLATZINC_SET_OF_INT) {
        const bool constant = x.what == FLATZINC_SET;
        flatzinc_put_set(constant ? &f->set[x.v] : &f->variable[x.v].domain, constant ? NULL : v + file->at[x.v], out);
        return;
    }
    const int64_t value = x.what == FLATZINC_NUMBER ? x.v : v[file->at[x.v]];
    if (type == FLATZINC_BOOL)
        text_put(out, value ? "true" : "false");
    else
        text_add(out, "%lld", (long long)value);
}

static void flatzinc_put_output(const struct flatzinc_file *file, const struct flatzinc_output *o, const int64_t *v,
                                struct text *out)
{
    text_add(out, "%s = ", o->name);
    if (o->value.what != FLATZINC_LIST) {
        flatzinc_put(file, o->type, o->value, v, out);
        return;
    }
    if (o->ranges) text_add(out, "array%dd(%s,", o->dimensions, o->ranges);
    text_char(out, '[');
    for (int k = 0; k < o->value.n; k++) {
        text_put(out, k ? "," : "");
        flatzinc_put(file, o->type, file->f.item[o->value.v + k], v, out);
    }
    text_put(out, o->ranges ? "])" : "]");
}

static bool flatzinc_is_output(const struct flatzinc *f, int i)
{
    for (int k = 0; k < f->outputs; k++)
        if (f->output[k].value.what == FLATZINC_VARIABLE && f->output[k].value.v == i) return true;
    return false;
}

static void flatzinc_print(const struct instance *in, const struct solution *s, struct text *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    const struct flatzinc *f = &file->f;
    for (int k = 0; k < f->outputs; k++) {
        flatzinc_put_output(file, &f->output[k], s->v, out);
        text_put(out, ";\n");
    }
    for (int i = 0; i < file->f.own && !s->brief; i++) {
        if (f->variable[i].shown && flatzinc_is_output(f, i)) continue;
        text_add(out, "%s%s = ", f->outputs ? "% " : "", f->variable[i].name);
        flatzinc_put(file, f->variable[i].type, (struct flatzinc_value){FLATZINC_VARIABLE, 0, i}, s->v, out);
        text_put(out, ";\n");
    }
}

static struct canvas *flatzinc_draw(const struct instance *in, const struct solution *s)
{
    struct canvas *c = canvas_new(0, 0);
    struct text line = {0};
    SCOPED(text) all = {0}, label = {0}, one = {0};
    flatzinc_label(in, &label);
    canvas_caption(c, "%s", label.s + strlen("of "));
    if (s) flatzinc_print(in, s, &all);
    for (const char *at = text_string(&all); text_line(&one, &at);)
        if (*text_string(&one) != '%') canvas_item(c, &line, "%.*s", (int)one.n - 1, one.s);
    canvas_items_end(c, &line);
    return c;
}

/* ---- verification --------------------------------------------------------------------------- */

/* An answer: values of variables, as in a solution. */
struct flatzinc_told {
    const struct flatzinc_file *file;
    struct flatzinc read;    /* has the items and sets of the answer */
    struct dictionary names; /* of variables, then of outputs */
    int64_t *v;
    bool *known; /* by variable */
    struct text *err;
};

static void flatzinc_told_release(struct flatzinc_told *t)
{
    flatzinc_release(&t->read);
    dictionary_release(&t->names);
    MEM_FREE(t->v, t->known);
}

/* Takes `value` for x, of the file. */
static bool flatzinc_tell(struct flatzinc_told *t, struct flatzinc_value x, struct flatzinc_value value)
{
    const struct flatzinc *f = &t->file->f;
    const bool set = value.what == FLATZINC_SET, variable = x.what == FLATZINC_VARIABLE;
    if (x.what == FLATZINC_LIST && value.what == FLATZINC_LIST && x.n == value.n) {
        for (int k = 0; k < x.n; k++)
            if (!flatzinc_tell(t, f->item[x.v + k], t->read.item[value.v + k])) return false;
        return true;
    }
    if (x.what == FLATZINC_LIST || (!set && value.what != FLATZINC_NUMBER) ||
        set != (variable ? f->variable[x.v].type == FLATZINC_SET_OF_INT : x.what == FLATZINC_SET))
        return text_error(t->err, "A value is of another type, or an array of another length.");
    if (!variable) return set || x.v == value.v || text_error(t->err, "A constant has another value.");
    const struct flatzinc_set *has = set ? &t->read.set[value.v] : NULL;
    const struct flatzinc_variable *it = &f->variable[x.v];
    int64_t *to = t->v + t->file->at[x.v], members = 0;
    for (int64_t k = 0; set && k < flatzinc_size(&it->domain); k++)
        members += to[k] = flatzinc_place(has, flatzinc_at(&it->domain, k)) >= 0;
    if (set ? members != flatzinc_size(has) : flatzinc_place(&it->domain, value.v) < 0)
        return text_error(t->err, "%s has a value that is not in its domain.", it->name);
    if (!set && t->known[x.v] && *to != value.v) return text_error(t->err, "%s has two values.", it->name);
    if (!set) *to = value.v;
    t->known[x.v] = true;
    return true;
}

/* Reads "name = value;", after "% " or not; of "array2d(1..2,1..3,[...])" the list. */
static bool flatzinc_tell_line(struct flatzinc_told *t, const char *s)
{
    const struct flatzinc *f = &t->file->f;
    struct flatzinc_value value;
    s += strspn(s, "% \t");
    const size_t n = strcspn(s, " \t=");
    if (!*s || *s == '-' || *s == '=') return true; /* the lines between solutions */
    const int i = dictionary_find(&t->names, s, n);
    if (i < 0)
        return text_error(t->err, "There is no variable '%.*s'; expected lines like 'x = 3;'.",
                          (int)min64((int64_t)n, 60), s);
    s += n + strspn(s + n, " \t");
    if (*s++ != '=') return text_error(t->err, "Expected '=' after %s.", dictionary_word(&t->names, i));
    s += strspn(s, " \t");
    if (!strncmp(s, "array", 5)) s += strcspn(s, "[");
    if (!flatzinc_read_value(&t->read, s, &value, t->err)) return false;
    if (i < f->own) return flatzinc_tell(t, (struct flatzinc_value){FLATZINC_VARIABLE, 0, i}, value);
    const struct flatzinc_output *o = f->output;
    while (strcmp(o->name, dictionary_word(&t->names, i)) != 0) o++;
    return flatzinc_tell(t, o->value, value);
}

/* Values that are missing follow from the others by the bounds, or the text is refused. */
static bool flatzinc_follow(struct flatzinc_told *t)
{
    const struct flatzinc_file *file = t->file;
    struct flatzinc copy = file->f;
    bool ok = true;
    int open = 0;
    for (int i = 0; i < copy.own; i++) open += !t->known[i];
    if (!open) return true;
    copy.variable = mem_new((size_t)copy.variables + 1, sizeof *copy.variable);
    for (int i = 0; i < copy.variables; i++) {
        struct flatzinc_variable *x = &copy.variable[i];
        *x = file->f.variable[i];
        x->domain = flatzinc_copied(&x->domain);
        if (i >= copy.own || !t->known[i] || x->type == FLATZINC_SET_OF_INT) continue;
        flatzinc_within(&x->domain, &(struct flatzinc_set){.lo = t->v[file->at[i]], .hi = t->v[file->at[i]]});
    }
    SCOPED(text) ignored = {0};
    flatzinc_narrow(&copy, true, "", &ignored);
    for (int i = 0; i < copy.variables; i++) {
        struct flatzinc_variable *x = &copy.variable[i];
        if (i < copy.own && !t->known[i]) {
            if (ok && (x->domain.lo != x->domain.hi || x->type == FLATZINC_SET_OF_INT))
                ok = text_error(t->err, "The variable %s has no value.", x->name);
            t->v[file->at[i]] = x->domain.lo;
        }
        mem_free(x->domain.v);
    }
    mem_free(copy.variable);
    return ok;
}

/* The numbers of the solution in the text. False, with a sentence. */
static bool flatzinc_told(struct flatzinc_told *t, const char *text)
{
    const struct flatzinc *f = &t->file->f;
    SCOPED(text) line = {0};
    for (int i = 0; i < f->own; i++) dictionary_add(&t->names, f->variable[i].name, strlen(f->variable[i].name));
    for (int k = 0; k < f->outputs; k++) dictionary_add(&t->names, f->output[k].name, strlen(f->output[k].name));
    t->v = mem_new((size_t)t->file->n + 1, sizeof *t->v);
    t->known = mem_new((size_t)f->own + 1, sizeof *t->known);
    while (text_line(&line, &text))
        if (!flatzinc_tell_line(t, text_string(&line))) return false;
    return flatzinc_follow(t);
}

static bool flatzinc_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    const struct flatzinc *f = &file->f;
    SCOPED(flatzinc_told) t = {.file = file, .err = err};
    *objective_value = 0;
    if (!flatzinc_told(&t, solution)) return false;
    const struct flatzinc_values v = {t.v, file->at};
    if (f->empty) return text_error(err, "Not satisfied: the domains of variables."); /* no row checked the arguments */
    for (int i = 0; i < f->own_constraints; i++)
        if (!flatzinc_holds(f, &f->constraint[i], &v))
            return text_error(err, "Not satisfied: %s.", f->constraint[i].label);
    if (f->goal)
        *objective_value = f->objective.what == FLATZINC_NUMBER ? f->objective.v : t.v[file->at[f->objective.v]];
    return true;
}

static void flatzinc_numbers(const struct instance *in, const char *text, struct solution *out)
{
    SCOPED(text) err = {0};
    SCOPED(flatzinc_told) t = {.file = flatzinc_of(in), .err = &err};
    int64_t *v = solution_numbers(out, t.file->n, 0);
    bool ok = flatzinc_told(&t, text);
    assert(ok && "only verified solutions are read");
    memcpy(v, t.v, (size_t)t.file->n * sizeof *v);
}

static void flatzinc_places(const struct instance *in, const char *rule, struct text *out) { text_put(out, rule); }

static const struct puzzle_files flatzinc_files = {
    .endings = ".fzn", .refused = ".mzn", .beginnings = "predicate |var |array |constraint |solve ", .assigns = true};

const struct puzzle puzzle_flatzinc = {
    .name = "fzn",
    .title = "a model in FlatZinc",
    .about = "a model of MiniZinc, translated to a file .fzn",
    .rules = "Give each variable a value so that every constraint holds and the objective is best.",
    .source = "Marriott, Nethercote, Rafeh, Stuckey, Garcia de la Banda, Wallace, The design of the Zinc modelling "
              "language, Constraints 13, 2008",
    .notation = {.instance = "-f FILE",
                 .example = "-f model.fzn",
                 .solution = "x = 3;",
                 .print = flatzinc_print,
                 .read = flatzinc_numbers},
    .unit = "value",
    .options = flatzinc_options,
    .files = &flatzinc_files,
    .places = flatzinc_places,
    .formulations = flatzinc_formulations,
    .parse = flatzinc_parse,
    .release = flatzinc_end,
    .label = flatzinc_label,
    .verify = flatzinc_verify,
    .draw = flatzinc_draw,
};
