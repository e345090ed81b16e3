/* The commands bench and report. They parse the options; the Python program in bench/program does
 * the work. It reads list --json and has bench --check-words check the words of a suite, once each. */
#include "base/file.h"
#include "base/version.h"
#include "base/json.h"
#include "cli/request.h"
#include "commands/suites.h"
#include "formats/format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_JOBS = 64, PYTHON_MEGABYTES = 64 };

/* Only the Python program reads the values, so the options have no fields. */
#define FIELD(name) .offset = 0
static const struct option bench_options[] = {
    TEXT_OPTION("output", "DIR", output, "the directory for the rows: new, empty, or, with --resume, an unfinished one",
                .letter = 'o'),
    INTEGER_OPTION("jobs", "N", 1, MOST_JOBS, jobs,
                   "run N at a time (default 1; times are unreliable if N exceeds the cores)", .letter = 'j',
                   .initial = "1", .needs = "!run"),
    FLAG_OPTION("quiet", quiet, "print no progress", .letter = 'q'),
    FLAG_OPTION("verbose", verbose, "log each run on standard error", .letter = 'v'),
    FLAG_OPTION("resume", resume, "continue a stopped benchmark; finished runs are not repeated", .needs = "!run"),
    INTEGER_OPTION("time-limit", "SECONDS", 1, 100000000, time_limit,
                   "CPU seconds for each run, instead of the suite's"),
    FLAG_OPTION("print-jobs", list,
                "print one command per run, for GNU parallel or a job array (without -o, DIR is rows)",
                .needs = "!run"),
    TEXT_OPTION("run", "INSTANCE", run,
                "do one run of this instance, as --print-jobs prints it, with a file of its own in DIR for its row"),
    TEXT_OPTION("section", "NAME", section, "with --run: the suite's section", .needs = "run"),
    INTEGER_OPTION("number", "N", 0, 999999, number, "with --run: its place in the suite, by which the report sorts",
                   .needs = "run"),
    TEXT_OPTION("choices", "OPTIONS", choices, "with --run: the options of solve", .needs = "run"),
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "with --run: the seed", .needs = "run"),
    INTEGER_OPTION("memory-limit", "MB", 0, 1000000, memory_limit, "with --run: the memory limit", .initial = "4000",
                   .needs = "run"),
    TEXT_OPTION("external", "LINE", external, "with --run: NAME FORMAT COMMAND of the external solver, as in a suite",
                .needs = "run"),
    FLAG_OPTION("check-words", check_words, "check the words of suites on standard input; bench itself uses it"),
    {0},
};

static const struct option report_options[] = {
    TEXT_OPTION("baseline", "NAME", baseline,
                "compare the others with NAME: a name in the tables, or a value of the column choices",
                .needs = "!compare"),
    TEXT_OPTION("compare", "OLD", compare,
                "compare DIR with the directory OLD: what became faster, slower or wrong; exit status 1 if anything "
                "became worse"),
    INTEGER_OPTION("tolerance", "PERCENT", 0, INT32_MAX, tolerance,
                   "with --compare: how much the conflicts and clauses of a run may grow (default 25)", .initial = "25",
                   .needs = "compare"),
    {0},
};

/* ---- words of suites ------------------------------------------------------------------------- */

/* Whether solve accepts these words for the puzzle p; if p is NULL, a file names the puzzle. With
 * `choices`, operands are refused. Returns false, with a sentence in err, otherwise. */
static bool bench_words_known(const struct puzzle *p, const char *words, bool choices, const char *where,
                              struct text *err)
{
    struct options_section all[REQUEST_SECTIONS], sections[REQUEST_SECTIONS];
    SCOPED(options) o = {0};
    SCOPED(strings) w = {0};
    SCOPED(text) why = {0};
    OWNED char **operand = NULL;
    int operands = 0, first = choices ? 0 : p != NULL;
    strings_split(&w, words);
    request_sections(command_find("solve"), NULL, all);
    request_sections(command_find("solve"), p, sections);
    bool ok = options_parse(&o, all, "solve", w.n - first, w.v + first, &operand, &operands, NULL, &why) &&
              options_check(&o, sections, p ? p->name : NULL, &why) &&
              (!choices || !operands || text_error(&why, "'%s' is not an option of solve.", operand[0]));
    struct choices chosen = {0};
    if (ok) options_fill(&o, choices_options, &chosen);
    if (ok) ok = search_fits(chosen.engine, chosen.search, &why);
    if (ok && p && chosen.formulation) ok = choices_formulation_known(chosen.formulation, p, &why);
    if (!ok) text_error(err, "%s: %s", where, text_string(&why));
    return ok;
}

/* Runs one check, a list of four texts: place, kind ("instance" or "choices"), puzzle (empty: a file
 * names it) and words. Returns false, with a sentence in err, if it fails. */
static bool suite_check(json_t *c, struct text *err)
{
    const char *word[4];
    for (size_t i = 0; i < 4; i++) {
        word[i] = json_string_value(json_array_get(c, i));
        if (!word[i]) return text_error(err, "A check is a list of four texts: place, kind, puzzle, words.");
    }
    const char *where = word[0], *kind = word[1], *puzzle = word[2], *words = word[3];
    SCOPED(text) why = {0};
    const struct puzzle *p = puzzle_find(puzzle);
    if (*puzzle && !p) {
        puzzle_unknown(puzzle, &why);
        return text_error(err, "%s: %s", where, text_string(&why));
    }
    return bench_words_known(p, words, !strcmp(kind, "choices"), where, err);
}

