#include "commands/search_report.h"
#include "base/number.h"

#include "base/clock.h"
#include "base/watchdog.h"

#include <string.h>

void search_report_bounds(const struct answer *a, const char *unit, struct text *out)
{
    if (!a->solution.n) text_put(out, "no solution yet");
    if (!unit || (!a->has_lower && !a->has_upper)) return;
    if (!a->solution.n) text_put(out, ", ");
    if (a->has_lower && a->has_upper)
        text_add(out, "%lld <= %s <= %lld", (long long)a->lower, unit, (long long)a->upper);
    else if (a->has_lower)
        text_add(out, "%s >= %lld", unit, (long long)a->lower);
    else
        text_add(out, "%s <= %lld", unit, (long long)a->upper);
}

void search_report_stopped(const struct request *r, struct text *out)
{
    const enum job_stop stop = job_stopped(r->stated.problem.job);
    const bool limit = stop == STOP_TIME || stop == STOP_CPU || stop == STOP_MEMORY;
    text_add(out, "stopped%s%s", limit ? " by the " : "", limit ? job_stop_words[stop] : "");
}

static void costs_text(const struct search_report *t, const struct answer *a, struct text *out)
{
    if (a->calls) text_add(out, ", %lld solver %s", (long long)a->calls, plural(a->calls, "call", "calls"));
    if (a->lazy.clauses)
        text_add(out, ", %lld lazy %s", (long long)a->lazy.clauses, plural(a->lazy.clauses, "clause", "clauses"));
    if (a->conflicts > 0)
        text_add(out, ", %lld %s", (long long)a->conflicts, plural(a->conflicts, "conflict", "conflicts"));
    if (a->share > 0 && a->stage) {
        text_add(out, ", %.0f%% of it", 100 * a->share);
    } else if (a->share > 0) {
        text_put(out, ", ");
        progress_share(&t->p, a->share, out);
    }
    text_add(out, ", %ld MB", clock_peak_kb() / 1024);
}

/* Whether a bound has changed since the last call. */
static bool moved(struct search_report *t, const struct answer *a)
{
    const bool unit = t->r->stated.problem.objective.name;
    const int64_t now[] = {1 + (a->solution.n > 0), unit && a->has_lower ? a->lower : INT64_MIN,
                           unit && a->has_upper ? a->upper : INT64_MAX};
    const bool same = !memcmp(t->bounds, now, sizeof now);
    memcpy(t->bounds, now, sizeof now);
    return !same;
}

/* Copies the answer without its messages to t->seen. Keeps the last solution until there is a
 * better one. Allocates no memory while it holds the lock. */
static void search_report_publish(struct search_report *t, const struct answer *a)
{
    struct solution fresh = {0};
    const struct answer before = t->seen;
    bool better = a->solution.n && (!before.solution.n ||
                                    strcmp(text_string(&a->solution.text), text_string(&before.solution.text)) != 0);
    if (better) solution_copy(&fresh, &a->solution);
    watchdog_lock(t->r->job.watchdog);
    t->seen = *a;
    t->seen.err = t->seen.note = (struct text){0};
    t->seen.literals = (struct lits){0};
    t->seen.solution = better ? fresh : before.solution;
    if (!a->solution.n) {
        t->seen.has_objective = before.has_objective;
        t->seen.objective_value = before.objective_value;
        t->seen.verified = before.solution.n;
    }
    if (t->also) t->also(t->also_state, a);
    watchdog_unlock(t->r->job.watchdog);
    if (better) fresh = before.solution;
    solution_release(&fresh);
}

/* See struct final_output. Prints the last published answer, unless the search has ended. */
static int search_report_print_final(void *report, const char *failure)
{
    struct search_report *t = report;
    const struct problem *q = &t->r->stated.problem;
    progress_clear(&t->p);
    if (!t->answered) {
        t->a = t->seen;
        search_stopped(&t->a);
        answer_judge(&t->a, q->choices.solver, q->formulation->name);
        if (!t->a.engine) t->a.engine = "";
        if (failure) {
            t->a.status = STATUS_FAILED;
            text_error(&t->a.err, "%s", failure);
        }
    }
    if (t->stopped) t->stopped(t, failure);
    int status = t->finish(t);
    return fflush(stdout) ? EXIT_SYSTEM : status;
}

