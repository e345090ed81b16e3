#include "base/number.h"
#include "extras/kernels/kernel_halves_inside.h"

/* The state of a search. */
struct search {
    struct kernel_halves_plan *plan;
    struct kernel_least *result;
    int64_t top;   /* F is at most this, the sum of the parts' maxima */
    size_t memory; /* bytes for rows, and for the candidates of a part */
    struct job *job;
};

static bool is_over(const struct search *s)
{
    job_publish(s->job, s->result);
    return job_over(s->job);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Returns the rows of the first n candidates of a part. */
static uint64_t *rows_of(const struct search *s, const struct half *h, int which, int n)
{
    const struct kernel_part *t = &s->plan->part[h->part[which]];
    uint64_t *row = mem_new((size_t)n * h->words, sizeof *row);
    for (int i = 0; i < n; i++) kernel_halves_plan_row(h, which, point_of(t->v[i]), row + (size_t)i * h->words);
    return row;
}

CLONED("arch=x86-64-v3")
static int fewest_ones(const uint64_t *row, const uint64_t *rows, int n, size_t words, int below, int *where)
{
    for (int i = 0; i < n; i++, rows += words) {
        int ones = 0;
        for (size_t w = 0; w < words; w++) ones += __builtin_popcountll(row[w] ^ rows[w]);
        if (ones < below) {
            below = ones;
            *where = i;
        }
    }
    return below;
}

/* Tries one point of part `which` of a half with all partners from..to - 1, each with the deficit
 * `deficit`. */
static void try_partners(struct search *s, const struct half *h, int which, uint64_t candidate, const uint64_t *row,
                         const uint64_t *partner_rows, int from, int to)
{
    struct kernel_least *r = s->result;
    const struct kernel_halves_plan *p = s->plan;
    const struct kernel_part *own = &p->part[h->part[which]], *other = &p->part[h->part[!which]];
    while (from < to) {
        int deficit = deficit_of(other->v[from]), end = kernel_halves_plan_within(other, deficit), where = -1;
        if (end > to) end = to;
        int64_t near = own->maximum - deficit_of(candidate) + other->maximum - deficit + h->bits;
        /* sum = base + (total - F) / 2, F = near - 2 * ones: a better sum has fewer ones than
         * this */
        int64_t below = h->bits + 1;
        if (r->any) below = (near - (p->total - 2 * (r->sum - p->kernel->base)) + 1) / 2;
        below = min64(below, h->bits + 1);
        if (below > 0) {
            int ones =
                fewest_ones(row, partner_rows + (size_t)from * h->words, end - from, h->words, (int)below, &where);
            if (where >= 0) {
                uint64_t point[2];
                point[which] = point_of(candidate);
                point[!which] = point_of(other->v[from + where]);
                r->any = true;
                r->sum = p->kernel->base + (p->total - (near - 2 * ones)) / 2;
                kernel_halves_plan_y(p, h, point, r->y);
            }
            r->pairs += end - from;
        }
        from = end;
    }
}

/* Tries all pairs of a half, among the candidates, with exactly the deficit `deficit` in all. */
static bool try_level(struct search *s, const struct half *h, int deficit)
{
    struct kernel_part *a = &s->plan->part[h->part[0]], *b = &s->plan->part[h->part[1]];
    if (deficit > a->reach || deficit > b->reach) return false;
    OWNED uint64_t *row = mem_new(h->words, sizeof *row);
    bool going = true;
    for (int d = 0; d <= deficit && going; d++) {
        int first = kernel_halves_plan_within(a, d - 1), last = kernel_halves_plan_within(a, d),
            from = kernel_halves_plan_within(b, deficit - d - 1), to = kernel_halves_plan_within(b, deficit - d);
        if (first == last || from == to) continue;
        int fewer = last - first < to - from ? 0 : 1; /* the part with fewer candidates has its rows listed */
        int lo = fewer ? from : first, hi = fewer ? to : last;
        going = (size_t)hi * h->words * 8 <= s->memory && (int64_t)(last - first) * (to - from) < INT64_C(1) << 24;
        if (!going) break;
        OWNED uint64_t *rows = rows_of(s, h, fewer, hi);
        int start = fewer ? first : from, end = fewer ? last : to;
        for (int i = start; i < end; i++) {
            uint64_t candidate = (fewer ? a : b)->v[i];
            kernel_halves_plan_row(h, !fewer, point_of(candidate), row);
            for (size_t w = 0; w < h->words; w++) row[w] ^= h->origin[w];
            try_partners(s, h, !fewer, candidate, row, rows, lo, hi);
        }
        going = !is_over(s);
    }
    return going;
}

/* Tries all pairs of a half with a deficit of at most `deficit` in all. It takes every point of one
 * part, in the order of the transform, with those candidates of the other whose deficit is at most
 * half of that. */
static bool try_all(struct search *s, const struct half *h, int which, int deficit)
{
    const struct kernel_part *t = &s->plan->part[h->part[which]], *other = &s->plan->part[h->part[!which]];
    int near = deficit / 2, n = kernel_halves_plan_within(other, near);
    if (near > other->reach || (size_t)n * h->words * 8 > s->memory) return false;
    SCOPED(walsh) f = {0};
    kernel_halves_plan_transform(s->plan, h, which, &f);
    OWNED int16_t(*value)[LANES] = mem_new((size_t)f.rows, sizeof *value);
    OWNED uint64_t *rows = rows_of(s, h, !which, n), *row = mem_new(h->words, sizeof *row);
    enum { POLL_INTERVAL = 1 << 22 }; /* pairs */
    int64_t asked = s->result->pairs;
    int points = 1 << f.low;
    bool going = true;
    for (uint64_t b = 0; b < f.blocks && going; b++) {
        int max = walsh_block(&f, b, value);
        for (int i = 0; i < points && going && max >= t->maximum - deficit; i++) {
            int own = t->maximum - value[i / LANES][i % LANES];
            if (own > deficit) continue;
            int left = deficit - own < near ? deficit - own : near;
            uint64_t point = b << f.low | (uint64_t)i;
            int to = kernel_halves_plan_within(other, left);
            if (!to) continue;
            kernel_halves_plan_row(h, which, point, row);
            for (size_t w = 0; w < h->words; w++) row[w] ^= h->origin[w];
            try_partners(s, h, which, (uint64_t)own << POINT_BITS | point, row, rows, 0, to);
            if (s->result->pairs - asked < POLL_INTERVAL) continue;
            asked = s->result->pairs;
            going = !is_over(s);
        }
        if (b % 8 == 7) going = going && !is_over(s);
    }
    return going;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The largest deficit of F with which a sum is better than the best. */
static int64_t short_of_best(const struct search *s)
{
    int64_t f = s->plan->total - 2 * (s->result->sum - s->plan->kernel->base);
    return s->top - f - s->plan->unit;
}

/* Computes the bound after all pairs with a deficit of at most d0 in the first half, or at most d1
 * in the second, were tried: all others have larger deficits in both. */
static void halves_bound(struct search *s, int64_t d0, int64_t d1)
{
    struct kernel_least *r = s->result;
    int64_t f = s->top - (d0 + 1) - (d1 + 1), bound = s->plan->kernel->base + (s->plan->total - f) / 2;
    r->done = r->any && short_of_best(s) < d0 + 1 + d1 + 1;
    r->least = r->done || (r->any && bound > r->sum) ? r->sum : bound;
}

/* An estimate of the cost of try_all for a half, in words read. */
static double halves_cost_of(const struct search *s, const struct half *h, int deficit)
{
    const struct kernel_part *a = &s->plan->part[h->part[0]], *b = &s->plan->part[h->part[1]];
    double points = 0, pairs = 0, partners = 0;
    if (deficit / 2 > a->reach || deficit / 2 > b->reach) return 1e300;
    for (int d = 0; d <= deficit; d++) {
        partners += kernel_halves_plan_sampled(b, d);
        points += kernel_halves_plan_sampled(a, d) + kernel_halves_plan_sampled(b, d);
    }
    for (int d = 0; d <= deficit; d++) {
        pairs += kernel_halves_plan_sampled(a, d) * partners;
        partners -= kernel_halves_plan_sampled(b, deficit - d);
    }
    return (double)h->words * (pairs + 8 * points);
}

/* Chooses the two deficits d0 and d1, with d0 + d1 + 2 > `together`, at the least cost. Any such
 * choice is a proof. */
static void halves_share(const struct search *s, int together, int deficit[2])
{
    double least = -1;
    for (int d = 0; d < together; d++) {
        double cost = halves_cost_of(s, &s->plan->half[0], d) + halves_cost_of(s, &s->plan->half[1], together - 1 - d);
        if (least >= 0 && cost >= least) continue;
        least = cost;
        deficit[0] = d;
        deficit[1] = together - 1 - d;
    }
}

void kernel_halves_run(const struct model *m, const struct kernel *k, int kilobytes, struct kernel_least *r,
                       struct job *job)
{
    struct search s = {.plan = kernel_halves_plan_new(m, k), .result = r, .memory = (size_t)kilobytes << 7, .job = job};
    struct kernel_halves_plan *p = s.plan;
    bool going = true;
    assert(p && "kernel_halves_estimate was asked");
    *r = (struct kernel_least){.least = INT64_MIN, .share = -1};
    for (int h = 0; h < 2; h++)
        for (int which = 0; which < 2 && going; which++) {
            going = kernel_halves_plan_collect(p, &p->half[h], which, s.memory, s.job);
            s.top += p->part[p->half[h].part[which]].maximum;
        }
    for (int h = 0; h < 2; h++) kernel_halves_plan_bits(p, h);
    for (int deficit = 0; going && !r->done; deficit++) {
        if (!try_level(&s, &p->half[0], deficit) || !try_level(&s, &p->half[1], deficit)) break;
        halves_bound(&s, deficit, deficit);
    }
    if (going && !r->done && r->any && !is_over(&s)) {
        int deficit[2] = {0, 0};
        halves_share(&s, (int)short_of_best(&s), deficit);
        for (int h = 0; h < 2; h++)
            for (int which = 0; which < 2 && going; which++) going = try_all(&s, &p->half[h], which, deficit[h]);
        if (going) halves_bound(&s, deficit[0], deficit[1]);
    }
    kernel_halves_plan_free(p);
}

double kernel_halves_estimate(const struct model *m, const struct kernel *k)
{
    struct kernel_halves_plan *p = kernel_halves_plan_new(m, k);
    double seconds = p ? 0.01 : -1;
    for (int h = 0; p && h < 2; h++)
        for (int which = 0; which < 2; which++) seconds += (double)(UINT64_C(1) << p->half[h].frame.rank[which]) * 2e-9;
    kernel_halves_plan_free(p);
    return seconds;
}
