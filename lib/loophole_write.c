/* Pictures of problems and solutions; formulas as files, as strings and as clauses in a sink. */
#include "lib/problem_inside.h"

#include "base/version.h"
#include "formats/format.h"

#include <stdio.h>
#include <string.h>

/* Closes a memory stream and returns a copy of its contents for loophole_free. */
static char *streamed(FILE *out, char **buffer)
{
    bool ok = !fclose(out);
    char *copy = mem_string(ok && *buffer ? *buffer : "");
    mem_free(*buffer);
    return copy;
}

/* NULL: the text is no solution. */
static struct canvas *loophole_write_canvas(const loophole_problem *q, const char *solution, char **error)
{
    SCOPED(solution) s = {0};
    if (solution && !loophole_problem_verify(q, solution, NULL, error)) return NULL;
    if (solution) solution_read(q->model->puzzle, q->model->instance, solution, &s);
    return q->model->puzzle->draw(q->model->instance, solution ? &s : NULL);
}

char *loophole_problem_svg(const loophole_problem *q, const char *solution, char **error)
{
    char *buffer = NULL;
    size_t size;
    SCOPED(canvas) *c = loophole_write_canvas(q, solution, error);
    if (!c) return NULL;
    FILE *out = open_memstream(&buffer, &size);
    if (!out) fatal("There is not enough memory for a stream.");
    canvas_svg(c, out);
    return streamed(out, &buffer);
}

char *loophole_problem_drawing(const loophole_problem *q, const char *solution, bool ascii, char **error)
{
    SCOPED(text) out = {0};
    SCOPED(canvas) *c = loophole_write_canvas(q, solution, error);
    if (!c) return NULL;
    canvas_text(c, (struct canvas_style){.ascii = ascii}, &out);
    return mem_string(text_string(&out));
}

/* Writes the formula into a file of that name; NULL: into the stream. */
static bool write_to(const loophole_problem *q, const struct format *f, const char *name, FILE *out, char **error)
{
    SCOPED(text) err = {0}, comment = {0};
    int vars;
    bool failed;
    struct problem asked;
    SCOPED(model) *m = lib_built(q, f->declared, &asked, error);
    if (!m) return false;
    text_add(&comment, "loophole %s\nformat: %s\n", version_number, f->name);
    struct file_content content = {.model = m,
                                   .policy = &asked.choices.policy,
                                   .most = INT64_MAX,
                                   .comment = text_string(&comment),
                                   .names = lib_writes_names(q)};
    bool ok = name ? format_file(f, &content, name, &vars, &failed, &err)
                   : format_write(f, &content, out, &vars, &failed, &err);
    return ok || lib_fail_in(asked.job, error, &err);
}

static const struct format *format_named(const char *name, const char *file, char **error)
{
    struct text err = {0};
    const struct format *f = format_choose(name, file, "of", &err);
    return f ? f : lib_null(lib_fail(error, &err));
}

char *loophole_problem_text(const loophole_problem *q, const char *format, char **error)
{
    char *buffer = NULL;
    size_t size;
    const struct format *f = format_named(format, NULL, error);
    if (!f) return NULL;
    FILE *out = open_memstream(&buffer, &size);
    if (!out) fatal("There is not enough memory for a stream.");
    bool ok = write_to(q, f, NULL, out, error);
    char *text = streamed(out, &buffer);
    if (ok) return text;
    mem_free(text);
    return NULL;
}

bool loophole_problem_write(const loophole_problem *q, const char *format, const char *file, char **error)
{
    const struct format *f = format_named(format, file, error);
    return f && write_to(q, f, file, NULL, error);
}

bool loophole_problem_encode(const loophole_problem *q, loophole_sink *s, char **error)
{
    struct text err = {0};
    if (loophole_sink_vars(s) && loophole_sink_vars(s) != loophole_model_vars(q->model))
        return lib_refuse(error,
                          "The sink already uses %d variables, but the formula's variables begin at 1; use a new sink.",
                          loophole_sink_vars(s));
    struct problem asked;
    SCOPED(model) *m = lib_built(q, false, &asked, error);
    if (!m) return false;
    s->f->job = model_job(m);
    bool ok = lower_model(m, &asked.choices.policy, NULL, s->f, &err);
    s->f->job = NULL;
    return ok || lib_fail_in(asked.job, error, &err);
}
