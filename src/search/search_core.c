/* Core-guided search: Andres, Kaufmann, Matheis & Schaub, ICLP 2012 (OLL); in its MaxSAT form Morgado, Dodaro &
 * Marques-Silva, CP 2014 (RC2 is its best-known descendant).
 *
 * Every input of the objective is assumed false. A core says that one of its literals must be true: the proved lower bound
 * rises by the least weight in it, and a counter over the core takes the literals' place, its "2 or more" being assumed
 * false in turn; when that falls, "3 or more" is. Heavy weights are assumed first (stratification, Ansotegui et al. 2012),
 * so that there is a good solution early; or all at once, to see what that is worth. */
#include "search/attempt.h"

#include <string.h>

/* Something assumed false at a price: an input of the objective or the output `at` of a counter. */
struct soft {
    lit x;
    int64_t w;       /* what its being true costs beyond the lower bound; 0: no longer assumed */
    int counter, at; /* counter -1: an input */
};

struct guide {
    struct attempt *h;
    struct soft *soft;
    int n;
    size_t cap;
    struct outputs *counter;
    int counters;
    size_t counter_cap;
    int64_t lower;   /* proved, in the posed model's sums */
    int64_t stratum; /* only softs of at least this weight are assumed */
};

static void soft_add(struct guide *g, lit x, int64_t w, int counter, int at)
{
    MEM_PUSH(g->soft, g->n, g->cap, ((struct soft){x, w, counter, at}));
}

/* The next lighter weight; 0: everything is assumed already. */
static int64_t next_stratum(const struct guide *g)
{
    int64_t next = 0;
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w < g->stratum && g->soft[i].w > next) next = g->soft[i].w;
    return next;
}

static void assume(const struct guide *g)
{
    for (int i = 0; i < g->n; i++)
        if (g->soft[i].w >= g->stratum) solver_assume(g->h->s, -g->soft[i].x);
}

/* The output after the one that fell: one more of that core may have to be true. */
static void extend(struct guide *g, struct soft fallen, int64_t w)
{
    const struct outputs *c = &g->counter[fallen.counter];
    if (fallen.at + 1 < c->n) soft_add(g, c->v[fallen.at + 1].y, w, fallen.counter, fallen.at + 1);
}

/* A core of the last call: pays its least weight. False: a status is set. */
static bool relax(struct guide *g)
{
    struct lits core = {0};
    int64_t least = INT64_MAX;
    int old = g->n;
    bool *in = mem_new((size_t)old, sizeof *in);
    for (int i = 0; i < old; i++) {
        in[i] = g->soft[i].w >= g->stratum && solver_failed(g->h->s, -g->soft[i].x);
        if (in[i]) least = min64(least, g->soft[i].w);
    }
    for (int i = 0; i < old; i++) {
        if (!in[i]) continue;
        struct soft fallen = g->soft[i];
        g->soft[i].w -= least;
        lits_push(&core, fallen.x);
        if (fallen.counter >= 0) extend(g, fallen, least);
    }
    mem_free(in);
    bool ok = true;
    attempt_clause(g->h, core.v, core.n); /* learnt anyway; it helps the next call */
    if (core.n > 1) {
        struct outputs out = {0};
        ok = attempt_count(g->h, core.v, core.n, &out);
        MEM_PUSH(g->counter, g->counters, g->counter_cap, out);
        if (ok && out.n > 1) soft_add(g, out.v[1].y, least, g->counters - 1, 1);
    }
    g->lower += core.n ? least : 0;
    lits_release(&core);
    return ok;
}

static enum status guided(struct guide *g, int64_t best, struct text *text)
{
    struct attempt *h = g->h;
    const struct objective *o = attempt_objective(h);
    while (g->lower < best) {
        int64_t sum;
        attempt_least(h, attempt_aligned(max64(g->lower, o->least), best, o->step));
        h->a->evidence.arithmetic |= o->least > g->lower;
        assume(g);
        enum solver_answer answer = attempt_solve(h, text, &sum);
        if (answer == SOLVER_SAT) {
            if (sum < best) {
                best = sum;
                attempt_keep(h, text, best);
            }
            g->stratum = next_stratum(g);
            if (!g->stratum) return STATUS_OPTIMAL; /* nothing was left to pay: the sum is the lower bound */
        } else if (answer == SOLVER_UNSAT) {
            if (!relax(g)) return h->a->status;
        } else {
            return attempt_status(h, answer, STATUS_OPTIMAL, STATUS_OPTIMAL);
        }
    }
    return STATUS_OPTIMAL;
}

static enum status core_guided(struct attempt *h, bool stratified)
{
    struct text text = {0};
    struct guide g = {.h = h, .stratum = INT64_MAX};
    int64_t sum = 0;
    if (!attempt_open(h, INT64_MAX, "")) return h->a->status;
    enum solver_answer answer = attempt_solve(h, &text, &sum); /* searches from below find some solution first */
    enum status status = attempt_status(h, answer, STATUS_SATISFIABLE, STATUS_UNSATISFIABLE);
    if (answer == SOLVER_SAT) {
        attempt_keep(h, &text, sum);
        const struct objective *o = model_objective(h->m);
        for (int i = 0; o && i < o->n; i++) soft_add(&g, o->x[i], o->w ? o->w[i] : 1, -1, 0);
        g.lower = h->offset;
        g.stratum = stratified ? next_stratum(&g) : 1;
        if (o) status = guided(&g, sum, &text);
    }
    for (int i = 0; i < g.counters; i++) outputs_release(&g.counter[i]);
    mem_free(g.counter);
    mem_free(g.soft);
    text_release(&text);
    return status;
}

enum status search_core(struct attempt *h) { return core_guided(h, true); }
enum status search_core_flat(struct attempt *h) { return core_guided(h, false); }
