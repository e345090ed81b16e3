#include "base/progress.h"
#include "base/mem.h"

#include "base/clock.h"
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NARROW = 40 }; /* columns */
static const double LINE_SECONDS = 0.1, LOG_SECONDS = 2;

void progress_start(struct progress *p, bool quiet, bool log)
{
    const char *kind = getenv("TERM");
    *p = (struct progress){.log = log, .start = clock_wall()};
    p->line = !log && !quiet && isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

bool progress_due(const struct progress *p)
{
    return (p->line || p->log) &&
           (p->shown_at <= 0 || clock_wall() - p->shown_at >= (p->log ? LOG_SECONDS : LINE_SECONDS));
}

/* Truncates the line after so many columns; a letter's bytes stay together. */
static void progress_cut(struct text *line, int columns)
{
    size_t i = 0;
    for (int n = 0; i < line->n; i++)
        if ((line->s[i] & 0xc0) != 0x80 && n++ == columns) break;
    if (i >= line->n) return;
    line->n = i;
    line->s[i] = '\0';
}

void progress_show(struct progress *p, const char *text)
{
    SCOPED(text) line = {0};
    if (!p->line && (!p->log || !strcmp(text_string(&p->last), text))) return;
    const int known = p->line ? terminal_columns(stderr) : 0, columns = known ? known : 80;
    text_add(&line, columns < NARROW ? "%.1f s  %s" : "%6.1f s  %s", clock_wall() - p->start, text);
    text_clean(line.s);
    p->shown_at = clock_wall();
    if (p->line) {
        progress_cut(&line, columns - 1);
        fprintf(stderr, "\r\033[K%s", text_string(&line));
        p->shown = true;
    } else {
        fprintf(stderr, "%s\n", text_string(&line));
        text_set(&p->last, text);
    }
    fflush(stderr);
}

void progress_share(const struct progress *p, double share, struct text *out)
{
    const double spent = clock_wall() - p->start;
    if (share <= 0) return;
    text_add(out, "%.*f%%", share < .1 ? 2 : 0, 100 * share);
    if (share > .01 && share < 1 && spent > 1) text_add(out, ", about %.0f s left", spent * (1 - share) / share);
}

void progress_clear(struct progress *p)
{
    if (p->shown) fputs("\r\033[K", stderr);
    p->shown = false;
}

void progress_end(struct progress *p)
{
    progress_clear(p);
    text_release(&p->last);
}
