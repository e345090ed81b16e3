/* Searches in a thread of their own, so that a limit holds whatever the thread is at: posing, encoding, a solver's long breath.
 * What it told until then is the answer. */
#include "search/attempt.h"

/* Lives on if the search is left behind: the thread may still tell. */
struct errand {
    const struct question *asked;
    struct question q;
    struct stop_lock *lock;
    struct answer a;
    struct answer seen; /* what was told last; the solution: the best that was told */
    struct census *asked_census, census, seen_census;
    struct reasons reasons;
    enum status (*run)(struct errand *e);
    enum status status;
};

static void copy(const struct answer *from, struct answer *to)
{
    struct text solution = to->solution;
    bool had = to->has_figure;
    int64_t figure = to->figure;
    *to = *from;
    to->err = to->note = (struct text){0};
    to->solution = solution;
    if (from->solution.n) {
        text_clear(&to->solution);
        text_put(&to->solution, text_string(&from->solution));
    } else {
        to->has_figure = had;
        to->figure = figure;
        to->verified = solution.n;
    }
}

static void see(void *state, const struct answer *a)
{
    struct errand *e = state;
    stop_lock_take(e->lock);
    copy(a, &e->seen);
    if (e->asked->progress) e->asked->progress(e->asked->progress_state, a);
    stop_lock_give(e->lock);
}

static void each(void *state, const char *solution)
{
    struct errand *e = state;
    stop_lock_take(e->lock);
    e->seen_census = e->census;
    if (e->asked_census->each) e->asked_census->each(e->asked_census->state, solution);
    stop_lock_give(e->lock);
}

static void work(void *state)
{
    struct errand *e = state;
    e->status = e->run(e);
}

static struct errand *errand_new(const struct question *q, enum status (*run)(struct errand *e))
{
    struct errand *e = mem_new(1, sizeof *e);
    *e = (struct errand){.asked = q, .q = *q, .lock = stop_lock_new(), .run = run};
    e->q.aside = true;
    e->q.progress = see;
    e->q.progress_state = e;
    return e;
}

/* What was told: the bounds may meet already. */
static enum status status_seen(struct answer *a)
{
    bool met = a->solution.n && a->has_lower && a->has_upper && a->lower >= a->upper;
    if (met) a->evidence.arithmetic = true;
    return met ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* To its end: a gets the answer, or what was told of it. */
static enum status errand_run(struct errand *e, struct answer *a, bool *done)
{
    struct text err = {0};
    enum stop_end end = stop_run(e->q.job, e->lock, work, e, &err);
    *done = end == STOP_DONE;
    if (*done) {
        *a = e->a;
        answer_release(&e->seen);
        stop_lock_free(e->lock);
        return e->status == STATUS_UNKNOWN ? a->status = status_seen(a) : e->status;
    }
    *a = e->seen;
    a->status = end == STOP_FAILED ? STATUS_FAILED : status_seen(a);
    if (!a->search) a->search = "";
    if (end == STOP_FAILED) text_error(&a->err, "%s", text_string(&err));
    text_release(&err);
    return answer_judge(a, e->asked->choices.solver, e->asked->formulation->name);
}

static enum status run_solve(struct errand *e) { return search_here(&e->q, &e->a); }
static enum status run_count(struct errand *e) { return count_here(&e->q, &e->census, &e->a); }
static enum status run_explain(struct errand *e) { return explain_here(&e->q, &e->reasons, &e->a); }

/* A solver that is missing is reported before anything is found without it. */
static bool ready(const struct question *q, struct answer *a)
{
    bool there = solver_there(q->choices.solver, &a->err);
    if (!there) a->status = STATUS_FAILED;
    return there;
}

enum status search_solve(const struct question *q, struct answer *a)
{
    if (!ready(q, a)) return a->status;
    if (!q->job || q->aside) return search_here(q, a);
    bool done;
    struct errand *e = errand_new(q, run_solve);
    enum status status = errand_run(e, a, &done);
    if (done) mem_free(e);
    return status;
}

enum status search_count(const struct question *q, struct census *c, struct answer *a)
{
    if (!ready(q, a)) return a->status;
    if (!q->job || q->aside) return count_here(q, c, a);
    bool done;
    struct errand *e = errand_new(q, run_count);
    e->asked_census = c;
    e->census = *c;
    e->census.each = each;
    e->census.state = e;
    e->seen_census = e->census;
    e->seen_census.orbits = -1;
    enum status status = errand_run(e, a, &done);
    void (*each_asked)(void *, const char *) = c->each;
    void *state = c->state;
    *c = done ? e->census : e->seen_census;
    c->each = each_asked;
    c->state = state;
    if (done) {
        mem_free(e);
    } else {
        c->complete = false;
        if (status == STATUS_UNKNOWN && c->solutions) status = a->status = STATUS_SATISFIABLE;
    }
    return status;
}

enum status search_explain(const struct question *q, struct reasons *r, struct answer *a)
{
    *r = (struct reasons){0};
    if (!ready(q, a)) return a->status;
    if (!q->job || q->aside) return explain_here(q, r, a);
    bool done;
    struct errand *e = errand_new(q, run_explain);
    enum status status = errand_run(e, a, &done);
    *r = done ? e->reasons : (struct reasons){0};
    if (done) mem_free(e);
    return status;
}
