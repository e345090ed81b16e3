/* Parallel portfolio: several searches in threads of one process share bounds. It ends when one has
 * the answer, or when the best solution of one meets the proved bound of another. */
#include "search/strategy.h"

#include <pthread.h>
#include <string.h>

enum { MOST = 16 };

struct portfolio {
    struct job job; /* job of the workers; canceled when one has the answer */
    pthread_mutex_t lock;
    bool done;
    struct answer best; /* the shared bounds */
};

struct worker {
    struct portfolio *p;
    struct problem q;
    struct job job; /* child of the portfolio's job */
    struct answer a;
    pthread_t thread;
};

static bool search_portfolio_decided(const struct portfolio *p)
{
    return p->done || (p->best.has_lower && p->best.has_upper && p->best.lower >= p->best.upper);
}

static void search_portfolio_publish(struct portfolio *p, const struct answer *a)
{
    answer_join(&p->best, a);
    if (search_portfolio_decided(p)) p->job.cancelled = true;
}

static void take_bounds(const struct portfolio *p, struct answer *a)
{
    a->has_lower = p->best.has_lower;
    a->has_upper = p->best.has_upper;
    a->lower = p->best.lower;
    a->upper = p->best.upper;
    a->crossed = p->best.crossed;
    a->maximize = p->best.maximize;
}

/* Publishes a worker's answer with the shared bounds. */
static void progress(void *state, const struct job *j)
{
    struct worker *w = state;
    struct portfolio *p = w->p;
    const struct answer *a = j->so_far;
    if (!a) return;
    pthread_mutex_lock(&p->lock);
    search_portfolio_publish(p, a);
    struct answer shown = *a;
    take_bounds(p, &shown);
    shown.has_objective = p->best.has_objective;
    shown.objective_value = p->best.objective_value;
    if (!a->has_objective || a->objective_value != shown.objective_value)
        shown.solution = (struct solution){0}; /* another worker has a better one */
    job_publish(p->job.parent, &shown);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *state)
{
    struct worker *w = state;
    enum status s = search_alone(&w->q, &w->a);
    pthread_mutex_lock(&w->p->lock);
    if (s != STATUS_UNKNOWN && s != STATUS_REFUSED) w->p->done = true; /* a worker that refuses drops out */
    search_portfolio_publish(w->p, &w->a);
    pthread_mutex_unlock(&w->p->lock);
    return NULL;
}

/* The first worker has the user's configuration. The others complement it: UNSAT-SAT search if it
 * is SAT-UNSAT, and so on, with other seeds. */
static void search_portfolio_assign(struct worker *w, int i)
{
    static const char *const others[] = {"core", "down", "up"};
    enum { OTHERS = sizeof others / sizeof *others };
    if (!i) return;
    const char *asked = search_chosen(w->q.choices.search), *base = asked ? asked : search_loop(&w->q);
    w->q.choices.engine = "sat";
    int skip = 0;
    while (skip < OTHERS && strcmp(others[skip], base)) skip++;
    int k = (i - 1) % (OTHERS - (skip < OTHERS));
    w->q.choices.search = others[k + (k >= skip)];
    w->q.choices.seed += i;
}

static bool search_portfolio_better(const struct answer *a, const struct answer *b)
{
    if (!a->solution.n || !b->solution.n) return a->solution.n;
    return a->maximize ? a->objective_value > b->objective_value : a->objective_value < b->objective_value;
}

/* Merges the answers: status and solution of the worker that decided, else the best solution; all
 * bounds and costs. */
static void search_portfolio_merge(struct portfolio *p, struct worker *w, int n, struct answer *a)
{
    struct answer *best = &w[0].a, *decided = NULL;
    struct evidence evidence = {0};
    int refused = 0;
    for (int i = 0; i < n; i++) {
        struct answer *one = &w[i].a;
        if (search_portfolio_better(one, best)) best = one;
        bool out = one->status == STATUS_UNKNOWN || one->status == STATUS_REFUSED;
        if (one->status == STATUS_FAILED || (!decided && !out)) decided = one;
        refused += one->status == STATUS_REFUSED;
        evidence_join(&evidence, &one->evidence);
    }
    struct answer *taken = decided ? decided : best;
    *a = TAKEN(*taken);
    if (!decided && a->solution.n && search_portfolio_decided(p))
        a->status = STATUS_OPTIMAL;
    else if (!decided && refused < n) /* one was stopped; if all refused, their message stays */
        a->status = STATUS_UNKNOWN;
    take_bounds(p, a);
    a->conflicts = -1;
    a->evidence = evidence;
    answer_add_evidence(a, true);
    for (int i = 0; i < n; i++) { /* the one that was taken is empty now */
        const struct answer *one = &w[i].a;
        a->encode_seconds += one->encode_seconds;
        a->solve_seconds += one->solve_seconds;
        a->check_seconds += one->check_seconds;
        a->calls += one->calls;
        a->lazy.rounds += one->lazy.rounds;
        a->lazy.clauses += one->lazy.clauses;
        lower_used_add(&a->encoders, &one->encoders);
        answer_release(&w[i].a);
    }
}

static enum status solve_together(const struct problem *q, struct answer *a)
{
    struct portfolio p = {.job = {.parent = q->job}, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker w[MOST] = {{0}};
    int n = q->jobs < MOST ? q->jobs : MOST;
    for (int i = 0; i < n; i++) {
        w[i] = (struct worker){.p = &p, .q = *q};
        w[i].job = (struct job){.parent = &p.job, .progress = progress, .progress_state = &w[i]};
        w[i].q.job = &w[i].job;
        if (i) w[i].q.log = NULL;
        search_portfolio_assign(&w[i], i);
    }
    /* The first worker runs in the caller's thread, because progress polls interrupts there. */
    for (int i = 1; i < n; i++)
        if (pthread_create(&w[i].thread, NULL, work, &w[i])) fatal("No thread could be started; use fewer --jobs.");
    work(&w[0]);
    for (int i = 1; i < n; i++) pthread_join(w[i].thread, NULL);
    search_portfolio_merge(&p, w, n, a);
    return answer_judge(a, q->choices.solver, q->formulation->name);
}

enum status search_solve(const struct problem *q, struct answer *a)
{
    if (!search_ready(q, a)) return a->status;
    return q->jobs > 1 ? solve_together(q, a) : search_alone(q, a);
}
