#include "search/problem.h"
#include "base/number.h"

#include "base/file.h"
#include "formats/format.h"
#include "puzzles/parse.h"

#include <string.h>

bool problem_parse(struct stated_problem *p, struct text *note, struct text *err)
{
    const struct statement *s = &p->statement;
    struct source source = {.argc = s->words.n,
                            .argv = s->words.v,
                            .text = s->text,
                            .name = s->name ? s->name : "",
                            .line = s->line,
                            .options = &p->options,
                            .explained = p->explained,
                            .misused = &p->misused,
                            .note = note};
    choices_fill(&p->options, &p->problem.choices);
    p->problem.puzzle = s->puzzle;
    p->problem.instance = p->instance = problem_instance(s->puzzle, &source, p->problem.job, err);
    if (!p->instance) return false;
    s->puzzle->label(p->instance, &p->label);
    text_show(&p->label);
    search_formulate(&p->problem, choices_formulation(&p->problem.choices, s->puzzle, p->instance, note, err));
    return p->problem.formulation != NULL;
}

bool problem_read(struct stated_problem *p, const char *name, const char *text, const struct options *choices,
                  struct text *err)
{
    *p = (struct stated_problem){.statement.name = mem_string(name)};
    options_add(&p->options, choices, true);
    return statement_header(&p->statement, &p->options, text, err) &&
           (p->statement.puzzle || text_error(err, "%s does not name its puzzle in its first line.", name)) &&
           problem_parse(p, NULL, err);
}

bool problem_read_formula(struct stated_problem *p, struct embedded *e, const char *file, struct text *err)
{
    *p = (struct stated_problem){0};
    return problem_extract(&p->statement, &p->options, e, file, err) && problem_parse(p, NULL, err);
}

void problem_release(struct stated_problem *p)
{
    if (p->instance) p->statement.puzzle->release(p->instance);
    statement_release(&p->statement);
    options_release(&p->options);
    text_release(&p->label);
}

void problem_sought(const struct problem *q, int64_t most, struct text *out)
{
    text_put(out, "solution");
    if (most == INT64_MAX || !q->objective.name) return;
    text_put(out, " with ");
    objective_bound_words(&q->objective, objective_of_sum(&q->objective, most), out);
}

/* ---- in a file's comments -------------------------------------------------------------------- */

/* A line each:
 *     puzzle: gunport
 *     word: 8x8                 an operand
 *     option: formulation=monomino
 *     text: ..#.                a line of the instance's file
 * then what the formats add (sum-at-most, sizes). */

static const struct option *option_named(const struct statement *s, const char *name)
{
    const struct option *o = options_find(choices_options, name);
    if (!o) o = options_find(choices_limits, name);
    return o || !s->puzzle ? o : options_find(s->puzzle->options, name);
}

void problem_embed(const struct statement *s, const struct options *o, const char *formulation, struct text *out)
{
    text_add(out, "puzzle: %s\n", s->puzzle->name);
    for (int i = 0; i < s->words.n; i++) text_add(out, "word: %s\n", s->words.v[i]);
    text_add(out, "option: formulation=%s\n", formulation);
    for (const struct option_given *g = NULL; (g = options_next(o, OPTION_SHAPES, g));)
        if (strcmp(g->option->name, "formulation") != 0) text_add(out, "option: %s=%s\n", g->option->name, g->value);
    SCOPED(text) line = {0};
    for (const char *at = s->text ? s->text : ""; text_line(&line, &at);) text_add(out, "text: %s\n", line.s);
}

bool problem_cuts_by_four(const char *made_by)
{
    int major = 0, minor = 0;
    return sscanf(made_by, "loophole %d.%d.", &major, &minor) == 2 && !major && minor < 4;
}

/* The state while a file is read. */
struct reading {
    struct statement *s;
    struct options *o;
    struct embedded *e;
    struct text text;
    bool by_four;
};

/* Takes an option that shapes the formula. Skips options of solving and drawing, which files of
 * older versions may contain. Refuses all others, in particular names of files to write. */
