/* The state of a session: the model, the formula with later additions, and the answer. */
#include "search/session_sums.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

static const double PUBLISH_SECONDS = 0.5;

double session_cpu(void) { return clock_thread() + clock_cpu_children(); }

/* Publishes the answer so far, with the conflicts of the active solver. */
static void session_publish(struct session *session)
{
    struct answer shown = *session->answer;
    int64_t now = session->solver ? solver_conflicts(session->solver) : 0;
    session->reported_at = clock_wall();
    if (shown.conflicts >= 0 && now > 0) shown.conflicts += now;
    job_publish(session->problem->job, &shown);
}

/* Publishes a new stage immediately, other progress at intervals. */
static void reported(void *state, const struct job *j)
{
    struct session *session = state;
    bool changed = j->stage != session->answer->stage;
    session->answer->stage = j->stage;
    session->answer->share = j->share;
    if ((changed && j->stage) || clock_wall() - session->reported_at >= PUBLISH_SECONDS) session_publish(session);
}

void session_stage(struct session *session, const char *stage)
{
    session->job.stage = NULL;
    job_report(&session->job, stage, 0);
}

void session_init(struct session *session, const struct problem *q, struct answer *a)
{
    *session = (struct session){.problem = q, .answer = a, .most = INT64_MAX, .counting = q->choices.policy};
    session->counting.watch = WATCH_EXACTLY;
    session->job.parent = q->job;
    session->job.progress = reported;
    session->job.progress_state = session;
    session->break_symmetry = q->choices.break_symmetry;
}

static void close_formula(struct session *session)
{
    session_sums_release(session);
    if (session->solver) {
        int64_t conflicts = solver_conflicts(session->solver);
        if (conflicts < 0 || session->answer->conflicts < 0)
            session->answer->conflicts = -1;
        else
            session->answer->conflicts += conflicts;
    }
    solver_close(session->solver);
    if (session->reduction) session->model = session->built;
    reduction_free(session->reduction);
    parity_pass_release(&session->pass);
    model_free(session->model);
    mem_free(session->values.v);
    lits_release(&session->units);
    lits_release(&session->added);
    lits_release(&session->bound_assumptions);
    outputs_release(&session->out);
    session->solver = NULL;
    session->model = session->built = NULL;
    session->reduction = NULL;
    session->kernel = NULL;
    session->refuted = session->prepared = false;
    session->values = (struct values){0};
    session->counted = false;
}

void session_release(struct session *session)
{
    close_formula(session);
    text_release(&session->text);
}

bool session_refuse(struct session *session, enum status status)
{
    session->answer->status = status;
    return false;
}

bool session_encoding_failed(struct session *session)
{
    bool stopped = solver_sink(session->solver)->truncated;
    if (stopped) text_clear(&session->answer->err);
    return session_refuse(session, stopped ? STATUS_UNKNOWN : STATUS_REFUSED);
}

void session_connect_job(struct session *session)
{
    solver_set_job(session->solver, &session->job);
    solver_sink(session->solver)->job = &session->job;
}

const struct objective *session_objective(const struct session *session)
{
    return session->objective.name ? &session->objective : NULL;
}

bool session_encode(struct session *session, struct cnf *f)
{
    int64_t most = session->most == INT64_MAX ? INT64_MAX : session->most - session->offset;
    return lower_bounded(session->model, &session->problem->choices.policy, most, f, &session->answer->encoders,
                         &session->answer->err);
}

/* Adds the bound on the objective as a rule, so that a core can contain it. It is a given, except in a file without
 * givens, all of whose rules count alike. */
static void require_good(struct session *session)
{
    const struct objective *o = model_objective(session->model);
    if (!o) return;
    SCOPED(text) words = {0};
    struct objective named = *o;
    named.name = session->problem->puzzle->unit;
    objective_bound_words(&named, *session->good, &words);
    bool given = !session->problem->puzzle->endings;
    for (int i = 0; i < model_rules(session->model); i++) given = given || model_rule_is_given(session->model, i);
    model_rule(session->model, "the solution has %s", words.s);
    if (given) model_rule_given(session->model);
    int64_t most = objective_sum(o, *session->good);
    if (o->w)
        model_pb(session->model, o->x, o->w, o->n, INT64_MIN, most);
    else
        model_card(session->model, o->x, o->n, INT64_MIN, most);
}

bool session_build(struct session *session, int64_t most)
{
    close_formula(session);
    session->most = most;
    session->model = model_new();
    model_set_job(session->model, &session->job);
    struct bounds bounds = {.most = most,
                            .least = session->least,
                            .symmetry = session->symmetry,
                            .break_symmetry = session->break_symmetry};
    search_build_within(session->problem, &bounds, session->model);
    if (session->good) require_good(session);
    const struct objective *o = model_objective(session->model);
    session->objective = o ? *o : (struct objective){0};
    session->offset = 0;
    struct evidence *e = &session->answer->evidence;
    const char *cited = model_cited(session->model), *most_cited = session->problem->formulation->theorems;
    const char *theorem = e->item[EVIDENCE_THEOREM].text;
    if (cited && !(theorem && most_cited && !strcmp(theorem, most_cited))) evidence_add(e, EVIDENCE_THEOREM, cited);
    if (o && o->step > 1) evidence_add(e, EVIDENCE_STEPS, "parity of all objective values");
    if (o) e->step = llabs(o->b) * o->step / o->c;
    if (session->break_symmetry == OPTION_YES) evidence_add(e, EVIDENCE_SYMMETRY, "symmetry");
    return !model_stopped(session->model) || session_refuse(session, STATUS_UNKNOWN);
}

