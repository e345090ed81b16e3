/* What a hunt does over GF(2), before and instead of a solver. */
#include "clock.h"
#include "enumerate.h"
#include "hunt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int MEGABYTES = 8192;  /* for the tables of an elimination */
static const int RESTARTS = 64;     /* of the local search */
static const double PATIENCE = 1e6; /* CPU seconds: an enumeration that would take longer is none */
static const double TELL_SECONDS = 0.5, SAVE_SECONDS = 5;

static bool asked(const struct hunt *h, const char *mode)
{
    return h->q->parity && !strcmp(h->q->parity, mode);
}

static bool has_parity_rows(const struct model *m)
{
    for (int i = 0; i < model_rows(m); i++)
        if (model_row(m, i).kind == ROW_XOR) return true;
    return false;
}

static void report(struct hunt *h, double recheck_seconds)
{
    struct parity_facts f = parity_facts(h->parity);
    struct parity_report *r = &h->a->parity;
    *r = (struct parity_report){.used = true,
                                .mode = "kernel",
                                .rows = f.rows,
                                .columns = f.columns,
                                .inactive = f.inactive,
                                .rank = f.rank,
                                .dimension = f.dimension,
                                .seconds = f.seconds,
                                .recheck_seconds = recheck_seconds};
    if (!h->kernel) return;
    r->classes = h->kernel->classes;
    r->symmetries = h->kernel->maps;
}

bool hunt_eliminate(struct hunt *h)
{
    if (asked(h, "none") || !has_parity_rows(h->m)) return true;
    struct text why = {0};
    h->parity = parity_new(h->m, MEGABYTES, &why);
    if (!h->parity && !h->q->parity)
        text_clear(&why); /* nobody insists: the rows are encoded as they are */
    bool good =
        !why.n || (text_error(&h->a->err, "%s", text_string(&why)), hunt_refuse(h, STATUS_REFUSED));
    double recheck = 0;
    if (h->parity && !parity_consistent(h->parity)) {
        h->refuted = true;
    } else if (h->parity) {
        good = parity_recheck(h->parity, &recheck, &why);
        if (good)
            h->kernel = kernel_new(h->m, h->parity);
        else
            text_error(&h->a->err,
                       "The elimination is wrong here (please report this instance). %s",
                       text_string(&why)),
                hunt_refuse(h, STATUS_FAILED);
    }
    if (h->parity && good) report(h, recheck);
    text_release(&why);
    return good;
}

/* A kernel form whose literals are sums of very many coordinates helps nobody who did not ask for it. */
static bool kernel_suits(const struct hunt *h)
{
    return asked(h, "kernel") || (!h->q->parity && h->kernel->words == 1);
}

bool hunt_reduce(struct hunt *h)
{
    if (h->refuted) {
        model_rule(h->m, "the parity rows contradict each other");
        model_clause(h->m, NULL, 0);
    } else if (h->kernel && kernel_suits(h)) {
        const char *symmetry = options_get(&h->options, "break-symmetry");
        h->posed = h->m;
        h->reduction = reduction_new(h->m, h->kernel, !symmetry || strcmp(symmetry, "no") != 0);
        h->m = reduction_model(h->reduction);
        const struct objective *o = model_objective(h->m);
        if (o) {
            h->offset = (o->a - h->objective.a) / h->objective.b;
            h->objective.least = o->least + h->offset;
            h->objective.step = o->step;
        }
    } else if (h->kernel) {
        reduction_propagate(h->m, h->kernel);
        h->a->parity.mode = "propagate";
    }
    return true;
}

bool hunt_enumerable(const struct hunt *h) { return h->kernel && enumerate_applies(h->kernel); }

bool hunt_prefers_enumeration(const struct hunt *h)
{
    return hunt_enumerable(h) && !asked(h, "propagate") &&
           enumerate_estimate(h->kernel) <= PATIENCE;
}

static bool judge_point(struct hunt *h, const struct model *posed, const uint64_t *y,
                        struct text *text, int64_t *sum)
{
    int n = model_vars(posed);
    struct values values = {mem_new((size_t)n + 1, 1), n};
    kernel_values(h->kernel, posed, y, values);
    *sum = hunt_objective(h) ? model_sum(posed, values) : 0;
    bool good = hunt_judge(h, posed, values, *sum, text);
    mem_free(values.v);
    return good;
}

