/* Checks the proofs of a solver's refutations, if that is cheap or was asked for. */
#include "base/clock.h"
#include "base/number.h"
#include "proof/drat.h"
#include "proof/separation.h"
#include "search/session_check.h"
#include "search/session_sums.h"

#include <math.h>

/* Limits of a proof that was not asked for: its bytes; CPU seconds to check it, or a share of the
 * solving time if that is more; the same if `many` refutations follow. */
static const size_t SMALL = (size_t)24 << 20;
static const double PATIENCE = 2, SHARE = 1, MANY_PATIENCE = 0.2, MANY_SHARE = 0.1;
/* Bytes of a proof that are checked in a CPU second, before one of this answer was. */
static const double RATE = 8e6;
/* Variables of the largest model whose rows are added up without being asked for */
enum { FEW_VARS = 2500 };

void session_record(struct session *session)
{
    if (session->bounds.symmetry || session->problem->prove == PROVE_NOTHING)
        return; /* a refutation under a required symmetry proves nothing */
    solver_record(session->formula.solver, session->problem->prove == PROVE_ALL ? PROOF_MOST : SMALL);
}

/* CPU seconds that are left for checks. */
static double session_prove_patience(const struct session *session)
{
    const struct answer *a = session->answer;
    const double solve = a->solve_seconds, most = fmax(solve * SHARE, PATIENCE),
                 many = fmax(solve * MANY_SHARE, MANY_PATIENCE);
    return (session->many ? many : most) - a->evidence.check_seconds;
}

/* Whether all lazy clauses follow from their constraints. */
static bool session_lazy_follow(struct session *session)
{
    struct formula *f = &session->formula;
    for (; 2 * f->lazy.checked < f->lazy.from.n; f->lazy.checked++) {
        const int *from = f->lazy.from.v + 2 * (ptrdiff_t)f->lazy.checked;
        const lit *c;
        int n = cnf_buffer_clause(&f->clauses, from[0], &c);
        if (!separation_follows(&f->lazy.v[from[1]]->c, c, n)) return false;
        session->answer->evidence.lazy_clauses++;
    }
    return true;
}

/* Checks the proof. Returns NULL if it holds, else why it is not known to, and what to do. */
static const char *session_prove_fault(struct session *session, struct solver_record *r)
{
    struct cnf_buffer *f = &session->formula.clauses;
    struct evidence *e = &session->answer->evidence;
    const struct solver *solver = session->formula.solver;
    const int64_t bytes = (int64_t)r->proof.n + (int64_t)f->lits.n * (int64_t)sizeof(lit);
    SCOPED(text) err = {0};
    struct job job = {.parent = &session->job};
    double patience = 0;
    if (session->problem->prove != PROVE_ALL) {
        patience = session_prove_patience(session);
        const double predicted =
            session->checked ? (double)bytes * e->check_seconds / (double)session->checked : (double)r->proof.n / RATE;
        if (predicted > patience) return "the check would take too long; add --proof-check always";
        job.cpu_deadline = clock_thread() + patience;
    }
    double start = clock_thread();
    if (!session_lazy_follow(session)) return "a lazy clause does not follow; please report this instance";
    SCOPED(cnf_buffer) renumbered = {0};
    if (solver->place) {
        renumbered = cnf_buffer_of(f->cnf.vars);
        solver_renumbered(solver, f, &renumbered.cnf);
        f = &renumbered;
    }
    const struct cnf_buffer before = *f;
    solver_renumbered(solver, &session->formula.blocking, &f->cnf); /* removed below, as what is assumed */
    for (int i = 0; i < solver->assumed.n && !session->deferred; i++) {
        f->cnf.vars = max_int(f->cnf.vars, lit_var(solver->assumed.v[i])); /* perhaps in no clause */
        cnf_1(&f->cnf, solver->assumed.v[i]);
    }
    f->cnf.vars = max_int(f->cnf.vars, solver->cnf.vars);
    struct drat d = drat_of(f, &r->proof, &job);
    d.binary = true;
    d.patience = patience;
    d.keep = r->grew;
    d.point = session->refuted;
    d.points = session->deferred ? session->refutations : 0;
    d.always = (int)before.cnf.made.clauses; /* the blocking ones */
    bool ok = drat_check(&d, &err);
    f->lits.n = before.lits.n;
    f->start.n = before.start.n;
    f->cnf = before.cnf;
    e->check_seconds += clock_thread() - start;
    session->checked += bytes;
    return ok                        ? NULL
           : job_over(&session->job) ? "a limit or a signal ended the check"
           : d.stopped               ? "the check took too long; add --proof-check always"
                                     : "the checker refuses the proof; please report this instance";
}

