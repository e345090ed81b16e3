#include "base/terminal.h"
#include "base/file.h"
#include "base/job.h"
#include "commands/search_report.h"
#include "cli/request.h"
#include "bench/bench.h"

#include "base/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_JOBS = 64 };

struct bench_choices {
    const char *output;
    int jobs;
    bool quiet;
    bool verbose;
    bool resume;
    int time_limit;
    bool list;
    const char *run;
    const char *section;
    int number;
    const char *choices;
    int seed;
    int memory_limit;
    const char *external;
};

#define FIELD(name) .offset = offsetof(struct bench_choices, name)
static const struct option bench_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory for the rows: new, empty, or with --resume an unfinished one",
                .letter = 'o'),
    INTEGER_OPTION("jobs", "N", 1, MOST_JOBS, jobs,
                   "run N at a time (default 1; more than the cores would blur the times)", .letter = 'j',
                   .initial = "1"),
    FLAG_OPTION("quiet", quiet, "no line of progress", .letter = 'q'),
    FLAG_OPTION("verbose", verbose, "log each run on standard error", .letter = 'v'),
    FLAG_OPTION("resume", resume, "go on where a run was stopped, losing and repeating nothing"),
    INTEGER_OPTION("time-limit", "SECONDS", 1, 100000000, time_limit,
                   "CPU seconds for each run, instead of the suite's"),
    FLAG_OPTION("print-jobs", list,
                "print one self-contained command per run, for GNU parallel or a job array; without -o DIR is rows"),
    TEXT_OPTION("run", "INSTANCE", run,
                "one run of this instance, as --print-jobs prints it; its row goes into a file of its own in DIR"),
    TEXT_OPTION("section", "NAME", section, "with --run: the suite's section"),
    INTEGER_OPTION("number", "N", 0, 999999, number, "with --run: its place in the suite, for the order of the report"),
    TEXT_OPTION("choices", "OPTIONS", choices, "with --run: the options of solve"),
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "with --run: the seed"),
    INTEGER_OPTION("memory-limit", "MB", 0, 1000000, memory_limit, "with --run: the memory", .initial = "4000"),
    TEXT_OPTION("external", "LINE", external, "with --run: NAME FORMAT COMMAND of the external solver, as in a suite"),
    {0},
};

static const double LOOK_SECONDS = 0.5; /* a line of progress is written again that often */

struct bench {
    const struct suite *suite;
    struct store store;
    const char *self;
    int done, fresh, jobs; /* fresh: done in this run */
    struct progress progress;
    const struct run *now; /* what runs, or one of them; NULL: none */
    struct text last;      /* what came of the last one */
};

/* ---- all runs -------------------------------------------------------------------------------------------------- */

static void tell(struct bench *b)
{
    struct text line = {0};
    text_add(&line, "%d/%d", b->done, b->suite->n);
    double left = progress_seconds(&b->progress) / b->fresh * (b->suite->n - b->done);
    if (b->fresh > 2 && left >= 1) text_add(&line, ", about %.0f s left", left);
    if (b->now && b->progress.line) text_add(&line, ", now: %s %s", b->now->instance, b->now->choices);
    if (b->last.n) text_add(&line, ", last: %s", text_string(&b->last));
    progress_say(&b->progress, text_string(&line));
    text_release(&line);
}

static bool keep(struct bench *b, const struct row_text *row, struct text *err)
{
    b->done++;
    b->fresh++;
    text_clear(&b->last);
    text_add(&b->last, "%s %s, %s in %.2f s CPU", row->field[COL_INSTANCE], row->field[COL_CHOICES],
             row->field[COL_STATUS], row_number(row, COL_CPU));
    tell(b);
    return store_append(&b->store, row, err);
}

static bool run_all(struct bench *b, struct text *err)
{
    struct bench_child child[MOST_JOBS];
    const struct run *next = b->suite->v, *end = next + b->suite->n;
    int running = 0;
    bool ok = true;
    while (ok && !interrupted()) {
        for (; next < end && running < b->jobs && ok; next++) {
            if (store_has(&b->store, next)) continue;
            ok = run_start(next, b->self, &child[running], err);
            running += ok;
        }
        if (!running || !ok) break;
        b->now = child[running - 1].run;
        if (b->progress.line) tell(b);
        bench_children_wait(child, running, b->progress.line ? LOOK_SECONDS : 1e6);
        b->now = NULL;
        for (int i = running - 1; i >= 0 && ok; i--) {
            if (!child[i].ended) continue;
            struct row_text row = run_row(&child[i]);
            ok = keep(b, &row, err);
            row_release(&row);
            bench_child_release(&child[i]);
            child[i] = child[--running];
        }
    }
    for (int i = 0; i < running; i++) bench_child_release(&child[i]);
    progress_end(&b->progress);
    text_release(&b->last);
    return ok;
}

