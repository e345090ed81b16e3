#include "encodings/shared/sorting.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

/* ---- plans ------------------------------------------------------------------------------------- */

/* Sorted sequences of these lengths (longest first, 0 past the last) are merged as wanted. With n[1] = SORT, n[0]
 * inputs are sorted. */
struct merge_task {
    int n[MERGING_WAYS];
    struct wanted want;
};
enum { SORT = -1 };

enum step {
    STEP_COPY,     /* a sequence, as it is */
    STEP_SUBSETS,  /* single inputs, all at once */
    STEP_PAIRS,    /* two sequences, all pairs of their places */
    STEP_ODD_EVEN, /* the odd places merged, and the even ones, then combined */
    STEP_STAGES,   /* the first two, then the others, then these */
    STEP_SPLIT     /* inputs sorted in so many `ways`, then merged */
};

struct plan {
    struct merge_task task;
    enum step step;
    int ways;
    struct size size; /* exact */
    int next;         /* in its chain; 0: the last */
};

struct planner {
    enum sorting_style style;
    const struct cnf *f; /* whose job the trials poll */
    struct plan *v;      /* v[0] is none */
    int n;
    size_t cap;
    int chain[256];
    struct lits dummy, made; /* inputs and outputs of a step that is only counted */
};

static void sorting_build(struct planner *p, const struct merge_task *t, const struct sequence *s, lit *z,
                          struct cnf *f);

static unsigned sorting_hash(const struct merge_task *t)
{
    const int part[] = {t->n[0],       t->n[1],           t->n[2],         t->n[3],     t->want.up.from,
                        t->want.up.to, t->want.down.from, t->want.down.to, t->want.hard};
    unsigned h = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) h = (h ^ (unsigned)part[i]) * 2654435761u ^ h >> 15;
    return h >> 24;
}

static bool equal(const struct merge_task *a, const struct merge_task *b)
{
    const struct wanted *u = &a->want, *v = &b->want;
    return !memcmp(a->n, b->n, sizeof a->n) && u->up.from == v->up.from && u->up.to == v->up.to &&
           u->down.from == v->down.from && u->down.to == v->down.to && u->hard == v->hard;
}

/* ---- steps ------------------------------------------------------------------------------------- */

static struct place_range sorting_plain(struct place_range p, int most)
{
    p.to = min_int(p.to, most);
    return p.from > p.to ? (struct place_range){1, 0} : p;
}

/* Merges sequences, in any order of their lengths. What cannot matter is cut off, so that equal tasks are planned
 * once. */
static void sorting_merge_two(struct planner *p, const struct sequence *sequences, int ways, struct wanted want, lit *z,
                              struct cnf *f)
{
    struct sequence s[MERGING_WAYS] = {{0}};
    struct merge_task t = {{0}, want};
    int sum = 0;
    for (int i = 0; i < ways; sum += sequences[i++].n) {
        int at = i;
        for (; at && s[at - 1].n < sequences[i].n; at--) s[at] = s[at - 1];
        s[at] = sequences[i];
    }
    t.want.up = sorting_plain(want.up, sum);
    t.want.down = sorting_plain(want.down, sum);
    for (int i = 0; i < ways; i++) t.n[i] = s[i].n = min_int(s[i].n, merging_last(&t.want));
    sorting_build(p, &t, s, z, f);
}

/* Merges every second place of the s[i], from place `from` on, into z. */
static struct sequence sorting_merge_half(struct planner *p, const struct sequence *s, int ways, int from,
                                          struct wanted want, lit *room, lit *z, struct cnf *f)
{
    struct sequence half[MERGING_WAYS];
    int n = 0;
    for (int w = 0; w < ways; w++) {
        half[w] = (struct sequence){room, 0};
        for (int i = from - 1; i < s[w].n; i += 2) half[w].x[half[w].n++] = s[w].x[i];
        room += half[w].n;
        n += half[w].n;
    }
    sorting_merge_two(p, half, ways, want, z, f);
    return (struct sequence){z, min_int(n, merging_last(&want))};
}

static void merge_odd_even(struct planner *p, const struct sequence *s, int ways, const struct wanted *want, lit *z,
                           struct cnf *f)
{
    int n = 0, steps = ways > 2 ? 4 : 2;
    for (int i = 0; i < ways; i++) n += s[i].n;
    OWNED lit *room = mem_new(4 * (size_t)n, sizeof *room);
    int odds = 0;
    for (int i = 0; i < ways; i++) odds += (s[i].n + 1) / 2;
    struct sequence odd = sorting_merge_half(p, s, ways, 1, merging_odd(want, steps), room, room + n, f);
    struct sequence even = sorting_merge_half(p, s, ways, 2, merging_even(want, steps), room + 2 * n, room + 3 * n, f);
    cnf_alternate(f, room, odds, room + 2 * n, n - odds, 0);
    merging_combine(steps, &odd, &even, want, z, f);
}

