/* fzn: a model in FlatZinc, which MiniZinc writes, as a puzzle. Solutions are assignments of all
 * outputs, as MiniZinc reads them, and of the other variables in comments. */
#include "declared/flatzinc.h"

#include "base/number.h"
#include "declared/declared.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct flatzinc_file {
    struct flatzinc *f;
    struct flatzinc_form *form;
    int own; /* the variables of the file come first */
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

static void flatzinc_end(struct instance *in)
{
    struct flatzinc_file *file = in->file;
    model_free((struct model *)(uintptr_t)in->m);
    flatzinc_forms_free(file->form, file->f->variables);
    flatzinc_release(file->f);
    MEM_FREE(file->at, file, in);
}

static struct instance *flatzinc_parse(const struct source *source, struct text *err)
{
    if (source->argc || !source->text) {
        text_error(err, "FlatZinc is read from a file: 'loophole solve -f FILE.fzn' (- is standard input).");
        return NULL;
    }
    struct flatzinc *f = flatzinc_read(source, err);
    if (!f) return NULL;
    const int own = f->variables;
    struct flatzinc_choices choices = {0};
    options_fill(source->options, flatzinc_options, &choices);
    struct flatzinc_form *form = NULL;
    struct model *m = flatzinc_narrow(f, option_is_yes(choices.narrow, !source->explained), source->name, err)
                          ? flatzinc_model(f, source->name, &form, err)
                          : NULL;
    if (!m) {
        flatzinc_release(f);
        return NULL;
    }
    struct instance *in = declared_instance(m);
    struct flatzinc_file *file = in->file = mem_new(1, sizeof *file);
    *file = (struct flatzinc_file){f, form, own, mem_new((size_t)own + 1, sizeof *file->at), 1};
    for (int i = 0; i < own; i++) {
        file->at[i] = file->n;
        file->n += f->variable[i].type == FLATZINC_SET_OF_INT ? (int)flatzinc_size(&f->variable[i].domain) : 1;
    }
    return in;
}

static void flatzinc_label(const struct instance *in, struct text *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    text_add(out, "of %d %s and %d %s", file->own, plural(file->own, "variable", "variables"), file->f->constraints,
             plural(file->f->constraints, "constraint", "constraints"));
}

/* ---- solutions ------------------------------------------------------------------------------ */

static void flatzinc_build(const struct formulation *f, const struct instance *in, const struct bounds *b,
                           struct model *m)
{
    declared_formulations->build(f, in, b, m);
}

static struct objective flatzinc_objective(const struct formulation *f, const struct instance *in, enum int_form form)
{
    return declared_formulations->objective(f, in, form);
}

/* declared_build kept a first literal and a form of each integer. */
static int64_t flatzinc_integer_value(const struct instance *in, const lit *x, int i, struct values a)
{
    struct integer it = model_integer(in->m, i);
    return model_int_read((enum int_form)x[2 * i + 1], it.lo, it.hi, x[2 * i], a);
}

static void flatzinc_decode(const struct formulation *formulation, const struct instance *in, const lit *x,
                            struct values a, struct solution *out)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    int64_t *v = solution_numbers(out, file->n, 0);
    for (int i = 0; i < file->own; i++) {
        const struct flatzinc_form *form = &file->form[i];
        const struct flatzinc_set *s = &file->f->variable[i].domain;
        int64_t *to = v + file->at[i];
        if (file->f->variable[i].type == FLATZINC_SET_OF_INT) {
            for (int64_t k = 0; k < flatzinc_size(s); k++) to[k] = value_true(a, form->first + (lit)k);
            continue;
        }
        *to = form->constant + values_sum(a, form->view.x.v, form->view.w, form->view.x.n);
        if (form->integer >= 0) *to += flatzinc_integer_value(in, x, form->integer, a);
        for (int k = 0; k < form->parts; k++) *to += form->weight[k] * flatzinc_integer_value(in, x, form->part[k], a);
        if (form->first && file->f->variable[i].type == FLATZINC_BOOL)
            *to += value_true(a, form->first);
        else
            for (int k = 0; form->first && k < s->n; k++)
                if (value_true(a, form->first + k)) *to += s->v[k];
    }
}

static const struct formulation flatzinc_formulations[] = {{.name = "model",
                                                            .about = "the constraints of the file",
                                                            .build = flatzinc_build,
                                                            .decode = flatzinc_decode,
                                                            .objective = flatzinc_objective},
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
    const struct flatzinc *f = file->f;
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
        flatzinc_put(file, o->type, file->f->item[o->value.v + k], v, out);
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
    const struct flatzinc *f = file->f;
    for (int k = 0; k < f->outputs; k++) {
        flatzinc_put_output(file, &f->output[k], s->v, out);
        text_put(out, ";\n");
    }
    for (int i = 0; i < file->own && !s->brief; i++) {
        if (f->variable[i].shown && flatzinc_is_output(f, i)) continue;
        text_add(out, "%s%s = ", f->outputs ? "% " : "", f->variable[i].name);
        flatzinc_put(file, f->variable[i].type, (struct flatzinc_value){FLATZINC_VARIABLE, 0, i}, s->v, out);
        text_put(out, ";\n");
    }
}

