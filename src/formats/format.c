#include "model/model_abstract.h"
#include "base/file.h"
#include "base/number.h"
#include "options/options.h"
#include "formats/format_inside.h"
#include "model/picture.h"
#include "solvers/reply.h"

#include <errno.h>
#include <string.h>

#define FORMAT(name) extern const struct format format_##name;
#include "formats/format_list.h"
#undef FORMAT

const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "formats/format_list.h"
#undef FORMAT
    NULL,
};

bool format_takes(const struct format *f, enum kind kind) { return f->native >> kind & 1; }

const char *format_comment(const char *line)
{
    for (int i = 0; formats[i]; i++) {
        size_t n = strlen(formats[i]->comment) - 1;
        if (strncmp(line, formats[i]->comment, n) != 0 || !strchr(" \n", line[n])) continue;
        return line + n + (line[n] == ' ');
    }
    return NULL;
}

const struct reply_word *format_reply(const char *line)
{
    for (int i = 0; formats[i]; i++)
        for (const struct reply_word *w = formats[i]->replies; w && w->words; w++)
            if (w->ignored ? !strncmp(line, w->words, strlen(w->words)) : !strcmp(line, w->words)) return w;
    return NULL;
}

const struct format *format_find(const char *name)
{
    for (int i = 0; formats[i]; i++)
        if (!strcmp(formats[i]->name, name)) return formats[i];
    return NULL;
}

const struct format *format_choose(const char *name, const char *file, const char *how, struct text *err)
{
    SCOPED(text) known = {0};
    const struct format *f = name ? format_find(name) : NULL;
    for (int i = 0; file && !name && !f && formats[i]; i++)
        if (file_has_ending(file, formats[i]->endings)) f = formats[i];
    for (int i = 0; formats[i] && !f; i++) text_add(&known, " %s", formats[i]->name);
    if (!f && name)
        options_unknown(err, &known, "There is no format '%s'; choose", name);
    else if (!f)
        text_error(err, "The ending of %s names no format; choose one %s:%s.", file ? file : "nothing", how,
                   text_string(&known));
    return f;
}

bool format_parse(const char *name, void *field, struct text *err)
{
    const struct format *f = format_choose(name, NULL, "", err);
    if (field) *(const struct format **)field = f;
    return f != NULL;
}

int format_sides(const struct constraint *c)
{
    return c->lo == c->hi ? 1 : (c->lo > 0) + (c->hi < constraint_total(c));
}

void format_relations(struct format_writer *s, const struct constraint *c,
                      void (*line)(struct format_writer *s, const struct constraint *c, const char *relation,
                                   int64_t bound))
{
    const bool equal = c->lo == c->hi;
    if (equal || c->lo > 0) line(s, c, equal ? "=" : ">=", c->lo);
    if (!equal && c->hi < constraint_total(c)) line(s, c, "<=", c->hi);
}

/* ---- the first pass -------------------------------------------------------------------------- */

static void count_native(struct cnf *self, const struct constraint *c)
{
    struct format_writer *s = (struct format_writer *)self;
    if (s->format->lines) self->natives += s->format->lines(s, c) - 1;
}

static void count_count(struct cnf *self, const lit *x, int n, const lit *y, int max)
{
    self->natives += ((struct format_writer *)self)->format->counts * (int64_t)max;
}

/* Records where the constraints of a rule begin. */
static void count_rule(struct cnf *self, int rule)
{
    struct format_writer *s = (struct format_writer *)self;
    struct rule_from next = {.from = 1 + self->made.clauses + self->natives, .rule = rule};
    if (s->rules && s->rule[s->rules - 1].from == next.from) s->rules--;
    if (s->rules && s->rule[s->rules - 1].rule == rule) return;
    MEM_PUSH(s->rule, s->rules, s->rule_cap, next);
}

/* ---- the second pass ------------------------------------------------------------------------- */

/* Replaces control characters of a comment by blanks, as tabs are when a file is read again. */
static void blank(char *s, const char *but)
{
    for (char *c = s; *c; c++)
        if (((unsigned char)*c < ' ' || *c == 127) && !strchr(but, *c)) *c = ' ';
    text_clean(s);
}

/* Writes lines of text as comments. Long lines are continued after a '+', because some readers
 * limit their length; characters stay whole. */
