#include "bench/report_plots_inside.h"

#include <math.h>
#include <string.h>

/* Lines that stay apart for colour-blind readers and in print: the colours of Okabe and Ito, the light ones darker
 * so that all have a contrast of 3 on white, and a mark each. */
const char *const plots_colour[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#bd8000", "#3a97d0", "#000000", "#8a8a2e"};
static const int mark[] = {7, 5, 9, 11, 13, 6, 4, 8};

void plots_choose_lines(struct plot *p)
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
void plots_quoted(const char *s, struct text *script)
{
    text_char(script, '"');
    for (; *s; s++)
        if (!strchr("\"\\`\n", *s)) text_char(script, *s);
    text_char(script, '"');
}

void plots_key(const struct plot *p, int line, struct text *script)
{
    text_add(script, " lc rgb '%s' pt %d title ", plots_colour[line], mark[line]);
    plots_quoted(p->r->c[p->line[line]].name, script);
}

void plots_head(const char *x, const char *y, const char *more, struct text *s)
{
    text_add(s,
             "set terminal svg size %d,%d font 'DejaVu Sans,12' background rgb 'white'\nset grid lc rgb '#bbbbbb'\n"
             "set border lc rgb '#444444'\nset key above noenhanced\nset xlabel ",
             WIDTH, HEIGHT);
    plots_quoted(x, s);
    text_put(s, " noenhanced\nset ylabel ");
    plots_quoted(y, s);
    text_add(s, " noenhanced\n%s\n", more);
}

bool plots_in_colour(const struct plot *p, int competitor)
{
    for (int i = 0; i < p->lines; i++)
        if (p->line[i] == competitor) return true;
    return false;
}

/* Moves n rising places apart by at least `gap`, each as little as can be (the squares' sum is
 * least: neighbours that are too near move as one), and into low..high. */
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
    plots_quoted(text_string(&cut), s);
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

void plots_end_labels(const struct plot *p, const double *last, double least, double most, struct text *s)
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
    push_apart(at, n, log(most / least) / (lines > 1 ? fmax(6.5, n - 1) : 17), log(least), log(most));
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
                 exp(at[k]), mark[order[k]], plots_colour[order[k]]);
    }
}

/* Nobody is left out in silence. */
void plots_note_others(const struct plot *p)
{
    bool any = false;
    for (int i = 0; i < p->r->competitors; i++) {
        if (plots_in_colour(p, i)) continue;
        text_put(p->note, any ? ", " : p->note->n ? " In grey: " : "In grey: ");
        report_escape(p->r->c[i].name, p->note);
        any = true;
    }
    if (any) text_char(p->note, '.');
}

double plots_longest_limit(const struct report *r)
{
    double limit = 0;
    for (int i = 0; i < r->rows; i++) limit = fmax(limit, row_number(&r->row[i], COL_LIMIT));
    return limit;
}

/* The top of an axis of seconds: the limit, if a run met it, else the longest run. */
double plots_top_seconds(const struct report *r, bool *timeouts)
{
    double most = 0.1;
    *timeouts = false;
    for (int i = 0; i < r->rows; i++) {
        if (row_solved(&r->row[i]))
            most = fmax(most, report_cpu(&r->row[i]));
        else
            *timeouts = true;
    }
    return *timeouts ? 2 * fmax(most, plots_longest_limit(r)) : 1.3 * most;
}

void plots_limit_line(const struct report *r, struct text *s)
{
    double limit = plots_longest_limit(r);
    text_add(s,
             "set arrow 99 from graph 0, first %g to graph 1, first %g nohead dt 3 lc rgb '#666666'\n"
             "set label 99 'limit' at graph 0.01, first %g offset 0,0.6 tc rgb '#666666'\n",
             limit, limit, limit);
}

/* Between numbers on an axis: 1, 2 or 5 times a power of ten, so that at most seven stand on it. */
double plots_step(double range)
{
    double power = 1;
    while (range > 70 * power) power *= 10;
    return power * (range <= 7 * power ? 1 : range <= 14 * power ? 2 : range <= 35 * power ? 5 : 10);
}
