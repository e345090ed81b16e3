/* Names by number, a million of them in two arrays. */
#ifndef NAMES_H
#define NAMES_H

#include "base/base.h"

#include <stdarg.h>

/* Zeroed = empty. A caller that needs numbers only counts n up, and must not ask for names then. */
struct names {
    struct text text; /* one after the other, each ended by a zero byte */
    size_t *at, cap;  /* where each begins in the text */
    int n;
};
void names_add(struct names *names, const char *format, va_list args); /* as printf; its number is the old n */
const char *names_get(const struct names *names, int i);               /* 0 <= i < n; valid until the next is added */
void names_release(struct names *names);

#endif
