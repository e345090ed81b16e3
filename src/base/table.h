/* A hash table: finds the element with a key. Elements 0, 1, .. are stored by the caller.
 *
 * Open addressing, at most half full. A slot stores the half of the hash that determines its place,
 * so that few other elements are compared and growing compares none. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Zeroed = empty. */
struct table {
    uint64_t *slot; /* hash >> 32 << 32 | number + 1; 0: empty */
    size_t slots;   /* 0 or a power of 2 */
    uint32_t n;     /* elements, numbered in the order of insertion */
};

/* The hash of any bytes. */
static inline uint64_t table_hash(const void *key, size_t bytes)
{
    const char *p = key;
    uint64_t h = bytes, word;
    for (; bytes; p += sizeof word) {
        size_t part = bytes < sizeof word ? bytes : sizeof word;
        word = 0;
        memcpy(&word, p, part);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
        bytes -= part;
    }
    return h;
}

/* Returns the number of the element with this key; -1: there is none. `same` compares element i
 * with the key; `all` is passed on to it. */
static inline int table_find(const struct table *t, uint64_t hash,
                             bool (*same)(const void *all, int i, const void *key), const void *all, const void *key)
{
    if (!t->slots) return -1;
    for (size_t at = hash >> 32 & (t->slots - 1); t->slot[at]; at = (at + 1) & (t->slots - 1))
        if (t->slot[at] >> 32 == hash >> 32 && same(all, (int)(uint32_t)t->slot[at] - 1, key))
            return (int)(uint32_t)t->slot[at] - 1;
    return -1;
}

/* Adds the next element, which has this hash. No other element may have its key. */
void table_add(struct table *t, uint64_t hash);
/* Empties the table and makes room for so many elements. */
void table_clear(struct table *t, size_t expected);
void table_release(struct table *t);
