#include "extras/cuts/interleaved.h"
#include "extras/cuts/cuts_log.h"
#include "base/number.h"

#include "base/clock.h"
#include "base/spill.h"
#include "proof/cutting_planes.h"

#include <string.h>

/* Limits of a proof that was not asked for: its bytes, and CPU seconds to check it (or a tenth of
 * the solving time if that is more). */
static const size_t SMALL = (size_t)64 << 20;
static const double PATIENCE = 1, SHARE = 0.1, CONFIRM = 3;

/* The proof log of a session. */
struct sums_log {
    struct cuts_proof log;
    struct session *session;
    struct spill proof;
    bool kept, writes; /* kept: to be checked, up to a limit; writes: to the problem's log */
    bool ended, found;
    int64_t sum; /* sum of the last solution in the log */
};

static void take_bytes(void *state, const void *bytes, size_t n)
{
    struct sums_log *k = state;
    const struct problem *q = k->session->problem;
    size_t most = q->prove == PROVE_ALL ? PROOF_MOST : SMALL;
    if (k->writes) q->log(q->log_state, bytes, n);
    bool small = (size_t)k->proof.bytes + n <= most, stored = k->kept && small && spill_put(&k->proof, bytes, n);
    if (k->kept && small && !stored)
        text_error(&k->session->answer->note,
                   "A proof could not be stored; give TMPDIR a directory with enough space.");
    if (k->kept && !stored) {
        spill_release(&k->proof);
        k->kept = false;
        if (!k->writes) k->log.lost = k->log.stop = true;
    }
}

/* Sends lo <= sum w x <= hi as one constraint or two, numbered as in proofs about the file. */
static int64_t sums_send_row(struct session *session, int64_t number, const struct row *r, int64_t *w)
{
    if (r->lo != INT64_MIN) cuts_add_row(session->formula.solver, ++number, r->x, r->w, r->n, r->lo);
    if (r->hi == INT64_MAX) return number;
    for (int i = 0; i < r->n; i++) w[i] = -r->w[i];
    cuts_add_row(session->formula.solver, ++number, r->x, w, r->n, -r->hi);
    return number;
}

/* Stores the names of these variables. Returns whether every proof reader accepts them: at least
 * two characters, and no colon. */
static bool put_names(const struct model *m, const lit *x, int n, struct cuts_proof *log)
{
    for (int i = 0; i < n; i++) {
        size_t *at = &log->name[lit_var(x[i])];
        if (*at) continue;
        const char *name = model_name(m, lit_var(x[i]));
        if (!name[0] || !name[1] || strchr(name, ':')) return false;
        *at = log->names.n;
        text_bytes(&log->names, name, strlen(name) + 1);
    }
    return true;
}

/* Stores the names of the variables that occur. A file can leave out the others, so a proof does,
 * too. */
static bool log_names(const struct model *m, struct cuts_proof *log)
{
    const struct objective *o = model_objective(m);
    log->named = model_vars(m);
    log->name = mem_new((size_t)log->named + 1, sizeof *log->name);
    text_bytes(&log->names, "", 1); /* at 0: no name */
    bool ok = !o || put_names(m, o->x, o->n, log);
    for (struct row r = {0}; ok && model_next(m, &r);) ok = put_names(m, r.x, r.n, log);
    return ok;
}

static void log_open(struct session *session)
{
    const struct problem *q = session->problem;
    bool writes = q->log && !session->answer->logged;
    if (!session->logs || (q->prove == PROVE_NOTHING && !writes)) return;
    struct sums_log *k = mem_new(1, sizeof *k);
    const struct objective *o = session_objective(session);
    *k = (struct sums_log){.session = session, .kept = q->prove != PROVE_NOTHING, .writes = writes};
    k->log.write = take_bytes;
    k->log.state = k;
    k->log.scale = o ? (o->b < 0 ? -o->b : o->b) : 1;
    session->sums = k;
    if (!log_names(session->formula.model, &k->log)) {
        cuts_session_release(session);
        return;
    }
    cuts_log_to(session->formula.solver, &k->log);
    if (writes) session->answer->logged = true;
    for (struct row r = {0}; model_next(session->formula.model, &r);)
        k->log.last += (r.lo != INT64_MIN) + (r.hi != INT64_MAX);
    text_add(&k->log.out, "pseudo-Boolean proof version 3.0\nf %lld;\n", (long long)k->log.last);
    cuts_proof_keep(&k->log);
}

