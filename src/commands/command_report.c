#include "base/terminal.h"
#include "base/child.h"
#include "base/file.h"
#include "base/json.h"
#include "commands/search_report.h"
#include "cli/request.h"
#include "bench/bench.h"

#include <string.h>
#include <unistd.h>

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

/* The rows as a table for the Python program: lists of texts, the first of which has the columns' names. */
static json_t *rows_table(const struct rows *rows)
{
    json_t *table = json_array();
    for (int i = -1; i < rows->n; i++) {
        json_t *line = json_array();
        for (int c = 0; c < COLUMNS; c++) json_push(line, json_text(i < 0 ? row_columns[c] : rows->v[i].field[c]));
        json_push(table, line);
    }
    return table;
}

/* Runs the program bench/report with these words, with `given` on its standard input, which releases it.
 * Prints what it
 * prints and returns its exit status. */
static int run_program(const char *const *words, json_t *given)
{
    struct text place = {0}, out = {0}, err = {0};
    struct child child;
    int input[2], output[2], status;
    char *argv[8] = {(char *)"python3", (char *)"-I", (char *)"-B", (char *)"-Xutf8"};
    bool ok = child_found(argv[0]) || text_error(&err, "The report needs Python; install the package python3.");
    ok = ok && (suite_shipped("bench/report", "libexec/loophole/report", &place) ||
                text_error(&err, "The program that makes reports is not installed; install Loophole again."));
    argv[4] = place.s;
    for (int i = 0; words[i]; i++) argv[5 + i] = (char *)words[i];
    child_pipe(input);
    child_pipe(output);
    ok = ok && child_exec(&child, argv, &(struct child_how){.in = input[0], .out = output[1], .err = 2}, &err);
    close(input[0]);
    close(output[1]);
    FILE *to = fdopen(input[1], "w");
    if (!to) fatal("The report's program cannot be given its rows: there are too many open files.");
    if (ok)
        json_say(given, JSON_COMPACT, to); /* it reads all before it prints */
    else
        json_decref(given);
    fclose(to);
    while (ok && text_read(&out, output[0]) > 0) continue;
    close(output[0]);
    if (ok) child_ended(&child, true);
    terminal_print("%s", text_string(&out));
    status = ok ? child_status(&child, "The report's program", &err) : -1;
    if (status > EXIT_SYSTEM) /* as Python's 120: its standard error cannot be written */
        text_error(&err, "The report's program ended with status %d; is the disk full?", status);
    if (status < 0 || status > EXIT_SYSTEM) status = report_error(EXIT_SYSTEM, "%s", text_string(&err));
    text_release(&place);
    text_release(&out);
    text_release(&err);
    return status;
}

static int compare(const struct report_choices *c, const struct rows *before, const struct rows *after)
{
    char percent[16];
    snprintf(percent, sizeof percent, "%d", c->tolerance);
    json_t *given = json_object();
    json_put(given, "before", rows_table(before));
    json_put(given, "rows", rows_table(after));
    return run_program((const char *const[]){"--compare", percent, NULL}, given);
}

static int make_report(const struct report_choices *c, const char *dir, const struct rows *rows)
{
    struct text name = {0}, suite = {0}, alarm = {0}, err = {0};
    text_add(&name, "%s/suite.txt", dir);
    file_read(name.s, &file_cap_suite, &suite, &err); /* absent where rows of a spread-out sweep were gathered */
    if (suite.n) text_clean(suite.s);
    json_t *given = json_object();
    json_put(given, "rows", rows_table(rows));
    json_put(given, "suite", json_text(text_string(&suite)));
    const int contradictions = rows_contradictions(rows, &alarm);
    json_put(given, "contradictions", json_integer(contradictions));
    json_put(given, "alarm", json_text(text_string(&alarm)));
    int status = run_program((const char *const[]){dir, c->baseline, NULL}, given);
    if (!status) terminal_print("%s/report.md\n%s/report.html\n", dir, dir);
    if (!status && contradictions) status = report_error(EXIT_NO, ROWS_CONTRADICT, text_string(&alarm));
    text_release(&name);
    text_release(&suite);
    text_release(&alarm);
    text_release(&err);
    return status;
}

static int report(struct request *r)
{
    const struct report_choices *c = r->own;
    struct rows before = {0}, rows = {0};
    struct text err = {0};
    int status;
    if (r->operands != 1)
        return report_error(
            EXIT_USAGE,
            "Name what 'loophole bench' wrote, as in 'loophole report DIR' or 'loophole report --compare OLD NEW'.");
    const char *dir = r->operand[0];
    if ((c->compare && !rows_directory(c->compare, &before, &err)) || !rows_directory(dir, &rows, &err))
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    else if (!rows.n || (c->compare && !before.n))
        status = report_error(EXIT_INPUT, "The directory %s holds no finished run yet.", rows.n ? c->compare : dir);
    else
        status = c->compare ? compare(c, &before, &rows) : make_report(c, dir, &rows);
    rows_release(&before);
    rows_release(&rows);
    text_release(&err);
    return status;
}

const struct command command_report = {
    .name = "report",
    .usage = "DIR [--baseline NAME | --compare OLD]",
    .about = "Markdown, HTML and plots from such a run",
    .options = report_options,
    .own_size = sizeof(struct report_choices),
    .limits = true,
    .loss = "the report is not complete",
    .run = report,
};
