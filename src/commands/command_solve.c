#include "base/number.h"
#include "commands/answer.h"
#include "commands/search_report.h"

#include "base/clock.h"
#include "base/terminal.h"
#include "base/watchdog.h"

#include <string.h>
#include <unistd.h>

struct solve_choices {
    int jobs;
    int watch; /* index of the format of --progress: 0 text, 1 JSON */
    enum { SOLVE_TEXT, SOLVE_COMPETITION, SOLVE_FLATZINC } format;
    enum { SOLVE_LAST, SOLVE_BETTER, SOLVE_ALL } solutions;
    int limit;
    bool statistics;
    bool unique;
    const char *bound;
};

#define FIELD(name) .offset = offsetof(struct solve_choices, name)
static const struct option solve_options[] = {
    JOBS_OPTION(jobs, .needs = "!bound"),
    WORD_OPTION("progress", "text json", watch,
                "the progress on standard error; json: one line whenever a bound improves (default text)"),
    FLAG_OPTION("unique", unique,
                "report whether the solution is unique; if not, print another one, and end with status 4",
                .needs = "!format=competition"),
    WORD_OPTION("format", "text competition flatzinc", format,
                "competition: s, o and v lines as solvers of formula files print them; flatzinc: as MiniZinc reads "
                "solutions (default text)",
                .needs = "!json"),
    WORD_OPTION("solutions", "last better all", solutions,
                "with --format flatzinc: print the last one, each better one, or all, if there is no objective "
                "(default last)",
                .needs = "format=flatzinc"),
    INTEGER_OPTION("limit", "N", 1, INT32_MAX, limit, "with --solutions all: stop after N", .needs = "solutions=all"),
    FLAG_OPTION("statistics", statistics, "with --format flatzinc: print statistics, as MiniZinc reads them",
                .needs = "format=flatzinc"),
    TEXT_OPTION("bound", "K", bound,
                "find any solution whose objective value is K or better, or prove that there is none"),
    {0},
};

/* ---- progress of the bounds ------------------------------------------------------------------ */

struct search_trace {
    bool watch;
    void (*improved)(struct answer_stream *s, const struct answer *a); /* prints a better solution; NULL: nothing */
    struct answer_stream stream;
    double start;
    json_t *trace; /* for --json, or NULL: {seconds, lower_bound, upper_bound} at each change */
    int64_t lower, upper;
};

/* Appends CPU seconds and both bounds, in the puzzle's objective value, if a bound changed. */
static void solve_trace(struct search_trace *p, const struct answer *a)
{
    int64_t lower = a->has_lower ? a->lower : INT64_MIN, upper = a->has_upper ? a->upper : INT64_MAX;
    if (lower == p->lower && upper == p->upper) return;
    p->lower = lower;
    p->upper = upper;
    json_t *step = json_object();
    json_put(step, "seconds", json_real((double)(int64_t)((clock_cpu() + clock_cpu_children()) * 1e4) / 1e4));
    json_put(step, "lower_bound", a->has_lower ? json_number(lower) : json_null());
    json_put(step, "upper_bound", a->has_upper ? json_number(upper) : json_null());
    json_push(p->trace, step);
}

/* Prints the progress on standard error as one line of JSON, with seconds of wall time. */
static void watch(const struct search_trace *p, const struct answer *a)
{
    json_t *o = json_object();
    json_put(o, "seconds", json_real((double)(int64_t)((clock_wall() - p->start) * 1e3) / 1e3));
    json_put(o, "lower_bound", a->has_lower ? json_number(a->lower) : json_null());
    json_put(o, "upper_bound", a->has_upper ? json_number(a->upper) : json_null());
    json_put(o, "solver_calls", json_integer(a->calls));
    json_put(o, "share", json_real(a->share));
    json_put(o, "solution", json_text(a->solution.n ? text_string(&a->solution.text) : NULL));
    json_write(o, JSON_COMPACT, stderr);
}

static void step(void *state, const struct answer *a)
{
    struct search_trace *p = state;
    if (p->trace) solve_trace(p, a);
    if (p->watch) watch(p, a);
    if (p->improved) p->improved(&p->stream, a);
}

/* ---- summary --------------------------------------------------------------------------------- */

