/* The report of a bench: what is compared, and the numbers. */
#ifndef REPORT_H
#define REPORT_H

#include "bench/bench.h"

/* A competitor: one set of choices. Means are over what was solved by both (ratio) or all (PAR-2). */
struct competitor {
    const char *choices;
    char *name; /* what tells it from the others */
    int runs, solved;
    double par2, cpu; /* mean PAR-2 and summed CPU seconds */
    /* Geometric mean of CPU against the baseline's; 95 % by bootstrap; NAN: none, or too few, in common. */
    double ratio, low, high;
    int common;           /* instances that both solved */
    double vars, clauses; /* geometric mean ratio against the baseline */
};

/* One section of a suite: the instances that the same competitors met. */
struct report {
    char *section;              /* its name, in letters that files and links can bear */
    char *shared;               /* the choices that all have, "" if there are none */
    const struct row_text *row; /* its rows, copies of pointers into the bench's */
    int rows;
    struct competitor *c;
    int competitors, baseline;
    const char **instance;
    int instances;
};

/* All sections of a directory. */
struct bench_report {
    char *name, *about, *machine, *date, *absent;
    struct rows rows; /* in the order of the sections; at the end those that repeat a run */
    int repeated;
    struct report *section;
    int sections;
};

/* Reads DIR; `baseline`: the choices to compare with where they occur, or NULL: the suite's own, else the first. */
bool report_read(struct bench_report *b, const char *dir, const char *baseline, struct text *err);
/* An instance as it stands in tables: a long list is cut in the middle. */
void report_instance(const char *instance, struct text *out);
/* Fills in the competitors' names and what they share. */
void report_names(struct report *r);
void report_release(struct bench_report *b);
/* The first row of a competitor on an instance with a seed (NULL: any); NULL if there is none. */
const struct row_text *report_row(const struct report *r, const char *choices, const char *instance, const char *seed);
/* CPU seconds for comparing: never below a hundredth of a second, where noise rules. */
double report_cpu(const struct row_text *row);
/* Median CPU over the seeds, INFINITY if half or more were not solved, NAN if it was not run. */
double report_median(const struct report *r, const char *choices, const char *instance);

/* 95 % by bootstrap of the exponential of the mean of n numbers; false: too few. */
bool report_interval(const double *v, int n, double *low, double *high);

/* What became of the runs of one directory's rows in another's, as Markdown. False: an answer
 * contradicts, a run is not solved any more, conflicts or clauses of one grew by more than the
 * factor `tolerance`, or there is no run in common. */
bool report_compare(const struct rows *before, const struct rows *after, double tolerance, struct text *out);

/* The plots that were made for a section: files SECTION-NAME.svg. */
struct plots {
    const char *name[4], *title[4];
    struct text note[4]; /* said below each */
    int n;
    bool failed; /* there would be some, but gnuplot could not draw them */
};

/* Text of suites and rows for Markdown, where none of it is markup or HTML: within a line; as the
 * beginning of a paragraph; as code. */
void report_escape(const char *s, struct text *out);
void report_escape_line(const char *s, struct text *out);
void report_escape_code(const char *s, struct text *out);

void report_head(const struct bench_report *b, struct text *out);
void report_markdown(const struct report *r, const struct plots *plots, struct text *out);
/* The same text as self-contained HTML, with the plots' SVG inside. */
bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err);
/* A drawing for the page: its parts' names start with its number there, its colours follow the page's theme. */
void report_svg(const char *svg, int number, struct text *out);
/* The style sheet's part of it: the colours of the dark theme. */
void report_svg_style(struct text *out);
/* A number, or `none` for NAN. */
void report_number(double v, const char *format, const char *none, struct text *out);
/* Writes tables/SECTION.csv and tables/SECTION.tex, the table of the competitors, in dir: not
 * beside the rows, which are CSV too. */
bool report_tables(const struct report *r, const char *dir, struct text *err);
/* Writes scripts with their data for gnuplot into dir and runs it; false with a sentence if gnuplot cannot. */
bool report_plots(const struct report *r, const char *dir, struct plots *plots, struct text *err);

#endif