static struct canvas *flatzinc_draw(const struct instance *in, const struct solution *s)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    const struct flatzinc *f = file->f;
    struct canvas *c = canvas_new(0, 0);
    struct text line = {0};
    canvas_caption(c, "%d %s, %d %s", file->own, plural(file->own, "variable", "variables"), f->constraints,
                   plural(f->constraints, "constraint", "constraints"));
    for (int k = 0; s && k < f->outputs; k++) {
        SCOPED(text) item = {0};
        flatzinc_put_output(file, &f->output[k], s->v, &item);
        canvas_item(c, &line, "%s", text_string(&item));
    }
    for (int i = 0; s && !f->outputs && i < file->own; i++) {
        SCOPED(text) item = {0};
        flatzinc_put(file, f->variable[i].type, (struct flatzinc_value){FLATZINC_VARIABLE, 0, i}, s->v, &item);
        canvas_item(c, &line, "%s = %s", f->variable[i].name, text_string(&item));
    }
    canvas_items_end(c, &line);
    return c;
}

/* ---- verification --------------------------------------------------------------------------- */

/* Values as they are read: v[at[i]], and whether they are known. */
struct flatzinc_told {
    const struct flatzinc_file *file;
    struct dictionary names; /* of variables, then of outputs */
    int64_t *v;
    bool *known; /* by variable */
    struct text *err;
};

static void flatzinc_told_release(struct flatzinc_told *t)
{
    dictionary_release(&t->names);
    MEM_FREE(t->v, t->known);
}

/* Reads one value for x. */
static bool flatzinc_tell(struct flatzinc_told *t, const char **s, enum flatzinc_type type, struct flatzinc_value x)
{
    const struct flatzinc *f = t->file->f;
    const struct flatzinc_set *d = x.what == FLATZINC_VARIABLE ? &f->variable[x.v].domain
                                   : x.what == FLATZINC_SET    ? &f->set[x.v]
                                                               : NULL;
    int64_t *to = x.what == FLATZINC_VARIABLE ? t->v + t->file->at[x.v] : NULL;
    char *end;
    *s += strspn(*s, " \t");
    const char *from = *s;
    if (type == FLATZINC_SET_OF_INT) {
        int64_t members = 0, all = 0;
        const bool list = **s == '{';
        for (int64_t k = 0; to && k < flatzinc_size(d); k++) to[k] = 0;
        for (*s += list; **s && **s != '}';) {
            int64_t lo = strtoll(*s, &end, 10), hi = lo;
            if (end == *s) break;
            *s = end;
            if (!list && !strncmp(*s, "..", 2)) {
                hi = strtoll(*s + 2, &end, 10);
                *s = end;
            }
            for (int64_t v = lo; v <= hi; v++) {
                const int64_t place = flatzinc_place(d, v);
                if (place < 0) return text_error(t->err, "A set has %lld, which it cannot have.", (long long)v);
                if (to) to[place] = 1;
                members++;
            }
            if (!list) break;
            *s += strspn(*s, ", \t");
        }
        if (list && **s != '}') return text_error(t->err, "Invalid set '%.30s'.", from);
        *s += list;
        for (int64_t k = 0; x.what == FLATZINC_SET && k < flatzinc_size(d); k++) all++;
        if (x.what == FLATZINC_SET && members != all) return text_error(t->err, "A constant set has other members.");
    } else {
        const bool yes = !strncmp(*s, "true", 4), no = !strncmp(*s, "false", 5);
        int64_t v = yes ? 1 : no ? 0 : strtoll(*s, &end, 10);
        if (yes || no) end = (char *)(uintptr_t)(*s + (yes ? 4 : 5));
        if (end == *s) return text_error(t->err, "Invalid value '%.30s'.", from);
        *s = end;
        if (x.what == FLATZINC_NUMBER && v != x.v)
            return text_error(t->err, "A constant is %lld, not %lld.", (long long)x.v, (long long)v);
        if (to && flatzinc_place(d, v) < 0)
            return text_error(t->err, "%s is %lld, which is not in its domain.", f->variable[x.v].name, (long long)v);
        if (to && t->known[x.v] && *to != v) return text_error(t->err, "%s has two values.", f->variable[x.v].name);
        if (to) *to = v;
    }
    if (to) t->known[x.v] = true;
    return true;
}

/* Reads "name = value;", after "% " or not. */
static bool flatzinc_tell_line(struct flatzinc_told *t, const char *s)
{
    const struct flatzinc_file *file = t->file;
    s += strspn(s, "% \t");
    size_t n = strcspn(s, " \t=");
    if (!*s || *s == '-' || *s == '=') return true; /* the lines between solutions */
    const int i = dictionary_find(&t->names, s, n);
    if (i < 0)
        return text_error(t->err, "There is no variable '%.*s'; expected lines like 'x = 3;'.",
                          (int)min64((int64_t)n, 60), s);
    s += n;
    s += strspn(s, " \t");
    if (*s++ != '=') return text_error(t->err, "Expected '=' after %s.", dictionary_word(&t->names, i));
    if (i < file->own)
        return flatzinc_tell(t, &s, file->f->variable[i].type, (struct flatzinc_value){FLATZINC_VARIABLE, 0, i});
    const struct flatzinc_output *o = NULL;
    for (int k = 0; k < file->f->outputs; k++)
        if (!strcmp(file->f->output[k].name, dictionary_word(&t->names, i))) o = &file->f->output[k];
    if (o->value.what != FLATZINC_LIST) return flatzinc_tell(t, &s, o->type, o->value);
    s += strcspn(s, "[");
    for (int k = 0; k < o->value.n; k++) {
        s += *s != 0;
        if (!flatzinc_tell(t, &s, o->type, file->f->item[o->value.v + k])) return false;
        s += strcspn(s, ",]");
    }
    return true;
}

