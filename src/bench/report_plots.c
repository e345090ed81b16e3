/* Plots by gnuplot: cactus, scatter, scaling, bounds against time. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/strings.h"
#include "bench/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lines that stay apart for colour-blind readers and in print: the colours of Okabe and Ito, the light ones darker
 * so that all have a contrast of 3 on white, and a mark each. */
static const char *const colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#bd8000", "#3a97d0", "#000000", "#8a8a2e"};
static const int mark[] = {7, 5, 9, 11, 13, 6, 4, 8};
enum { LINES = 8, WIDEST = 17 };         /* lines in colour; letters of a name in a line */
enum { WIDTH = 420, HEIGHT = 350 };      /* as wide as a phone: two stand side by side on a screen and on paper */
static const double WORTH_A_PLOT = 0.05; /* CPU seconds of the longest run; below, plots show noise */

struct plot {
    const struct report *r;
    const char *dir;
    int line[LINES],
        lines;         /* the competitors in colour: the best by PAR-2, the baseline among them; the others are grey */
    struct text *note; /* what is to be said below the plot */
};

static void choose_lines(struct plot *p)
{
    const struct report *r = p->r;
    for (int i = 0; i < r->competitors; i++) {
        int k = p->lines < LINES ? p->lines++ : LINES - 1;
        if (p->lines == LINES && k == LINES - 1 && i >= LINES && r->c[p->line[k]].par2 <= r->c[i].par2) continue;
        for (; k && r->c[p->line[k - 1]].par2 > r->c[i].par2; k--) p->line[k] = p->line[k - 1];
        p->line[k] = i;
    }
    bool has = false;
    for (int i = 0; i < p->lines; i++) has = has || p->line[i] == r->baseline;
    if (!has) p->line[p->lines - 1] = r->baseline;
}

/* In gnuplot's double quotes, where a backquote would run a command. */
static void quoted(const char *s, struct text *script)
{
    text_char(script, '"');
    for (; *s; s++)
        if (!strchr("\"\\`\n", *s)) text_char(script, *s);
    text_char(script, '"');
}

static void key(const struct plot *p, int line, struct text *script)
{
    text_add(script, " lc rgb '%s' pt %d title ", colour[line], mark[line]);
    quoted(p->r->c[p->line[line]].name, script);
}

static void head(const char *x, const char *y, const char *more, struct text *s)
{
    text_add(s,
             "set terminal svg size %d,%d font 'DejaVu Sans,12' background rgb 'white'\nset grid lc rgb '#bbbbbb'\n"
             "set border lc rgb '#444444'\nset key above noenhanced\nset xlabel ",
             WIDTH, HEIGHT);
    quoted(x, s);
    text_put(s, " noenhanced\nset ylabel ");
    quoted(y, s);
    text_add(s, " noenhanced\n%s\n", more);
}

static bool in_colour(const struct plot *p, int competitor)
{
    for (int i = 0; i < p->lines; i++)
        if (p->line[i] == competitor) return true;
    return false;
}

/* Moves n rising places apart by at least `gap`, each as little as can be (the squares' sum is least: neighbours that are too
 * near move as one), and into low..high. */
static void push_apart(double *at, int n, double gap, double low, double high)
{
    double mean[LINES];
    int size[LINES], pools = 0;
    for (int k = 0; k < n; k++) {
        mean[pools] = at[k] - k * gap;
        size[pools++] = 1;
        for (; pools > 1 && mean[pools - 2] > mean[pools - 1]; pools--) {
            int both = size[pools - 2] + size[pools - 1];
            mean[pools - 2] = (mean[pools - 2] * size[pools - 2] + mean[pools - 1] * size[pools - 1]) / both;
            size[pools - 2] = both;
        }
    }
    for (int k = 0, i = 0; i < pools; i++)
        for (int m = 0; m < size[i]; m++, k++) at[k] = fmax(low, fmin(mean[i], high - (n - 1) * gap)) + k * gap;
}

