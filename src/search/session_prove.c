/* Checks the proofs of a solver's refutations, if that is cheap or was asked for. */
#include "base/clock.h"
#include "base/number.h"
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
    if (session->bounds.symmetry || session->problem->prove == PROVE_NOTHING)
        return; /* a refutation under a required symmetry proves nothing */
    solver_record(session->formula.solver, session->problem->prove == PROVE_ALL ? PROOF_MOST : SMALL);
}

static bool session_prove_holds(struct session *session, const struct solver_record *r)
{
    struct cnf_buffer *f = &session->formula.clauses;
    const struct solver *solver = session->formula.solver;
    SCOPED(text) err = {0};
    struct job job = {.parent = &session->job};
    double start = clock_thread(), patience = session->many ? LITTLE_PATIENCE : PATIENCE;
    patience -= session->answer->evidence.check_seconds;
    if (session->problem->prove != PROVE_ALL) job.cpu_deadline = start + (patience > 0 ? patience : 0);
    SCOPED(cnf_buffer) renumbered = {0};
    if (solver->place) {
        renumbered = cnf_buffer_of(f->cnf.vars);
        solver_renumbered(solver, f, &renumbered.cnf);
        f = &renumbered;
    }
    const struct cnf_buffer before = *f;
    solver_renumbered(solver, &session->formula.blocking, &f->cnf); /* removed below, as the assumptions */
    for (int i = 0; i < solver->assumed.n; i++) {
        f->cnf.vars = (int)max64(f->cnf.vars, lit_var(solver->assumed.v[i])); /* perhaps in no clause */
        cnf_1(&f->cnf, solver->assumed.v[i]);
    }
    struct drat d = drat_of(f, &r->proof, &job);
    d.binary = true;
    d.keep = r->grew;
    bool ok = !job_over(&job) && drat_check(&d, &err);
    f->lits.n = before.lits.n;
    f->start.n = before.start.n;
    f->cnf = before.cnf;
    session->answer->evidence.check_seconds += clock_thread() - start;
    return ok;
}

void session_refuted(struct session *session)
{
    struct evidence *e = &session->answer->evidence;
    const struct solver_record *r = session->formula.solver->record;
    if (session->bounds.symmetry || session_sums_refuted(session)) return;
    const struct formula *f = &session->formula;
    bool kept = r && !r->lost && ((size_t)f->clauses.lits.n + (size_t)f->blocking.lits.n) * sizeof(lit) <= r->most;
    if (kept && session_prove_holds(session, r)) {
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
    const struct model *used = session->formula.built;
    if (!all && used && model_vars(used) > 4 * FEW_VARS) return;
    if (search_adds_up(session->problem, all ? INT32_MAX : FEW_VARS, true, &rows))
        evidence_add(e, EVIDENCE_ADDED_UP, e->item[EVIDENCE_STEPS].text);
}
