/* Rows of integers and graphs: sums over the literals of integers, and constraints with their own
 * encoders. */
#include "base/number.h"
#include "lower/lower_inside.h"
#include "model/model_row.h"
#include "model/row_sums.h"

#include <stdlib.h>
#include <string.h>

/* ---- integers in the form that is needed ----------------------------------------------------- */

void lowering_integers_release(struct lowering *l)
{
    for (int i = 0; l->view && i < model_ints(l->m); i++)
        for (int form = 0; form < FORMS; form++) mem_free(l->view[i].x[form]);
    MEM_FREE(l->view, l->owner, l->group);
    l->view = NULL;
    l->owner = l->group = NULL;
    l->owned = 0;
}

static void own_literals(struct lowering *l, int integer, const lit *x, int n)
{
    int cap = l->owned;
    for (int k = 0; k < n; k++) cap = lit_var(x[k]) > cap ? lit_var(x[k]) : cap;
    if (cap > l->owned) {
        l->owner = mem_resize(l->owner, 2 * (size_t)cap + 1, sizeof *l->owner);
        for (int v = l->owned + 1; v <= 2 * cap; v++) l->owner[v] = 0;
        l->owned = 2 * cap;
    }
    for (int k = 0; k < n; k++) l->owner[lit_var(x[k])] = integer + 1;
}

static const struct encoder *encoder_of_form(enum int_form form)
{
    for (int i = 0; encoders[i]; i++)
        if (encoders[i]->kind == INT && encoders[i]->form == form) return encoders[i];
    assert(!"each form has an encoder");
    return NULL;
}

/* Returns the integer in that form. If the form has no literals yet, `make` must be true, and they
 * are made. */
static struct integer in_form(struct lowering *l, int number, enum int_form form, bool make)
{
    struct integer it = model_integer(l->m, number);
    if (it.form == form) return it;
    if (!l->view) l->view = mem_new((size_t)model_ints(l->m), sizeof *l->view);
    lit **x = &l->view[number].x[form];
    int n = integer_literals(form, it.lo, it.hi);
    assert((*x || make) && n >= 0 && "lowering_prepare made it");
    if (!*x) {
        *x = mem_new((size_t)n, sizeof **x);
        encoder_run((struct encoder_call){encoder_of_form(it.form), &(struct constraint){.integer = &it}, l->f,
                                          .view = *x, .to = form});
        own_literals(l, number, *x, n);
    }
    return (struct integer){.lo = it.lo, .hi = it.hi, .form = form, .x = *x, .n = n};
}

struct integer lowering_form(struct lowering *l, int number, enum int_form form)
{
    return in_form(l, number, form, false);
}

lit lowering_value(struct lowering *l, int number, int64_t v)
{
    struct integer it = lowering_form(l, number, FORM_DIRECT);
    return v < it.lo || v > it.hi ? 0 : it.x[v - it.lo];
}

enum { VALUES_MOST = ROW_SUMS_VALUES }; /* the most values of an integer that gets a literal for each value in a sum */

static bool few_values(const struct lowering *l, const struct row *r)
{
    for (int i = 0; i < r->integers; i++) {
        struct integer it = model_integer(l->m, r->integer[i]);
        if (it.hi - it.lo >= VALUES_MOST) return false;
    }
    return true;
}

/* How to encode a row a x + b y: by clauses over values for an equality, else over thresholds. */
enum two { TWO_NOT, TWO_VALUES, TWO_THRESHOLDS };
static enum two two_of(const struct lowering *l, const struct row *r)
{
    bool two =
        r->kind == ROW_LINEAR && !r->n && r->integers == 2 && r->integer[0] != r->integer[1] && r->w[0] && r->w[1];
    if (!two || !few_values(l, r)) return TWO_NOT;
    enum int_form a = model_integer(l->m, r->integer[0]).form, b = model_integer(l->m, r->integer[1]).form;
    bool ordered = a == FORM_ORDER && b == FORM_ORDER && !r->iff && !r->fails;
    if (r->lo == r->hi && !ordered) return TWO_VALUES;
    return a == FORM_LOG || b == FORM_LOG || l->native_sums ? TWO_NOT : TWO_THRESHOLDS;
}

