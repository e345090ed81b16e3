/* The state of a session: the model, the formula with later additions, and the answer. */
#include "base/number.h"
#include "search/session_cases.h"
#include "search/session_check.h"
#include "search/session_sums.h"

#include "base/clock.h"

#include <string.h>

#define SUMS(name) extern const struct sums_methods name##_sums;
#include "extras/extra_list.h"

const struct sums_methods *const session_sums
#define SUMS(name) = &name##_sums
#include "extras/extra_list.h"
    ;

static const double PUBLISH_SECONDS = 0.5;

double session_cpu(void) { return clock_thread() + clock_cpu_children(); }

/* Publishes the answer so far, with the conflicts of the active solver. */
static void session_publish(struct session *session)
{
    struct answer shown = *session->answer;
    int64_t now = session->formula.solver ? solver_conflicts(session->formula.solver) : 0;
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
    *session = (struct session){.problem = q, .answer = a, .counting = q->choices.policy};
    session->counting.watch = WATCH_EXACTLY;
    session->job.parent = q->job;
    session->job.progress = reported;
    session->job.progress_state = session;
    session->bounds.break_symmetry = q->choices.break_symmetry;
}

/* Adds the conflicts of the solver, which ends, to the answer. */
static void count_conflicts(struct session *session)
{
    struct answer *a = session->answer;
    if (!session->formula.solver) return;
    int64_t conflicts = solver_conflicts(session->formula.solver);
    a->conflicts = conflicts < 0 || a->conflicts < 0 ? -1 : a->conflicts + conflicts;
}

static void clear_formula(struct session *session)
{
    if (session_sums) session_sums->release(session);
    cases_free(session->cases);
    session->cases = NULL;
    session->refutations = 0;
    session->deferred = false;
    count_conflicts(session);
    formula_clear(&session->formula);
}

void session_release(struct session *session)
{
    clear_formula(session);
    mem_free(session->refuted);
    solution_release(&session->solution);
}

bool session_refuse(struct session *session, enum status status)
{
    session->answer->status = status;
    return false;
}

bool session_open_solver(struct session *session, const char *config)
{
    const struct choices *choices = &session->problem->choices;
    count_conflicts(session);
    formula_close(&session->formula);
    struct solver *solver = solver_open(choices->solver, config, choices->seed, &session->answer->err);
    if (!solver) return session_refuse(session, STATUS_REFUSED);
    formula_open(&session->formula, solver, session->eager, &session->job);
    session_record(session);
    return true;
}

bool session_encoding_failed(struct session *session)
{
    bool stopped = session->formula.cnf.truncated || solver_sink(session->formula.solver)->truncated;
    if (stopped) text_clear(&session->answer->err);
    return session_refuse(session, stopped ? STATUS_UNKNOWN : STATUS_REFUSED);
}

const struct objective *session_objective(const struct session *session)
{
    return session->formula.objective.name ? &session->formula.objective : NULL;
}

/* Adds the bound on the objective as a rule, so that a core can contain it. It is a given, except in a file without
 * givens, all of whose rules count alike. */
static void require_good(struct session *session)
{
    struct model *m = session->formula.model;
    const struct objective *o = model_objective(m);
    if (!o) return;
    SCOPED(text) words = {0};
    objective_bound_words(&session->problem->objective, *session->good, &words);
    bool given = !session->problem->puzzle->files;
    for (int i = 0; i < model_rules(m); i++) given = given || model_rule_noted(m, i).given;
    model_rule(m, "the solution has %s", words.s);
    if (given) model_rule_given(m);
    int64_t most = objective_sum(o, *session->good);
    if (o->w)
        model_pb(m, o->x, o->w, o->n, INT64_MIN, most);
    else
        model_card(m, o->x, o->n, INT64_MIN, most);
}

static bool built_already(const struct session *session)
{
    const struct bounds *a = &session->formula.bounds, *b = &session->bounds;
    return (session->formula.state == FORMULA_BUILT || session->formula.state == FORMULA_ELIMINATED) &&
           a->most == b->most && a->least == b->least && a->symmetry == b->symmetry &&
           a->break_symmetry == b->break_symmetry;
}

static bool built_whole(struct session *session)
{
    return !model_stopped(session->formula.built) || session_refuse(session, STATUS_UNKNOWN);
}

