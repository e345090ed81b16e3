/* Core-guided search (OLL): Andres, Kaufmann, Matheis & Schaub, ICLP 2012; for MaxSAT: Morgado,
 * Dodaro & Marques-Silva, CP 2014. RC2 is a well-known descendant (Ignatiev, Morgado &
 * Marques-Silva, JSAT 2019).
 *
 * Every input of the objective is assumed false. In a core at least one of the literals is true, so
 * the proved lower bound rises by the least weight in the core. A counter over the core replaces
 * its literals. The output "2 or more" is then assumed false; after a core with it, "3 or more" is.
 *
 * Refinements:
 * - Stratification: heavy weights are assumed first (Ansotegui et al. 2012). On four archers,
 *   assuming all at once took 4.6 times the CPU time (last in commit 94d53ab).
 * - Hardening: a literal whose weight exceeds the gap between the bounds is false.
 * - Weight-aware core extraction: cores that share no weight are collected before any is counted
 *   (Berg & Jarvisalo, CP 2017).
 * - Core minimization and exhaustion, within a few conflicts and decisions per call.
 * - Levels: if each weight of a level exceeds the sum of all lower ones, the search goes level by
 *   level. A level's literals are hardened when its minimum is known.
 *
 * `mixed` alternates, by conflicts, with a search for better solutions. That search excludes sums
 * that are not below the best one, as permanent clauses of the objective's counter. The cores then
 * hold only for better solutions, which suffices for a lower bound. An empty core proves that there
 * is no better solution. */
#include "base/number.h"
#include "cnf/propagator.h"
#include "search/session_check.h"
#include "search/session_sums.h"

#include "base/clock.h"

enum {
    SLICE = 2000,         /* conflicts of the first turn */
    RAISE = 300,          /* conflicts of one call that raises or minimizes a core */
    RAISE_DECISIONS = 10, /* of it, beside the assumptions */
    PROBE_MOST = 1 << 20, /* literals that are propagated before the first call */
    CUT_MOST = 48,        /* literals of the largest core that is minimized */
    COUNT_FIRST = 4,      /* first limit of a core's counter; it doubles on demand */
};

/* A literal that is assumed false: an input of the objective or the output `at` of a counter. */
struct soft {
    lit x;
    int64_t w;       /* weight beyond the lower bound; 0: no longer assumed */
    int counter, at; /* counter -1: an input */
    int next;        /* 1 + the place of another one of this literal; 0: none */
};

/* A core. Its counter is built only when the search needs it. */
struct core {
    struct lits x;
    struct outputs out; /* empty: not counted yet */
    int64_t w;          /* the least weight of its literals */
};

struct core_guided {
    struct session *session;
    bool mixed;
    struct soft *soft;
    int n;
    size_t cap;
    struct lits last; /* by literal, 2v or 2v + 1: 1 + the place of its last soft; 0 or past the end: none */
    int64_t heaviest; /* no weight is larger */
    struct core *core;
    int cores, counted; /* cores from `counted` on have no counter yet */
    size_t core_cap;
    bool found;
    int64_t best, lower;             /* sums of the built model; lower: proved */
    int64_t stratum;                 /* only softs of at least this weight are assumed */
    int64_t slice;                   /* conflicts of a turn; 0: no turns */
    struct interleaved *interleaved; /* alternates with this search; NULL: none */
    double began;                    /* thread CPU seconds */
};

static int soft_place(lit x) { return 2 * lit_var(x) + (x < 0); }

/* Adds a soft literal of weight w. An output (core >= 0) that is already there gets w in addition:
 * its cores had different weights, so it becomes soft in parts. */
static void soft_add(struct core_guided *g, lit x, int64_t w, int core, int at)
{
    const int place = soft_place(x);
    while (g->last.n <= place) lits_push(&g->last, 0);
    for (int i = g->last.v[place]; i && core >= 0; i = g->soft[i - 1].next) {
        struct soft *s = &g->soft[i - 1];
        if (s->counter != core || s->at != at) continue;
        s->w += w;
        g->heaviest = max64(g->heaviest, s->w);
        return;
    }
    g->heaviest = max64(g->heaviest, w);
    MEM_PUSH(g->soft, g->n, g->cap, ((struct soft){x, w, core, at, g->last.v[place]}));
    g->last.v[place] = g->n;
}