static const struct encoder *all_different_encoder(const struct lowering *l)
{
    const struct encoder *e = l->policy->by_kind[ALLDIFF].encoder;
    return e ? e : lower_auto_find("alldiff_amo"); /* bench/results/integers.md */
}

/* ---- sums, over values or over thresholds ---------------------------------------------------- */

static struct integer for_sum(struct lowering *l, int number)
{
    struct integer it = model_integer(l->m, number);
    return l->as_values && it.form == FORM_ORDER ? lowering_form(l, number, FORM_DIRECT) : it;
}

/* constant + a sum of literals; least, most: of the whole. */
struct linear_sum {
    struct terms sum;
    int64_t constant, least, most;
};

static void linear_sum_release(struct linear_sum *t) { terms_release(&t->sum); }

static void linear_term(struct linear_sum *t, lit x, int64_t w)
{
    if (w) terms_add(&t->sum, x, w);
}

/* Adds w times the integer, with positive weights. For a negative w it adds |w| times the
 * difference between the largest value and the value. */
static void add_integer(struct lowering *l, struct linear_sum *t, int number, int64_t w)
{
    struct integer it = for_sum(l, number);
    int64_t size = w < 0 ? -w : w;
    t->constant += w * (w < 0 && it.form != FORM_LOG ? it.hi : it.lo);
    t->least += w * (w < 0 ? it.hi : it.lo);
    t->most += w * (w < 0 ? it.lo : it.hi);
    for (int k = 0; k < it.n; k++) {
        if (it.form == FORM_LOG)
            linear_term(t, it.x[k], w * ((int64_t)1 << k));
        else if (it.form == FORM_ORDER)
            linear_term(t, w < 0 ? -it.x[k] : it.x[k], size);
        else
            linear_term(t, it.x[k], size * (w < 0 ? it.n - 1 - k : k));
    }
}

/* Returns sign times the sum of the row, with each integer once. */
static struct linear_sum linear_sum_of(struct lowering *l, const struct row *r, int sign)
{
    struct linear_sum t = {0};
    for (int i = 0; i < r->n; i++) {
        int64_t w = sign * r->w[i];
        linear_term(&t, r->x[i], w);
        *(w < 0 ? &t.least : &t.most) += w;
    }
    OWNED int64_t *weight = row_sums_weights(r);
    for (int i = 0; i < r->integers; i++) add_integer(l, &t, r->integer[i], sign * weight[i]);
    return t;
}

/* Returns whether auto can encode "sign times the row's sum is at most bound" over chains of
 * thresholds, as send_upper sends it. */
static bool bound_has_chains(struct lowering *l, const struct row *r, int sign, int64_t bound, bool guarded)
{
    SCOPED(linear_sum) t = linear_sum_of(l, r, sign);
    if (bound < t.least || bound >= t.most) return true;
    if (guarded) linear_term(&t, l->owned + 1, t.most - bound); /* of no integer */
    struct constraint c = {.kind = PB, .n = t.sum.x.n, .x = t.sum.x.v, .w = t.sum.w};
    c.hi = (guarded ? t.most : bound) - t.constant;
    for (int i = 0; i < c.n; i++) {
        c.hi -= t.sum.w[i] < 0 ? t.sum.w[i] : 0;
        if (t.sum.w[i] < 0) t.sum.x.v[i] = -t.sum.x.v[i];
        t.sum.w[i] = llabs(t.sum.w[i]);
    }
    return lowering_chains(l, &c, false);
}

/* The same for all bounds that the row sends. */
static bool row_has_chains(struct lowering *l, const struct row *r)
{
    bool low = r->lo != INT64_MIN, high = r->hi != INT64_MAX, guarded = r->iff || (r->fails && low && high), ok = true;
    l->as_values = false;
    if (!r->fails && high) ok = bound_has_chains(l, r, 1, r->hi, guarded);
    if (!r->fails && low) ok = ok && bound_has_chains(l, r, -1, -r->lo, guarded);
    if (r->iff ? r->half : !r->fails) return ok;
    if (low) ok = ok && bound_has_chains(l, r, 1, r->lo - 1, guarded);
    return ok && (!high || bound_has_chains(l, r, -1, -(r->hi + 1), guarded));
}

