#include "lower.h"

#include "choice.h"
#include "terms.h"

#include <string.h>

struct lowering {
    const struct policy *policy;
    struct cnf *f;         /* where clauses go: the sink or a guard around it */
    struct text *err;
    struct terms t;
    struct lits scratch;
    /* The last automatic choice by kind, for rows of the same shape. */
    struct { int n; int64_t lo, hi; bool block; const struct encoder *encoder; struct tuning tuning; } last[KINDS];
    unsigned natives;      /* kinds that the sink took as they are */
    uint64_t used[KINDS];  /* bit i: encoders[i] was used */
    const struct encoder *noted[KINDS]; /* the last of them */
};

static void lowering_release(struct lowering *l)
{
    terms_release(&l->t);
    lits_release(&l->scratch);
}

/* ---- choosing an encoder --------------------------------------------------------------------------- */

static void send_native(struct lowering *l, const struct constraint *c)
{
    l->natives |= 1u << c->kind;
    cnf_native(l->f, c);
}

static void note_used(struct lowering *l, const struct encoder *e)
{
    if (l->noted[e->kind] == e) return;
    l->noted[e->kind] = e;
    for (int i = 0; encoders[i]; i++)
        if (encoders[i] == e) l->used[e->kind] |= (uint64_t)1 << i;
}

static bool choose(struct lowering *l, const struct constraint *c, struct encoding *chosen)
{
    *chosen = l->policy->by_kind[c->kind];
    if (!chosen->encoder) {
        bool known = l->last[c->kind].encoder && c->kind != PB && l->last[c->kind].n == c->n &&
                     l->last[c->kind].lo == c->lo && l->last[c->kind].hi == c->hi &&
                     l->last[c->kind].block == !!c->block;
        if (!known) {
            l->last[c->kind].encoder = encoder_choose(c, &l->last[c->kind].tuning);
            l->last[c->kind].n = c->n;
            l->last[c->kind].lo = c->lo;
            l->last[c->kind].hi = c->hi;
            l->last[c->kind].block = !!c->block;
        }
        chosen->encoder = l->last[c->kind].encoder;
        chosen->tuning = l->last[c->kind].tuning;
        if (!chosen->encoder)
            return text_error(l->err, "No %s encoding can express a constraint over %d literals; choose a smaller instance.",
                              kind_name(c->kind), c->n);
    }
    note_used(l, chosen->encoder);
    return true;
}

/* ---- sending constraints in normal form -------------------------------------------------------------- */

static void count_size(struct cnf *f, struct size size)
{
    if (size.vars > INT32_MAX - f->vars) cnf_overflow();
    f->vars += (int)size.vars;
    f->made.vars += size.vars;
    f->made.clauses += size.clauses;
    f->made.literals += size.literals;
}

static bool encode(struct lowering *l, const struct constraint *c)
{
    struct encoding e;
    if (!choose(l, c, &e) || !encoder_feasible(e.encoder, &e.tuning, c, l->err)) return false;
    if (!l->f->put && e.encoder->size)
        count_size(l->f, e.encoder->size(c, &e.tuning)); /* a counter needs no clauses where a formula is exact */
    else
        e.encoder->encode(c, &e.tuning, l->f);
    return true;
}

static const lit *negated(struct lowering *l, const lit *x, int n)
{
    l->scratch.n = 0;
    for (int i = 0; i < n; i++) lits_push(&l->scratch, -x[i]);
    return l->scratch.v;
}

/* At most hi, at least lo, or both, by an encoder that may know one side only. */
static bool encode_sides(struct lowering *l, const struct constraint *c, int64_t total)
{
    struct encoding e;
    if (!choose(l, c, &e)) return false;
    bool low = c->lo > 0, high = c->hi < total;
    if (e.encoder->both) return encode(l, c);
    struct constraint side = *c;
    if (high) {
        side.lo = 0;
        if (!encode(l, &side)) return false;
    }
    if (low) {
        side.x = negated(l, c->x, c->n);
        side.lo = 0;
        side.hi = total - c->lo;
        if (!encode(l, &side)) return false;
    }
    return true;
}

