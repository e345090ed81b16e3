#include "bench.h"
#include "command_json.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct option bench_options[] = {
    {"output", "DIR", "the directory for the rows: new, empty, or with --resume an unfinished one; short: -o"},
    {"jobs", "N", "run N at a time (default 1; more than the cores would blur the times); short: -j"},
    {"resume", NULL, "go on where a run was stopped, losing and repeating nothing"},
    {"time-limit", "SECONDS", "CPU seconds for each run, instead of the suite's"},
    {"list", NULL, "print one self-contained command per run, for GNU parallel or a job array"},
    {"run", "INSTANCE", "one run of this instance, as --list prints it; its row goes into a file of its own in DIR"},
    {"section", "NAME", "with --run: the suite's section"},
    {"choices", "OPTIONS", "with --run: the options of solve"},
    {"seed", "N", "with --run: the seed"},
    {"memory-limit", "MB", "with --run: the memory"},
    {NULL, NULL, NULL},
};

struct bench {
    FILE *out; /* the rows file, appended to */
    const char *self;
    char host[256];
    int done, total, failed;
    bool quiet;
    double started;
};

/* ---- one run -------------------------------------------------------------------------------------------------- */

static void add_words(const char *line, char ***argv, int *n, size_t *cap)
{
    struct text word = {0};
    for (const char *s = line; *s;) {
        while (*s == ' ') s++;
        if (!*s) break;
        text_clear(&word);
        for (bool quoted = false; *s && (quoted || *s != ' '); s++)
            if (*s == '"')
                quoted = !quoted;
            else
                text_char(&word, *s);
        MEM_PUSH(*argv, *n, *cap, mem_string(text_string(&word)));
    }
    text_release(&word);
}

static bool start(const struct bench *b, const struct run *r, struct job *c, struct text *err)
{
    char **argv = NULL, number[64];
    int n = 0;
    size_t cap = 0;
    MEM_PUSH(argv, n, cap, mem_string(b->self));
    MEM_PUSH(argv, n, cap, mem_string("solve"));
    add_words(r->instance, &argv, &n, &cap);
    add_words(r->choices, &argv, &n, &cap);
    snprintf(number, sizeof number, "--seed=%d", r->seed);
    MEM_PUSH(argv, n, cap, mem_string(number));
    MEM_PUSH(argv, n, cap, mem_string("--json"));
    MEM_PUSH(argv, n, cap, NULL);
    bool ok = job_start(c, argv, r->time_limit < 1 ? 1 : r->time_limit, 10 * r->time_limit + 10, r->memory_mb, err);
    for (int i = 0; i < n; i++) mem_free(argv[i]);
    mem_free(argv);
    return ok;
}

static void set(struct row_text *row, enum column c, const char *s)
{
    mem_free(row->field[c]);
    row->field[c] = mem_string(s);
}

static void set_json(struct row_text *row, enum column c, const json_t *v)
{
    char number[64];
    if (json_is_string(v))
        set(row, c, json_string_value(v));
    else if (json_is_integer(v) || json_is_real(v)) {
        snprintf(number, sizeof number, json_is_integer(v) ? "%.0f" : "%.6f", json_number_value(v));
        set(row, c, number);
    } else if (json_is_boolean(v))
        set(row, c, json_is_true(v) ? "yes" : "no");
}

/* caught: the program itself said what was wrong with the answer. */
static const char *ending(const struct job *c, bool caught)
{
    if (c->timed_out || c->status == 128 + 24 || c->status == 128 + 9) return "timeout";
    switch (c->status) {
    case 1:
    case 2: return "refused";
    case 3: return caught ? "failed" : "machine"; /* memory, most likely */
    default: return "crashed";
    }
}

static void take_trace(struct row_text *row, const json_t *trace)
{
    struct text t = {0};
    size_t i;
    json_t *step;
    json_array_foreach((json_t *)trace, i, step) {
        if (i) text_char(&t, ' ');
        for (size_t k = 0; k < json_array_size(step); k++) {
            const json_t *v = json_array_get(step, k);
            if (k) text_char(&t, ':');
            if (json_is_number(v)) text_add(&t, "%g", json_number_value(v));
        }
    }
    set(row, COL_TRACE, text_string(&t));
    text_release(&t);
}

