/* The bench: suites, runs, rows. What the commands bench and report share; the program bench/report makes the report.
 *
 * A suite is a cross product of instances and choices in a few lines of text; a run is one `solve` of it in a child
 * with limits; a row is what came out, one line of CSV. */
#ifndef BENCH_H
#define BENCH_H

#include "base/child.h"
#include "options/options.h"
#include "base/temporary.h"
#include "base/strings.h"

#include <jansson.h>

/* ---- suites ------------------------------------------------------------------------------------------------------ */

/* A program that solves the whole problem, for comparison: the suite's line `external NAME FORMAT
 * COMMAND`. The shell command reads the file $FILE, which encode wrote, and prints what decode
 * reads. `--solver NAME` chooses it. */
struct external {
    char *name, *format, *command;
};

/* One run: what is solved, and how. All strings are words of a command line. */
struct run {
    char *suite, *section;
    char *instance, *choices; /* "gunport 8x8", "--formulation monomino --card blocks" */
    int seed;
    double time_limit; /* seconds of CPU, whole ones; ten times as many of wall clock end a run that hangs */
    int memory_mb;
    const struct external *external; /* the suite's; NULL: `solve` solves it */
};

struct suite {
    char *name, *about;
    bool shipped;  /* it came with the program */
    bool misnamed; /* it could not be read, as it names a puzzle or a choice that there is not */
    struct external **external;
    int externals;
    size_t external_cap;
    struct strings absent; /* solvers whose program is not installed; their runs are left out */
    struct text baselines; /* lines "baseline SECTION CHOICES": what the others of a section are compared with */
    struct run *v;
    int n;
    size_t cap;
};
/* name: a file, a directory of .cnf and .opb files, or the name of a suite in bench/suites. */
bool suite_read(struct suite *s, const char *name, int time_limit, struct text *err);
/* The solvers that are commands or libraries, as the suite names them. */
void suite_commands(const struct suite *s, struct strings *out);
/* Are the files there that its instances name? If not, a sentence with the first. */
bool suite_files(const struct suite *s, struct text *err);
/* A section of a suite while it is read: instances, axes, single competitors; at its end, the runs. */
/* Alternatives: words of a command line of solve, each once, and the "file:line" of each. */
struct axis {
    char *name; /* of the option; NULL: instances, competitors */
    struct strings words, at;
};
struct section {
    char *name; /* NULL: what stands before the first section; its runs are in "all" */
    struct axis instances, competitors, *axis;
    struct strings seeds;
    int axes;
    size_t cap;
    char *baseline; /* NULL: none was named */
    bool misnamed;  /* a line names a puzzle that there is not */
    double time_limit;
    int memory_mb;
};

/* One line of a suite but `about` and `section`; where: "file:line", for sentences. */
bool section_line(struct section *c, const struct strings *words, const char *where, struct text *err);
/* Appends the section's runs to the suite, and makes it ready for the next one, with the same limits. */
bool section_end(struct section *c, struct suite *s, const char *where, struct text *err);
/* Does solve take the words of each instance, each axis and each competitor? False, with a sentence
 * that names the line. */
bool section_choices_known(const struct section *c, const struct suite *s, struct text *err);
void section_release(struct section *c);
/* Adds the external solver that a line defines. False, with a sentence that begins with `where`. */
bool external_line(struct suite *s, const struct strings *words, const char *where, struct text *err);
void external_release(struct suite *s);
/* The external solver of that name, or NULL. */
const struct external *external_named(const struct suite *s, const char *name);
/* The external solver that the choices name, or NULL. */
const struct external *external_chosen(const struct suite *s, const char *choices);
/* Adds the words of a command that runs it, with its files in dir. */
void external_words(const struct run *r, const char *self, const char *dir, struct strings *words);
/* The status column, from decode's JSON and exit status and the CPU seconds; NULL: neither was there. */
const char *external_status(const json_t *o, int status, double cpu, double limit);
/* One more run of it. */
void suite_add(struct suite *s, const char *section, const char *instance, const char *choices, int seed,
               double time_limit, int memory_mb);
void suite_release(struct suite *s);
void suite_names(struct strings *out); /* of the shipped ones */
/* Finds a directory that came with the program: `built` in the source tree around the program, else
 * `installed` below the prefix. False: there is neither. */
