#include "lower.h"
#include "residue.h"

#include <string.h>

/* One row on its way into normal form: terms with positive weights over distinct variables. */
struct terms {
    struct lits x;
    int64_t *w;
    int *block;
    size_t w_cap, block_cap;
    bool has_block;
    int64_t total;
    __int128 lo, hi;
};

struct lowering {
    const struct policy *policy;
    struct cnf *f;         /* where clauses go: the sink or a guard around it */
    struct text *err;
    struct terms t;
    int *place;            /* by variable: 1 + its place in t, or 0 */
    int place_n;
    struct lits scratch;
    /* The last automatic choice by kind, for rows of the same shape. */
    struct { int n; int64_t lo, hi; bool block; const struct encoder *encoder; struct tuning tuning; } last[KINDS];
    unsigned natives;      /* kinds that the sink took as they are */
    uint64_t used[KINDS];  /* bit i: encoders[i] was used */
};

static void lowering_release(struct lowering *l)
{
    lits_release(&l->t.x);
    lits_release(&l->scratch);
    mem_free(l->t.w);
    mem_free(l->t.block);
    mem_free(l->place);
}

/* ---- choosing an encoder --------------------------------------------------------------------------- */

static void send_native(struct lowering *l, const struct constraint *c)
{
    l->natives |= 1u << c->kind;
    cnf_native(l->f, c);
}

static bool feasible(const struct encoder *e, const struct tuning *t, const struct constraint *c, struct text *err)
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
        bool can = feasible(e, t, &side, &why);
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
            if (feasible(e, &(struct tuning){0}, &side, &why)) found = e;
        }
    text_release(&why);
    return found;
}

/* The smallest among those that serve best. */
static const struct encoder *smallest(const struct constraint *c, struct tuning *tuning)
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

