#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *named(const char *choices) { return *choices ? choices : "(defaults)"; }

static void number(double v, const char *format, struct text *out)
{
    char s[64];
    if (isnan(v)) {
        text_put(out, "–");
    } else {
        snprintf(s, sizeof s, format, v);
        text_put(out, s);
    }
}

static void competitors_table(const struct report *r, struct text *out)
{
    text_add(out, "%d runs of %d competitors on %d instances; baseline **%s**.\n\n", r->rows, r->competitors, r->instances,
             named(r->c[r->baseline].choices));
    text_put(out, "| choices | solved | PAR-2 (s) | CPU ratio | 95 % | common | variables | clauses |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    int *order = mem_new((size_t)r->competitors, sizeof *order);
    for (int i = 0; i < r->competitors; i++) { /* by PAR-2; few enough for insertion */
        int k = i;
        for (; k && r->c[order[k - 1]].par2 > r->c[i].par2; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < r->competitors; i++) {
        const struct competitor *c = &r->c[order[i]];
        text_add(out, "| %s | %d/%d | %.2f | ", named(c->choices), c->solved, c->runs, c->par2);
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
    text_put(out, "\n### Instance by instance\n\nMedian CPU seconds over the seeds; the fastest in bold, a dash where the limit came first.\n\n| instance | answer |");
    char room[64];
    for (int k = 0; k < r->competitors; k++) text_add(out, " %s |", named(r->c[k].choices));
    text_put(out, "\n|---|---|");
    for (int k = 0; k < r->competitors; k++) text_put(out, "---:|");
    for (int i = 0; i < r->instances; i++) {
        double best = INFINITY;
        for (int k = 0; k < r->competitors; k++) best = fmin(best, report_median(r, r->c[k].choices, r->instance[i]));
        text_add(out, "\n| %s | %s |", r->instance[i], verdict(r, r->instance[i], room, sizeof room));
        for (int k = 0; k < r->competitors; k++) {
            double m = report_median(r, r->c[k].choices, r->instance[i]);
            if (isnan(m))
                text_put(out, " |");
            else if (isinf(m))
                text_put(out, " – |");
            else
                text_add(out, m <= best ? " **%.2f** |" : " %.2f |", m);
        }
    }
    text_put(out, "\n");
}

/* Variables and clauses of the last formula. */
static void sizes_table(const struct report *r, struct text *out)
{
    text_put(out, "\n### Sizes\n\nVariables / clauses of the last formula.\n\n| instance |");
    for (int k = 0; k < r->competitors; k++) text_add(out, " %s |", named(r->c[k].choices));
    text_put(out, "\n|---|");
    for (int k = 0; k < r->competitors; k++) text_put(out, "---:|");
    for (int i = 0; i < r->instances; i++) {
        text_add(out, "\n| %s |", r->instance[i]);
        for (int k = 0; k < r->competitors; k++) {
            const struct row_text *row = NULL;
            for (int j = 0; j < r->rows && !row; j++)
                if (!strcmp(r->row[j].field[COL_INSTANCE], r->instance[i]) &&
                    !strcmp(r->row[j].field[COL_CHOICES], r->c[k].choices))
                    row = &r->row[j];
            text_add(out, row && *row->field[COL_VARS] ? " %s / %s |" : " |", row ? row->field[COL_VARS] : "",
                     row ? row->field[COL_CLAUSES] : "");
        }
    }
    text_put(out, "\n");
}

static void failures_table(const struct report *r, struct text *out)
{
    bool any = false;
    for (int i = 0; i < r->rows; i++) {
        const struct row_text *row = &r->row[i];
        if (row_solved(row)) continue;
        if (!any) text_put(out, "\n### Not solved\n\n| instance | choices | seed | how it ended | bounds |\n|---|---|---:|---|---|\n");
        any = true;
        text_add(out, "| %s | %s | %s | %s | %s..%s |\n", row->field[COL_INSTANCE], named(row->field[COL_CHOICES]),
                 row->field[COL_SEED], row->field[COL_STATUS], row->field[COL_LOWER], row->field[COL_UPPER]);
    }
}

void report_head(const struct bench_report *b, struct text *out)
{
    struct text alarm = {0};
    int clashes = rows_contradictions(&b->rows, &alarm);
    const struct row_text *first = &b->rows.v[0];
    text_add(out, "# Bench: %s\n\n", *b->name ? b->name : first->field[COL_SUITE]);
    if (*b->about) text_add(out, "%s\n\n", b->about);
    if (clashes)
        text_add(out, "**ALARM: %d contradiction%s. Do not trust these numbers before they are explained.**\n\n```\n%s```\n\n", clashes,
                 clashes == 1 ? "" : "s", text_string(&alarm));
    text_add(out, "%d runs; Loophole %s on %s. No two rows contradict each other%s.\n\n", b->rows.n, first->field[COL_VERSION],
             first->field[COL_HOST], clashes ? ", but those above" : "");
    text_put(out, "Ratios are geometric means of CPU seconds over the runs that both solved (times below 0.01 s count as 0.01), against the "
                  "section's baseline, with a 95 % bootstrap interval; below 1 is faster. PAR-2 counts an unsolved run as twice its limit. "
                  "Variables and clauses are such ratios too.\n");
    text_release(&alarm);
}

void report_markdown(const struct report *r, const struct plots *plots, struct text *out)
{
    text_add(out, "\n## %s\n\n", r->section);
    competitors_table(r, out);
    for (int i = 0; i < plots->n; i++)
        text_add(out, "\n### %s\n\n![%s](%s-%s.svg)\n", plots->title[i], plots->title[i], r->section, plots->name[i]);
    instances_table(r, out);
    sizes_table(r, out);
    failures_table(r, out);
}

/* ---- HTML: of the little Markdown that is written above ------------------------------------------------------------ */

static void inline_html(const char *s, size_t n, struct text *out)
{
    bool bold = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '*' && i + 1 < n && s[i + 1] == '*') {
            text_put(out, bold ? "</b>" : "<b>");
            bold = !bold;
            i++;
        } else if (s[i] == '<')
            text_put(out, "&lt;");
        else if (s[i] == '&')
            text_put(out, "&amp;");
        else
            text_char(out, s[i]);
    }
}

static void table_row(const char *s, size_t n, const char *tag, struct text *out)
{
    text_put(out, "<tr>");
    for (size_t i = 1; i < n;) {
        size_t end = i;
        while (end < n && s[end] != '|') end++;
        if (end == n) break;
        text_add(out, "<%s>", tag);
        inline_html(s + i, end - i, out);
        text_add(out, "</%s>", tag);
        i = end + 1;
    }
    text_put(out, "</tr>\n");
}

static bool picture(const char *line, const char *dir, struct text *out, struct text *err)
{
    const char *from = strchr(line, '(');
    struct text path = {0}, svg = {0};
    text_add(&path, "%s/%.*s", dir, (int)strcspn(from + 1, ")"), from + 1);
    bool ok = read_file(path.s, &svg, err);
    if (ok) text_put(out, strstr(svg.s, "<svg") ? strstr(svg.s, "<svg") : "");
    text_release(&path);
    text_release(&svg);
    return ok;
}

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em;color:#1b1e23}"
    "table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}"
    "td,th{border-bottom:1px solid #d5d8dc;padding:.25em .7em;text-align:right;vertical-align:top}"
    "td:first-child,th:first-child,td:nth-child(2){text-align:left}"
    "th{border-bottom:2px solid #1b1e23}svg{max-width:100%;height:auto}pre{background:#fff3cd;padding:1em;overflow-x:auto}"
    "@media print{body{max-width:none}}";

bool report_html(const char *markdown, const char *dir, struct text *out, struct text *err)
{
    bool ok = true, table = false, code = false;
    text_add(out, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Loophole bench</title><style>%s</style>\n", style);
    for (const char *s = markdown; *s && ok;) {
        size_t n = strcspn(s, "\n");
        bool row = n && *s == '|', rule = row && n > 1 && s[1] == '-';
        if (row && !table) text_put(out, "<table>\n");
        if (!row && table) text_put(out, "</table>\n");
        if (!strncmp(s, "```", 3)) {
            text_put(out, code ? "</pre>\n" : "<pre>");
            code = !code;
        } else if (code) {
            inline_html(s, n, out);
            text_char(out, '\n');
        } else if (rule) {
            /* the line under a table's head */
        } else if (row) {
            table_row(s, n, table ? "td" : "th", out);
        } else if (*s == '#') {
            int level = (int)strspn(s, "#");
            text_add(out, "<h%d>", level);
            inline_html(s + level + 1, n - (size_t)level - 1, out);
            text_add(out, "</h%d>\n", level);
        } else if (*s == '!') {
            ok = picture(s, dir, out, err);
        } else if (n) {
            text_put(out, "<p>");
            inline_html(s, n, out);
            text_put(out, "</p>\n");
        }
        table = row;
        s += n + (s[n] == '\n');
    }
    text_put(out, table ? "</table>\n</html>\n" : "</html>\n");
    return ok;
}