/* Returns whether the row's sums are over values rather than thresholds. Encoders that take groups
 * but no chains need values. So does auto for two bounds, and where chains would be too large. */
static bool sums_over_values(struct lowering *l, const struct row *r)
{
    const struct encoder *e = l->policy->by_kind[PB].encoder;
    bool both = r->lo != INT64_MIN && r->hi != INT64_MAX, values = false;
    if (l->native_sums || l->policy->no_groups) return false;
    for (int i = 0; i < r->integers; i++) values = values || model_integer(l->m, r->integer[i]).form == FORM_DIRECT;
    if (values || e) return values || (e->groups && !e->chains);
    return (both && !r->iff && !r->fails) || (!l->in_bits && !row_has_chains(l, r));
}

/* Whether a difference of two integers is compared by thresholds (two_of). */
static bool thresholds_serve(const struct lowering *l, int number)
{
    struct integer it = model_integer(l->m, number);
    return !l->native_sums && it.form != FORM_LOG && it.hi - it.lo < VALUES_MOST;
}

/* ---- before a row is sent -------------------------------------------------------------------- */

void lowering_prepare(struct lowering *l, const struct row *r, bool guarded)
{
    if (r->kind == ROW_INT) { /* the literals of its values can be in sums, too */
        struct integer it = model_integer(l->m, r->integer[0]);
        if (it.form == FORM_DIRECT) own_literals(l, r->integer[0], it.x, it.n);
        return;
    }
    l->native_sums = !guarded && l->f->native >> PB & 1;
    enum int_form form = row_kinds[r->kind]->by_value ? FORM_DIRECT : FORM_ORDER;
    if (r->kind == ROW_ALLDIFF && !r->hi) form = all_different_encoder(l)->form;
    bool sum = !row_kinds[r->kind]->by_value;
    enum two two = two_of(l, r);
    if (two == TWO_VALUES) form = FORM_DIRECT;
    l->in_bits = false;
    for (int i = 0; i < r->integers; i++) {
        struct integer it = model_integer(l->m, r->integer[i]);
        own_literals(l, r->integer[i], it.x, it.n);
        l->in_bits = l->in_bits || it.form == FORM_LOG;
    }
    l->as_values = r->kind == ROW_LINEAR && !two && few_values(l, r) && sums_over_values(l, r);
    for (int i = 0; i < r->integers; i++)
        if (!sum || two || (r->kind != ROW_LINEAR && thresholds_serve(l, r->integer[i])))
            in_form(l, r->integer[i], form, true);
        else if (l->as_values && model_integer(l->m, r->integer[i]).form == FORM_ORDER)
            in_form(l, r->integer[i], FORM_DIRECT, true);
}

/* ---- groups and chains ----------------------------------------------------------------------- */

struct chain_place {
    int group, at, index; /* at: the weakest of a chain first */
    bool chain;
};

static int by_place(const void *p, const void *q)
{
    const struct chain_place *a = p, *b = q;
    return a->group != b->group ? a->group - b->group : a->at - b->at;
}

/* Returns a number for the set of literals of one integer that contains x, or -1 if there is none.
 * *chain: x is a threshold, at place *at; otherwise x is a value and excludes the others. */
static int owner_of(const struct lowering *l, lit x, bool *chain, int *at)
{
    int number = lit_var(x) <= l->owned ? l->owner[lit_var(x)] - 1 : -1;
    if (number < 0) return -1;
    struct integer it = model_integer(l->m, number);
    *chain = it.form == FORM_ORDER && !l->as_values;
    *at = *chain ? lit_var(x) - it.x[0] : 0;
    if (x < 0) *at = -*at;
    if (*chain) return 2 * number + (x < 0);
    if (it.form == FORM_LOG) return -1;
    const lit *value = it.form == FORM_DIRECT ? it.x : l->view[number].x[FORM_DIRECT];
    int last =
        (int)(it.hi - it.lo); /* between the first and the last, which may be thresholds, they follow each other */
    bool is_value = x == value[0] || x == value[last] || (last > 1 && x >= value[1] && x < value[1] + last - 1);
    return is_value ? 2 * number : -1;
}