/* As session_prove_fault, also if there is no proof. */
static const char *session_unproved(struct session *session, struct solver_record *r)
{
    const struct formula *f = &session->formula;
    if (session->problem->prove == PROVE_NOTHING) return "--proof-check never was given";
    if (session->sums) return "the check took too long; add --proof-check always";
    if (!r) return "it logs no proof here; add --solver cadical";
    if (r->lost || ((size_t)f->clauses.lits.n + (size_t)f->blocking.lits.n) * sizeof(lit) > r->most)
        return r->most > SMALL ? "the proof is too large" : "the proof is too large; add --proof-check always";
    return session_prove_fault(session, r);
}

static void session_prove_add(struct session *session, int64_t refutations)
{
    struct evidence *e = &session->answer->evidence;
    struct solver_record *r = session->formula.solver->record;
    const char *why = session_unproved(session, r);
    if (why) {
        /* The name of an interleaved solver stays, because its refutation is the unchecked one. */
        const struct solver *s = session->formula.solver;
        evidence_add(e, EVIDENCE_UNCHECKED, solver_bounds(s) ? s->class->name : NULL);
        e->why = why;
    } else {
        evidence_add(e, EVIDENCE_CHECKED, NULL);
        e->proof_bytes += (int64_t)r->proof.n;
    }
    e->item[why ? EVIDENCE_UNCHECKED : EVIDENCE_CHECKED].count += refutations - 1;
}

/* Adds to the proof the clause that the assumptions do not all hold, which follows now. */
static void session_prove_defer(struct session *session)
{
    struct solver *s = session->formula.solver;
    const struct drat_point now = {s->record ? s->record->proof.n : 0, (int)session->formula.clauses.cnf.made.clauses};
    SCOPED(lits) clause = {0};
    MEM_PUSH(session->refuted, session->refutations, session->refuted_cap, now);
    if (!s->record) return;
    for (int i = 0; i < s->assumed.n; i++)
        if (!s->class->failed || s->class->failed(s->own, s->assumed.v[i])) lits_push(&clause, -s->assumed.v[i]);
    SCOPED(text) step = {0};
    steps_write(&step, false, clause.v, clause.n);
    solver_record_proof(s, step.s, step.n);
}

void session_refuted(struct session *session)
{
    if (session->bounds.symmetry || (session_sums && session_sums->refuted(session))) return;
    if (session->deferred)
        session_prove_defer(session);
    else
        session_prove_add(session, 1);
}

void session_settle(struct session *session)
{
    if (session->deferred && session->refutations) session_prove_add(session, session->refutations);
    session->refutations = 0;
    session->deferred = false;
}

void session_check_parity(struct session *session)
{
    struct evidence *e = &session->answer->evidence;
    const bool all = session->problem->prove == PROVE_ALL;
    if (!e->item[EVIDENCE_STEPS].count || session->problem->prove == PROVE_NOTHING) return;
    /* A plain model rarely has less than a quarter of the variables, so it would exceed
     * FEW_VARS. */
    const struct model *used = session->formula.built;
    if (!all && used && model_vars(used) > 4 * FEW_VARS) return;
    if (search_adds_up(session->problem, all ? INT32_MAX : FEW_VARS))
        evidence_add(e, EVIDENCE_ADDED_UP, e->item[EVIDENCE_STEPS].text);
}
