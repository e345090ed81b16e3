#include "extras/audit/audit_trial.h"

#include <inttypes.h>
#include <string.h>

/* ---- reports --------------------------------------------------------------------------------- */

struct text *trial_report(struct trial *r)
{
    struct text *t = audit_fault(r->audit, r->c);
    if (t) text_put(t, r->what);
    if (t && strcmp(r->what, "encode")) text_add(t, " %" PRId64, r->value);
    return t;
}

void trial_fault(struct trial *r, int bits, const char *words)
{
    struct text *t = trial_report(r);
    if (!t) return;
    text_put(t, ": the assignment ");
    for (int i = 0; i < r->c->n; i++) text_char(t, bits >> i & 1 ? '1' : '0');
    text_add(t, " (sum %" PRId64 ") %s.\n", r->sum[bits], words);
}

static void fault_partial(struct trial *r, int ternary)
{
    struct text *t = trial_report(r);
    if (!t) return;
    text_put(t, ": under the partial assignment ");
    for (int i = 0; i < r->c->n; i++, ternary /= 3) text_char(t, "01."[ternary % 3]);
    text_add(t, " unit propagation %s, but the encoder claims %s.\n",
             r->strength == STRENGTH_NONE ? "misses a conflict" : "misses a forced input",
             encoder_strength(r->audit->encoder->strength));
}

/* ---- the truth ------------------------------------------------------------------------------- */

static bool constraint_holds(const struct constraint *c, int64_t sum)
{
    return c->kind == XOR ? (sum & 1) == c->hi : c->lo <= sum && sum <= c->hi;
}

/* In a chain the lighter one of two is implied by the other. */
static bool implies(const struct constraint *c, int i, int j)
{
    return c->group[i] == c->group[j] && c->w[j] < c->w[i];
}

/* Returns whether at most one of each group is true; in a chain, whether each true input has all
 * lighter ones true. */
static bool groups_hold(const struct constraint *c, int bits)
{
    for (int i = 0; i < c->n && c->group; i++)
        for (int j = 0; j < c->n; j++) {
            if (c->chain && bits >> i & 1 && !(bits >> j & 1) && implies(c, i, j)) return false;
            if (!c->chain && j < i && bits >> i & bits >> j & 1 && c->group[i] == c->group[j]) return false;
        }
    return true;
}

/* Returns the weight of the true inputs. A chain weighs its heaviest true input. */
static int64_t sum_of(const struct constraint *c, int bits)
{
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++) {
        bool counts = bits >> i & 1;
        for (int j = 0; j < c->n && c->chain && counts; j++) counts = !(bits >> j & 1) || !implies(c, j, i);
        if (counts) sum += c->w ? c->w[i] : 1;
    }
    return sum;
}

/* The clauses that state the groups, after those of the encoding. */
static void put_groups(struct trial *r)
{
    const struct constraint *c = r->c;
    for (int i = 0; i < c->n && c->group; i++)
        for (int j = 0; j < c->n; j++) {
            if (c->chain && implies(c, i, j)) cnf_2(&r->clauses.cnf, -c->x[i], c->x[j]);
            if (!c->chain && j < i && c->group[i] == c->group[j]) cnf_2(&r->clauses.cnf, -c->x[i], -c->x[j]);
        }
    audit_integers_domains(c, &r->clauses.cnf);
}

void trial_init(struct trial *r, struct audit *a, const struct constraint *c)
{
    *r = (struct trial){.audit = a, .c = c, .what = "encode"};
    r->clauses = cnf_buffer_of(encoder_counter(c, NULL).vars);
    if (a->sampling) return;
    assert(c->n >= 1 && c->n <= AUDIT_INPUTS && "few enough inputs for all assignments");
    size_t all = (size_t)1 << c->n, partial = 1;
    for (int i = 0; i < c->n; i++) partial *= 3;
    r->sum = mem_new(all, sizeof *r->sum);
    r->holds = mem_new(all, sizeof *r->holds);
    r->apart = mem_new(all, sizeof *r->apart);
    r->open = mem_new(partial, sizeof *r->open);
    for (size_t bits = 0; bits < all; bits++) {
        r->sum[bits] = sum_of(c, (int)bits);
        r->apart[bits] = groups_hold(c, (int)bits);
        signed char given[AUDIT_INPUTS];
        for (int i = 0; i < c->n; i++) given[i] = bits >> i & 1 ? 1 : -1;
        r->holds[bits] = c->kind > XOR ? audit_extends(c, given) : r->apart[bits] && constraint_holds(c, r->sum[bits]);
    }
}