static void take_answer(struct row_text *row, const json_t *o)
{
    static const struct { enum column c; const char *key; } direct[] = {
        {COL_PUZZLE, "puzzle"}, {COL_FORMULATION, "formulation"}, {COL_PARITY, "parity"}, {COL_SEARCH, "search"},
        {COL_SOLVER, "solver"}, {COL_SOLVER_VERSION, "solver_version"}, {COL_STATUS, "status"},
        {COL_OBJECTIVE, "objective"}, {COL_LOWER, "lower_bound"}, {COL_UPPER, "upper_bound"}, {COL_VARS, "vars"},
        {COL_CLAUSES, "clauses"}, {COL_LITERALS, "literals"}, {COL_ENCODE, "encode_seconds"},
        {COL_SOLVE, "solve_seconds"}, {COL_FIRST, "first_seconds"}, {COL_CALLS, "solver_calls"},
        {COL_CONFLICTS, "conflicts"}, {COL_VERIFIED, "verified"}, {COL_NOTE, "error"},
    };
    for (size_t i = 0; i < sizeof direct / sizeof *direct; i++)
        set_json(row, direct[i].c, json_object_get(o, direct[i].key));
    const json_t *used = json_object_get(o, "encoders_used");
    for (int k = 0; k < KINDS; k++)
        set_json(row, (enum column)(COL_AMO + k), json_object_get(used, kind_name((enum kind)k)));
    take_trace(row, json_object_get(o, "trace"));
}

static struct row_text finish(const struct bench *b, const struct run *r, struct job *c)
{
    struct row_text row;
    char number[64];
    for (int i = 0; i < COLUMNS; i++) row.field[i] = mem_string("");
    json_t *o = json_loads(text_string(&c->out), 0, NULL);
    bool answered = o && (c->status == 0 || c->status == 10 || c->status == 20 || c->status == 30);
    if (o) take_answer(&row, o);
    if (!answered) set(&row, COL_STATUS, ending(c, *row.field[COL_NOTE]));
    json_decref(o);
    set(&row, COL_SUITE, r->suite);
    set(&row, COL_SECTION, r->section);
    set(&row, COL_INSTANCE, r->instance);
    set(&row, COL_CHOICES, r->choices);
    snprintf(number, sizeof number, "%d", r->seed);
    set(&row, COL_SEED, number);
    snprintf(number, sizeof number, "%.3f", c->cpu);
    set(&row, COL_CPU, number);
    snprintf(number, sizeof number, "%g", r->time_limit);
    set(&row, COL_LIMIT, number);
    snprintf(number, sizeof number, "%ld", c->peak_kb);
    set(&row, COL_PEAK, number);
    set(&row, COL_HOST, b->host);
    set(&row, COL_VERSION, VERSION);
    return row;
}

/* A row is on the disk before the next run starts. */
static bool append(struct bench *b, const struct row_text *row, struct text *err)
{
    struct text line = {0};
    row_line(row, &line);
    bool ok = fwrite(line.s, 1, line.n, b->out) == line.n && !fflush(b->out);
    if (ok) fsync(fileno(b->out));
    text_release(&line);
    b->done++;
    if (!b->quiet)
        fprintf(stderr, "%s%4d/%d  %8.2f s  %-13s %s %s%s", isatty(2) ? "\r\033[K" : "", b->done, b->total,
                row_number(row, COL_CPU), row->field[COL_STATUS], row->field[COL_INSTANCE], row->field[COL_CHOICES],
                isatty(2) ? "" : "\n");
    return ok || text_error(err, "The row could not be written (%s); make room and use --resume.", strerror(errno));
}

/* ---- all runs --------------------------------------------------------------------------------------------------- */

static bool is_done(const struct rows *rows, const struct run *r)
{
    char seed[16];
    snprintf(seed, sizeof seed, "%d", r->seed);
    for (int i = 0; i < rows->n; i++)
        if (!strcmp(rows->v[i].field[COL_INSTANCE], r->instance) && !strcmp(rows->v[i].field[COL_CHOICES], r->choices) &&
            !strcmp(rows->v[i].field[COL_SEED], seed))
            return true;
    return false;
}

enum { MOST_JOBS = 64 };

