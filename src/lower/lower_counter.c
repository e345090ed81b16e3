/* Incremental encodings of rows, objectives and cores. Orders of their inputs and of variables. */
#include "base/random.h"
#include "lower/lower_inside.h"

/* ---- orders ---------------------------------------------------------------------------------- */

/* Shuffles v (Fisher and Yates). */
static void shuffle(int *v, int n, int seed)
{
    struct random r = {.state = (uint64_t)seed};
    for (int i = n - 1; i > 0; i--) {
        int k = random_below(&r, i + 1), swap = v[i];
        v[i] = v[k];
        v[k] = swap;
    }
}

/* Groups keep the order in which they came first. */
static void group(const struct model *m, int *place)
{
    int n = model_vars(m), next = 1;
    OWNED bool *done = mem_new((size_t)n + 1, sizeof *done);
    for (int v = 1; v <= n; v++) {
        if (done[v]) continue;
        for (int u = v; u <= n; u++) {
            if (done[u] || model_group_of(m, u) != model_group_of(m, v)) continue;
            done[u] = true;
            place[u] = next++;
        }
    }
}

int *lower_order_variables(enum order o, int seed, const struct model *m)
{
    int n = model_vars(m);
    if (o == ORDER_MODEL) return NULL;
    int *place = mem_new((size_t)n + 1, sizeof *place);
    for (int v = 1; v <= n; v++) place[v] = o == ORDER_REVERSED ? n + 1 - v : v;
    if (o == ORDER_RANDOM) shuffle(place + 1, n, seed);
    if (o == ORDER_GROUPED) group(m, place);
    return place;
}

bool lower_order_inputs(enum order o, int seed, int n, const lit *x, const int64_t *w, lit *to, int64_t *to_w)
{
    if (o != ORDER_REVERSED && o != ORDER_RANDOM) return false;
    OWNED int *from = mem_new((size_t)n, sizeof *from);
    for (int i = 0; i < n; i++) from[i] = o == ORDER_REVERSED ? n - 1 - i : i;
    if (o == ORDER_RANDOM) shuffle(from, n, seed);
    for (int i = 0; i < n; i++) {
        to[i] = x[from[i]];
        if (w) to_w[i] = w[from[i]];
    }
    return true;
}

/* ---- counters -------------------------------------------------------------------------------- */

/* Returns the encoder for a counter: the user's encoder if it can count. For auto it is the one that
 * measured best, which uses the natural partition. NULL: encode each bound again. */
static const struct encoder *counter_for(const struct policy *p, enum kind kind, bool must)
{
    const struct encoder *e = p->by_kind[kind].encoder;
    if (e && (e->count || !must)) return e->count ? e : NULL;
    return lower_auto_find(kind == PB ? "pb_gte" : "card_blocks");
}

/* Returns the user's tuning if e is the user's encoder. */
static struct tuning tuning_for(const struct policy *p, const struct encoder *e)
{
    const struct encoding *chosen = &p->by_kind[e->kind];
    return chosen->encoder == e ? chosen->tuning : (struct tuning){0};
}

bool lowering_count(struct lowering *l, const struct row *r)
{
    const lit *y = r->x + r->n;
    int max = (int)r->lo;
    if (!max) return true;
    if (l->f->put_count && r->hi == COUNT_BOTH) {
        l->f->put_count(l->f, r->x, r->n, y, max);
        return true;
    }
    const struct encoder *e = counter_for(l->policy, CARD, true);
    struct constraint c = {
        .kind = CARD, .n = r->n, .x = r->x, .lo = 0, .hi = max, .block = r->block, .tuning = tuning_for(l->policy, e)};
    SCOPED(outputs) out = {0};
    if (r->n == 1)
        outputs_push(&out, r->x[0], 1);
    else if (!encoder_fits(e, &c, true, l->f, l->err))
        return false;
    else
        encoder_run((struct encoder_call){e, &c, l->f, &out, (enum direction)r->hi});
    if (l->f->truncated) return false;
    assert(out.n == max && "a counter has an output for every value");
    for (int j = 0; j < max; j++) {
        if (r->hi == COUNT_BOTH) cnf_2(l->f, -y[j], out.v[j].y);
        cnf_2(l->f, y[j], -out.v[j].y);
    }
    if (r->n > 1) lowering_note(l, e);
    return true;
}

/* Counts by out->by. If that is too large and the user did not choose it, counts by the first
 * encoder that can; with `alike`, it must be as monotone as out->by. */
static bool count_by(struct constraint *c, enum direction d, bool alike, const struct policy *p, struct cnf *f,
                     struct outputs *out, struct text *err)
{
    const struct encoder *first = out->by;
    bool ok = encoder_fits(first, c, true, f, err);
    for (int i = 0; !ok && !p->by_kind[c->kind].encoder && encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        if (e->by_name || e->kind != c->kind || !e->count || (alike && e->monotone != first->monotone)) continue;
        ok = encoder_fits(e, c, true, f, err);
        out->by = e;
    }
    if (ok) encoder_run((struct encoder_call){out->by, c, f, out, d});
    return ok;
}

/* The most clauses for counting a sum by all its values, and for watching it. `coarsely` permits
 * shifting the weights until the clauses fit. Returns NULL if they do not fit. */
enum { COUNT_MOST = 1 << 17, WATCH_MOST = 1 << 20 };

