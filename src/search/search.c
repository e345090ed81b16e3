#include "base/number.h"
#include "proof/parity_sum.h"
#include "search/session_check.h"
#include "search/session_sums.h"

#include <stdlib.h>
#include <string.h>

const char *search_status(enum status s)
{
    static const char *const words[] = {
        [STATUS_SATISFIABLE] = "satisfiable", [STATUS_UNSATISFIABLE] = "unsatisfiable", [STATUS_OPTIMAL] = "optimal"};
    return words[s] ? words[s] : "unknown";
}

enum status search_stopped(struct answer *a)
{
    bool met = a->solution.n && a->has_lower && a->has_upper && a->lower >= a->upper;
    if (met) evidence_add(&a->evidence, EVIDENCE_ARITHMETIC, NULL);
    return a->status = met ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

void search_formulate(struct problem *q, const struct formulation *f)
{
    q->formulation = f;
    q->objective = (struct objective){0};
    if (f && f->objective) q->objective = f->objective(f, q->instance, lower_int_form(&q->choices.policy));
    if (q->objective.name && q->puzzle->unit) q->objective.name = q->puzzle->unit;
    q->objective.x = NULL;
    q->objective.w = NULL;
}

void search_formulate_plainly(struct problem *q)
{
    const struct formulation *plain = puzzle_plain(q->puzzle, q->instance);
    if (plain && !q->choices.formulation) search_formulate(q, plain);
}

int64_t search_sum(const struct problem *q, int64_t objective_value)
{
    return q->objective.name ? objective_sum(&q->objective, objective_value) : INT64_MAX;
}

void search_build_within(const struct problem *q, const struct bounds *bounds, struct model *m)
{
    model_facts(m)->form = lower_int_form(&q->choices.policy);
    if (!model_job(m)) model_set_job(m, q->job);
    q->formulation->build(q->formulation, q->instance, bounds, m);
}

void search_build(const struct problem *q, int64_t most, struct model *m)
{
    search_build_within(q, &(struct bounds){.most = most, .break_symmetry = q->choices.break_symmetry}, m);
}

bool search_adds_up(const struct problem *q, int most_vars)
{
    struct problem plain = *q;
    SCOPED(lits) rows = {0};
    bool odd;
    plain.formulation = puzzle_plain(q->puzzle, q->instance);
    if (!plain.formulation) return false;
    SCOPED(model) *m = model_new();
    search_build(&plain, INT64_MAX, m);
    const struct objective *o = model_objective(m);
    return o && model_vars(m) <= most_vars && o->step == 2 && parity_sum_find(m, false, &rows) &&
           parity_sum_check(m, false, &rows, &odd);
}

/* Excludes solutions with a sum above `most`: by the counter if there is one, else by a new
 * formula. Returns false if the search is over. */
static bool search_tighten(struct session *session, int64_t most, bool permanent)
{
    const struct objective *o = session_objective(session);
    if (solver_bounds(session->formula.solver)) {
        const struct objective *now = model_objective(session->formula.model);
        if (session_sums) session_sums->found(session, session->formula.values);
        solver_bound(session->formula.solver, now->x, now->w, now->n, most - session->formula.offset);
        return true;
    }
    if (!session->formula.counter.there && !session_counter(session, o->least, most + o->step))
        return session->answer->status != STATUS_REFUSED && session_open(session, most, "");
    session_bound(session, most,
                  permanent && lower_monotone(session->formula.model, &session->problem->choices.policy));
    return true;
}

/* Linear SAT-UNSAT search: improves the first solution until a refutation.
 *
 * permanent: bounds are unit clauses, not assumptions. This is the default, because a proof needs a
 * last refutation without assumptions. On gunport 12x13 to 14x15 (three seeds) both took the same
 * time: 9.6 against 9.3 CPU seconds. Small boards favor assumptions slightly.
 *
 * If the objective is minimized, its inputs are decided false first. Otherwise the first solution
 * may set all of them, and each next one a few less. Example: 64 variables to minimize, 3 of them
 * needed: 2 calls, not 63. For maximization there was no measurable difference. */
static enum status search_down(struct session *session, bool permanent)
{
    if (!session_build(session, INT64_MAX)) return session->answer->status;
    const struct objective *costs = model_objective(session->formula.model);
    bool falls = costs && !objective_maximizes(costs);
    session->logs = true;
    if (!session_open(session, INT64_MAX, falls ? "falling" : "")) return session->answer->status;
    costs = model_objective(session->formula.model);
    for (int i = 0; falls && costs && i < costs->n; i++) solver_phase(session->formula.solver, -costs->x[i]);
    for (;;) {
        const struct objective *o = session_objective(session);
        enum solver_answer answer = session->answer->solution.n ? session_solve(session) : session_first(session);
        if (answer != SOLVER_SAT)
            return session_status(session, answer, STATUS_SATISFIABLE,
                                  session->answer->solution.n ? STATUS_OPTIMAL : STATUS_UNSATISFIABLE);
        session_keep(session);
        if (!o) return STATUS_SATISFIABLE;
        session_exclude(session, o->least);
        if (session->sum <= o->least) {
            if (session_sums) session_sums->found(session, session->formula.values);
            evidence_add(&session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
            return STATUS_OPTIMAL;
        }
        if (!search_tighten(session, session->sum - o->step, permanent)) return session->answer->status;
    }
}

static enum status down_permanently(struct session *session) { return search_down(session, true); }
static enum status down_assuming(struct session *session) { return search_down(session, false); }

/* Binary search between the proved and the best known sum, by assumptions. */
static enum status bisect(struct session *session)
{
    if (!session_open(session, INT64_MAX, "")) return session->answer->status;
    enum solver_answer answer = session_first(session);
    if (answer != SOLVER_SAT) return session_status(session, answer, STATUS_OPTIMAL, STATUS_UNSATISFIABLE);
    const struct objective *o = session_objective(session);
    session_keep(session);
    if (!o) return STATUS_SATISFIABLE;
    int64_t best = session->sum, least = session_align(o->least, best, o->step);
    if (o->least > 0) evidence_add(&session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
    while (least < best) {
        session_exclude(session, least);
        int64_t steps = (best - least) / o->step, most = least + (steps - 1) / 2 * o->step;
        if (!session->formula.counter.there && !session_counter(session, least, best)) {
            if (job_over(&session->job)) return session->answer->status = STATUS_UNKNOWN;
            if (session->answer->status != STATUS_REFUSED)
                text_error(&session->answer->err,
                           "The search bisect needs an incremental encoding; choose another --card or --pb.");
            return session->answer->status = STATUS_REFUSED;
        }
        session_bound(session, most, false);
        answer = session_solve(session);
        if (answer == SOLVER_SAT) {
            best = session->sum;
            session_keep(session);
        } else if (answer == SOLVER_UNSAT) {
            least = most + o->step;
        } else {
            return session_status(session, answer, STATUS_OPTIMAL, STATUS_UNKNOWN);
        }
    }
    return STATUS_OPTIMAL;
}

/* Looks for two kinds of rows. sums: a cardinality, or weights that need more than one true literal or
 * limit them. weights: not all of a row are equal. Parities, counters and rows over integers are of
 * neither kind. lazy: one may be lazy. */
static void search_look_at_rows(const struct model *m, bool *sums, bool *weights, bool *lazy)
{
    for (struct row r = {0}; model_next(m, &r);) {
        const int n = r.kind == ROW_PB ? r.n : 0;
        int64_t least = 0;
        if (r.kind == ROW_CARD) *sums = true;
        *lazy =
            *lazy || r.kind == ROW_CONNECTED || r.kind == ROW_REGIONS || r.kind == ROW_PATH || r.kind == ROW_CIRCUIT;
        for (int k = 0; k < n; k++) least += min64(r.w[k], 0);
        for (int k = 0; k < n; k++) *sums = *sums || r.hi != INT64_MAX || r.lo > least + llabs(r.w[k]);
        for (int k = 1; k < n; k++) *weights = *weights || llabs(r.w[k]) != llabs(r.w[0]);
    }
}

/* Chooses by the model. Models with sums get the interleaved search, unless the user chose encodings,
 * a solver without sums, or a proof. Minimizing a few dozen inputs of equal weight is one long
 * refutation, which assumptions and turns slow down. With lazy constraints a second solution is
 * looked for in the same solver, which must log proofs. */
static enum status by_model(struct session *session)
{
    enum { FEW = 64 };
    if (!session_build(session, INT64_MAX)) return session->answer->status;
    const struct objective *o = session_objective(session);
    bool sums = false, weights = false, lazy = false, few = o && !o->w && o->n <= FEW,
         free = search_free(session->problem) || solver_sums(session->problem->choices.solver),
         checkable = session->problem->prove != PROVE_ALL || search_logs(session->problem);
    search_look_at_rows(session->formula.model, &sums, &weights, &lazy);
    if (lazy && !o && session->problem->second) return down_permanently(session);
    if (session_sums && free && checkable && sums && (weights || !few)) return session_sums->search(session);
    return !o || few ? down_permanently(session) : search_mixed(session);
}

#define ENGINE(name, about) const char *search_##name(struct session *session, bool asked);
#define STRATEGY(name, engine, about) enum status search_##name(struct session *session);
#include "extras/extra_list.h"

const struct strategy search_strategies[] = {
    {"down", "find a solution, ask for a better one, until UNSAT (linear SAT-UNSAT); each bound stays",
     down_permanently, "sat"},
    {"down-assume", "the same, but each bound holds for one call only (an assumption)", down_assuming, "sat"},
    {"up",
     "refute the best bound that arithmetic allows, then the next one, until there is a solution (linear UNSAT-SAT); "
     "between them, look for solutions",
     search_up, "sat"},
    {"bisect", "halve the interval between the proved bound and the best solution (binary search)", bisect, "sat"},
    {"core", "raise the proved bound by sets of costs that cannot all be avoided (core-guided, OLL), heavy ones first",
     search_core, "sat"},
    {"mixed", "core-guided (core) and linear search (down) in turn; they share bounds", search_mixed, "sat"},
    {"by-model",
     "turns for formulas with sums; for others down if there is no objective, or one of up to 64 inputs without "
     "weights; mixed for the rest",
     by_model, "sat"},
#define STRATEGY(name, engine, about) {#name, about, search_##name, engine},
#include "extras/extra_list.h"
    {0},
};

const struct search_engine search_engines[] = {
    {"sat", "a SAT solver, called in a loop"},
#define ENGINE(name, about) {#name, about, search_##name},
#include "extras/extra_list.h"
    {0},
};

static const struct search_engine *engine_named(const char *name)
{
    const struct search_engine *e = search_engines;
    while (e->name && strcmp(e->name, name)) e++;
    return e->name ? e : NULL;
}

static const struct strategy *strategy_named(const char *name)
{
    const struct strategy *s = search_strategies;
    while (s->name && strcmp(s->name, name)) s++;
    return s->name ? s : NULL;
}

void search_names(struct text *out)
{
    text_put(out, " auto");
    for (int i = 0; search_strategies[i].name; i++) text_add(out, " %s", search_strategies[i].name);
}

void search_engine_names(const struct puzzle *p, struct text *out)
{
    text_put(out, " auto");
    for (int i = 0; search_engines[i].name; i++) text_add(out, " %s", search_engines[i].name);
    for (int i = 0; puzzles[i]; i++)
        for (const struct engine *dedicated = puzzles[i]->engines; dedicated && dedicated->name; dedicated++)
            if (!p || p == puzzles[i]) text_add(out, " %s", dedicated->name);
}

bool search_known(const char *name, struct text *err)
{
    struct text known = {0};
    if (!strcmp(name, "auto") || strategy_named(name)) return true;
    search_names(&known);
    return options_unknown(err, &known, "There is no search '%s'; choose", name);
}

bool search_engine_known(const char *name, struct text *err)
{
    struct text known = {0};
    if (!strcmp(name, "auto") || engine_named(name) || search_dedicated_named(NULL, name)) return true;
    search_engine_names(NULL, &known);
    return options_unknown(err, &known, "There is no engine '%s'; choose", name);
}

const char *search_loop(const struct problem *q)
{
    return q->formulation->up ? "up" : q->puzzle->files && q->puzzle->unit ? "by-model" : "down";
}

const char *search_chosen(const char *name) { return name && strcmp(name, "auto") ? name : NULL; }

bool search_fits(const char *engine, const char *search, struct text *err)
{
    const struct strategy *s = search_chosen(search) ? strategy_named(search) : NULL;
    return !s || !search_chosen(engine) || !strcmp(engine, s->engine) ||
           text_error(err, "The search %s belongs to the engine %s, not to %s; leave out --search or --engine.",
                      s->name, s->engine, engine);
}

/* Returns the chosen or best strategy. NULL: *dedicated is the search to run, or NULL if the choice
 * was refused. */
static const struct strategy *search_choose(struct session *session, const struct engine **dedicated)
{
    const struct problem *q = session->problem;
    const char *engine = search_chosen(q->choices.engine), *search = search_chosen(q->choices.search);
    const struct strategy *s = search ? strategy_named(search) : NULL;
    assert(!search == !s && "the option's check knows the search");
    *dedicated = NULL;
    if (!search_fits(engine, search, &session->answer->err)) return NULL;
    if (s) return s;
    *dedicated = engine ? search_dedicated_named(q->puzzle, engine) : search_auto(q, false, &session->answer->note);
    if (*dedicated) return NULL;
    for (const struct search_engine *e = engine ? engine_named(engine) : search_engines; e && e->name && !search; e++) {
        if (e->choose) search = e->choose(session, engine != NULL);
        if (engine) break;
    }
    return strategy_named(search ? search : search_loop(q));
}

bool search_ready(const struct problem *q, struct answer *a)
{
    bool there = solver_there(q->choices.solver, &a->err);
    if (!there) a->status = STATUS_FAILED;
    return there;
}

/* Runs search_decide for the problem's bound. */
static enum status search_within(const struct problem *q, struct answer *a)
{
    a->engine = search_engines[0].name;
    a->status = search_decide(q, q->bound, a);
    answer_add_evidence(a, true);
    return answer_judge(a, q->choices.solver, q->formulation->name);
}

enum status search_alone(const struct problem *q, struct answer *a)
{
    double start = session_cpu();
    SCOPED(session) session = {0};
    if (q->bounded) return search_within(q, a);
    session_init(&session, q, a);
    const struct engine *dedicated;
    const struct strategy *strategy = search_choose(&session, &dedicated);
    a->engine = strategy ? strategy->engine : dedicated ? dedicated->name : NULL;
    a->search = strategy ? strategy->name : NULL;
    a->status = strategy ? strategy->run(&session) : dedicated ? search_dedicated(&session, dedicated) : STATUS_REFUSED;
    if (strategy && session_sums) session_sums->confirm(&session, start);
    if (dedicated || (strategy && engine_named(strategy->engine) != search_engines))
        evidence_add(&a->evidence, EVIDENCE_EXHAUSTION, search_way(a));
    if (a->status == STATUS_OPTIMAL || dedicated) {
        const struct theorems *t = q->formulation->theorems;
        const char *spared = t ? t->spared : NULL; /* a dedicated search builds no formula */
        bool cited = a->evidence.item[EVIDENCE_THEOREM].count;
        if (spared && (dedicated || !cited)) evidence_add(&a->evidence, EVIDENCE_THEOREM, spared);
    }
    if (a->status == STATUS_OPTIMAL) {
        answer_excludes(a, a->objective_value, a->maximize);
        session_check_parity(&session);
    }
    if (a->status == STATUS_UNKNOWN) search_stopped(a);
    answer_add_evidence(a, true);
    enum status status = answer_judge(a, q->choices.solver, q->formulation->name);
    if (strategy) search_continue(&session);
    return status;
}

enum status search_decide(const struct problem *q, int64_t objective_value, struct answer *a)
{
    SCOPED(session) session = {0};
    int64_t most = search_sum(q, objective_value);
    session_init(&session, q, a);
    if (most < q->objective.least) {
        evidence_add(&a->evidence, EVIDENCE_ARITHMETIC, NULL);
        a->status = STATUS_UNSATISFIABLE;
    } else if (session_open(&session, most, "")) {
        enum solver_answer answer = session_solve(&session);
        if (answer == SOLVER_SAT) session_keep(&session);
        a->status = session_status(&session, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    }
    return a->status;
}
