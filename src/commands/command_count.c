#include "base/natural.h"
#include "base/number.h"
#include "base/terminal.h"
#include "base/watchdog.h"
#include "commands/search_report.h"
#include "commands/answer.h"

#include <string.h>

struct count_choices {
    bool list;
    int limit;
    enum option_answer cubes;
    bool all_costs;
    bool quiet;
    bool forced;
    const char *bound;
};

#define FIELD(name) .offset = offsetof(struct count_choices, name)
static const struct option count_options[] = {
    FLAG_OPTION("print-solutions", list, "print each solution, in the puzzle's notation", .needs = "!forced"),
    INTEGER_OPTION("limit", "N", 1, INT32_MAX, limit, "stop after N solutions", .needs = "!forced"),
    YES_NO_OPTION("split-cases", cubes,
                  "count case by case, each in a new solver, if the formulation names cases (default yes)",
                  .needs = "!forced"),
    FLAG_OPTION("all-costs", all_costs, "count all solutions, not only the optimal ones", .needs = "!bound"),
    FLAG_OPTION("forced", forced,
                "instead of a number, print what is the same in all these solutions: cells of a board, or variables"),
    TEXT_OPTION("bound", "K", bound, "count the solutions whose objective value is K or better"),
    FLAG_OPTION("quiet", quiet,
                "print the number only, after the solutions of --print-solutions; >=N: there may be more",
                .letter = 'q'),
    {0},
};

/* State for the final output, printed by the command or, at a limit, by the watchdog. */
struct counting {
    struct search_report report; /* its progress line is cleared for each listed solution */
    struct solution_count solution_count;
    struct natural total;
    struct solution_count seen; /* copy, updated at each solution up to the limit; guarded by the watchdog */
    int64_t limit;              /* 0: none; the search looks for one more solution than this */
    bool more;                  /* it was found: there are more than `limit` */
    bool show;
    json_t *list; /* solutions for --json, or NULL */
};

static void each(void *state, const struct solution *found)
{
    const char *solution = text_string(&found->text);
    struct counting *k = state;
    watchdog_lock(k->report.r->job.watchdog);
    k->more = k->limit && k->solution_count.solutions > k->limit;
    if (!k->more) k->seen = k->solution_count;
    if (k->list && !k->more) json_push(k->list, json_text(solution));
    if (k->show && !k->list && !k->more) {
        progress_clear(&k->report.p);
        bool block = strcspn(solution, "\n") + 1 < strlen(solution); /* a blank line follows several lines */
        terminal_print("%s%s", solution, block ? "\n" : "");
        if (ferror(stdout)) k->report.r->job.cancelled = true; /* the reader closed standard output */
    }
    watchdog_unlock(k->report.r->job.watchdog);
}

static bool count_failed(const struct answer *a) { return a->status == STATUS_FAILED || a->status == STATUS_REFUSED; }

static void count_search(void *counting, struct answer *a)
{
    struct counting *k = counting;
    search_report_logged(k->report.r, &k->solution_count, a);
}

static void count_number(const struct solution_count *c, struct text *out)
{
    if (c->total)
        natural_print(c->total, out);
    else
        text_add(out, "%lld", (long long)c->solutions);
}

