/* Pictures as the options ask for them. */
#include "base/file.h"
#include "commands/picture.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct canvas_style terminal_style(const struct options *o, FILE *out)
{
    bool terminal = isatty(fileno(out));
    struct winsize w;
    struct canvas_style style = {.ascii = options_get(o, "ascii"), .width = 0};
    style.colour = terminal && !options_get(o, "no-color") && !getenv("NO_COLOR");
    if (terminal && !ioctl(fileno(out), TIOCGWINSZ, &w)) style.width = w.ws_col;
    return style;
}

static bool write_picture(const char *name, const struct canvas *c, void (*draw)(const struct canvas *, FILE *),
                          struct text *err)
{
    struct file f;
    if (!file_open(&f, name, err)) return false;
    draw(c, f.out);
    return file_commit(&f, err);
}

int show_picture(const struct request *r, struct canvas *c)
{
    const char *svg = options_get(&r->options, "svg"), *pbm = options_get(&r->options, "pbm");
    struct text text = {0}, err = {0};
    bool ok = (!svg || write_picture(svg, c, canvas_svg, &err)) && (!pbm || write_picture(pbm, c, canvas_pbm, &err));
    if (!ok) {
        complain(EXIT_MACHINE, "%s", text_string(&err));
    } else if (!options_get(&r->options, "quiet") && !options_get(&r->options, "json")) {
        canvas_text(c, terminal_style(&r->options, stdout), &text);
        fputs(text_string(&text), stdout);
    }
    canvas_free(c);
    text_release(&text);
    text_release(&err);
    return ok ? EXIT_DONE : EXIT_MACHINE;
}

int show_solution(const struct request *r, const char *solution)
{
    return show_picture(r, r->puzzle->draw(r->instance, solution));
}
