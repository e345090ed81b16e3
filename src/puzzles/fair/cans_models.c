/* Cans: its formulations, by cans or by heights. */
#include "puzzles/fair/cans.h"

int cans_within_reach(const struct instance *in)
{
    int n = 0;
    for (int p = 0; p < in->piles; p++) n += pile_reach(in, p);
    return n;
}

/* ---- formulation: slots ------------------------------------------------------------------------
 * hit[t][can]: throw t hits the can. One can per throw, one throw at most per can, and a can only
 * after the one above it. Cans are numbered pile by pile, top first, within reach only. */

/* Builds: a can is hit at most once, and by throw t only if an earlier throw hit the can above it
 * (the one before it in the numbering). hit: throws x cans. */
static void slots_can(const struct instance *in, struct model *m, const lit *hit, int cans, int can, int p, int i)
{
    OWNED lit *x = mem_new((size_t)in->throws + 1, sizeof *x);
    for (int t = 0; t < in->throws; t++) x[t] = hit[t * cans + can];
    model_rule(m, "can %d of pile %d is hit at most once", i + 1, p + 1);
    if (in->throws > 1) model_card(m, x, in->throws, 0, 1);
    model_rule(m, "can %d of pile %d can only be hit after those above it", i + 1, p + 1);
    for (int t = 0; t < in->throws && i; t++) {
        for (int s = 0; s < t; s++) x[s] = hit[s * cans + can - 1];
        x[t] = -hit[t * cans + can];
        model_clause(m, x, t + 1);
    }
}

/* ---- formulation: heights ----------------------------------------------------------------------
 *
 * gone[t][p][i]: after throw t, pile p has lost more than i cans. These cans stay gone, a throw
 * takes at most one more from each pile, and after t throws t cans are gone. Can i of pile p scores
 * sum_t by[t] (gone[t] - gone[t-1]), which telescopes to weights by[t] - by[t+1] on single
 * variables. */

static void heights_rules(const struct instance *in, struct model *m, const lit *gone, int cans)
{
    for (int t = 0; t < in->throws; t++) {
        model_rule(m, "throw %d takes the exposed can of one pile", t + 1);
        model_card(m, gone + t * cans, cans, t + 1, t + 1);
        for (int p = 0, can = 0; p < in->piles; p++)
            for (int i = 0; i < pile_reach(in, p); i++, can++) {
                lit now = gone[t * cans + can];
                if (i && t) model_2(m, -now, gone[(t - 1) * cans + can - 1]);
                if (i && !t) model_1(m, -now);
                if (t) model_2(m, -gone[(t - 1) * cans + can], now);
            }
    }
}

/* ---- both: a literal for each throw and can within reach, in this order ---------------------- */

enum { SLOTS, HEIGHTS };

static void build(const struct formulation *f, const struct instance *in, const struct bounds *bounds, struct model *m)
{
    int cans = cans_within_reach(in), n = 0;
    bool slots = f->variant == SLOTS;
    OWNED lit *x = mem_new((size_t)cans * (size_t)in->throws, sizeof *x);
    OWNED int64_t *w = mem_new((size_t)cans * (size_t)in->throws, sizeof *w);
    for (int t = 0; t < in->throws; t++) {
        int64_t next = !slots && t + 1 < in->throws ? in->by[t + 1] : 0;
        for (int p = 0; p < in->piles; p++)
            for (int i = 0; i < pile_reach(in, p); i++, n++) {
                w[n] = (in->by[t] - next) * in->pile[p].v[i];
                x[n] = slots ? model_var(m, "throw %d hits can %d of pile %d", t + 1, i + 1, p + 1)
                             : model_var(m, "after throw %d pile %d has lost %d or more", t + 1, p + 1, i + 1);
            }
        if (!slots) continue;
        model_rule(m, "throw %d hits one can", t + 1);
        model_card(m, x + n - cans, cans, 1, 1);
    }
    model_keep(m, x, (size_t)n);
    if (!slots) heights_rules(in, m, x, cans);
    for (int p = 0, can = 0; slots && p < in->piles; p++)
        for (int i = 0; i < pile_reach(in, p); i++, can++) slots_can(in, m, x, cans, can, p, i);
    model_rule(m, "the throws must score %lld", (long long)in->target);
    model_pb(m, x, w, n, in->target, in->target);
}

static void decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                   struct solution *out)
{
    int cans = cans_within_reach(in);
    int64_t *pile = solution_numbers(out, in->throws, 0);
    for (int t = 0; t < in->throws; t++)
        for (int p = 0; p < in->piles; p++)
            for (int i = 0; i < pile_reach(in, p); i++, x++) {
                bool before = f->variant == HEIGHTS && t && value_true(a, x[-cans]);
                if (value_true(a, *x) && !before) pile[t] = p + 1;
            }
}

const struct formulation cans_formulations[] = {
    {"slots", "a variable per throw and can, true if the throw hits it", NULL, build, decode, .variant = SLOTS},
    {"heights", "a variable per throw and can, true if the can is gone then", NULL, build, decode, .variant = HEIGHTS},
    {0},
};