int search_report_run(struct search_report *t, struct request *r)
{
    struct answer a = {0};
    search_report_start(t, r);
    watchdog_output(r->job.watchdog, (struct final_output){search_report_print_final, t});
    t->search(t, &a);
    watchdog_end(&r->job);
    t->a = a;
    search_report_end(t, r);
    int status = t->finish(t);
    answer_release(&t->a);
    return status;
}

static void show_stage(void *progress, const struct job *j)
{
    struct progress *p = progress;
    SCOPED(text) line = {0};
    if (!j->stage || !progress_due(p)) return;
    text_put(&line, j->stage);
    if (j->share > 0) text_add(&line, ", %.0f%%", 100 * j->share);
    text_add(&line, ", %ld MB", clock_peak_kb() / 1024);
    progress_show(p, line.s);
}

static void search_report_progress(void *state, const struct job *j)
{
    struct search_report *t = state;
    const struct answer *a = j->so_far;
    SCOPED(text) line = {0};
    if (!a && t->stages) show_stage(&t->p, j);
    if (!a) return;
    search_report_publish(t, a);
    const bool log_bound = t->p.log && !t->counting && !t->explaining && moved(t, a);
    if (!progress_due(&t->p) && !(a->stage && t->p.line) && !log_bound) return;
    if (t->counting && a->solutions)
        text_add(&line, "found %lld so far", (long long)a->solutions);
    else if (!t->explaining)
        search_report_bounds(a, t->r->stated.problem.objective.name, &line);
    else if (!a->stage)
        text_put(&line, "is there a solution?");
    if (a->stage) text_add(&line, "%s%s", line.n ? ", " : "", a->stage);
    costs_text(t, a, &line);
    progress_show(&t->p, text_string(&line));
}

void search_report_start(struct search_report *t, struct request *r)
{
    t->r = r;
    progress_start(&t->p, r->shown.quiet, r->shown.verbose);
    r->job.progress = search_report_progress;
    r->job.progress_state = t;
}

void search_report_end(struct search_report *t, struct request *r)
{
    r->job.progress = NULL;
    progress_end(&t->p);
    answer_release(&t->seen);
}

void search_report_choices(const struct request *r, const struct model *m, int64_t most)
{
    SCOPED(text) lines = {0}, line = {0};
    if (r->shown.verbose) lower_explain(m, &r->stated.problem.choices.policy, most, &lines);
    const char *at = text_string(&lines);
    while (text_line(&line, &at)) report_error(EXIT_DONE, "%s", line.s);
}

void search_report_job(struct progress *p, struct job *job)
{
    job->progress = show_stage;
    job->progress_state = p;
}

static void write_bytes_on(void *file, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, ((struct file *)file)->out); /* file_commit checks for errors */
}

/* Opens the file for the steps of the search. Returns false, with a sentence, on failure. */
static bool open_log(struct request *r, struct file *log, struct text *err)
{
    struct problem *q = &r->stated.problem;
    const struct engine *own = q->choices.engine ? search_dedicated_named(q->puzzle, q->choices.engine) : NULL;
    if (!(own && own->logs) && !search_logs(q)) {
        text_error(err, "Only OPB problems and some engines log their steps; choose one with --engine:");
        for (int i = 0; puzzles[i]; i++)
            for (const struct engine *e = puzzles[i]->engines; e && e->name; e++)
                if (e->logs) text_add(err, " %s", e->name);
        text_put(err, ".");
        return false;
    }
    q->log = write_bytes_on;
    q->log_state = log;
    return file_open(log, r->shown.log, err);
}

void search_report_logged(struct request *r, struct solution_count *c, struct answer *a)
{
    struct file log;
    if (r->shown.log && !open_log(r, &log, &a->err)) {
        a->status = STATUS_REFUSED;
        return;
    }
    if (c)
        search_count(&r->stated.problem, c, a);
    else
        search_solve(&r->stated.problem, a);
    if (!r->shown.log) return;
    r->stated.problem.log = NULL; /* a later search, as for --unique, has no log */
    if (a->status == STATUS_FAILED || a->status == STATUS_REFUSED) {
        file_abandon(&log);
        return;
    }
    a->unlogged = !file_commit(&log, &a->err);
    if (a->unlogged) text_put(&a->err, " The search has no log, so other programs cannot check it.");
}