static void clause_negated(struct lowering *l, const lit *x, int n) { cnf_clause(l->f, negated(l, x, n), n); }

/* At most one, which may be pairwise anyway. */
static bool send_amo(struct lowering *l, const lit *x, int n, const int *block)
{
    if (n < 2) return true;
    struct constraint c = {.kind = AMO, .n = n, .x = x, .lo = 0, .hi = 1, .block = block};
    if (l->f->native >> AMO & 1) {
        send_native(l, &c);
        return true;
    }
    return encode(l, &c);
}

static bool send_card(struct lowering *l, int64_t lo, int64_t hi)
{
    struct terms *t = &l->t;
    int n = t->x.n;
    const lit *x = t->x.v;
    const int *block = t->has_block ? t->block : NULL;
    if (lo > 0 && l->f->native >> CARD & 1 && !(lo == 1 && hi >= n)) {
        struct constraint c = {.kind = CARD, .n = n, .x = x, .lo = lo, .hi = hi, .block = block};
        send_native(l, &c);
        return true;
    }
    if (lo == 1) {
        cnf_clause(l->f, x, n);
        lo = 0;
    }
    if (hi == n - 1) {
        clause_negated(l, x, n);
        hi = n;
    }
    if (hi == 1 && n > 1) {
        if (!send_amo(l, x, n, block)) return false;
        hi = n;
    }
    if (lo == n - 1 && n > 1) {
        struct lits other = {0};
        for (int i = 0; i < n; i++) lits_push(&other, -x[i]);
        bool ok = send_amo(l, other.v, n, block);
        lits_release(&other);
        if (!ok) return false;
        lo = 0;
    }
    if (lo <= 0 && hi >= n) return true;
    struct constraint c = {.kind = CARD, .n = n, .x = x, .lo = lo, .hi = hi, .block = block};
    if (l->f->native >> CARD & 1) {
        send_native(l, &c);
        return true;
    }
    return encode_sides(l, &c, n);
}

static bool send_pb(struct lowering *l, int64_t lo, int64_t hi)
{
    struct terms *t = &l->t;
    int n = t->x.n;
    struct constraint c = {.kind = PB, .n = n, .x = t->x.v, .w = t->w, .lo = lo, .hi = hi,
                           .block = t->has_block ? t->block : NULL};
    if (l->f->native >> PB & 1) {
        send_native(l, &c);
        return true;
    }
    int64_t least = INT64_MAX, second = INT64_MAX;
    for (int i = 0; i < n; i++) {
        if (t->w[i] < least) {
            second = least;
            least = t->w[i];
        } else if (t->w[i] < second)
            second = t->w[i];
    }
    if (lo > 0 && least >= lo) { /* any one suffices */
        cnf_clause(l->f, t->x.v, n);
        c.lo = 0;
    }
    if (c.hi < t->total && t->total - least <= c.hi) { /* any one missing suffices */
        clause_negated(l, t->x.v, n);
        c.hi = t->total;
    }
    if (c.hi < t->total && n > 1 && second > c.hi - least) { /* no two together */
        if (!send_amo(l, t->x.v, n, c.block)) return false;
        c.hi = t->total;
    }
    return (c.lo <= 0 && c.hi >= t->total) || encode_sides(l, &c, t->total);
}

/* ---- rows ------------------------------------------------------------------------------------------------ */

static bool send_sum(struct lowering *l, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi)
{
    struct terms *t = &l->t;
    switch (terms_sum(t, l->f, x, w, block, n, lo, hi)) {
    case TERMS_TRUE: return true;
    case TERMS_FALSE: cnf_clause(l->f, NULL, 0); return true;
    case TERMS_ONES: return send_card(l, (int64_t)t->lo, (int64_t)t->hi);
    case TERMS_WEIGHTS: return send_pb(l, (int64_t)t->lo, (int64_t)t->hi);
    }
    assert(!"terms come to something");
    return false;
}

