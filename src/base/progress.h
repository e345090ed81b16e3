/* Progress of long work, on standard error: one line on a terminal, which is overwritten, and
 * nothing in a pipe. As a log: lines, in a pipe as well. */
#pragma once

#include "base/text.h"

struct progress {
    bool line, log; /* which of the two is shown; neither: nothing */
    double start, shown_at;
    bool shown;
    struct text last; /* of a log: its last message */
};

/* Starts the clock. quiet: shows no line; log: writes a log instead. */
void progress_start(struct progress *p, bool quiet, bool log);
/* Whether the next message is due: a line changes at most ten times a second, a log every two
 * seconds. */
bool progress_due(const struct progress *p);
/* Shows the seconds and a message. A line is cut to the terminal's width; a log leaves out a
 * message equal to its last. */
void progress_show(struct progress *p, const char *text);
/* Adds "N%, about S s left" for the share 0..1 that is done; nothing if it is not known. */
void progress_share(const struct progress *p, double share, struct text *out);
/* Erases the line, so that other things can be printed. progress_show shows it again. */
void progress_clear(struct progress *p);
/* Erases the line and releases what p holds. */
void progress_end(struct progress *p);
