#include "base/terminal.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/watchdog.h"
#include "commands/search_report.h"

#include <string.h>

struct agree_choices {
    int count;
};

#define FIELD(name) .offset = offsetof(struct agree_choices, name)
static const struct option agree_options[] = {
    INTEGER_OPTION("count", "N", 0, INT32_MAX, count,
                   "also compare the number of solutions if there are at most N (default 200; 0: never)",
                   .initial = "200"),
    {0},
};

enum { BRUTE_VARS = 18 };
static const double SECONDS = 10;

/* The result of one way to solve the problem. */
struct agree_run {
    struct text name;
    struct answer a;
    bool counted;
    int64_t solutions;
    double seconds; /* CPU time */
};

struct comparison {
    const struct request *r;
    struct agree_run *way;
    int n;
    size_t cap;
    int64_t most; /* largest number of solutions that are counted */
    struct progress progress;
    struct job job;                /* of the current run */
    const char *formulation, *how; /* name the current run */
};

static void agree_progress(void *state, const struct job *j)
{
    struct comparison *c = state;
    const struct answer *a = j->so_far;
    SCOPED(text) line = {0};
    if (!progress_due(&c->progress)) return;
    text_add(&line, "%d %s, now %s, %s", c->n, plural(c->n, "answer", "answers"), c->formulation, c->how);
    if (a && a->conflicts > 0)
        text_add(&line, ", %lld %s", (long long)a->conflicts, plural(a->conflicts, "conflict", "conflicts"));
    progress_show(&c->progress, text_string(&line));
}

static struct problem problem_of(struct comparison *c, const struct formulation *f, const char *how)
{
    struct problem q = c->r->stated.problem;
    search_formulate(&q, f);
    q.jobs = 1;
    c->formulation = f->name;
    c->how = how;
    c->job = (struct job){.parent = q.job, .progress = agree_progress, .progress_state = c};
    agree_progress(c, &c->job);
    if (c->r->job.deadline <= 0 && c->r->job.cpu_end <= 0)
        job_begin(&c->job, SECONDS, 0); /* a given limit is for all runs */
    q.job = &c->job;
    return q;
}

/* Takes ownership of w. Stores it with its CPU time, or releases it if the solver refused the
 * problem. */
static void keep_way(struct comparison *c, struct agree_run *w, double start)
{
    w->seconds = clock_cpu() - start;
    if (w->a.status == STATUS_REFUSED) {
        text_release(&w->name);
        answer_release(&w->a);
        return;
    }
    watchdog_lock(c->r->stated.problem.job->watchdog);
    MEM_PUSH(c->way, c->n, c->cap, *w);
    watchdog_unlock(c->r->stated.problem.job->watchdog);
}

static void agree_solve(struct comparison *c, const struct formulation *f, const char *solver, const char *engine,
                        const char *search)
{
    if (job_over(c->r->stated.problem.job)) return;
    struct problem q = problem_of(c, f, search ? search : strcmp(engine, "sat") ? engine : solver);
    struct agree_run w = {0};
    double start = clock_cpu();
    q.choices.solver = solver;
    q.choices.engine = engine;
    q.choices.search = search;
    w.a.status = search_solve(&q, &w.a);
    if (w.a.status != STATUS_REFUSED) text_add(&w.name, "%s, %s", f->name, search_way(&w.a));
    if (w.a.calls || w.a.status == STATUS_FAILED) text_add(&w.name, " by %s", solver);
    keep_way(c, &w, start);
}

static void agree_count(struct comparison *c, const struct formulation *f)
{
    if (job_over(c->r->stated.problem.job)) return;
    struct problem q = problem_of(c, f, "counted");
    struct solution_count count = {.plain = true, .limit = c->most + 1};
    struct agree_run w = {0};
    double start = clock_cpu();
    q.choices.engine = "sat";
    w.a.status = search_count(&q, &count, &w.a);
    if (w.a.status != STATUS_REFUSED && w.a.status != STATUS_FAILED && !count.complete) w.a.status = STATUS_UNKNOWN;
    w.counted = count.complete;
    w.solutions = count.solutions;
    text_add(&w.name, "%s, counted", f->name);
    keep_way(c, &w, start);
}

/* Brute force: enumerates all assignments of the solution variables and verifies each against the
 * rules. It does not use the constraints. */
struct brute {
    const struct comparison *c;
    const struct formulation *f;
    struct problem q;
    bool few; /* at most BRUTE_VARS solution variables */
    struct agree_run said;
};

/* Verifies one assignment, given as text. Updates the best objective value, and adds a best
 * solution to `found`. */
