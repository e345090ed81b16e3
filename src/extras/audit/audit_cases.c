/* Which constraints the audit tries. */
#include "extras/audit/audit_trial.h"
#include "base/number.h"

enum {
    COUNTED = 1 << 20, /* the largest total that counters are tried on */
    FAST = 2,          /* inputs: long constraints of a quarter of the lengths suffice */
    LONGEST_SAMPLED = 1024,
    HEAVY = 128,               /* inputs: longer constraints have small weights */
    SAMPLED_CLAUSES = 1 << 13, /* about, of most long constraints */
};

/* One series of constraints over the same inputs, in one tuning. */
struct series {
    struct audit *audit;
    int inputs;
    struct random random;
    struct constraint c;
    lit x[LONGEST_SAMPLED];
    int64_t w[LONGEST_SAMPLED];
    int block[LONGEST_SAMPLED];
    int group[LONGEST_SAMPLED];
};

/* Any partition into at least so many parts, with parts of one among them. */
static void grouped_inputs(struct series *s, int least)
{
    int groups = least + random_below(&s->random, s->c.n - least + 1);
    for (int i = 0; i < s->c.n; i++) s->group[i] = random_below(&s->random, groups);
    s->c.group = s->group;
}

/* Returns whether the groups can be chains. */
static bool chains_suit(const struct constraint *c)
{
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < i; j++)
            if (c->group[i] == c->group[j] && c->w[i] == c->w[j]) return false;
    return true;
}

/* Tries the constraint, or with `counts` its counters, without and with groups if the encoder takes
 * them. */
static void try_case(struct series *s, bool counts)
{
    const struct encoder *e = s->audit->encoder;
    SCOPED(text) why = {0};
    if (job_over(s->audit->job)) return;
    bool (*can)(const struct constraint *, struct text *) = counts && e->countable ? e->countable : e->feasible;
    bool suits = !can || can(&s->c, &why);
    if (suits && !counts) audit_constraint(s->audit, &s->c);
    for (int d = COUNT_UP; suits && counts && d <= (s->c.group ? COUNT_UP : COUNT_BOTH); d++) /* groups count up */
        audit_counter(s->audit, &s->c, (enum direction)d);
    if (!e->groups || s->c.block || s->c.group) return;
    grouped_inputs(s, 1);
    try_case(s, counts);
    s->c.chain = e->chains && !counts && chains_suit(&s->c);
    if (s->c.chain) try_case(s, counts);
    s->c.chain = false;
    s->c.group = NULL;
}

/* Literals in rising order, all positive; or in any order over variables that have gaps, of both
 * signs. */
static void plain_inputs(struct series *s, int n)
{
    s->c.n = n;
    for (int i = 0; i < n; i++) s->x[i] = i + 1;
}