/* Does no variable occur twice, as they rise? A short way to normal form for what is in it already, as most rows are. */
static bool rising(const lit *x, int n)
{
    for (int i = 1; i < n; i++)
        if (lit_var(x[i]) <= lit_var(x[i - 1])) return false;
    return true;
}

static bool all_positive(const lit *x, int n)
{
    lit all = 0;
    for (int i = 0; i < n; i++) all |= x[i];
    return all >= 0;
}

static bool send_plain_xor(struct lowering *l, const struct constraint *c)
{
    if (!(l->f->native >> XOR & 1)) return encode(l, c);
    send_native(l, c);
    return true;
}

static bool send_xor(struct lowering *l, const lit *x, int n, int parity)
{
    if (!rising(x, n) || !all_positive(x, n)) {
        terms_xor(&l->t, x, n, &parity);
        x = l->t.x.v;
        n = l->t.x.n;
    }
    struct constraint c = {.kind = XOR, .n = n, .x = x, .lo = parity, .hi = parity};
    if (!n) {
        if (parity) cnf_clause(l->f, NULL, 0);
        return true;
    }
    if (n == 1) {
        cnf_1(l->f, parity ? x[0] : -x[0]);
        return true;
    }
    return send_plain_xor(l, &c);
}

/* ---- counters ---------------------------------------------------------------------------------------- */

/* The encoder for a counter: the user's if it counts; for auto the one that measured best, which uses the natural
 * partition. NULL: re-encode. */
static const struct encoder *counter_for(const struct policy *p, enum kind kind, bool must)
{
    const struct encoder *e = p->by_kind[kind].encoder, *first = NULL;
    if (e && (e->count || !must)) return e->count ? e : NULL;
    const char *favourite = kind == PB ? "pb_gte" : "card_blocks";
    for (int i = 0; encoders[i]; i++) {
        if (encoders[i]->kind != kind || !encoders[i]->count) continue;
        if (!strcmp(encoders[i]->name, favourite)) return encoders[i];
        if (!first) first = encoders[i];
    }
    return first;
}

static bool send_counter(struct lowering *l, const struct row *r)
{
    const lit *y = r->x + r->n;
    int max = (int)r->lo;
    if (!max) return true;
    if (l->f->put_count) {
        l->f->put_count(l->f, r->x, r->n, y, max);
        return true;
    }
    if (r->n == 1) {
        cnf_2(l->f, -y[0], r->x[0]);
        cnf_2(l->f, y[0], -r->x[0]);
        return true;
    }
    const struct encoder *e = counter_for(l->policy, CARD, true);
    assert(e && "some cardinality encoding counts");
    struct tuning tuning = e == l->policy->by_kind[CARD].encoder ? l->policy->by_kind[CARD].tuning : (struct tuning){0};
    struct constraint c = {.kind = CARD, .n = r->n, .x = r->x, .lo = 0, .hi = max, .block = r->block};
    if (!encoder_feasible(e, &tuning, &c, l->err)) return false;
    struct outputs out = {0};
    e->count(&c, &tuning, (enum direction)r->hi, l->f, &out);
    assert(out.n == max && "a counter has an output for every value");
    for (int j = 0; j < max; j++) {
        if (r->hi == COUNT_BOTH) cnf_2(l->f, -y[j], out.v[j].y);
        cnf_2(l->f, y[j], -out.v[j].y);
    }
    outputs_release(&out);
    note_used(l, e);
    return true;
}

/* ---- the public side ----------------------------------------------------------------------------------- */

