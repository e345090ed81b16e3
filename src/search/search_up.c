/* From the proved lower bound upwards, posing anew at each bound, after some first solution.
 *
 * Nobody knows whether a bound can be met, and what finds a solution is bad at refuting one. So
 * racers take turns at each bound, with budgets of conflicts that double every round: one set to
 * refute, others to find, of which some must look for a solution with a symmetry. Those search a
 * much smaller room, and prove nothing when they find none there. How long finding takes varies
 * wildly, so that several finders that differ are better than one that takes all the time.
 *
 * A puzzle's own search for solutions with a symmetry, if it has one and where that is short, goes before all.
 * A puzzle's own sweep, if it has one, looks first, and wider every round; once it has left nothing out, the finders
 * retire. What it says is never a proof here: the refuter goes on. */
#include "search/attempt.h"

#include <string.h>

enum { RACERS = 8, BUDGET = 2000, FIRST_SWEEP = 50000, SWEEP = 400000, STROLL = 5000, FEW = 64 };

/* Who refutes, and who finds beside the ones with a symmetry; the budget is divided by `by`. */
static const struct part {
    const char *preset;
    bool whole; /* with the mirror images that the formulation would leave out */
    int by;
} parts[] = {{"unsat", false, 1}, {"sat", false, 4}, {"", false, 8}, {"sat", true, 8}};

struct racer {
    struct attempt attempt;
    struct part part;
    bool refutes, open, out;
    int64_t times; /* as many conflicts, as its formula is smaller than the one for any solution */
};

/* least: sums below have been refuted. */
static void racer_init(struct racer *r, const struct attempt *h, int64_t least, struct part part, const char *impose)
{
    *r = (struct racer){.part = part};
    attempt_init(&r->attempt, h->q, h->a);
    r->attempt.impose = impose;
    r->attempt.least = least;
    if (part.whole) r->attempt.break_symmetry = OPTION_NO;
}

/* Those that are done sooner go first. */
static int racers_line_up(struct racer *r, const struct attempt *h, int64_t least, bool limited)
{
    const struct puzzle *p = h->q->puzzle;
    const char *chosen = p->imposed ? p->imposed(h->q->instance) : NULL;
    const char *const *impose = h->q->formulation->impose;
    const char *refute = h->q->formulation->refute;
    int n = 0, plain = limited ? (int)(sizeof parts / sizeof *parts) : 1;
    for (; limited && impose && *impose && n < RACERS - plain; impose++)
        if (!chosen || !strcmp(chosen, "all") || !strcmp(chosen, *impose))
            racer_init(&r[n++], h, least, (struct part){"sat", false, 8}, *impose);
    for (int i = 0; i < plain; i++) {
        struct part part = parts[i];
        if (!i && refute) part.preset = refute;
        if (i && refute && !part.whole && !strcmp(part.preset, refute)) continue; /* the refuter finds as well */
        racer_init(&r[n], h, least, part, NULL);
        r[n++].refutes = i == 0;
    }
    return n;
}

/* One turn. SOLVER_UNSAT: refuted, which no imposed symmetry can do. whole: clauses of the formula for any solution. */
static enum solver_answer racer_turn(struct racer *r, int64_t whole, int64_t most, int64_t budget, struct text *text,
                                     int64_t *sum)
{
    if (!r->open) {
        if (!attempt_open(&r->attempt, most, r->part.preset)) return SOLVER_FAILED;
        r->open = true;
        r->times = r->attempt.impose ? 1 + whole / (1 + r->attempt.a->size.clauses) : 1;
    }
    if (budget) solver_limit(r->attempt.s, budget / r->part.by * r->times);
    enum solver_answer answer = attempt_solve(&r->attempt, text, sum);
    if (answer != SOLVER_UNSAT || !r->attempt.impose) return answer;
    r->out = true;
    attempt_release(&r->attempt);
    return SOLVER_UNKNOWN;
}

/* What was found while bounds were refuted: some solution, or that there is none at all. */
struct ascent {
    struct attempt *h; /* asks for any solution */
    int64_t whole;     /* the clauses of its formula */
    bool found, none;
    int64_t best;
};

/* Looks for any solution by the solver, and keeps it; budget 0: for as long as it takes. */
static enum solver_answer ascent_first(struct ascent *u, int64_t budget)
{
    struct text text = {0};
    if (budget) solver_limit(u->h->s, budget);
    enum solver_answer answer = attempt_first(u->h, &text, &u->best);
    if (answer == SOLVER_SAT) attempt_keep(u->h, &text, u->best);
    u->found = answer == SOLVER_SAT;
    u->none = answer == SOLVER_UNSAT;
    text_release(&text);
    return answer;
}

/* One round of all racers. */
static enum solver_answer round_of(struct ascent *u, struct racer *r, int n, int64_t most, int64_t budget,
                                   bool only_refute)
{
    struct text text = {0};
    int64_t sum;
    enum solver_answer answer = SOLVER_UNKNOWN;
    for (int i = 0; i < n && answer == SOLVER_UNKNOWN; i++) {
        if (r[i].out || (only_refute && !r[i].refutes)) continue;
        answer = racer_turn(&r[i], u->whole, most, budget, &text, &sum);
        if (answer != SOLVER_SAT) continue;
        attempt_keep(&r[i].attempt, &text, sum);
        u->found = true;
        u->best = sum;
    }
    text_release(&text);
    if (answer != SOLVER_UNKNOWN || u->found || most == INT64_MAX) return answer;
    answer = ascent_first(u, budget);
    return answer == SOLVER_SAT && u->best > most ? SOLVER_UNKNOWN : answer;
}

