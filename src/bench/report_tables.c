/* The competitors of a section as a table for other programs: CSV, and LaTeX with booktabs. */
#include "base/file.h"
#include "bench/report.h"

#include <math.h>
#include <string.h>

void report_number(double v, const char *format, const char *none, struct text *out)
{
    char s[64];
    snprintf(s, sizeof s, format, v);
    text_put(out, isnan(v) ? none : s);
}

static void csv(const struct report *r, struct text *out)
{
    text_put(out, "competitor,solved,runs,par2,cpu_ratio,low,high,common,variables,clauses\n");
    for (int i = 0; i < r->competitors; i++) {
        const struct competitor *c = &r->c[i];
        const double v[] = {c->ratio, c->low, c->high, NAN, c->vars, c->clauses};
        text_char(out, '"');
        for (const char *s = c->name; *s; s++) text_add(out, *s == '"' ? "\"\"" : "%c", *s);
        text_add(out, "\",%d,%d,%.4f", c->solved, c->runs, c->par2);
        for (int k = 0; k < 6; k++) {
            text_char(out, ',');
            if (k == 3)
                text_add(out, "%d", c->common);
            else
                report_number(v[k], "%.4f", "", out);
        }
        text_char(out, '\n');
    }
}

static void latex(const struct report *r, struct text *out)
{
    text_put(out, "% needs \\usepackage{booktabs}\n\\begin{tabular}{lrrrrr}\n\\toprule\n"
                  "competitor & solved & PAR-2 (s) & CPU ratio & 95\\,\\% & clauses \\\\\n\\midrule\n");
    for (int i = 0; i < r->competitors; i++) {
        const struct competitor *c = &r->c[i];
        for (const char *s = c->name; *s; s++) {
            if (strchr("#$%&_{}", *s)) text_char(out, '\\');
            text_char(out, strchr("\\^~", *s) ? ' ' : *s);
        }
        text_add(out, " & %d/%d & %.3f & ", c->solved, c->runs, c->par2);
        report_number(c->ratio, "%.2f", "--", out);
        text_put(out, " & ");
        report_number(c->low, "%.2f--", "--", out);
        report_number(c->high, "%.2f", "", out);
        text_put(out, " & ");
        report_number(c->clauses, "%.2f", "--", out);
        text_put(out, " \\\\\n");
    }
    text_put(out, "\\bottomrule\n\\end{tabular}\n");
}

bool report_tables(const struct report *r, const char *dir, struct text *err)
{
    struct text table = {0}, name = {0}, tables = {0};
    text_add(&tables, "%s/tables", dir);
    bool ok = directory_add(text_string(&tables), "", err);
    text_add(&name, "%s.csv", r->section);
    csv(r, &table);
    ok = ok && file_write_in(text_string(&tables), text_string(&name), &table, err);
    text_clear(&table);
    text_clear(&name);
    text_add(&name, "%s.tex", r->section);
    latex(r, &table);
    ok = ok && file_write_in(text_string(&tables), text_string(&name), &table, err);
    text_release(&table);
    text_release(&name);
    text_release(&tables);
    return ok;
}
