#include "base/mem_parts.h"
#include "base/mem.h"
#include "base/number.h"

enum { PART = 256 };

void *mem_parts_add(struct parts *a, size_t n, size_t size)
{
    while (!a->n || a->used + n > (size_t)PART << (a->n - 1)) {
        a->part[a->n] = mem_new((size_t)PART << a->n, size);
        a->n++;
        a->used = 0;
    }
    void *p = (char *)a->part[a->n - 1] + a->used * size;
    a->used += n;
    return p;
}

void *mem_parts_at(const struct parts *a, size_t i, size_t size)
{
    int k = log2_floor(i / PART + 1);
    return (char *)a->part[k] + (i + PART - ((size_t)PART << k)) * size;
}

void mem_parts_release(struct parts *a)
{
    while (a->n) mem_free(a->part[--a->n]);
    a->used = 0;
}