/* Reads a JSON list of checks from standard input. Returns an exit status. */
static int check_words(void)
{
    SCOPED(text) given = {0}, err = {0};
    while (text_read(&given, STDIN_FILENO) > 0) continue;
    json_t *checks = json_parse(text_string(&given), given.n, 0, NULL), *c;
    size_t i;
    bool ok = json_is_array(checks) || text_error(&err, "--check-words takes a JSON list on standard input.");
    json_array_foreach(checks, i, c) ok = ok && suite_check(c, &err);
    int status = ok ? EXIT_DONE : report_error(EXIT_USAGE, "%s", text_string(&err));
    json_decref(checks);
    return status;
}

/* ---- Python program -------------------------------------------------------------------------- */

static void bench_give(struct strings *words, const char *name, const char *value)
{
    SCOPED(text) word = {0};
    text_add(&word, "%s=%s", name, value);
    strings_add(words, word.s);
}

/* Appends NAME=VALUE for each option of the table that was given or has an initial value. */
static void bench_give_options(struct strings *words, const struct options *o, const struct option *table)
{
    for (; table->name; table++) {
        const char *given = options_value(o, table), *value = given ? given : table->initial;
        if (value) bench_give(words, table->name, value);
    }
}

/* Replaces this process by the Python program with the given words. Returns an exit status, and
 * only after a failure. */
static int become_program(const char *what, const struct strings *given)
{
    static const char *const python[] = {"python3", "-I", "-S", "-B", "-Xutf8"};
    struct text place = {0}, self = {0};
    struct strings words = {0};
    struct rlimit memory;
    if (!getrlimit(RLIMIT_AS, &memory) && memory.rlim_cur < (rlim_t)PYTHON_MEGABYTES << 20)
        return report_error(EXIT_SYSTEM, "%s needs Python, which needs memory; allow at least %d MB.", what,
                            PYTHON_MEGABYTES);
    if (!child_found(*python)) return report_error(EXIT_SYSTEM, "%s needs Python; install the package python3.", what);
    if (!suites_shipped("bench/program", "libexec/loophole/program", &place))
        return report_error(EXIT_SYSTEM, "The program of %s is not installed; install Loophole again.", what);
    file_program(&self);
    for (size_t i = 0; i < sizeof python / sizeof *python; i++) strings_add(&words, python[i]);
    strings_add(&words, place.s);
    strings_add(&words, what);
    strings_add(&words, text_string(&self));
    for (int i = 0; i < given->n; i++) strings_add(&words, given->v[i]);
    MEM_PUSH(words.v, words.n, words.cap, NULL);
    struct text err = {0};
    child_become(words.v, &err);
    return report_error(EXIT_SYSTEM, "%s", text_string(&err));
}

static int bench(struct request *r)
{
    const struct options *o = &r->stated.options;
    SCOPED(strings) words = {0};
    SCOPED(text) place = {0};
    if (options_value(o, options_find(bench_options, "check-words"))) return check_words();
    if (r->operands != 1)
        return report_error(EXIT_USAGE,
                            "Name one suite, as in 'loophole bench smoke -o DIR'; 'loophole list suites' shows them.");
    bench_give(&words, "suite", r->operand[0]);
    if (suites_directory(&place)) bench_give(&words, "suites", place.s);
    if (!child_limits_memory()) bench_give(&words, "unlimited-memory", "yes");
    bench_give_options(&words, o, bench_options);
    return become_program("bench", &words);
}

static int bench_report(struct request *r)
{
    SCOPED(strings) words = {0};
    if (r->operands != 1)
        return report_error(
            EXIT_USAGE,
            "Name what 'loophole bench' wrote, as in 'loophole report DIR' or 'loophole report NEW --compare OLD'.");
    bench_give(&words, "directory", r->operand[0]);
    bench_give_options(&words, &r->stated.options, report_options);
    bench_give_options(&words, &r->stated.options, choices_limits);
    return become_program("report", &words);
}

static void operands(struct text *words)
{
    suites_names(words);
    text_put(words, " FILE");
}

const struct command command_bench = {
    .name = "bench",
    .usage = "SUITE -o DIR [options]",
    .group = "Compare encodings",
    .about = "run a benchmark suite",
    .text = "Runs each configuration of a suite on each of its instances and writes a row per run into DIR, as CSV. "
            "You can stop it and go on with --resume. 'loophole list suites' shows the suites that are shipped. "
            "docs/research/bench.md explains how to write one.",
    .examples =
        {
            {"loophole bench smoke -o rows", "run a small suite"},
            {"loophole bench smoke -o rows --resume", "continue a stopped benchmark"},
            {"loophole bench smoke --print-jobs", "commands for GNU parallel or a cluster"},
        },
    .operands = operands,
    .options = bench_options,
    .run = bench,
};

const struct command command_report = {
    .name = "report",
    .usage = "DIR [--baseline NAME | --compare OLD]",
    .group = "Compare encodings",
    .about = "make tables and plots of a benchmark",
    .text =
        "Reads the rows in DIR that bench wrote, and writes report.md and report.html next to them. Each section has a "
        "table in tables/SECTION.csv and tables/SECTION.tex (LaTeX, booktabs), and plots in SECTION-PLOT.svg and .gp "
        "(gnuplot). If rsvg-convert is installed, the plots are also PDF. The command prints what it wrote. --compare "
        "reads two directories and prints what became worse; the exit status is then 1.",
    .examples =
        {
            {"loophole report rows", "tables and plots"},
            {"loophole report rows --time-limit 60", "for at most 60 seconds"},
            {"loophole report rows --compare rows", "compare two benchmarks; here, one with itself"},
        },
    .options = report_options,
    .loss = "the report is not complete",
    .takes = TAKES_LIMITS,
    .run = bench_report,
};
