/* Linear UNSAT-SAT search: raises the proved lower bound from a new formula at each bound, after a
 * first solution.
 *
 * It is unknown whether a bound can be met, and a solver that finds solutions well refutes badly.
 * So portfolio members take turns at each bound, within conflict budgets that double every round.
 * One member is configured to refute, others to find solutions. Some of these require a symmetry:
 * their search space is much smaller, but they cannot refute the bound. The time to find a solution
 * varies widely, so several different members are better than one that gets all the time.
 *
 * If the puzzle has a short dedicated search for symmetric solutions, it runs first. Without an
 * objective, the search for all solutions runs after the first round, if it is short. If the puzzle
 * has a dedicated decision search, it runs at the start of each round, with increasing effort.
 * After it has exhausted the search space, the finding members stop. The refuting member continues,
 * because the dedicated search yields no proof. */
#include "base/number.h"
#include "search/strategy.h"

#include <string.h>

enum { PORTFOLIO_MEMBERS = 8, BUDGET = 2000, FIRST_SWEEP = 50000, SWEEP = 400000, PROBE = 5000, FEW = 64 };

/* The refuting member and those that find solutions without a symmetry; budgets are divided by
 * `by`. */
static const struct part {
    const char *config;
    bool whole; /* without symmetry breaking */
    int by;
} parts[] = {{"unsat", false, 1}, {"sat", false, 4}, {"", false, 8}, {"sat", true, 8}};

struct portfolio_member {
    struct session session;
    struct part part;
    bool refutes, open, out;
    int64_t times; /* factor of the budget: how much smaller its formula is than the one for any solution */
};

/* least: sums below it have been refuted */
static void portfolio_member_init(struct portfolio_member *r, const struct session *session, int64_t least,
                                  struct part part, const char *symmetry)
{
    *r = (struct portfolio_member){.part = part};
    session_init(&r->session, session->problem, session->answer);
    r->session.bounds.symmetry = symmetry;
    r->session.bounds.least = least;
    if (part.whole) r->session.bounds.break_symmetry = OPTION_NO;
}

/* Fills r with the members, cheapest first. Returns their number. */
static int portfolio_members_prepare(struct portfolio_member *r, const struct session *session, int64_t least,
                                     bool limited)
{
    const struct upward none = {0}, *own = session->problem->formulation->up, *up = own ? own : &none;
    const char *chosen = up->chosen ? up->chosen(session->problem->instance) : NULL;
    const char *const *symmetry = up->symmetries, *refute = up->refute;
    int n = 0, plain = limited ? (int)(sizeof parts / sizeof *parts) : 1;
    for (; limited && symmetry && *symmetry && n < PORTFOLIO_MEMBERS - plain; symmetry++)
        if (!chosen || !strcmp(chosen, "all") || !strcmp(chosen, *symmetry))
            portfolio_member_init(&r[n++], session, least, (struct part){"sat", false, 8}, *symmetry);
    for (int i = 0; i < plain; i++) {
        struct part part = parts[i];
        if (!i && refute) part.config = refute;
        if (i && refute && !part.whole && !strcmp(part.config, refute)) continue; /* a duplicate */
        portfolio_member_init(&r[n], session, least, part, NULL);
        r[n++].refutes = i == 0;
    }
    return n;
}

/* Runs one turn. SOLVER_UNSAT: the bound is refuted (never by a member that requires a symmetry).
 * whole: number of clauses of the formula for any solution. */
static enum solver_answer portfolio_member_turn(struct portfolio_member *r, int64_t whole, int64_t most, int64_t budget)
{
    if (!r->open) {
        if (!session_open(&r->session, most, r->part.config)) return SOLVER_FAILED;
        r->open = true;
        r->times = r->session.bounds.symmetry ? 1 + whole / (1 + r->session.answer->size.clauses) : 1;
    }
    if (budget) solver_limit(r->session.formula.solver, budget / r->part.by * r->times);
    enum solver_answer answer = session_solve(&r->session);
    if (answer != SOLVER_UNSAT || !r->session.bounds.symmetry) return answer;
    r->out = true;
    session_release(&r->session);
    return SOLVER_UNKNOWN;
}

