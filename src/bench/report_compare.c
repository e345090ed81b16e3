/* Two runs of one suite, run by run: what became faster, slower, wrong. */
#include "bench/report.h"

#include <math.h>
#include <string.h>

static const double WORTH = 1.25; /* a ratio that is named */
static const double NOISE = 0.1;  /* CPU seconds; shorter runs are not named for their seconds */

/* What is compared; a count is the same on every machine, seconds are not. */
static const struct measure {
    enum column column;
    const char *name;
    bool counts;
} measures[] = {{COL_CPU, "CPU seconds", false}, {COL_CONFLICTS, "conflicts", true}, {COL_CLAUSES, "clauses", true}};
enum { MEASURES = sizeof measures / sizeof *measures };

static const struct row_text *twin(const struct rows *rows, const struct row_text *of)
{
    for (int i = 0; i < rows->n; i++)
        if (row_same_run(&rows->v[i], of)) return &rows->v[i];
    return NULL;
}

static double value(const struct row_text *row, const struct measure *m)
{
    if (!m->counts) return report_cpu(row);
    return *row->field[m->column] ? row_number(row, m->column) + 1 : NAN;
}

static double ratio(const struct row_text *was, const struct row_text *is, const struct measure *m)
{
    return row_solved(was) && row_solved(is) ? value(is, m) / value(was, m) : NAN;
}

static void named(const char *what, const char *field, struct text *out)
{
    text_put(out, what);
    report_escape(field, out);
}

static void name_run(const struct row_text *row, struct text *out)
{
    struct text instance = {0};
    report_instance(row->field[COL_INSTANCE], &instance);
    text_put(out, "- ");
    report_escape(row->field[COL_SECTION], out);
    text_put(out, ": ");
    report_escape(text_string(&instance), out);
    text_char(out, ' ');
    report_escape_code(row->field[COL_CHOICES], out);
    if (strcmp(row->field[COL_SEED], "0") != 0) named(" seed ", row->field[COL_SEED], out);
    text_release(&instance);
}

/* Both ended well, with different answers. */
static bool clash(const struct row_text *was, const struct row_text *is)
{
    return row_solved(was) && row_solved(is) &&
           (strcmp(was->field[COL_STATUS], is->field[COL_STATUS]) != 0 ||
            strcmp(was->field[COL_OBJECTIVE], is->field[COL_OBJECTIVE]) != 0);
}

struct change {
    const char *title;
    int n;
    struct text runs;
};
enum kind_of_change { WRONG, LOST, GAINED, SLOWER, FASTER, CHANGES };

static void note(struct change *c, const struct row_text *row, const char *was, const char *is)
{
    c->n++;
    name_run(row, &c->runs);
    named(": ", *is ? is : "nothing", &c->runs);
    named(", was ", *was ? was : "nothing", &c->runs);
    text_char(&c->runs, '\n');
}

static void note_measures(struct change *c, const struct row_text *was, const struct row_text *is, double tolerance)
{
    for (int i = 0; i < MEASURES; i++) {
        const struct measure *m = &measures[i];
        double r = ratio(was, is, m), least = m->counts ? tolerance : WORTH;
        bool noise = !m->counts && report_cpu(was) < NOISE && report_cpu(is) < NOISE;
        if (isnan(r) || noise || (r <= least && r >= 1 / least)) continue;
        struct change *to = &c[r > 1 ? SLOWER : FASTER];
        to->n++;
        name_run(is, &to->runs);
        text_add(&to->runs, ": %s", m->name);
        named(" ", is->field[m->column], &to->runs);
        named(", was ", was->field[m->column], &to->runs);
        text_add(&to->runs, " (%.2f)\n", r);
    }
}

static void compare_runs(const struct rows *before, const struct rows *after, double tolerance, struct change *c)
{
    for (int i = 0; i < after->n; i++) {
        const struct row_text *is = &after->v[i], *was = twin(before, is);
        if (!was) continue;
        if (clash(was, is))
            note(&c[WRONG], is, *was->field[COL_OBJECTIVE] ? was->field[COL_OBJECTIVE] : was->field[COL_STATUS],
                 *is->field[COL_OBJECTIVE] ? is->field[COL_OBJECTIVE] : is->field[COL_STATUS]);
        else if (row_solved(was) && !row_solved(is))
            note(&c[LOST], is, was->field[COL_STATUS], is->field[COL_STATUS]);
        else if (!row_solved(was) && row_solved(is))
            note(&c[GAINED], is, was->field[COL_STATUS], is->field[COL_STATUS]);
        else
            note_measures(c, was, is, tolerance);
    }
}

