#include "cubes/cube_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 2000 };
static const double NINE_IN_TEN = 1.645, CLOCK_STEP = .001;

static int strata(const struct estimate *e, const struct conquest *c)
{
    int all = cube_count(&c->cubes);
    return e->sample < all ? e->sample : all;
}

/* Stratum i is the cubes from(i)..from(i + 1) - 1; one of them is drawn. They grow: the first cubes leave most open, cost most,
 * and differ most. */
static int from(const struct estimate *e, const struct conquest *c, int i)
{
    int64_t n = strata(e, c), square = cube_count(&c->cubes) * (int64_t)i * i / (n * n);
    return square > i ? (int)square : i;
}

static int drawn(const struct estimate *e, const struct conquest *c, int i)
{
    struct random r = {(uint64_t)e->seed * 1000003 + (uint64_t)i};
    return from(e, c, i) + random_below(&r, from(e, c, i + 1) - from(e, c, i));
}

/* Of the parts of a split cube, which stands for all? */
static int chosen(const struct conquest *c, int task)
{
    struct random r = {(uint64_t)task};
    return random_below(&r, cube_count(&c->task[task].split));
}

/* Its place among its parent's parts. */
static int place(const struct conquest *c, int task) { return atoi(strrchr(c->task[task].id, '.') + 1) - 1; }

bool estimate_wants(const struct estimate *e, const struct conquest *c, int task)
{
    const struct task *t = &c->task[task];
    if (t->rest) return false;
    if (t->parent >= 0) return estimate_wants(e, c, t->parent) && place(c, task) == chosen(c, t->parent);
    int i = 0;
    while (from(e, c, i + 1) <= task) i++;
    return drawn(e, c, i) == task;
}

static double cost(const struct conquest *c, int task)
{
    const struct task *t = &c->task[task];
    if (t->state != TASK_SPLIT) return t->cpu;
    for (int i = task + 1; i < c->n; i++)
        if (c->task[i].parent == task && place(c, i) == chosen(c, task))
            return t->cpu + cube_count(&t->split) * cost(c, i);
    return t->cpu;
}

/* How far off may the total be, if the costs' logarithms vary about their mean as those of the sample do? Of a few cubes the costly
 * ones may all be missing, which resampling cannot know. */
static double lognormal_factor(const struct estimate *e, const struct conquest *c)
{
    int n = strata(e, c);
    double sum = 0, squares = 0, weight, all = from(e, c, n);
    for (int i = 0; i < n; i++) {
        double x = log(fmax(cost(c, drawn(e, c, i)), CLOCK_STEP));
        weight = (from(e, c, i + 1) - from(e, c, i)) / all;
        sum += weight * x;
        squares += weight * x * x;
    }
    double s2 = fmax(squares - sum * sum, 0) * n / (n - 1);
    return exp(NINE_IN_TEN * sqrt(s2 / n + s2 * s2 / (2 * (n - 1))));
}

void estimate_made(struct estimate *e, const struct conquest *c)
{
    int n = strata(e, c), all = cube_count(&c->cubes);
    double *of = mem_new((size_t)n, sizeof *of), *sum = mem_new(RESAMPLES, sizeof *sum);
    struct tally t;
    conquest_tally(c, &t);
    e->spent = t.cpu;
    e->total = 0;
    for (int i = 0; i < n; i++) {
        of[i] = (from(e, c, i + 1) - from(e, c, i)) * cost(c, drawn(e, c, i));
        e->total += of[i];
    }
    struct random r = {(uint64_t)e->seed};
    for (int k = 0; k < RESAMPLES; k++)
        for (int i = 0; i < n; i++) sum[k] += of[random_below(&r, n)];
    qsort(sum, RESAMPLES, sizeof *sum, number_compare_real);
    /* All cubes are no sample: then nothing is left to chance but which part stood for its cube. */
    bool whole = n == all && !t.of[TASK_SPLIT];
    double factor = n > 1 && !whole ? lognormal_factor(e, c) : 1;
    e->low = n && !whole ? fmin(sum[RESAMPLES / 20], e->total / factor) : e->total;
    e->high = n && !whole ? fmax(sum[RESAMPLES - RESAMPLES / 20 - 1], e->total * factor) : e->total;
    mem_free(of);
    mem_free(sum);
}
