/* Core-guided search: Andres, Kaufmann, Matheis & Schaub, ICLP 2012 (OLL); in its MaxSAT form Morgado, Dodaro &
 * Marques-Silva, CP 2014 (RC2 is its best-known descendant, Ignatiev, Morgado & Marques-Silva, JSAT 2019).
 *
 * Every input of the objective is assumed false. A core says that one of its literals must be true:
 * the proved lower bound rises by the least weight in it, and a counter over the core takes the
 * literals' place, its "2 or more" being assumed false in turn; when that falls, "3 or more" is.
 * Heavy weights are assumed first (stratification, Ansotegui et al. 2012; on four archers, assuming
 * all at once took 4.6 times the CPU time, last in commit 94d53ab); what costs more than the gap
 * between the bounds must be false (hardening); cores that share no weight are collected before any
 * is counted (weight-aware core extraction, Berg & Jarvisalo, CP 2017), are cut down while that is
 * cheap, and are raised alone as far as a few conflicts show (exhaustion). Weights of several
 * levels, each heavier than all lower ones together, come level by level, as a level's literals are
 * hardened when its minimum is known.
 *
 * `mixed` takes turns, by conflicts, with a search for better solutions only: the objective's
 * counter excludes what is no better than the best, permanently. Cores are then cores among better
 * solutions, which is all that a lower bound needs, and no core at all means that there are none. */
#include "search/session_check.h"
#include "search/strategy.h"

#include "base/clock.h"

#include <string.h>

enum {
    SLICE = 2000,    /* conflicts of the first turn */
    RAISE = 300,     /* of an attempt to raise a core, or to do without one of its literals */
    CUT_MOST = 48,   /* literals of a core that is cut down */
    COUNT_FIRST = 4, /* a core's counter goes so far, and twice as far when it is needed */
};

/* Something assumed false at a price: an input of the objective or the output `at` of a counter. */
struct soft {
    lit x;
    int64_t w;       /* what its being true costs beyond the lower bound; 0: no longer assumed */
    int counter, at; /* counter -1: an input */
};

/* A core: how many of its literals are true is counted once that matters. */
struct core {
    struct lits x;
    struct outputs out; /* empty: not counted yet */
    int64_t w;          /* its least weight */
};

struct guide {
    struct session *session;
    bool mixed;
    struct soft *soft;
    int n;
    size_t cap;
    struct core *core;
    int cores, counted; /* those from `counted` on wait */
    size_t core_cap;
    bool found;
    int64_t best, lower;             /* in the built model's sums; lower: proved */
    int64_t stratum;                 /* only softs of at least this weight are assumed */
    int64_t slice;                   /* conflicts of a turn; 0: no turns */
    struct interleaved *interleaved; /* takes turns with this search; NULL: none */
    double began;                    /* thread CPU */
};

/* An output that falls in parts, as other weights in its cores were less, comes again: its price is all of it. */
static void soft_add(struct guide *g, lit x, int64_t w, int core, int at)
{
    for (int i = 0; i < g->n && core >= 0; i++)
        if (g->soft[i].counter == core && g->soft[i].at == at) {
            g->soft[i].w += w;
            return;
        }
    MEM_PUSH(g->soft, g->n, g->cap, ((struct soft){x, w, core, at}));
}

/* The lightest weight that is at least two thirds of the next lighter one; 1: there is none. */
static int64_t next_stratum(const struct guide *g)
{
    int64_t top = 0, next;
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w < g->stratum) top = max64(top, g->soft[i].w);
    next = top;
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w && g->soft[i].w < next && g->soft[i].w >= top - top / 3) next = g->soft[i].w;
    return max64(next, 1);
}

/* Literals that would cost more than the gap are false in what is still looked for. */
static void harden(struct guide *g)
{
    for (int i = 0; i < g->n && g->found; i++) {
        if (!g->soft[i].w || g->soft[i].w < g->best - g->lower) continue;
        session_clause(g->session, (lit[]){-g->soft[i].x}, 1);
        g->soft[i].w = 0;
    }
}

static void search_core_bound(struct guide *g)
{
    if (g->session->counted) session_bound(g->session, g->best - session_objective(g->session)->step, true);
}