/* The place of a soft of this literal that has weight left; -1: there is none. */
static int soft_of(const struct core_guided *g, lit x)
{
    int i = soft_place(x) < g->last.n ? g->last.v[soft_place(x)] : 0;
    while (i && !g->soft[i - 1].w) i = g->soft[i - 1].next;
    return i - 1;
}

/* Returns the lightest weight that is at least two thirds of the next lighter one; 1 if there is
 * none. */
static int64_t next_stratum(const struct core_guided *g)
{
    int64_t top = 0, next;
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w < g->stratum) top = max64(top, g->soft[i].w);
    next = top;
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w && g->soft[i].w < next && g->soft[i].w >= top - top / 3) next = g->soft[i].w;
    return max64(next, 1);
}

/* Fixes literals false if their weight exceeds the gap between the bounds. */
static void harden(struct core_guided *g)
{
    if (g->found && g->heaviest < g->best - g->lower) return;
    for (int i = 0; i < g->n && g->found; i++) {
        if (!g->soft[i].w || g->soft[i].w < g->best - g->lower) continue;
        cnf_1(&g->session->formula.cnf, -g->soft[i].x);
        g->soft[i].w = 0;
    }
}

static void search_core_bound(struct core_guided *g)
{
    if (g->session->formula.counter.there)
        session_bound(g->session, g->best - session_objective(g->session)->step, true);
}

/* Runs the solver for at most so many conflicts (0: no limit) and records a solution. */
static enum solver_answer search_core_call(struct core_guided *g, int64_t conflicts)
{
    struct session *session = g->session;
    if (conflicts) solver_limit(session->formula.solver, conflicts);
    session_repeat_bound(session);
    enum solver_answer answer = session_solve_below(session, g->best);
    if (answer != SOLVER_SAT || (g->found && session->sum >= g->best)) return answer;
    session_keep(session);
    g->found = true;
    g->best = session->sum;
    search_core_bound(g);
    harden(g);
    return answer;
}

