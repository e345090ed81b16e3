#include "audit.h"
#include "propagate.h"

#include <inttypes.h>
#include <string.h>

enum {
    FAULTS_SHOWN = 5,
    BOUNDS_TRIED = 8,   /* of each counter in each direction, about, if there are more */
    OUTPUTS_TRIED = 16, /* of each counter, about, if there are more */
    DRY_RUN = 20000000, /* literals; larger encodings are not run for their size */
};

/* One constraint on trial. Assignments are numbers: bit i tells x[i]. Partial ones are ternary:
 * digit i is 0 (x[i] false), 1 (true) or 2 (open). */
struct trial {
    struct audit *audit;
    const struct tuning *tuning;
    const struct constraint *c;
    const char *what; /* "encode", or what is asked of a counter */
    int64_t value;    /* the bound that is asked for, if any */
    struct cnf_buffer clauses;
    struct propagator p;
    int64_t *sum; /* by assignment */
    bool *holds;  /* by assignment: what the clauses ought to say */
    bool *open;   /* by partial assignment: some assignment that holds extends it */
    enum strength strength;
    int weak; /* a partial assignment on which propagation is only that strong */
};

void audit_init(struct audit *a, const struct encoder *e)
{
    *a = (struct audit){
        .encoder = e, .strength = STRENGTH_AC, .bound = STRENGTH_AC, .parsimonious = true};
}

void audit_release(struct audit *a) { text_release(&a->report); }

/* ---- telling ---------------------------------------------------------------------------------- */

static void put_case(struct text *t, const struct encoder *e, const struct tuning *g,
                     const struct constraint *c)
{
    text_put(t, e->name);
    if (g->size) text_add(t, ":%d", g->size);
    if (g->tree) text_put(t, g->size ? ",tree" : ":tree");
    text_add(t, " n=%d lo=%" PRId64 " hi=%" PRId64, c->n, c->lo, c->hi);
    if (c->n > AUDIT_INPUTS) return;
    text_put(t, " x=");
    for (int i = 0; i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->x[i]);
    if (c->w) text_put(t, " w=");
    for (int i = 0; c->w && i < c->n; i++) text_add(t, "%s%" PRId64, i ? "," : "", c->w[i]);
    if (c->block) text_put(t, " block=");
    for (int i = 0; c->block && i < c->n; i++) text_add(t, "%s%d", i ? "," : "", c->block[i]);
}

struct text *audit_fault(struct audit *a, const struct tuning *t, const struct constraint *c)
{
    if (++a->faults > FAULTS_SHOWN) return NULL;
    put_case(&a->report, a->encoder, t, c);
    text_put(&a->report, ": ");
    return &a->report;
}

static void put_asked(struct text *t, const struct trial *r)
{
    text_put(t, r->what);
    if (strcmp(r->what, "encode")) text_add(t, " %" PRId64, r->value);
}

static void fault_full(struct trial *r, int bits, const char *words)
{
    struct text *t = audit_fault(r->audit, r->tuning, r->c);
    if (!t) return;
    put_asked(t, r);
    text_put(t, ": the assignment ");
    for (int i = 0; i < r->c->n; i++) text_char(t, bits >> i & 1 ? '1' : '0');
    text_add(t, " (sum %" PRId64 ") %s.\n", r->sum[bits], words);
}

static void fault_partial(struct trial *r, int ternary)
{
    struct text *t = audit_fault(r->audit, r->tuning, r->c);
    if (!t) return;
    put_asked(t, r);
    text_put(t, ": under the partial assignment ");
    for (int i = 0; i < r->c->n; i++, ternary /= 3) text_char(t, "01."[ternary % 3]);
    text_add(t, " unit propagation %s, but the encoder claims %s.\n",
             r->strength == STRENGTH_NONE ? "misses a conflict" : "misses a forced input",
             strength_name(r->audit->encoder->strength));
}

/* ---- the truth -------------------------------------------------------------------------------- */

static bool constraint_holds(const struct constraint *c, int64_t sum)
{
    return c->kind == XOR ? (sum & 1) == c->hi : c->lo <= sum && sum <= c->hi;
}