static bool cuts_session_open(struct session *session)
{
    if (!search_formula(session->problem) || session->formula.reduction || session->formula.bounds.most != INT64_MAX ||
        session->problem->choices.policy.order != ORDER_MODEL || !cuts_is(session->formula.solver))
        return false;
    const struct model *m = session->formula.model;
    int64_t number = 0;
    int longest = 0;
    for (struct row r = {0}; model_next(m, &r);) {
        if (r.kind != ROW_PB) return false;
        longest = (int)max64(longest, r.n);
    }
    OWNED int64_t *w = mem_new((size_t)longest + 1, sizeof *w);
    struct cnf *f = solver_sink(session->formula.solver);
    f->vars = session->formula.cnf.vars = model_vars(m);
    session->formula.rows = true;
    session->answer->encoders.natives |= 1u << PB;
    log_open(session);
    for (struct row r = {0}; !f->truncated && model_next(m, &r);) number = sums_send_row(session, number, &r, w);
    return true;
}

void cuts_session_found(struct session *session, struct values values)
{
    struct sums_log *k = session->sums;
    if (!k || k->ended || !session_objective(session)) return;
    cuts_log_solution(session->formula.solver->own, values.v);
    k->found = true;
    k->sum = model_sum(session->formula.model, values) + session->formula.offset;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Returns the value, in the minimized form of the objective, that belongs to a sum. */
static long long cost_of(const struct objective *o, int64_t sum)
{
    return (objective_maximizes(o) ? -1 : 1) * (long long)objective_of_sum(o, sum);
}

static void sums_conclude_bounds(struct sums_log *k, const struct objective *o)
{
    struct cuts_proof *l = &k->log;
    long long by = l->contradiction ? l->contradiction : l->last;
    if (k->found)
        text_add(&l->out, "BOUNDS %lld : %lld %lld", cost_of(o, l->contradiction ? k->sum : o->least), by,
                 cost_of(o, k->sum));
    else if (l->contradiction)
        text_add(&l->out, "BOUNDS INF : %lld INF", by);
    else
        text_add(&l->out, "BOUNDS %lld : %lld INF", cost_of(o, o->least), by);
}

/* Logs that the sum is at least o->least. All values satisfy this, so no other constraint is
 * needed. */
static void put_least(struct sums_log *k, const struct objective *o)
{
    struct cuts_proof *l = &k->log;
    text_put(&l->out, "rup");
    for (int i = 0; i < o->n; i++) {
        text_add(&l->out, " %lld", (long long)(l->scale * (o->w ? o->w[i] : 1)));
        cuts_proof_literal(l, o->x[i], &l->out);
    }
    text_add(&l->out, " >= %lld : ~;\n", (long long)(l->scale * o->least));
    l->last++;
}

/* Writes the conclusion. solved: without an objective, the session's values are a solution. */
static void conclude(struct session *session, bool solved)
{
    struct sums_log *k = session->sums;
    struct cuts_proof *l = &k->log;
    const struct objective *o = session_objective(session) ? model_objective(session->formula.model) : NULL;
    if (k->ended) return;
    k->ended = true;
    if (k->writes && !l->lost) session->answer->log_proves = l->contradiction || solved;
    cuts_proof_keep(l);
    if (o && !l->lost && !l->contradiction) put_least(k, o);
    text_put(&l->out, "output NONE;\nconclusion ");
    if (o && !l->lost) {
        sums_conclude_bounds(k, o);
    } else if (l->contradiction && !l->lost) {
        text_add(&l->out, "UNSAT : %lld", (long long)l->contradiction);
    } else if (solved) {
        text_put(&l->out, "SAT :");
        cuts_proof_values(l, session->formula.values.v, &l->out);
    } else {
        text_put(&l->out, "NONE");
    }
    text_put(&l->out, ";\nend pseudo-Boolean proof;\n");
    cuts_proof_flush(l);
}

/* Checks the proof, within `patience` CPU seconds, and that its conclusion is the session's
 * answer. */
static bool proof_holds(struct session *session, double patience)
{
    struct sums_log *k = session->sums;
    const struct objective *o = session_objective(session);
    struct job job = {.parent = &session->job};
    SCOPED(text) err = {0};
    double start = clock_thread();
    if (session->problem->prove != PROVE_ALL) job.cpu_deadline = start + patience;
    struct text proof;
    if (!spill_view(&k->proof, &proof)) return false;
    struct cutting_planes p = {.formula = search_formula(session->problem),
                               .proof = text_string(&proof),
                               .model = session->formula.model,
                               .job = &job};
    session_stage(session, "checking the proof");
    bool ok = cutting_planes_check(&p, &err);
    if (!ok && !p.stopped)
        text_error(&session->answer->note, "Loophole's checker refuses the proof: %s", text_string(&err));
    if (ok && o && k->found)
        ok = p.has_lower && p.has_upper && p.lower == p.upper && p.upper == cost_of(o, k->sum);
    else
        ok = ok && p.infeasible;
    session->answer->evidence.check_seconds += clock_thread() - start;
    session_stage(session, NULL);
    return ok;
}

bool cuts_session_refuted(struct session *session)
{
    struct sums_log *k = session->sums;
    struct evidence *e = &session->answer->evidence;
    if (!k) return false;
    double patience = SHARE * session->answer->solve_seconds;
    conclude(session, false);
    if (k->log.lost || !k->kept || !proof_holds(session, patience > PATIENCE ? patience : PATIENCE)) return false;
    /* It proves the whole answer, so it replaces the evidence of all other refutations. */
    e->item[EVIDENCE_CHECKED].count = e->item[EVIDENCE_UNCHECKED].count = e->item[EVIDENCE_ARITHMETIC].count = 0;
    e->proof_bytes = k->proof.bytes;
    e->item[EVIDENCE_CUTTING_PLANES].count = 1;
    return true;
}

bool cuts_session_unproved(const struct session *session, enum status status)
{
    const struct problem *q = session->problem;
    const struct evidence *e = &session->answer->evidence;
    bool asked = q->log && !session->answer->log_proves;
    bool final = status == STATUS_OPTIMAL || status == STATUS_UNSATISFIABLE || (asked && status == STATUS_SATISFIABLE);
    return final && !session->bounds.symmetry && !session->confirmed && search_logs(q) &&
           ((q->prove != PROVE_NOTHING && !evidence_proves(e)) || asked);
}

/* Takes the session's values if they are those of the answer's solution. */
static void sums_take_solution(struct interleaved *t, const struct session *session)
{
    const struct answer *a = session->answer;
    const struct objective *o =
        session->formula.model && !session->formula.reduction ? model_objective(session->formula.model) : NULL;
    if (!a->has_objective || !o || !session->formula.values.v) return;
    int64_t best = objective_sum(o, a->objective_value);
    for (int v = 1; v <= session->formula.values.n; v++)
        if (!session->formula.values.v[v]) return;
    if (model_sum(session->formula.model, session->formula.values) == best)
        interleaved_bound(t, best, session->formula.values);
}

void cuts_session_confirm(struct interleaved *t, struct session *session, double start)
{
    const struct problem *q = &t->q;
    struct answer *a = t->session.answer;
    session->confirmed = true;
    double own = session_cpu() - start, seconds = own * CONFIRM,
           cheap = own * SHARE > PATIENCE ? own * SHARE : PATIENCE;
    if ((t->session.sums && t->session.sums->ended) || job_over(&t->session.job)) return;
    if (seconds < PATIENCE || (q->prove != PROVE_ALL && !q->log && seconds > cheap)) seconds = cheap;
    if (a->status == STATUS_SATISFIABLE) {
        interleaved_show(t, session->formula.values);
        return;
    }
    sums_take_solution(t, session);
    if (a->status != STATUS_OPTIMAL || t->best < INT64_MAX) interleaved_refute(t, seconds);
}

void cuts_session_release(struct session *session)
{
    struct sums_log *k = session->sums;
    if (!k) return;
    if (k->log.write && k->log.out.n) conclude(session, session->answer->status == STATUS_SATISFIABLE);
    cuts_proof_release(&k->log);
    spill_release(&k->proof);
    mem_free(k);
    session->sums = NULL;
}

/* Replaces unchecked refutations by a cutting-planes proof, if one can be made. */
static void session_confirm(struct session *session, double start)
{
    struct interleaved t;
    if (!cuts_session_unproved(session, session->answer->status) || session->sums) return;
    interleaved_begin(&t, session);
    cuts_session_confirm(&t, session, start);
    interleaved_release(&t);
}

const struct sums_methods cuts_sums = {
    .proves = "Loophole's solver cuts",
    .open = cuts_session_open,
    .found = cuts_session_found,
    .refuted = cuts_session_refuted,
    .release = cuts_session_release,
    .confirm = session_confirm,
    .search = search_turns,
    .bound = interleaved_bound,
    .turn = interleaved_turn,
};