static void comments(struct format_writer *s, const char *text)
{
    enum { LONG = 200 };
    OWNED char *clean = mem_string(text);
    SCOPED(text) line = {0};
    blank(clean, "\n");
    for (const char *lines = clean; text_line(&line, &lines);) {
        size_t at = 0, part;
        do {
            part = line.n - at < LONG ? line.n - at : LONG;
            while (at + part < line.n && (line.s[at + part] & 0xc0) == 0x80) part--;
            cnf_writer_add(&s->w, "%s%s%.*s\n", s->format->comment, at ? "+" : "", (int)part, line.s + at);
            at += part;
        } while (at < line.n);
    }
}

/* Writes the integers that variables represent, and the picture. */
static void format_picture(struct format_writer *s)
{
    const struct model *m = s->content->model;
    const struct strings *picture = &model_picture(m)->lines;
    SCOPED(text) line = {0};
    for (int i = 0; i < model_ints(m) + picture->n && !s->w.cnf.truncated; i++) {
        text_clear(&line);
        if (i < model_ints(m))
            model_int_words(m, i, &line);
        else
            text_add(&line, "picture %s", picture->v[i - model_ints(m)]);
        blank(line.s, "");
        comments(s, line.s);
    }
}

static void format_names(struct format_writer *s)
{
    const struct model *m = s->content->model;
    SCOPED(text) name = {0};
    for (int v = 1; v <= model_vars(m) && !s->w.cnf.truncated; v++) {
        text_set(&name, model_name(m, v));
        blank(name.s, "");
        cnf_writer_add(&s->w, "%sname %d ", s->format->comment, v);
        cnf_writer_text(&s->w, name.s);
        cnf_writer_text(&s->w, "\n");
    }
}

/* Lists the solution variables, unless all are. "p show" is one line, because readers take the last
 * one; lines of "ind" add up, and readers of OPB prefer short ones. */
static void format_show(struct format_writer *s)
{
    const struct model *m = s->content->model;
    const char *sign = s->format->comment, *show = s->format->show;
    if (!show || model_solution_vars(m) == s->vars) return;
    cnf_writer_add(&s->w, "%s%s", sign, show);
    for (int v = 1, n = 0; v <= model_vars(m) && !s->w.cnf.truncated; v++) {
        if (!model_is_solution(m, v)) continue;
        if (n++ % 20 == 19 && !strcmp(show, "ind")) cnf_writer_add(&s->w, " 0\n%s%s", sign, show);
        cnf_writer_text(&s->w, " ");
        cnf_writer_number(&s->w, v);
    }
    cnf_writer_text(&s->w, " 0\n");
}

/* Writes where each rule begins, and its text. */
static void format_rules(struct format_writer *s)
{
    static const char *const others[] = {"definitions of auxiliary variables", "the bound of the objective"};
    SCOPED(text) line = {0};
    for (int i = 0; i < s->rules && !s->w.cnf.truncated; i++) {
        const struct rule_from *r = &s->rule[i];
        if (r->from > s->lines) continue;
        text_set(&line, r->rule < 0 ? others[-1 - r->rule] : model_rule_name(s->content->model, r->rule));
        if (!line.n) text_put(&line, "a rule without a text");
        blank(line.s, "");
        size_t n = min64((int64_t)line.n, MODEL_RULE);
        while (n < line.n && (line.s[n] & 0xc0) == 0x80) n--;
        SCOPED(text) whole = {0};
        text_add(&whole, "rule from %lld: %.*s", (long long)r->from, (int)n, line.s);
        comments(s, whole.s);
    }
}

static void format_head(struct format_writer *s)
{
    const struct model *m = s->content->model;
    const struct objective *o = model_objective(m);
    SCOPED(text) about = {0};
    text_put(&about, s->content->comment);
    text_put(&about, "encoders:");
    for (int k = 0; k < KINDS; k++) {
        if (k > XOR && !s->used.used[k]) continue;
        text_add(&about, " %s ", encoder_kind((enum kind)k));
        lower_used_text(&s->used, (enum kind)k, &about);
    }
    text_char(&about, '\n');
    if (o && s->objective)
        text_add(&about, "objective: %s %s = (%lld %+lld * sum) / %lld, where the sum over %d %s is minimized\n",
                 objective_maximizes(o) ? "maximize" : "minimize", o->name, (long long)o->a, (long long)o->b,
                 (long long)o->c, o->n, plural(o->n, "literal", "literals"));
    if (o && s->content->most < INT64_MAX) text_add(&about, "sum-at-most: %lld\n", (long long)s->content->most);
    text_add(&about, "sizes: %d variables, %d of them the model's; %lld constraints\n", s->vars, model_vars(m),
             (long long)s->lines);
    comments(s, text_string(&about));
    format_show(s);
    if (s->content->names) format_names(s);
    format_rules(s);
    format_picture(s);
}

