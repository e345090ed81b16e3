/* Searches of a kernel that need no solver: all its points, or its halves. */
#include "base/clock.h"
#include "gf2/kernel_enumerate.h"
#include "search/attempt.h"
#include "gf2/kernel_halves.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int MEGABYTES = 2048;  /* for meeting in the middle */
static const double PATIENCE = 1e6; /* CPU seconds: what would take longer is not begun unasked */
static const double SAVE_SECONDS = 5;

static bool enumerable(const struct attempt *h) { return h->kernel && kernel_enumerate_applies(h->kernel); }
static bool halves(const struct attempt *h) { return h->kernel && kernel_halves_applies(h->m, h->kernel); }

/* ---- enumeration ------------------------------------------------------------------------------------------------ */

static bool state_read(struct attempt *h, struct enumeration *state)
{
    struct text text = {0};
    *state = kernel_enumerate_begin(h->kernel);
    if (!h->q->state_read) return true;
    if (!h->q->state_read(h->q->state_place, &text, &h->a->err)) return attempt_refuse(h, STATUS_REFUSED);
    bool good = true;
    if (text.n) {
        unsigned long long next, blocks, y, problem;
        long long sum;
        good = sscanf(text_string(&text), "loophole enumeration %llx: %llu of %llu blocks, least %lld at %llx",
                      &problem, &next, &blocks, &sum, &y) == 5;
        *state = (struct enumeration){.next = next, .blocks = blocks, .sum = sum, .y = y, .problem = problem};
        good = good && kernel_enumerate_resumes(h->kernel, state);
        if (!good) text_error(&h->a->err, "The checkpoint is not one of this instance; name another file.");
    }
    text_release(&text);
    return good || attempt_refuse(h, STATUS_REFUSED);
}

static bool state_write(struct attempt *h, const struct enumeration *state)
{
    struct text text = {0};
    if (!h->q->state_write) return true;
    text_add(&text, "loophole enumeration %llx: %llu of %llu blocks, least %lld at %llx\n",
             (unsigned long long)state->problem, (unsigned long long)state->next, (unsigned long long)state->blocks,
             (long long)state->sum, (unsigned long long)state->y);
    bool good = h->q->state_write(h->q->state_place, text_string(&text), &h->a->err);
    text_release(&text);
    return good || attempt_refuse(h, STATUS_FAILED);
}

struct watch {
    struct attempt *h;
    bool any, failed;
    int64_t best;
    double saved; /* wall */
};

/* Takes a better point into the answer. */
static void see(struct watch *w, int64_t sum, const uint64_t *y)
{
    if (w->any && sum >= w->best) return;
    w->any = true;
    w->best = sum;
    if (!attempt_keep_point(w->h, y)) w->failed = true;
}

/* Between two rounds: takes a better point into the answer, saves, tells, and asks whether to stop. */
static bool between_rounds(const struct enumeration *state, void *arg)
{
    struct watch *w = arg;
    struct attempt *h = w->h;
    double now = clock_wall();
    h->a->share = (double)state->next / (double)state->blocks;
    if (state->next) see(w, state->sum, &state->y);
    if (state->next && now - w->saved > SAVE_SECONDS) {
        w->saved = now;
        w->failed = w->failed || !state_write(h, state);
    }
    return attempt_stop(h) || w->failed;
}

static enum status enumerate(struct attempt *h)
{
    struct enumeration state;
    struct watch w = {.h = h, .saved = clock_wall()};
    double start = clock_cpu();
    if (!attempt_objective(h)) return attempt_any(h);
    if (!state_read(h, &state)) return h->a->status;
    int threads = h->q->threads ? h->q->threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    kernel_enumerate_run(h->kernel, threads < 1 ? 1 : threads, &state, between_rounds, &w);
    between_rounds(&state, &w);
    h->a->solve_seconds += clock_cpu() - start;
    if (w.failed || !state_write(h, &state)) return STATUS_FAILED;
    return state.next == state.blocks ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- meeting in the middle ------------------------------------------------------------------------------------- */

static bool between_pairs(const struct meeting *r, void *arg)
{
    struct watch *w = arg;
    struct attempt *h = w->h;
    if (r->any) {
        see(w, r->sum, r->y);
        attempt_least(h, r->least);
    }
    return attempt_stop(h) || w->failed;
}

static enum status meet(struct attempt *h)
{
    struct meeting r;
    struct watch w = {.h = h, .any = true, .best = h->kernel->base};
    double start = clock_cpu();
    if (attempt_any(h) == STATUS_FAILED) return STATUS_FAILED; /* some solution, should a limit come first */
    kernel_halves_run(h->m, h->kernel, MEGABYTES << 10, &r, between_pairs, &w);
    between_pairs(&r, &w);
    h->a->solve_seconds += clock_cpu() - start;
    return w.failed ? STATUS_FAILED : r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- the strategies ----------------------------------------------------------------------------------------------- */

/* Poses and eliminates, once. */
static bool prepare(struct attempt *h)
{
    if (h->m) return attempt_posed(h);
    h->prepared = attempt_posed(h) && attempt_eliminate(h);
    return h->prepared;
}

static enum status run(struct attempt *h, bool (*suits)(const struct attempt *),
                       enum status (*search)(struct attempt *), const char *refusal)
{
    if (!prepare(h)) return h->a->status;
    if (h->refuted) return STATUS_UNSATISFIABLE;
    if (suits(h)) return search(h);
    text_error(&h->a->err, "The search %s; choose another --search.", refusal);
    return STATUS_REFUSED;
}

enum status search_enumerate(struct attempt *h)
{
    return run(
        h, enumerable, enumerate,
        "enumerate needs a model of parity rows only, with a kernel of at most 63 dimensions and moderate weights");
}

enum status search_meet(struct attempt *h)
{
    return run(h, halves, meet, "meet needs a model of parity rows only, whose kernel falls into halves");
}

/* What the SAT loop takes to bound a sum over the points of the kernel, as measured on squares of Fivers: dimension 14, 23x23, 0.3;
 * 16, 19x19, 2; 20, 30x30, more than 15. */
static double loop_seconds(const struct attempt *h)
{
    double cells = model_vars(h->m) / 361.;
    return h->kernel ? 2 * exp(.9 * (h->kernel->dimension - 16)) * (cells > 1 ? cells : 1) : 0;
}

const char *search_kernel(struct attempt *h)
{
    if ((h->q->parity && strcmp(h->q->parity, "kernel") != 0) || !prepare(h)) return NULL;
    double all = enumerable(h) ? kernel_enumerate_estimate(h->kernel) : 2 * PATIENCE;
    double by_halves = halves(h) && h->kernel->dimension ? kernel_halves_estimate(h->m, h->kernel) : 2 * PATIENCE;
    double loop = loop_seconds(h), least = all < by_halves ? all : by_halves;
    if (h->refuted) return "enumerate";
    if (!search_free(h->q->options) || loop <= LOOP_SECONDS || least > PATIENCE || least >= loop) return NULL;
    search_auto_note(by_halves < all ? "meet" : "enumerate", least, loop, &h->a->note);
    return by_halves < all ? "meet" : "enumerate";
}
