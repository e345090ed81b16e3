/* Integers with a rank, to be sorted. */
#pragma once

#include <stdint.h>

struct ranked {
    int64_t rank;
    int x;
};
/* For qsort: by rising ranks; of one rank, by rising integers. */
static inline int ranked_compare(const void *a, const void *b)
{
    const struct ranked *p = a, *q = b;
    return p->rank != q->rank ? (p->rank < q->rank ? -1 : 1) : (p->x > q->x) - (p->x < q->x);
}
