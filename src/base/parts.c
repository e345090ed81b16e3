#include "base/base.h"

enum { PART = 256 };

void *parts_room(struct parts *a, size_t n, size_t size)
{
    while (!a->parts || a->used + n > (size_t)PART << (a->parts - 1)) {
        a->part[a->parts] = mem_new((size_t)PART << a->parts, size);
        a->parts++;
        a->used = 0;
    }
    void *p = (char *)a->part[a->parts - 1] + a->used * size;
    a->used += n;
    return p;
}

void *parts_at(const struct parts *a, size_t i, size_t size)
{
    int k = log2_floor(i / PART + 1);
    return (char *)a->part[k] + (i + PART - ((size_t)PART << k)) * size;
}

void parts_release(struct parts *a)
{
    while (a->parts) mem_free(a->part[--a->parts]);
    a->used = 0;
}
