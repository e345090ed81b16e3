#include "encodings/shared/integers.h"
#include "base/number.h"

extern const struct encoder amo_ladder;

void integers_thresholds(const lit *value, int n, lit *ge, struct cnf *f)
{
    lit first = cnf_vars(f, n - 1);
    OWNED int64_t *w = mem_new((size_t)n, sizeof *w);
    for (int k = 0; k < n - 1; k++) {
        ge[k] = first + k;
        w[k] = k + 1;
    }
    for (int k = 0; k < n - 1; k++) cnf_means(f, ge[k], value + 1, w, n - 1, k + 1);
    for (int k = 0; k < n; k++) {
        lit low = k ? ge[k - 1] : 0, high = k < n - 1 ? ge[k] : 0;
        if (low) cnf_2(f, -value[k], low);
        if (high) cnf_2(f, -value[k], -high);
        cnf_some(f, low ? -low : 0, high, value[k]);
        if (low && high) cnf_2(f, -high, low);
    }
}

void integers_at_most_one(const lit *x, int n, struct cnf *f)
{
    enum { FEW = 6 };
    struct constraint c = {.kind = AMO, .n = n, .x = x, .hi = 1};
    if (n <= FEW)
        cnf_pairs(f, x, n);
    else
        amo_ladder.encode(&c, f);
}

int64_t integers_value(const struct constraint *c, int64_t v)
{
    int64_t least = INT64_MAX;
    for (const struct integer *a = c->integer; a < c->integer + c->integers; a++)
        if (v <= a->hi) least = min64(least, max64(v, a->lo));
    return least;
}
