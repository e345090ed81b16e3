/* Plots by gnuplot: cactus, scatter, scaling; and the files of all. */
#include "base/file.h"
#include "base/interrupt.h"
#include "bench/report_plots_inside.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WORTH_A_PLOT = 0.05; /* CPU seconds of the longest run; below, plots show noise */

/* ---- three plots: data as inline blocks, so that a script is complete by itself ------------------------------- */

/* The sorted times of a competitor as the block $cK; the last one, NAN if there is none. */
static double cactus_data(const struct report *r, int competitor, struct text *s)
{
    double *v = mem_new((size_t)r->rows, sizeof *v), last = NAN;
    size_t n = 0;
    for (int k = 0; k < r->rows; k++) {
        const struct row_text *row = &r->row[k];
        if (!strcmp(row->field[COL_CHOICES], r->c[competitor].choices) && row_solved(row)) v[n++] = report_cpu(row);
    }
    qsort(v, n, sizeof *v, number_compare_real);
    text_add(s, "$c%d << EOD\n", competitor);
    for (size_t k = 0; k < n; k++) text_add(s, "%zu %g\n", k + 1, v[k]);
    if (!n) text_put(s, "NaN NaN\n");
    if (n) last = v[n - 1];
    text_put(s, "EOD\n");
    mem_free(v);
    return last;
}

static bool cactus(const struct plot *p, struct text *s)
{
    const struct report *r = p->r;
    int most = 1, drawn = 0;
    double last[LINES];
    bool timeouts;
    double top = plots_top_seconds(r, &timeouts);
    for (int i = 0; i < r->competitors; i++)
        if (r->c[i].solved > most) most = r->c[i].solved;
    plots_head("runs solved", "CPU seconds each", "set logscale y", s);
    text_add(s, "set yrange [0.008:%g]\nset xtics %g\nset xrange [0:%g]\n", top, plots_step(most), most * 1.02);
    for (int i = 0; i < r->competitors; i++)
        if (!plots_in_colour(p, i)) cactus_data(r, i, s);
    for (int i = 0; i < p->lines; i++) last[i] = cactus_data(r, p->line[i], s);
    plots_end_labels(p, last, 0.008, top, s);
    plots_note_others(p);
    if (timeouts) plots_limit_line(r, s);
    for (int i = 0; i < r->competitors; i++)
        if (!plots_in_colour(p, i))
            text_add(s, "%s $c%d using 1:2 with lines lw 1 lc rgb '#949494'", drawn++ ? "," : "plot", i);
    for (int i = 0; i < p->lines; i++) {
        text_add(s, "%s $c%d using 1:2 with linespoints lw 2 ps 0.7", drawn++ ? "," : "plot", p->line[i]);
        plots_key(p, i, s);
    }
    text_char(s, '\n');
    return true;
}

/* Runs at one place are one point, as large as they are many. */
struct tie {
    double x, y;
    int n;
};

static bool scatter(const struct plot *p, struct text *s)
{
    const struct report *r = p->r;
    int best = -1;
    for (int i = 0; i < p->lines && best < 0; i++)
        if (p->line[i] != r->baseline && r->c[p->line[i]].common > 1) best = p->line[i];
    if (best < 0) return false;
    struct text x = {0}, y = {0};
    text_add(&x, "%s (CPU s)", r->c[r->baseline].name);
    text_add(&y, "%s (CPU s)", r->c[best].name);
    plots_head(text_string(&x), text_string(&y), "set logscale xy\nset size square\nunset key", s);
    text_release(&x);
    text_release(&y);
    struct tie *tie = NULL;
    int ties = 0;
    size_t cap = 0;
    double most = 0.1;
    for (int k = 0; k < r->rows; k++) {
        const struct row_text *a = &r->row[k], *b;
        if (strcmp(a->field[COL_CHOICES], r->c[best].choices)) continue;
        b = report_row(r, r->c[r->baseline].choices, a->field[COL_INSTANCE], a->field[COL_SEED]);
        if (!b) continue;
        double u = row_solved(b) ? report_cpu(b) : row_number(b, COL_LIMIT),
               v = row_solved(a) ? report_cpu(a) : row_number(a, COL_LIMIT);
        int same = 0;
        while (same < ties && (tie[same].x != u || tie[same].y != v)) same++;
        if (same == ties) MEM_PUSH(tie, ties, cap, ((struct tie){u, v, 0}));
        tie[same].n++;
        most = fmax(most, fmax(u, v));
    }
    text_put(s, "$d << EOD\n");
    for (int i = 0; i < ties; i++) text_add(s, "%g %g %g\n", tie[i].x, tie[i].y, 0.8 * sqrt(tie[i].n));
    mem_free(tie);
    text_add(s,
             "EOD\nset xrange [0.008:%g]\nset yrange [0.008:%g]\nplot x with lines lc rgb "
             "'#888888' lw 1, x*10 with lines lc rgb "
             "'#aaaaaa' dt 2, x/10 with lines lc rgb '#aaaaaa' dt 2, $d using 1:2:3 with points pt 7 "
             "ps variable lc rgb '#0072b2'\n",
             most * 1.5, most * 1.5);
    return true;
}

