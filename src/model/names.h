/* Names by number, stored in two arrays. */
#pragma once

#include "base/text.h"

#include <stdarg.h>

/* Zeroed = empty. A caller that needs numbers only may increment n, and must not read names
 * then. */
struct names {
    struct text text; /* one after the other, each ended by a zero byte */
    size_t *at, cap;  /* the offset of each in the text */
    int n;
};
/* Adds the name that printf would write; its number is the old n. */
void names_add(struct names *names, const char *format, va_list args);
void names_add_one(struct names *names, const char *name);
const char *names_get(const struct names *names, int i); /* 0 <= i < n; valid until the next is added */
void names_release(struct names *names);