static void judge_text(struct brute *b, const struct objective *o, const char *text, struct strings *found)
{
    struct agree_run *s = &b->said;
    SCOPED(text) why = {0};
    int64_t objective_value;
    if (!b->q.puzzle->verify(b->q.instance, text, &objective_value, &why)) return;
    bool better =
        o && s->a.has_objective &&
        (objective_maximizes(o) ? objective_value > s->a.objective_value : objective_value < s->a.objective_value);
    if (better) strings_release(found);
    if (!s->a.has_objective || better) s->a.objective_value = objective_value;
    s->a.has_objective = o != NULL;
    if ((!o || objective_value == s->a.objective_value) && found->n <= b->c->most && !strings_have(found, text))
        strings_add(found, text);
    s->a.status = o ? STATUS_OPTIMAL : STATUS_SATISFIABLE;
}

static void judge_all(struct brute *b)
{
    struct agree_run *s = &b->said;
    SCOPED(model) *m = model_new();
    SCOPED(lits) x = {0};
    SCOPED(solution) solution = {0};
    SCOPED(strings) found = {0}; /* best ones; assignments may share a text */
    search_build(&b->q, INT64_MAX, m);
    SCOPED(values) values = values_new(model_vars(m));
    for (int v = 1; v <= values.n; v++) {
        values.v[v] = -1;
        if (model_is_solution(m, v)) lits_push(&x, v);
    }
    /* a text may also show derived variables, whose values only a search finds */
    const bool hidden = model_facts(m)->projected || (puzzle_declares(b->q.puzzle) && x.n < model_vars(m));
    b->few = x.n <= BRUTE_VARS && !hidden;
    s->a.status = STATUS_UNSATISFIABLE;
    s->counted = b->c->most > 0 && !b->q.puzzle->symmetry.canonical;
    for (unsigned set = 0; b->few && set < 1u << x.n && s->a.status != STATUS_UNKNOWN; set++) {
        for (int i = 0; i < x.n; i++) values.v[x.v[i]] = set >> i & 1 ? 1 : -1;
        solution_decode(b->q.puzzle, b->f, b->q.instance, m, values, &solution);
        judge_text(b, model_objective(m), text_string(&solution.text), &found);
        if (job_over(b->q.job)) s->a.status = STATUS_UNKNOWN;
    }
    s->solutions = found.n;
}

static void agree_enumerate(struct comparison *c, const struct formulation *f)
{
    if (job_over(c->r->stated.problem.job)) return;
    struct brute b = {.c = c, .f = f, .q = problem_of(c, f, "brute force")};
    double start = clock_cpu();
    judge_all(&b);
    if (!b.few) return;
    text_add(&b.said.name, "%s, brute force", f->name);
    keep_way(c, &b.said, start);
}

