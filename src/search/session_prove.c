/* Checks the proofs of a solver's refutations, if that is cheap or was asked for. */
#include "base/clock.h"
#include "proof/drat.h"
#include "search/session_check.h"
#include "search/session_sums.h"

#include <string.h>

/* Limits of a proof that was not asked for: its bytes, and CPU seconds to check it. */
static const size_t SMALL = (size_t)24 << 20;
static const double PATIENCE = 2, LITTLE_PATIENCE = 0.2;
/* Variables of the largest model whose rows are added up without being asked for */
enum { FEW_VARS = 2500 };

void session_record(struct session *session)
{
    if (session->symmetry || session->problem->prove == PROVE_NOTHING)
        return; /* a refutation under a required symmetry proves nothing */
    solver_record(session->solver, session->problem->prove == PROVE_ALL ? PROOF_MOST : SMALL);
}

static bool session_prove_holds(struct session *session, struct solver_record *r)
{
    const struct lits *assumed = &session->solver->assumed;
    SCOPED(text) err = {0};
    struct job job = {.parent = &session->job};
    double start = clock_thread(), patience = session->many ? LITTLE_PATIENCE : PATIENCE;
    patience -= session->answer->evidence.check_seconds;
    if (session->problem->prove != PROVE_ALL) job.cpu_deadline = start + (patience > 0 ? patience : 0);
    struct cnf_buffer *f = &r->formula;
    int64_t clauses = f->cnf.made.clauses, literals = f->cnf.made.literals;
    for (int i = 0; i < assumed->n; i++) {                                              /* removed below */
        if (lit_var(assumed->v[i]) > f->cnf.vars) f->cnf.vars = lit_var(assumed->v[i]); /* in no clause */
        cnf_clause(&f->cnf, &assumed->v[i], 1);
    }
    struct drat d = drat_of(f, &r->proof, &job);
    d.binary = true;
    d.keep = r->grew;
    bool ok = !job_over(&job) && drat_check(&d, &err);
    f->lits.n -= assumed->n;
    f->start.n -= assumed->n;
    f->cnf.made.clauses = clauses;
    f->cnf.made.literals = literals;
    session->answer->evidence.check_seconds += clock_thread() - start;
    return ok;
}

void session_refuted(struct session *session)
{
    struct evidence *e = &session->answer->evidence;
    struct solver_record *r = session->solver->record;
    if (session->symmetry || session_sums_refuted(session)) return;
    if (r && !r->lost && session_prove_holds(session, r)) {
        evidence_add(e, EVIDENCE_CHECKED, NULL);
        e->proof_bytes += (int64_t)r->proof.n;
    } else {
        /* The name of the interleaved solver stays, because its refutation is the unchecked one. */
        evidence_add(e, EVIDENCE_UNCHECKED, strcmp(session->problem->choices.solver, "cuts") ? NULL : "cuts");
    }
}

void session_check_parity(struct session *session)
{
    struct evidence *e = &session->answer->evidence;
    const bool all = session->problem->prove == PROVE_ALL;
    int rows;
    if (!e->item[EVIDENCE_STEPS].count || session->problem->prove == PROVE_NOTHING) return;
    /* A plain model rarely has less than a quarter of the variables, so it would exceed
     * FEW_VARS. */
    const struct model *used = session->built ? session->built : session->model;
    if (!all && used && model_vars(used) > 4 * FEW_VARS) return;
    if (search_adds_up(session->problem, all ? INT32_MAX : FEW_VARS, true, &rows))
        evidence_add(e, EVIDENCE_ADDED_UP, e->item[EVIDENCE_STEPS].text);
}
