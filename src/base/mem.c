#include "base/mem.h"
#include "base/failure.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large blocks come in large pages, where the system has them: to fault small ones in takes longer
 * than to fill them. A block and its head in front of it fill whole ones. */
static void *new_large(size_t bytes, size_t large)
{
    const size_t head = 64, page = 1 << 12;
    bytes = (bytes + head + large - 1) / large * large - head;
    char *p = calloc(bytes, 1);
#ifdef MADV_HUGEPAGE
    if (p) madvise((void *)((uintptr_t)p & -page), bytes, MADV_HUGEPAGE);
#endif
    return p;
}

void *mem_new(size_t count, size_t size)
{
    const size_t large = 1 << 21;
    size_t bytes;
    void *p = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes) && bytes < SIZE_MAX / 2)
        p = bytes < large ? calloc(bytes ? bytes : 1, 1) : new_large(bytes, large);
    if (!p) fatal("There is not enough memory for %zu x %zu bytes; try a smaller instance.", count, size);
    return p;
}

void *mem_resize(void *p, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || !(p = realloc(p, bytes ? bytes : 1)))
        fatal("There is not enough memory for %zu x %zu bytes; try a smaller instance.", count, size);
    return p;
}

void mem_free(const void *p) { free((void *)p); }

void mem_free_each(const void *const *p, size_t n)
{
    for (size_t i = 0; i < n; i++) mem_free(p[i]);
}

void *mem_copy(const void *from, size_t count, size_t size)
{
    void *to = mem_new(count, size);
    return count ? memcpy(to, from, count * size) : to;
}

char *mem_string(const char *s) { return mem_copy(s, strlen(s) + 1, 1); }

void *mem_grow(void *p, size_t n, size_t *cap, size_t size)
{
    if (n < *cap) return p;
    *cap = *cap ? *cap + *cap / 2 + 8 : 8;
    return mem_resize(p, *cap, size);
}