/* Says that the places z of two merged sequences count what these count, too. */
static void stages_mean(const struct sequence *s, int ways, const struct sequence *half, const struct wanted *want,
                        const lit *z, struct cnf *f)
{
    if (!f->means) return;
    SCOPED(lits) all = {0};
    for (int i = 0; i < ways; i += 2) {
        SCOPED(terms) part = {0};
        for (int k = i; k < min_int(i + 2, ways); k++)
            for (int t = 0; t < s[k].n; t++) terms_add(&part, s[k].x[t], 1);
        lits_add(&all, part.x.v, part.x.n);
        if (i + 1 < ways) cnf_counts(f, half[i / 2].x, min_int(half[i / 2].n, merging_last(want)), &part, 0);
    }
    for (int t = 1; t <= merging_last(want); t++)
        if (z[t - 1]) cnf_means(f, z[t - 1], all.v, NULL, all.n, t);
    for (int i = 1; i < ways; i += 2) cnf_holds(f, &(struct constraint){0});
}

static void merge_stages(struct planner *p, const struct sequence *s, int ways, const struct wanted *want, lit *z,
                         struct cnf *f)
{
    int n = s[0].n + s[1].n, m = s[2].n + (ways > 3 ? s[3].n : 0);
    OWNED lit *room = mem_new((size_t)(n + m), sizeof *room);
    struct sequence half[2] = {{room, n}, {room + n, m}};
    sorting_merge_two(p, s, 2, merging_part(want, n), half[0].x, f);
    sorting_merge_two(p, s + 2, ways - 2, merging_part(want, m), half[1].x, f);
    sorting_merge_two(p, half, 2, *want, z, f);
    if (want->half && f->means) stages_mean(s, ways, half, want, z, f);
}

static void sort(struct planner *p, lit *x, int n, struct wanted want, lit *z, struct cnf *f)
{
    sorting_build(p, &(struct merge_task){{n, SORT}, want}, &(struct sequence){x, n}, z, f);
}

static void sorting_split(struct planner *p, const struct sequence *inputs, int ways, const struct wanted *want, lit *z,
                          struct cnf *f)
{
    struct sequence part[MERGING_WAYS];
    int n = inputs->n;
    OWNED lit *room = mem_new((size_t)n, sizeof *room);
    for (int i = 0, from = 0; i < ways; i++) {
        int m = (n - 1 - i) / ways + 1; /* nearly equal */
        part[i] = (struct sequence){room + from, m};
        sort(p, inputs->x + from, m, merging_part(want, m), part[i].x, f);
        from += m;
    }
    sorting_merge_two(p, part, ways, *want, z, f);
}

static void take_step(struct planner *p, const struct plan *plan, const struct wanted *want, const struct sequence *s,
                      lit *z, struct cnf *f)
{
    bool sorts = plan->task.n[1] == SORT;
    lit one[MERGING_WAYS];
    for (int i = 0; !sorts && i < plan->ways; i++) one[i] = s[i].n ? s[i].x[0] : 0;
    if (plan->step == STEP_COPY) merging_copy(s, want, z, f);
    if (plan->step == STEP_SUBSETS) merging_subsets(sorts ? s : &(struct sequence){one, plan->ways}, want, z, f);
    if (plan->step == STEP_PAIRS) merging_pairs(s, s + 1, want, z, f);
    if (plan->step == STEP_ODD_EVEN) merge_odd_even(p, s, plan->ways, want, z, f);
    if (plan->step == STEP_STAGES) merge_stages(p, s, plan->ways, want, z, f);
    if (plan->step == STEP_SPLIT) sorting_split(p, s, plan->ways, want, z, f);
}

/* ---- the cheapest step for a task -------------------------------------------------------------- */

/* Takes this step instead of the best so far if it is cheaper. */
static void offer(struct planner *p, struct plan *best, enum step step, int ways)
{
    struct plan plan = {.task = best->task, .step = step, .ways = ways};
    struct sequence s[MERGING_WAYS];
    for (int i = 0; i < MERGING_WAYS; i++) s[i] = (struct sequence){p->dummy.v, plan.task.n[i]};
    struct cnf counter = {.vars = p->dummy.n, .job = p->f->job, .unwinds = p->f->unwinds};
    take_step(p, &plan, &plan.task.want, s, p->made.v, &counter);
    plan.size = counter.made;
    if (!best->ways || best->size.clauses + best->size.vars > plan.size.clauses + plan.size.vars) *best = plan;
}

