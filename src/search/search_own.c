/* Searches that a puzzle brings along (struct own_search): by themselves, and as helpers of others.
 * They claim that what they tell is a solution: it is recounted, like a solver's. */
#include "base/clock.h"
#include "search/attempt.h"

#include <string.h>

static const int64_t FEW = 500000, MANY = 5000000000, MORE = 10; /* the effort of a sweep */

const struct own_search *search_own_of(const struct puzzle *p, bool sweeps)
{
    for (const struct own_search *own = p->searches; own && own->name; own++)
        if (own->sweeps == sweeps) return own;
    return NULL;
}

static const struct own_search *named(const struct puzzle *p, const char *name)
{
    for (const struct own_search *own = p->searches; own && own->name; own++)
        if (!strcmp(own->name, name)) return own;
    return NULL;
}

const struct own_search *search_own_named(const struct puzzle *first, const char *name)
{
    const struct own_search *own = first ? named(first, name) : NULL;
    for (int i = 0; puzzles[i] && !own; i++) own = named(puzzles[i], name);
    return own;
}

static int64_t sum_of(const struct objective *o, int64_t figure) { return o ? (o->c * figure - o->a) / o->b : 0; }

struct judging {
    struct attempt *h;
    const struct own_search *own;
    const struct own_run *asked;
    struct owned *out;
};

static bool judge(void *state, const char *solution)
{
    struct judging *j = state;
    struct attempt *h = j->h;
    struct text why = {0}, text = {0};
    int64_t figure = 0;
    bool right = h->q->puzzle->verify(h->q->instance, solution, &figure, &why);
    if (!right || (j->own->sweeps && figure < j->asked->figure)) {
        text_error(&h->a->err, "The %s is wrong here (please report this instance): its answer is %s. %s",
                   j->own->sweeps ? "sweep" : "search", j->own->sweeps ? "not what it claims" : "no solution",
                   text_string(&why));
        h->a->wrong = true;
        j->out->failed = !attempt_refuse(h, STATUS_FAILED);
    } else if (j->own->sweeps || !h->a->solution.n) {
        j->out->found = true;
        j->out->sum = sum_of(attempt_objective(h), figure);
        text_put(&text, solution);
        attempt_keep(h, &text, j->out->sum);
    }
    text_release(&text);
    text_release(&why);
    return !j->out->failed && j->asked->each && j->asked->each(j->asked->state, solution);
}

struct owned search_own_run(struct attempt *h, const struct own_search *own, struct own_run run)
{
    struct owned out = {0};
    const struct own_run asked = run;
    struct judging j = {.h = h, .own = own, .asked = &asked, .out = &out};
    double start = clock_thread();
    run.each = judge;
    run.state = &j;
    run.job = &h->job;
    run.seed = h->q->choices.seed;
    out.applies = own == named(h->q->puzzle, own->name) && own->run(h->q->instance, &run);
    out.complete = out.applies && run.complete && !out.failed && !(own->sweeps && out.found);
    h->a->share = h->job.share = run.share;
    h->a->solve_seconds += clock_thread() - start;
    return out;
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

static struct owned sweep(struct attempt *h, const struct own_search *own, int64_t most, int64_t effort)
{
    const struct objective *o = attempt_objective(h);
    if (!o || !objective_maximises(o) || !own_search_wanted(own, h->q->instance, true)) return (struct owned){0};
    job_report(&h->job, "sweeping", 0);
    struct owned s = search_own_run(
        h, own, (struct own_run){.figure = most == INT64_MAX ? 0 : objective_figure(o, most), .effort = effort});
    h->job.stage = h->a->stage = NULL;
    h->job.share = h->a->share = 0;
    return s;
}

struct owned search_own_sweep(struct attempt *h, int64_t most, int64_t effort)
{
    const struct own_search *own = search_own_of(h->q->puzzle, true);
    return own ? sweep(h, own, most, effort) : (struct owned){0};
}

/* Is there a solution with sum <= most? Wider and wider, until one is found or nothing was left out. */
static struct owned widening(struct attempt *h, const struct own_search *own, int64_t most)
{
    struct owned s = {.applies = true};
    for (int64_t effort = FEW; s.applies && !s.found && !s.failed && !s.complete && !job_over(&h->job);
         effort = effort < MANY ? effort * MORE : 0) {
        s = sweep(h, own, most, effort);
        if (!effort) break;
    }
    return s;
}

/* Once more, all of it: nothing is better than the best. */
static enum status logged(struct attempt *h, const struct own_search *own, int64_t better)
{
    const struct question *q = h->q;
    struct own_run run = {
        .figure = objective_figure(attempt_objective(h), better), .log = q->log, .log_state = q->log_state};
    struct owned s = {.complete = true};
    if (q->log) s = search_own_run(h, own, run);
    return s.complete ? STATUS_OPTIMAL : s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

static enum status best_by_sweeps(struct attempt *h, const struct own_search *own)
{
    if (!attempt_pose(h, INT64_MAX)) return h->a->status;
    const struct objective *o = attempt_objective(h);
    if (o) attempt_least(h, o->least);
    struct owned s = widening(h, own, INT64_MAX);
    if (!s.applies) return search_own_refuse(h, own);
    int64_t best = s.sum;
    if (s.complete) return STATUS_UNSATISFIABLE;
    for (int64_t least = s.found ? attempt_aligned(o->least, best, o->step) : 0; s.found; least += o->step) {
        attempt_least(h, least);
        if (least >= best) return logged(h, own, best - o->step);
        s = widening(h, own, least);
        if (s.found) return logged(h, own, s.sum - o->step);
        s.found = s.complete;
    }
    return s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

/* ---- the strategies ---------------------------------------------------------------------------------------------- */

enum status search_own_refuse(struct attempt *h, const struct own_search *own)
{
    text_error(&h->a->err, "The search %s %s; choose another --search.", own->name, own->refusal);
    return h->a->status = STATUS_REFUSED;
}

enum status search_own(struct attempt *h, const struct own_search *own)
{
    if (own->sweeps) return best_by_sweeps(h, own);
    struct owned all =
        search_own_run(h, own, (struct own_run){.images = true, .log = h->q->log, .log_state = h->q->log_state});
    if (!all.applies) return search_own_refuse(h, own);
    if (all.failed) return STATUS_FAILED;
    return h->a->solution.n ? STATUS_SATISFIABLE : all.complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}
