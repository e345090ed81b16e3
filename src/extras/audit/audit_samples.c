/* Constraints that are too long for all assignments: total assignments near the bounds, made input by
 * input, so that partial ones are tried on the way. */
#include "extras/audit/audit_trial.h"
#include "base/number.h"
#include "solvers/solver.h"

enum { LITERALS = 1 << 16 /* of the clauses, times samples */, PROBES = 6, SHOWN = 100 };

/* ---- total assignments: want[i] is 1 or -1 --------------------------------------------------- */

/* One of the sums next to a bound, or any. order: of the inputs, at random; of a group the first is
 * eligible, and with it, in a chain, the lighter ones. */
static void samples_draw_sum(struct random *r, const struct constraint *c, const int *order, signed char *want)
{
    OWNED bool *used = mem_new((size_t)c->n, sizeof *used);
    int64_t any = (int64_t)(random_next(r) % ((uint64_t)constraint_total(c) + 1)), sum = 0, least = INT64_MAX;
    int which = random_below(r, 6), last = -1;
    const int64_t target = ((const int64_t[]){c->hi, c->lo, c->hi + 1, c->hi - 1, c->lo - 1, any})[which];
    for (int k = 0; k < c->n; k++) {
        int i = order[k];
        int64_t w = c->w ? c->w[i] : 1;
        if (c->group && used[c->group[i]]) continue;
        if (c->group) used[c->group[i]] = true;
        if (w <= target - sum) {
            want[i] = 1;
            sum += w;
        } else if (w < least) {
            least = w;
            last = i;
        }
    }
    if (last >= 0 && sum < target && (which == 1 || which == 2)) want[last] = 1; /* at the target, or above */
    for (int i = 0; i < c->n && c->chain; i++)
        for (int j = 0; j < c->n; j++)
            if (want[j] > 0 && c->group[j] == c->group[i] && c->w[i] < c->w[j]) want[i] = 1;
}

/* Values that differ if the domains are equal, two of which may then be made equal. */
static void draw_integers(struct random *r, const struct constraint *c, signed char *want)
{
    int values = (int)(c->integer->hi - c->integer->lo) + 1, same = random_below(r, c->integers);
    OWNED int *order = mem_new((size_t)values, sizeof *order);
    for (int v = 0; v < values; v++) order[v] = v;
    random_shuffle(r, order, values);
    if (random_below(r, 2)) same = 0;
    for (int i = 0, at = 0; i < c->integers; at += c->integer[i++].n)
        for (int k = 0; k < c->integer[i].n; k++) {
            int64_t v = order[(i == same ? 0 : i) % values] % (c->integer[i].hi - c->integer[i].lo + 1);
            want[at + k] = integer_bit(c->integer[i].form, k, v) ? 1 : -1;
        }
}

static void draw_part(struct random *r, const struct constraint *c, signed char *want)
{
    want[random_below(r, c->n)] = 1;
    for (int turn = random_below(r, 4 * c->n); turn > 0 && c->edges; turn--) {
        const struct graph_edge *e = &c->edge[random_below(r, c->edges)];
        if (want[e->from] != want[e->to]) want[e->from] = want[e->to] = 1;
    }
}

static void samples_draw(struct random *r, const struct constraint *c, const int *order, signed char *want)
{
    for (int i = 0; i < c->n; i++) want[i] = c->kind == XOR && random_below(r, 2) ? 1 : -1;
    if (c->kind < XOR) samples_draw_sum(r, c, order, want);
    if (c->kind == INT || c->kind == ALLDIFF) draw_integers(r, c, want);
    if (c->kind == CONN) draw_part(r, c, want);
    int flipped = random_below(r, c->n);
    if (c->kind > XOR && random_below(r, 2)) want[flipped] = (signed char)-want[flipped];
}

/* ---- from nothing to a total assignment ------------------------------------------------------ */

struct walk {
    struct trial *trial;
    const struct constraint *c; /* what the clauses and what is asserted on top of them mean */
    enum strength claimed;
    struct random *random;
    struct solver *solver; /* of the clauses; NULL: not needed yet */
    signed char *given;
    bool wrong;
};

static void walk_release(struct walk *w)
{
    solver_close(w->solver);
    mem_free(w->given);
}

/* Reports a fault, if there is one. */
static void walk_expect(struct walk *w, bool right, const char *words)
{
    struct text *t = right || w->wrong ? NULL : trial_report(w->trial);
    w->wrong = w->wrong || !right;
    if (!t) return;
    text_put(t, ": under ");
    for (int i = 0; i < w->c->n && i < SHOWN; i++) text_char(t, "0.1"[w->given[i] + 1]);
    text_add(t, "%s %s.\n", w->c->n > SHOWN ? "..." : "", words);
}