static void trial_init(struct trial *r, struct audit *a, const struct tuning *t,
                       const struct constraint *c)
{
    assert(c->n >= 1 && c->n <= AUDIT_INPUTS && "few enough inputs for all assignments");
    *r = (struct trial){.audit = a, .tuning = t, .c = c, .what = "encode"};
    size_t all = (size_t)1 << c->n, partial = 1;
    for (int i = 0; i < c->n; i++) partial *= 3;
    r->sum = mem_new(all, sizeof *r->sum);
    r->holds = mem_new(all, sizeof *r->holds);
    r->open = mem_new(partial, sizeof *r->open);
    for (size_t bits = 0; bits < all; bits++) {
        for (int i = 0; i < c->n; i++)
            if (bits >> i & 1) r->sum[bits] += c->w ? c->w[i] : 1;
        r->holds[bits] = constraint_holds(c, r->sum[bits]);
    }
    int vars = 0;
    for (int i = 0; i < c->n; i++)
        if (lit_var(c->x[i]) > vars) vars = lit_var(c->x[i]);
    cnf_buffer_init(&r->clauses, vars);
}

static void trial_release(struct trial *r)
{
    if (r->p.watch) propagator_release(&r->p);
    cnf_buffer_release(&r->clauses);
    mem_free(r->sum);
    mem_free(r->holds);
    mem_free(r->open);
}

/* Fills `open` from `holds`, the first open digit first. */
static void trial_open(struct trial *r)
{
    int all = 1;
    for (int i = 0; i < r->c->n; i++) all *= 3;
    for (int id = 0; id < all; id++) {
        int bits = 0, power = 1, i = 0;
        for (int rest = id; i < r->c->n && rest % 3 < 2; i++, rest /= 3, power *= 3)
            bits |= rest % 3 << i;
        r->open[id] =
            i == r->c->n ? r->holds[bits] : r->open[id - power] || r->open[id - 2 * power];
    }
}

/* ---- clauses in good order -------------------------------------------------------------------- */

/* Clauses as the propagator needs them, over the inputs and what the sink handed out. */
static bool well_formed(struct trial *r, int inputs)
{
    const struct cnf_buffer *b = &r->clauses;
    int *seen =
        mem_new((size_t)b->cnf.vars + 1, sizeof *seen); /* 1 + the last clause; -1: not its own */
    const char *bad = NULL;
    for (int v = 1; v <= inputs; v++) seen[v] = -1;
    for (int i = 0; i < r->c->n; i++) seen[lit_var(r->c->x[i])] = 0;
    if (b->cnf.vars - inputs != b->cnf.made.vars) bad = "took variables behind the sink's back";
    for (int k = 0; k < (int)b->cnf.made.clauses && !bad; k++) {
        const lit *x;
        int n = cnf_buffer_clause(b, k, &x);
        for (int i = 0; i < n && !bad; i++) {
            if (!x[i] || lit_var(x[i]) > b->cnf.vars)
                bad = "made a clause over a variable that does not exist";
            else if (seen[lit_var(x[i])] < 0)
                bad = "made a clause over a variable that is not its own";
            else if (seen[lit_var(x[i])] == k + 1)
                bad = "made a clause in which a variable occurs twice";
            else
                seen[lit_var(x[i])] = k + 1;
        }
    }
    mem_free(seen);
    struct text *t = bad ? audit_fault(r->audit, r->tuning, r->c) : NULL;
    if (t) text_add(t, "%s %s.\n", r->what, bad);
    return !bad;
}

/* Hands the clauses to the propagator, and fixes variables below the inputs that are none. */
static void trial_load(struct trial *r, int inputs)
{
    propagator_init(&r->p, &r->clauses);
    bool *is_input = mem_new((size_t)inputs + 1, sizeof *is_input);
    for (int i = 0; i < r->c->n; i++) is_input[lit_var(r->c->x[i])] = true;
    for (int v = 1; v <= inputs; v++)
        if (!is_input[v]) propagator_assign(&r->p, v);
    mem_free(is_input);
}

/* ---- propagation on all partial assignments --------------------------------------------------- */

static void seen_weak(struct trial *r, enum strength s, int id)
{
    if (s >= r->strength) return;
    r->strength = s;
    r->weak = id;
}

/* Propagation found no conflict under the partial assignment `id`: rightly, and is every forced
 * input fixed? */