static bool send_row(struct lowering *l, const struct row *r)
{
    switch (r->kind) {
    case ROW_CLAUSE:
        if (!rising(r->x, r->n)) return send_sum(l, r->x, r->w, r->block, r->n, r->lo, r->hi);
        cnf_clause(l->f, r->x, r->n);
        return true;
    case ROW_CARD:
    case ROW_PB: return send_sum(l, r->x, r->w, r->block, r->n, r->lo, r->hi);
    case ROW_XOR: return send_xor(l, r->x, r->n, (int)r->lo);
    case ROW_COUNT: return send_counter(l, r);
    }
    assert(!"a row has a kind");
    return false;
}

static void next_literals(lit *x, int n)
{
    for (int i = 0; i < n; i++) x[i] += lit_sign(x[i]);
}

/* A row that stands for several, in normal form as the first is. A counter counts one. */
static bool send_again(struct lowering *l, const struct row *r)
{
    struct cnf *f = l->f;
    const struct size before = f->made;
    const int64_t natives = f->natives;
    if (!f->put) {
        if (!send_row(l, r)) return false;
        int64_t more = r->times - 1;
        f->natives += more * (f->natives - natives);
        count_size(f, (struct size){.vars = more * (f->made.vars - before.vars),
                                    .clauses = more * (f->made.clauses - before.clauses),
                                    .literals = more * (f->made.literals - before.literals)});
        return true;
    }
    struct lits x = {0};
    bool ok = true, plain = r->n > 1 && rising(r->x, r->n) && (r->kind == ROW_CLAUSE || all_positive(r->x, r->n));
    for (int i = 0; i < r->n; i++) lits_push(&x, r->x[i]);
    struct row row = *r;
    struct constraint c = {.kind = XOR, .n = r->n, .x = row.x = x.v, .lo = r->lo, .hi = r->lo};
    for (int left = r->times; ok && left; left--, next_literals(x.v, x.n))
        if (!plain)
            ok = send_row(l, &row);
        else if (r->kind == ROW_CLAUSE)
            cnf_clause(f, x.v, x.n);
        else
            ok = send_plain_xor(l, &c);
    lits_release(&x);
    return ok;
}

static bool send_model(struct lowering *l, const struct model *m, const lit *guards, struct cnf *f)
{
    if (f->vars < model_vars(m)) f->vars = model_vars(m);
    bool ok = true;
    for (int i = 0; i < model_rows(m) && ok; i++) {
        struct row r = model_row(m, i);
        struct cnf_guard guard;
        l->f = f;
        if (guards && guards[r.rule] && r.kind != ROW_COUNT) { /* a definition excludes nothing */
            assert(r.times == 1 && "a short model has no names");
            cnf_guard_begin(&guard, f, guards[r.rule]);
            l->f = &guard.cnf; /* until the next row */ // cppcheck-suppress autoVariables
            ok = send_row(l, &r);
            cnf_guard_end(&guard);
        } else {
            ok = r.times > 1 ? send_again(l, &r) : send_row(l, &r);
        }
    }
    return ok;
}

bool lower_model(const struct model *m, const struct policy *p, const lit *guards, struct cnf *f, struct text *err)
{
    struct lowering l = {.policy = p, .err = err, .f = f};
    bool ok = send_model(&l, m, guards, f);
    lowering_release(&l);
    return ok;
}

bool lower_sum(const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi, const struct policy *p,
               struct cnf *f, struct text *err)
{
    struct lowering l = {.policy = p, .err = err, .f = f};
    bool ok = send_sum(&l, x, w, block, n, lo, hi);
    lowering_release(&l);
    return ok;
}