static void signed_inputs(struct series *s, int n, unsigned signs)
{
    s->c.n = n;
    for (int i = 0; i < n; i++) s->x[i] = 2 * i + 1;
    random_shuffle(&s->random, s->x, n);
    for (int i = 0; i < n; i++)
        if (i < 32 ? signs >> i & 1 : i & 1) s->x[i] = -s->x[i];
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool bounds_suit(const struct series *s, int64_t total)
{
    const struct constraint *c = &s->c;
    if (c->lo <= 0 && c->hi >= total) return false;
    if (c->kind != XOR && c->lo > 0 && !s->audit->encoder->both) return false;
    for (int i = 0; c->w && i < c->n; i++) {
        if (c->hi < total && c->w[i] > c->hi) return false;
        if (c->lo > 0 && c->w[i] > total - c->lo) return false;
    }
    return true;
}

static void try_bounds(struct series *s, int64_t lo, int64_t hi, int64_t total)
{
    s->c.lo = lo;
    s->c.hi = hi;
    if (bounds_suit(s, total)) try_case(s, false);
}

static void try_counter(struct series *s, int64_t lo, int64_t hi)
{
    s->c.lo = lo;
    s->c.hi = hi;
    try_case(s, true);
}

/* Every bound, or about `most` of each kind if there are more. */
static void all_bounds(struct series *s, int most)
{
    int64_t total = constraint_total(&s->c), step = total / most + 1;
    if (s->audit->encoder->kind == AMO) {
        try_bounds(s, 0, 1, s->c.n + 1);
        return;
    }
    if (s->audit->encoder->kind == XOR) {
        try_bounds(s, 0, 0, 1);
        try_bounds(s, 1, 1, 2);
        return;
    }
    for (int64_t hi = step > 1 ? total % step : 0; hi <= total; hi += step) {
        try_bounds(s, 0, hi, total);
        try_bounds(s, hi, hi, total);
        try_bounds(s, hi, total, total);
        for (int64_t lo = 1 + hi % step; s->audit->encoder->both && lo < hi && hi < total; lo += step)
            try_bounds(s, lo, hi, total);
    }
}

static void all_counters(struct series *s, int most)
{
    int64_t total = constraint_total(&s->c), step = total / most + 1;
    if (!s->audit->encoder->count || total > COUNTED) return;
    try_counter(s, 0, total);
    for (int64_t hi = total; hi > 0; hi -= step) {
        if (hi < total) try_counter(s, 0, hi);
        for (int64_t lo = hi - step; lo > 0; lo -= 2 * step) try_counter(s, lo, hi);
    }
}

/* ---- weights and partitions ------------------------------------------------------------------ */

static void blocks_of(struct series *s, int kind)
{
    s->c.block = kind ? s->block : NULL;
    for (int i = 0, b = 0; i < s->c.n; i++) {
        if (i && (kind == 1 ? i % 2 == 0 : kind == 2 ? i % 3 != 1 : !random_below(&s->random, 3))) b++;
        s->block[i] = b;
    }
}

/* Weight i of vector number k: known trouble first, then all small ones, then random ones. */
static int64_t weight_of(struct series *s, int k, int i)
{
    static const int primes[] = {5, 3, 11, 7, 2, 13}, power[] = {1, 3, 9, 27};
    const int n = s->c.n, up = 1 << min_int(i, 20), down = 1 << min_int(n - 1 - i, 20); /* all sums differ */
    const int known[] = {up, down, 3, i + 1, i % 2 ? 7 : 2, i ? 1 : n, primes[i % 6]};
    if (k < 7) return known[k];
    if (k == 7 && s->audit->encoder->strength > STRENGTH_NONE) /* else the judge searches too long */
        return INT64_MAX / 2 / n - i * 1000003;
    if (n <= 3 && k > 7 && k - 8 < power[n]) return 1 + (k - 8) / power[i] % 3;
    return 1 + random_below(&s->random, k % 2 ? 6 : 17);
}

static void try_inputs(struct series *s, int most)
{
    enum kind kind = s->audit->encoder->kind;
    int vectors = kind == PB ? 40 : 1;
    int partitions = kind == CARD || kind == PB ? s->c.n > 2 ? 4 : 2 : 1;
    for (int k = 0; k < vectors; k++) {
        for (int i = 0; i < s->c.n; i++) s->w[i] = weight_of(s, k, i);
        s->c.w = kind == PB ? s->w : NULL;
        for (int b = 0; b < partitions; b++) {
            if (kind == PB && b && k % 4) continue;
            blocks_of(s, b);
            all_bounds(s, most);
            if (b < 2 && (kind != PB || s->c.n <= 4 || k % 4 == 0)) all_counters(s, s->c.n <= 5 ? 6 : 3);
        }
    }
    s->c.block = NULL;
}

/* ---- series ---------------------------------------------------------------------------------- */

static void audit_cases_try_tuning(struct series *s)
{
    enum kind kind = s->audit->encoder->kind;
    int least = kind == XOR ? 1 : 2;
    int inputs = audit_range(s->audit->encoder, s->inputs).exhaustive;
    for (int n = least; n <= inputs; n++) {
        int most = n <= 4 ? 40 : n <= 6 || kind == CARD ? 12 : 6;
        plain_inputs(s, n);
        try_inputs(s, most);
        for (unsigned signs = 0; kind != PB && n <= 3 && signs < 1u << n; signs++) {
            signed_inputs(s, n, signs);
            try_inputs(s, most);
        }
        signed_inputs(s, n, 0x5a6b3cd9u >> n);
        all_bounds(s, most);
    }
}

/* ---- long constraints, by samples ------------------------------------------------------------ */

static void draw_inputs(struct series *s, int n, bool easy)
{
    static const int heaviest[] = {2, 9, 128, 1 << 20};
    const struct encoder *e = s->audit->encoder;
    struct random *r = &s->audit->random;
    int most = easy ? 2 : heaviest[random_below(r, n > HEAVY ? 2 : 4)];
    s->c = (struct constraint){.kind = e->kind, .x = s->x, .tuning.most = easy ? 0 : SAMPLED_CLAUSES};
    if (e->size_max && random_below(r, 2)) s->c.tuning.size = min_int(e->size_max, e->size_min + random_below(r, 9));
    s->c.tuning.tree = e->tree && random_below(r, 2);
    signed_inputs(s, n, (unsigned)random_next(r));
    if (e->kind == CARD || e->kind == PB) blocks_of(s, random_below(r, 4));
    if (e->kind != PB) return;
    for (int i = 0; i < n; i++) s->w[i] = 1 + random_below(r, most);
    s->c.w = s->w;
    if (!e->groups || s->c.block || easy) return;
    grouped_inputs(s, n / 4 + 1);
    s->c.chain = e->chains && random_below(r, 2) && chains_suit(&s->c);
}

/* Draws bounds, most often near what is possible at all. False: the encoder does not take them, or
 * there would be too many clauses. */
static bool draw_bounds(struct series *s, bool easy)
{
    struct constraint *c = &s->c;
    const struct encoder *e = s->audit->encoder;
    struct random *r = &s->audit->random;
    SCOPED(text) why = {0};
    int64_t total = constraint_total(c), heaviest = 1;
    for (int i = 0; i < c->n && c->w; i++) heaviest = max64(heaviest, c->w[i]);
    const int64_t few = heaviest - (c->kind == CARD) + random_below(r, 5);
    const int64_t any = heaviest + (int64_t)(random_next(r) % (uint64_t)total);
    c->hi = easy ? few : ((const int64_t[]){few, total - few, any})[random_below(r, 3)];
    if (e->both && !easy && random_below(r, 2)) c->lo = max64(c->hi - (random_below(r, 2) ? random_below(r, 9) : 0), 0);
    if (c->lo > 0 && !random_below(r, 3)) c->hi = total;
    if (c->kind == AMO) c->hi = 1;
    if (c->kind == XOR) c->lo = c->hi = random_below(r, 2);
    if (c->kind != XOR && !bounds_suit(s, c->kind == AMO ? c->n + 1 : total)) return false;
    if (c->kind == CARD && c->n * c->hi > SAMPLED_CLAUSES && !easy && random_below(r, 32)) return false;
    if (c->kind == PB && c->lo > 0 && c->hi < total && c->hi > AUDIT_SUM) return false;
    return !e->feasible || e->feasible(c, &why);
}

static void sample_constraint(struct series *s, int n)
{
    enum { TRIES = 6 };
    for (int k = 0; k <= TRIES; k++) {
        draw_inputs(s, n, k == TRIES);
        if (!draw_bounds(s, k == TRIES)) continue;
        audit_constraint(s->audit, &s->c);
        return;
    }
}

static void sample_counters(struct series *s, int n)
{
    const struct encoder *e = s->audit->encoder;
    struct random *r = &s->audit->random;
    SCOPED(text) why = {0};
    if (!e->count && !e->watch) return;
    draw_inputs(s, n, n > HEAVY);
    int64_t most = min64(constraint_total(&s->c), SAMPLED_CLAUSES / n);
    s->c.hi = 1 + random_below(r, (int)most);
    s->c.lo = random_below(r, (int)s->c.hi);
    int d = e->watch && (!e->count || random_below(r, 2)) ? 0 : s->c.group ? COUNT_UP : 1 + random_below(r, COUNT_BOTH);
    bool (*can)(const struct constraint *, struct text *) = e->countable ? e->countable : e->feasible;
    if (!can || can(&s->c, &why)) audit_counter(s->audit, &s->c, (enum direction)d);
}

/* Whether n is a power of two or a square of up to 16, or next to one: where encoders branch, or
 * round in another way. */
static bool is_branch(int n)
{
    for (int m = n - 1; m <= n + 1; m++)
        for (int root = 1; root <= 16; root++)
            if (root * root == m || !(m & (m - 1))) return true;
    return false;
}

static void audit_cases_sample(struct series *s)
{
    struct audit_range range = audit_range(s->audit->encoder, s->inputs);
    struct random *r = &s->audit->random;
    for (int n = range.exhaustive + 1; n <= range.sampled && !job_over(s->audit->job); n++) {
        bool often = n <= AUDIT_EACH || is_branch(n), fast = s->inputs <= FAST;
        if (n < range.sampled && ((!often && random_below(r, 16)) || (fast && random_below(r, 4)))) continue;
        sample_constraint(s, n);
        if (n <= AUDIT_EACH || random_below(r, 2)) sample_counters(s, n);
    }
}

/* Without weights there is less to try. */
struct audit_range audit_range(const struct encoder *e, int inputs)
{
    return (struct audit_range){.exhaustive = e->kind > XOR   ? audit_integers_most(e->kind, inputs)
                                              : e->kind == PB ? inputs
                                                              : inputs + 2,
                                .sampled = audit_cost_longest(e),
                                .sizes = audit_cost_longest(e)};
}

void audit_encoder(struct audit *a, int inputs)
{
    assert(inputs >= 2 && inputs <= AUDIT_INPUTS - 2 && "a number of inputs that is tried on all assignments");
    const struct encoder *e = a->encoder;
    a->random = (struct random){a->seed};
    if (e->kind > XOR) {
        audit_integers(a, inputs);
        audit_cost(a);
        return;
    }
    OWNED struct series *s = mem_new(1, sizeof *s);
    *s = (struct series){.audit = a, .inputs = inputs, .random = {42}};
    s->c = (struct constraint){.kind = e->kind, .x = s->x};
    int from = e->size_max ? e->size_min - 1 : 0, to = e->size_max ? e->size_min + 3 : 0;
    if (to > e->size_max) to = e->size_max;
    for (int size = from; size <= to; size++)
        for (int tree = 0; tree < 1 + e->tree; tree++) {
            s->c.tuning = (struct tuning){.size = size < e->size_min ? 0 : size, .tree = tree};
            audit_cases_try_tuning(s);
        }
    a->sampling = true;
    audit_cases_sample(s);
    a->sampling = false;
    audit_cost(a);
}