static void judge_partial(struct trial *r, int id)
{
    if (!r->open[id]) {
        seen_weak(r, STRENGTH_NONE, id);
        return;
    }
    for (int i = 0, power = 1; i < r->c->n; i++, power *= 3) {
        if (id / power % 3 < 2) continue;
        int v = propagator_value(&r->p, r->c->x[i]);
        if ((!r->open[id - power] && v >= 0) || (!r->open[id - 2 * power] && v <= 0))
            seen_weak(r, STRENGTH_CONFLICT, id);
    }
}

static void walk_partial(struct trial *r, int i, int id, int power)
{
    if (i == r->c->n) {
        judge_partial(r, id);
        return;
    }
    walk_partial(r, i + 1, id + 2 * power, 3 * power);
    int mark = propagator_mark(&r->p);
    for (int digit = 0; digit < 2; digit++) {
        if (propagator_assign(&r->p, digit ? r->c->x[i] : -r->c->x[i]))
            walk_partial(r, i + 1, id + digit * power, 3 * power);
        propagator_undo(&r->p, mark);
    }
}

/* What propagation achieves for `holds`, on top of what is assigned already. */
static void trial_strength(struct trial *r, enum strength *least)
{
    trial_open(r);
    r->strength = STRENGTH_AC;
    if (!r->p.refuted) walk_partial(r, 0, 0, 1);
    if (r->strength < r->audit->encoder->strength) fault_partial(r, r->weak);
    if (r->strength < *least) *least = r->strength;
}

/* ---- all assignments -------------------------------------------------------------------------- */

/* How many models (2: or more) the clauses have under the inputs `bits`, on top of what is
 * assigned. */
static int models_under(struct trial *r, int bits)
{
    int mark = propagator_mark(&r->p), models = 0, i = 0;
    while (i < r->c->n && propagator_assign(&r->p, bits >> i & 1 ? r->c->x[i] : -r->c->x[i])) i++;
    if (i == r->c->n) models = propagator_models(&r->p, 2);
    propagator_undo(&r->p, mark);
    return models;
}

/* The clauses say `holds`, no more and no less. */
static bool trial_correct(struct trial *r)
{
    int64_t before = r->audit->faults;
    for (int bits = 0; bits < 1 << r->c->n && r->audit->faults == before; bits++) {
        int models = models_under(r, bits);
        if (r->holds[bits] && !models) fault_full(r, bits, "ought to be allowed but is refused");
        if (!r->holds[bits] && models) fault_full(r, bits, "ought to be refused but is allowed");
        if (models <= 1 || strcmp(r->what, "encode")) continue;
        r->audit->parsimonious = false;
        if (r->audit->encoder->parsimonious)
            fault_full(r, bits, "extends in several ways, against the claim");
    }
    return r->audit->faults == before;
}

void audit_size(struct audit *a, const struct tuning *t, const struct constraint *c)
{
    if (!a->encoder->size) return;
    struct size said = a->encoder->size(c, t);
    if (said.literals > DRY_RUN) return;
    struct cnf counter = cnf_counter(0);
    a->encoder->encode(c, t, &counter);
    struct size made = counter.made;
    a->sizes++;
    if (said.vars == made.vars && said.clauses == made.clauses && said.literals == made.literals)
        return;
    struct text *r = audit_fault(a, t, c);
    if (!r) return;
    text_add(r, "size() says %" PRId64 " variables, %" PRId64 " clauses, %" PRId64 " literals",
             said.vars, said.clauses, said.literals);
    text_add(r, ", but encode makes %" PRId64 ", %" PRId64 ", %" PRId64 ".\n", made.vars,
             made.clauses, made.literals);
}

void audit_constraint(struct audit *a, const struct tuning *t, const struct constraint *c)
{
    struct trial r;
    trial_init(&r, a, t, c);
    int inputs = r.clauses.cnf.vars;
    a->constraints++;
    audit_size(a, t, c);
    a->encoder->encode(c, t, &r.clauses.cnf);
    if (well_formed(&r, inputs)) {
        trial_load(&r, inputs);
        if (trial_correct(&r)) trial_strength(&r, &a->strength);
    }
    trial_release(&r);
}

/* ---- counters --------------------------------------------------------------------------------- */

