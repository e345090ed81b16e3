/* Progress of what lasts longer than a blink: one line on a terminal, written again; nothing in a
 * pipe. As a log, one line after the other, wherever it goes. On standard error. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "base/base.h"

struct progress {
    bool line, log; /* what is shown; neither: nothing */
    double start, shown_at;
    bool shown;
    struct text last; /* of a log: what was said last */
};

/* quiet: no line; log: say it line by line. */
void progress_start(struct progress *p, bool quiet, bool log);
/* The seconds since then. */
double progress_seconds(const struct progress *p);
/* Is it time to say something again? A line changes ten times a second at most, a log each two seconds. */
bool progress_due(const struct progress *p);
/* Says it, behind the seconds; a line is cut to the terminal's width. A log says nothing twice in succession. */
void progress_say(struct progress *p, const char *text);
/* "N%, S s left" of a share 0..1 that is done; nothing where it cannot be told. */
void progress_share(const struct progress *p, double share, struct text *out);
/* Takes the line away, so that other things can be printed; it may come again. */
void progress_clear(struct progress *p);
/* For good. */
void progress_end(struct progress *p);

#endif