bool lowering_integer_groups(const struct lowering *l, const struct constraint *c, int *group, int64_t *w, bool *chain)
{
    int groups = 0;
    *chain = false;
    if (l->policy->no_groups) return false;
    OWNED struct chain_place *p = mem_new((size_t)c->n, sizeof *p);
    for (int i = 0; i < c->n; i++) {
        p[i].group = owner_of(l, c->x[i], &p[i].chain, &p[i].at);
        p[i].index = i;
        *chain = *chain || p[i].chain;
    }
    for (int i = 0; i < c->n && *chain; i++) /* with chains, values are no group */
        if (!p[i].chain) p[i].group = -1;
    qsort(p, (size_t)c->n, sizeof *p, by_place);
    for (int k = 0; k < c->n; k++) {
        int i = p[k].index;
        bool same = k && p[k].group >= 0 && p[k].group == p[k - 1].group;
        if (!same) groups++;
        group[i] = groups - 1;
        if (w) w[i] = (c->w ? c->w[i] : 1) + (same && *chain ? w[p[k - 1].index] : 0);
    }
    return groups < c->n;
}

/* ---- sending sums ---------------------------------------------------------------------------- */

static bool send_terms(struct lowering *l, const struct linear_sum *t, int64_t lo, int64_t hi)
{
    l->linear = true;
    cnf_holds(l->f, NULL); /* the row can have several sums */
    bool ok = lowering_sum(l, t->sum.x.v, t->sum.w, NULL, t->sum.x.n, lo == INT64_MIN ? lo : lo - t->constant,
                           hi == INT64_MAX ? hi : hi - t->constant);
    l->linear = false;
    return ok;
}

enum { ALWAYS = INT32_MAX, NEVER = -INT32_MAX };

/* Returns the literal for "the integer is at least v". */
static lit threshold(const struct integer *i, int64_t v)
{
    return v <= i->lo ? ALWAYS : v > i->hi ? NEVER : i->x[v - i->lo - 1];
}

/* Sends g -> a x + b y <= c: each value of x bounds b y. */
static void send_thresholds(struct lowering *l, const struct row *r, int sign, int64_t c, lit g)
{
    struct integer x = lowering_form(l, r->integer[0], FORM_ORDER), y = lowering_form(l, r->integer[1], FORM_ORDER);
    int64_t a = sign * r->w[0], b = sign * r->w[1];
    lit before = ALWAYS;
    for (int64_t k = x.lo; k <= x.hi && before != NEVER; k++) {
        int64_t v = a > 0 ? k : x.hi - (k - x.lo), rest = -divide_up(a * v - c, llabs(b));
        lit left = b > 0 ? -threshold(&y, rest + 1) : threshold(&y, -rest);
        lit so = a > 0 ? threshold(&x, v) : -threshold(&x, v + 1); /* x is v or a value that makes a x larger */
        if (left == before) continue;
        before = left;
        cnf_some(l->f, g ? -g : 0, so == ALWAYS ? 0 : -so, left == NEVER ? 0 : left);
    }
}

/* sign times the row's sum is at most `bound`, if g (0: always). */
static bool send_upper(struct lowering *l, const struct row *r, int sign, int64_t bound, lit g)
{
    if (two_of(l, r) == TWO_THRESHOLDS) {
        send_thresholds(l, r, sign, bound, g);
        return true;
    }
    SCOPED(linear_sum) t = linear_sum_of(l, r, sign);
    if (bound < t.least) cnf_some(l->f, g ? -g : 0, 0, 0);
    if (bound < t.least || bound >= t.most) return true;
    if (g) linear_term(&t, g, t.most - bound);
    return send_terms(l, &t, INT64_MIN, g ? t.most : bound);
}

/* The row's sum is at least lo, if g. */
static bool send_lower(struct lowering *l, const struct row *r, int64_t lo, lit g)
{
    return send_upper(l, r, -1, -lo, g);
}

/* The sum is within the row's bounds, if g. */
static bool send_within(struct lowering *l, const struct row *r, lit g)
{
    return (r->hi == INT64_MAX || send_upper(l, r, 1, r->hi, g)) && (r->lo == INT64_MIN || send_lower(l, r, r->lo, g));
}