/* Is there a solution with least <= sum <= most, if none has less? It is kept. */
static enum solver_answer meet(struct ascent *u, int64_t least, int64_t most)
{
    struct racer r[RACERS];
    bool limited = solver_limits(u->h->s);
    int n = racers_line_up(r, u->h, least, limited);
    enum solver_answer answer = SOLVER_UNKNOWN;
    struct owned s = {0};
    int64_t effort = SWEEP;
    for (int64_t budget = BUDGET; answer == SOLVER_UNKNOWN && !job_over(&u->h->job); budget *= 2, effort *= 4) {
        if (!s.complete) s = search_own_sweep(u->h, most, effort);
        if (s.found) {
            answer = SOLVER_SAT;
            u->found = true;
            u->best = s.sum;
        }
        if (s.failed) answer = SOLVER_FAILED;
        /* complete: nothing to find; but that is only a sweep's word, no proof yet */
        if (answer == SOLVER_UNKNOWN) answer = round_of(u, r, n, most, limited ? budget : 0, s.complete);
    }
    for (int i = 0; i < n; i++)
        if (!r[i].out) attempt_release(&r[i].attempt);
    return answer;
}

/* The puzzle's own search for solutions with a symmetry, where that is a short one. */
static void stroll(struct attempt *h)
{
    const struct own_search *own = search_own_of(h->q->puzzle, false);
    const char *const *impose = h->q->formulation->impose;
    bool unasked = search_free(h->q) && !h->q->choices.search;
    if (!own || !own_search_wanted(own, h->q->instance, unasked)) return;
    for (; impose && *impose && !h->a->solution.n && h->a->status != STATUS_FAILED; impose++)
        search_own_run(h, own, (struct own_run){.impose = *impose, .effort = STROLL, .images = true});
}

/* Nothing to optimise: one race for any solution. */
static enum status race(struct ascent *u)
{
    stroll(u->h);
    if (u->h->a->solution.n) return STATUS_SATISFIABLE;
    if (u->h->a->status == STATUS_FAILED) return STATUS_FAILED;
    return attempt_status(u->h, meet(u, 0, INT64_MAX), STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
}

/* By a sweep, else by the solver, which with patience may give up. */
static enum solver_answer first(struct ascent *u, int64_t patience)
{
    struct owned s = search_own_sweep(u->h, INT64_MAX, FIRST_SWEEP);
    u->found = s.found;
    u->best = s.sum;
    if (s.found || s.failed) return s.found ? SOLVER_SAT : SOLVER_FAILED;
    return ascent_first(u, patience);
}

static int64_t total_of(const struct objective *o)
{
    int64_t total = o->w ? 0 : o->n;
    for (int i = 0; i < o->n && o->w; i++) total += o->w[i];
    return total;
}

/* From the least sum on, each that can be, till one is met. Weights leave gaps that are not known:
 * there, after some refutations, twice as many sums at once after each, and half of them once a
 * solution lies among them; the first and the last few one by one, as more follows from one (what
 * it leaves modulo small numbers). */
static enum solver_answer climb(struct ascent *u, const struct objective *o)
{
    int64_t least = attempt_aligned(o->least, u->best, o->step), leap = 0, total = total_of(o), refuted = 0;
    enum solver_answer answer = SOLVER_SAT;
    for (;;) {
        attempt_least(u->h, least);
        if (u->found && least >= u->best) return SOLVER_SAT;
        if (u->found && (u->best - least) / o->step <= FEW) leap = 0;
        int64_t most = least + leap;
        if (u->found && most >= u->best) most = least + (u->best - least) / o->step / 2 * o->step;
        answer = meet(u, least, most);
        if (answer == SOLVER_SAT && most == least) return SOLVER_SAT;
        if (answer == SOLVER_SAT) {
            leap = leap / o->step / 2 * o->step;
        } else if (answer == SOLVER_UNSAT && !u->none && (u->found || most < total)) {
            least = most + o->step;
            if (o->w && ++refuted > FEW) leap = leap > total / 2 ? total : 2 * leap + o->step;
        } else {
            return answer;
        }
    }
}

/* Some solution comes first, so that there is one to keep. Where that takes long it is looked for between the bounds,
 * unless only a solution tells which bounds there are: one with the least sum may be far easier to find than any. */
enum status search_up(struct attempt *h)
{
    if (!attempt_open(h, INT64_MAX, "sat")) return h->a->status;
    struct ascent u = {.h = h, .whole = h->a->size.clauses};
    const struct objective *o = attempt_objective(h);
    if (!o) return race(&u);
    bool patient = o->step > 1 || !solver_limits(h->s);
    enum solver_answer answer = first(&u, patient ? 0 : BUDGET / 8);
    if (answer == SOLVER_UNKNOWN && !patient && !job_over(&h->job)) answer = SOLVER_SAT;
    h->a->evidence.arithmetic = o->least > 0;
    if (answer == SOLVER_SAT) answer = climb(&u, o);
    return attempt_status(h, answer, STATUS_OPTIMAL, STATUS_UNSATISFIABLE);
}