static void put_verdict(const struct request *r, const struct answer *a, struct text *out)
{
    const char *unit = r->stated.problem.objective.name;
    const bool bounded = r->stated.problem.bounded;
    SCOPED(text) line = {0};
    text_add(out, "%s %s: ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    if (a->status == STATUS_OPTIMAL) {
        evidence_verdict(r, a, "optimal", &line);
        text_count(out, a->objective_value, unit);
        text_add(out, ", %s.", text_string(&line));
    } else if (a->status == STATUS_SATISFIABLE && bounded) {
        text_count(out, a->objective_value, unit);
        text_put(out, ", within the bound (");
        request_bound_words(r, out);
        text_put(out, ").");
    } else if (a->status == STATUS_SATISFIABLE) {
        text_put(out, "solved.");
    } else if (a->status == STATUS_UNSATISFIABLE) {
        evidence_verdict(r, a, "", &line);
        text_put(out, bounded ? "no solution has " : "no solution exists");
        if (bounded) request_bound_words(r, out);
        text_add(out, ", %s.", text_string(&line));
    } else {
        search_report_bounds(a, unit ? unit : "", &line);
        search_report_stopped(r, out);
        text_add(out, "; %s.", text_string(&line));
    }
}

static void print_parity(const struct parity_report *p)
{
    const struct parity_facts *f = &p->facts;
    SCOPED(text) out = {0};
    if (!p->used) return;
    text_add(&out, "%d %s over %d %s, %d inactive %s, rank %d", f->rows, plural(f->rows, "row", "rows"), f->columns,
             plural(f->columns, "variable", "variables"), f->inactive, plural(f->inactive, "column", "columns"),
             f->rank);
    if (p->classes)
        text_add(&out, ", kernel of dimension %d, %d %s", f->dimension, p->classes,
                 plural(p->classes, "class", "classes"));
    if (p->symmetries) text_add(&out, ", %d %s", p->symmetries, plural(p->symmetries, "symmetry", "symmetries"));
    text_add(&out, "; %.2f s", f->seconds);
    if (p->classes) text_add(&out, ", repeated in %.2f s", p->recheck_seconds);
    text_put(&out, " CPU.");
    evidence_print_labelled("parity:", out.s);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* What the problem asks for, in a sentence about it. */
static const char *solve_object(const struct request *r, const struct answer *a)
{
    return a->has_objective && !r->stated.problem.bounded ? "optimum" : "solution";
}

/* Draws another solution, and prints where it differs. */
static void print_second(const struct request *r, const struct answer *a, const struct solution *second)
{
    struct request drawn = *r;
    SCOPED(text) cells = {0};
    const struct puzzle *p = r->stated.problem.puzzle;
    int n = cells_compare(p) ? cells_differ(r, &a->solution, second, &cells) : 0;
    drawn.shown.svg = drawn.shown.png = NULL; /* these show the first */
    terminal_sentences("The %s is not unique. Another one:\n", solve_object(r, a));
    picture_solution(&drawn, second, "Another solution.");
    if (n)
        terminal_sentences("It differs in %d %s: %s.\n", n,
                           p->files ? plural(n, "variable", "variables") : plural(n, "cell", "cells"), cells.s);
}

static void solve_print_answer(const struct request *r, const struct answer *a, const char *verdict, int unique,
                               const struct solution *second, json_t *steps)
{
    const struct solve_choices *c = r->own;
    if (r->shown.json) {
        json_t *o = json_answer(r, a, evidence_complete(a) || unique > 0);
        answer_violated_json(r, a->solution.n ? &a->solution : NULL, o);
        json_put(o, "unique", unique < 0 ? json_null() : json_boolean(unique));
        if (second->n) json_put(o, "second_solution", json_text(text_string(&second->text)));
        json_put(o, "trace", json_incref(steps));
        json_print(o);
    } else if (r->shown.quiet) {
        SCOPED(text) words = {0};
        terminal_print("%s", answer_words(r, &a->solution, &words));
    } else {
        terminal_words(stdout, verdict);
        terminal_print("\n");
        if (unique == 0 && second->n)
            print_second(r, a, second);
        else if (unique == 0)
            terminal_sentences("The %s is not unique.\n", solve_object(r, a));
        SCOPED(text) proved = {0}, projection = {0}, refuted = {0};
        evidence_verdict(r, a, "", &proved);
        answer_projection(a, &projection);
        if (unique > 0)
            terminal_sentences("The %s is unique%s, %s.\n", solve_object(r, a), text_string(&projection), proved.s);
        if (c->unique && unique < 0 && a->solution.n) {
            SCOPED(text) why = {0};
            search_report_stopped(r, &why);
            terminal_sentences("Whether the %s is unique is not decided; %s.\n", solve_object(r, a), why.s);
        }
        if (r->note.n) terminal_sentences("%s\n", text_string(&r->note));
        answer_violated_print(r, a->solution.n ? &a->solution : NULL);
        evidence_refuted(a, r->stated.problem.objective.name, unique > 0, &refuted);
        evidence_print(r, a, evidence_complete(a) || unique > 0 ? text_string(&refuted) : NULL);
        print_parity(&a->parity);
        evidence_print_method(r, a, true);
    }
}

static void solve_logged(struct request *r, struct answer *a)
{
    search_report_logged(r, NULL, a);
    if (evidence_complete(a) && r->shown.log && !a->unlogged && search_logs(&r->stated.problem) && !a->log_proves)
        text_add(&a->note,
                 "%sThe proof in %s does not show that the answer is final; leave out --solver and --search, and name "
                 "each variable with two characters or more, without a colon.",
                 a->note.n ? " " : "", r->shown.log);
}

/* Prints the chosen encoders, with --verbose, unless the solver takes sums as they are. */
static void solve_log_encoders(const struct request *r)
{
    if (!r->shown.verbose || solver_sums(r->stated.problem.choices.solver)) return;
    SCOPED(model) *m = model_new();
    search_build(&r->stated.problem, INT64_MAX, m);
    search_report_choices(r, m, INT64_MAX);
}

/* State for the final output, printed by the command or, at a limit, by the watchdog. */
struct solving {
    struct search_report report;
    struct search_trace steps;
    int unique;                  /* as search_unique returns it */
    struct solution second;      /* another solution, or none */
    struct text unknown;         /* why uniqueness is unknown */
    struct solution_count count; /* if solutions are listed */
};

/* The exit status of an answer; with --unique, that of its uniqueness. */
static int solve_status(const struct request *r, const struct answer *a, int unique)
{
    const struct solve_choices *c = r->own;
    const bool found = a->status == STATUS_SATISFIABLE || a->status == STATUS_OPTIMAL;
    if (!c->unique || !(found || a->status == STATUS_UNKNOWN)) return (int)a->status;
    if (!found || unique < 0) return EXIT_STOPPED;
    return unique ? (int)a->status : EXIT_MORE;
}

static int solve_finish(void *solving)
{
    struct solving *s = solving;
    const struct request *r = s->report.r;
    const struct answer *a = &s->report.a;
    int status = solve_status(r, a, s->unique);
    bool json = r->shown.json;
    if (a->note.n) report_error(0, "%s", text_string(&a->note));
    if (a->engine) evidence_idle(r, &a->encoders);
    if (a->unlogged) status = EXIT_SYSTEM;
    if (a->err.n && (status == EXIT_SYSTEM || status == STATUS_REFUSED))
        report_error(status, "%s", text_string(&a->err));
    bool known = status != STATUS_REFUSED && (a->solution.n || a->status == STATUS_UNSATISFIABLE);
    SCOPED(text) verdict = {0};
    put_verdict(r, a, &verdict);
    if (known && picture_solution(r, a->solution.n ? &a->solution : NULL, text_string(&verdict))) status = EXIT_SYSTEM;
    bool nothing = a->status == STATUS_FAILED && !a->solution.n && !json;
    const struct solve_choices *c = r->own;
    if (c->format == SOLVE_FLATZINC && status != STATUS_REFUSED && status != STATUS_FAILED) {
        const bool complete = a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
        flatzinc_stream_end(&s->steps.stream, a, s->steps.stream.listed ? s->count.complete : complete);
        return EXIT_DONE;
    }
    if (c->format == SOLVE_COMPETITION && status != STATUS_REFUSED)
        competition_print(&s->steps.stream, r, a);
    else if (status != STATUS_REFUSED && !nothing)
        solve_print_answer(r, a, text_string(&verdict), s->unique, &s->second, s->steps.trace);
    if (s->unknown.n) status = report_error(EXIT_SYSTEM, "%s", text_string(&s->unknown));
    return status;
}

static void solve_stopped(void *solving, const char *failure)
{
    struct solving *s = solving;
    if (failure && s->report.answered) text_put(&s->unknown, failure);
}

/* Prints a solution as it comes, unless the watchdog prints the end. */
static void solve_each(void *solving, const struct solution *found)
{
    struct solving *s = solving;
    watchdog_lock(s->report.r->job.watchdog);
    flatzinc_stream_solution(&s->steps.stream, found);
    watchdog_unlock(s->report.r->job.watchdog);
}

/* The first answer is known; --unique may go on. */
static void solve_answered(void *solving, const struct answer *a)
{
    struct solving *s = solving;
    if (s->report.answered) return;
    watchdog_lock(s->report.r->job.watchdog);
    s->report.a = *a;
    s->report.answered = true;
    if (a->status != STATUS_REFUSED) step(&s->steps, a); /* the last line of progress is the answer */
    s->report.also = NULL;
    watchdog_unlock(s->report.r->job.watchdog);
}

static void solve_search(void *solving, struct answer *a)
{
    struct solving *s = solving;
    struct request *r = s->report.r;
    const struct solve_choices *c = r->own;
    struct search_second more = {.found = solve_answered, .state = s, .unique = -1};
    if (c->unique && !r->shown.log && c->jobs <= 1) r->stated.problem.second = &more;
    solve_log_encoders(r);
    if (s->steps.stream.listed)
        search_count(&r->stated.problem, &s->count, a);
    else
        solve_logged(r, a);
    solve_answered(s, a);
    r->stated.problem.second = NULL;
    if (c->unique && !more.asked && a->solution.n && !job_over(r->stated.problem.job))
        more.unique = search_unique(&r->stated.problem, false, a, &more.other, &more.answer);
    watchdog_end(&r->job);
    s->unique = more.unique;
    s->second = more.other;
    if (more.answer.status == STATUS_FAILED || more.answer.status == STATUS_REFUSED)
        text_put(&s->unknown, text_string(&more.answer.err));
    if (more.unique > 0) evidence_join(&a->evidence, &more.answer.evidence);
    answer_release(&more.answer);
}

static int solve(struct request *r)
{
    const struct solve_choices *c = r->own;
    r->stated.problem.prove = (enum prove)r->shown.proof_check;
    r->stated.problem.jobs = c->jobs;
    if (!request_within(r, c->bound)) return EXIT_USAGE;
    const struct puzzle *p = r->stated.problem.puzzle;
    if (c->format == SOLVE_COMPETITION && (!p->files || puzzle_declares(p)))
        return report_error(EXIT_USAGE, "The option --format competition is for files .opb, .wcnf and .cnf; leave it "
                                        "out.");
    if (c->format == SOLVE_FLATZINC && (!p->files || !p->files->assigns))
        return report_error(EXIT_USAGE, "The option --format flatzinc is for files .fzn; leave it out.");
    r->shown.quiet = r->shown.quiet || c->format;
    struct solving s = {.report = {.search = solve_search, .stopped = solve_stopped, .finish = solve_finish},
                        .unique = -1};
    s.steps = (struct search_trace){.watch = c->watch,
                                    .improved = c->format == SOLVE_COMPETITION ? competition_improved : NULL,
                                    .stream.statistics = c->statistics,
                                    .start = clock_wall(),
                                    .lower = INT64_MIN, /* means that no bound is known; none is reported */
                                    .upper = INT64_MAX};
    if (c->format == SOLVE_FLATZINC && c->solutions != SOLVE_LAST) {
        s.steps.stream.listed = c->solutions == SOLVE_ALL && !r->stated.problem.objective.name;
        if (!s.steps.stream.listed) s.steps.improved = flatzinc_stream_improved;
        s.count = (struct solution_count){.all_costs = true, .limit = c->limit, .each = solve_each, .state = &s};
    }
    if (r->shown.json) s.steps.trace = json_array();
    if (s.steps.trace || s.steps.watch || s.steps.improved) s.report.also = step;
    s.report.also_state = &s.steps;
    int status = search_report_run(&s.report, r);
    text_release(&s.unknown);
    solution_release(&s.second);
    json_decref(s.steps.trace);
    return status;
}

static int solve_unread(const struct request *r)
{
    const struct solve_choices *c = r->own;
    if (c->format == SOLVE_COMPETITION) dprintf(STDOUT_FILENO, "s UNKNOWN\n");
    if (c->format == SOLVE_FLATZINC) dprintf(STDOUT_FILENO, "=====UNKNOWN=====\n");
    return c->unique ? EXIT_STOPPED : (int)STATUS_UNKNOWN;
}

const struct command command_solve = {
    .name = "solve",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Solve and play",
    .about = "find a solution, or the best one with a proof",
    .text = "Finds a solution of a puzzle or of a formula file. With an objective it searches until no better "
            "solution is left, or until a limit or Ctrl-C; then it prints the best solution and both bounds. The "
            "verdict, its evidence (help evidence) and the method follow the picture. Exit status 10 is a solution, "
            "20 none, 30 an optimum; with --unique, 4 if it is not unique, and 5 if that is not decided.",
    .examples =
        {
            {"loophole solve gunport 7x7", "the most gunports on a 7x7 board, with a proof"},
            {"loophole solve fivers 5 --svg board.svg", "draw the answer into a file, too"},
            {"loophole solve gunport 9x9 --formulation monomino --time-limit 10",
             "another model, for at most 10 seconds"},
        },
    COMMAND_OPTIONS(solve),
    .without = "engine:!bound search:!bound log:!bound",
    .unread = solve_unread,
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_PROOFS | TAKES_PICTURE | TAKES_JSON | TAKES_CTRL_C,
    .run = solve,
};
