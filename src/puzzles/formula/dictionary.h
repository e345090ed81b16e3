/* Names of variables, and the way back from a name to its number. */
#ifndef DICTIONARY_H
#define DICTIONARY_H

#include "base/table.h"

/* Zeroed = empty. */
struct dictionary {
    struct text text; /* one name behind the other, each ended by a zero byte */
    size_t *at;       /* where name i begins, 0 <= i < n */
    int n;
    size_t cap;
    struct table index;
};
int dictionary_find(const struct dictionary *d, const char *s, size_t length); /* -1: it is not there */
int dictionary_add(struct dictionary *d, const char *s, size_t length);        /* the number that it has or gets */
const char *dictionary_name(const struct dictionary *d, int i);                /* valid until the next is added */
void dictionary_release(struct dictionary *d);

#endif