static bool send_between(struct lowering *l, const struct row *r)
{
    const struct encoder *e = l->policy->by_kind[PB].encoder;
    bool both = r->lo != INT64_MIN && r->hi != INT64_MAX, unsent = false;
    if (both && (l->native_sums || !e || e->both) && two_of(l, r) != TWO_THRESHOLDS) {
        SCOPED(linear_sum) t = linear_sum_of(l, r, 1);
        l->unsent = &unsent;
        bool ok = send_terms(l, &t, r->lo, r->hi);
        l->unsent = NULL;
        if (!ok || !unsent) return ok;
    }
    return send_within(l, r, 0);
}

/* The sum is outside the row's bounds, if g. */
static bool send_outside(struct lowering *l, const struct row *r, lit g)
{
    SCOPED(linear_sum) t = linear_sum_of(l, r, 1);
    if (r->lo > r->hi) return true;
    if (r->lo <= t.least) return send_lower(l, r, min64(r->hi, t.most) + 1, g);
    if (r->hi >= t.most) return send_upper(l, r, 1, r->lo - 1, g);
    lit below = cnf_var(l->f), above = g ? cnf_var(l->f) : -below;
    cnf_states(l->f, below);
    if (g) cnf_states(l->f, above);
    if (g) cnf_3(l->f, -g, below, above);
    return send_upper(l, r, 1, r->lo - 1, below) && send_lower(l, r, r->hi + 1, above);
}

/* Sends r->iff <-> (0: always; half: only ->) the integer is within lo..hi, or without iff that it is not (fails), by
 * the integer's literals. Returns false if the row has another shape. */
static bool send_value(struct lowering *l, const struct row *r)
{
    if (r->n || r->integers != 1 || r->w[0] != 1) return false;
    struct integer it = model_integer(l->m, r->integer[0]);
    int64_t lo = max64(r->lo, it.lo), hi = min64(r->hi, it.hi);
    lit y = r->iff;
    if (it.form == FORM_LOG || lo > hi) return false;
    if (it.form == FORM_DIRECT) {
        for (int k = 0; k < it.n; k++) {
            bool within = (it.lo + k >= lo && it.lo + k <= hi) != r->fails;
            if (!within || (y && !r->half)) cnf_some(l->f, -it.x[k], within ? y : -y, 0);
        }
        if (!y && lo == hi && !r->fails) cnf_1(l->f, it.x[lo - it.lo]);
        return true;
    }
    lit from = lo > it.lo ? it.x[lo - it.lo - 1] : 0, beyond = hi < it.hi ? it.x[hi - it.lo] : 0;
    if (r->fails) cnf_some(l->f, from ? -from : 0, beyond, 0);
    if (r->fails) return true;
    if (from) cnf_some(l->f, -y, from, 0);
    if (beyond) cnf_some(l->f, -y, -beyond, 0);
    if (y && !r->half) cnf_some(l->f, from ? -from : 0, beyond, y);
    return true;
}

static bool send_reified(struct lowering *l, const struct row *r)
{
    if (r->lo > r->hi) cnf_1(l->f, -r->iff);
    return r->lo > r->hi || (send_within(l, r, r->iff) && (r->half || send_outside(l, r, -r->iff)));
}

/* Sends a x + b y = c, its negation or its equivalence: a value of x determines the value of y.
 * first: x is the row's first integer. */
static void send_equal(struct lowering *l, const struct row *r, bool first)
{
    struct integer x = lowering_form(l, r->integer[!first], FORM_DIRECT);
    struct integer y = lowering_form(l, r->integer[first], FORM_DIRECT);
    int64_t a = r->w[!first], b = r->w[first];
    for (int k = 0; k < x.n; k++) {
        int64_t rest = r->lo - a * (x.lo + k), v = rest / b - y.lo;
        bool there = rest % b == 0 && v >= 0 && v < y.n;
        if (!r->fails) cnf_some(l->f, r->iff ? -r->iff : 0, -x.x[k], there ? y.x[v] : 0);
        if (there && first && (r->fails || (r->iff && !r->half))) cnf_some(l->f, r->iff, -x.x[k], -y.x[v]);
    }
}

bool lowering_linear(struct lowering *l, const struct row *r)
{
    if (two_of(l, r) == TWO_VALUES) {
        send_equal(l, r, true);
        if (!r->fails) send_equal(l, r, false);
        return true;
    }
    if (send_value(l, r)) return true;
    return r->iff ? send_reified(l, r) : r->fails ? send_outside(l, r, 0) : send_between(l, r);
}

