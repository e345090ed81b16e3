/* Searches that a puzzle brings along (struct own_search): by themselves, and as helpers of others.
 * They claim that what they tell is a solution: it is verified, like a solver's. */
#include "base/clock.h"
#include "search/session.h"

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

static int64_t sum_of(const struct objective *o, int64_t objective_value)
{
    return o ? (o->c * objective_value - o->a) / o->b : 0;
}

struct judging {
    struct session *session;
    const struct own_search *own;
    const struct own_run *asked;
    struct owned *out;
};

static bool judge(void *state, const char *solution)
{
    struct judging *j = state;
    struct session *session = j->session;
    struct text why = {0}, text = {0};
    int64_t objective_value = 0;
    bool right = session->q->puzzle->verify(session->q->instance, solution, &objective_value, &why);
    if (!right || (j->own->sweeps && objective_value < j->asked->objective_value)) {
        text_error(&session->a->err, "The %s is wrong here (please report this instance): its answer is %s. %s",
                   j->own->sweeps ? "sweep" : "search", j->own->sweeps ? "not what it claims" : "no solution",
                   text_string(&why));
        session->a->wrong = true;
        j->out->failed = !session_refuse(session, STATUS_FAILED);
    } else if (j->own->sweeps || !session->a->solution.n) {
        j->out->found = true;
        j->out->sum = sum_of(session_objective(session), objective_value);
        text_put(&text, solution);
        session_keep(session, &text, j->out->sum);
    }
    text_release(&text);
    text_release(&why);
    return !j->out->failed && j->asked->each && j->asked->each(j->asked->state, solution);
}

struct owned search_own_run(struct session *session, const struct own_search *own, struct own_run run)
{
    struct owned out = {0};
    const struct own_run asked = run;
    struct judging j = {.session = session, .own = own, .asked = &asked, .out = &out};
    double start = clock_thread();
    run.each = judge;
    run.state = &j;
    run.job = &session->job;
    run.seed = session->q->choices.seed;
    out.applies = own == named(session->q->puzzle, own->name) && own->run(session->q->instance, &run);
    out.complete = out.applies && run.complete && !out.failed && !(own->sweeps && out.found);
    session->a->share = session->job.share = run.share;
    session->a->solve_seconds += clock_thread() - start;
    return out;
}

/* ---- sweeps ---------------------------------------------------------------------------------------------------- */

static struct owned sweep(struct session *session, const struct own_search *own, int64_t most, int64_t effort)
{
    const struct objective *o = session_objective(session);
    if (!o || !objective_maximises(o) || !own_search_wanted(own, session->q->instance, true)) return (struct owned){0};
    job_report(&session->job, "sweeping", 0);
    struct owned s = search_own_run(
        session, own,
        (struct own_run){.objective_value = most == INT64_MAX ? 0 : objective_of_sum(o, most), .effort = effort});
    session->job.stage = session->a->stage = NULL;
    session->job.share = session->a->share = 0;
    return s;
}

struct owned search_own_sweep(struct session *session, int64_t most, int64_t effort)
{
    const struct own_search *own = search_own_of(session->q->puzzle, true);
    return own ? sweep(session, own, most, effort) : (struct owned){0};
}

/* Is there a solution with sum <= most? Wider and wider, until one is found or nothing was left out. */
static struct owned widening(struct session *session, const struct own_search *own, int64_t most)
{
    struct owned s = {.applies = true};
    for (int64_t effort = FEW; s.applies && !s.found && !s.failed && !s.complete && !job_over(&session->job);
         effort = effort < MANY ? effort * MORE : 0) {
        s = sweep(session, own, most, effort);
        if (!effort) break;
    }
    return s;
}

/* Once more, all of it: nothing is better than the best. */
static enum status logged(struct session *session, const struct own_search *own, int64_t better)
{
    const struct problem *q = session->q;
    struct own_run run = {.objective_value = objective_of_sum(session_objective(session), better),
                          .log = q->log,
                          .log_state = q->log_state};
    struct owned s = {.complete = true};
    if (q->log) s = search_own_run(session, own, run);
    return s.complete ? STATUS_OPTIMAL : s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

static enum status best_by_sweeps(struct session *session, const struct own_search *own)
{
    if (!session_build(session, INT64_MAX)) return session->a->status;
    const struct objective *o = session_objective(session);
    if (o) session_exclude(session, o->least);
    struct owned s = widening(session, own, INT64_MAX);
    if (!s.applies) return search_own_refuse(session, own);
    int64_t best = s.sum;
    if (s.complete) return STATUS_UNSATISFIABLE;
    for (int64_t least = s.found ? session_align(o->least, best, o->step) : 0; s.found; least += o->step) {
        session_exclude(session, least);
        if (least >= best) return logged(session, own, best - o->step);
        s = widening(session, own, least);
        if (s.found) return logged(session, own, s.sum - o->step);
        s.found = s.complete;
    }
    return s.failed ? STATUS_FAILED : STATUS_UNKNOWN;
}

/* ---- the strategies -------------------------------------------------------------------------------------------- */

enum status search_own_refuse(struct session *session, const struct own_search *own)
{
    text_error(&session->a->err, "The search %s %s; choose another --search.", own->name, own->refusal);
    return session->a->status = STATUS_REFUSED;
}

enum status search_own(struct session *session, const struct own_search *own)
{
    if (own->sweeps) return best_by_sweeps(session, own);
    struct owned all = search_own_run(
        session, own, (struct own_run){.images = true, .log = session->q->log, .log_state = session->q->log_state});
    if (!all.applies) return search_own_refuse(session, own);
    if (all.failed) return STATUS_FAILED;
    return session->a->solution.n ? STATUS_SATISFIABLE : all.complete ? STATUS_UNSATISFIABLE : STATUS_UNKNOWN;
}