static bool run_all(struct bench *b, const struct run *runs, int n, const struct rows *done, int jobs, struct text *err)
{
    struct job child[MOST_JOBS];
    const struct run *of[MOST_JOBS];
    struct job *busy[MOST_JOBS];
    int running = 0, next = 0;
    bool ok = true;
    while (ok && !interrupted()) {
        for (; next < n && running < jobs && ok; next++) {
            if (is_done(done, &runs[next])) continue;
            of[running] = &runs[next];
            ok = start(b, &runs[next], &child[running], err);
            running += ok;
        }
        if (!running || !ok) break;
        for (int i = 0; i < running; i++) busy[i] = &child[i];
        jobs_wait(busy, running, 1e6);
        for (int i = running - 1; i >= 0 && ok; i--) {
            if (!child[i].ended) continue;
            struct row_text row = finish(b, of[i], &child[i]);
            ok = append(b, &row, err);
            row_release(&row);
            job_release(&child[i]);
            child[i] = child[--running];
            of[i] = of[running];
        }
    }
    for (int i = 0; i < running; i++) job_release(&child[i]);
    if (!b->quiet && isatty(2)) fputs("\r\033[K", stderr);
    return ok;
}

/* ---- the directory ------------------------------------------------------------------------------------------------ */

static bool open_rows(struct bench *b, const char *dir, const char *name, bool resume, struct rows *done, struct text *err)
{
    struct text path = {0}, old = {0};
    bool ok = true;
    if (mkdir(dir, 0777) && errno != EEXIST)
        return text_error(err, "The directory %s cannot be made (%s).", dir, strerror(errno));
    text_add(&path, "%s/%s", dir, name);
    bool exists = !access(path.s, F_OK);
    if (exists && !resume) {
        ok = text_error(err, "%s exists already; choose a new directory, or --resume to go on with it.", path.s);
    } else if (exists) {
        size_t whole = 0;
        ok = read_file(path.s, &old, err);
        if (ok && !strchr(text_string(&old), '\n')) { /* killed before the header was whole */
            text_clear(&old);
            if (truncate(path.s, 0)) ok = text_error(err, "%s cannot be repaired (%s).", path.s, strerror(errno));
        }
        if (ok && old.n) {
            ok = rows_parse(old.s, path.s, done, &whole, err);
            if (ok && whole < old.n && truncate(path.s, (off_t)whole)) /* the line that was being written */
                ok = text_error(err, "%s cannot be repaired (%s).", path.s, strerror(errno));
        }
    }
    if (ok) {
        b->out = fopen(path.s, "ab");
        if (!b->out) ok = text_error(err, "%s cannot be written (%s).", path.s, strerror(errno));
    }
    if (ok && !done->n && !old.n) {
        struct text header = {0};
        rows_header(&header);
        fputs(header.s, b->out);
        text_release(&header);
    }
    text_release(&path);
    text_release(&old);
    return ok;
}

static bool copy_suite(const struct suite *s, const char *dir, struct text *err)
{
    struct text path = {0};
    struct file f;
    text_add(&path, "%s/suite.txt", dir);
    bool ok = file_open(&f, path.s, err);
    if (ok) {
        fprintf(f.out, "name %s\nabout %s\n%s", s->name, s->about ? s->about : "", text_string(&s->baselines));
        ok = file_commit(&f, err);
    }
    text_release(&path);
    return ok;
}

static void shell_word(const char *s)
{
    putchar('\'');
    for (; *s; s++)
        if (*s == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*s);
    putchar('\'');
}

static int list_runs(const struct suite *s, const char *self, const char *dir)
{
    for (int i = 0; i < s->n; i++) {
        const struct run *r = &s->v[i];
        shell_word(self);
        fputs(" bench ", stdout);
        shell_word(r->suite);
        fputs(" --section ", stdout);
        shell_word(r->section);
        fputs(" --run ", stdout);
        shell_word(r->instance);
        fputs(" --choices ", stdout);
        shell_word(r->choices);
        printf(" --seed %d --time-limit %g --memory-limit %d -o ", r->seed, r->time_limit, r->memory_mb);
        shell_word(dir ? dir : "rows");
        puts("");
    }
    return EXIT_DONE;
}

/* Contradictions among all rows of the directory stop the show. */
static int judge(const char *dir)
{
    struct rows rows = {0};
    struct text err = {0}, alarm = {0};
    int status = EXIT_DONE;
    if (!rows_directory(dir, &rows, &err))
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    else if (rows_contradictions(&rows, &alarm))
        status = complain(EXIT_NO, "These rows contradict each other or were caught:\n%s", text_string(&alarm));
    rows_release(&rows);
    text_release(&err);
    text_release(&alarm);
    return status;
}

