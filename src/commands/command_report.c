#include "base/file.h"
#include "commands/telling.h"
#include "cli/request.h"
#include "bench/report.h"

struct report_choices {
    const char *baseline;
    const char *compare;
    int tolerance;
};

#define FIELD(name) .offset = offsetof(struct report_choices, name)
static const struct option report_options[] = {
    TEXT_OPTION("baseline", "NAME", baseline,
                "what the others are compared with: a name as in the tables, or a value of the column choices"),
    TEXT_OPTION("compare", "OLD", compare,
                "DIR against the rows of the directory OLD: what became faster, slower, wrong; status 1 if worse"),
    INTEGER_OPTION("tolerance", "PERCENT", 0, INT32_MAX, tolerance,
                   "with --compare: how much conflicts and clauses of a run may grow (default 25)", .initial = "25"),
    {0},
};

static bool write_report(const struct bench_report *b, const char *dir, struct text *err)
{
    struct text markdown = {0}, html = {0};
    bool drawn = true;
    report_head(b, &markdown);
    for (int i = 0; i < b->sections; i++) {
        struct plots plots = {.n = 0};
        if (drawn) drawn = report_plots(&b->section[i], dir, &plots, err);
        plots.failed = !drawn;
        report_markdown(&b->section[i], &plots, &markdown);
        for (size_t k = 0; k < sizeof plots.note / sizeof *plots.note; k++) text_release(&plots.note[k]);
    }
    if (!drawn) report_error(0, "%s", text_string(err)); /* the tables are worth having alone */
    struct text why = {0};
    for (int i = 0; i < b->sections; i++)
        if (!report_tables(&b->section[i], dir, &why)) report_error(0, "%s", text_string(&why));
    text_release(&why);
    bool ok = file_write_in(dir, "report.md", &markdown, err) && report_html(text_string(&markdown), dir, &html, err) &&
              file_write_in(dir, "report.html", &html, err);
    text_release(&markdown);
    text_release(&html);
    return ok;
}

static int compare(const struct report_choices *c, const char *before, const char *after)
{
    struct rows was = {0}, is = {0};
    struct text err = {0}, out = {0};
    int status = EXIT_DONE;
    if (!rows_directory(before, &was, &err) || !rows_directory(after, &is, &err))
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    else if (!was.n || !is.n)
        status = report_error(EXIT_INPUT, "The directory %s holds no finished run yet.", was.n ? after : before);
    else if (!report_compare(&was, &is, 1 + c->tolerance / 100.0, &out))
        status = EXIT_NO;
    telling_print("%s", text_string(&out));
    rows_release(&was);
    rows_release(&is);
    text_release(&err);
    text_release(&out);
    return status;
}

static int report(struct request *r)
{
    const struct report_choices *c = r->own;
    if (r->operands == 1 && c->compare) return compare(c, c->compare, r->operand[0]);
    if (r->operands != 1)
        return report_error(
            EXIT_USAGE,
            "Name what 'loophole bench' wrote, as in 'loophole report DIR' or 'loophole report --compare OLD NEW'.");
    const char *dir = r->operand[0];
    struct bench_report b;
    struct text err = {0};
    int status = EXIT_DONE;
    if (!report_read(&b, dir, c->baseline, &err)) {
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    } else if (!write_report(&b, dir, &err)) {
        status = report_error(EXIT_SYSTEM, "%s", text_string(&err));
    } else {
        telling_print("%s/report.md\n%s/report.html\n", dir, dir);
        if (!rows_agree(&b.rows, &err)) status = report_error(EXIT_NO, "%s", text_string(&err));
    }
    report_release(&b);
    text_release(&err);
    return status;
}

const struct command command_report = {
    .name = "report",
    .usage = "DIR [--baseline NAME | --compare OLD]",
    .about = "Markdown, HTML and plots from such a run",
    .options = report_options,
    .own_size = sizeof(struct report_choices),
    .interruptible = true,
    .limits = true,
    .loss = "the report is not complete",
    .run = report,
};
