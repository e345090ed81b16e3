/* Natural numbers of any size, for counts. */
#pragma once

#include "base/text.h"

#include <stdint.h>

/* Zeroed = 0. */
struct natural {
    uint32_t *digit; /* in base 2^32, the lowest first; the highest is not 0 */
    int n;
    size_t cap;
};

void natural_release(struct natural *a);
void natural_set(struct natural *a, uint64_t value);
void natural_copy(struct natural *to, const struct natural *a);
void natural_add(struct natural *a, const struct natural *b);      /* a += b */
void natural_multiply(struct natural *a, const struct natural *b); /* a *= b */
void natural_double(struct natural *a, int times);                 /* a *= 2^times */
/* The number, or INT64_MAX if that is less. */
int64_t natural_capped(const struct natural *a);
void natural_print(const struct natural *a, struct text *out); /* appends it in decimal */