static void lower_to(struct core_guided *g, int64_t lower)
{
    const struct objective *o = session_objective(g->session);
    g->lower = g->found ? min64(lower, g->best) : lower;
    int64_t least = max64(g->lower, o->least);
    if (o->least > g->lower) evidence_add(&g->session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
    if (g->found || o->step == 1)
        session_exclude(g->session, g->found ? session_align(least, g->best, o->step) : least);
}

/* ---- cores ----------------------------------------------------------------------------------- */

/* A call that raises or minimizes a core: a refutation is found soon, and a whole solution is not worth its time. */
static enum solver_answer search_core_glance(struct core_guided *g)
{
    solver_limit_decisions(g->session->formula.solver, RAISE_DECISIONS);
    return search_core_call(g, RAISE);
}

static enum solver_answer call_core(struct core_guided *g, const struct lits *core, int without)
{
    for (int i = 0; i < core->n; i++)
        if (i != without) solver_assume(g->session->formula.solver, -core->v[i]);
    return search_core_glance(g);
}

/* Minimizes a core: removes a literal if the rest is still a core, shown within RAISE conflicts. */
static enum solver_answer core_cut(struct core_guided *g, struct lits *core)
{
    if (!solver_limits(g->session->formula.solver) || core->n < 2 || core->n > CUT_MOST) return SOLVER_UNSAT;
    for (int i = core->n - 1; i >= 0 && core->n > 1; i--) {
        enum solver_answer answer = call_core(g, core, i);
        if (answer == SOLVER_FAILED) return answer;
        if (job_over(&g->session->job)) return SOLVER_UNKNOWN;
        if (answer != SOLVER_UNSAT) continue;
        core->v[i] = core->v[--core->n];
        session_core(g->session, core, -1);
        if (i > core->n) i = core->n;
        if (!core->n) return SOLVER_UNSAT;
    }
    return SOLVER_UNSAT;
}

/* Makes the output after `at` soft, with weight w. Returns false on failure, with a status set. */
static bool extend(struct core_guided *g, int core, int at, int64_t w)
{
    struct core *c = &g->core[core];
    if (at >= c->x.n) return true;
    if (at >= c->out.n) {
        outputs_release(&c->out);
        if (!session_count(g->session, c->x.v, c->x.n, (int)min64(max64(2 * at, COUNT_FIRST), c->x.n), &c->out))
            return false;
    }
    soft_add(g, c->out.v[at].y, w, core, at);
    return true;
}

/* Raises the lower bound by the core's least weight and subtracts it from the weights. Returns
 * false on failure, with a status set. */
static bool search_core_pay(struct core_guided *g, const struct lits *x)
{
    int64_t least = INT64_MAX;
    SCOPED(lits) which = {0};
    for (int k = 0; k < x->n; k++)
        for (int i = soft_of(g, x->v[k]) + 1; i; i = g->soft[i - 1].next) {
            if (!g->soft[i - 1].w) continue;
            least = min64(least, g->soft[i - 1].w);
            lits_push(&which, i - 1);
        }
    cnf_clause(&g->session->formula.cnf, x->v, x->n); /* learned anyway; it helps the next call */
    bool ok = true;
    for (int k = 0; k < which.n && ok; k++) {
        struct soft fallen = g->soft[which.v[k]];
        g->soft[which.v[k]].w -= least;
        if (fallen.counter >= 0) ok = extend(g, fallen.counter, fallen.at + 1, least);
    }
    if (which.n > 1) {
        struct core c = {.w = least};
        lits_add(&c.x, x->v, x->n);
        MEM_PUSH(g->core, g->cores, g->core_cap, c);
    }
    if (which.n) lower_to(g, g->lower + least); /* else the clause above has no true literal left */
    harden(g);
    return ok;
}

/* Builds the counters of the waiting cores and raises each one within RAISE conflicts. */
static enum solver_answer count_cores(struct core_guided *g)
{
    for (; g->counted < g->cores; g->counted++) {
        int i = g->counted, at = 1;
        int64_t w = g->core[i].w;
        if (!extend(g, i, at, w)) return SOLVER_FAILED;
        while (solver_limits(g->session->formula.solver) && g->core[i].x.n <= CUT_MOST) {
            struct soft *last = &g->soft[g->n - 1];
            if (!last->w) break; /* hardened */
            solver_assume(g->session->formula.solver, -last->x);
            enum solver_answer answer = search_core_glance(g);
            if (answer == SOLVER_FAILED) return answer;
            if (answer != SOLVER_UNSAT) break;
            cnf_1(&g->session->formula.cnf, g->soft[g->n - 1].x);
            g->soft[g->n - 1].w = 0;
            lower_to(g, g->lower + w);
            if (++at >= g->core[i].x.n) break;
            if (!extend(g, i, at, w)) return SOLVER_FAILED;
        }
    }
    harden(g);
    return SOLVER_SAT;
}

/* Reports a wrong solution. With every soft literal false, the sum is the lower bound. A solution
 * with a larger sum was not checked, so it violates a clause. Always returns SOLVER_FAILED. */
static enum solver_answer blame(struct core_guided *g)
{
    bool broken = !session_check(g->session);
    assert(broken && "with nothing left to pay the sum is the lower bound");
    session_refuse(g->session, STATUS_FAILED);
    return SOLVER_FAILED;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* One core-guided step. Returns SOLVER_UNSAT if there is no better solution, SOLVER_UNKNOWN at the
 * end of the turn. */
static enum solver_answer search_core_step(struct core_guided *g)
{
    SCOPED(lits) core = {0};
    bool all = g->counted == g->cores;
    for (int i = 0; i < g->n; i++) {
        if (!g->soft[i].w) continue;
        if (g->soft[i].w >= g->stratum) {
            solver_assume(g->session->formula.solver, -g->soft[i].x);
            lits_push(&core, g->soft[i].x);
        } else {
            all = false;
        }
    }
    enum solver_answer answer = search_core_call(g, g->slice);
    if (answer == SOLVER_UNSAT) {
        session_core(g->session, &core, -1);
        if (core.n) answer = core_cut(g, &core);
        if (answer == SOLVER_UNSAT && core.n) answer = search_core_pay(g, &core) ? SOLVER_SAT : SOLVER_FAILED;
    } else if (answer == SOLVER_SAT && g->counted < g->cores) {
        answer = count_cores(g);
    } else if (answer == SOLVER_SAT) {
        if (all) answer = g->best > g->lower ? blame(g) : SOLVER_UNSAT;
        g->stratum = next_stratum(g);
    }
    return answer;
}

/* The solution-improving turn: looks for a first solution, or for better ones. */
static enum solver_answer improve(struct core_guided *g)
{
    const struct objective *o = session_objective(g->session);
    if (g->found && !g->session->formula.counter.there) {
        if (!session_counter(g->session, max64(g->lower, o->least), g->best)) return SOLVER_FAILED;
        search_core_bound(g);
    }
    enum solver_answer answer = SOLVER_SAT;
    int64_t best = INT64_MAX;
    while (answer == SOLVER_SAT && g->lower < g->best && g->best < best) {
        best = g->best;
        answer = search_core_call(g, g->slice);
    }
    return answer == SOLVER_SAT ? SOLVER_UNKNOWN : answer;
}

/* Runs the interleaved search if it has had less time than this one. SOLVER_SAT: continue. */
static enum solver_answer search_core_turn(struct core_guided *g)
{
    struct interleaved *t = g->interleaved;
    double mine = t ? clock_thread() - g->began - t->seconds : 0;
    if (!t || mine <= t->seconds + t->later) return SOLVER_SAT;
    t->later = 0;
    if (g->found) session_sums->bound(t, g->best, g->session->formula.values);
    enum solver_answer answer = session_sums->turn(t, mine - t->seconds);
    if (answer == SOLVER_FAILED || answer == SOLVER_UNSAT) return answer;
    if (answer == SOLVER_SAT) g->lower = g->best = 0; /* no objective, or the least possible sum */
    if (t->found && t->best < g->best) {
        g->best = t->best;
        search_core_bound(g);
    }
    g->found |= t->found || answer == SOLVER_SAT;
    harden(g);
    return SOLVER_SAT;
}

static enum solver_answer guided(struct core_guided *g)
{
    enum solver_answer answer = SOLVER_SAT;
    while (answer == SOLVER_SAT && (!g->found || g->lower < g->best)) {
        answer = search_core_turn(g);
        if (answer != SOLVER_SAT || (g->found && g->lower >= g->best)) break;
        answer = search_core_step(g);
        if (answer != SOLVER_UNKNOWN || !g->slice || job_over(&g->session->job)) continue;
        if (g->mixed || !g->found) answer = improve(g);
        if (answer == SOLVER_UNKNOWN && !job_over(&g->session->job)) answer = SOLVER_SAT;
        g->slice += g->slice / 2;
    }
    return answer;
}

/* Shared bounds need a counter: replaces encodings that cannot count by the default. */
static void free_counter(struct policy *counting)
{
    for (int k = 0; k < KINDS; k++)
        if (counting->by_kind[k].encoder && !counting->by_kind[k].encoder->count)
            counting->by_kind[k] = (struct encoding){0};
    counting->watch = WATCH_COARSELY;
}

static void guide_release(struct core_guided *g)
{
    for (int i = 0; i < g->cores; i++) {
        lits_release(&g->core[i].x);
        outputs_release(&g->core[i].out);
    }
    lits_release(&g->last);
    MEM_FREE(g->core, g->soft);
}

/* Makes the inputs soft. At-most-one groups need fewer soft literals than inputs. */
static void begin_softs(struct core_guided *g, const struct objective *o)
{
    OWNED int64_t *w = mem_new((size_t)o->n, sizeof *w);
    for (int i = 0; i < o->n; i++) {
        w[i] = o->w ? o->w[i] : 1;
        solver_phase(g->session->formula.solver, -o->x[i]);
    }
    SCOPED(terms) more = {0};
    const int64_t paid = search_exclusive(g->session, o, w, &more);
    for (int i = 0; i < more.x.n; i++) soft_add(g, more.x.v[i], more.w[i], -1, 0);
    if (paid > 0) evidence_add(&g->session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
    for (int i = 0; i < o->n; i++)
        if (w[i]) soft_add(g, o->x[i], w[i], -1, 0);
    lower_to(g, g->session->formula.offset + paid);
}

/* The clauses that repeat no variable. */
static struct cnf_buffer plain_clauses(const struct formula *f)
{
    struct cnf_buffer b = cnf_buffer_of(f->cnf.vars);
    OWNED int *seen = mem_new((size_t)f->cnf.vars + 1, sizeof *seen);
    for (int i = 0; i < f->clauses.cnf.made.clauses; i++) {
        const lit *c;
        const int n = cnf_buffer_clause(&f->clauses, i, &c);
        bool plain = true;
        for (int k = 0; k < n; k++) {
            plain = plain && seen[lit_var(c[k])] != i + 1;
            seen[lit_var(c[k])] = i + 1;
        }
        if (plain) cnf_clause(&b.cnf, c, n);
    }
    return b;
}

/* Pays, without a call each, the softs whose negation unit propagation refutes, and the clauses whose literals are all
 * soft. Each of these is a core. */
static bool cores_at_once(struct core_guided *g)
{
    SCOPED(cnf_buffer) clauses = plain_clauses(&g->session->formula);
    SCOPED(propagator) p;
    const int64_t before = g->lower;
    bool ok = true;
    propagator_init(&p, &clauses);
    int paid = 0, work = 0;
    for (int i = -1, inputs = g->n; i < inputs && ok && !p.refuted && work < PROBE_MOST; i++) {
        const lit x = i < 0 ? 0 : g->soft[i].x;
        const int mark = propagator_mark(&p);
        if (i >= 0 && (!g->soft[i].w || propagator_value(&p, x))) continue;
        const bool open = i < 0 || propagator_assign(&p, -x);
        work += p.trail.n - mark;
        propagator_undo(&p, mark);
        if (!open && !propagator_assign(&p, x)) break; /* there is no solution */
        for (; paid < p.trail.n && ok; paid++) {
            lit unit = p.trail.v[paid];
            if (soft_of(g, unit) >= 0) ok = search_core_pay(g, &(struct lits){.v = &unit, .n = 1});
        }
    }
    for (int i = 0; i < clauses.cnf.made.clauses && ok && !p.refuted; i++) {
        SCOPED(lits) core = {0};
        const lit *c;
        const int n = cnf_buffer_clause(&clauses, i, &c);
        while (core.n < n && soft_of(g, c[core.n]) >= 0) lits_push(&core, c[core.n]);
        if (n > 1 && n <= CUT_MOST && core.n == n) ok = search_core_pay(g, &core);
    }
    if (g->lower > before) evidence_add(&g->session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
    return ok;
}

static bool search_core_begin(struct core_guided *g)
{
    struct session *session = g->session;
    const struct objective *o = model_objective(session->formula.model);
    g->began = clock_thread();
    if (g->mixed) free_counter(&session->counting);
    if ((o || g->interleaved) && solver_limits(session->formula.solver)) g->slice = SLICE;
    if (g->interleaved) {
        g->began -= g->interleaved->seconds;
        g->found = g->interleaved->found;
        g->best = g->interleaved->best;
    }
    if (o) begin_softs(g, o);
    return !o || cores_at_once(g);
}

/* Without an objective: alternates until one side has an answer. */
static enum solver_answer search_core_race(struct core_guided *g)
{
    enum solver_answer answer = SOLVER_UNKNOWN;
    while (answer == SOLVER_UNKNOWN && !job_over(&g->session->job)) {
        answer = search_core_turn(g);
        if (answer != SOLVER_SAT || g->found) break;
        answer = search_core_call(g, g->slice);
        g->slice += g->slice / 2;
    }
    return answer;
}

enum status search_core_guided(struct session *session, bool mixed, struct interleaved *interleaved)
{
    struct core_guided g = {.session = session, .mixed = mixed, .interleaved = interleaved};
    g.best = g.stratum = INT64_MAX;
    session->many = true;
    if (!session_open(session, INT64_MAX, "")) return session->answer->status;
    session->deferred = true;
    const struct objective *o = model_objective(session->formula.model);
    enum solver_answer answer = search_core_begin(&g) ? search_core_call(&g, g.slice) : SOLVER_FAILED;
    g.lower = o ? g.lower : g.best;
    g.stratum = next_stratum(&g);
    bool open = answer == SOLVER_UNKNOWN && g.slice && !job_over(&session->job);
    if (o && (answer == SOLVER_SAT || open))
        answer = guided(&g);
    else if (open)
        answer = search_core_race(&g);
    bool proved = g.found && (answer == SOLVER_UNSAT || (answer == SOLVER_SAT && g.lower >= g.best));
    enum status status = answer == SOLVER_FAILED  ? session->answer->status
                         : proved                 ? (o ? STATUS_OPTIMAL : STATUS_SATISFIABLE)
                         : answer == SOLVER_UNSAT ? STATUS_UNSATISFIABLE
                                                  : STATUS_UNKNOWN;
    session_settle(session);
    guide_release(&g);
    return status;
}

enum status search_core(struct session *session) { return search_core_guided(session, false, NULL); }
enum status search_mixed(struct session *session) { return search_core_guided(session, true, NULL); }