static void format_written(void *writer, int64_t bytes)
{
    const struct format_writer *s = writer;
    s->content->progress(s->content->progress_state, s->lines, bytes);
}

static bool format_rows(struct format_writer *s, const struct policy *policy, struct encoders_used *used,
                        struct text *err)
{
    const struct file_content *p = s->content;
    s->w.cnf.job = model_job(p->model);
    if (p->formula) {
        if (used) *used = *p->used;
        s->w.cnf.vars = p->formula->cnf.vars ? p->formula->cnf.vars : 1;
        cnf_buffer_pour(p->formula, &s->w.cnf);
        return !s->w.cnf.truncated || text_error(err, "The formula was stopped while it was written.");
    }
    cnf_rule(&s->w.cnf, CNF_DEFINITIONS);
    if (!model_vars(p->model)) cnf_1(&s->w.cnf, cnf_var(&s->w.cnf));
    return lower_bounded(p->model, policy, p->most, &s->w.cnf, used, err) &&
           (!s->format->tail || s->format->tail(s, err));
}

static bool write_declared(const struct file_content *p, FILE *out, int *vars, bool *failed, struct text *err)
{
    SCOPED(text) json = {0};
    *vars = model_vars(p->model);
    if (model_stopped(p->model)) return text_error(err, "The model was stopped while it was built.");
    model_json_write(p->model, p->most, &json);
    *failed = out && (fputs(text_string(&json), out) < 0 || fflush(out));
    return !*failed || text_error(err, "The model cannot be written (%s); choose another file.", strerror(errno));
}

bool format_write(const struct format *f, const struct file_content *p, FILE *out, int *vars, bool *failed,
                  struct text *err)
{
    struct format_writer s = {
        .format = f, .content = p, .objective = f->objective || p->most < INT64_MAX, .counting = true};
    s.w.cnf =
        (struct cnf){.put_native = count_native, .native = f->native, .put_count = f->counts ? count_count : NULL};
    if (p->names) s.w.cnf.rule = count_rule;
    *failed = false;
    if (f->declared) return write_declared(p, out, vars, failed, err);
    struct lower_choices choices = {0};
    struct policy policy = {0};
    if (p->policy) policy = *p->policy;
    policy.choices = &choices;
    bool ok = format_rows(&s, &policy, &s.used, err);
    choices.repeats = true;
    if (p->made) *p->made = s.used;
    int64_t clauses = s.w.cnf.made.clauses;
    s.lines += clauses + s.w.cnf.natives;
    *vars = s.vars = s.w.cnf.vars;
    if (ok && out) {
        s.counting = false;
        cnf_writer_init(&s.w, out, 0);
        s.w.cnf.native = f->native;
        if (p->progress) s.w.progress = format_written;
        s.w.progress_state = &s;
        if (f->clause) s.w.cnf.put = f->clause;
        if (f->native_line) s.w.cnf.put_native = f->native_line;
        s.w.cnf.put_count = f->count;
        if (f->first) f->first(&s);
        format_head(&s);
        if (f->header) f->header(&s);
        ok = format_rows(&s, &policy, NULL, err);
        assert((!ok || (s.w.cnf.vars == s.vars && s.w.cnf.made.clauses == clauses)) &&
               "both passes make the same formula");
        *failed = !cnf_writer_release(&s.w);
        if (*failed)
            ok = text_error(err, "The formula cannot be written (%s); choose another file.", strerror(s.w.failed));
    }
    MEM_FREE(s.rule, choices.v);
    return ok;
}

bool format_file(const struct format *f, const struct file_content *p, const char *name, int *vars, bool *failed,
                 struct text *err)
{
    struct file file;
    *failed = true;
    if (!file_open(&file, name, err)) return false;
    if (format_write(f, p, file.out, vars, failed, err)) {
        *failed = !file_commit(&file, err);
        return !*failed;
    }
    file_abandon(&file);
    return false;
}
