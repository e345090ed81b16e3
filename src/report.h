/* The report of a bench: what is compared, and the numbers (layer 5). */
#ifndef REPORT_H
#define REPORT_H

#include "bench.h"

/* A competitor: one set of choices. Means are over what was solved by both (ratio) or all (PAR-2). */
struct competitor {
    const char *choices;
    int runs, solved;
    double par2, cpu;              /* mean PAR-2 and summed CPU seconds */
    double ratio, low, high;       /* geometric mean of CPU against the baseline's; 95 % bootstrap; NAN: none in common */
    int common;                    /* runs that both solved */
    double vars, clauses;          /* geometric mean ratio against the baseline */
};

struct report {
    char *name, *about;
    struct rows rows;
    struct competitor *c;
    int competitors, baseline;
    const char **instance;
    int instances;
};

/* Reads DIR; `baseline`: the choices to compare with, or NULL: the suite's own, else the first. */
bool report_read(struct report *r, const char *dir, const char *baseline, struct text *err);
void report_release(struct report *r);
/* The row of a competitor on an instance with a seed; NULL if there is none. */
const struct row_text *report_row(const struct report *r, const char *choices, const char *instance, const char *seed);
/* CPU seconds for comparing: never below a hundredth of a second, where noise rules. */
double row_cpu(const struct row_text *row);
/* Median CPU over the seeds, INFINITY if half or more were not solved, NAN if it was not run. */
double report_median(const struct report *r, const char *choices, const char *instance);

/* Markdown. Plots that exist are named in `plots`, ended by NULL. */
void report_markdown(const struct report *r, const char *const *plots, struct text *out);
/* The same text as self-contained HTML, with the plots' SVG inside. */
bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err);
/* Writes data and scripts for gnuplot into dir and runs it; false with a sentence if gnuplot cannot. Names of the plots made
 * are added to `plots` (at most 5 and NULL). */
bool report_plots(const struct report *r, const char *dir, const char **plots, struct text *err);

#endif