/* The geometric mean of a measure's ratios in a section (NULL: in all), with its interval, as a table's cell. */
static int mean_cell(const struct rows *before, const struct rows *after, const char *section, const struct measure *m,
                     struct text *out)
{
    double *v = mem_new((size_t)after->n, sizeof *v), low, high, sum = 0;
    int n = 0;
    for (int i = 0; i < after->n; i++) {
        const struct row_text *is = &after->v[i], *was = twin(before, is);
        if (!was || (section && strcmp(is->field[COL_SECTION], section) != 0) || isnan(ratio(was, is, m))) continue;
        v[n] = log(ratio(was, is, m));
        sum += v[n++];
    }
    if (!n)
        text_put(out, " – |");
    else
        text_add(out, " %.2f", exp(sum / n));
    if (n && report_interval(v, n, &low, &high))
        text_add(out, " (%.2f..%.2f) |", low, high);
    else if (n)
        text_put(out, " |");
    mem_free(v);
    return n;
}

static void means_table(const struct rows *before, const struct rows *after, struct text *out)
{
    struct strings sections = {0};
    for (int i = 0; i < after->n; i++) strings_add_new(&sections, after->v[i].field[COL_SECTION]);
    text_put(out, "| section |");
    for (int k = 0; k < MEASURES; k++) text_add(out, " %s |", measures[k].name);
    text_put(out, " runs |\n|---|---:|---:|---:|---:|\n");
    for (int i = 0; i <= sections.n; i++) {
        const char *section = i < sections.n ? sections.v[i] : NULL;
        int n = 0;
        named("| ", section ? section : "all", out);
        text_put(out, " |");
        for (int k = 0; k < MEASURES; k++) n = (int)max64(n, mean_cell(before, after, section, &measures[k], out));
        text_add(out, " %d |\n", n);
    }
    strings_release(&sections);
}

static void made_with(const struct row_text *row, struct text *out)
{
    named(" ", row->field[COL_VERSION], out);
    if (!*row->field[COL_SOLVER]) return; /* none was called */
    named(" with ", row->field[COL_SOLVER], out);
    named(" ", row->field[COL_SOLVER_VERSION], out);
}

bool report_compare(const struct rows *before, const struct rows *after, double tolerance, struct text *out)
{
    struct change c[CHANGES] = {{.title = "Wrong: two answers"},
                                {.title = "Not solved any more"},
                                {.title = "Solved now"},
                                {.title = "More than before"},
                                {.title = "Less than before"}};
    int both = 0;
    for (int i = 0; i < after->n; i++) both += twin(before, &after->v[i]) != NULL;
    text_add(out, "%d runs, %d of them in both; before: Loophole", after->n, both);
    made_with(&before->v[0], out);
    text_put(out, ", now");
    made_with(&after->v[0], out);
    text_put(
        out,
        ".\nRatios now / before are geometric means over the runs that both solved, with a 95 % bootstrap interval; "
        "below 1 is less.\n\n");
    means_table(before, after, out);
    if (strstr(text_string(out), "–"))
        text_put(
            out,
            "\nA dash: no run has that number before and now; external solvers report no conflicts, nor do searches "
            "without a solver.\n");
    compare_runs(before, after, tolerance, c);
    bool worse = c[WRONG].n || c[LOST].n;
    for (int i = 0; i < CHANGES; i++) {
        if (c[i].n) text_add(out, "\n## %s (%d)\n\n%s", c[i].title, c[i].n, text_string(&c[i].runs));
        text_release(&c[i].runs);
    }
    for (int i = 0; i < after->n && !worse; i++) {
        const struct row_text *is = &after->v[i], *was = twin(before, is);
        for (int k = 0; was && k < MEASURES; k++)
            worse = worse || (measures[k].counts && ratio(was, is, &measures[k]) > tolerance);
    }
    return !worse && both > 0;
}
