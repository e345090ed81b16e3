/* Searches of a kernel that need no solver: all its points, or its halves. */
#include "base/clock.h"
#include "gf2/kernel.h"
#include "search/session_parity.h"
#include "search/strategy.h"

#include <math.h>
#include <string.h>

static const int MEGABYTES = 2048;  /* for meeting in the middle */
static const double PATIENCE = 1e6; /* CPU seconds: what would take longer is not begun unasked */

static bool enumerable(const struct session *session)
{
    return session->kernel && kernel_enumerate_applies(session->kernel);
}
static bool halves(const struct session *session)
{
    return session->kernel && kernel_halves_applies(session->m, session->kernel);
}

/* ---- enumeration ----------------------------------------------------------------------------------------------- */

struct kernel_watch {
    struct session *session;
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
    if (session_keep_point(w->session, y)) return;
    w->failed = true;
    w->job.cancelled = true; /* on a line of its own: clang 14 takes no atomic value from an assignment */
}

/* Between blocks: takes a better point into the answer. */
static void between_blocks(const struct enumeration *r, void *arg)
{
    struct kernel_watch *w = arg;
    job_report(&w->session->job, NULL, r->share);
    if (r->any) see(w, r->sum, &r->y);
}

static enum status enumerate(struct session *session)
{
    struct enumeration r;
    struct kernel_watch w = {.session = session, .job = {.parent = &session->job}};
    double start = clock_cpu();
    if (!session_objective(session)) return session_any(session);
    kernel_enumerate_run(session->kernel, &r, &w.job, between_blocks, &w);
    between_blocks(&r, &w);
    session->a->solve_seconds += clock_cpu() - start;
    if (w.failed) return STATUS_FAILED;
    return r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- meeting in the middle ------------------------------------------------------------------------------------- */

static void between_pairs(const struct meeting *r, void *arg)
{
    struct kernel_watch *w = arg;
    struct session *session = w->session;
    if (r->any) {
        see(w, r->sum, r->y);
        session_exclude(session, r->least);
    }
    job_report(&session->job, NULL, -1);
}

static enum status meet(struct session *session)
{
    struct meeting r;
    struct kernel_watch w = {
        .session = session, .any = true, .best = session->kernel->base, .job = {.parent = &session->job}};
    double start = clock_cpu();
    if (session_any(session) == STATUS_FAILED) return STATUS_FAILED; /* some solution, should a limit come first */
    kernel_halves_run(session->m, session->kernel, MEGABYTES << 10, &r, &w.job, between_pairs, &w);
    between_pairs(&r, &w);
    session->a->solve_seconds += clock_cpu() - start;
    return w.failed ? STATUS_FAILED : r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

/* ---- the strategies -------------------------------------------------------------------------------------------- */

/* Builds and eliminates, once. */
static bool prepare(struct session *session)
{
    if (session->m) return session_build_once(session);
    session->prepared = session_build_once(session) && session_eliminate(session);
    return session->prepared;
}

static enum status run(struct session *session, bool (*suits)(const struct session *),
                       enum status (*search)(struct session *), const char *refusal)
{
    if (!prepare(session)) return session->a->status;
    if (session->refuted) return STATUS_UNSATISFIABLE;
    if (suits(session)) return search(session);
    text_error(&session->a->err, "The search %s; choose another --search.", refusal);
    return STATUS_REFUSED;
}

enum status search_enumerate(struct session *session)
{
    return run(
        session, enumerable, enumerate,
        "enumerate needs a model of parity rows only, with a kernel of at most 63 dimensions and moderate weights");
}

enum status search_meet(struct session *session)
{
    return run(session, halves, meet, "meet needs a model of parity rows only, whose kernel falls into halves");
}

/* What the SAT loop takes to bound a sum over the points of the kernel, as measured on squares of
 * Fivers: dimension 14, 23x23, 0.3; 16, 19x19, 2; 20, 30x30, more than 15. */
static double loop_seconds(const struct session *session)
{
    double cells = model_vars(session->m) / 361.;
    return session->kernel ? 2 * exp(.9 * (session->kernel->dimension - 16)) * (cells > 1 ? cells : 1) : 0;
}

const char *search_kernel(struct session *session, bool asked)
{
    if (asked && (!prepare(session) || !halves(session) || enumerable(session))) return "enumerate";
    if (asked) return "meet";
    if ((session->q->choices.parity != PARITY_AUTO && session->q->choices.parity != PARITY_KERNEL) || !prepare(session))
        return NULL;
    double all = enumerable(session) ? kernel_enumerate_estimate(session->kernel) : 2 * PATIENCE;
    double by_halves = halves(session) && session->kernel->dimension
                           ? kernel_halves_estimate(session->m, session->kernel)
                           : 2 * PATIENCE;
    double loop = loop_seconds(session), least = all < by_halves ? all : by_halves;
    if (session->refuted) return "enumerate";
    if (!search_free(session->q) || loop <= LOOP_SECONDS || least > PATIENCE || least >= loop) return NULL;
    search_auto_note("search", by_halves < all ? "meet" : "enumerate", least, loop, &session->a->note);
    return by_halves < all ? "meet" : "enumerate";
}
