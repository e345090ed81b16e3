/* From the proved lower bound upwards, posing anew at each bound, after some first solution.
 *
 * Nobody knows whether a bound can be met, and what finds a solution is bad at refuting one. So racers take turns at each
 * bound, with budgets of conflicts that double every round: one set to refute, others to find, of which some must look
 * for a solution with a symmetry. Those search a much smaller room, and prove nothing when they find none there. How
 * long finding takes varies wildly, so that several finders that differ are better than one that takes all the time.
 *
 * A puzzle's own sweep, if it has one, looks first, and wider every round; once it has left nothing out, the finders
 * retire. What it says is never a proof here: the refuter goes on. */
#include "hunt.h"

#include <string.h>

enum { RACERS = 8, BUDGET = 2000, SWEEP = 1000 };

/* Who refutes, and who finds beside the ones with a symmetry; the budget is divided by `by`. */
static const struct part {
    const char *preset;
    bool whole; /* with the mirror images that the formulation would leave out */
    int by;
} parts[] = {{"unsat", false, 1}, {"sat", false, 4}, {"", false, 8}, {"sat", true, 8}};

struct racer {
    struct hunt hunt;
    struct part part;
    bool open, out;
};

static void racer_init(struct racer *r, const struct hunt *h, struct part part, const char *impose)
{
    *r = (struct racer){.part = part};
    hunt_init(&r->hunt, h->q, h->a);
    r->hunt.deadline = h->deadline;
    r->hunt.impose = impose;
    if (part.whole) options_set(&r->hunt.options, "break-symmetry", "no");
}

static int racers_line_up(struct racer *r, const struct hunt *h, bool limited)
{
    const char *chosen = options_get(&h->options, "impose");
    const char *const *impose = h->q->formulation->impose;
    int n = 0, plain = limited ? (int)(sizeof parts / sizeof *parts) : 1;
    while (n < plain) racer_init(&r[n], h, parts[n], NULL), n++;
    for (; limited && impose && *impose && n < RACERS; impose++)
        if (!chosen || !strcmp(chosen, "all") || !strcmp(chosen, *impose))
            racer_init(&r[n++], h, (struct part){"sat", false, 8}, *impose);
    return n;
}

/* One turn. SOLVER_UNSAT: refuted, which no imposed symmetry can do. */
static enum solver_answer racer_turn(struct racer *r, int64_t most, int64_t budget, struct text *text, int64_t *sum)
{
    if (!r->open && !hunt_open(&r->hunt, most, r->part.preset)) return SOLVER_FAILED;
    r->open = true;
    if (budget) solver_limit(r->hunt.s, budget / r->part.by);
    enum solver_answer answer = hunt_solve(&r->hunt, text, sum);
    if (answer != SOLVER_UNSAT || !r->hunt.impose) return answer;
    r->out = true;
    hunt_release(&r->hunt);
    return SOLVER_UNKNOWN;
}

/* Is there a solution with sum <= most? It is kept. */
static enum solver_answer meet(struct hunt *h, int64_t most)
{
    struct racer r[RACERS];
    struct text text = {0};
    int64_t sum;
    bool limited = solver_limits(h->s);
    int lined_up = racers_line_up(r, h, limited), n = lined_up;
    enum solver_answer answer = SOLVER_UNKNOWN;
    struct swept s = {0};
    size_t width = SWEEP;
    for (int64_t budget = BUDGET; answer == SOLVER_UNKNOWN && !hunt_over(h); budget *= 2, width *= 4) {
        if (!s.complete) hunt_sweep(h, most, width, &s);
        if (s.found) answer = SOLVER_SAT;
        if (s.failed) answer = SOLVER_FAILED;
        if (s.complete) n = 1; /* nothing to find; but that is only a sweep's word, no proof yet */
        for (int i = 0; i < n && answer == SOLVER_UNKNOWN; i++) {
            if (r[i].out) continue;
            answer = racer_turn(&r[i], most, limited ? budget : 0, &text, &sum);
            if (answer == SOLVER_SAT) hunt_keep(&r[i].hunt, &text, sum);
        }
    }
    for (int i = 0; i < lined_up; i++)
        if (!r[i].out) hunt_release(&r[i].hunt);
    text_release(&text);
    return answer;
}

/* Nothing to optimise: one race for any solution. */
static enum status race(struct hunt *h)
{
    switch (meet(h, INT64_MAX)) {
    case SOLVER_SAT: return STATUS_SATISFIABLE;
    case SOLVER_UNSAT: return STATUS_UNSATISFIABLE;
    case SOLVER_FAILED: return h->a->status;
    case SOLVER_UNKNOWN: break;
    }
    return STATUS_UNKNOWN;
}

/* A first solution is kept: by a sweep, else by the solver. */
static enum solver_answer first(struct hunt *h, int64_t *sum)
{
    struct text text = {0};
    struct swept s;
    hunt_sweep(h, INT64_MAX, SWEEP, &s);
    *sum = s.sum;
    if (s.found || s.failed) return s.found ? SOLVER_SAT : SOLVER_FAILED;
    enum solver_answer answer = hunt_first(h, &text, sum);
    if (answer == SOLVER_SAT) hunt_keep(h, &text, *sum);
    text_release(&text);
    return answer;
}

enum status search_up(struct hunt *h)
{
    int64_t best = 0;
    if (!hunt_open(h, INT64_MAX, "sat")) return h->a->status;
    if (!h->q->puzzle->figure) return race(h);
    enum solver_answer answer = first(h, &best);
    const struct objective *o = hunt_objective(h);
    if (answer == SOLVER_UNSAT) return STATUS_UNSATISFIABLE;
    if (answer == SOLVER_SAT && !o) return STATUS_SATISFIABLE;
    for (int64_t least = o ? hunt_aligned(o->least, best, o->step) : 0; answer == SOLVER_SAT; least += o->step) {
        hunt_least(h, least);
        if (least >= best) return STATUS_OPTIMAL;
        answer = meet(h, least);
        if (answer == SOLVER_SAT) return STATUS_OPTIMAL;
        if (answer == SOLVER_UNSAT) answer = SOLVER_SAT;
    }
    return answer == SOLVER_FAILED ? h->a->status : STATUS_UNKNOWN;
}
