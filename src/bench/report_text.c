/* The report as Markdown. */
#include "bench/report.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

static void number(double v, const char *format, struct text *out) { report_number(v, format, "–", out); }

/* A cell of a table. */
static void cell(const char *s, struct text *out)
{
    text_put(out, "| ");
    report_escape(s, out);
    text_char(out, ' ');
}

static void instance_cell(const char *instance, struct text *out)
{
    struct text short_form = {0};
    report_instance(instance, &short_form);
    cell(text_string(&short_form), out);
    text_release(&short_form);
}

static void names_head(const struct report *r, const char *first, const char *rule, struct text *out)
{
    text_put(out, first);
    for (int k = 0; k < r->competitors; k++) cell(r->c[k].name, out);
    text_add(out, "|\n%s", rule);
    for (int k = 0; k < r->competitors; k++) text_put(out, "---:|");
}

/* Milliseconds, or three digits; what reads as the best does is as good. */
static void seconds(double s, double best, struct text *out)
{
    char said[40], least[40];
    snprintf(said, sizeof said, "%.*f", s < 1 ? 3 : s < 10 ? 2 : s < 100 ? 1 : 0, s);
    snprintf(least, sizeof least, "%.*f", best < 1 ? 3 : best < 10 ? 2 : best < 100 ? 1 : 0, best);
    text_add(out, strcmp(said, least) ? " %s |" : " **%s** |", said);
}

static void counted(int n, const char *what, const char *then, struct text *out)
{
    text_add(out, "%d %s%s%s", n, what, plural(n), then);
}

