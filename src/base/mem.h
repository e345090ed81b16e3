/* Memory: never NULL, because a failure to allocate is a system error (fatal). */
#pragma once

#include <stddef.h>

void *mem_new(size_t count, size_t size); /* zeroed; count 0: a valid pointer for mem_free */
void *mem_resize(void *p, size_t count, size_t size);
void mem_free(const void *p); /* const, so that owners of const data can free it */
/* Frees n blocks; MEM_FREE(a->x, a->w) those that it names. */
void mem_free_each(const void *const *p, size_t n);
#define MEM_FREE(...)                                                                                                  \
    mem_free_each((const void *const[]){__VA_ARGS__}, sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))
/* p: the address of a pointer; frees what that points to. Inlined, so that the pointer can be in a
 * register. */
static inline void mem_release(void *p)
{
    void *owned;
    __builtin_memcpy(&owned, p, sizeof owned);
    mem_free(owned);
}

/* Scoped variables: locals that are released at the end of their block, whichever way it ends; at a
 * return, after its value was computed. The declaration sets the first value.
 *
 *     SCOPED(text) line = {0};                    text_release(&line)
 *     OWNED lit *x = mem_new(n, sizeof *x);       mem_free(x) */
#define SCOPED(type) __attribute__((cleanup(type##_release), unused)) struct type
#define OWNED __attribute__((cleanup(mem_release), unused))
/* Moves the value out of a scoped variable, which is empty then: return TAKEN(line). Do not write
 * a = f(TAKEN(a)). A compiler may take `a` for the place of the result, and then it is not empty if
 * f is left from inside (base/unwind.h). */
#define TAKEN(x)                                                                                                       \
    __extension__({                                                                                                    \
        __typeof__(x) taken_ = (x);                                                                                    \
        (x) = (__typeof__(x)){0};                                                                                      \
        taken_;                                                                                                        \
    })

void *mem_copy(const void *from, size_t count, size_t size); /* count 0: `from` may be NULL */
char *mem_string(const char *s);                             /* a copy */

/* Returns p, moved if need be, with room for one more element after the first n; *cap: its
 * capacity. */
void *mem_grow(void *p, size_t n, size_t *cap, size_t size);
#define MEM_PUSH(p, n, cap, value)                                                                                     \
    do {                                                                                                               \
        if ((size_t)(n) >= (cap)) (p) = mem_grow((p), (size_t)(n), &(cap), sizeof *(p));                               \
        (p)[(n)++] = (value);                                                                                          \
    } while (0)
