/* Solves a problem and certifies the answer: one policy for the command and the library. */
#include "base/file.h"
#include "base/spill.h"
#include "base/watchdog.h"
#include "certificate/certificate.h"

/* A cutting-planes proof that a search logs. */
struct logged_proof {
    struct spill log;
    bool lost; /* it could not be written */
};

static void logged_proof_release(struct logged_proof *p) { spill_release(&p->log); }

static void take_proof(void *state, const void *bytes, size_t n)
{
    struct logged_proof *p = state;
    p->lost = p->lost || !spill_put(&p->log, bytes, n);
}

/* Searches the answer to certify. No check depends on it. */
static enum certificate_end certificate_solve_search(const struct certificate_order *order, struct logged_proof *proof,
                                                     struct answer *a, struct text *err)
{
    struct problem q = order->stated->problem;
    if (!q.choices.engine && !q.choices.search) q.choices.engine = "sat";
    if (!order->all && !order->prover && search_logs(&q)) {
        q.log = take_proof;
        q.log_state = proof;
        q.prove = PROVE_NOTHING; /* certificate_make checks the whole proof */
    }
    switch (search_solve(&q, a)) {
    case STATUS_UNKNOWN:
        text_error(err, "The search was stopped before there was anything to certify.");
        return CERTIFICATE_STOPPED;
    case STATUS_REFUSED:
        text_put(err, text_string(&a->err));
        return CERTIFICATE_REFUSED;
    case STATUS_FAILED:
        text_put(err, text_string(&a->err));
        return CERTIFICATE_FAILED;
    default:
        return CERTIFICATE_MADE;
    }
}

enum certificate_end certificate_solve(const struct certificate_order *order, struct answer *a, struct text *claim,
                                       struct text *err)
{
    SCOPED(logged_proof) proof = {0};
    struct text text = {0};
    struct directory dir;
    struct certificate_order made = *order;
    if (!directory_open(&dir, order->dir, err)) return CERTIFICATE_NO_DIRECTORY; /* first: the search may take long */
    enum certificate_end end = certificate_solve_search(order, &proof, a, err);
    if (end == CERTIFICATE_MADE) {
        if (!proof.lost && spill_view(&proof.log, &text)) made.cutting_planes = &text;
        made.dir = dir.path;
        end = certificate_make(&made, a, claim, err);
    }
    if (end == CERTIFICATE_MADE) watchdog_end(order->stated->problem.job);
    if (!directory_close(&dir, end == CERTIFICATE_MADE, err) && end == CERTIFICATE_MADE) end = CERTIFICATE_FAILED;
    return end;
}