bool hunt_seed(struct hunt *h, struct text *text, int64_t *sum)
{
    if (!h->reduction || !h->kernel->alone || h->kernel->words > 1 || !hunt_objective(h))
        return false;
    uint64_t y = kernel_descend(h->kernel, RESTARTS, h->q->seed);
    return judge_point(h, h->posed, &y, text, sum);
}

static bool keep_point(struct hunt *h, const uint64_t *y)
{
    struct text text = {0};
    int64_t sum;
    bool good = judge_point(h, h->m, y, &text, &sum);
    if (good) hunt_keep(h, &text, sum);
    text_release(&text);
    return good;
}

enum status hunt_any(struct hunt *h)
{
    uint64_t *y = mem_new((size_t)h->kernel->words, sizeof *y);
    bool good = keep_point(h, y);
    mem_free(y);
    return good ? STATUS_SATISFIABLE : STATUS_FAILED;
}

/* ---- enumeration ------------------------------------------------------------------------------------------------ */

static bool state_read(struct hunt *h, struct enumeration *state)
{
    struct text text = {0};
    *state = enumerate_begin(h->kernel);
    if (!h->q->state_read) return true;
    if (!h->q->state_read(h->q->state_place, &text, &h->a->err))
        return hunt_refuse(h, STATUS_REFUSED);
    bool good = true;
    if (text.n) {
        unsigned long long next, blocks, y, problem;
        long long sum;
        good = sscanf(text_string(&text),
                      "loophole enumeration %llx: %llu of %llu blocks, least %lld at %llx",
                      &problem, &next, &blocks, &sum, &y) == 5;
        *state = (struct enumeration){
            .next = next, .blocks = blocks, .sum = sum, .y = y, .problem = problem};
        good = good && enumerate_resumes(h->kernel, state);
        if (!good)
            text_error(&h->a->err,
                       "The checkpoint is not one of this instance; name another file.");
    }
    text_release(&text);
    return good || hunt_refuse(h, STATUS_REFUSED);
}

static bool state_write(struct hunt *h, const struct enumeration *state)
{
    struct text text = {0};
    if (!h->q->state_write) return true;
    text_add(&text, "loophole enumeration %llx: %llu of %llu blocks, least %lld at %llx\n",
             (unsigned long long)state->problem, (unsigned long long)state->next,
             (unsigned long long)state->blocks, (long long)state->sum,
             (unsigned long long)state->y);
    bool good = h->q->state_write(h->q->state_place, text_string(&text), &h->a->err);
    text_release(&text);
    return good || hunt_refuse(h, STATUS_FAILED);
}

struct watch {
    struct hunt *h;
    bool any, failed;
    int64_t best;
    double saved; /* wall */
};

/* Between two rounds: takes a better point into the answer, saves, tells, and asks whether to stop. */
static bool between_rounds(const struct enumeration *state, void *arg)
{
    struct watch *w = arg;
    struct hunt *h = w->h;
    double now = clock_wall();
    h->a->share = (double)state->next / (double)state->blocks;
    if (state->next && (!w->any || state->sum < w->best)) {
        w->any = true;
        w->best = state->sum;
        w->failed = !keep_point(h, &state->y);
    }
    if (state->next && now - w->saved > SAVE_SECONDS) {
        w->saved = now;
        w->failed = w->failed || !state_write(h, state);
    }
    if (h->q->progress && now - h->told >= TELL_SECONDS) {
        h->told = now;
        h->q->progress(h->q->progress_state, h->a);
    }
    return w->failed || hunt_over(h);
}

enum status hunt_enumerate(struct hunt *h)
{
    struct enumeration state;
    struct watch w = {.h = h, .saved = clock_wall()};
    double start = clock_cpu();
    if (!hunt_objective(h)) return hunt_any(h);
    if (!state_read(h, &state)) return h->a->status;
    int threads = h->q->threads ? h->q->threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    enumerate_run(h->kernel, threads < 1 ? 1 : threads, &state, between_rounds, &w);
    between_rounds(&state, &w);
    h->a->solve_seconds += clock_cpu() - start;
    if (w.failed || !state_write(h, &state)) return STATUS_FAILED;
    return state.next == state.blocks ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}