static void print_count(const struct request *r, const struct solution_count *c, bool more, const struct answer *a)
{
    SCOPED(text) line = {0};
    text_add(&line, "%s %s: ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    text_put(&line, c->complete ? "" : "found ");
    count_number(c, &line);
    text_add(&line, " %s", plural(c->solutions, "solution", "solutions"));
    if (r->stated.problem.bounded) {
        text_put(&line, " with ");
        request_bound_words(r, &line);
    } else if (a->has_objective && !c->all_costs) {
        text_put(&line, " with ");
        text_count(&line, a->objective_value, r->stated.problem.objective.name);
    }
    answer_projection(a, &line);
    if (!c->complete) text_put(&line, more ? ", and there are more" : ", maybe more");
    if (c->orbits >= 0 && (c->solutions || !c->complete))
        text_add(&line, ", %s%lld up to symmetry", c->complete ? "" : "at least ", (long long)c->orbits);
    if (c->complete) {
        text_put(&line, c->solutions ? ", and no more, " : ", ");
        evidence_verdict(r, a, "", &line);
    } else {
        text_put(&line, "; ");
        if (more)
            text_put(&line, "stopped by --limit");
        else
            search_report_stopped(r, &line);
        if (a->share > 0) text_add(&line, " with %.2g %% of the search done", 100 * a->share);
    }
    terminal_sentences("%s.\n", line.s);
    if (r->note.n) terminal_sentences("%s\n", text_string(&r->note));
    evidence_print(r, a, c->complete ? c->solutions ? "other solutions" : "formula" : NULL);
    evidence_print_method(r, a, false);
}

static void print_count_json(const struct request *r, const struct solution_count *c, bool more, const struct answer *a,
                             json_t *list)
{
    json_t *o = json_answer(r, a, c->complete);
    SCOPED(text) number = {0};
    count_number(c, &number);
    json_put(o, "solution_count", c->solutions < INT64_MAX ? json_number(c->solutions) : json_text(number.s));
    json_put(o, "solution_count_up_to_symmetry", c->orbits < 0 ? json_null() : json_number(c->orbits));
    json_put(o, "complete", json_boolean(c->complete));
    json_put(o, "more", c->complete || more ? json_boolean(more) : json_null());
    if (list) json_put(o, "solution_list", json_incref(list));
    json_print(o);
}

static int count_finish(void *counting)
{
    const struct counting *k = counting;
    const struct request *r = k->report.r;
    const struct answer *a = &k->report.a;
    struct solution_count c = k->more ? k->seen : k->solution_count;
    SCOPED(text) number = {0};
    count_number(&c, &number);
    if (a->note.n) report_error(0, "%s", text_string(&a->note));
    if (a->engine) evidence_idle(r, &a->encoders);
    if (count_failed(a) || a->unlogged) report_error(EXIT_SYSTEM, "%s", text_string(&a->err));
    if (count_failed(a)) return (int)a->status;
    if (r->shown.json)
        print_count_json(r, &c, k->more, a, k->list);
    else if (r->shown.quiet)
        terminal_print("%s%s\n", c.complete ? "" : ">=", text_string(&number));
    else
        print_count(r, &c, k->more, a);
    if (a->unlogged) return EXIT_SYSTEM;
    return c.complete ? EXIT_DONE : k->more ? EXIT_MORE : EXIT_STOPPED;
}

static void count_stopped(void *counting, const char *failure)
{
    struct counting *k = counting;
    k->solution_count = k->seen;
    k->solution_count.total = NULL; /* another thread may be changing it */
    k->solution_count.complete = false;
    if (k->report.a.status == STATUS_UNKNOWN && k->seen.solutions) k->report.a.status = STATUS_SATISFIABLE;
}

/* ---- what is the same in all solutions ------------------------------------------------------- */

/* The state of --forced, for the final output by the command or, at a limit, by the watchdog. */
struct forcing {
    struct search_report report;
    struct backbone b;
    struct solution common; /* of the boards found so far; INT64_MIN: not the same in all */
};

static void forcing_guard(void *forcing, bool begin)
{
    struct forcing *f = forcing;
    (begin ? watchdog_lock : watchdog_unlock)(f->report.r->job.watchdog);
}

static void forcing_each(void *forcing, const struct solution *solution)
{
    struct forcing *f = forcing;
    const struct stated_problem *q = &f->report.r->stated;
    if (q->problem.puzzle->symmetry.image) cells_join(q->problem.puzzle, q->instance, &f->common, solution);
}

static void print_names(const char *label, const struct strings *names)
{
    SCOPED(text) words = {0};
    for (int i = 0; i < names->n; i++) text_add(&words, "%s%s", i ? ", " : "", names->v[i]);
    if (names->n) evidence_print_labelled(label, words.s);
}

static void print_forced(const char *label, const struct backbone *b, int sign)
{
    SCOPED(strings) names = {0};
    for (int i = 0; i < b->forced.n; i++)
        if (lit_sign(b->forced.v[i]) == sign) strings_add(&names, b->names.v[i]);
    print_names(label, &names);
}

/* Integers as --forced prints them. */
struct forced_integers {
    struct strings forced, left, undecided; /* "x = 3"; "y: 1..3 5"; the same, but not all of these values are known */
    json_t *list;
};

static void forced_integers_release(struct forced_integers *n)
{
    strings_release(&n->forced);
    strings_release(&n->left);
    strings_release(&n->undecided);
    json_decref(n->list);
}

static struct forced_integers list_integers(const struct backbone *b)
{
    struct forced_integers out = {.list = json_array()};
    const struct backbone_range *r = b->range, *end = r + b->ranges;
    for (int i = 0; i < b->integers.n; i++) {
        SCOPED(text) line = {0};
        json_t *ranges = json_array();
        bool one = r->lo == r->hi && (r + 1 == end || r[1].integer != i), open = false;
        text_add(&line, "%s%s", b->integers.v[i], one ? " =" : ":");
        while (r < end && r->integer == i) {
            const int64_t lo = r->lo;
            for (open = open || r->open; r + 1 < end && r[1].integer == i && r[1].lo == r->hi + 1; r++)
                open = open || r[1].open;
            text_add(&line, lo < r->hi ? " %lld..%lld" : " %lld", (long long)lo, (long long)r->hi);
            json_push(ranges, json_pack("[II]", lo, r->hi));
            r++;
        }
        strings_add(open ? &out.undecided : one ? &out.forced : &out.left, line.s);
        json_push(out.list, json_pack("{ss so sb}", "name", b->integers.v[i], "left", ranges, "exact", !open));
    }
    return out;
}

/* The names of the variables that are forced to be true, or false. */
static json_t *names_json(const struct backbone *b, int sign)
{
    json_t *list = json_array();
    for (int i = 0; i < b->forced.n; i++)
        if (lit_sign(b->forced.v[i]) == sign) json_push(list, json_text(b->names.v[i]));
    return list;
}

static void print_forced_json(const struct forcing *f, const struct forced_integers *integers)
{
    json_t *o = json_answer(f->report.r, &f->report.a, f->b.complete);
    json_put(o, "complete", json_boolean(f->b.complete));
    json_put(o, "forced_true", names_json(&f->b, 1));
    json_put(o, "forced_false", names_json(&f->b, -1));
    json_put(o, "integers", json_incref(integers->list));
    json_put(o, "forced_board", f->common.n && f->b.complete ? json_text(text_string(&f->common.text)) : json_null());
    json_print(o);
}

static int forced_finish(void *forcing)
{
    const struct forcing *f = forcing;
    const struct request *r = f->report.r;
    const struct backbone *b = &f->b;
    SCOPED(text) line = {0};
    SCOPED(forced_integers) integers = list_integers(b);
    int same = b->forced.n + integers.forced.n, all = b->variables;
    const char *things = f->common.n ? "cells" : "variables";
    if (f->common.n) {
        all = f->common.n;
        same = cells_count(&f->common);
    }
    text_add(&line, "%s %s: ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    if (count_failed(&f->report.a)) return report_error((int)f->report.a.status, "%s", text_string(&f->report.a.err));
    if (r->shown.json) {
        print_forced_json(f, &integers);
    } else if (f->report.a.status == STATUS_UNSATISFIABLE) {
        text_put(&line, "there is no solution, ");
        evidence_verdict(r, &f->report.a, "", &line);
        terminal_sentences("%s.\n", line.s);
    } else if (!b->solutions) {
        search_report_stopped(r, &line);
        terminal_sentences("%s; no solution to compare yet.\n", line.s);
    } else {
        text_add(&line, "%s%d of %d %s %s ", b->complete ? "" : "at least ", same, all, things,
                 plural(same, "is", "are"));
        if (b->complete || !f->common.n) {
            bool best = r->stated.problem.objective.name && !b->all_costs && !r->stated.problem.bounded;
            bool optimal = best && f->report.a.has_objective;
            text_put(&line, optimal ? "the same in all optimal solutions" : "the same in all solutions");
            text_put(&line, r->stated.problem.bounded ? " with " : "");
            if (r->stated.problem.bounded) request_bound_words(r, &line);
            answer_projection(&f->report.a, &line);
            text_put(&line, ", ");
            evidence_verdict(r, &f->report.a, "", &line);
        } else {
            text_add(&line, "the same in the %lld solutions found, perhaps not in all", (long long)b->solutions);
        }
        if (!b->complete) {
            text_put(&line, "; ");
            search_report_stopped(r, &line);
            text_add(&line, ", %d of %d variables are open", b->open, b->variables);
        }
        if (!r->shown.quiet)
            terminal_sentences("%s.\n", line.s);
        else if (!b->complete)
            terminal_print("; %d of %d variables are open\n", b->open, b->variables);
        if (f->common.n) {
            terminal_print("%s", text_string(&f->common.text));
        } else {
            print_forced("true:", b, 1);
            print_forced("false:", b, -1);
            print_names("values:", &integers.forced);
            print_names("left:", &integers.left);
            print_names("open:", &integers.undecided);
        }
        if (!r->shown.quiet) evidence_print(r, &f->report.a, b->complete ? "other values" : NULL);
    }
    return b->complete ? EXIT_DONE : EXIT_STOPPED;
}

static void forced_stopped(void *forcing, const char *failure)
{
    struct forcing *f = forcing;
    if (f->report.a.status == STATUS_UNKNOWN && f->b.solutions) f->report.a.status = STATUS_SATISFIABLE;
}

static void forced_search(void *forcing, struct answer *a)
{
    struct forcing *f = forcing;
    search_backbone(&f->report.r->stated.problem, &f->b, a);
}

static int count_forced(struct request *r)
{
    const struct count_choices *c = r->own;
    struct forcing f = {.report = {.search = forced_search, .stopped = forced_stopped, .finish = forced_finish}};
    f.b = (struct backbone){.all_costs = c->all_costs, .each = forcing_each, .guard = forcing_guard, .state = &f};
    int status = search_report_run(&f.report, r);
    search_backbone_release(&f.b);
    solution_release(&f.common);
    return status;
}

static int count(struct request *r)
{
    const struct count_choices *c = r->own;
    struct counting k = {
        .report = {.counting = true, .search = count_search, .stopped = count_stopped, .finish = count_finish},
        .show = c->list};
    if (!request_within(r, c->bound)) return EXIT_USAGE;
    r->stated.problem.prove = (enum prove)r->shown.proof_check;
    if (c->forced) return count_forced(r);
    k.limit = c->limit;
    k.solution_count = (struct solution_count){.symmetric = true,
                                               .limit = c->limit ? (int64_t)c->limit + 1 : 0,
                                               .unsplit = c->cubes == OPTION_NO,
                                               .all_costs = c->all_costs,
                                               .each = each,
                                               .state = &k};
    if (r->shown.json && k.show) k.list = json_array();
    if (!k.show && !k.limit) k.solution_count.total = &k.total;
    k.seen = k.solution_count;
    k.seen.orbits = -1;
    int status = search_report_run(&k.report, r);
    natural_release(&k.total);
    json_decref(k.list);
    return status;
}

const struct command command_count = {
    .name = "count",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Solve and play",
    .about = "count the solutions, or print all of them",
    .text =
        "Counts all solutions; with an objective, all optimal ones. For puzzles with symmetries it also counts "
        "the solutions up to symmetry. At a limit it prints how many it has found. Exit status: 0 all were counted, 4 "
        "there are more than --limit, 5 a limit or a signal stopped it.",
    .examples =
        {
            {"loophole count tank 4", "the number of solutions of a 4x4 board"},
            {"loophole count gunport 4x4 --print-solutions", "print each optimal board, too"},
            {"loophole count gunport 4x4 --all-costs --quiet", "the number of all packings, and nothing else"},
        },
    COMMAND_OPTIONS(count),
    .without = "engine:!bound search:!bound log:!bound",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_PROOFS | TAKES_JSON | TAKES_CTRL_C,
    .run = count,
};