bool session_build_once(struct session *session)
{
    if (!session->model) return session_build(session, INT64_MAX);
    return !model_stopped(session->model) || session_refuse(session, STATUS_UNKNOWN);
}

void session_encoded(struct session *session, double start)
{
    const struct cnf *f = solver_sink(session->solver);
    if (f->made.clauses || !session->answer->size.clauses) { /* rows do not replace the size of clauses */
        session->answer->size = f->made;
        session->answer->size.vars = f->vars;
    }
    session->answer->encode_seconds += session_cpu() - start;
    session_stage(session, NULL);
}

bool session_counter(struct session *session, int64_t lo, int64_t hi)
{
    double start = session_cpu();
    session->counter_lo = lo - session->offset;
    session->counter_hi = hi - session->offset;
    session->counted = lower_objective(session->model, &session->counting, session->counter_lo, session->counter_hi,
                                       solver_sink(session->solver), &session->out, &session->answer->err);
    if (!session->counted && session->answer->err.n) return session_encoding_failed(session);
    if (session->counted) lits_push(&session->added, 0);
    lower_used_note(&session->answer->encoders, session->out.by);
    session_encoded(session, start);
    return session->counted;
}

/* Records what session_check needs to encode the counter again. */
static void note_counter(struct session *session, int most, const lit *x, int n)
{
    lits_push(&session->added, most);
    for (int i = 0; i < n; i++) lits_push(&session->added, x[i]);
    lits_push(&session->added, 0);
}

bool session_count(struct session *session, const lit *x, int n, int most, struct outputs *out)
{
    double start = session_cpu();
    note_counter(session, most, x, n);
    if (!lower_core(x, n, most, &session->problem->choices.policy, solver_sink(session->solver), out,
                    &session->answer->err))
        return session_encoding_failed(session);
    lower_used_note(&session->answer->encoders, out->by);
    session_encoded(session, start);
    return true;
}

lit session_all(struct session *session, const lit *x, int n)
{
    note_counter(session, -1, x, n);
    return cnf_all(solver_sink(session->solver), x, n);
}

void session_clause(struct session *session, const lit *c, int n)
{
    for (int i = 0; i < n; i++) lits_push(&session->units, c[i]);
    lits_push(&session->units, 0);
    cnf_clause(solver_sink(session->solver), c, n);
}

void session_block(struct session *session)
{
    SCOPED(lits) c = {0};
    for (int v = 1; v <= session->values.n; v++)
        if (model_is_solution(session->model, v)) lits_push(&c, session->values.v[v] > 0 ? -v : v);
    session_clause(session, c.v, c.n);
}

void session_core(struct session *session, struct lits *core, int sign)
{
    int n = 0;
    for (int i = 0; i < core->n; i++)
        if (solver_failed(session->solver, sign * core->v[i])) core->v[n++] = core->v[i];
    core->n = n;
}

void session_bound(struct session *session, int64_t most, bool permanent)
{
    assert(session->counted && "a bound needs a counter");
    most -= session->offset;
    if (most < 0) session_clause(session, NULL, 0);
    SCOPED(lits) hard = {0};
    session->bound_assumptions.n = 0;
    outputs_require(&session->out, most, &hard, &session->bound_assumptions);
    for (int i = 0; i < hard.n; i++)
        if (permanent)
            session_clause(session, &hard.v[i], 1);
        else
            solver_assume(session->solver, hard.v[i]);
    session_repeat_bound(session);
}

void session_repeat_bound(struct session *session)
{
    for (int i = 0; i < session->bound_assumptions.n; i++)
        solver_assume(session->solver, session->bound_assumptions.v[i]);
}

enum status session_status(const struct session *session, enum solver_answer answer, enum status sat, enum status unsat)
{
    if (answer == SOLVER_SAT) return sat;
    if (answer == SOLVER_UNSAT) return unsat;
    return answer == SOLVER_FAILED ? session->answer->status : STATUS_UNKNOWN;
}

int64_t session_align(int64_t least, int64_t found, int64_t step)
{
    return least + ((found - least) % step + step) % step;
}

/* ---- the answer ------------------------------------------------------------------------------ */

void session_keep(struct session *session)
{
    struct answer *a = session->answer;
    const struct objective *o = session_objective(session);
    text_set(&a->solution, text_string(&session->text));
    a->verified = true;
    a->best_seconds = session_cpu();
    if (o) answer_found(a, objective_of_sum(o, session->sum), objective_maximizes(o));
    session_publish(session);
}

void session_exclude(struct session *session, int64_t least)
{
    struct answer *a = session->answer;
    const struct objective *o = session_objective(session);
    assert(o && "a bound is of an objective");
    /* Round to a value that a sum can have; the rounded claim is still a bound. */
    __int128 top = (__int128)o->a + (__int128)o->b * least;
    bool maximize = objective_maximizes(o), known = maximize ? a->has_upper : a->has_lower;
    int64_t objective_value = (int64_t)(top / o->c), before = maximize ? a->upper : a->lower;
    if (top % o->c && (top < 0) == maximize) objective_value += maximize ? -1 : 1;
    if (session->problem->puzzle->bound) {
        int64_t plain = session->problem->puzzle->bound(session->problem->instance);
        objective_value = maximize ? min64(objective_value, plain) : max64(objective_value, plain);
    }
    answer_excludes(a, objective_value, maximize);
    bool moved = !known || before != (maximize ? a->upper : a->lower);
    if (moved) job_publish(session->problem->job, a);
}