static bool problem_take_option(struct reading *r, const char *value, struct text *err)
{
    size_t n = strcspn(value, "=");
    OWNED char *name = mem_string(value);
    name[n] = '\0';
    const struct option *option = option_named(r->s, name);
    if (!option) return text_error(err, "The file has the option '%.60s', which does not affect the formula.", value);
    if (!(option->flags & OPTION_SHAPES)) return true;
    const char *given = options_value(r->o, option), *made = value[n] ? value + n + 1 : "";
    if (given && strcmp(given, made))
        return text_error(err, "The file was made with --%s %s; leave --%s out.", name, made, name);
    return options_set(r->o, option, made, err);
}

/* Takes a line `key: value` without its comment sign and with its continuation lines. */
static bool problem_take(struct reading *r, const char *key, const char *value, struct text *err)
{
    int64_t number = 0;
    if (!strcmp(key, "format")) {
        mem_free(r->e->format);
        r->e->format = mem_string(value);
    } else if (!strcmp(key, "puzzle")) {
        r->s->puzzle = puzzle_find(value);
        if (!r->s->puzzle) return text_error(err, "The file names the unknown puzzle '%s'.", value);
    } else if (!strcmp(key, "word")) {
        strings_add(&r->s->words, value);
    } else if (!strcmp(key, "option")) {
        return problem_take_option(r, value, err);
    } else if (!strcmp(key, "text")) {
        text_put(&r->text, value);
        text_char(&r->text, '\n');
    } else if (!strcmp(key, "sum-at-most")) {
        if (!number_parse(value, &number)) return text_error(err, "The file's bound cannot be read: '%.60s'.", value);
        r->e->bounded = true;
        r->e->most = number;
    } else if (!strcmp(key, "sizes")) {
        long long vars, model_vars;
        if (sscanf(value, "%lld variables, %lld of", &vars, &model_vars) != 2 || vars < 0 || vars > INT32_MAX ||
            model_vars < 0 || model_vars > vars)
            return text_error(err, "The file's sizes cannot be read: '%.60s'.", value);
        r->e->vars = (int)vars;
        r->e->model_vars = (int)model_vars;
    } else if (problem_cuts_by_four(key)) {
        r->by_four = true;
    }
    return true;
}

static bool take_line(struct reading *r, char *line, struct text *err)
{
    size_t n = strcspn(line, ":");
    if (!line[n]) return true;
    line[n] = '\0';
    return problem_take(r, line, line + n + 1 + (line[n + 1] == ' '), err);
}

bool problem_extract(struct statement *statement, struct options *o, struct embedded *e, const char *file,
                     struct text *err)
{
    struct reading r = {.s = statement, .o = o, .e = e};
    SCOPED(text) all = {0}, line = {0};
    bool ok = file_read(file, &file_cap_formula, &all, err);
    const char *s = text_string(&all);
    if (!format_comment(s))
        s += strcspn(s, "\n") + (strchr(s, '\n') != NULL); /* some formats begin with another line */
    for (const char *words; ok && (words = format_comment(s)) && !e->vars;) {
        size_t n = strcspn(words, "\n"), kept = n - (n && words[n - 1] == '\r');
        if (*words == '+') {
            text_bytes(&line, words + 1, kept - 1);
        } else {
            if (line.n) ok = take_line(&r, line.s, err);
            text_clear(&line);
            text_bytes(&line, words, kept);
        }
        s = words + n + (words[n] == '\n');
        if (!strncmp(words, "sizes:", 6) && ok) ok = take_line(&r, line.s, err);
    }
    if (ok && (!statement->puzzle || !e->format || e->vars < 1))
        ok = text_error(
            err, "%s has no comments that name its puzzle; name the puzzle and the instance instead of --from.", file);
    const struct option *cut = options_find(choices_options, "xor");
    if (ok && r.by_four && !options_value(o, cut)) ok = options_set(o, cut, "cut:4", err);
    if (ok && r.text.n) statement->text = mem_string(text_string(&r.text));
    statement->name = mem_string(file);
    statement->line = 1;
    text_release(&r.text);
    return ok;
}