bool lower_objective(const struct model *m, const struct policy *p, int64_t lo, int64_t hi, struct cnf *f,
                     struct outputs *out, struct text *err)
{
    const struct objective *o = model_objective(m);
    assert(o && "the model has an objective");
    text_clear(err);
    struct constraint c = {.kind = o->w ? PB : CARD, .n = o->n, .x = o->x, .w = o->w, .lo = lo < 0 ? 0 : lo, .hi = hi,
                           .block = o->block};
    if (c.lo >= c.hi || !o->n) return true;
    if (o->n == 1) {
        outputs_push(out, o->x[0], o->w ? o->w[0] : 1);
        return true;
    }
    const struct encoder *e = counter_for(p, c.kind, false);
    if (!e) return false;
    struct tuning tuning = e == p->by_kind[c.kind].encoder ? p->by_kind[c.kind].tuning : (struct tuning){0};
    lit *x = mem_new((size_t)o->n, sizeof *x);
    int64_t *w = o->w ? mem_new((size_t)o->n, sizeof *w) : NULL;
    memcpy(x, o->x, (size_t)o->n * sizeof *x);
    if (w) memcpy(w, o->w, (size_t)o->n * sizeof *w);
    if (order_inputs(p->order, p->seed, o->n, x, w)) {
        c.x = x;
        c.w = w;
        c.block = NULL;
    }
    bool ok = encoder_feasible(e, &tuning, &c, err);
    for (int i = 0; !ok && !p->by_kind[c.kind].encoder && encoders[i]; i++) { /* auto: the first that can */
        if (encoders[i]->kind != c.kind || !encoders[i]->count || encoders[i]->monotone != e->monotone) continue;
        ok = encoder_feasible(encoders[i], &tuning, &c, err);
        if (ok) e = encoders[i];
    }
    if (ok) e->count(&c, &tuning, COUNT_UP, f, out);
    mem_free(x);
    mem_free(w);
    return ok;
}

bool lower_count(const lit *x, int n, const struct policy *p, struct cnf *f, struct outputs *out, struct text *err)
{
    const struct encoder *e = counter_for(p, CARD, true);
    struct tuning tuning = e == p->by_kind[CARD].encoder ? p->by_kind[CARD].tuning : (struct tuning){0};
    struct constraint c = {.kind = CARD, .n = n, .x = x, .lo = 0, .hi = n};
    if (!encoder_feasible(e, &tuning, &c, err)) {
        if (e != p->by_kind[c.kind].encoder) text_clear(err); /* auto: bounds are encoded one by one */
        return false;
    }
    e->count(&c, &tuning, COUNT_UP, f, out);
    return true;
}

const struct encoder *lower_counter(const struct model *m, const struct policy *p)
{
    const struct objective *o = model_objective(m);
    return counter_for(p, o && o->w ? PB : CARD, false);
}

bool lower_monotone(const struct model *m, const struct policy *p)
{
    const struct encoder *e = lower_counter(m, p);
    return e && e->monotone;
}

bool lower_bounded(const struct model *m, const struct policy *p, int64_t most, struct cnf *f, struct text used[KINDS],
                   struct text *err)
{
    const struct objective *o = model_objective(m);
    struct lowering l = {.policy = p, .err = err, .f = f};
    bool ok = send_model(&l, m, NULL, f);
    l.f = f;
    if (ok && o && most < INT64_MAX && !o->bounded) ok = send_sum(&l, o->x, o->w, o->block, o->n, 0, most);
    for (int k = 0; k < KINDS && used; k++) {
        for (int i = 0; encoders[i]; i++)
            if (l.used[k] >> i & 1) text_add(&used[k], "%s%s", used[k].n ? "+" : "", encoder_short(encoders[i]));
        if (l.natives >> k & 1) text_add(&used[k], "%snative", used[k].n ? "+" : "");
        if (!used[k].n) text_put(&used[k], "none");
    }
    lowering_release(&l);
    return ok;
}

void lower_describe(const struct model *m, const struct policy *p, struct text out[KINDS])
{
    struct text err = {0};
    struct cnf counter = cnf_counter(model_vars(m));
    lower_bounded(m, p, INT64_MAX, &counter, out, &err);
    text_release(&err);
}