/* An open input: it is fixed rightly, or, if that is claimed, it is free. */
static void walk_probe(struct walk *w, int i)
{
    int v = propagator_value(&w->trial->p, w->c->x[i]);
    for (int sign = -1; sign <= 1; sign += 2) {
        if (sign == v || (!v && w->claimed < STRENGTH_GAC)) continue;
        w->given[i] = (signed char)sign;
        bool extends = audit_extends(w->c, w->given);
        w->given[i] = 0;
        if (v) walk_expect(w, !extends, "unit propagation fixes an input that is free");
        if (!v) walk_expect(w, extends, "unit propagation misses a forced input, against the claim");
    }
}

/* Propagation has found no conflict. Returns whether there is none. */
static bool walk_check(struct walk *w)
{
    bool extends = audit_extends(w->c, w->given);
    walk_expect(w, extends || !w->claimed, "unit propagation misses a conflict, against the claim");
    for (int k = 0; k < PROBES && extends; k++) {
        int i = random_below(w->random, w->c->n);
        if (!w->given[i]) walk_probe(w, i);
    }
    return extends;
}

/* Whether there is a model in which each auxiliary has this sign, unless another is forced. */
static bool walk_complete(struct propagator *p, int sign)
{
    int mark = propagator_mark(p);
    bool ok = true;
    for (int v = 1; v <= p->vars && ok; v++)
        if (!propagator_value(p, v)) ok = propagator_assign(p, sign * v);
    propagator_undo(p, mark);
    return ok;
}

/* Whether the clauses have a model under all that is assigned. */
static bool walk_solve(struct walk *w)
{
    struct propagator *p = &w->trial->p;
    SCOPED(text) err = {0};
    if (walk_complete(p, -1) || walk_complete(p, 1)) return true;
    if (!w->solver) {
        w->solver = solver_open("cadical", "", 0, &err);
        assert(w->solver && "the default solver");
        solver_sink(w->solver)->vars = p->vars;
        cnf_buffer_pour(&w->trial->clauses, solver_sink(w->solver));
    }
    for (int i = 0; i < p->trail.n; i++) solver_assume(w->solver, p->trail.v[i]);
    return solver_solve(w->solver, &err) == SOLVER_SAT;
}

/* Assigns all inputs: first those that will be true, those that will be false, or any half. */
static void walk_once(struct walk *w, const signed char *want, const int *order)
{
    struct propagator *p = &w->trial->p;
    const int n = w->c->n, mark = propagator_mark(p), first = random_below(w->random, 3) - 1;
    bool ok = !p->refuted;
    for (int i = 0; i < n; i++) w->given[i] = 0;
    for (int half = 0; half < 2 && ok; half++) {
        walk_check(w);
        for (int k = 0; k < n && ok; k++) {
            bool early = first ? want[order[k]] == first : k < n / 2;
            if (early == half) continue;
            w->given[order[k]] = want[order[k]];
            ok = propagator_assign(p, want[order[k]] * w->c->x[order[k]]);
        }
    }
    bool holds = ok ? walk_check(w) : audit_extends(w->c, w->given), open = p->trail.n < p->vars;
    if (ok && !holds) walk_expect(w, !walk_solve(w), "ought to be refused but is allowed");
    if (holds) walk_expect(w, ok && walk_solve(w), "ought to be allowed but is refused");
    if (ok && holds && open && w->trial->audit->encoder->parsimonious && w->c == w->trial->c) /* no counter */
        walk_expect(w, propagator_models(p, 2) < 2, "extends in several ways, against the claim");
    propagator_undo(p, mark);
}

void samples_try(struct trial *r, const struct constraint *c, enum strength claimed, int most)
{
    SCOPED(walk) w = {.trial = r, .c = c, .claimed = claimed, .random = &r->audit->random};
    OWNED signed char *want = mem_new((size_t)c->n, 1);
    OWNED int *order = mem_new((size_t)c->n, sizeof *order);
    int64_t samples = min64(most, LITERALS / (r->clauses.cnf.made.literals + 1) + 2);
    w.given = mem_new((size_t)c->n, 1);
    for (int i = 0; i < c->n; i++) order[i] = i;
    for (; samples > 0 && !w.wrong && !job_over(r->audit->job); samples--, r->audit->samples++) {
        random_shuffle(w.random, order, c->n);
        samples_draw(w.random, c, order, want);
        walk_once(&w, want, order);
    }
}
