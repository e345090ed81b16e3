#include "encodings/shared/sorting.h"

/* ---- networks ------------------------------------------------------------------------------ */

static void merge(struct planner *p, const struct sequence *s, int ways, struct wanted want, lit *z, struct cnf *f);

/* Every second place of s[i].n, from place `from` on; what is left is merged into z. */
static struct sequence merge_half(struct planner *p, const struct sequence *s, int ways, int from, struct wanted want,
                                  lit *room, lit *z, struct cnf *f)
{
    struct sequence half[MERGING_WAYS];
    int n = 0;
    for (int w = 0; w < ways; w++) {
        half[w] = (struct sequence){room, 0};
        for (int i = from - 1; i < s[w].n; i += 2) half[w].x[half[w].n++] = s[w].x[i];
        room += half[w].n;
        n += half[w].n;
    }
    merge(p, half, ways, want, z, f);
    return (struct sequence){z, min_int(n, merging_last(&want))};
}

/* The longest first, as in plan_merge. */
static void order(struct sequence *s, int ways)
{
    for (int i = 1; i < ways; i++) {
        struct sequence one = s[i];
        int at = i;
        for (; at && s[at - 1].n < one.n; at--) s[at] = s[at - 1];
        s[at] = one;
    }
}

static void merge_odd_even(struct planner *p, const struct sequence *s, int ways, const struct wanted *want, lit *z,
                           struct cnf *f)
{
    int n = 0, steps = ways > 2 ? 4 : 2;
    for (int i = 0; i < ways; i++) n += s[i].n;
    lit *room = mem_new(4 * (size_t)n, sizeof *room);
    struct sequence odd = merge_half(p, s, ways, 1, merging_odd(want, steps), room, room + n, f);
    struct sequence even = merge_half(p, s, ways, 2, merging_even(want, steps), room + 2 * n, room + 3 * n, f);
    merging_combine(steps, &odd, &even, want, z, f);
    mem_free(room);
}

static void merge_stages(struct planner *p, const struct sequence *s, int ways, const struct wanted *want, lit *z,
                         struct cnf *f)
{
    int n = s[0].n + s[1].n, m = s[2].n + (ways > 3 ? s[3].n : 0);
    lit *room = mem_new((size_t)(n + m), sizeof *room);
    struct sequence half[2] = {{room, n}, {room + n, m}};
    merge(p, s, 2, merging_part(want, n), half[0].x, f);
    merge(p, s + 2, ways - 2, merging_part(want, m), half[1].x, f);
    merge(p, half, 2, *want, z, f);
    mem_free(room);
}

static void merge(struct planner *p, const struct sequence *sequences, int ways, struct wanted want, lit *z,
                  struct cnf *f)
{
    struct sequence s[MERGING_WAYS];
    int n[MERGING_WAYS] = {0};
    for (int i = 0; i < ways; i++) s[i] = sequences[i];
    order(s, ways);
    for (int i = 0; i < ways; i++) n[i] = s[i].n;
    struct merge_task t = plan_merge(n, ways, want);
    enum step step = plan_of(p, &t).step;
    lit one[MERGING_WAYS];
    for (int i = 0; i < ways; i++) {
        s[i].n = t.n[i];
        one[i] = s[i].n ? s[i].x[0] : 0;
    }
    ways = plan_ways(&t);
    if (step == STEP_COPY) merging_copy(s, &t.want, z, f);
    if (step == STEP_SUBSETS) merging_subsets(&(struct sequence){one, ways}, &t.want, z, f);
    if (step == STEP_PAIRS) merging_pairs(s, s + 1, &t.want, z, f);
    if (step == STEP_ODD_EVEN) merge_odd_even(p, s, ways, &t.want, z, f);
    if (step == STEP_STAGES) merge_stages(p, s, ways, &t.want, z, f);
}

static void sort(struct planner *p, lit *x, int n, struct wanted want, lit *z, struct cnf *f)
{
    struct merge_task t = plan_sort(n, want);
    struct plan plan = plan_of(p, &t);
    struct sequence inputs = {x, n}, part[MERGING_WAYS];
    if (plan.step == STEP_COPY) merging_copy(&inputs, &want, z, f);
    if (plan.step == STEP_SUBSETS) merging_subsets(&inputs, &want, z, f);
    if (plan.step != STEP_SPLIT) return;
    lit *room = mem_new((size_t)n, sizeof *room);
    for (int i = 0, from = 0; i < plan.ways; i++) {
        int m = plan_part(n, plan.ways, i);
        part[i] = (struct sequence){room + from, m};
        sort(p, x + from, m, merging_part(&want, m), part[i].x, f);
        from += m;
    }
    merge(p, part, plan.ways, want, z, f);
    mem_free(room);
}