static void competitors_table(const struct report *r, struct text *out)
{
    counted(r->rows, "run", " of ", out);
    counted(r->competitors, "competitor", " on ", out);
    counted(r->instances, "instance", "; baseline ", out);
    text_put(out, "**");
    report_escape(r->c[r->baseline].name, out);
    text_put(out, "**.");
    if (*r->shared) {
        text_put(out, " All with ");
        report_escape_code(r->shared, out);
        text_char(out, '.');
    }
    text_put(out, "\n\n| competitor | solved | PAR-2 (s) | CPU ratio | 95 % | common | variables | "
                  "clauses |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    int *order = mem_new((size_t)r->competitors, sizeof *order);
    for (int i = 0; i < r->competitors; i++) { /* by PAR-2; few enough for insertion */
        int k = i;
        for (; k && r->c[order[k - 1]].par2 > r->c[i].par2; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < r->competitors; i++) {
        const struct competitor *c = &r->c[order[i]];
        cell(c->name, out);
        text_add(out, "| %d/%d |", c->solved, c->runs);
        seconds(c->par2, -1, out);
        text_char(out, ' ');
        number(c->ratio, "%.2f", out);
        text_put(out, " | ");
        if (isnan(c->low))
            text_put(out, "–");
        else
            text_add(out, "%.2f..%.2f", c->low, c->high);
        text_add(out, " | %d | ", c->common);
        number(c->vars, "%.2f", out);
        text_put(out, " | ");
        number(c->clauses, "%.2f", out);
        text_put(out, " |\n");
    }
    mem_free(order);
}

/* What the instance's rows agree on: an optimum, or that it has or has no solution. */
static const char *verdict(const struct report *r, const char *instance, char *room, size_t size)
{
    const char *best = "open";
    for (int i = 0; i < r->rows; i++) {
        const struct row_text *row = &r->row[i];
        if (strcmp(row->field[COL_INSTANCE], instance) || !row_solved(row)) continue;
        if (!*row->field[COL_OBJECTIVE]) return row->field[COL_STATUS];
        snprintf(room, size, "%s", row->field[COL_OBJECTIVE]);
        best = room;
    }
    return best;
}

static void instances_table(const struct report *r, struct text *out)
{
    text_put(out, "\n### Instance by instance\n\nMedian CPU seconds over the seeds; the fastest in "
                  "bold, a dash where it was not solved.\n\n");
    char room[64];
    names_head(r, "| instance | answer ", "|---|---|", out);
    for (int i = 0; i < r->instances; i++) {
        double best = INFINITY;
        for (int k = 0; k < r->competitors; k++) best = fmin(best, report_median(r, r->c[k].choices, r->instance[i]));
        text_char(out, '\n');
        instance_cell(r->instance[i], out);
        cell(verdict(r, r->instance[i], room, sizeof room), out);
        text_char(out, '|');
        for (int k = 0; k < r->competitors; k++) {
            double m = report_median(r, r->c[k].choices, r->instance[i]);
            if (isnan(m))
                text_put(out, " |");
            else if (isinf(m))
                text_put(out, " – |");
            else
                seconds(m, best, out);
        }
    }
    text_put(out, "\n");
}

/* Variables and clauses of the last formula. */
static void sizes_table(const struct report *r, struct text *out)
{
    bool any = false; /* an enumeration has no formula */
    for (int i = 0; i < r->rows; i++) any = any || row_number(&r->row[i], COL_VARS) > 0;
    if (!any) return;
    text_put(out, "\n### Sizes\n\nVariables / clauses of the last formula; an external solver's file holds "
                  "constraints instead of clauses.\n\n");
    names_head(r, "| instance ", "|---|", out);
    for (int i = 0; i < r->instances; i++) {
        text_char(out, '\n');
        instance_cell(r->instance[i], out);
        text_char(out, '|');
        for (int k = 0; k < r->competitors; k++) {
            const struct row_text *row = report_row(r, r->c[k].choices, r->instance[i], NULL);
            const bool sized = row && row_number(row, COL_VARS) > 0, clauses = row && row_number(row, COL_CLAUSES) > 0;
            text_char(out, ' ');
            if (sized || clauses) report_escape(row->field[COL_VARS], out);
            if (clauses) { /* else a file of constraints for an external solver, or no formula at all */
                text_put(out, " / ");
                report_escape(row->field[COL_CLAUSES], out);
            }
            text_put(out, " |");
        }
    }
    text_put(out, "\n");
}

static const char *name_of(const struct report *r, const struct row_text *row)
{
    int k = 0;
    while (strcmp(r->c[k].choices, row->field[COL_CHOICES])) k++;
    return r->c[k].name;
}

static void failures_table(const struct report *r, struct text *out)
{
    bool any = false;
    for (int i = 0; i < r->rows; i++) {
        const struct row_text *row = &r->row[i];
        if (row_solved(row)) continue;
        if (!any)
            text_put(out, "\n### Not solved\n\n| instance | competitor | seed | how it ended | "
                          "bounds | note |\n|---|---|---:|---|---|---|\n");
        any = true;
        instance_cell(row->field[COL_INSTANCE], out);
        cell(name_of(r, row), out);
        cell(row->field[COL_SEED], out);
        cell(row->field[COL_STATUS], out);
        cell(row->field[COL_LOWER], out);
        out->n--; /* its last blank */
        text_put(out, "..");
        report_escape(row->field[COL_UPPER], out);
        text_char(out, ' ');
        cell(row->field[COL_NOTE], out);
        text_put(out, "|\n");
    }
}

/* ---- the head: what was found, before how ------------------------------------------------------------------------ */

/* By PAR-2, leaving one out; NULL: there is no other. */
static const struct competitor *fastest(const struct report *r, const struct competitor *but)
{
    const struct competitor *best = NULL;
    for (int i = 0; i < r->competitors; i++)
        if (&r->c[i] != but && (!best || r->c[i].par2 < best->par2)) best = &r->c[i];
    return best;
}

/* "0.58 (0.41..0.80) of totalizer, and solves more" */
static void ratio_text(const struct competitor *c, const char *of, const char *more, struct text *out)
{
    text_add(out, "%.2f", c->ratio);
    if (!isnan(c->low)) text_add(out, " (%.2f..%.2f)", c->low, c->high);
    text_put(out, " of ");
    report_escape(of, out);
    text_put(out, isnan(c->low) && !*more ? ", on too few instances for an interval" : more);
}

static void summary_line(const struct report *r, struct text *out)
{
    const struct competitor *best = fastest(r, NULL), *base = &r->c[r->baseline], *next = fastest(r, best);
    int solved = 0;
    for (int i = 0; i < r->competitors; i++) solved += r->c[i].solved;
    text_add(out, "| [%s](#%s) | %d/%d ", r->section, r->section, solved, r->rows);
    cell(best->solved ? best->name : "nobody", out);
    text_put(out, "| ");
    if (!best->solved) {
        text_put(out, "nothing was solved");
    } else if (!next) {
        text_put(out, "alone");
    } else if (best == base && !isnan(next->ratio)) {
        text_put(out, "next: ");
        report_escape(next->name, out);
        text_put(out, ", ");
        ratio_text(next, "its",
                   next->solved < best->solved ? ", and solves less"
                   : next->high < 1            ? ", faster but on the hardest"
                   : next->low <= 1            ? ", no clear difference"
                                               : "",
                   out);
    } else if (isnan(best->ratio)) {
        text_put(out, "no run in common");
    } else {
        ratio_text(best, base->name,
                   best->solved > base->solved ? ", and solves more"
                   : best->low > 1             ? ", faster on the hardest only"
                   : best->high >= 1           ? ", no clear difference"
                                               : "",
                   out);
    }
    text_put(out, " |\n");
}

static void report_summary(const struct bench_report *b, struct text *out)
{
    text_put(out, "| section | solved | best by PAR-2 | its CPU seconds, as a ratio |\n|---|---|---|---|\n");
    for (int i = 0; i < b->sections; i++) summary_line(&b->section[i], out);
    text_char(out, '\n');
}

/* The values of a column, each once; how many there are. */
static int different(const struct rows *rows, enum column c, struct text *out)
{
    struct strings seen = {0};
    for (int i = 0; i < rows->n; i++) strings_add_new(&seen, rows->v[i].field[c]);
    for (int i = 0; i < seen.n; i++) {
        if (i) text_put(out, ", ");
        report_escape(seen.v[i], out);
    }
    const int n = seen.n;
    strings_release(&seen);
    return n;
}

/* What others need to do the same, and what is not in the tables. */
static void how(const struct bench_report *b, struct text *out)
{
    struct text limits = {0};
    const char *suite = *b->name ? b->name : b->rows.v[0].field[COL_SUITE];
    different(&b->rows, COL_LIMIT, &limits);
    struct text command = {0};
    text_add(&command, "loophole bench %s -o DIR", suite);
    text_put(out, "Made by ");
    report_escape_code(text_string(&command), out);
    text_put(out, " and `loophole report DIR`");
    if (*b->date) text_put(out, " on ");
    report_escape(b->date, out);
    text_add(out, "; at most %s CPU seconds a run. Every run: [rows.csv](rows.csv).", text_string(&limits));
    if (*b->absent) {
        text_put(out, " Not installed, and so left out: ");
        report_escape(b->absent, out);
        text_char(out, '.');
    }
    text_put(out, "\n\n");
    text_release(&limits);
    text_release(&command);
}

static double total_cpu(const struct bench_report *b)
{
    double sum = 0;
    for (int i = 0; i < b->rows.n - b->repeated; i++)
        if (*b->rows.v[i].field[COL_CPU]) sum += row_number(&b->rows.v[i], COL_CPU);
    return sum;
}

/* Each line as one. */
static void paragraphs(const char *lines, struct text *out)
{
    struct text line = {0};
    while (text_line(&line, &lines)) {
        if (!line.n) continue;
        report_escape_line(text_string(&line), out);
        text_put(out, "\n\n");
    }
    text_release(&line);
}

void report_head(const struct bench_report *b, struct text *out)
{
    struct text alarm = {0}, hosts = {0};
    int clashes = rows_contradictions(&b->rows, &alarm);
    const struct row_text *first = &b->rows.v[0];
    text_put(out, "# Bench: ");
    report_escape(*b->name ? b->name : first->field[COL_SUITE], out);
    text_put(out, "\n\n");
    paragraphs(b->about, out);
    if (clashes)
        text_add(out, "**ALARM: %d contradiction%s. Do not trust these numbers before they are explained.**\n\n",
                 clashes, plural(clashes));
    paragraphs(text_string(&alarm), out);
    counted(b->rows.n - b->repeated, "run", "", out);
    text_add(out, ", %.0f CPU seconds; Loophole ", total_cpu(b));
    different(&b->rows, COL_VERSION, out);
    if (*b->machine) text_put(out, "; ");
    report_escape(b->machine, out);
    if (different(&b->rows, COL_HOST, &hosts) > 1) text_add(out, "; hosts %s", hosts.s);
    text_add(out, ". No two rows contradict each other%s.", clashes ? ", but those above" : "");
    if (b->repeated) text_char(out, ' ');
    if (b->repeated) counted(b->repeated, "row", " left out, as the same runs stand there before.", out);
    text_put(out, "\n\n");
    how(b, out);
    report_summary(b, out);
    text_put(out, "Ratios are geometric means of CPU seconds over the instances that both solved "
                  "(each the mean of its seeds; times "
                  "below 0.01 s count as 0.01), against the "
                  "section's baseline, with a 95 % bootstrap interval (from three instances on); "
                  "below 1 is faster. PAR-2 "
                  "counts an unsolved run as twice its limit. "
                  "Variables and clauses are such ratios too.\n");
    text_release(&alarm);
    text_release(&hosts);
}

void report_markdown(const struct report *r, const struct plots *plots, struct text *out)
{
    text_add(out, "\n## %s\n\n", r->section);
    competitors_table(r, out);
    if (plots->failed)
        text_put(out, "\nNo plots, as gnuplot could not draw them.\n");
    else if (!plots->n)
        text_put(out, "\nNo plots, as no run took long enough for one.\n");
    for (int i = 0; i < plots->n; i++) {
        text_add(out, "\n### %s\n\n![%s](%s-%s.svg)\n", plots->title[i], plots->title[i], r->section, plots->name[i]);
        if (plots->note[i].n) text_add(out, "\n%s\n", text_string(&plots->note[i]));
    }
    instances_table(r, out);
    sizes_table(r, out);
    failures_table(r, out);
}