/* "gunport 8x10 ..." -> 80, "tank 6" -> 36; 0 if the instance has no such size, as "archer 100 16 17". */
static double cells(const char *instance)
{
    const char *s = strchr(instance, ' ');
    char *end;
    if (!s || !(s[1] >= '0' && s[1] <= '9')) return 0;
    double rows = strtod(s + 1, &end), cols = *end == 'x' ? strtod(end + 1, &end) : rows;
    bool alone = !*end || (*end == ' ' && !(end[1] >= '0' && end[1] <= '9'));
    return alone ? rows * cols : 0;
}

/* "gunport 8x8", "tank 6": boards that only size tells apart are joined by a line, those of other shapes are not. */
static bool square(const char *instance)
{
    const char *at = strchr(instance, ' ');
    char *end;
    double rows = strtod(at ? at : instance, &end);
    return *end != 'x' || strtod(end + 1, NULL) == rows;
}

static bool on_board(const struct report *r, int k)
{
    return cells(r->instance[k]) > 0 && !strncmp(r->instance[k], r->instance[0], strcspn(r->instance[0], " ") + 1);
}

/* Blocks of a competitor: $sI squares that were solved, $oI other boards, $tI what was not solved,
 * at the limit. The last value. */
static double scaling_data(const struct report *r, int i, struct text *s)
{
    double last = NAN;
    for (int part = 0; part < 3; part++) {
        text_add(s, "$%c%d << EOD\n", "sot"[part], i);
        for (int k = 0; k < r->instances; k++) {
            double m = on_board(r, k) ? report_median(r, r->c[i].choices, r->instance[k]) : NAN;
            int is = isinf(m) ? 2 : !square(r->instance[k]);
            if (isnan(m) || is != part) continue;
            double y = isinf(m) ? plots_longest_limit(r) : fmax(m, 0.01);
            text_add(s, "%g %g\n", cells(r->instance[k]), y);
            last = isnan(last) ? y : fmax(last, y);
        }
        text_put(s, "NaN NaN\nEOD\n");
    }
    return last;
}

