/* Counters: a sum with a movable bound. */
#include "base/number.h"
#include "cnf/normal.h"
#include "lib/inside.h"

struct loophole_counter {
    loophole_sink *sink;
    struct policy policy;
    enum loophole_direction d;
    /* The sum of w x over distinct variables, w > 0 (NULL: ones). The caller's sum is this one
     * plus offset. */
    lit *x;
    int64_t *w, total, offset;
    int n;
    int64_t lo, hi; /* bounds of this sum that have outputs: lo <= k < hi */
    struct outputs out;
    struct lits asked;
};

/* Fills c->x, w, n, total and offset: merges repeated and opposite literals, makes weights
 * positive. */
static void counter_distinct(loophole_counter *c, const int *x, const int64_t *w, int n)
{
    SCOPED(normal) t = {0};
    bool ones = true;
    normal_merge(&t, x, w, NULL, n, 0, 0);
    for (int i = 0; i < t.x.n; i++) ones = ones && t.w[i] == 1;
    c->n = t.x.n;
    c->x = mem_copy(t.x.v, (size_t)c->n, sizeof *c->x);
    c->w = ones ? NULL : mem_copy(t.w, (size_t)c->n, sizeof *c->w);
    c->total = t.total;
    c->offset = (int64_t)-t.lo;
}

/* Encodes outputs for lo <= k < hi of the literals x into f. */
static bool counter_make(const loophole_counter *c, const lit *x, int64_t lo, int64_t hi, struct cnf *f,
                         struct outputs *out, char **error)
{
    SCOPED(text) err = {0};
    struct constraint sum = {.n = c->n, .x = x, .w = c->w, .lo = lo, .hi = hi};
    return lower_sum_counter(&sum, (enum direction)c->d, &c->policy, f, out, &err) || lib_fail(error, &err);
}

/* True: there are enough variables. Does a dry run if that is in doubt, so that a refused call
 * sends nothing. */
static bool counter_rehearse(const loophole_counter *c, int64_t lo, int64_t hi, char **error)
{
    if (c->sink->f->vars <= INT32_MAX / 2) return true;
    struct cnf counter = cnf_counter(c->n);
    SCOPED(outputs) out = {0};
    OWNED lit *y = lib_renumbered(c->x, c->n);
    return counter_make(c, y, lo, hi, &counter, &out, error) && lib_room(c->sink, counter.made.vars, error);
}

/* Replaces the outputs by ones for lo <= k < hi, cut to 0..total. */
static bool counter_count(loophole_counter *c, int64_t lo, int64_t hi, char **error)
{
    struct outputs out = {0};
    loophole_sink *s = c->sink;
    int taken = s->f->vars;
    lo = max64(lo, 0);
    hi = min64(hi, c->total);
    if (!lib_take(s, c->x, c->n, error) || !lib_take_guard(s, error) ||
        (lo < hi && !counter_rehearse(c, lo, hi, error))) {
        s->f->vars = taken;
        return false;
    }
    if (lo < hi) {
        struct cnf_guard g;
        if (s->guard) cnf_guard_begin(&g, s->f, s->guard);
        bool ok = counter_make(c, c->x, lo, hi, s->guard ? &g.cnf : s->f, &out, error);
        if (s->guard) cnf_guard_end(&g);
        lib_took(s);
        if (!ok) return false;
    }
    outputs_release(&c->out);
    c->out = out;
    c->lo = lo;
    c->hi = hi;
    return true;
}

/* The bound of this sum for the caller's bound k, saturated, and more than INT64_MIN. */
static int64_t counter_shifted(const loophole_counter *c, int64_t k)
{
    int64_t s;
    if (__builtin_sub_overflow(k, c->offset, &s)) s = k < 0 ? INT64_MIN : INT64_MAX;
    return max64(s, INT64_MIN + 1);
}

