/* Which constraints the audit tries. */
#include "audit/audit_trial.h"

enum { SINGLE = 128, COUNTED = 1 << 20 /* the largest total that counters are tried on */ };

/* One series of constraints over the same inputs, in one tuning. */
struct series {
    struct audit *audit;
    int inputs;
    struct random random;
    struct constraint c;
    lit x[SINGLE];
    int64_t w[SINGLE];
    int block[SINGLE];
    int group[SINGLE];
};

/* Any partition, with parts of one and of all among them. */
static void grouped_inputs(struct series *s)
{
    int groups = 1 + random_below(&s->random, s->c.n);
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
    grouped_inputs(s);
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
    int n = s->c.n;
    switch (k) {
    case 0:
        return (int64_t)1 << (i < 20 ? i : 20); /* all sums differ */
    case 1:
        return (int64_t)1 << (n - 1 - i < 20 ? n - 1 - i : 20);
    case 2:
        return 3; /* equal */
    case 3:
        return i + 1;
    case 4:
        return i % 2 ? 7 : 2;
    case 5:
        return i ? 1 : n;
    case 6:
        return primes[i % 6];
    }
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
    for (int n = inputs + 1; kind == AMO && n <= SINGLE && !job_over(s->audit->job); n += n < 40 ? 1 : 22) {
        signed_inputs(s, n, 0x5a6b3cd9u);
        s->c.lo = 0;
        s->c.hi = 1;
        audit_amo(s->audit, &s->c);
    }
}

/* Without weights there is less to try. */
struct audit_range audit_range(const struct encoder *e, int inputs)
{
    return (struct audit_range){.exhaustive = e->kind > XOR   ? audit_integers_most(e->kind, inputs)
                                              : e->kind == PB ? inputs
                                                              : inputs + 2,
                                .single = e->kind == AMO ? SINGLE : 0,
                                .sizes = audit_cost_longest(e)};
}

void audit_encoder(struct audit *a, int inputs)
{
    assert(inputs >= 2 && inputs <= AUDIT_INPUTS - 2 && "a number of inputs that is tried on all assignments");
    const struct encoder *e = a->encoder;
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
    audit_cost(a);
}
