/* What the plots of a report share: lines in colour, axes, names at the ends of lines. */
#ifndef REPORT_PLOTS_INSIDE_H
#define REPORT_PLOTS_INSIDE_H

#include "bench/report.h"

enum { LINES = 8, WIDEST = 17 };    /* lines in colour; letters of a name in a line */
enum { WIDTH = 420, HEIGHT = 350 }; /* as wide as a phone: two stand side by side on a screen and on paper */

struct plot {
    const struct report *r;
    int line[LINES],
        lines;         /* the competitors in colour: the best by PAR-2, the baseline among them; the others are grey */
    struct text *note; /* what is to be said below the plot */
};

/* ---- report_plots_frame.c ---- */

extern const char *const plots_colour[]; /* of line 0..LINES - 1 */
void plots_choose_lines(struct plot *p);
/* In gnuplot's double quotes. */
void plots_quoted(const char *s, struct text *script);
/* How line 0..lines - 1 is drawn, and its name. */
void plots_key(const struct plot *p, int line, struct text *script);
/* Terminal, grid and the names of the axes; `more` is said too. */
void plots_head(const char *x, const char *y, const char *more, struct text *s);
bool plots_in_colour(const struct plot *p, int competitor);
/* Names at the right, each with its mark beside the end of its line (its last value; NAN: it has none); logarithmic. */
void plots_end_labels(const struct plot *p, const double *last, double least, double most, struct text *s);
void plots_note_others(const struct plot *p);
double plots_longest_limit(const struct report *r);
/* Where the axis of seconds ends; are there runs that a limit ended? */
double plots_top_seconds(const struct report *r, bool *timeouts);
void plots_limit_line(const struct report *r, struct text *s);
double plots_step(double range); /* between tics */

/* report_plots_bounds.c: bounds against time, a small plot for each competitor. False: there is nothing to draw. */
bool plots_bounds(const struct plot *p, struct text *s);

#endif
