#include "base/strings.h"
#include "bench/report_plots_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
bool plots_bounds(const struct plot *p, struct text *s)
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
        plots_quoted(r->c[shown[k]].name, s);
        text_put(s, " noenhanced offset 0,-0.7\nplot ");
        if (shown[k] != r->baseline && traced(r, r->baseline, instance)) {
            bounds_lines(r->baseline, "#949494", 1, s);
            text_put(s, ", ");
        }
        bounds_lines(shown[k], plots_colour[0], 2, s);
        text_char(s, '\n');
    }
    text_put(s, "unset multiplot\n");
    text_put(p->note, "The bounds of ");
    struct text short_form = {0};
    report_instance(instance, &short_form);
    report_escape(text_string(&short_form), p->note);
    text_release(&short_form);
    text_put(p->note, " over CPU seconds, upper ones dashed; they meet where the answer is proved.");
    if (n > 1) {
        text_put(p->note, " In grey: ");
        report_escape(r->c[r->baseline].name, p->note);
        text_char(p->note, '.');
    }
    report_escape(text_string(&without), p->note);
    if (without.n) text_char(p->note, '.');
    text_release(&without);
    return n > 0;
}
