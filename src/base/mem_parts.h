/* A growing array whose elements never move: parts of doubling size. */
#pragma once

#include <stddef.h>

/* Zeroed = empty. */
struct parts {
    void *part[56];
    int n;       /* parts */
    size_t used; /* elements of the last part */
};
/* Returns n more elements in a row, zeroed. The rest of a part may stay unused. */
void *mem_parts_add(struct parts *a, size_t n, size_t size);
/* Element i of those that were added one at a time. */
void *mem_parts_at(const struct parts *a, size_t i, size_t size);
void mem_parts_release(struct parts *a);