/* The state of the search over all bounds. */
struct ascent {
    struct session *session; /* its formula admits any solution */
    int64_t whole;           /* clauses of its formula */
    bool found, none;
    int64_t best;
};

/* Looks for any solution with the solver and records it. budget: conflicts; 0: no limit. */
static enum solver_answer ascent_first(struct ascent *u, int64_t budget)
{
    if (budget) solver_limit(u->session->formula.solver, budget);
    enum solver_answer answer = session_first(u->session);
    u->best = u->session->sum;
    if (answer == SOLVER_SAT) session_keep(u->session);
    u->found = answer == SOLVER_SAT;
    u->none = answer == SOLVER_UNSAT;
    return answer;
}

static enum solver_answer round_of(struct ascent *u, struct portfolio_member *r, int n, int64_t most, int64_t budget,
                                   bool only_refute)
{
    enum solver_answer answer = SOLVER_UNKNOWN;
    for (int i = 0; i < n && answer == SOLVER_UNKNOWN; i++) {
        if (r[i].out || (only_refute && !r[i].refutes)) continue;
        answer = portfolio_member_turn(&r[i], u->whole, most, budget);
        if (answer != SOLVER_SAT) continue;
        struct values now = r[i].session.formula.values, kept = u->session->formula.values;
        session_keep(&r[i].session);
        if (now.v && kept.v) memcpy(kept.v, now.v, (size_t)min64(now.n, kept.n) + 1); /* for the evidence */
        u->found = true;
        u->best = r[i].session.sum;
    }
    if (answer != SOLVER_UNKNOWN || u->found || most == INT64_MAX) return answer;
    answer = ascent_first(u, budget);
    return answer == SOLVER_SAT && u->best > most ? SOLVER_UNKNOWN : answer;
}

/* The puzzle's search for all solutions, if it may help; or NULL. */
static const struct engine *helper(const struct problem *q)
{
    const struct engine *dedicated = search_dedicated_of(q->puzzle, false);
    bool unasked = search_free(q) && !q->choices.engine && !q->choices.search;
    return dedicated && engine_wanted(dedicated, q->instance, unasked) ? dedicated : NULL;
}

/* Runs that search if it is predicted to end soon. It refutes much faster than the members, for
 * example tank boards of side 6, but yields no proof. */
static enum solver_answer exhaust(struct session *session)
{
    const struct problem *q = session->problem;
    const struct engine *dedicated = q->prove == PROVE_ALL || q->log ? NULL : helper(q);
    double seconds = dedicated ? dedicated->seconds(q->instance, true) : -1;
    if (seconds < 0 || seconds > LOOP_SECONDS) return SOLVER_UNKNOWN;
    struct dedicated_result s = search_dedicated_run(session, dedicated, (struct engine_run){.images = true});
    if (session->answer->solution.n) return SOLVER_SAT;
    if (!s.complete) return s.failed ? SOLVER_FAILED : SOLVER_UNKNOWN;
    evidence_add(&session->answer->evidence, EVIDENCE_EXHAUSTION, dedicated->name);
    return SOLVER_UNSAT;
}

/* Looks for a solution with least <= sum <= most, given that none has a smaller sum, and records
 * it. */
static enum solver_answer search_up_meet(struct ascent *u, int64_t least, int64_t most)
{
    struct portfolio_member r[PORTFOLIO_MEMBERS];
    bool limited = solver_limits(u->session->formula.solver);
    int n = portfolio_members_prepare(r, u->session, least, limited);
    enum solver_answer answer = SOLVER_UNKNOWN;
    struct dedicated_result s = {0};
    int64_t effort = SWEEP;
    for (int64_t budget = BUDGET; answer == SOLVER_UNKNOWN && !job_over(&u->session->job); budget *= 2, effort *= 4) {
        if (!s.complete) s = search_dedicated_decide(u->session, most, effort);
        if (s.found) {
            answer = SOLVER_SAT;
            u->found = true;
            u->best = s.sum;
        }
        if (s.failed) answer = SOLVER_FAILED;
        /* complete: the dedicated search claims that there is none; that is not a proof */
        if (answer == SOLVER_UNKNOWN) answer = round_of(u, r, n, most, limited ? budget : 0, s.complete);
        if (answer == SOLVER_UNKNOWN && !session_objective(u->session)) answer = exhaust(u->session);
    }
    for (int i = 0; i < n; i++)
        if (!r[i].out) session_release(&r[i].session);
    return answer;
}

