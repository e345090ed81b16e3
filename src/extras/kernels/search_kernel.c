/* Searches of a kernel without a solver: enumeration of its points, or meet in the middle. */
#include "base/clock.h"
#include "extras/kernels/kernels.h"
#include "search/session_parity.h"
#include "search/strategy.h"

#include <math.h>

static const int MEGABYTES = 2048;  /* for meeting in the middle */
static const double PATIENCE = 1e6; /* CPU seconds; a longer search starts only if the user chose it */

static bool enumerable(const struct session *session)
{
    return session->formula.pass.kernel && kernel_enumerate_applies(session->formula.pass.kernel);
}
/* The CPU seconds of the transforms of halves; negative: there are no halves. */
static double halves_estimate(const struct session *session)
{
    const struct kernel *k = session->formula.pass.kernel;
    return k ? kernel_halves_estimate(session->formula.model, k) : -1;
}
static bool halves(const struct session *session) { return halves_estimate(session) >= 0; }

struct kernel_watch {
    struct session *session;
    bool any, failed;
    int64_t best;
    struct job job; /* canceled after a wrong point */
};

/* Called between blocks or pairs: takes a better point and a bound into the answer. */
static void kernel_see(void *kernel_watch, const struct job *j)
{
    struct kernel_watch *w = kernel_watch;
    const struct kernel_least *r = j->so_far;
    job_report(&w->session->job, NULL, r->share);
    if (r->any && !(w->any && r->sum >= w->best)) {
        w->any = true;
        w->best = r->sum;
        w->failed = !session_keep_point(w->session, r->y);
        if (w->failed) w->job.cancelled = true;
    }
    if (r->any && r->least > INT64_MIN) session_exclude(w->session, r->least);
}

/* Runs one of the two searches. w: the state before. */
static enum status least_sum(struct kernel_watch *w, bool by_halves)
{
    struct session *session = w->session;
    struct kernel_least r;
    double start = clock_cpu();
    w->job = (struct job){.parent = &session->job, .progress = kernel_see, .progress_state = w};
    if (by_halves)
        kernel_halves_run(session->formula.model, session->formula.pass.kernel, MEGABYTES << 10, &r, &w->job);
    else
        kernel_enumerate_run(session->formula.pass.kernel, &r, &w->job);
    job_publish(&w->job, &r);
    session->answer->solve_seconds += clock_cpu() - start;
    return w->failed ? STATUS_FAILED : r.done ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

static enum status search_kernel_enumerate(struct session *session)
{
    if (!session_objective(session)) return session_any(session);
    return least_sum(&(struct kernel_watch){.session = session}, false);
}

static enum status search_kernel_meet(struct session *session)
{
    if (session_any(session) == STATUS_FAILED) return STATUS_FAILED; /* a first solution, in case of a limit */
    return least_sum(
        &(struct kernel_watch){.session = session, .any = true, .best = session->formula.pass.kernel->base}, true);
}

/* ---- the strategies -------------------------------------------------------------------------- */

/* Builds and eliminates; later calls do nothing. */
static bool search_kernel_prepare(struct session *session)
{
    return session_build(session, INT64_MAX) &&
           (session->formula.state == FORMULA_ELIMINATED || session_eliminate(session));
}

static enum status search_kernel_run(struct session *session, bool (*suits)(const struct session *),
                                     enum status (*search)(struct session *), const char *refusal)
{
    if (!search_kernel_prepare(session)) return session->answer->status;
    if (parity_pass_refutes(&session->formula.pass)) return STATUS_UNSATISFIABLE;
    if (suits(session)) return search(session);
    text_error(&session->answer->err, "The search %s; choose another --search.", refusal);
    return STATUS_REFUSED;
}

enum status search_enumerate(struct session *session)
{
    return search_kernel_run(
        session, enumerable, search_kernel_enumerate,
        "enumerate needs a model of parity rows only, with a kernel of at most 63 dimensions and moderate weights");
}

enum status search_meet(struct session *session)
{
    return search_kernel_run(session, halves, search_kernel_meet,
                             "meet needs a model of parity rows only, whose kernel falls into halves");
}

/* Predicts the CPU seconds of the SAT loop, from squares of Fivers. Measured: dimension 14 (23x23)
 * 0.3; 16 (19x19) 2; 20 (30x30) more than 15. */
static double loop_seconds(const struct session *session)
{
    double cells = model_vars(session->formula.model) / 361.;
    return session->formula.pass.kernel
               ? 2 * exp(.9 * (session->formula.pass.kernel->dimension - 16)) * (cells > 1 ? cells : 1)
               : 0;
}

const char *search_kernel(struct session *session, bool asked)
{
    if (asked && (!search_kernel_prepare(session) || !halves(session) || enumerable(session))) return "enumerate";
    if (asked) return "meet";
    if ((session->problem->choices.parity != PARITY_AUTO && session->problem->choices.parity != PARITY_KERNEL) ||
        !search_kernel_prepare(session))
        return NULL;
    double all = enumerable(session) ? kernel_enumerate_estimate(session->formula.pass.kernel) : 2 * PATIENCE;
    double by_halves = halves_estimate(session);
    if (by_halves < 0) by_halves = 2 * PATIENCE;
    double loop = loop_seconds(session), least = all < by_halves ? all : by_halves;
    if (parity_pass_refutes(&session->formula.pass)) return "enumerate";
    if (!search_free(session->problem) || loop <= LOOP_SECONDS || least > PATIENCE || least >= loop) return NULL;
    search_auto_note("search", by_halves < all ? "meet" : "enumerate", least, loop, &session->answer->note);
    return by_halves < all ? "meet" : "enumerate";
}
