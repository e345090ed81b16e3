/* Compares the `.cost` of an encoder with its exact sizes. An exact formula or a bound must hold for
 * all constraints. An approximate one ("about") must hold for long constraints, within a quarter.
 * Long constraints must not outgrow an order, nor may it be far too large for them. */
#include "extras/audit/audit.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

enum {
    LONGEST = 1024,
    LONGEST_WEIGHED = 1000,
    LONGEST_STRUCTURE = 33, /* integers that differ, vertices of a graph */
    CLAIMS = 8,
    EXPONENTIAL = 16,
    WEIGHED = 64,
    WEIGHED_MOST = 1 << 20,
    SAMPLED = 1 << 14, /* clauses: up to here, integers and graphs are also sampled, and the longest ones */
};

/* How a claim about clauses or variables fared over all constraints: real size / claimed size. */
struct fared {
    double small, large, least; /* the largest for short and for long constraints, the smallest for any */
    int tried;
    struct constraint worst; /* the long one of `large`, without its inputs */
};

struct costs {
    struct audit *audit;
    struct tuning tuning;
    struct fared of[CLAIMS][2];
    lit x[2 * LONGEST_STRUCTURE * LONGEST_STRUCTURE];
    int64_t w[LONGEST], heaviest;
};

static const char *const what_is[] = {"clauses", "variables"};

/* One claim about one constraint. */
static void audit_cost_judge(struct costs *t, const struct constraint *c, const struct cost_claim *claim,
                             struct fared *f, double real, int what, bool is_long)
{
    static const char *const said[] = {[COST_EXACT] = "", [COST_AT_MOST] = "at most ", [COST_ABOUT] = "about "};
    double value = claim->value, ratio = real > 0 ? INFINITY : 1;
    if (value > 0) ratio = real / value;
    bool wrong = claim->kind == COST_EXACT && fabs(real - value) > 1e-6;
    wrong |= claim->kind == COST_AT_MOST && real > value + 1e-6;
    wrong |= claim->kind == COST_ABOUT && is_long && (ratio < 0.75 || ratio > 1.25);
    struct text *r = wrong ? audit_fault(t->audit, c) : NULL;
    if (r)
        text_add(r, "has %.0f %s, and by the cost '%s' %s%.0f.\n", real, what_is[what], t->audit->encoder->cost,
                 said[claim->kind], value);
    if (!f->tried++ || ratio < f->least) f->least = ratio;
    if (!is_long && ratio > f->small) f->small = ratio;
    if (!is_long || ratio <= f->large) return;
    f->large = ratio;
    f->worst = (struct constraint){.kind = c->kind, .n = c->n, .lo = c->lo, .hi = c->hi, .tuning = c->tuning};
}

static struct cost audit_cost_of(const struct costs *t, const struct constraint *c)
{
    const struct encoder *e = t->audit->encoder;
    struct cost cost = {.s = e->cost, .n = c->n, .k = (double)c->hi, .w = (double)t->heaviest, .N = ceil(c->n / 2.0)};
    if (e->size_default) cost.N = e->size_default;
    if (c->tuning.size) cost.N = c->tuning.size;
    if (c->integers) cost.n = c->integers;
    if (c->integers) cost.d = (double)(c->integer->hi - c->integer->lo + 1);
    cost.e = c->edges;
    return cost;
}

static void drop_clause(struct cnf *self, const lit *c, int n) {}