/* Values that are missing follow from the others by the bounds, or the text is refused. */
static bool flatzinc_follow(struct flatzinc_told *t)
{
    const struct flatzinc_file *file = t->file;
    struct flatzinc copy = *file->f;
    bool all = true, ok = true;
    for (int i = 0; i < file->own; i++) {
        const struct flatzinc_set *s = &file->f->variable[i].domain;
        if (file->f->variable[i].type != FLATZINC_SET_OF_INT && s->lo == s->hi && !t->known[i]) {
            t->v[file->at[i]] = s->lo;
            t->known[i] = true;
        }
        all = all && t->known[i];
    }
    if (all) return true;
    copy.variables = file->own;
    copy.variable = mem_new((size_t)file->own + 1, sizeof *copy.variable);
    for (int i = 0; i < file->own; i++) {
        struct flatzinc_variable *x = &copy.variable[i];
        *x = file->f->variable[i];
        if (x->domain.v)
            x->domain.v = memcpy(mem_new((size_t)x->domain.n, sizeof(int64_t)), x->domain.v,
                                 (size_t)x->domain.n * sizeof(int64_t));
        if (!t->known[i] || x->type == FLATZINC_SET_OF_INT) continue;
        mem_free(x->domain.v);
        x->domain = (struct flatzinc_set){.lo = t->v[file->at[i]], .hi = t->v[file->at[i]]};
    }
    flatzinc_narrow(&copy, true, "", t->err);
    for (int i = 0; i < file->own; i++) {
        struct flatzinc_variable *x = &copy.variable[i];
        if (!t->known[i] && ok && (x->domain.lo != x->domain.hi || x->type == FLATZINC_SET_OF_INT))
            ok = text_error(t->err, "The variable %s has no value.", x->name);
        if (!t->known[i]) t->v[file->at[i]] = x->domain.lo;
        mem_free(x->domain.v);
    }
    mem_free(copy.variable);
    return ok;
}

/* The numbers of the solution in the text. False, with a sentence. */
static bool flatzinc_told(struct flatzinc_told *t, const char *text)
{
    const struct flatzinc *f = t->file->f;
    SCOPED(text) line = {0};
    for (int i = 0; i < t->file->own; i++) dictionary_add(&t->names, f->variable[i].name, strlen(f->variable[i].name));
    for (int k = 0; k < f->outputs; k++) dictionary_add(&t->names, f->output[k].name, strlen(f->output[k].name));
    t->v = mem_new((size_t)t->file->n + 1, sizeof *t->v);
    t->known = mem_new((size_t)t->file->own + 1, sizeof *t->known);
    while (text_line(&line, &text))
        if (!flatzinc_tell_line(t, text_string(&line))) return false;
    return flatzinc_follow(t);
}

static bool flatzinc_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    const struct flatzinc_file *file = flatzinc_of(in);
    const struct flatzinc *f = file->f;
    SCOPED(flatzinc_told) t = {.file = file, .err = err};
    *objective_value = 0;
    if (!flatzinc_told(&t, solution)) return false;
    OWNED int64_t *number = mem_new((size_t)file->own + 1, sizeof *number);
    OWNED bool **member = mem_new((size_t)file->own + 1, sizeof *member);
    OWNED bool *members = mem_new((size_t)file->n + 1, sizeof *members);
    for (int i = 0; i < file->n; i++) members[i] = t.v[i] != 0;
    for (int i = 0; i < file->own; i++) {
        number[i] = t.v[file->at[i]];
        member[i] = members + file->at[i];
    }
    const struct flatzinc_values v = {number, member};
    for (int i = 0; i < f->constraints; i++)
        if (!flatzinc_holds(f, &f->constraint[i], &v))
            return text_error(err, "Not satisfied: %s.", f->constraint[i].label);
    if (f->goal) *objective_value = f->objective.what == FLATZINC_NUMBER ? f->objective.v : number[f->objective.v];
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

static const struct puzzle_files flatzinc_files = {.endings = ".fzn",
                                                   .beginnings = "% |predicate |var |array |constraint |solve ",
                                                   .declares = true,
                                                   .places = flatzinc_places,
                                                   .assigns = true};

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
    .formulations = flatzinc_formulations,
    .parse = flatzinc_parse,
    .release = flatzinc_end,
    .label = flatzinc_label,
    .verify = flatzinc_verify,
    .draw = flatzinc_draw,
};
