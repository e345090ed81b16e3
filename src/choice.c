#include "choice.h"

#include <string.h>

bool encoder_feasible(const struct encoder *e, const struct tuning *t, const struct constraint *c, struct text *err)
{
    return !e->feasible || e->feasible(c, t, err);
}

/* A pseudo-Boolean constraint of more clauses than this gets an encoding that is small instead. */
#define AUTO_MOST (1 << 19)

static int64_t total_of(const struct constraint *c)
{
    int64_t total = c->w ? 0 : c->n;
    for (int i = 0; c->w && i < c->n; i++) total += c->w[i];
    return total;
}

/* Clauses and auxiliaries of encoding c, side by side if need be; INT64_MAX if it is too large. */
static int64_t cost_of(const struct encoder *e, struct tuning *t, const struct constraint *c, int64_t total)
{
    struct text why = {0};
    int64_t cost = 0;
    bool halves = !e->both && c->kind != XOR, low = c->lo > 0, high = c->hi < total;
    if (c->kind == PB) t->most = AUTO_MOST;
    for (int half = 0; half < 2 && cost < INT64_MAX; half++) {
        struct constraint side = *c;
        if (half == 1 && !(halves && low)) break; /* negated literals change no size */
        if (half == 0 && halves && !high) continue;
        if (halves) side.lo = 0;
        if (half == 1) side.hi = total - c->lo;
        struct size size = {0};
        bool can = encoder_feasible(e, t, &side, &why);
        if (can) size = encoder_size(e, t, &side);
        cost = can && (!t->most || size.clauses <= t->most) ? cost + size.clauses + size.vars : INT64_MAX;
    }
    t->most = 0;
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

/* Where no encoding that propagates is small enough: the first of these that can, in the order of how well
 * solvers do with them. An equation is never split. */
static const struct encoder *small_encoder(const struct constraint *c)
{
    static const char *const names[] = {"pb_dpw", "pb_columns", "pb_adder"};
    struct text why = {0};
    const struct encoder *found = NULL;
    for (int k = 0; k < 3 && !found; k++)
        for (int i = 0; encoders[i] && !found; i++) {
            const struct encoder *e = encoders[i];
            if (strcmp(e->name, names[k]) || (c->lo == c->hi && !e->both)) continue;
            struct constraint side = *c;
            if (!e->both) side.lo = 0;
            if (encoder_feasible(e, &(struct tuning){0}, &side, &why)) found = e;
        }
    text_release(&why);
    return found;
}

const struct encoder *encoder_smallest(const struct constraint *c, struct tuning *tuning)
{
    const struct encoder *best = NULL;
    int64_t best_cost = 0, total = total_of(c);
    int best_merit = c->kind == PB ? 1 : 0; /* at least */
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->kind != c->kind || merit_of(e, c, total) < best_merit) continue;
        struct tuning t = {0};
        int64_t cost = cost_of(e, &t, c, total);
        if (cost == INT64_MAX || (best && merit_of(e, c, total) == best_merit && cost >= best_cost)) continue;
        best = e;
        best_cost = cost;
        best_merit = merit_of(e, c, total);
        *tuning = t;
    }
    return best || c->kind != PB ? best : small_encoder(c);
}
