/* Searches of a kernel that need no solver: all its points, or its halves. */
#include "base/clock.h"
#include "gf2/kernel_enumerate.h"
#include "search/attempt.h"
#include "gf2/kernel_halves.h"

#include <math.h>
#include <string.h>

static const int MEGABYTES = 2048;  /* for meeting in the middle */
static const double PATIENCE = 1e6; /* CPU seconds: what would take longer is not begun unasked */

static bool enumerable(const struct attempt *h) { return h->kernel && kernel_enumerate_applies(h->kernel); }
static bool halves(const struct attempt *h) { return h->kernel && kernel_halves_applies(h->m, h->kernel); }

/* ---- enumeration ------------------------------------------------------------------------------------------------ */

struct kernel_watch {
    struct attempt *h;
    bool any, failed;
    int64_t best;
    struct job job; /* cancelled once a point is wrong */
};

/* Takes a better point into the answer. */
static void see(struct kernel_watch *w, int64_t sum, const uint64_t *y)
{
    if (w->any && sum >= w->best) return;
    w->any = true;
    w->best = sum;
    if (attempt_keep_point(w->h, y)) return;
    w->failed = true;
    w->job.cancelled = true; /* on a line of its own: clang 14 takes no atomic value from an assignment */
}

/* Between blocks: takes a better point into the answer. */
static void between_blocks(const struct enumeration *r, void *arg)
{
    struct kernel_watch *w = arg;
    job_report(&w->h->job, NULL, r->share);
    if (r->any) see(w, r->sum, &r->y);
}

static enum status enumerate(struct attempt *h)
{
    struct enumeration r;
    struct kernel_watch w = {.h = h, .job = {.parent = &h->job}};
    double start = clock_cpu();
    if (!attempt_objective(h)) return attempt_any(h);
    kernel_enumerate_run(h->kernel, &r, &w.job, between_blocks, &w);
    between_blocks(&r, &w);
    h->a->solve_seconds += clock_cpu() - start;
    if (w.failed) return STATUS_FAILED;
    return r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- meeting in the middle ------------------------------------------------------------------------------------- */

static void between_pairs(const struct meeting *r, void *arg)
{
    struct kernel_watch *w = arg;
    struct attempt *h = w->h;
    if (r->any) {
        see(w, r->sum, r->y);
        attempt_least(h, r->least);
    }
    job_report(&h->job, NULL, -1);
}

static enum status meet(struct attempt *h)
{
    struct meeting r;
    struct kernel_watch w = {.h = h, .any = true, .best = h->kernel->base, .job = {.parent = &h->job}};
    double start = clock_cpu();
    if (attempt_any(h) == STATUS_FAILED) return STATUS_FAILED; /* some solution, should a limit come first */
    kernel_halves_run(h->m, h->kernel, MEGABYTES << 10, &r, &w.job, between_pairs, &w);
    between_pairs(&r, &w);
    h->a->solve_seconds += clock_cpu() - start;
    return w.failed ? STATUS_FAILED : r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- the strategies ---------------------------------------------------------------------------------------------- */

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

/* What the SAT loop takes to bound a sum over the points of the kernel, as measured on squares of
 * Fivers: dimension 14, 23x23, 0.3; 16, 19x19, 2; 20, 30x30, more than 15. */
static double loop_seconds(const struct attempt *h)
{
    double cells = model_vars(h->m) / 361.;
    return h->kernel ? 2 * exp(.9 * (h->kernel->dimension - 16)) * (cells > 1 ? cells : 1) : 0;
}

const char *search_kernel(struct attempt *h)
{
    if ((h->q->choices.parity != PARITY_AUTO && h->q->choices.parity != PARITY_KERNEL) || !prepare(h)) return NULL;
    double all = enumerable(h) ? kernel_enumerate_estimate(h->kernel) : 2 * PATIENCE;
    double by_halves = halves(h) && h->kernel->dimension ? kernel_halves_estimate(h->m, h->kernel) : 2 * PATIENCE;
    double loop = loop_seconds(h), least = all < by_halves ? all : by_halves;
    if (h->refuted) return "enumerate";
    if (!search_free(h->q) || loop <= LOOP_SECONDS || least > PATIENCE || least >= loop) return NULL;
    search_auto_note(by_halves < all ? "meet" : "enumerate", least, loop, &h->a->note);
    return by_halves < all ? "meet" : "enumerate";
}