/* ---- spreading out: one command per run ------------------------------------------------------------------------ */

static int list_runs(const struct suite *s, const char *self, const char *dir)
{
    struct text err = {0};
    char here[4096];
    bool ok = getcwd(here, sizeof here) || text_error(&err, "The working directory has no name (%s).", strerror(errno));
    if (!ok || !store_suite(s, dir, &err)) {
        int status = report_error(EXIT_INPUT, "%s", text_string(&err));
        text_release(&err);
        return status;
    }
    struct text line = {0};
    for (int i = 0; i < s->n; i++) {
        const struct run *r = &s->v[i];
        const char *words[][2] = {
            {"cd ", here}, /* names of files are as they are from here */
            {" && ", self},
            {" bench ", r->suite},
            {" --section ", r->section},
            {" --run ", r->instance},
            {" --choices ", r->choices},
        };
        text_clear(&line);
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            strings_line_shell(&line, words[k][0], words[k][1], false);
        text_add(&line, " --seed %d --time-limit %.0f --memory-limit %d --number %d", r->seed, r->time_limit,
                 r->memory_mb, i + 1);
        if (r->external) {
            struct text external = {0};
            text_add(&external, "%s %s %s", r->external->name, r->external->format, r->external->command);
            strings_line_shell(&line, " --external ", external.s, false);
            text_release(&external);
        }
        strings_line_shell(&line, " -o ", dir, false);
        terminal_print("%s\n", line.s);
    }
    text_release(&line);
    return EXIT_DONE;
}

static uint64_t hash(const char *s, uint64_t h)
{
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 1099511628211u;
    return h;
}

/* Of the one run that --run describes: no other has the name, and in their order the files are in the suite's. */
static void file_name(const struct run *r, int64_t number, struct text *out)
{
    uint64_t h = hash(r->section, 14695981039346656037u + (unsigned)r->seed);
    text_add(out, "row-%06lld-%016llx.csv", (long long)number,
             (unsigned long long)hash(r->instance, hash(r->choices, h)));
}

static bool external_option(struct suite *s, const char *line, struct text *err)
{
    struct strings words = {0};
    strings_add(&words, "external");
    strings_split(&words, line);
    bool ok = external_line(s, &words, "--external", err);
    strings_release(&words);
    return ok;
}

