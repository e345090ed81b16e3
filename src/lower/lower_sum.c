/* Sends one sum to a sink: unchanged if the sink takes its kind, as clauses if few suffice, else by
 * an encoder. */
#include "base/number.h"
#include "base/table.h"
#include "lower/lower_inside.h"

#include <string.h>

void lowering_release(struct lowering *l)
{
    normal_release(&l->t);
    lits_release(&l->scratch);
    groups_free(l->groups);
    for (int i = 0; i < SHAPES; i++) mem_free(l->shape[i].copied);
    lowering_integers_release(l);
}

/* ---- choosing an encoder --------------------------------------------------------------------- */

void lowering_note(struct lowering *l, const struct encoder *e)
{
    if (l->noted[e->kind] == e) return;
    l->noted[e->kind] = e;
    lower_used_note(&l->used, e);
}

/* Reports that the named encoder is of another kind, and returns false. */
static bool lower_sum_refuse(struct lowering *l, const struct constraint *c)
{
    static const char *const what[] = {"an at-most-one constraint", "a cardinality constraint",
                                       "a pseudo-Boolean constraint (literals that repeat weigh more)", "a parity"};
    const struct encoder *e = NULL;
    for (int k = 0; k < KINDS && !e; k++) e = l->policy->by_kind[k].encoder;
    return text_error(l->err, "This is %s, which the encoder %s does not take; choose another, or none.", what[c->kind],
                      e->name);
}

static size_t shape_bytes(const struct constraint *c)
{
    return (size_t)c->n * ((c->w ? sizeof *c->w : 0) + (c->group ? sizeof *c->group : 0));
}

static void *shape_copy(const struct constraint *c)
{
    char *copy = mem_new(shape_bytes(c) + 1, 1);
    const size_t weights = c->w ? (size_t)c->n * sizeof *c->w : 0;
    if (c->w) memcpy(copy, c->w, weights);
    if (c->group) memcpy(copy + weights, c->group, (size_t)c->n * sizeof *c->group);
    return copy;
}

/* Whether auto chooses the same for both, of which one has a copy of its weights and groups. */
static bool shape_equal(const struct shape *s, const struct constraint *c, const void *copy)
{
    const struct constraint *a = &s->c;
    return s->copied && a->kind == c->kind && a->n == c->n && a->lo == c->lo && a->hi == c->hi &&
           !a->block == !c->block && !a->group == !c->group && !memcmp(s->copied, copy, shape_bytes(c));
}

/* The choice of auto, made once for constraints of one shape. */
static struct choice lower_sum_shape(struct lowering *l, const struct constraint *c)
{
    void *copy = shape_copy(c);
    const int64_t key[] = {c->kind, c->n, c->lo, c->hi, (int64_t)table_hash(copy, shape_bytes(c))};
    struct shape *s = &l->shape[table_hash(key, sizeof key) % SHAPES];
    if (shape_equal(s, c, copy)) {
        mem_free(copy);
        return s->choice;
    }
    mem_free(s->copied);
    *s = (struct shape){*c, lower_auto_choose(c, l->squares, l->f), copy};
    return s->choice;
}

static struct choice lower_sum_auto(struct lowering *l, const struct constraint *c)
{
    struct lower_choices *kept = l->policy->choices;
    if (kept && kept->repeats) {
        assert(kept->at < kept->n && "both times the same constraints are lowered");
        return (struct choice){.encoder = kept->v[kept->at++]};
    }
    const struct choice choice = lower_sum_shape(l, c);
    if (kept) MEM_PUSH(kept->v, kept->n, kept->cap, choice.encoder);
    return choice;
}

/* Chooses the encoding. It has no encoder if each bound of a sum should be encoded separately. */
static bool lower_sum_choose(struct lowering *l, const struct constraint *c, struct encoding *chosen)
{
    *chosen = l->policy->by_kind[c->kind];
    if (!chosen->encoder && l->policy->named) return lower_sum_refuse(l, c);
    if (!chosen->encoder && l->linear && l->in_bits && c->kind == PB) chosen->encoder = lower_auto_find("pb_adder");
    if (!chosen->encoder) {
        const struct choice choice = lower_sum_auto(l, c);
        if (l->reasons && choice.encoder) lower_explain_add(l->reasons, c, &choice);
        chosen->encoder = choice.encoder;
        if (!chosen->encoder && c->kind != PB)
            return text_error(l->err,
                              "No %s encoding can express a constraint over %d literals; choose a smaller instance.",
                              encoder_kind(c->kind), c->n);
    }
    if (chosen->encoder) lowering_note(l, chosen->encoder);
    return true;
}

