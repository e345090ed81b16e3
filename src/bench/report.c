#include "base/file.h"
#include "bench/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST_CPU = 0.01;
enum { RESAMPLES = 1000, LEAST_SAMPLE = 3 };

double report_cpu(const struct row_text *row) { return fmax(row_number(row, COL_CPU), LEAST_CPU); }

const struct row_text *report_row(const struct report *r, const char *choices, const char *instance, const char *seed)
{
    for (int i = 0; i < r->rows; i++)
        if (row_is(&r->row[i], choices, instance, seed)) return &r->row[i];
    return NULL;
}

double report_median(const struct report *r, const char *choices, const char *instance)
{
    double *v = mem_new((size_t)r->rows, sizeof *v), median = NAN;
    size_t n = 0;
    for (int i = 0; i < r->rows; i++) {
        const struct row_text *row = &r->row[i];
        if (!row_is(row, choices, instance, NULL)) continue;
        v[n++] = row_solved(row) ? row_number(row, COL_CPU) : INFINITY;
    }
    if (n) {
        qsort(v, n, sizeof *v, number_compare_real);
        median = (v[(n - 1) / 2] + v[n / 2]) / 2;
    }
    mem_free(v);
    return median;
}

/* ---- competitors ------------------------------------------------------------------------------------------- */

static void sum_up(struct report *r, struct competitor *c)
{
    double par2 = 0;
    for (int i = 0; i < r->rows; i++) {
        const struct row_text *row = &r->row[i];
        if (strcmp(row->field[COL_CHOICES], c->choices)) continue;
        bool solved = row_solved(row);
        double cpu = row_number(row, COL_CPU);
        c->runs++;
        c->solved += solved;
        c->cpu += cpu;
        par2 += solved ? cpu : 2 * row_number(row, COL_LIMIT);
    }
    c->par2 = par2 / (c->runs ? c->runs : 1);
}

/* Logarithms of the ratios of a column, one for each instance that both solved: the mean over its seeds. Runs of one
 * instance are no independent witnesses: with most solvers a seed changes little. */
static int log_ratios(const struct report *r, const char *choices, enum column column, double *out)
{
    int n = 0;
    for (int i = 0; i < r->instances; i++) {
        double sum = 0;
        int seeds = 0;
        for (int k = 0; k < r->rows; k++) {
            const struct row_text *a = &r->row[k];
            if (!row_is(a, choices, r->instance[i], NULL) || !row_solved(a)) continue;
            const struct row_text *b = report_row(r, r->c[r->baseline].choices, r->instance[i], a->field[COL_SEED]);
            if (!b || !row_solved(b)) continue;
            bool cpu = column == COL_CPU;
            double x = cpu ? report_cpu(a) : row_number(a, column), y = cpu ? report_cpu(b) : row_number(b, column);
            if (!(x > 0 && y > 0)) continue;
            sum += log(x / y);
            seeds++;
        }
        if (seeds) out[n++] = sum / seeds;
    }
    return n;
}

