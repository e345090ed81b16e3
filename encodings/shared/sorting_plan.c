#include "encodings/shared/sorting_plan.h"

#include <string.h>

void plan_begin(struct planner *p, enum sorting_style style, int inputs)
{
    *p = (struct planner){.style = style};
    MEM_PUSH(p->v, p->n, p->cap, (struct plan){0});
    p->dummy = mem_new(2 * (size_t)inputs, sizeof *p->dummy);
    p->made = p->dummy + inputs;
    for (int i = 0; i < inputs; i++) p->dummy[i] = 1;
}

void plan_end(struct planner *p)
{
    mem_free(p->v);
    mem_free(p->dummy);
}

static struct place_range plain(struct place_range p) { return p.from > p.to ? (struct place_range){1, 0} : p; }

static unsigned hash(const struct merge_task *t)
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

int plan_ways(const struct merge_task *t)
{
    int ways = 0;
    while (ways < MERGING_WAYS && t->n[ways]) ways++;
    return ways;
}

static int total(const struct merge_task *t)
{
    int n = 0;
    for (int i = 0; i < MERGING_WAYS; i++) n += t->n[i];
    return n;
}

/* A task in its normal form: what cannot matter is cut off, the longest comes first. */
struct merge_task plan_merge(const int *n, int ways, struct wanted want)
{
    struct merge_task t = {{0}, want};
    int sum = 0;
    for (int i = 0; i < ways; i++) sum += n[i];
    t.want.up = plain((struct place_range){want.up.from, min_int(want.up.to, sum)});
    t.want.down = plain((struct place_range){want.down.from, min_int(want.down.to, sum)});
    int last = merging_last(&t.want);
    for (int i = 0; i < ways; i++) {
        int k = min_int(n[i], last), at = i;
        for (; at && t.n[at - 1] < k; at--) t.n[at] = t.n[at - 1];
        t.n[at] = k;
    }
    return t;
}

struct merge_task plan_sort(int n, struct wanted want) { return (struct merge_task){{n, PLAN_SORT}, want}; }

/* Part i of n inputs in `ways` nearly equal ones. */
int plan_part(int n, int ways, int i) { return (n - 1 - i) / ways + 1; }

static struct size size_of(struct planner *p, const struct merge_task *t) { return plan_of(p, t).size; }

static struct size odd_even_size(struct planner *p, const struct merge_task *t, int ways)
{
    int odds[MERGING_WAYS], evens[MERGING_WAYS], steps = ways > 2 ? 4 : 2;
    for (int i = 0; i < MERGING_WAYS; i++) {
        odds[i] = (t->n[i] + 1) / 2;
        evens[i] = t->n[i] / 2;
    }
    struct merge_task odd = plan_merge(odds, ways, merging_odd(&t->want, steps)),
                      even = plan_merge(evens, ways, merging_even(&t->want, steps));
    struct sequence x = {p->dummy, min_int(total(&odd), merging_last(&odd.want))},
                    y = {p->dummy, min_int(total(&even), merging_last(&even.want))};
    struct size size = size_of(p, &odd);
    size_add(&size, size_of(p, &even));
    struct cnf counter = cnf_counter(0);
    merging_combine(steps, &x, &y, &t->want, p->made, &counter);
    size_add(&size, counter.made);
    return size;
}

static struct size stages_size(struct planner *p, const struct merge_task *t)
{
    int n = t->n[0] + t->n[1], m = t->n[2] + t->n[3];
    struct merge_task a = plan_merge(t->n, 2, merging_part(&t->want, n)),
                      b = plan_merge(t->n + 2, 2, merging_part(&t->want, m)),
                      last = plan_merge((int[]){n, m}, 2, t->want);
    struct size size = size_of(p, &a);
    size_add(&size, size_of(p, &b));
    size_add(&size, size_of(p, &last));
    return size;
}

static struct size split_size(struct planner *p, const struct merge_task *t, int ways)
{
    struct size size = {0};
    int n[MERGING_WAYS];
    for (int i = 0; i < ways; i++) {
        n[i] = plan_part(t->n[0], ways, i);
        struct merge_task part = plan_sort(n[i], merging_part(&t->want, n[i]));
        size_add(&size, size_of(p, &part));
    }
    struct merge_task merge = plan_merge(n, ways, t->want);
    size_add(&size, size_of(p, &merge));
    return size;
}

static void offer(struct plan *best, enum step step, int ways, struct size size)
{
    if (best->ways && best->size.clauses + best->size.vars <= size.clauses + size.vars) return;
    best->step = step;
    best->ways = ways;
    best->size = size;
}

static struct size copy_size(const struct merge_task *t)
{
    struct cnf counter = cnf_counter(0);
    lit one = 1, out;
    if (t->want.hard) merging_copy(&(struct sequence){&one, 1}, &t->want, &out, &counter);
    return counter.made;
}

static void sort_plan(struct planner *p, struct plan *best)
{
    const struct merge_task *t = &best->task;
    int n = t->n[0], at_once = p->style == SORTING_CHEAPEST ? MERGING_SUBSETS : p->style == SORTING_BY_FOUR ? 4 : 2;
    if (n <= at_once) offer(best, STEP_SUBSETS, 1, merging_subsets_size(n, &t->want));
    bool two = p->style != SORTING_BY_FOUR && n > 2, four = p->style != SORTING_BY_TWO && n > 4;
    if (two) offer(best, STEP_SPLIT, 2, split_size(p, t, 2));
    if (four) offer(best, STEP_SPLIT, 4, split_size(p, t, 4));
}

static void merge_plan(struct planner *p, struct plan *best)
{
    const struct merge_task *t = &best->task;
    int ways = plan_ways(t);
    bool any = p->style == SORTING_CHEAPEST, single = t->n[0] == 1;
    if (single) offer(best, STEP_SUBSETS, ways, merging_subsets_size(ways, &t->want));
    if (ways == 2 && !single && any) offer(best, STEP_PAIRS, 2, merging_pairs_size(t->n[0], t->n[1], &t->want));
    if (!single) offer(best, STEP_ODD_EVEN, ways, odd_even_size(p, t, ways));
    if (ways > 2 && any) offer(best, STEP_STAGES, ways, stages_size(p, t));
}

struct plan plan_of(struct planner *p, const struct merge_task *t)
{
    int *chain = &p->chain[hash(t)];
    for (int i = *chain; i; i = p->v[i].next)
        if (equal(&p->v[i].task, t)) return p->v[i];
    struct plan best = {.task = *t};
    bool sort = t->n[1] == PLAN_SORT;
    if (merging_last(&t->want) < 1 || !t->n[0])
        offer(&best, STEP_COPY, 1, (struct size){0});
    else if (sort ? t->n[0] == 1 : !t->n[1])
        offer(&best, STEP_COPY, 1, copy_size(t));
    else if (sort)
        sort_plan(p, &best);
    else
        merge_plan(p, &best);
    best.next = *chain;
    *chain = p->n;
    MEM_PUSH(p->v, p->n, p->cap, best);
    return best;
}
