#include "search/attempt.h"

#include <stdlib.h>
#include <string.h>

const char *search_status(enum status s)
{
    switch (s) {
    case STATUS_SATISFIABLE:
        return "satisfiable";
    case STATUS_UNSATISFIABLE:
        return "unsatisfiable";
    case STATUS_OPTIMAL:
        return "optimal";
    default:
        return "unknown";
    }
}

enum status search_stopped(struct answer *a)
{
    bool met = a->solution.n && a->has_lower && a->has_upper && a->lower >= a->upper;
    if (met) a->evidence.arithmetic = true;
    return a->status = met ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

void search_pose(const struct question *q, int64_t most, struct model *m)
{
    struct bounds bounds = {.most = most, .break_symmetry = q->choices.break_symmetry};
    q->formulation->pose(q->instance, &bounds, m);
}

/* Bounds a better solution than sum, by the counter if there is one, else by a fresh formula. False: over. */
static bool tighten(struct attempt *h, int64_t most, bool for_good)
{
    const struct objective *o = attempt_objective(h);
    if (solver_bounds(h->s)) {
        const struct objective *now = model_objective(h->m);
        solver_bound(h->s, now->x, now->w, now->n, most - h->offset);
        return true;
    }
    if (!h->counted && attempt_counter(h, o->least, most + o->step)) {
        /* counted from here on */
    } else if (h->a->status == STATUS_REFUSED) {
        return false;
    }
    if (!h->counted) return attempt_open(h, most, "");
    attempt_bound(h, most, for_good && lower_monotone(h->m, &h->q->choices.policy));
    return true;
}

/* From a first solution downwards until nothing better is left. Bounds as units and as assumptions
 * measured level (gunport 12x13 to 14x15, three seeds: 9.6 against 9.3 CPU seconds; small boards
 * favour assumptions a little); units are the default, as the last refutation then rests on no
 * assumption, which a proof needs. What costs is decided false first: else a first solution may
 * cost everything, and each next one a little less (64 variables to minimise, three of them needed:
 * 2 calls, not 63). Where the figure rises this made no difference but that of chance. */
static enum status down(struct attempt *h, bool for_good)
{
    struct text text = {0};
    int64_t sum;
    enum status status = STATUS_UNKNOWN;
    if (!attempt_posed(h)) return h->a->status;
    const struct objective *costs = model_objective(h->m);
    bool falls = costs && !objective_maximises(costs);
    if (!attempt_open(h, INT64_MAX, falls ? "falling" : "")) return h->a->status;
    costs = model_objective(h->m);
    for (int i = 0; falls && costs && i < costs->n; i++) solver_phase(h->s, -costs->x[i]);
    for (;;) {
        const struct objective *o = attempt_objective(h);
        enum solver_answer answer = h->a->solution.n ? attempt_solve(h, &text, &sum) : attempt_first(h, &text, &sum);
        if (answer != SOLVER_SAT) {
            status =
                attempt_status(h, answer, STATUS_SATISFIABLE, h->a->solution.n ? STATUS_OPTIMAL : STATUS_UNSATISFIABLE);
            break;
        }
        attempt_keep(h, &text, sum);
        status = STATUS_SATISFIABLE;
        if (!o) break;
        attempt_least(h, o->least);
        status = STATUS_OPTIMAL;
        h->a->evidence.arithmetic = sum <= o->least;
        if (sum <= o->least) break;
        if (!tighten(h, sum - o->step, for_good)) {
            status = h->a->status;
            break;
        }
    }
    text_release(&text);
    return status;
}

static enum status down_for_good(struct attempt *h) { return down(h, true); }
static enum status down_assuming(struct attempt *h) { return down(h, false); }

/* Halves the gap between the proved and the found, by assumptions. */
static enum status bisect(struct attempt *h)
{
    struct text text = {0};
    int64_t sum;
    if (!attempt_open(h, INT64_MAX, "")) return h->a->status;
    enum solver_answer answer = attempt_first(h, &text, &sum);
    const struct objective *o = attempt_objective(h);
    enum status status = attempt_status(h, answer, o ? STATUS_OPTIMAL : STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    if (answer == SOLVER_SAT) attempt_keep(h, &text, sum);
    int64_t best = sum, least = answer == SOLVER_SAT && o ? attempt_aligned(o->least, sum, o->step) : 0;
    h->a->evidence.arithmetic = answer == SOLVER_SAT && o && o->least > 0;
    while (answer == SOLVER_SAT && o && least < best) {
        attempt_least(h, least);
        int64_t steps = (best - least) / o->step, most = least + (steps - 1) / 2 * o->step;
        if (!h->counted && !attempt_counter(h, least, best)) {
            status = job_over(&h->job) ? STATUS_UNKNOWN : STATUS_REFUSED;
            if (status == STATUS_REFUSED && h->a->status != STATUS_REFUSED)
                text_error(&h->a->err,
                           "The search bisect needs an encoding that counts; choose another --card or --pb.");
            h->a->status = status;
            break;
        }
        attempt_bound(h, most, false);
        answer = attempt_solve(h, &text, &sum);
        if (answer == SOLVER_SAT) {
            best = sum;
            attempt_keep(h, &text, best);
        } else if (answer == SOLVER_UNSAT) {
            least = most + o->step;
            answer = SOLVER_SAT;
        } else {
            status = attempt_status(h, answer, STATUS_OPTIMAL, STATUS_UNKNOWN);
        }
    }
    text_release(&text);
    return status;
}

/* Is there a row that clauses alone do not say? */
static bool has_sums(const struct model *m)
{
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        int64_t least = 0;
        if (r.kind == ROW_CARD) return true;
        if (r.kind != ROW_PB) continue;
        for (int k = 0; k < r.n; k++) least += min64(r.w[k], 0);
        for (int k = 0; k < r.n; k++)
            if (r.hi != INT64_MAX || r.lo > least + llabs(r.w[k])) return true;
    }
    return false;
}

/* Is there a sum whose inputs weigh differently? */
static bool has_weights(const struct model *m)
{
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        for (int k = 1; r.kind == ROW_PB && k < r.n; k++)
            if (llabs(r.w[k]) != llabs(r.w[0])) return true;
    }
    return false;
}