bool suite_shipped(const char *built, const char *installed, struct text *out);

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* A row: the columns of the CSV, in this order; their names are those of the JSON where they come from there. */
/* clang-format off */
#define ROW_COLUMNS(X) \
    X(SUITE, "suite") X(SECTION, "section") X(INSTANCE, "instance") X(CHOICES, "choices") X(SEED, "seed") \
    X(PUZZLE, "puzzle") X(FORMULATION, "formulation") X(AMO, "amo") X(CARD, "card") X(PB, "pb") \
    X(XOR, "xor") X(PARITY, "parity") X(ENGINE, "engine") X(SEARCH, "search") X(SOLVER, "solver") \
    X(SOLVER_VERSION, "solver_version") X(STATUS, "status") X(OBJECTIVE, "objective_value") \
    X(LOWER, "lower_bound") X(UPPER, "upper_bound") X(VARS, "variables") X(CLAUSES, "clauses") \
    X(LITERALS, "literals") X(ENCODE, "encode_seconds") X(SOLVE, "solve_seconds") X(CPU, "cpu_seconds") \
    X(FIRST, "best_seconds") X(CALLS, "solver_calls") X(CONFLICTS, "conflicts") X(PEAK, "peak_rss_kb") \
    X(VERIFIED, "verified") X(LIMIT, "time_limit") X(NOTE, "note") X(TRACE, "trace") X(HOST, "host") \
    X(VERSION, "program_version")
/* clang-format on */
enum column {
#define COLUMN(id, name) COL_##id,
    ROW_COLUMNS(COLUMN)
#undef COLUMN
        COLUMNS
};
extern const char *const row_columns[COLUMNS];

struct row_text {
    char *field[COLUMNS]; /* never NULL in a row that was read or made */
};
struct rows {
    struct row_text *v;
    int n;
    size_t cap;
};
void row_line(const struct row_text *r, struct text *out); /* CSV, with the newline */
void row_release(struct row_text *r);
/* Reads CSV text with the header line of row_columns; an unfinished last line is left out, and
 * *whole is the length of what was read. */
bool rows_parse(const char *text, const char *name, struct rows *rows, size_t *whole, struct text *err);
/* All rows of all .csv files of a directory, by file name; files without our header are refused. */
bool rows_directory(const char *dir, struct rows *rows, struct text *err);
void rows_header(struct text *out);
void rows_release(struct rows *rows);
double row_number(const struct row_text *r, enum column c); /* NAN if empty */

/* Rows of one instance that cannot all be true, and rows whose own bounds cross, at the end or in
 * the trace; a sentence a line. Gives how many there are. */
int rows_contradictions(const struct rows *rows, struct text *out);
#define ROWS_CONTRADICT "These rows contradict each other or were caught:\n%s"

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

/* A run in a child, whose output is kept. Its limit is of CPU time; ten times as many seconds of wall time end it. */
struct bench_child {
    const struct run *run;
    struct child child;
    int pipe, complaints;       /* its standard output; a file in memory: its standard error */
    double deadline;            /* of clock_wall() */
    struct scratch place;       /* the files of an external solver */
    struct text out, complaint; /* complaint: the first line of its standard error */
    bool ended, timed_out;
    int status; /* exit status; 128 + signal */
};
/* Starts argv for c->run. The other fields but `place` are zero before. */
bool bench_child_start(struct bench_child *c, char *const *argv, struct text *err);
void bench_children_wait(struct bench_child *c, int n, double seconds); /* until one ends or the time is up */
void bench_child_release(struct bench_child *c);

/* Starts a run: the program `self` solves it. Then run_row makes the row of what came out. */
bool run_start(const struct run *r, const char *self, struct bench_child *job, struct text *err);
struct row_text run_row(const struct bench_child *job);

/* ---- the directory: rows that are on the disk before the next run starts ----------------------------------------- */

struct store {
    int fd;
    struct rows done; /* those that were there already */
};
/* Opens the file `name` in dir, which is made if need be. Release with store_close, in any case. */
enum store_state { STORE_OPEN, STORE_REFUSED, STORE_FAILED }; /* refused: choose another; failed: the disk */
enum store_state store_open(struct store *s, const char *dir, const char *name, bool resume, struct text *err);
bool store_append(struct store *s, const struct row_text *row, struct text *err);
bool store_has(const struct store *s, const struct run *r);
void store_close(struct store *s);
/* What the report wants to know of the suite: dir/suite.txt. */
bool store_suite(const struct suite *s, const char *dir, struct text *err);

#endif
