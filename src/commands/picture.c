/* Pictures as the options ask for them. */
#include "base/file.h"
#include "commands/picture.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct canvas_style terminal_style(const struct options *o, FILE *out)
{
    bool terminal = isatty(fileno(out));
    struct winsize w;
    struct canvas_style style = {.ascii = options_get(o, "ascii"), .width = 0};
    style.colour = terminal && !options_get(o, "no-color") && !getenv("NO_COLOR");
    if (terminal && !ioctl(fileno(out), TIOCGWINSZ, &w)) style.width = w.ws_col;
    return style;
}

static bool picture_file(const char *name, const struct canvas *c, void (*draw)(const struct canvas *, FILE *),
                         struct text *err)
{
    struct file f;
    if (!file_open(&f, name, err)) return false;
    draw(c, f.out);
    return file_commit(&f, err);
}

bool show_picture(const struct request *r, const struct canvas *c, struct text *err)
{
    const char *svg = options_get(&r->options, "svg"), *pbm = options_get(&r->options, "pbm");
    if (svg && !picture_file(svg, c, canvas_svg, err)) return false;
    if (pbm && !picture_file(pbm, c, canvas_pbm, err)) return false;
    if (options_get(&r->options, "quiet") || options_get(&r->options, "json")) return true;
    struct text text = {0};
    canvas_text(c, terminal_style(&r->options, stdout), &text);
    fputs(text_string(&text), stdout);
    text_release(&text);
    return true;
}