/* Each output is forced as the direction promises, whatever else is asserted. */
static void judge_outputs(struct trial *r, const struct outputs *o, enum direction d)
{
    for (int j = 0; j < o->n; j += o->n / OUTPUTS_TRIED + 1) {
        r->value = o->v[j].value;
        for (int side = COUNT_UP; side <= COUNT_DOWN; side++) {
            if (!(d & side)) continue;
            r->what = side == COUNT_UP ? "counting up with a false output"
                                       : "counting down with a true output";
            int mark = propagator_mark(&r->p);
            bool ok = propagator_assign(&r->p, side == COUNT_UP ? -o->v[j].y : o->v[j].y);
            for (int bits = 0; ok && bits < 1 << r->c->n; bits++)
                if ((r->sum[bits] >= r->value) == (side == COUNT_UP) && models_under(r, bits)) {
                    fault_full(r, bits, "ought to be refused but is allowed");
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
        bool there = v <= r->c->lo || v > r->c->hi;
        for (int j = 0; j < o->n && !there; j++) there = o->v[j].value == v;
        if (there) continue;
        fault_full(r, bits, "attains a value within lo < v <= hi that has no output");
        return;
    }
}

/* Asks for sum <= k or sum >= k as a search does. False: a conflict, or there is no output to ask
 * by. */
static bool ask(struct trial *r, const struct outputs *o, enum direction side, int64_t k)
{
    for (int j = 0; j < o->n; j++) {
        if (side == COUNT_UP && o->v[j].value > k && !propagator_assign(&r->p, -o->v[j].y))
            return false;
        if (side == COUNT_DOWN && o->v[j].value >= k) return propagator_assign(&r->p, o->v[j].y);
    }
    return side == COUNT_UP;
}

/* The bound k, on top of all looser ones where the encoder says that these may stay. */
static void judge_bound(struct trial *r, const struct outputs *o, enum direction side, int64_t k)
{
    const struct constraint *c = r->c;
    int mark = propagator_mark(&r->p);
    bool ok = true;
    if (r->audit->encoder->monotone && side == COUNT_UP)
        for (int64_t j = c->hi - 1; j > k && ok; j--) ok = ask(r, o, side, j);
    if (r->audit->encoder->monotone && side == COUNT_DOWN)
        for (int64_t j = c->lo + 1; j < k && ok; j++) ok = ask(r, o, side, j);
    ok = ok && ask(r, o, side, k);
    r->what = side == COUNT_UP ? "counting up, sum at most" : "counting down, sum at least";
    r->value = k;
    for (int bits = 0; bits < 1 << c->n; bits++) {
        r->holds[bits] = side == COUNT_UP ? r->sum[bits] <= k : r->sum[bits] >= k;
        if (ok || !r->holds[bits]) continue;
        fault_full(r, bits, "ought to be allowed but the outputs refuse the bound");
        break;
    }
    if (ok && trial_correct(r)) trial_strength(r, &r->audit->bound);
    propagator_undo(&r->p, mark);
}

static void judge_counter(struct trial *r, const struct outputs *o, enum direction d)
{
    int64_t before = r->audit->faults;
    r->what = "counting, with no bound above";
    r->value = r->c->hi;
    for (int bits = 0; bits < 1 << r->c->n; bits++) r->holds[bits] = true;
    if (!trial_correct(r)) return;
    judge_values(r, o);
    judge_outputs(r, o, d);
    int64_t lo = r->c->lo, hi = r->c->hi, step = (hi - lo) / BOUNDS_TRIED + 1;
    for (int64_t k = lo; d & COUNT_UP && k < hi && r->audit->faults == before; k += step)
        judge_bound(r, o, COUNT_UP, k);
    for (int64_t k = hi; d & COUNT_DOWN && k > lo && r->audit->faults == before; k -= step)
        judge_bound(r, o, COUNT_DOWN, k);
}

void audit_counter(struct audit *a, const struct tuning *t, const struct constraint *c,
                   enum direction d)
{
    struct trial r;
    struct outputs o = {0};
    trial_init(&r, a, t, c);
    int inputs = r.clauses.cnf.vars;
    a->counters++;
    r.what = "count";
    a->encoder->count(c, t, d, &r.clauses.cnf, &o);
    if (well_formed(&r, inputs)) {
        trial_load(&r, inputs);
        judge_counter(&r, &o, d);
    }
    outputs_release(&o);
    trial_release(&r);
}