bool session_build(struct session *session, int64_t most)
{
    struct formula *f = &session->formula;
    session->bounds.most = most;
    if (built_already(session)) return built_whole(session);
    clear_formula(session);
    f->model = f->built = model_new();
    f->bounds = session->bounds;
    f->state = FORMULA_BUILT;
    model_set_job(f->model, &session->job);
    search_build_within(session->problem, &f->bounds, f->model);
    if (session->good) require_good(session);
    const struct objective *o = model_objective(f->model);
    const struct objective *facts = &session->problem->objective;
    bool agree = o ? o->a == facts->a && o->b == facts->b && o->c == facts->c : !facts->name;
    assert((agree || model_stopped(f->model)) && "the objective is the one that the formulation states");
    if (o) f->objective = *o;
    session->answer->projected = model_facts(f->model)->projected;
    session->answer->projection = model_solution_vars(f->model);
    struct evidence *e = &session->answer->evidence;
    const char *cited = model_facts(f->model)->cited, *theorem = e->item[EVIDENCE_THEOREM].text;
    const struct theorems *all = session->problem->formulation->theorems;
    if (cited && !(theorem && all && !strcmp(theorem, all->names))) evidence_add(e, EVIDENCE_THEOREM, cited);
    if (o && o->step > 1) evidence_add(e, EVIDENCE_STEPS, "parity of all objective values");
    if (o) e->step = objective_step(o);
    if (f->bounds.break_symmetry == OPTION_YES) evidence_add(e, EVIDENCE_SYMMETRY, "symmetry");
    return built_whole(session);
}

void session_encoded(struct session *session, double start)
{
    const struct cnf *f = &session->formula.cnf;
    solver_sink(session->formula.solver)->vars = f->vars;    /* no clause may have the last ones */
    if (f->made.clauses || !session->answer->size.clauses) { /* rows do not replace the size of clauses */
        session->answer->size = f->made;
        session->answer->size.vars = f->vars;
    }
    session->answer->encode_seconds += session_cpu() - start;
    session_stage(session, NULL);
}

bool session_counter(struct session *session, int64_t lo, int64_t hi)
{
    struct formula *f = &session->formula;
    double start = session_cpu();
    f->counter.there = lower_objective(f->model, &session->counting, lo - f->offset, hi - f->offset, &f->cnf,
                                       &f->counter.out, &session->answer->err);
    if (!f->counter.there && session->answer->err.n) return session_encoding_failed(session);
    lower_used_note(&session->answer->encoders, f->counter.out.by);
    if (!f->counter.there) session->answer->encoders.uncounted |= 1u << (model_objective(f->model)->w ? PB : CARD);
    session_encoded(session, start);
    return f->counter.there;
}

bool session_count(struct session *session, const lit *x, int n, int most, struct outputs *out)
{
    double start = session_cpu();
    if (!lower_core(x, n, most, &session->problem->choices.policy, &session->formula.cnf, out, &session->answer->err))
        return session_encoding_failed(session);
    lower_used_note(&session->answer->encoders, out->by);
    session_encoded(session, start);
    return true;
}

void session_core(struct session *session, struct lits *core, int sign)
{
    int n = 0;
    for (int i = 0; i < core->n; i++)
        if (solver_failed(session->formula.solver, sign * core->v[i])) core->v[n++] = core->v[i];
    core->n = n;
}

void session_bound(struct session *session, int64_t most, bool permanent)
{
    struct formula *f = &session->formula;
    assert(f->counter.there && "a bound needs a counter");
    most -= f->offset;
    if (most < 0) cnf_clause(&f->cnf, NULL, 0);
    SCOPED(lits) hard = {0};
    f->counter.assumed.n = 0;
    outputs_require(&f->counter.out, most, &hard, &f->counter.assumed);
    for (int i = 0; i < hard.n; i++)
        if (permanent)
            cnf_1(&f->cnf, hard.v[i]);
        else
            solver_assume(f->solver, hard.v[i]);
    session_repeat_bound(session);
}

void session_repeat_bound(struct session *session)
{
    const struct formula *f = &session->formula;
    for (int i = 0; i < f->counter.assumed.n; i++) solver_assume(f->solver, f->counter.assumed.v[i]);
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
    solution_copy(&a->solution, &session->solution);
    a->literals.n = 0;
    for (int v = 1; session->formula.values.v && !session->formula.reduction && v <= session->formula.values.n; v++)
        lits_push(&a->literals, session->formula.values.v[v] > 0 ? v : -v);
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
    const int64_t plain = session->problem->objective.arithmetic;
    if (plain) objective_value = maximize ? min64(objective_value, plain) : max64(objective_value, plain);
    answer_excludes(a, objective_value, maximize);
    if (!known || before != (maximize ? a->upper : a->lower)) job_publish(session->problem->job, a);
}