/* A call; what it finds is kept. */
static enum solver_answer search_core_call(struct guide *g, int64_t conflicts)
{
    struct session *session = g->session;
    if (conflicts) solver_limit(session->s, conflicts);
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

static void lower_to(struct guide *g, int64_t lower)
{
    const struct objective *o = session_objective(g->session);
    g->lower = g->found ? min64(lower, g->best) : lower;
    int64_t least = max64(g->lower, o->least);
    if (o->least > g->lower) evidence_add(&g->session->a->evidence, EVIDENCE_ARITHMETIC, NULL);
    if (g->found || o->step == 1)
        session_exclude(g->session, g->found ? session_align(least, g->best, o->step) : least);
}

/* ---- cores ----------------------------------------------------------------------------------------------------- */

static enum solver_answer call_core(struct guide *g, const struct lits *core, int without, int64_t conflicts)
{
    for (int i = 0; i < core->n; i++)
        if (i != without) solver_assume(g->session->s, -core->v[i]);
    return search_core_call(g, conflicts);
}

/* Leaves out literals without which there is a core too, as far as few conflicts show it. */
static enum solver_answer core_cut(struct guide *g, struct lits *core)
{
    if (!solver_limits(g->session->s) || core->n < 2 || core->n > CUT_MOST) return SOLVER_UNSAT;
    for (int i = core->n - 1; i >= 0 && core->n > 1; i--) {
        enum solver_answer answer = call_core(g, core, i, RAISE);
        if (answer == SOLVER_FAILED) return answer;
        if (job_over(&g->session->job)) return SOLVER_UNKNOWN;
        if (answer != SOLVER_UNSAT) continue;
        core->v[i] = core->v[core->n - 1];
        core->n--;
        session_core(g->session, core, -1);
        if (i > core->n) i = core->n;
        if (!core->n) return SOLVER_UNSAT;
    }
    return SOLVER_UNSAT;
}

/* The output after the one that fell: one more of that core may have to be true. False: a status is set. */
static bool extend(struct guide *g, int core, int at, int64_t w)
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

/* Pays a core's least weight. False: a status is set. */
static bool search_core_pay(struct guide *g, const struct lits *x)
{
    int64_t least = INT64_MAX;
    int old = g->n;
    struct lits which = {0};
    for (int i = 0; i < old; i++)
        for (int k = 0; k < x->n && g->soft[i].w; k++)
            if (g->soft[i].x == x->v[k]) {
                least = min64(least, g->soft[i].w);
                lits_push(&which, i);
                break;
            }
    session_clause(g->session, x->v, x->n); /* learnt anyway; it helps the next call */
    bool ok = true;
    for (int k = 0; k < which.n && ok; k++) {
        struct soft fallen = g->soft[which.v[k]];
        g->soft[which.v[k]].w -= least;
        if (fallen.counter >= 0) ok = extend(g, fallen.counter, fallen.at + 1, least);
    }
    if (which.n > 1) {
        struct core c = {.w = least};
        for (int k = 0; k < x->n; k++) lits_push(&c.x, x->v[k]);
        MEM_PUSH(g->core, g->cores, g->core_cap, c);
    }
    if (which.n)
        lower_to(g, g->lower + least); /* else all are false by now, and the clause says that nothing is left */
    lits_release(&which);
    harden(g);
    return ok;
}

/* Counts the cores that wait, each raised as far as few conflicts show. */
static enum solver_answer count_cores(struct guide *g)
{
    for (; g->counted < g->cores; g->counted++) {
        int i = g->counted, at = 1;
        int64_t w = g->core[i].w;
        if (!extend(g, i, at, w)) return SOLVER_FAILED;
        while (solver_limits(g->session->s) && g->core[i].x.n <= CUT_MOST) {
            struct soft *last = &g->soft[g->n - 1];
            if (!last->w) break; /* hardened */
            solver_assume(g->session->s, -last->x);
            enum solver_answer answer = search_core_call(g, RAISE);
            if (answer == SOLVER_FAILED) return answer;
            if (answer != SOLVER_UNSAT) break;
            session_clause(g->session, (lit[]){g->soft[g->n - 1].x}, 1);
            g->soft[g->n - 1].w = 0;
            lower_to(g, g->lower + w);
            if (++at >= g->core[i].x.n) break;
            if (!extend(g, i, at, w)) return SOLVER_FAILED;
        }
    }
    harden(g);
    return SOLVER_SAT;
}

/* A solution with nothing left to pay costs the lower bound. One that costs more, and so was not
 * checked, breaks a clause. */
static enum solver_answer blame(struct guide *g)
{
    bool broken = !session_check(g->session);
    assert(broken && "with nothing left to pay the sum is the lower bound");
    session_refuse(g->session, STATUS_FAILED);
    return SOLVER_FAILED;
}

/* ---- turns ----------------------------------------------------------------------------------------------------- */

/* One step from below. SOLVER_UNSAT: nothing better is left; SOLVER_UNKNOWN: the turn is over. */
static enum solver_answer search_core_step(struct guide *g)
{
    struct lits core = {0};
    bool all = g->counted == g->cores;
    for (int i = 0; i < g->n; i++) {
        if (!g->soft[i].w) continue;
        if (g->soft[i].w >= g->stratum) {
            solver_assume(g->session->s, -g->soft[i].x);
            lits_push(&core, g->soft[i].x);
        } else {
            all = false;
        }
    }
    enum solver_answer answer = search_core_call(g, g->slice);
    if (answer == SOLVER_UNSAT) {
        session_core(g->session, &core, -1);
        if (core.n) answer = core_cut(g, &core);
        bool none = answer == SOLVER_UNSAT && !core.n;
        if (answer == SOLVER_UNSAT && !none) answer = search_core_pay(g, &core) ? SOLVER_SAT : SOLVER_FAILED;
    } else if (answer == SOLVER_SAT && g->counted < g->cores) {
        answer = count_cores(g);
    } else if (answer == SOLVER_SAT) {
        if (all) answer = g->best > g->lower ? blame(g) : SOLVER_UNSAT;
        g->stratum = next_stratum(g);
    }
    lits_release(&core);
    return answer;
}

/* The other turn: some solution, or a better one. */
static enum solver_answer improve(struct guide *g)
{
    const struct objective *o = session_objective(g->session);
    if (g->found && !g->session->counted) {
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

/* The other side's turn, once it has had less time than this one. SOLVER_SAT: go on. */
static enum solver_answer search_core_turn(struct guide *g)
{
    struct interleaved *t = g->interleaved;
    double mine = t ? clock_thread() - g->began - t->seconds : 0;
    if (!t || mine <= t->seconds + t->later) return SOLVER_SAT;
    t->later = 0;
    if (g->found) interleaved_bound(t, g->best, g->session->values);
    enum solver_answer answer = interleaved_turn(t, mine - t->seconds);
    if (answer == SOLVER_FAILED || answer == SOLVER_UNSAT) return answer;
    if (answer == SOLVER_SAT) g->lower = g->best = 0; /* there is no objective, or the sum is the least there is */
    if (t->found && t->best < g->best) {
        g->best = t->best;
        search_core_bound(g);
    }
    g->found |= t->found || answer == SOLVER_SAT;
    harden(g);
    return SOLVER_SAT;
}

static enum solver_answer guided(struct guide *g)
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

/* A search that shares bounds needs some counter, whatever encodings the problem names for the rows. */
static void free_counter(struct policy *counting)
{
    for (int k = 0; k < KINDS; k++)
        if (counting->by_kind[k].encoder && !counting->by_kind[k].encoder->count)
            counting->by_kind[k] = (struct encoding){0};
    counting->watch = WATCH_COARSELY;
}

static void guide_release(struct guide *g)
{
    for (int i = 0; i < g->cores; i++) {
        lits_release(&g->core[i].x);
        outputs_release(&g->core[i].out);
    }
    mem_free(g->core);
    mem_free(g->soft);
}

static void exclusive(void *guide, lit y, int64_t w) { soft_add(guide, y, w, -1, 0); }

/* The inputs, assumed false, or less than that where at most one of several can be. */
static void begin_softs(struct guide *g, const struct objective *o)
{
    int64_t *w = mem_new((size_t)o->n, sizeof *w);
    for (int i = 0; i < o->n; i++) {
        w[i] = o->w ? o->w[i] : 1;
        solver_phase(g->session->s, -o->x[i]);
    }
    int64_t paid = search_exclusive(&(struct exclusive){g->session, o->x, w, exclusive, g}, o->n);
    if (paid > 0) evidence_add(&g->session->a->evidence, EVIDENCE_ARITHMETIC, NULL);
    for (int i = 0; i < o->n; i++)
        if (w[i]) soft_add(g, o->x[i], w[i], -1, 0);
    lower_to(g, g->session->offset + paid);
    mem_free(w);
}

static void search_core_begin(struct guide *g)
{
    struct session *session = g->session;
    const struct objective *o = model_objective(session->m);
    g->began = clock_thread();
    if (g->mixed) free_counter(&session->counting);
    if ((o || g->interleaved) && solver_limits(session->s)) g->slice = SLICE;
    if (g->interleaved) {
        g->began -= g->interleaved->seconds;
        g->found = g->interleaved->found;
        g->best = g->interleaved->best;
    }
    if (o) begin_softs(g, o);
}

/* Without an objective: whoever is first. */
static enum solver_answer search_core_race(struct guide *g)
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

static enum status core_guided(struct session *session, bool mixed, struct interleaved *interleaved)
{
    struct guide g = {.session = session, .mixed = mixed, .interleaved = interleaved};
    g.best = g.stratum = INT64_MAX;
    session->many = true;
    if (!session_open(session, INT64_MAX, "")) return session->a->status;
    const struct objective *o = model_objective(session->m);
    search_core_begin(&g);
    enum solver_answer answer = search_core_call(&g, g.slice);
    g.lower = o ? g.lower : g.best;
    g.stratum = next_stratum(&g);
    bool open = answer == SOLVER_UNKNOWN && g.slice && !job_over(&session->job);
    if (o && (answer == SOLVER_SAT || open))
        answer = guided(&g);
    else if (open)
        answer = search_core_race(&g);
    bool proved = g.found && (answer == SOLVER_UNSAT || (answer == SOLVER_SAT && g.lower >= g.best));
    enum status status = answer == SOLVER_FAILED  ? session->a->status
                         : proved                 ? (o ? STATUS_OPTIMAL : STATUS_SATISFIABLE)
                         : answer == SOLVER_UNSAT ? STATUS_UNSATISFIABLE
                                                  : STATUS_UNKNOWN;
    guide_release(&g);
    return status;
}

enum status search_core(struct session *session) { return core_guided(session, false, NULL); }
enum status search_mixed(struct session *session) { return core_guided(session, true, NULL); }
enum status search_core_interleaved(struct session *session, struct interleaved *interleaved)
{
    return core_guided(session, true, interleaved);
}