static void note_used(struct lowering *l, const struct encoder *e)
{
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
            l->last[c->kind].encoder = smallest(c, &l->last[c->kind].tuning);
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
    if (!choose(l, c, &e) || !feasible(e.encoder, &e.tuning, c, l->err)) return false;
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

/* ---- normal form ------------------------------------------------------------------------------------- */

static void place_room(struct lowering *l, const lit *x, int n)
{
    int most = l->f->vars;
    for (int i = 0; i < n; i++)
        if (lit_var(x[i]) > most) most = lit_var(x[i]);
    if (most < l->place_n) return;
    l->place = mem_resize(l->place, (size_t)most + 1, sizeof *l->place);
    memset(l->place + l->place_n, 0, (size_t)(most + 1 - l->place_n) * sizeof *l->place);
    l->place_n = most + 1;
}

static void term_add(struct lowering *l, lit x, int64_t w, const int *block)
{
    struct terms *t = &l->t;
    int v = lit_var(x), at = l->place[v];
    if (x < 0) { /* w (1 - v) */
        t->lo -= w;
        t->hi -= w;
        w = -w;
    }
    if (at) {
        t->w[at - 1] += w;
        return;
    }
    int n = t->x.n, k = n;
    MEM_PUSH(t->w, n, t->w_cap, w);
    MEM_PUSH(t->block, k, t->block_cap, block ? *block : 0);
    lits_push(&t->x, v);
    l->place[v] = t->x.n;
}

static void terms_keep(struct terms *t, int to, int from)
{
    t->x.v[to] = t->x.v[from];
    t->w[to] = t->w[from];
    t->block[to] = t->block[from];
}

/* Positive weights: -w v = w (1 - v) - w. */
static void terms_positive(struct lowering *l)
{
    struct terms *t = &l->t;
    int n = 0;
    t->total = 0;
    for (int i = 0; i < t->x.n; i++) {
        l->place[t->x.v[i]] = 0;
        if (t->w[i] < 0) {
            t->lo -= t->w[i];
            t->hi -= t->w[i];
            t->w[i] = -t->w[i];
            t->x.v[i] = -t->x.v[i];
        }
        if (!t->w[i]) continue;
        t->total += t->w[i];
        terms_keep(t, n++, i);
    }
    t->x.n = n;
}

/* Literals that alone would break a bound are fixed by unit clauses and leave. */
static void terms_fix(struct lowering *l)
{
    struct terms *t = &l->t;
    for (bool again = true; again && t->lo <= t->hi;) {
        again = false;
        int n = 0;
        for (int i = 0; i < t->x.n; i++) {
            bool off = t->hi < t->total && t->w[i] > t->hi, on = t->lo > 0 && t->w[i] > t->total - t->lo;
            if (t->hi >= 0 && t->lo <= t->total && (off || on)) {
                cnf_1(l->f, off ? -t->x.v[i] : t->x.v[i]);
                t->total -= t->w[i];
                if (!off) {
                    t->lo -= t->w[i];
                    t->hi -= t->w[i];
                }
                again = true;
                /* An x that is both forced on and off leaves bounds that clash below. */
            } else {
                terms_keep(t, n++, i);
            }
        }
        t->x.n = n;
    }
}

static __int128 divide_up(__int128 a, int64_t b) { return a > 0 ? (a + b - 1) / b : -(-a / b); }
static __int128 divide_down(__int128 a, int64_t b) { return -divide_up(-a, b); }

static void terms_divide(struct terms *t)
{
    int64_t g = 0;
    for (int i = 0; i < t->x.n && g != 1; i++) g = gcd64(g, t->w[i]);
    if (g <= 1) return;
    for (int i = 0; i < t->x.n; i++) t->w[i] /= g;
    t->total /= g;
    t->lo = divide_up(t->lo, g);
    t->hi = divide_down(t->hi, g);
}

static void terms_clash(struct terms *t)
{
    t->lo = 1;
    t->hi = 0;
}

/* Literals that residues decide leave, too. Has any? */
static bool terms_residue(struct lowering *l)
{
    struct terms *t = &l->t;
    if (t->lo <= 0 || t->hi >= t->total || t->lo > t->hi || t->total == t->x.n) return false;
    signed char *value = mem_new((size_t)t->x.n, sizeof *value);
    int n = 0, all = t->x.n;
    if (!residue_fix(t->w, all, (int64_t)t->lo, (int64_t)t->hi, value)) {
        terms_clash(t);
    } else {
        for (int i = 0; i < all; i++) {
            if (value[i] < 0) {
                terms_keep(t, n++, i);
                continue;
            }
            cnf_1(l->f, value[i] ? t->x.v[i] : -t->x.v[i]);
            t->total -= t->w[i];
            t->lo -= value[i] ? t->w[i] : 0;
            t->hi -= value[i] ? t->w[i] : 0;
        }
        t->x.n = n;
    }
    mem_free(value);
    return t->lo <= t->hi && n < all;
}

static bool send_sum(struct lowering *l, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi)
{
    struct terms *t = &l->t;
    t->x.n = 0;
    t->has_block = block;
    t->lo = lo;
    t->hi = hi;
    place_room(l, x, n);
    for (int i = 0; i < n; i++) term_add(l, x[i], w ? w[i] : 1, block ? &block[i] : NULL);
    terms_positive(l);
    do {
        terms_fix(l);
        terms_divide(t);
    } while (terms_residue(l));
    if (t->lo > t->hi || t->lo > t->total || t->hi < 0) {
        cnf_clause(l->f, NULL, 0);
        return true;
    }
    int64_t low = t->lo > 0 ? (int64_t)t->lo : 0, high = t->hi < t->total ? (int64_t)t->hi : t->total;
    if (low <= 0 && high >= t->total) return true;
    bool ones = true;
    for (int i = 0; i < t->x.n && ones; i++) ones = t->w[i] == 1;
    return ones ? send_card(l, low, high) : send_pb(l, low, high);
}

static bool send_xor(struct lowering *l, const lit *x, int n, int parity)
{
    struct lits *y = &l->t.x;
    y->n = 0;
    place_room(l, x, n);
    for (int i = 0; i < n; i++) {
        int v = lit_var(x[i]), at = l->place[v];
        parity ^= x[i] < 0;
        if (!at) {
            lits_push(y, v);
            l->place[v] = y->n;
        } else { /* a pair cancels: the last moves to its place */
            lit last = y->v[--y->n];
            y->v[at - 1] = last;
            l->place[last] = at;
            l->place[v] = 0;
        }
    }
    for (int i = 0; i < y->n; i++) l->place[y->v[i]] = 0;
    if (!y->n) {
        if (parity) cnf_clause(l->f, NULL, 0);
        return true;
    }
    struct constraint c = {.kind = XOR, .n = y->n, .x = y->v, .lo = parity, .hi = parity};
    if (y->n == 1) {
        cnf_1(l->f, parity ? y->v[0] : -y->v[0]);
        return true;
    }
    if (l->f->native >> XOR & 1) {
        send_native(l, &c);
        return true;
    }
    return encode(l, &c);
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
    if (!feasible(e, &tuning, &c, l->err)) return false;
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
    case ROW_CARD:
    case ROW_PB: return send_sum(l, r->x, r->w, r->block, r->n, r->lo, r->hi);
    case ROW_XOR: return send_xor(l, r->x, r->n, (int)r->lo);
    case ROW_COUNT: return send_counter(l, r);
    }
    assert(!"a row has a kind");
    return false;
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
            cnf_guard_begin(&guard, f, guards[r.rule]);
            l->f = &guard.cnf;
            ok = send_row(l, &r);
            cnf_guard_end(&guard);
        } else {
            ok = send_row(l, &r);
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
    bool ok = feasible(e, &tuning, &c, err);
    for (int i = 0; !ok && !p->by_kind[c.kind].encoder && encoders[i]; i++) { /* auto: the first that can */
        if (encoders[i]->kind != c.kind || !encoders[i]->count || encoders[i]->monotone != e->monotone) continue;
        ok = feasible(encoders[i], &tuning, &c, err);
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
    if (!feasible(e, &tuning, &c, err)) {
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
    if (ok && o && most < INT64_MAX) ok = send_sum(&l, o->x, o->w, o->block, o->n, 0, most);
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