static void plan_sort(struct planner *p, struct plan *best)
{
    int n = best->task.n[0], at_once = p->style == SORTING_CHEAPEST  ? MERGING_SUBSETS
                                       : p->style == SORTING_BY_FOUR ? 4
                                                                     : 2;
    if (n <= at_once) offer(p, best, STEP_SUBSETS, 1);
    if (p->style != SORTING_BY_FOUR && n > 2) offer(p, best, STEP_SPLIT, 2);
    if (p->style != SORTING_BY_TWO && n > 4) offer(p, best, STEP_SPLIT, 4);
}

static void plan_merge(struct planner *p, struct plan *best)
{
    const int *n = best->task.n;
    int ways = 0;
    while (ways < MERGING_WAYS && n[ways]) ways++;
    bool any = p->style == SORTING_CHEAPEST, single = n[0] == 1;
    if (single) offer(p, best, STEP_SUBSETS, ways);
    if (ways == 2 && !single && any) offer(p, best, STEP_PAIRS, 2);
    if (!single) offer(p, best, STEP_ODD_EVEN, ways);
    if (ways > 2 && any) offer(p, best, STEP_STAGES, ways);
}

static struct plan sorting_plan_of(struct planner *p, const struct merge_task *t)
{
    int *chain = &p->chain[sorting_hash(t)];
    for (int i = *chain; i; i = p->v[i].next)
        if (equal(&p->v[i].task, t)) return p->v[i];
    struct plan best = {.task = *t};
    bool sorts = t->n[1] == SORT;
    if (merging_last(&t->want) < 1 || (sorts ? t->n[0] == 1 : !t->n[1]))
        offer(p, &best, STEP_COPY, 1);
    else if (sorts)
        plan_sort(p, &best);
    else
        plan_merge(p, &best);
    best.next = *chain;
    *chain = p->n;
    MEM_PUSH(p->v, p->n, p->cap, best);
    return best;
}

/* Does a task by its plan. Only counted, it counts as planned: its outputs are among the variables that it would have
 * made, and where it makes fewer, it is done step by step. */
static void sorting_build(struct planner *p, const struct merge_task *t, const struct sequence *s, lit *z,
                          struct cnf *f)
{
    struct plan plan = sorting_plan_of(p, t);
    int last = t->want.hard ? 0 : merging_last(&t->want);
    if (f->put || plan.size.vars < last) {
        const bool counts = f->means && plan.step != STEP_SPLIT && plan.step != STEP_STAGES;
        struct wanted want = t->want;
        SCOPED(terms) counted = {0};
        for (int i = 0; counts && i < MERGING_WAYS && t->n[i] > 0; i++)
            for (int k = 0; k < s[i].n; k++) terms_add(&counted, s[i].x[k], 1);
        want.counted = counts ? &counted.x : NULL;
        take_step(p, &plan, &want, s, z, f);
        if (want.half) counted.x.n = 0;
        if (counts && want.part && plan.step != STEP_COPY) cnf_counts(f, z, last, &counted, !want.half);
        return;
    }
    for (int i = 0; i < last; i++) z[i] = f->vars + 1 + i;
    cnf_count(f, plan.size);
}

/* ---- whole networks ---------------------------------------------------------------------------- */

static struct planner planner_of(enum sorting_style style, int inputs, const struct cnf *f)
{
    struct planner p = {.style = style, .f = f};
    MEM_PUSH(p.v, p.n, p.cap, (struct plan){0});
    for (int i = 1; i <= inputs; i++) {
        lits_push(&p.dummy, i);
        lits_push(&p.made, 0);
    }
    return p;
}

static void planner_release(struct planner *p)
{
    mem_free(p->v);
    lits_release(&p->dummy);
    lits_release(&p->made);
}

void sorting_network(enum sorting_style style, lit *x, int n, struct wanted want, lit *z, struct cnf *f)
{
    SCOPED(planner) p = planner_of(style, n, f);
    sort(&p, x, n, want, z, f);
}

int sorting_merge(enum direction d, lit *x, int a, lit *y, int b, int c, lit *z, struct cnf *f)
{
    int n = min_int(a + b, c);
    if (!n) return 0;
    struct place_range all = {1, n}, none = {1, 0};
    SCOPED(planner) p = planner_of(SORTING_CHEAPEST, a + b, f);
    sorting_merge_two(&p, (struct sequence[]){{x, a}, {y, b}}, 2,
                      (struct wanted){d & COUNT_UP ? all : none, d & COUNT_DOWN ? all : none, false}, z, f);
    return n;
}
