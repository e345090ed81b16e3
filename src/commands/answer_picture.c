/* Draws the pictures that the options request. */
#include "base/file.h"
#include "base/terminal.h"
#include "commands/answer.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool said(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

/* Whether the output is UTF-8. The locale decides if one is set, or for a terminal; other files and
 * pipes are UTF-8. */
static bool speaks_utf8(bool terminal)
{
    bool asked = terminal || said("LC_ALL") || said("LC_CTYPE") || said("LANG");
    return !asked || !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static bool wants_color(const struct shown *o, bool terminal)
{
    const char *kind = getenv("TERM");
    if (o->color == COLOR_NEVER) return false;
    if (o->color == COLOR_ALWAYS) return true;
    return terminal && !said("NO_COLOR") && kind && strcmp(kind, "dumb") != 0;
}

struct canvas_style picture_style(const struct shown *o, FILE *out)
{
    bool terminal = isatty(fileno(out));
    return (struct canvas_style){
        .ascii = o->ascii || !speaks_utf8(terminal), .color = wants_color(o, terminal), .width = terminal_columns(out)};
}

static bool write_picture(const char *name, const char *program, const struct canvas *c, struct text *err)
{
    struct file f;
    if (!name) return true;
    if (program ? !file_open_through(&f, name, program, "--format=png --zoom=2", err) : !file_open(&f, name, err))
        return false;
    canvas_svg(c, f.out);
    return file_commit(&f, err);
}

int picture_show(const struct request *r, struct canvas *c, const char *about)
{
    const struct shown *o = &r->shown;
    SCOPED(text) title = {0}, text = {0}, err = {0};
    SCOPED(canvas) *owned = c;
    text_add(&title, "%s %s", r->stated.problem.puzzle->title, text_string(&r->stated.label));
    canvas_about(c, title.s, about);
    if (o->caption) canvas_caption(c, "%s", o->caption);
    canvas_legend(c, o->legend);
    if (!write_picture(o->svg, NULL, c, &err) || !write_picture(o->png, "rsvg-convert", c, &err))
        return report_error(EXIT_SYSTEM, "%s", text_string(&err));
    if (o->quiet || o->json) return EXIT_DONE;
    canvas_text(c, picture_style(o, stdout), &text);
    fputs(text_string(&text), stdout); /* not terminal_print: a canvas has clean text, but colors */
    return EXIT_DONE;
}

const char *picture_file(const struct shown *o) { return o->svg ? "svg" : o->png ? "png" : NULL; }

const char *answer_words(const struct request *r, const struct solution *solution, struct text *out)
{
    struct solution shown = *solution;
    shown.brief = true;
    if (!shown.n || !r->shown.only_true) return text_string(&solution->text);
    solution_print(r->stated.problem.puzzle, r->stated.instance, &shown, out);
    return text_string(out);
}

int picture_solution(const struct request *r, const struct solution *solution, const char *verdict)
{
    struct solution shown = {0};
    if (solution) shown = *solution;
    if (!verdict) verdict = solution ? "A solution, verified against the rules." : "The instance.";
    shown.brief = r->shown.only_true;
    return picture_show(r, r->stated.problem.puzzle->draw(r->stated.instance, solution ? &shown : NULL), verdict);
}
