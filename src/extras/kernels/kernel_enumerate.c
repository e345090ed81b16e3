#include "extras/kernels/kernels.h"
#include "extras/kernels/walsh.h"

enum { BLOCKS_BETWEEN_POLLS = 64, AFFORDABLE = 26 };

bool kernel_enumerate_applies(const struct kernel *k)
{
    int64_t total = 0;
    for (int c = 0; c < k->classes && total <= INT16_MAX; c++) total += k->spin[c] < 0 ? -k->spin[c] : k->spin[c];
    return k->alone && k->words == 1 && total <= INT16_MAX;
}

double kernel_enumerate_estimate(const struct kernel *k)
{
    double points = 1;
    for (int j = 0; j < k->dimension; j++) points *= 2;
    return points * 0.3e-9;
}

/* Takes the block's best point if it beats the best so far. */
static void enumerate_look(const struct kernel *k, const struct walsh *transform, uint64_t block, int64_t spins,
                           int16_t (*f)[LANES], struct kernel_least *result)
{
    int best = walsh_block(transform, block, f);
    int64_t sum = k->base + (spins - best) / 2;
    if (result->any && sum >= result->sum) return;
    int at = 0;
    while (f[at / LANES][at % LANES] != best) at++;
    result->any = true;
    result->sum = sum;
    result->y[0] = block << transform->low | (uint64_t)at;
    assert(kernel_sum(k, result->y[0]) == sum && "the transform and a direct sum agree");
}

void kernel_enumerate_run(const struct kernel *k, struct kernel_least *result, struct job *job)
{
    assert(kernel_enumerate_applies(k) && "moderate weights, and parity rows only");
    OWNED uint64_t *pattern = mem_new((size_t)k->classes, sizeof *pattern);
    uint64_t block = 0;
    int64_t spins = 0;
    for (int c = 0; c < k->classes; c++) {
        spins += k->spin[c];
        pattern[c] = k->pattern[c] >> 1;
    }
    SCOPED(walsh) transform = {0};
    walsh_init(&transform, k->dimension, k->classes, pattern, k->spin);
    OWNED int16_t(*f)[LANES] = mem_new((size_t)transform.rows, sizeof *f);
    *result = (struct kernel_least){.least = INT64_MIN};
    while (block < transform.blocks) {
        result->share = (double)block / (double)transform.blocks;
        if (block % BLOCKS_BETWEEN_POLLS == 0) {
            job_publish(job, result);
            if (job_over(job)) break;
        }
        enumerate_look(k, &transform, block++, spins, f, result);
    }
    result->done = block == transform.blocks;
}

bool kernel_enumerate_least(const struct kernel *k, uint64_t *y)
{
    struct kernel_least all;
    if (k->dimension > AFFORDABLE || !kernel_enumerate_applies(k)) return false;
    kernel_enumerate_run(k, &all, NULL);
    *y = all.y[0];
    return true;
}