/* Sums are kept as they are in turns with clauses, unless the user wants to see something else at
 * work. Minimising a few dozen equal inputs under rows of ones is one long refutation, which
 * assumptions and turns only disturb. */
static enum status by_shape(struct attempt *h)
{
    enum { FEW = 64 };
    if (!attempt_pose(h, INT64_MAX)) return h->a->status;
    const struct objective *o = attempt_objective(h);
    bool few = o && !o->w && o->n <= FEW, free = search_free(h->q) && h->q->prove != PROVE_ALL;
    if (free && has_sums(h->m) && !(few && !has_weights(h->m))) return search_turns(h);
    return !o || few ? down_for_good(h) : search_mixed(h);
}

const struct strategy search_strategies[] = {
    {"down", "find, recount, tighten the bound for good, until UNSAT", down_for_good},
    {"down-assume", "the same, each bound an assumption of one call", down_assuming},
    {"up", "from below, refuting and finding in turns, a fresh formula for each bound; one race if there is none",
     search_up},
    {"bisect", "halve the gap between proved and found, by assumptions", bisect},
    {"core", "core-guided from below (OLL), heavy weights first", search_core},
    {"mixed", "core-guided in turns with a search for better solutions, which share bounds", search_mixed},
    {"turns", "sums as they are, by cutting planes, in turns with mixed", search_turns},
    {"objective",
     "turns where there are sums, else mixed, or down: few inputs that all weigh the same, or no objective", by_shape},
    {"enumerate", "all points of the parity rows' kernel, by a Walsh-Hadamard transform; no solver", search_enumerate,
     .exhausts = true},
    {"meet", "the best points of the kernel's halves, and their pairs in order, until no pair can be better; no solver",
     search_meet, .exhausts = true},
    {0},
};

void search_names(const struct puzzle *p, struct text *out)
{
    text_put(out, " auto sat");
    for (int i = 0; search_strategies[i].name; i++) text_add(out, " %s", search_strategies[i].name);
    for (int i = 0; puzzles[i]; i++)
        for (const struct own_search *own = puzzles[i]->searches; own && own->name; own++)
            if (!p || p == puzzles[i]) text_add(out, " %s", own->name);
}

bool search_known(const char *name, struct text *err)
{
    struct text known = {0};
    if (!strcmp(name, "auto") || !strcmp(name, "sat") || search_own_named(NULL, name)) return true;
    for (int i = 0; search_strategies[i].name; i++)
        if (!strcmp(search_strategies[i].name, name)) return true;
    search_names(NULL, &known);
    return options_unknown(err, &known, "There is no search '%s'; choose", name);
}

const char *search_loop(const struct formulation *f) { return f->search ? f->search : "down"; }

/* The name of the search that is asked for, or that is best. */
static const char *search_name(struct attempt *h)
{
    const struct question *q = h->q;
    if (q->choices.search && !strcmp(q->choices.search, "sat")) return search_loop(q->formulation);
    if (q->choices.search && strcmp(q->choices.search, "auto") != 0) return q->choices.search;
    const struct own_search *own = search_auto(q, false, &h->a->note);
    const char *direct = own ? own->name : search_kernel(h);
    return direct ? direct : search_loop(q->formulation);
}

bool search_ready(const struct question *q, struct answer *a)
{
    bool there = solver_there(q->choices.solver, &a->err);
    if (!there) a->status = STATUS_FAILED;
    return there;
}

enum status search_solve(const struct question *q, struct answer *a)
{
    struct attempt h;
    if (!search_ready(q, a)) return a->status;
    if (q->jobs > 1) return search_portfolio(q, a);
    attempt_init(&h, q, a);
    a->search = NULL;
    const char *name = search_name(&h);
    const struct own_search *own = search_own_named(q->puzzle, name);
    if (own) {
        a->search = own->name;
        a->status = search_own(&h, own);
        a->evidence.exhaustion = true;
    }
    for (int i = 0; search_strategies[i].name && !own; i++)
        if (!strcmp(search_strategies[i].name, name)) {
            a->search = search_strategies[i].name;
            a->status = search_strategies[i].run(&h);
            a->evidence.exhaustion |= search_strategies[i].exhausts;
        }
    assert(a->search && "the command checked the strategy's name");
    if (a->status == STATUS_OPTIMAL || own) {
        const char *spared = q->formulation->spared; /* a search of the puzzle's own poses no formula */
        if (spared && (own || !a->evidence.theorems)) a->evidence.theorems = spared;
    }
    if (a->status == STATUS_OPTIMAL) {
        answer_excludes(a, a->figure, a->maximise);
        attempt_add_up(&h);
    }
    if (a->status == STATUS_UNKNOWN) search_stopped(a);
    answer_rests(a, true);
    attempt_release(&h);
    return answer_judge(a, q->choices.solver, q->formulation->name);
}