static void agree_gather(struct comparison *c)
{
    const struct puzzle *p = c->r->stated.problem.puzzle;
    const struct formulation *own = c->r->stated.problem.formulation;
    for (const struct formulation *f = p->formulations; f->name && !job_over(c->r->stated.problem.job); f++) {
        if (!formulation_applies(f, c->r->stated.instance)) continue;
        agree_solve(c, f, "cadical", "sat", NULL);
        agree_solve(c, f, "picosat", "sat", "down");
        if (c->most) agree_count(c, f);
        agree_enumerate(c, f);
    }
    for (const struct strategy *s = search_strategies; s->name && !job_over(c->r->stated.problem.job); s++)
        if (strcmp(search_loop(&c->r->stated.problem), s->name) != 0)
            agree_solve(c, own, "cadical", s->engine, s->name);
    for (const struct engine *s = p->engines; s && s->name && !job_over(c->r->stated.problem.job); s++)
        agree_solve(c, own, "cadical", s->name, NULL);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static void agree_describe(const struct comparison *c, const struct agree_run *s, struct text *out)
{
    if (s->a.status == STATUS_FAILED)
        text_add(out, "failed. %s", text_string(&s->a.err));
    else if (s->a.status == STATUS_UNKNOWN)
        text_put(out, s->solutions > c->most ? "more than are counted" : "no answer in time");
    else if (s->a.status == STATUS_UNSATISFIABLE)
        text_put(out, "no solution");
    else if (s->a.has_objective)
        text_count(out, s->a.objective_value, c->r->stated.problem.objective.name);
    else
        text_put(out, "a solution");
    if (s->counted && s->a.status != STATUS_UNSATISFIABLE)
        text_add(out, ", %lld %s", (long long)s->solutions, plural(s->solutions, "solution", "solutions"));
}

static bool is_answer(const struct agree_run *s)
{
    return s->a.status != STATUS_UNKNOWN && s->a.status != STATUS_FAILED;
}

/* Whether two results contradict each other. `Optimal` and `satisfiable` do not: a count returns
 * the latter if the objective does not matter. */
static bool differ(const struct comparison *c, const struct agree_run *a, const struct agree_run *b)
{
    if (!is_answer(a) || !is_answer(b)) return false;
    if ((a->a.status == STATUS_UNSATISFIABLE) != (b->a.status == STATUS_UNSATISFIABLE)) return true;
    if (a->a.has_objective && b->a.has_objective && a->a.objective_value != b->a.objective_value) return true;
    return a->counted && b->counted && a->solutions != b->solutions && a->solutions <= c->most &&
           b->solutions <= c->most;
}

static int agree_verdict(const struct comparison *c)
{
    const struct agree_run *first = NULL, *number = NULL;
    SCOPED(text) line = {0};
    struct job *job = c->r->stated.problem.job;
    const bool stopped = job_over(job);
    int answers = 0, against = 0, failed = 0;
    for (int i = 0; i < c->n; i++) {
        const struct agree_run *s = &c->way[i];
        bool odd = s->a.wrong || (first && differ(c, first, s)) || (number && differ(c, number, s));
        if (!first && is_answer(s)) first = s;
        if (!number && s->counted && s->solutions <= c->most) number = s;
        answers += is_answer(s);
        against += odd;
        failed += s->a.status == STATUS_FAILED;
        text_clear(&line);
        agree_describe(c, s, &line);
        terminal_print("%c %-40s %s (%.2f s)\n", odd || s->a.status == STATUS_FAILED ? '!' : ' ', text_string(&s->name),
                       text_string(&line), s->seconds);
    }
    text_clear(&line);
    if (first) agree_describe(c, number ? number : first, &line);
    terminal_print("%s %s: ", c->r->stated.problem.puzzle->name, text_string(&c->r->stated.label));
    if (against)
        terminal_print(
            "%d of %d ways disagree with the first: a formulation, an encoder, a search or a solver is wrong.\n",
            against, c->n);
    else if (failed)
        terminal_print("%d of %d ways failed; the others do not disagree.\n", failed, c->n);
    else if (answers < 2)
        terminal_print("fewer than two ways had an answer in time; give them more with --time-limit.\n");
    else
        terminal_print("%d ways agree: %s%s%s.\n", answers, text_string(&line),
                       stopped ? "; the others were stopped by " : "", stopped ? report_error_cause(job) : "");
    if (failed && !against) return report_error(EXIT_SYSTEM, "One of the ways failed; its line has the reason.");
    if (against || (answers < 2 && !stopped)) return EXIT_NO;
    return stopped ? EXIT_STOPPED : EXIT_DONE;
}

static int agree_print_final(void *comparison, const char *failure)
{
    struct comparison *c = comparison;
    progress_clear(&c->progress);
    if (failure) return report_error(EXIT_SYSTEM, "%s", failure);
    int status = agree_verdict(c);
    return fflush(stdout) ? EXIT_SYSTEM : status;
}

static int agree(struct request *r)
{
    const struct agree_choices *own = r->own;
    struct comparison c = {.r = r, .most = own->count};
    progress_start(&c.progress, r->shown.quiet, r->shown.verbose);
    watchdog_output(r->job.watchdog, (struct final_output){agree_print_final, &c});
    agree_gather(&c);
    watchdog_end(&r->job);
    progress_end(&c.progress);
    int status = agree_verdict(&c);
    for (int i = 0; i < c.n; i++) {
        text_release(&c.way[i].name);
        answer_release(&c.way[i].a);
    }
    mem_free(c.way);
    return status;
}

const struct command command_agree = {
    .name = "agree",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Prove",
    .about = "compare all formulations, searches and solvers",
    .text = "Solves the problem in every way that applies: each formulation, search, engine and solver, and brute "
            "force on small ones. It marks answers that differ. Use it to find an error in a model. Exit status: 0 "
            "all agree, 1 they do not, 5 a limit or a signal stopped some.",
    .examples =
        {
            {"loophole agree gunport 4x4", "compare optima and counts"},
            {"loophole agree tank 4 --count 0", "do not compare counts"},
            {"loophole agree fivers 4 --time-limit 20", "stop after 20 seconds"},
        },
    COMMAND_OPTIONS(agree),
    .without = "formulation engine search",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_CTRL_C,
    .run = agree,
};