/* A name in gnuplot's quotes, cut in the middle to what has room: long names differ at their ends. */
static void cut_quoted(const char *name, size_t length, size_t room, struct text *s)
{
    struct text cut = {0};
    if (length > room)
        text_add(&cut, "%.*s…%.*s", (int)room / 3, name, (int)room * 2 / 3, name + length - room * 2 / 3);
    else
        text_bytes(&cut, name, length);
    quoted(text_string(&cut), s);
    text_release(&cut);
}

/* The letters of a name's first line: all, or up to the blank at which the longer of two lines is shortest. */
static size_t first_line(const char *name)
{
    const size_t length = strlen(name);
    size_t first = length;
    if (length <= WIDEST - 2) return length;
    for (size_t i = 0; i < length; i++)
        if (name[i] == ' ' && (first == length || max64((int64_t)i, (int64_t)(length - i - 1)) <
                                                      max64((int64_t)first, (int64_t)(length - first - 1))))
            first = i;
    return first;
}

/* Names at the right, each with its mark beside the end of its line (its last value; NAN: it has none); logarithmic. */
static void end_labels(const struct plot *p, const double *last, double least, double most, struct text *s)
{
    int order[LINES], n = 0, widest = 11, lines = 1;
    double at[LINES];
    for (int i = 0; i < p->lines; i++) {
        if (isnan(last[i])) continue;
        int k = n++;
        for (; k && last[order[k - 1]] > last[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int k = 0; k < n; k++) {
        const char *name = p->r->c[p->line[order[k]]].name;
        const size_t first = first_line(name), rest = strlen(name) - first;
        at[k] = log(last[order[k]]);
        widest = (int)max64(widest, min64(WIDEST, max64((int64_t)first, (int64_t)rest - 1)));
        if (rest) lines = 2;
    }
    push_apart(at, n, log(most / least) / (lines > 1 ? 9 : 17), log(least), log(most));
    text_add(s, "unset key\nset rmargin %d\n", widest + 2);
    for (int k = 0; k < n; k++) {
        const char *name = p->r->c[p->line[order[k]]].name;
        const size_t first = first_line(name);
        text_add(s, "set label %d ", k + 1);
        cut_quoted(name, first, WIDEST, s);
        if (name[first]) text_put(s, ".\"\\n\".");
        if (name[first]) cut_quoted(name + first + 1, strlen(name + first + 1), WIDEST, s);
        text_add(s,
                 " noenhanced at graph 1.04, first %g tc rgb '#222222' point pt %d ps 0.7 lc rgb '%s' offset 0.3,0\n",
                 exp(at[k]), mark[order[k]], colour[order[k]]);
    }
}

/* Nobody is left out in silence. */
static void note_others(const struct plot *p)
{
    bool any = false;
    for (int i = 0; i < p->r->competitors; i++) {
        if (in_colour(p, i)) continue;
        text_add(p->note, "%s%s", any ? ", " : p->note->n ? " In grey: " : "In grey: ", p->r->c[i].name);
        any = true;
    }
    if (any) text_char(p->note, '.');
}

static double longest_limit(const struct report *r)
{
    double limit = 0;
    for (int i = 0; i < r->rows; i++) limit = fmax(limit, row_number(&r->row[i], COL_LIMIT));
    return limit;
}

/* The top of an axis of seconds: the limit, if a run met it, else the longest run. */
static double top_seconds(const struct report *r, bool *timeouts)
{
    double most = 0.1;
    *timeouts = false;
    for (int i = 0; i < r->rows; i++) {
        if (row_solved(&r->row[i]))
            most = fmax(most, report_cpu(&r->row[i]));
        else
            *timeouts = true;
    }
    return *timeouts ? 2 * fmax(most, longest_limit(r)) : 1.3 * most;
}

static void limit_line(const struct report *r, struct text *s)
{
    text_add(s,
             "set arrow 99 from graph 0, first %g to graph 1, first %g nohead dt 3 lc rgb '#666666'\n"
             "set label 99 'limit' at graph 0.01, first %g offset 0,0.6 tc rgb '#666666'\n",
             longest_limit(r), longest_limit(r), longest_limit(r));
}

/* Between numbers on an axis: 1, 2 or 5 times a power of ten, so that at most seven stand on it. */
static double step(double range)
{
    double power = 1;
    while (range > 70 * power) power *= 10;
    return power * (range <= 7 * power ? 1 : range <= 14 * power ? 2 : range <= 35 * power ? 5 : 10);
}

/* ---- the four plots: data as inline blocks, so that a script is complete by itself ------------------------------- */

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
    double top = top_seconds(r, &timeouts);
    for (int i = 0; i < r->competitors; i++)
        if (r->c[i].solved > most) most = r->c[i].solved;
    head("runs solved", "CPU seconds each", "set logscale y", s);
    text_add(s, "set yrange [0.008:%g]\nset xtics %g\nset xrange [0:%g]\n", top, step(most), most * 1.02);
    for (int i = 0; i < r->competitors; i++)
        if (!in_colour(p, i)) cactus_data(r, i, s);
    for (int i = 0; i < p->lines; i++) last[i] = cactus_data(r, p->line[i], s);
    end_labels(p, last, 0.008, top, s);
    note_others(p);
    if (timeouts) limit_line(r, s);
    for (int i = 0; i < r->competitors; i++)
        if (!in_colour(p, i))
            text_add(s, "%s $c%d using 1:2 with lines lw 1 lc rgb '#949494'", drawn++ ? "," : "plot", i);
    for (int i = 0; i < p->lines; i++) {
        text_add(s, "%s $c%d using 1:2 with linespoints lw 2 ps 0.7", drawn++ ? "," : "plot", p->line[i]);
        key(p, i, s);
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
    head(text_string(&x), text_string(&y), "set logscale xy\nset size square\nunset key", s);
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

/* Blocks of a competitor: $sI squares that were solved, $oI other boards, $tI what was not solved, at the limit. The last value. */
static double scaling_data(const struct report *r, int i, struct text *s)
{
    double last = NAN;
    for (int part = 0; part < 3; part++) {
        text_add(s, "$%c%d << EOD\n", "sot"[part], i);
        for (int k = 0; k < r->instances; k++) {
            double m = on_board(r, k) ? report_median(r, r->c[i].choices, r->instance[k]) : NAN;
            int is = isinf(m) ? 2 : !square(r->instance[k]);
            if (isnan(m) || is != part) continue;
            double y = isinf(m) ? longest_limit(r) : fmax(m, 0.01);
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
    double top = top_seconds(r, &timeouts);
    text_add(&x, "cells of the %.*s board", (int)word, r->instance[0]);
    text_put(p->note, "Lines join squares; crosses: not solved.");
    head(x.s, "CPU seconds (median)", "set logscale y", s);
    text_add(s, "set yrange [0.008:%g]\nset xtics %g\n", top, step(most - least));
    text_release(&x);
    for (int i = 0; i < r->competitors; i++)
        if (!in_colour(p, i)) scaling_data(r, i, s);
    for (int i = 0; i < p->lines; i++) last[i] = scaling_data(r, p->line[i], s);
    end_labels(p, last, 0.008, top, s);
    note_others(p);
    if (timeouts) limit_line(r, s);
    text_put(s, "plot NaN notitle");
    for (int i = 0; i < r->competitors; i++)
        if (!in_colour(p, i))
            text_add(s,
                     ", $s%d using 1:2 smooth unique with lines lw 1 lc rgb '#949494', $o%d using 1:2 with points pt 7 "
                     "ps 0.3 lc rgb '#949494', $t%d using 1:2 with points pt 2 ps 0.7 lc rgb '#949494'",
                     i, i, i);
    for (int i = 0; i < p->lines; i++) {
        const int c = p->line[i];
        text_add(s, ", $s%d using 1:2 smooth unique with linespoints lw 2 ps 0.7", c);
        key(p, i, s);
        text_add(s, ", $o%d using 1:2 with points ps 0.7", c);
        key(p, i, s);
        text_add(s, ", $t%d using 1:2 with points pt 2 lw 2 lc rgb '%s' notitle", c, colour[i]);
    }
    text_char(s, '\n');
    return true;
}

/* The instance with an objective that took the most CPU seconds. */
static const char *hardest(const struct report *r)
{
    const char *worst = NULL;
    double most = 0;
    for (int i = 0; i < r->instances; i++) {
        double sum = 0;
        for (int k = 0; k < r->rows; k++)
            if (!strcmp(r->row[k].field[COL_INSTANCE], r->instance[i]) && *r->row[k].field[COL_OBJECTIVE])
                sum += row_number(&r->row[k], COL_CPU);
        if (sum > most) {
            most = sum;
            worst = r->instance[i];
        }
    }
    return worst;
}

/* "t:lower:upper t:lower:upper ..." -> lines of one bound, which comes from `edge` (NAN: from nowhere). */
static int bound_steps(const char *trace, int which, double edge, struct text *s)
{
    struct strings w = {0};
    int n = 0;
    strings_split(&w, trace);
    for (int i = 0; i < w.n; i++) {
        char *field = w.v[i];
        double t = strtod(field, &field);
        for (int k = 0; k < which && *field; k++) field += strcspn(field + (*field == ':'), ":") + 1;
        if (*field == ':' && field[1] && field[1] != ':') {
            if (!n && !isnan(edge)) text_add(s, "%g %g\n", fmax(t, 0.001), edge);
            text_add(s, "%g %g\n", fmax(t, 0.001), strtod(field + 1, NULL));
            n++;
        }
    }
    strings_release(&w);
    return n;
}

/* Bounds near the answer are what is worth seeing; the trivial one, as far away as the board has cells, is not. */
static void bounds_range(const struct report *r, const char *instance, double range[2], struct text *s)
{
    double answer = NAN, away[2] = {0, 0};
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < r->rows; k++) {
            const struct row_text *row = &r->row[k];
            if (strcmp(row->field[COL_INSTANCE], instance)) continue;
            if (!pass && *row->field[COL_OBJECTIVE] && (isnan(answer) || row_solved(row)))
                answer = row_number(row, COL_OBJECTIVE);
            for (int which = 0; which < 2 && pass; which++) {
                struct text steps = {0};
                bound_steps(row->field[COL_TRACE], which, NAN, &steps);
                for (const char *at = steps.s; at && *at; at = strchr(at, '\n') + 1)
                    away[which] = fmax(away[which], fabs(strtod(strchr(at, ' '), NULL) - answer));
                text_release(&steps);
            }
        }
    double room = fmax(2, 1.5 * fmin(away[0], away[1]));
    range[0] = answer < 0 ? answer - room : fmax(0, answer - room);
    range[1] = answer + room;
    if (!isnan(answer))
        text_add(s, "set yrange [%g:%g]\n%s", range[0], range[1], room < 10 ? "set ytics 1\n" : "");
    else
        range[0] = range[1] = NAN;
}

static const struct row_text *traced(const struct report *r, int competitor, const char *instance)
{
    for (int k = 0; k < r->rows; k++)
        if (!strcmp(r->row[k].field[COL_INSTANCE], instance) &&
            !strcmp(r->row[k].field[COL_CHOICES], r->c[competitor].choices) && *r->row[k].field[COL_TRACE])
            return &r->row[k];
    return NULL;
}

/* The blocks $b3l and $b3u of competitor 3; false if its run left no bounds. */
static bool bounds_data(const struct report *r, int i, const char *instance, const double range[2], struct text *s)
{
    const struct row_text *row = traced(r, i, instance);
    int made = 0;
    for (int which = 0; which < 2 && row; which++) {
        text_add(s, "$b%d%c << EOD\n", i, which ? 'u' : 'l');
        made += bound_steps(row->field[COL_TRACE], which, which ? range[1] + 1 : range[0] - 1, s);
        text_put(s, "NaN NaN\nEOD\n");
    }
    return made;
}

static void bounds_lines(int i, const char *paint, double width, struct text *s)
{
    for (int which = 0; which < 2; which++)
        text_add(s, "%s$b%d%c using 1:2 with steps lw %g%s lc rgb '%s'", which ? ", " : "", i, which ? 'u' : 'l', width,
                 which ? " dt 2" : "", paint);
}

/* One small plot for each competitor, all on the same axes, the baseline in grey behind the others. */
static bool bounds(const struct plot *p, struct text *s)
{
    enum { MOST = 24, ACROSS = 2 };
    const struct report *r = p->r;
    const char *instance = hardest(r);
    struct text data = {0}, without = {0};
    double range[2], last = 0.01;
    int shown[MOST], n = 0;
    if (!instance) return false;
    text_put(s,
             "set border lc rgb '#444444'\nset grid lc rgb '#dddddd'\nunset key\nset logscale x\nset format x '%g'\n");
    bounds_range(r, instance, range, s);
    for (int i = 0; i < r->competitors; i++) {
        if (n < MOST && bounds_data(r, i, instance, range, &data))
            shown[n++] = i;
        else
            text_add(&without, "%s %s",
                     without.n ? "," : " Not drawn, as they left no bounds or there is no room:", r->c[i].name);
    }
    for (int k = 0; k < n; k++) last = fmax(last, row_number(traced(r, shown[k], instance), COL_CPU));
    text_add(s, "set xrange [0.001:%g]\n", 1.3 * last);
    text_put(s, text_string(&data));
    text_release(&data);
    const int columns = n < ACROSS ? n : ACROSS, lines = n ? (n + columns - 1) / columns : 0;
    text_add(s,
             "set terminal svg size %d,%d font 'DejaVu Sans,11' background rgb 'white'\nset multiplot layout %d,%d\n"
             "set lmargin 5\nset rmargin 2\nset tmargin 1.6\nset bmargin 1.7\n",
             WIDTH, (columns < ACROSS ? 250 : 118) * lines, lines, columns);
    for (int k = 0; k < n; k++) {
        text_put(s, "set title ");
        quoted(r->c[shown[k]].name, s);
        text_put(s, " noenhanced offset 0,-0.7\nplot ");
        if (shown[k] != r->baseline && traced(r, r->baseline, instance)) {
            bounds_lines(r->baseline, "#949494", 1, s);
            text_put(s, ", ");
        }
        bounds_lines(shown[k], colour[0], 2, s);
        text_char(s, '\n');
    }
    text_put(s, "unset multiplot\n");
    text_put(p->note, "The bounds of ");
    report_instance(instance, p->note);
    text_put(p->note, " over CPU seconds, upper ones dashed; they meet where the answer is proved.");
    if (n > 1) text_add(p->note, " In grey: %s.", r->c[r->baseline].name);
    text_add(p->note, "%s%s", text_string(&without), without.n ? "." : "");
    text_release(&without);
    return n > 0;
}

/* ---- gnuplot -------------------------------------------------------------------------------------------------------- */

static bool run_gnuplot(const char *dir, const char *script, struct text *err)
{
    struct job c;
    struct text command = {0};
    struct job *one[] = {&c};
    text_add(&command, "cd \"$0\" && exec gnuplot \"%s\"", script);
    char *argv[] = {(char *)"sh", (char *)"-c", command.s, (char *)dir, NULL};
    bool ok = job_start(&c, argv, 60, 60, 0, err);
    if (ok) {
        while (!c.ended && !interrupted()) jobs_wait(one, 1, 60);
        ok = c.ended && !c.status;
        if (!ok) text_error(err, "gnuplot could not draw %s/%s; install the package gnuplot-nox.", dir, script);
        job_release(&c);
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
               {"bounds", "Bounds against time on the hardest instance", bounds}};
    struct plot p = {.r = r, .dir = dir};
    double most = 0;
    bool ok = true;
    choose_lines(&p);
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