static void try_size(struct costs *t, const struct constraint *c)
{
    const struct encoder *e = t->audit->encoder;
    const int is_long[KINDS] = {
        [AMO] = 100, [CARD] = 100, [PB] = 32, [XOR] = 64, [INT] = 100, [ALLDIFF] = 16, [CONN] = 16};
    struct cost cost = audit_cost_of(t, c);
    struct cost_claim claim;
    SCOPED(text) why = {0};
    if (job_over(t->audit->job) || (e->size_max && c->n <= cost.N)) return;
    if (!cost_applies(&cost)) return;
    if (e->feasible && !e->feasible(c, &why)) return;
    struct cnf sink = encoder_counter(c, NULL);
    sink.put = drop_clause;
    e->encode(c, &sink);
    struct size size = sink.made;
    audit_size(t->audit, c, size);
    t->audit->sizes++;
    int length = audit_length(c);
    if (c->kind > XOR && (size.clauses <= SAMPLED || length == audit_cost_longest(e))) {
        t->audit->sampling = true;
        audit_constraint(t->audit, c);
        t->audit->sampling = false;
    }
    t->audit->range.sizes = max_int(t->audit->range.sizes, length);
    for (int at = 0; at < CLAIMS && cost_next(&cost, &claim); at++) {
        bool l = length >= is_long[e->kind];
        if (claim.clauses) audit_cost_judge(t, c, &claim, &t->of[at][0], (double)size.clauses, 0, l);
        if (claim.vars) audit_cost_judge(t, c, &claim, &t->of[at][1], (double)size.vars, 1, l);
    }
}

/* Judges the formulas that only all constraints together can refute. */
static void audit_cost_verdict(struct costs *t)
{
    const char *cost = t->audit->encoder->cost;
    struct cost s = {.s = cost, .n = 10, .k = 5, .w = 7, .N = 3, .d = 9, .e = 12};
    struct cost_claim claim;
    for (int at = 0; at < CLAIMS && cost_next(&s, &claim); at++)
        for (int what = 0; what < 2; what++) {
            const struct fared *f = &t->of[at][what];
            const char *fault = NULL;
            if (!f->tried || (claim.kind != COST_ORDER && claim.kind != COST_AT_MOST)) continue;
            if (claim.kind == COST_ORDER && f->large > 1.5 * f->small) fault = "is outgrown";
            if (f->large < 0.02 * f->small) fault = "is far too large for long constraints";
            if (claim.kind == COST_AT_MOST && fmax(f->small, f->large) < 0.02) fault = "is never nearly reached";
            struct text *r = fault ? audit_fault(t->audit, &f->worst) : NULL;
            if (r)
                text_add(r, "the cost '%s' of %s %s: from %.3g to %.3g of it.\n", cost, what_is[what], fault, f->small,
                         f->large);
        }
}

/* At most k of n, or of the weights; k: part / parts of all, or, negative, -part. */
static void try_bound(struct costs *t, int n, int heaviest, int part, int parts)
{
    enum kind kind = t->audit->encoder->kind;
    struct random r = {(uint64_t)n * 1000 + (uint64_t)heaviest};
    int64_t total = 0;
    t->heaviest = 0;
    for (int i = 0; i < n; i++) {
        t->x[i] = i + 1;
        t->w[i] = kind == PB ? 1 + random_below(&r, heaviest) : 1;
        t->heaviest = max64(t->heaviest, t->w[i]);
        total += t->w[i];
    }
    int64_t k = part < 0 ? -part : total * part / parts;
    if (kind == CARD && (k < 1 || k >= n)) return;
    if (kind == PB && (k < t->heaviest || k >= total || t->heaviest < 2)) return;
    struct constraint c = {.kind = kind, .n = n, .x = t->x, .hi = k, .tuning = t->tuning};
    if (kind == XOR) c.lo = 1;
    if (kind == PB) c.w = t->w;
    if (kind == PB && n > WEIGHED) c.tuning.most = WEIGHED_MOST;
    try_size(t, &c);
}

/* n integers of d values each. */
static void try_integers(struct costs *t, int n, int d)
{
    const struct encoder *e = t->audit->encoder;
    struct integer it[LONGEST_STRUCTURE] = {{0}};
    struct constraint c = {.kind = e->kind, .x = t->x, .integer = it, .integers = n};
    if (d < 2) return;
    for (int i = 0; i < n; i++) {
        it[i] =
            (struct integer){.hi = d - 1, .form = e->form, .x = t->x + c.n, .n = integer_literals(e->form, 0, d - 1)};
        for (int k = 0; k < it[i].n; k++, c.n++) t->x[c.n] = c.n + 1;
    }
    try_size(t, &c);
}