/* ---- sending constraints in normal form ------------------------------------------------------ */

static bool takes_native(const struct lowering *l, enum kind kind) { return l->f->native >> kind & 1; }

/* Returns the constraint for its encoder: of the named kind, and with groups. */
static struct constraint prepared(struct lowering *l, const struct constraint *c)
{
    struct constraint with = *c;
    const struct encoding *named = l->policy->named ? l->policy->by_kind : NULL;
    if (named && with.kind == AMO && !named[AMO].encoder) with.kind = CARD;
    if (named && with.kind == CARD && !named[CARD].encoder && named[PB].encoder) {
        with.kind = PB;
        with.w = l->t.w; /* of a sum of ones they are all 1 */
    }
    if (c->kind == PB && l->linear) {
        bool chain = false;
        l->group = mem_resize(l->group, (size_t)c->n, sizeof *l->group);
        if (lowering_integer_groups(l, c, l->group, NULL, &chain) && !chain) with.group = l->group;
    } else if (c->kind == PB && l->groups) {
        with.group = groups_find(l->groups, c);
    }
    return with;
}

static bool deliver(struct lowering *l, struct constraint *c, const struct encoding *e)
{
    c->tuning = e->tuning;
    if (l->reasons) return true;
    bool asked = !l->policy->by_kind[c->kind].encoder; /* by auto, when it chose */
    if (!asked && !encoder_fits(e->encoder, c, false, l->f, l->err)) return false;
    cnf_again(l->f, c); /* a row with two bounds can have two encodings */
    encoder_run((struct encoder_call){e->encoder, c, l->f});
    return true;
}

struct chains {
    lit *x;
    int64_t *w;
    int *group, n;
};

/* Removes the inputs whose weight alone exceeds the bound, and makes them false if `send`. Renumbers
 * the groups. */
static void drop_heavy(struct lowering *l, const struct constraint *c, struct chains *k, bool send)
{
    int *number = mem_new((size_t)c->n, sizeof *number), groups = 0, n = 0;
    for (int i = 0; i < c->n; i++) {
        if (k->w[i] > c->hi) {
            if (send) cnf_1(l->f, -c->x[i]);
            continue;
        }
        int *now = &number[k->group[i]];
        if (!*now) *now = ++groups;
        k->x[n] = c->x[i];
        k->group[n] = *now - 1;
        k->w[n++] = k->w[i];
    }
    k->n = n;
    mem_free(number);
}

bool lowering_chains(struct lowering *l, const struct constraint *c, bool send)
{
    struct encoding e = l->policy->by_kind[PB];
    if (!e.encoder) e.encoder = lower_auto_find("pb_gte");
    if (!e.encoder->chains || (c->lo > 0 && !e.encoder->both) || (c->kind != CARD && c->kind != PB)) return false;
    size_t n = (size_t)c->n;
    struct chains k = {mem_new(n, sizeof *k.x), mem_new(n, sizeof *k.w), mem_new(n, sizeof *k.group), 0};
    struct constraint with = *c;
    bool sent = false;
    cnf_work(l->f, c->n);
    if (lowering_integer_groups(l, c, k.group, k.w, &with.chain) && with.chain) {
        drop_heavy(l, c, &k, send);
        with.kind = PB;
        with.n = k.n;
        with.x = k.x;
        with.w = k.w;
        with.group = k.group;
        with.block = NULL;
        const bool holds = k.n == 1 && c->lo <= 0; /* the lightest literal of a chain is never too heavy */
        sent = holds || (l->policy->by_kind[PB].encoder ? encoder_fits(e.encoder, &with, false, l->f, l->err)
                                                        : lower_auto_affords(e.encoder, &with, l->squares, l->f));
        if (sent && send && !holds) {
            lowering_note(l, e.encoder);
            with.tuning = e.tuning;
            encoder_run((struct encoder_call){e.encoder, &with, l->f});
        }
    }
    MEM_FREE(k.x, k.w, k.group);
    return sent;
}

bool lowering_send(struct lowering *l, const struct constraint *c)
{
    if (takes_native(l, c->kind)) {
        l->used.natives |= 1u << c->kind;
        cnf_native(l->f, c);
        return true;
    }
    if (l->linear && lowering_chains(l, c, true)) return true;
    struct encoding e;
    struct constraint with = prepared(l, c);
    return lower_sum_choose(l, &with, &e) && deliver(l, &with, &e);
}