static bool scaling(const struct plot *p, struct text *s)
{
    const struct report *r = p->r;
    size_t word = strcspn(r->instance[0], " ");
    double sizes[3], last[LINES], least = INFINITY, most = 0;
    int n = 0;
    bool timeouts;
    for (int i = 0; i < r->instances && n < 3; i++) {
        double c = cells(r->instance[i]);
        bool fresh = on_board(r, i);
        for (int k = 0; k < n; k++) fresh = fresh && sizes[k] != c;
        if (fresh) sizes[n++] = c;
    }
    if (n < 3) return false;
    for (int i = 0; i < r->instances; i++) {
        if (!on_board(r, i)) continue;
        least = fmin(least, cells(r->instance[i]));
        most = fmax(most, cells(r->instance[i]));
    }
    struct text x = {0};
    double top = plots_top_seconds(r, &timeouts);
    text_add(&x, "cells of the %.*s board", (int)word, r->instance[0]);
    text_put(p->note, "Lines join squares; crosses: not solved.");
    plots_head(x.s, "CPU seconds (median)", "set logscale y", s);
    text_add(s, "set yrange [0.008:%g]\nset xtics %g\n", top, plots_step(most - least));
    text_release(&x);
    for (int i = 0; i < r->competitors; i++)
        if (!plots_in_colour(p, i)) scaling_data(r, i, s);
    for (int i = 0; i < p->lines; i++) last[i] = scaling_data(r, p->line[i], s);
    plots_end_labels(p, last, 0.008, top, s);
    plots_note_others(p);
    if (timeouts) plots_limit_line(r, s);
    text_put(s, "plot NaN notitle");
    for (int i = 0; i < r->competitors; i++)
        if (!plots_in_colour(p, i))
            text_add(s,
                     ", $s%d using 1:2 smooth unique with lines lw 1 lc rgb '#949494', $o%d using 1:2 with points pt 7 "
                     "ps 0.3 lc rgb '#949494', $t%d using 1:2 with points pt 2 ps 0.7 lc rgb '#949494'",
                     i, i, i);
    for (int i = 0; i < p->lines; i++) {
        const int c = p->line[i];
        text_add(s, ", $s%d using 1:2 smooth unique with linespoints lw 2 ps 0.7", c);
        plots_key(p, i, s);
        text_add(s, ", $o%d using 1:2 with points ps 0.7", c);
        plots_key(p, i, s);
        text_add(s, ", $t%d using 1:2 with points pt 2 lw 2 lc rgb '%s' notitle", c, plots_colour[i]);
    }
    text_char(s, '\n');
    return true;
}

/* ---- gnuplot ----------------------------------------------------------------------------------------------------- */

static bool run_gnuplot(const char *dir, const char *script, struct text *err)
{
    struct bench_child c;
    struct text command = {0};
    struct bench_child *one[] = {&c};
    text_add(&command, "cd \"$0\" && exec gnuplot \"%s\"", script);
    char *argv[] = {(char *)"sh", (char *)"-c", command.s, (char *)dir, NULL};
    bool ok = bench_child_start(&c, argv, 60, 60, 0, err);
    if (ok) {
        while (!c.ended && !interrupted()) bench_children_wait(one, 1, 60);
        ok = c.ended && !c.status;
        if (!ok) text_error(err, "gnuplot could not draw %s/%s; install the package gnuplot-nox.", dir, script);
        bench_child_release(&c);
    }
    text_release(&command);
    return ok;
}

bool report_plots(const struct report *r, const char *dir, struct plots *plots, struct text *err)
{
    static const struct {
        const char *name, *title;
        bool (*write)(const struct plot *, struct text *);
    } all[] = {{"cactus", "How many runs are solved within a time", cactus},
               {"scatter", "The best challenger against the baseline, run by run", scatter},
               {"scaling", "CPU seconds by board size", scaling},
               {"bounds", "Bounds against time on the hardest instance", plots_bounds}};
    struct plot p = {.r = r};
    double most = 0;
    bool ok = true;
    plots_choose_lines(&p);
    plots->n = 0;
    for (int i = 0; i < r->rows; i++) most = fmax(most, row_number(&r->row[i], COL_CPU));
    if (most < WORTH_A_PLOT) return true;
    for (size_t i = 0; i < sizeof all / sizeof *all && ok; i++) {
        struct text script = {0}, file = {0};
        text_add(&script, "set output '%s-%s.svg'\n", r->section, all[i].name);
        text_add(&file, "%s-%s.gp", r->section, all[i].name);
        p.note = &plots->note[plots->n];
        text_clear(p.note);
        if (all[i].write(&p, &script)) {
            ok = file_write_in(dir, file.s, &script, err) && run_gnuplot(dir, file.s, err);
            plots->title[plots->n] = all[i].title;
            plots->name[plots->n] = all[i].name;
            plots->n += ok;
        }
        text_release(&script);
        text_release(&file);
    }
    return ok;
}