static uint64_t hash(const char *s, uint64_t h)
{
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 1099511628211u;
    return h;
}

/* ---- the command ---------------------------------------------------------------------------------------------------- */

/* The one run that --run describes. */
static bool single(const struct options *o, const char *name, struct suite *s, struct text *err)
{
    const char *section = options_get(o, "section"), *choices = options_get(o, "choices"), *seed = options_get(o, "seed"), *limit = options_get(o, "time-limit"),
               *memory = options_get(o, "memory-limit");
    int64_t number = 0, mb = 4000;
    if ((seed && !number_parse(seed, &number)) || (memory && !number_parse(memory, &mb)) || number < 0 || mb < 0 ||
        number > INT32_MAX || mb > 1000000)
        return text_error(err, "The options --seed and --memory-limit take whole numbers.");
    *s = (struct suite){.name = mem_string(name)};
    struct run run = {.suite = mem_string(name), .section = mem_string(section ? section : "all"), .instance = mem_string(options_get(o, "run")),
                      .choices = mem_string(choices ? choices : ""), .seed = (int)number,
                      .time_limit = limit ? atof(limit) : 60, .memory_mb = (int)mb};
    MEM_PUSH(s->v, s->n, s->cap, run);
    return run.time_limit > 0 || text_error(err, "The option --time-limit takes a number of seconds, not '%s'.", limit);
}

static int bench(struct bench *b, const struct options *o, const struct suite *s)
{
    const char *dir = options_get(o, "output"), *jobs = options_get(o, "jobs");
    struct rows done = {0};
    struct text err = {0}, name = {0};
    int64_t n = 1;
    int status = EXIT_DONE;
    if (options_get(o, "list")) return list_runs(s, b->self, dir);
    if (!dir) return complain(EXIT_USAGE, "Say where the rows go: 'loophole bench %s -o DIR'.", s->name);
    if (jobs && (!number_parse(jobs, &n) || n < 1 || n > MOST_JOBS))
        return complain(EXIT_USAGE, "The option --jobs takes a number from 1 to %d, not '%s'.", MOST_JOBS, jobs);
    bool one = options_get(o, "run");
    if (one)
        text_add(&name, "row-%016llx.csv",
                 (unsigned long long)hash(s->v[0].instance, hash(s->v[0].choices, 1469598103934665603u + (unsigned)s->v[0].seed)));
    else
        text_put(&name, "rows.csv");
    b->total = s->n;
    if (!open_rows(b, dir, name.s, one || options_get(o, "resume"), &done, &err) || (!one && !copy_suite(s, dir, &err)))
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    b->done = done.n;
    if (!status && !run_all(b, s->v, s->n, &done, (int)n, &err)) status = complain(EXIT_MACHINE, "%s", text_string(&err));
    if (b->out) fclose(b->out);
    if (!status && interrupted())
        fprintf(stderr, "Stopped after %d of %d runs; --resume goes on.\n", b->done, b->total);
    else if (!status && !one)
        status = judge(dir);
    rows_release(&done);
    text_release(&err);
    text_release(&name);
    return status;
}

static int run(const struct command *self, int argc, char **argv)
{
    const struct option *tables[] = {bench_options, NULL};
    struct options o = {0};
    struct suite s = {0};
    struct text err = {0};
    struct bench b = {.started = clock_wall()};
    char **operand = NULL, exe[4096];
    int operands = 0, status;
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    b.self = exe;
    gethostname(b.host, sizeof b.host - 1);
    if (!arguments_parse(tables, argc, argv, &o, &operand, &operands, &err))
        status = complain(EXIT_USAGE, "%s", text_string(&err));
    else if (operands != 1)
        status = complain(EXIT_USAGE, "Name one suite, as in 'loophole %s smoke -o DIR'; 'loophole list suites' shows them.",
                          self->name);
    else if (!(options_get(&o, "run") ? single(&o, operand[0], &s, &err) : suite_read(&s, operand[0], &o, &err)))
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    else
        status = bench(&b, &o, &s);
    suite_release(&s);
    options_release(&o);
    mem_free(operand);
    text_release(&err);
    return status;
}

const struct command command_bench = {
    .name = "bench",
    .usage = "SUITE -o DIR [options]",
    .about = "encodings against each other; resumable; CSV",
    .options = bench_options,
    .takes = TAKES_INTERRUPTS,
    .run = run,
};
