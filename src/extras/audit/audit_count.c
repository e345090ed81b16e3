/* Counters on trial: each output alone, and every bound that can be asked for. */
#include "extras/audit/audit_trial.h"

#include <inttypes.h>

enum {
    BOUNDS_TRIED = 8,   /* of each counter in each direction, about, if there are more */
    OUTPUTS_TRIED = 16, /* of each counter, about, if there are more */
    SAMPLES_EACH = 3,   /* of each bound of a long counter */
};

/* Checks each output alone: if it is asserted, it excludes every assignment whose sum contradicts
 * it. */
static void judge_outputs(struct trial *r, const struct outputs *o, enum direction d)
{
    for (int j = 0; j < o->n; j += o->n / OUTPUTS_TRIED + 1) {
        r->value = o->v[j].value;
        for (int side = COUNT_UP; side <= COUNT_DOWN; side++) {
            if (!(d & side)) continue;
            r->what = side == COUNT_UP ? "counting up with a false output" : "counting down with a true output";
            int mark = propagator_mark(&r->p);
            bool ok = propagator_assign(&r->p, side == COUNT_UP ? -o->v[j].y : o->v[j].y);
            for (int bits = 0; ok && bits < 1 << r->c->n; bits++)
                if ((r->sum[bits] >= r->value) == (side == COUNT_UP) && trial_models(r, bits)) {
                    trial_fault(r, bits, "ought to be refused but is allowed");
                    break;
                }
            propagator_undo(&r->p, mark);
        }
    }
}

/* There is an output for every value lo < v <= hi that is attained. */
static void judge_values(struct trial *r, const struct outputs *o)
{
    for (int bits = 0; bits < 1 << r->c->n; bits++) {
        int64_t v = r->sum[bits];
        bool there = v <= r->c->lo || v > r->c->hi || !r->apart[bits];
        for (int j = 0; j < o->n && !there; j++) there = o->v[j].value == v;
        if (there) continue;
        trial_fault(r, bits, "attains a value within lo < v <= hi that has no output");
        return;
    }
}

/* Asks for sum <= k or sum >= k as a search does. False: a conflict, or there is no output to ask
 * by. */
static bool audit_count_ask(struct trial *r, const struct outputs *o, enum direction side, int64_t k)
{
    SCOPED(lits) all = {0};
    if (side == COUNT_UP) outputs_require(o, k, &all, &all);
    for (int j = 0; j < o->n && side == COUNT_DOWN && !all.n; j++)
        if (o->v[j].value >= k) lits_push(&all, o->v[j].y);
    bool ok = side == COUNT_UP || all.n;
    for (int i = 0; i < all.n && ok; i++) ok = propagator_assign(&r->p, all.v[i]);
    return ok;
}

/* The bound k, on top of all looser ones where the encoder says that these may stay. */
static void judge_bound(struct trial *r, const struct outputs *o, enum direction side, int64_t k)
{
    const struct constraint *c = r->c;
    int mark = propagator_mark(&r->p);
    bool ok = true;
    if (r->audit->encoder->monotone && side == COUNT_UP)
        for (int64_t j = c->hi - 1; j > k && ok; j--) ok = audit_count_ask(r, o, side, j);
    if (r->audit->encoder->monotone && side == COUNT_DOWN)
        for (int64_t j = c->lo + 1; j < k && ok; j++) ok = audit_count_ask(r, o, side, j);
    ok = ok && audit_count_ask(r, o, side, k);
    r->what = side == COUNT_UP ? "counting up, sum at most" : "counting down, sum at least";
    r->value = k;
    for (int bits = 0; bits < 1 << c->n; bits++) {
        r->holds[bits] = r->apart[bits] && (side == COUNT_UP ? r->sum[bits] <= k : r->sum[bits] >= k);
        if (ok || !r->holds[bits]) continue;
        trial_fault(r, bits, "ought to be allowed but the outputs refuse the bound");
        break;
    }
    if (ok && trial_correct(r)) trial_strength(r, NULL);
    propagator_undo(&r->p, mark);
}

static void judge_counter(struct trial *r, const struct outputs *o, enum direction d)
{
    int64_t before = r->audit->faults;
    r->what = "counting, with no bound above";
    r->value = r->c->hi;
    for (int bits = 0; bits < 1 << r->c->n; bits++) r->holds[bits] = r->apart[bits];
    if (!trial_correct(r)) return;
    judge_values(r, o);
    judge_outputs(r, o, d);
    int64_t lo = r->c->lo, hi = r->c->hi, step = (hi - lo) / BOUNDS_TRIED + 1;
    for (int64_t k = lo; d & COUNT_UP && k < hi && r->audit->faults == before; k += step)
        judge_bound(r, o, COUNT_UP, k);
    for (int64_t k = hi; d & COUNT_DOWN && k > lo && r->audit->faults == before; k -= step)
        judge_bound(r, o, COUNT_DOWN, k);
}

/* ---- by samples ------------------------------------------------------------------------------ */

/* The outputs, with what is asserted, mean lo <= sum <= hi. */
static void sample_meaning(struct trial *r, int64_t lo, int64_t hi, enum strength claimed)
{
    struct constraint c = *r->c;
    c.lo = lo;
    c.hi = hi;
    samples_try(r, &c, claimed, SAMPLES_EACH);
}

/* A bound as a search asks for it; or, if alone, one output. */
static void sample_bound(struct trial *r, const struct outputs *o, enum direction side, bool alone)
{
    const struct constraint *c = r->c;
    const struct output *one = &o->v[random_below(&r->audit->random, o->n)];
    const bool up = side == COUNT_UP;
    int mark = propagator_mark(&r->p);
    r->what = up ? "counting up, sum at most" : "counting down, sum at least";
    r->value = c->lo + !up + (int64_t)(random_next(&r->audit->random) % (uint64_t)(c->hi - c->lo));
    if (alone) r->value = one->value - up;
    bool ok = alone ? propagator_assign(&r->p, up ? -one->y : one->y) : audit_count_ask(r, o, side, r->value);
    struct text *t = ok ? NULL : audit_fault(r->audit, c);
    if (t) text_add(t, "%s %" PRId64 ": the outputs refuse the bound.\n", r->what, r->value);
    enum strength claimed = alone || o->tare.n ? STRENGTH_NONE : r->audit->encoder->strength;
    if (ok) sample_meaning(r, up ? 0 : r->value, up ? r->value : constraint_total(c), claimed);
    propagator_undo(&r->p, mark);
}

static void sample_counter(struct trial *r, const struct outputs *o, enum direction d)
{
    sample_meaning(r, 0, constraint_total(r->c), STRENGTH_NONE);
    for (int alone = 0; alone < 2 && o->n; alone++)
        for (int side = COUNT_UP; side <= COUNT_DOWN; side++)
            if (d & side && !(alone && o->tare.n)) sample_bound(r, o, (enum direction)side, alone);
}

void audit_counter(struct audit *a, const struct constraint *c, enum direction d)
{
    SCOPED(trial) r = {0};
    SCOPED(outputs) o = {0};
    trial_init(&r, a, c);
    int inputs = r.clauses.cnf.vars;
    a->counters++;
    r.what = "count";
    if (d)
        a->encoder->count(c, d, &r.clauses.cnf, &o);
    else
        a->encoder->watch(c, &r.clauses.cnf, &o);
    if (trial_clauses(&r, inputs)) (a->sampling ? sample_counter : judge_counter)(&r, &o, d ? d : COUNT_UP);
    job_publish(a->job, a);
}