/* The one run that --run describes. */
static bool single(const struct bench_choices *c, const char *name, struct suite *s, int64_t *place, struct text *err)
{
    const char *section = c->section, *choices = c->choices;
    *s = (struct suite){.name = mem_string(name)};
    if (c->external && !external_option(s, c->external, err)) return false;
    *place = c->number;
    suite_add(s, section ? section : "all", c->run, choices ? choices : "", c->seed, c->time_limit ? c->time_limit : 60,
              c->memory_limit);
    return true;
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

static bool refused(const struct row_text *row) { return !strcmp(row->field[COL_STATUS], "refused"); }

static void tell_refused(const struct rows *rows)
{
    const struct row_text *first = NULL;
    int n = 0;
    for (int i = 0; i < rows->n; i++)
        if (refused(&rows->v[i]) && !n++) first = &rows->v[i];
    if (n)
        report_error(0, "%d of %d runs %s refused; the first one, %s: %s", n, rows->n, n == 1 ? "was" : "were",
                     first->field[COL_INSTANCE], first->field[COL_NOTE]);
}

/* A section whose runs were all refused compares nothing. */
static bool compares(const struct rows *rows)
{
    struct strings sections = {0}, good = {0};
    for (int i = 0; i < rows->n; i++) {
        strings_add_new(&sections, rows->v[i].field[COL_SECTION]);
        if (!refused(&rows->v[i])) strings_add_new(&good, rows->v[i].field[COL_SECTION]);
    }
    for (int i = 0; i < sections.n; i++)
        if (!strings_have(&good, sections.v[i]))
            report_error(0, "All runs of the section %s were refused; it compares nothing.", sections.v[i]);
    const bool all = good.n == sections.n;
    strings_release(&sections);
    strings_release(&good);
    return all;
}

/* Contradictions among all rows of the directory stop the show. */
static int judge(const char *dir)
{
    struct rows rows = {0};
    struct text err = {0};
    int status = EXIT_DONE;
    if (!rows_directory(dir, &rows, &err))
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    else if (rows_contradictions(&rows, &err))
        status = report_error(EXIT_NO, ROWS_CONTRADICT, text_string(&err));
    tell_refused(&rows);
    if (!status && !compares(&rows)) status = EXIT_NO;
    rows_release(&rows);
    text_release(&err);
    return status;
}

static int runs_done(const struct bench *b)
{
    int n = 0;
    for (int i = 0; i < b->suite->n; i++) n += store_has(&b->store, &b->suite->v[i]);
    return n;
}

static int bench(struct bench *b, const char *dir, const char *file, bool resume)
{
    struct text err = {0};
    int status = EXIT_DONE;
    bool one = file != NULL;
    enum store_state state = store_open(&b->store, dir, one ? file : "rows.csv", one || resume, &err);
    if (state == STORE_OPEN && !one && !store_suite(b->suite, dir, &err)) state = STORE_FAILED;
    if (state != STORE_OPEN)
        status = report_error(state == STORE_FAILED ? EXIT_SYSTEM : EXIT_INPUT, "%s", text_string(&err));
    b->done = runs_done(b);
    if (!status && !one && b->done < b->store.done.n)
        report_error(0,
                     "The directory %s has rows of runs that the suite does not have (%d); the report shows them, too.",
                     dir, b->store.done.n - b->done);
    if (!status && !run_all(b, &err)) status = report_error(EXIT_SYSTEM, "%s", text_string(&err));
    store_close(&b->store);
    if (!status && interrupted())
        status = report_error(EXIT_NO, "Stopped after %d of %d runs; --resume goes on.", b->done, b->suite->n);
    else if (!status && !one)
        status = judge(dir);
    text_release(&err);
    return status;
}

static void tell_absent(const struct suite *s)
{
    for (int i = 0; i < s->absent.n; i++)
        report_error(0, "%s is not installed; its runs are left out.", s->absent.v[i]);
}

/* Who runs somebody else's suite sees first what it will run. */
static void tell_commands(const struct suite *s)
{
    struct strings specs = {0};
    if (!s->shipped) suite_commands(s, &specs);
    for (int i = 0; i < specs.n; i++) report_error(0, "The suite %s runs %s.", s->name, specs.v[i]);
    strings_release(&specs);
}

static int choose(struct request *r)
{
    const struct bench_choices *c = r->own;
    if (r->operands != 1)
        return report_error(EXIT_USAGE,
                            "Name one suite, as in 'loophole bench smoke -o DIR'; 'loophole list suites' shows them.");
    const char *name = r->operand[0];
    struct suite s = {0};
    struct text err = {0}, file = {0}, self = {0};
    const char *dir = c->output;
    int64_t place = 0;
    bool one = c->run, resume = c->resume;
    int status = EXIT_DONE;
    file_program(&self);
    if (!dir && !c->list)
        status = report_error(EXIT_USAGE, "Say where the rows go: 'loophole bench %s -o DIR'.", name);
    else if (!(one ? single(c, name, &s, &place, &err) : suite_read(&s, name, c->time_limit, &err)))
        status = report_error(s.misnamed ? EXIT_USAGE : EXIT_INPUT, "%s", text_string(&err));
    else if (!one && !c->list && !suite_files(&s, &err))
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    if (!status) {
        tell_absent(&s);
        tell_commands(&s);
    }
    if (!status && c->list) {
        status = list_runs(&s, text_string(&self), dir ? dir : "rows");
    } else if (!status) {
        struct bench b = {.suite = &s, .self = text_string(&self), .jobs = c->jobs};
        progress_start(&b.progress, c->quiet, c->verbose);
        if (one) file_name(&s.v[0], place, &file);
        status = bench(&b, dir, file.s, resume);
    }
    suite_release(&s);
    text_release(&err);
    text_release(&file);
    text_release(&self);
    return status;
}

static void operands(struct text *words)
{
    struct strings names = {0};
    suite_names(&names);
    for (int i = 0; i < names.n; i++) text_add(words, " %s", names.v[i]);
    text_put(words, " FILE");
    strings_release(&names);
}

const struct command command_bench = {
    .name = "bench",
    .usage = "SUITE -o DIR [options]",
    .about = "encodings against each other; resumable; CSV; a suite may name commands to run",
    .operands = operands,
    .options = bench_options,
    .own_size = sizeof(struct bench_choices),
    .interruptible = true,
    .run = choose,
};