loophole_counter *loophole_counter_new(loophole_sink *s, const char *encoder, const int *x, const int64_t *w, int n,
                                       enum loophole_direction d, int64_t lo, int64_t hi, char **error)
{
    if (!lib_literals(x, n, 0, error) || !lib_weights(w, n, error)) return NULL;
    if (d < LOOPHOLE_UP || d > LOOPHOLE_BOTH || lo >= hi)
        return lib_null(lib_refuse(error, "A counter needs a direction and bounds lo < hi."));
    loophole_counter *c = mem_new(1, sizeof *c);
    c->sink = s;
    c->d = d;
    counter_distinct(c, x, w, n);
    if (lib_policy(encoder, 1u << PB | (c->w ? 0 : 1u << CARD), c->w ? PB : CARD, &c->policy, error) &&
        counter_count(c, counter_shifted(c, lo), counter_shifted(c, hi), error))
        return c;
    loophole_counter_free(c);
    return NULL;
}

void loophole_counter_free(loophole_counter *c)
{
    if (!c) return;
    outputs_release(&c->out);
    lits_release(&c->asked);
    MEM_FREE(c->x, c->w, c);
}

bool loophole_counter_widen(loophole_counter *c, int64_t lo, int64_t hi, char **error)
{
    if (lo >= hi) return lib_refuse(error, "A counter needs bounds lo < hi.");
    lo = max64(counter_shifted(c, lo), 0);
    hi = min64(counter_shifted(c, hi), c->total);
    if (c->lo <= lo && hi <= c->hi) return true;
    return counter_count(c, min64(lo, c->lo), max64(hi, c->hi), error);
}

/* The literals of a bound that cannot hold: a literal and its negation. */
static void never(loophole_counter *c)
{
    lit x = c->n ? c->x[0] : cnf_var(c->sink->f);
    lits_push(&c->asked, x);
    lits_push(&c->asked, -x);
}

static bool within(const loophole_counter *c, int64_t k, enum loophole_direction d, char **error)
{
    if (!(c->d & d))
        return lib_refuse(error, "This counter has no outputs for %s; create it with LOOPHOLE_BOTH.",
                          d == LOOPHOLE_UP ? "at most" : "at least");
    if (k < 0 || k >= c->total || (c->lo <= k && k < c->hi)) return true;
    return lib_refuse(error, "The bound is outside those that the counter was made for; widen it first.");
}

static const int no_literals[1];

const int *loophole_counter_at_most(loophole_counter *c, int64_t k, int *n, char **error)
{
    k = counter_shifted(c, k);
    *n = 0;
    if (!within(c, k, LOOPHOLE_UP, error)) return NULL;
    c->asked.n = 0;
    if (k < 0) never(c);
    for (int i = 0; i < c->out.n && k >= 0; i++)
        if (c->out.v[i].value > k) lits_push(&c->asked, -c->out.v[i].y);
    *n = c->asked.n;
    return c->asked.n ? c->asked.v : no_literals;
}

const int *loophole_counter_at_least(loophole_counter *c, int64_t k, int *n, char **error)
{
    k = counter_shifted(c, k);
    *n = 0;
    /* At least k is not at most k - 1. */
    if (!within(c, k - 1, LOOPHOLE_DOWN, error)) return NULL;
    c->asked.n = 0;
    if (k > c->total) never(c);
    for (int i = 0; i < c->out.n && k > 0 && k <= c->total && !c->asked.n; i++)
        if (c->out.v[i].value >= k) lits_push(&c->asked, c->out.v[i].y);
    *n = c->asked.n;
    return c->asked.n ? c->asked.v : no_literals;
}

const char *loophole_counter_encoder(const loophole_counter *c) { return c->out.by ? c->out.by->name : NULL; }
bool loophole_counter_monotone(const loophole_counter *c) { return !c->out.by || c->out.by->monotone; }

int loophole_counter_output(const loophole_counter *c, int i, int64_t *value)
{
    if (i < 0 || i >= c->out.n) return 0;
    if (value) *value = c->out.v[i].value + c->offset;
    return c->out.v[i].y;
}
