#include "encodings/shared/rising.h"

static int64_t sum_at(const struct rising_from *a, int i) { return i ? a->more[i - 1] : a->first; }

/* Takes over both. */
static struct rising merge(struct rising p, struct rising q, int64_t top)
{
    struct rising r = {mem_new((size_t)p.n + (size_t)q.n, sizeof *r.v), 0};
    for (int i = 0, j = 0; i < p.n || j < q.n;) {
        int64_t v = j == q.n || (i < p.n && p.v[i] <= q.v[j]) ? p.v[i++] : q.v[j++];
        if (r.n && (r.v[r.n - 1] == v || r.v[r.n - 1] >= top)) continue;
        r.v[r.n++] = v;
    }
    mem_free(p.v);
    mem_free(q.v);
    return r;
}

/* Of a's sums from..to-1, by halves. */
static struct rising pairs(const struct rising_from *a, int from, int to, const struct rising_from *b, int64_t top)
{
    if (to - from > 1) {
        int mid = from + (to - from) / 2;
        struct rising p = pairs(a, from, mid, b, top);
        return merge(p, pairs(a, mid, to, b, top), top);
    }
    struct rising r = {mem_new((size_t)b->n + 1, sizeof *r.v), 0};
    for (int j = 0; j <= b->n; j++) {
        r.v[r.n++] = sum_at(a, from) + sum_at(b, j);
        if (r.v[r.n - 1] >= top) break;
    }
    return r;
}

struct rising rising_pairs(const struct rising_from *a, const struct rising_from *b, int64_t top)
{
    return pairs(a, 0, a->n + 1, b, top);
}

int rising_place(const int64_t *sum, int k, int n, int64_t v)
{
    while (k < n) {
        int mid = k + (n - k) / 2;
        if (sum[mid] < v)
            k = mid + 1;
        else
            n = mid;
    }
    return k;
}