/* ---- all-different, tables, connectivity, and integers themselves ---------------------------- */

static void send_to(struct lowering *l, const struct encoder *e, struct constraint *c)
{
    c->kind = e->kind;
    lowering_note(l, e);
    encoder_run((struct encoder_call){e, c, l->f});
}

struct valued {
    int64_t value; /* first, for number_compare */
    lit x;
};

/* Sends "at most one integer has this value", for each value but one. */
static bool send_different_except(struct lowering *l, const struct row *r)
{
    size_t all = 0, cap = 0;
    struct valued *v = NULL;
    bool ok = true;
    for (int i = 0; i < r->integers; i++) {
        struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
        for (int k = 0; k < it.n; k++) {
            const int64_t value = it.lo + k + (r->w ? r->w[i] : 0);
            if (value != r->lo) MEM_PUSH(v, all, cap, ((struct valued){value, it.x[k]}));
        }
    }
    if (all) qsort(v, all, sizeof *v, number_compare);
    for (size_t i = 0, j; i < all && ok; i = j) {
        SCOPED(lits) x = {0};
        for (j = i; j < all && v[j].value == v[i].value; j++) lits_push(&x, v[j].x);
        ok = lowering_sum(l, x.v, NULL, NULL, x.n, 0, 1);
    }
    mem_free(v);
    return ok;
}

bool lowering_alldiff(struct lowering *l, const struct row *r)
{
    const struct encoder *e = all_different_encoder(l);
    if (r->integers < 2) return true;
    if (r->hi) return send_different_except(l, r);
    OWNED struct integer *it = mem_new((size_t)r->integers, sizeof *it);
    SCOPED(lits) x = {0};
    for (int i = 0; i < r->integers; i++) {
        it[i] = lowering_form(l, r->integer[i], e->form);
        it[i].lo += r->w ? r->w[i] : 0;
        it[i].hi += r->w ? r->w[i] : 0;
        lits_add(&x, it[i].x, it[i].n);
    }
    send_to(l, e, &(struct constraint){.n = x.n, .x = x.v, .integer = it, .integers = r->integers});
    return true;
}

/* Each value of integer i implies one of the tuples that have it, or some tuple that allows any value there. */
static void send_supports(struct lowering *l, const struct row *r, const lit *tuple, int i)
{
    struct integer it = lowering_form(l, r->integer[i], FORM_DIRECT);
    OWNED struct lits *clause = mem_new((size_t)it.n, sizeof *clause);
    SCOPED(lits) any = {0};
    for (int k = 0; k < it.n; k++) lits_push(&clause[k], -it.x[k]);
    for (int64_t t = 0; t < r->hi; t++) {
        const int64_t v = r->w[t * r->integers + i];
        if (tuple[t]) lits_push(v == INT64_MIN ? &any : &clause[v - it.lo], tuple[t]);
    }
    const lit some = any.n > 1 ? cnf_var(l->f) : any.n ? any.v[0] : 0;
    if (any.n > 1) {
        cnf_means_any(l->f, some, any.v, any.n, 0, 1);
        lits_push(&any, -some);
        cnf_clause(l->f, any.v, any.n);
    }
    for (int k = 0; k < it.n; k++) {
        if (some) lits_push(&clause[k], some);
        cnf_clause(l->f, clause[k].v, clause[k].n);
        lits_release(&clause[k]);
    }
}

/* Whether each integer can have its value of the tuple. */
static bool tuple_is_possible(struct lowering *l, const struct row *r, const int64_t *v)
{
    for (int i = 0; i < r->integers; i++)
        if (v[i] != INT64_MIN && !lowering_value(l, r->integer[i], v[i])) return false;
    return true;
}

/* Sends a table. A tuple of two integers needs no variable: it is a pair of values. A longer tuple, and one
 * that allows any value, gets a variable. */