static const struct encoder *lower_counter_watch(const struct constraint *c, bool coarsely, struct cnf *f,
                                                 struct outputs *out)
{
    const struct encoder *e = NULL;
    for (int i = 0; !e; i++)
        if (encoders[i]->watch) e = encoders[i];
    int64_t *w = mem_new((size_t)c->n, sizeof *w), clauses = INT64_MAX;
    OWNED lit *x = mem_new((size_t)c->n, sizeof *x);
    struct constraint part = {.kind = PB, .x = x, .w = w};
    int coarse = -1;
    while (clauses > WATCH_MOST && (coarse < 0 || coarsely)) {
        coarse++;
        part.n = 0;
        part.hi = c->hi >> coarse;
        for (int i = 0; i < c->n; i++) {
            x[part.n] = c->x[i];
            w[part.n] = c->w[i] >> coarse;
            part.n += w[part.n] > 0;
        }
        struct cnf counter = encoder_counter(c, f);
        SCOPED(outputs) none = {0};
        if (part.n) encoder_run((struct encoder_call){e, &part, &counter, &none});
        if (counter.truncated) cnf_truncate(f);
        clauses = counter.made.clauses;
    }
    bool fits = clauses <= WATCH_MOST;
    if (part.n && fits) encoder_run((struct encoder_call){e, &part, f, out});
    out->coarse = coarse;
    mem_free(w);
    return fits ? e : NULL;
}

bool lower_objective(const struct model *m, const struct policy *p, int64_t lo, int64_t hi, struct cnf *f,
                     struct outputs *out, struct text *err)
{
    const struct objective *o = model_objective(m);
    assert(o && "the model has an objective");
    text_clear(err);
    struct constraint c = {
        .kind = o->w ? PB : CARD, .n = o->n, .x = o->x, .w = o->w, .lo = lo < 0 ? 0 : lo, .hi = hi, .block = o->block};
    if (c.lo >= c.hi || !o->n) return true;
    if (o->n == 1) {
        outputs_push(out, o->x[0], o->w ? o->w[0] : 1);
        return true;
    }
    const struct encoder *e = counter_for(p, c.kind, false);
    if (!e) return false;
    c.tuning = tuning_for(p, e);
    OWNED lit *x = mem_new((size_t)o->n, sizeof *x);
    OWNED int64_t *w = o->w ? mem_new((size_t)o->n, sizeof *w) : NULL;
    if (lower_order_inputs(p->order, p->seed, o->n, o->x, o->w, x, w)) {
        c.x = x;
        c.w = w;
        c.block = NULL;
    }
    struct groups *groups = c.kind == PB && e->groups && !c.block && !p->no_groups ? groups_of(m) : NULL;
    if (groups) c.group = groups_find(groups, &c);
    bool watched = c.kind == PB && !p->by_kind[PB].encoder && p->watch != WATCH_NOT;
    if (watched) c.tuning.most = COUNT_MOST;
    out->by = e;
    bool ok = watched ? encoder_fits(e, &c, true, f, err) : count_by(&c, COUNT_UP, true, p, f, out, err);
    if (watched && ok) {
        encoder_run((struct encoder_call){e, &c, f, out, COUNT_UP});
    } else if (watched) {
        text_clear(err);
        out->by = lower_counter_watch(&c, p->watch == WATCH_COARSELY, f, out);
        ok = out->by;
    }
    groups_free(groups);
    return cnf_whole(f, err) && ok;
}

static bool no_counter(const struct encoder *e, struct text *err)
{
    text_error(err, "The encoding %s has no counter; choose auto or one of:", e->name);
    for (int i = 0; encoders[i]; i++)
        if (encoders[i]->kind == e->kind && encoders[i]->count) text_add(err, " %s", encoder_short(encoders[i]));
    text_char(err, '.');
    return false;
}

bool lower_sum_counter(const struct constraint *sum, enum direction d, const struct policy *p, struct cnf *f,
                       struct outputs *out, struct text *err)
{
    struct constraint c = *sum;
    if (c.n == 1) {
        outputs_push(out, c.x[0], c.w ? c.w[0] : 1);
        return true;
    }
    c.kind = c.w || (p->by_kind[PB].encoder && !p->by_kind[CARD].encoder) ? PB : CARD;
    const struct encoder *e = counter_for(p, c.kind, false);
    if (!e) return no_counter(p->by_kind[c.kind].encoder, err);
    OWNED int64_t *ones = c.kind == PB && !c.w ? mem_new((size_t)c.n, sizeof *ones) : NULL;
    for (int i = 0; ones && i < c.n; i++) ones[i] = 1;
    if (ones) c.w = ones;
    c.tuning = tuning_for(p, e);
    out->by = e;
    bool ok = count_by(&c, d, false, p, f, out, err);
    return cnf_whole(f, err) && ok;
}

bool lower_core(const lit *x, int n, int most, const struct policy *p, struct cnf *f, struct outputs *out,
                struct text *err)
{
    const struct encoder *e = counter_for(p, CARD, true);
    struct constraint c = {.kind = CARD, .n = n, .x = x, .lo = 0, .hi = most, .tuning = tuning_for(p, e)};
    if (!encoder_fits(e, &c, true, f, err)) {
        if (!f->truncated && e != p->by_kind[c.kind].encoder) text_clear(err); /* auto: bounds are encoded one by one */
        return false;
    }
    encoder_run((struct encoder_call){e, &c, f, out, COUNT_UP});
    return cnf_whole(f, err);
}

const struct encoder *lower_objective_encoder(const struct model *m, const struct policy *p)
{
    const struct objective *o = model_objective(m);
    return counter_for(p, o && o->w ? PB : CARD, false);
}

bool lower_monotone(const struct model *m, const struct policy *p)
{
    const struct encoder *e = lower_objective_encoder(m, p);
    return e && e->monotone;
}