static const lit *negated(struct lowering *l, const lit *x, int n)
{
    l->scratch.n = 0;
    for (int i = 0; i < n; i++) lits_push(&l->scratch, -x[i]);
    return l->scratch.v;
}

/* Sends one bound or both; an encoder may take one side only. Without a named encoder, auto chooses
 * for an at-most or for both sides together. An at-least is negated if that may give groups. */
static bool send_sides(struct lowering *l, const struct constraint *c, int64_t total)
{
    if (takes_native(l, c->kind)) return lowering_send(l, c);
    if (l->linear && lowering_chains(l, c, true)) return true;
    struct encoding e;
    struct constraint with = prepared(l, c), side = *c;
    bool low = c->lo > 0, high = c->hi < total, open = c->kind == PB && !l->policy->by_kind[PB].encoder;
    bool turned = c->kind == PB && l->groups && !with.group && !high;
    if ((high || !open) && !turned) {
        if (!lower_sum_choose(l, &with, &e)) return false;
        if (e.encoder && (e.encoder->both || !low)) return deliver(l, &with, &e);
    }
    if (low && high && l->unsent) {
        *l->unsent = true;
        return true;
    }
    if (high) {
        side.lo = 0;
        if (!lowering_send(l, &side)) return false;
    }
    if (low) {
        side.x = negated(l, c->x, c->n);
        side.lo = 0;
        side.hi = total - c->lo;
        if (!lowering_send(l, &side)) return false;
    }
    return true;
}

static bool send_amo(struct lowering *l, const lit *x, int n, const int *block)
{
    if (n < 2) return true;
    struct constraint c = {.kind = AMO, .n = n, .x = x, .lo = 0, .hi = 1, .block = block};
    return lowering_send(l, &c);
}

/* Sends a sum in normal form that is neither true nor false. Uses clauses and at-most-ones if they
 * suffice. */
static bool send_normal(struct lowering *l, enum kind kind)
{
    struct normal *t = &l->t;
    const lit *x = t->x.v;
    int n = t->x.n;
    int64_t total = (int64_t)t->total, least = 1, second = 1;
    struct constraint c = {.kind = kind,
                           .n = n,
                           .x = x,
                           .w = kind == PB ? t->w : NULL,
                           .lo = (int64_t)t->lo,
                           .hi = (int64_t)t->hi,
                           .block = t->has_block ? t->block : NULL};
    if (takes_native(l, kind) && (kind == PB || (c.lo > 0 && !(c.lo == 1 && c.hi >= n)))) return lowering_send(l, &c);
    if (kind == PB) least = second = INT64_MAX;
    for (int i = 0; i < n && kind == PB; i++) {
        second = min64(second, max64(least, t->w[i]));
        least = min64(least, t->w[i]);
    }
    if (c.lo > 0 && least >= c.lo) { /* any one suffices */
        cnf_clause(l->f, x, n);
        c.lo = 0;
    }
    if (c.hi < total && total - least <= c.hi) { /* any one missing suffices */
        cnf_clause(l->f, negated(l, x, n), n);
        c.hi = total;
    }
    bool pairs = n > 1 && (kind == CARD || !l->policy->named); /* else its encoder gets the weights */
    if (c.hi < total && pairs && second > c.hi - least) {      /* no two together */
        if (!send_amo(l, x, n, c.block)) return false;
        c.hi = total;
    }
    if (c.lo > 0 && pairs && second > total - c.lo - least) { /* no two missing */
        if (!send_amo(l, negated(l, x, n), n, c.block)) return false;
        c.lo = 0;
    }
    return (c.lo <= 0 && c.hi >= total) || send_sides(l, &c, total);
}

bool lowering_sum(struct lowering *l, const lit *x, const int64_t *w, const int *block, int n, int64_t lo, int64_t hi)
{
    struct normal *t = &l->t;
    cnf_work(l->f, n);
    if (l->f->truncated) return true;
    switch (normal_sum(t, l->f, x, w, block, n, lo, hi)) {
    case NORMAL_TRUE:
        return true;
    case NORMAL_FALSE:
        cnf_clause(l->f, NULL, 0);
        return true;
    case NORMAL_ONES:
        return send_normal(l, CARD);
    case NORMAL_WEIGHTS:
        return send_normal(l, PB);
    }
    assert(!"terms come to something");
    return false;
}