void trial_release(struct trial *r)
{
    if (r->p.watch) propagator_release(&r->p);
    cnf_buffer_release(&r->clauses);
    MEM_FREE(r->sum, r->holds, r->apart, r->open);
}

/* Fills `open` from `holds`, the first open digit first. */
static void trial_open(struct trial *r)
{
    int all = 1;
    for (int i = 0; i < r->c->n; i++) all *= 3;
    for (int id = 0; id < all; id++) {
        int bits = 0, power = 1, i = 0;
        for (int rest = id; i < r->c->n && rest % 3 < 2; i++, rest /= 3, power *= 3) bits |= rest % 3 << i;
        r->open[id] = i == r->c->n ? r->holds[bits] : r->open[id - power] || r->open[id - 2 * power];
    }
}

/* ---- clauses in good order ------------------------------------------------------------------- */

/* Clauses as the propagator needs them, over the inputs and what the sink handed out. */
static bool well_formed(struct trial *r, int inputs)
{
    const struct cnf_buffer *b = &r->clauses;
    OWNED int *seen = mem_new((size_t)b->cnf.vars + 1, sizeof *seen); /* 1 + the last clause; -1: not its own */
    const char *bad = NULL;
    for (int v = 1; v <= inputs; v++) seen[v] = -1;
    for (int i = 0; i < r->c->n; i++) seen[lit_var(r->c->x[i])] = 0;
    if (b->cnf.vars - inputs != b->cnf.made.vars) bad = "took variables that the sink did not count";
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
    struct text *t = bad ? audit_fault(r->audit, r->c) : NULL;
    if (t) text_add(t, "%s %s.\n", r->what, bad);
    return !bad;
}

/* Hands the clauses to the propagator, and fixes variables below the inputs that are none. */
static void trial_load(struct trial *r, int inputs)
{
    propagator_init(&r->p, &r->clauses);
    OWNED bool *is_input = mem_new((size_t)r->clauses.cnf.vars + 1, sizeof *is_input); /* a view may be one */
    for (int i = 0; i < r->c->n; i++) is_input[lit_var(r->c->x[i])] = true;
    for (int v = 1; v <= inputs; v++)
        if (!is_input[v]) propagator_assign(&r->p, v);
}

bool trial_clauses(struct trial *r, int inputs)
{
    put_groups(r);
    if (!well_formed(r, inputs)) return false;
    trial_load(r, inputs);
    return true;
}

/* ---- propagation on all partial assignments -------------------------------------------------- */

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
            seen_weak(r, STRENGTH_CONSISTENCY, id);
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

void trial_strength(struct trial *r, enum strength *least)
{
    trial_open(r);
    r->strength = STRENGTH_GAC;
    if (!r->p.refuted) walk_partial(r, 0, 0, 1);
    if (r->strength < r->audit->encoder->strength) fault_partial(r, r->weak);
    if (least && r->strength < *least) *least = r->strength;
}

/* ---- all assignments ------------------------------------------------------------------------- */

int trial_models(struct trial *r, int bits)
{
    int mark = propagator_mark(&r->p), models = 0, i = 0;
    while (i < r->c->n && propagator_assign(&r->p, bits >> i & 1 ? r->c->x[i] : -r->c->x[i])) i++;
    if (i == r->c->n) models = propagator_models(&r->p, 2);
    propagator_undo(&r->p, mark);
    return models;
}

bool trial_correct(struct trial *r)
{
    int64_t before = r->audit->faults;
    for (int bits = 0; bits < 1 << r->c->n && r->audit->faults == before; bits++) {
        int models = trial_models(r, bits);
        if (r->holds[bits] && !models) trial_fault(r, bits, "ought to be allowed but is refused");
        if (!r->holds[bits] && models) trial_fault(r, bits, "ought to be refused but is allowed");
        if (models <= 1 || strcmp(r->what, "encode")) continue;
        r->audit->parsimonious = false;
        if (r->audit->encoder->parsimonious) trial_fault(r, bits, "extends in several ways, against the claim");
    }
    return r->audit->faults == before;
}
