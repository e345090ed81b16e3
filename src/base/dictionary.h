/* Words numbered 0, 1, .. in the order in which they were added, and the way back from a word to
 * its number. */
#pragma once

#include "base/table.h"
#include "base/text.h"

/* Zeroed = empty. */
struct dictionary {
    struct text text; /* all words, each ended by a zero byte */
    size_t *at;       /* the offset of word i, 0 <= i < n */
    int n;
    size_t cap;
    struct table index;
};
/* Returns the number of the word of `length` bytes, none of them zero; -1: it is not there. */
int dictionary_find(const struct dictionary *d, const char *s, size_t length);
/* Returns its number, a new one if needed. */
int dictionary_add(struct dictionary *d, const char *s, size_t length);
const char *dictionary_word(const struct dictionary *d, int i); /* valid until the next is added */
void dictionary_release(struct dictionary *d);