/* Looks for symmetric solutions by the search for all solutions, within a small effort. */
static void probe_symmetric(struct session *session)
{
    const struct engine *dedicated = helper(session->problem);
    const struct upward *up = session->problem->formulation->up;
    const char *const *symmetry = up ? up->symmetries : NULL;
    for (; dedicated && symmetry && *symmetry && !session->answer->solution.n; symmetry++) {
        if (session->answer->status == STATUS_FAILED) return;
        search_dedicated_run(session, dedicated,
                             (struct engine_run){.symmetry = *symmetry, .effort = PROBE, .images = true});
    }
}

/* Without an objective: one race for any solution. */
static enum status search_up_race(struct ascent *u)
{
    probe_symmetric(u->session);
    if (u->session->answer->solution.n) return STATUS_SATISFIABLE;
    if (u->session->answer->status == STATUS_FAILED) return STATUS_FAILED;
    return session_status(u->session, search_up_meet(u, 0, INT64_MAX), STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

/* Finds a solution by the dedicated search, else by the solver within `patience` conflicts (0: no
 * limit). */
static enum solver_answer first(struct ascent *u, int64_t patience)
{
    struct dedicated_result s = search_dedicated_decide(u->session, INT64_MAX, FIRST_SWEEP);
    u->found = s.found;
    u->best = s.sum;
    if (s.found || s.failed) return s.found ? SOLVER_SAT : SOLVER_FAILED;
    return ascent_first(u, patience);
}

/* Tries the possible sums in increasing order until one is met. Weights may leave gaps between
 * possible sums. So with weights, after some refutations, the number of sums in one step doubles
 * after each refutation. It is halved when a solution lies among them. The first and the last few
 * sums are tried singly, because more follows from a single sum (its remainders modulo small
 * numbers). */
static enum solver_answer climb(struct ascent *u, const struct objective *o)
{
    int64_t least = session_align(o->least, u->best, o->step), jump = 0, total = constraint_sum(o->w, o->n),
            refuted = 0;
    enum solver_answer answer = SOLVER_SAT;
    for (;;) {
        session_exclude(u->session, least);
        if (u->found && least >= u->best) return SOLVER_SAT;
        if (u->found && (u->best - least) / o->step <= FEW) jump = 0;
        int64_t most = least + jump;
        if (u->found && most >= u->best) most = least + (u->best - least) / o->step / 2 * o->step;
        answer = search_up_meet(u, least, most);
        if (answer == SOLVER_SAT && most == least) return SOLVER_SAT;
        if (answer == SOLVER_SAT) {
            jump = jump / o->step / 2 * o->step;
        } else if (answer == SOLVER_UNSAT && !u->none && (u->found || most < total)) {
            least = most + o->step;
            if (o->w && ++refuted > FEW) jump = jump > total / 2 ? total : 2 * jump + o->step;
        } else {
            return answer;
        }
    }
}

/* A first solution ensures that there is one to report. If it takes long, the search continues
 * between the bounds, unless the bounds are known only from a solution. A solution with the least
 * sum may be far easier to find than an arbitrary one. */
enum status search_up(struct session *session)
{
    if (!session_open(session, INT64_MAX, "sat")) return session->answer->status;
    struct ascent u = {.session = session, .whole = session->answer->size.clauses};
    const struct objective *o = session_objective(session);
    if (!o) return search_up_race(&u);
    bool patient = o->step > 1 || !solver_limits(session->formula.solver);
    enum solver_answer answer = first(&u, patient ? 0 : BUDGET / 8);
    if (answer == SOLVER_UNKNOWN && !patient && !job_over(&session->job)) answer = SOLVER_SAT;
    if (o->least > 0) evidence_add(&session->answer->evidence, EVIDENCE_ARITHMETIC, NULL);
    if (answer == SOLVER_SAT) answer = climb(&u, o);
    return session_status(session, answer, STATUS_OPTIMAL, STATUS_UNSATISFIABLE);
}