int sorting_merge(enum direction d, lit *x, int a, lit *y, int b, int c, lit *z, struct cnf *f)
{
    int n = min_int(a + b, c);
    if (!n) return 0;
    struct place_range all = {1, n}, none = {1, 0};
    struct planner p;
    plan_begin(&p, SORTING_CHEAPEST, a + b);
    merge(&p, (struct sequence[]){{x, a}, {y, b}}, 2,
          (struct wanted){d & COUNT_UP ? all : none, d & COUNT_DOWN ? all : none, false}, z, f);
    plan_end(&p);
    return n;
}

/* ---- use ------------------------------------------------------------------------------------- */

/* How a constraint uses a network: on the inputs or on their negations, whichever needs fewer places. */
struct network_use {
    bool negate;
    int lo, hi; /* bounds of the sum, or of the negated sum */
    struct wanted want;
};

static struct network_use range(const struct constraint *c, enum sorting_style style)
{
    int n = c->n, lo = (int)c->lo, hi = (int)c->hi;
    int plain = hi < n ? hi + 1 : lo, negated = lo ? n - lo + 1 : n - hi;
    struct network_use use = {.negate = negated < plain, .lo = lo, .hi = hi};
    if (use.negate) {
        use.lo = n - hi;
        use.hi = n - lo;
    }
    bool all = style == SORTING_BY_TWO, up = use.hi < n, down = use.lo;
    use.want.up = up ? all ? (struct place_range){1, n} : (struct place_range){use.hi + 1, use.hi + 1}
                     : (struct place_range){1, 0};
    use.want.down =
        down ? all ? (struct place_range){1, n} : (struct place_range){use.lo, use.lo} : (struct place_range){1, 0};
    use.want.hard = !all;
    return use;
}

struct size sorting_size(const struct constraint *c, enum sorting_style style)
{
    struct network_use use = range(c, style);
    struct merge_task t = plan_sort(c->n, use.want);
    struct planner p;
    plan_begin(&p, style, c->n);
    struct size size = plan_of(&p, &t).size;
    plan_end(&p);
    int64_t units = use.want.hard ? 0 : (use.hi < c->n) + (use.lo > 0);
    size.clauses += units;
    size.literals += units;
    return size;
}

static void network(const struct constraint *c, enum sorting_style style, const struct network_use *use, lit *z,
                    struct cnf *f)
{
    struct planner p;
    plan_begin(&p, style, c->n);
    lit *x = mem_new((size_t)c->n, sizeof *x);
    for (int i = 0; i < c->n; i++) x[i] = use->negate ? -c->x[i] : c->x[i];
    sort(&p, x, c->n, use->want, z, f);
    plan_end(&p);
    mem_free(x);
}

void sorting_encode(const struct constraint *c, enum sorting_style style, struct cnf *f)
{
    if (!f->put) {
        cnf_count(f, sorting_size(c, style));
        return;
    }
    struct network_use use = range(c, style);
    lit *z = mem_new((size_t)c->n, sizeof *z);
    network(c, style, &use, z, f);
    if (use.hi < c->n && !use.want.hard) cnf_1(f, -z[use.hi]);
    if (use.lo && !use.want.hard) cnf_1(f, z[use.lo - 1]);
    mem_free(z);
}

void sorting_count(const struct constraint *c, enum direction d, enum sorting_style style, struct cnf *f,
                   struct outputs *out)
{
    int n = c->n, lo = (int)c->lo, hi = (int)c->hi;
    struct network_use use = {.negate = n - lo < hi};
    if (use.negate && d != COUNT_BOTH) d = d == COUNT_UP ? COUNT_DOWN : COUNT_UP;
    struct place_range none = {1, 0},
                       p = use.negate ? (struct place_range){n - hi + 1, n - lo} : (struct place_range){lo + 1, hi};
    if (style == SORTING_BY_TWO) p = (struct place_range){1, n};
    use.want.up = d & COUNT_UP ? p : none;
    use.want.down = d & COUNT_DOWN ? p : none;
    lit *z = mem_new((size_t)n, sizeof *z);
    network(c, style, &use, z, f);
    for (int v = lo + 1; v <= hi; v++) outputs_push(out, use.negate ? -z[n - v] : z[v - 1], v);
    mem_free(z);
}