bool lowering_table(struct lowering *l, const struct row *r)
{
    OWNED lit *tuple = mem_new((size_t)r->hi, sizeof *tuple);
    SCOPED(lits) some = {0};
    bool any = false;
    for (int64_t k = 0; k < r->hi * r->integers; k++) any = any || r->w[k] == INT64_MIN;
    const bool named = any || r->integers > 2, pair = !named && r->integers == 2;
    for (int side = 0; side < (pair ? 2 : 1); side++) {
        some.n = 0;
        for (int64_t t = 0; t < r->hi; t++) {
            const int64_t *v = r->w + t * r->integers;
            const int at = pair ? !side : 0;
            tuple[t] = !tuple_is_possible(l, r, v) ? 0
                       : named                     ? cnf_var(l->f)
                                                   : lowering_value(l, r->integer[at], v[at]);
            if (tuple[t] && named) cnf_states(l->f, tuple[t]);
            for (int i = 0; tuple[t] && named && i < r->integers; i++)
                if (v[i] != INT64_MIN) cnf_2(l->f, -tuple[t], lowering_value(l, r->integer[i], v[i]));
            if (tuple[t]) lits_push(&some, tuple[t]);
        }
        if (pair) send_supports(l, r, tuple, side);
    }
    for (int i = 0; named && i < r->integers; i++) send_supports(l, r, tuple, i);
    if (!pair) cnf_clause(l->f, some.v, some.n);
    return true;
}

/* The most of x that the row, if it is a sum over just these, allows to be true; 0: it is another row. */
static int most_true(const struct row *sum, const lit *x, int n)
{
    const bool kind = sum->kind == ROW_CARD || sum->kind == ROW_PB || (sum->kind == ROW_LINEAR && !sum->integers);
    if (!kind || sum->n != n || sum->iff || sum->half || sum->fails || sum->hi < 1 || sum->hi >= n) return 0;
    if (memcmp(sum->x, x, (size_t)n * sizeof *x) != 0) return 0;
    for (int i = 0; i < n && sum->w; i++)
        if (sum->w[i] < 1) return 0;
    return (int)sum->hi;
}

/* Looks in the model, all of whose rows hold, for a root of the row, a vertex that must be true, and for the most
 * vertices that can be. */
static void find_depth(const struct lowering *l, const struct row *r, struct constraint *c)
{
    int most = 0;
    OWNED bool *unit = mem_new(2 * (size_t)model_vars(l->m) + 1, sizeof *unit);
    for (struct row other = {0}; model_next(l->m, &other);) {
        if (other.kind == ROW_CLAUSE && other.n == 1 && !other.half) unit[model_vars(l->m) + other.x[0]] = true;
        if (most_true(&other, r->x, r->n)) most = most_true(&other, r->x, r->n);
    }
    for (int i = 0; i < r->n && most && !c->root; i++) c->root = unit[model_vars(l->m) + r->x[i]] ? i + 1 : 0;
    if (c->root && most) c->depth = (int)max64(1, most - 1);
}

bool lowering_connected(struct lowering *l, const struct row *r)
{
    enum { LARGE = 1 << 20 }; /* edges times vertices; bench/results/integers.md */
    enum { SHALLOW = 12 };    /* steps; bench/results/puzzle-tools.md */
    const struct encoder *e = l->policy->by_kind[CONN].encoder;
    struct constraint c = {.kind = CONN, .n = r->n, .x = r->x, .edge = r->edge, .edges = r->edges};
    c.root = (int)r->lo;
    c.depth = r->hi < r->n - 1 ? (int)r->hi : 0; /* else it says nothing */
    const struct constraint stated = c;
    if (r->n < 2) return true;
    for (int i = 0; i < r->n && c.root; i++)
        if (i != c.root - 1) cnf_2(l->f, -r->x[i], r->x[c.root - 1]);
    if (!e && l->f->native >> CONN & 1) {
        if (!c.depth && l->m && !l->guarded && !r->half) find_depth(l, r, &c);
        if (!stated.depth && (l->policy->split || !c.depth || c.depth > SHALLOW)) return lowering_send(l, &stated);
    }
    if (!e) e = lower_auto_find((int64_t)r->edges * r->n <= LARGE && !c.root ? "conn_tree" : "conn_distance");
    send_to(l, e, &c);
    return true;
}

bool lowering_int(struct lowering *l, const struct row *r)
{
    struct integer it = model_integer(l->m, r->integer[0]);
    send_to(l, encoder_of_form(it.form), &(struct constraint){.n = it.n, .x = it.x, .integer = &it, .integers = 1});
    return true;
}