static double mean(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

/* A 95 % percentile bootstrap of the mean (Efron 1979), with a fixed seed, so that a report is repeatable. */
static void bootstrap(const double *v, int n, double *low, double *high)
{
    double sample[RESAMPLES];
    struct random random = {.state = 1};
    for (int k = 0; k < RESAMPLES; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += v[random_below(&random, n)];
        sample[k] = sum / n;
    }
    qsort(sample, RESAMPLES, sizeof *sample, number_compare_real);
    *low = exp(sample[RESAMPLES / 40]);
    *high = exp(sample[RESAMPLES - 1 - RESAMPLES / 40]);
}

bool report_interval(const double *v, int n, double *low, double *high)
{
    if (n >= LEAST_SAMPLE) bootstrap(v, n, low, high);
    return n >= LEAST_SAMPLE;
}

static void compare(struct report *r, struct competitor *c)
{
    double *v = mem_new((size_t)r->rows, sizeof *v);
    c->common = log_ratios(r, c->choices, COL_CPU, v);
    c->ratio = c->low = c->high = c->vars = c->clauses = NAN;
    if (c->common) {
        c->ratio = exp(mean(v, c->common));
        if (c->common >= LEAST_SAMPLE) bootstrap(v, c->common, &c->low, &c->high);
    }
    int n = log_ratios(r, c->choices, COL_VARS, v);
    if (n) c->vars = exp(mean(v, n));
    n = log_ratios(r, c->choices, COL_CLAUSES, v);
    if (n) c->clauses = exp(mean(v, n));
    mem_free(v);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static char *suite_line(const char *text, const char *key)
{
    size_t n = strlen(key);
    for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n')
        if (!strncmp(s, key, n) && s[n] == ' ') {
            struct text line = {0};
            text_bytes(&line, s + n + 1, strcspn(s + n + 1, "\n"));
            text_clean(line.s);
            return line.s;
        }
    return mem_string("");
}

static void gather(struct report *r)
{
    size_t cap = 0, instance_cap = 0;
    for (int i = 0; i < r->rows; i++) {
        const char *choices = r->row[i].field[COL_CHOICES], *instance = r->row[i].field[COL_INSTANCE];
        int k = 0;
        while (k < r->competitors && strcmp(r->c[k].choices, choices)) k++;
        if (k == r->competitors) MEM_PUSH(r->c, r->competitors, cap, ((struct competitor){.choices = choices}));
        for (k = 0; k < r->instances && strcmp(r->instance[k], instance);) k++;
        if (k == r->instances) MEM_PUSH(r->instance, r->instances, instance_cap, instance);
    }
}

/* Sections follow each other in the order in which they came first, and within them the rows in
 * theirs. Where files were merged that hold a run twice, the first one counts, and the others go to
 * the end. */
static int number_rows(struct rows *rows)
{
    int repeated = 0;
    for (int i = 0; i < rows->n; i++) {
        int first = 0, twin = 0;
        while (strcmp(rows->v[first].field[COL_SECTION], rows->v[i].field[COL_SECTION])) first++;
        while (!row_same_run(&rows->v[twin], &rows->v[i])) twin++;
        repeated += twin < i;
        rows->v[i].order = (int64_t)(twin < i ? rows->n : first) * rows->n + i;
    }
    return repeated;
}

static char *plain(const char *name)
{
    char *s = mem_string(name);
    for (char *c = s; *c; c++)
        if (!suite_letter(*c)) *c = '_';
    return s;
}

static int by_order(const void *a, const void *b)
{
    const struct row_text *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static bool take_baseline(struct report *r, const char *choices)
{
    for (int i = 0; i < r->competitors; i++) {
        if (strcmp(r->c[i].choices, choices) && strcmp(r->c[i].name, choices)) continue;
        r->baseline = i;
        return true;
    }
    return false;
}

/* Returns whether the baseline that was asked for is there; else it is the suite's own, or the first. */
static bool section_read(struct report *r, const char *baseline, const char *own)
{
    gather(r);
    report_names(r);
    bool met = baseline && take_baseline(r, baseline);
    if (!met) take_baseline(r, own);
    for (int i = 0; i < r->competitors; i++) sum_up(r, &r->c[i]);
    for (int i = 0; i < r->competitors; i++) compare(r, &r->c[i]);
    return met;
}

bool report_read(struct bench_report *b, const char *dir, const char *baseline, struct text *err)
{
    struct text path = {0}, suite = {0}, ignored = {0};
    size_t cap = 0;
    bool met = !baseline;
    *b = (struct bench_report){0};
    if (!rows_directory(dir, &b->rows, err)) return false;
    if (!b->rows.n) return text_error(err, "The directory %s holds no finished run yet.", dir);
    text_add(&path, "%s/suite.txt", dir);
    file_read(path.s, &file_cap_suite, &suite, &ignored); /* absent where rows of a spread-out sweep were gathered */
    b->name = suite_line(text_string(&suite), "name");
    b->about = suite_line(text_string(&suite), "about");
    b->machine = suite_line(text_string(&suite), "machine");
    b->date = suite_line(text_string(&suite), "date");
    b->absent = suite_line(text_string(&suite), "absent");
    b->repeated = number_rows(&b->rows);
    qsort(b->rows.v, (size_t)b->rows.n, sizeof *b->rows.v, by_order);
    const int n = b->rows.n - b->repeated;
    for (int i = 0, from = 0; i < n; i++) {
        const char *section = b->rows.v[i].field[COL_SECTION];
        if (i + 1 < n && !strcmp(section, b->rows.v[i + 1].field[COL_SECTION])) continue;
        struct text key = {0};
        struct report r = {.section = plain(section), .row = b->rows.v + from, .rows = i + 1 - from};
        text_add(&key, "baseline %s", section);
        char *own = suite_line(text_string(&suite), text_string(&key));
        met = section_read(&r, baseline, own) || met;
        MEM_PUSH(b->section, b->sections, cap, r);
        from = i + 1;
        mem_free(own);
        text_release(&key);
    }
    text_release(&path);
    text_release(&suite);
    text_release(&ignored);
    return met ||
           text_error(err,
                      "No run has the choices '%s' for a baseline; take a name of the tables, or a value of the column "
                      "choices, as '%s'.",
                      baseline, b->rows.v[0].field[COL_CHOICES]);
}

void report_release(struct bench_report *b)
{
    for (int i = 0; i < b->sections; i++) {
        for (int k = 0; k < b->section[i].competitors; k++) mem_free(b->section[i].c[k].name);
        mem_free(b->section[i].c);
        mem_free(b->section[i].section);
        mem_free(b->section[i].shared);
        mem_free(b->section[i].instance);
    }
    mem_free(b->section);
    rows_release(&b->rows);
    mem_free(b->name);
    mem_free(b->about);
    mem_free(b->machine);
    mem_free(b->date);
    mem_free(b->absent);
}
