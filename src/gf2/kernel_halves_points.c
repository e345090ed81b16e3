#include "gf2/kernel_halves_inside.h"

#include <stdlib.h>

enum { SHORT = 1024 };

int kernel_halves_points_within(const struct kernel_part *t, int deficit)
{
    int lo = 0, hi = t->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (deficit_of(t->v[mid]) <= deficit)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void keep_near(struct kernel_part *t)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        if (deficit_of(t->v[i]) <= t->reach) t->v[n++] = t->v[i];
    t->n = n;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void raise_maximum(struct kernel_part *t, int max)
{
    for (int i = 0; i < t->n; i++) t->v[i] += (uint64_t)(max - t->maximum) << POINT_BITS;
    t->maximum = max;
    keep_near(t);
}

void kernel_halves_points_transform(const struct kernel_halves_plan *p, const struct half *h, int which,
                                    struct walsh *f)
{
    const struct kernel_part *t = &p->part[h->part[which]];
    uint64_t *pattern = mem_new((size_t)t->terms, sizeof *pattern);
    kernel_halves_plan_patterns(p, h, which, pattern);
    walsh_init(f, h->frame.rank[which], t->terms, pattern, t->spin);
    mem_free(pattern);
}

bool kernel_halves_points_collect(struct kernel_halves_plan *p, const struct half *h, int which, size_t memory,
                                  struct job *job)
{
    struct kernel_part *t = &p->part[h->part[which]];
    struct walsh f;
    kernel_halves_points_transform(p, h, which, &f);
    int16_t(*value)[LANES] = mem_new((size_t)f.rows, sizeof *value);
    int points = 1 << f.low;
    bool going = true;
    t->reach = SHORT;
    t->sample = mem_new(65536, sizeof *t->sample);
    for (uint64_t b = 0; b < f.blocks && going; b++) {
        int max = walsh_block(&f, b, value);
        if (!b || max > t->maximum) raise_maximum(t, max);
        for (int i = 0; i < points && b % SAMPLE == 0; i++) t->sample[value[i / LANES][i % LANES] + 32768]++;
        for (int i = 0; i < points && going && max >= t->maximum - t->reach; i++) {
            int deficit = t->maximum - value[i / LANES][i % LANES];
            if (deficit > t->reach) continue;
            MEM_PUSH(t->v, t->n, t->cap, (uint64_t)deficit << POINT_BITS | b << f.low | (uint64_t)i);
            while (going && (size_t)t->n * sizeof *t->v > memory) {
                t->reach--;
                keep_near(t);
                going = !job_over(job);
            }
        }
        if (b % 8 == 7) going = going && !job_over(job);
    }
    if (going) qsort(t->v, (size_t)t->n, sizeof *t->v, by_number);
    mem_free(value);
    walsh_release(&f);
    return going;
}

double kernel_halves_points_sampled(const struct kernel_part *t, int deficit)
{
    int value = t->maximum - deficit + 32768;
    return value < 0 ? 0 : (double)t->sample[value] * SAMPLE;
}
