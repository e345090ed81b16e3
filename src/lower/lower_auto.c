#include "lower/lower_auto.h"

#include <string.h>

bool lower_auto_feasible(const struct encoder *e, const struct constraint *c, struct text *err)
{
    return !e->feasible || e->feasible(c, err);
}

bool lower_auto_countable(const struct encoder *e, const struct constraint *c, struct text *err)
{
    return e->countable ? e->countable(c, err) : lower_auto_feasible(e, c, err);
}

/* Clauses that all pseudo-Boolean constraints of a formula may take together, if their encodings propagate; a constraint
 * that would take more than its share gets an encoding that is small instead. */
enum { AUTO_MOST = 1 << 19, AUTO_LEAST = 256, WATCHDOG_TIMES = 2 };

int64_t lower_auto_budget(int constraints) { return max64(AUTO_MOST / max64(constraints, 1), AUTO_LEAST); }

/* Clauses and auxiliaries of encoding c, side by side if need be; INT64_MAX if it is too large. */
static int64_t cost_of(const struct encoder *e, const struct constraint *c, int64_t total, int64_t budget)
{
    struct text why = {0};
    int64_t cost = 0;
    bool halves = !e->both && c->kind != XOR, low = c->lo > 0, high = c->hi < total;
    for (int half = 0; half < 2 && cost < INT64_MAX; half++) {
        struct constraint side = *c;
        side.tuning = (struct tuning){.most = c->kind == PB ? budget : 0};
        if (half == 1 && !(halves && low)) break; /* negated literals change no size */
        if (half == 0 && halves && !high) continue;
        if (halves) side.lo = 0;
        if (half == 1) side.hi = total - c->lo;
        struct size size = {0};
        bool can = lower_auto_feasible(e, &side, &why);
        if (can) size = encoder_size(e, &side);
        cost = can && (!side.tuning.most || size.clauses <= side.tuning.most) ? cost + size.clauses + size.vars
                                                                              : INT64_MAX;
    }
    text_release(&why);
    return cost;
}

/* How well an encoding serves c. Two pseudo-Boolean halves know nothing of each other: between bounds that are
 * apart this is seldom felt, in an equation they miss even conflicts. */
static int merit_of(const struct encoder *e, const struct constraint *c, int64_t total)
{
    bool apart = c->kind == PB && !e->both && c->lo > 0 && c->hi < total;
    if (apart && c->lo == c->hi) return 0;
    return 2 * (int)e->strength - (apart && e->strength != STRENGTH_NONE);
}

static const struct encoder *find(const char *name)
{
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(encoders[i]->name, name)) return encoders[i];
    return NULL;
}

/* Where no encoding that propagates is small enough: the first of these that is, in the order of how well solvers do with
 * them; adders are always small. An equation is never split. */
static const struct encoder *small_encoder(const struct constraint *c, int64_t total, int64_t budget)
{
    static const char *const names[] = {"pb_dpw", "pb_columns"};
    for (int k = 0; k < 2; k++) {
        const struct encoder *e = find(names[k]);
        if (c->lo == c->hi && !e->both) continue;
        if (cost_of(e, c, total, WATCHDOG_TIMES * budget) < INT64_MAX) return e;
    }
    return find("pb_adder");
}

/* One bound over a whole board is where a proof spends its time, and there the smallest encoding, a network, is not the
 * best: its auxiliaries mean nothing by themselves, while each of a counter over blocks says how many of the first rows
 * are true, and solvers learn over that. The most gunports plus one, refuted (encode gunport --formulation monomino, CPU
 * seconds of cadical with card_blocks, card_totalizer, card_merge4): 10x10 0.2 0.6 1.2, 11x13 0.3 2.6 3.9, 13x13
 * 1.1 3.7 4.0; finding the most ones 10x11 0.06 0.5 0.7, 11x13 0.6 1.6 1.3, 13x13 0.8 2.4 3.3. Where no partition is known
 * 11x13 takes 1.6 2.3 4.4. So a long one gets blocks, unless they are too many times as large. */
enum { LONG = 32, TIMES = 8 };

static bool blocks_serve(const struct constraint *c, int64_t smallest, int64_t total)
{
    if (c->kind != CARD || c->n < LONG) return false;
    int64_t cost = cost_of(find("card_blocks"), c, total, 0);
    return cost < INT64_MAX && cost / TIMES <= smallest;
}

const struct encoder *lower_auto_choose(const struct constraint *c, int64_t budget)
{
    if (!budget) budget = AUTO_MOST;
    const struct encoder *best = NULL;
    int64_t best_cost = 0, total = constraint_total(c);
    int best_merit = c->kind == PB ? 1 : 0; /* at least */
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->kind != c->kind || merit_of(e, c, total) < best_merit) continue;
        int64_t cost = cost_of(e, c, total, budget);
        if (cost == INT64_MAX || (best && merit_of(e, c, total) == best_merit && cost >= best_cost)) continue;
        best = e;
        best_cost = cost;
        best_merit = merit_of(e, c, total);
    }
    if (best && blocks_serve(c, best_cost, total)) return find("card_blocks");
    return best || c->kind != PB ? best : small_encoder(c, total, budget);
}