/* A connected graph: a path, with the edges that skip up to `chords` vertices. */
static void try_graph(struct costs *t, int n, int chords)
{
    struct graph_edge edge[LONGEST_STRUCTURE * LONGEST_STRUCTURE];
    struct constraint c = {.kind = CONN, .n = n, .x = t->x, .edge = edge};
    for (int i = 0; i < n; i++) {
        t->x[i] = i + 1;
        for (int j = i + 1; j < n && j <= i + 1 + chords; j++) edge[c.edges++] = (struct graph_edge){i, j};
    }
    try_size(t, &c);
}

int audit_cost_longest(const struct encoder *e)
{
    if (!e->cost) return 0;
    if (e->kind > INT) return LONGEST_STRUCTURE;
    if (strstr(e->cost, "2^(n-1)") || strstr(e->cost, "C(n,k+1)")) return EXPONENTIAL;
    if (strstr(e->cost, "n^2(n+1)")) return WEIGHED;
    return e->kind == PB ? LONGEST_WEIGHED : LONGEST;
}

static void audit_cost_try_tuning(struct costs *t)
{
    static const int lengths[] = {2,      3,  4,  5,  6,  7,  8,  9,   10,  11,  12,  13,  15,  16,
                                  17,     24, 31, 32, 33, 48, 64, 100, 128, 200, 256, 400, 512, LONGEST_WEIGHED,
                                  LONGEST};
    const struct encoder *e = t->audit->encoder;
    int longest = audit_cost_longest(e);
    memset(t->of, 0, sizeof t->of);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int n = lengths[i];
        if (n > longest) break;
        if (e->kind == AMO || e->kind == XOR) try_bound(t, n, 1, -1, 1);
        if (e->kind == INT) try_integers(t, 1, n);
        for (int more = -1; e->kind == ALLDIFF && more <= n; more += n / 2 + 1) try_integers(t, n, n + more);
        for (int chords = 0; e->kind == CONN && chords <= n; chords += n / 2) try_graph(t, n, chords);
        for (int part = -4; e->kind == CARD && part < 4; part++) try_bound(t, n, 1, part, 4);
        for (int w = 2; e->kind == PB && w <= 128; w *= 4) {
            if (n > WEIGHED && n != LONGEST_WEIGHED) continue;
            for (int part = 1; part < 4; part++) try_bound(t, n, w, part, 4);
            if (n > WEIGHED) try_bound(t, n, w, -2 * w, 1);
        }
    }
    audit_cost_verdict(t);
}

void audit_cost(struct audit *a)
{
    static const int sizes[] = {0, 3, 4, 5, 8};
    const struct encoder *e = a->encoder;
    struct cost cost = {.s = e->cost, .n = 10, .k = 5, .w = 7, .N = 3, .d = 9, .e = 12};
    struct cost_claim claim;
    int claims = 0;
    if (!e->cost) return;
    while (cost_next(&cost, &claim)) claims++;
    if (!cost.s || !claims || claims > CLAIMS) {
        struct text *r = audit_fault(a, &(struct constraint){.kind = e->kind});
        if (r) text_add(r, "the cost '%s' cannot be read; see src/extras/audit/audit.h.\n", e->cost);
        return;
    }
    OWNED struct costs *t = mem_new(1, sizeof *t);
    t->audit = a;
    for (size_t i = 0; i < (e->size_max ? sizeof sizes / sizeof *sizes : 1); i++) {
        t->tuning = (struct tuning){.size = sizes[i]};
        if (!sizes[i] || (sizes[i] >= e->size_min && sizes[i] <= e->size_max)) audit_cost_try_tuning(t);
    }
}
