#include "puzzles/formula/dictionary.h"

#include <string.h>

/* FNV-1a. */
static uint64_t hash(const char *s, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    return h ^ h >> 32;
}

/* The slot that holds the name, or the free one where it belongs. */
static size_t place(const struct dictionary *d, const char *s, size_t length)
{
    size_t i = hash(s, length) & (d->slots - 1);
    for (; d->slot[i]; i = (i + 1) & (d->slots - 1)) {
        const char *name = dictionary_name(d, d->slot[i] - 1);
        if (!strncmp(name, s, length) && !name[length]) break;
    }
    return i;
}

int dictionary_find(const struct dictionary *d, const char *s, size_t length)
{
    return d->slots ? d->slot[place(d, s, length)] - 1 : -1;
}

static void grow(struct dictionary *d)
{
    mem_free(d->slot);
    d->slots = d->slots ? 2 * d->slots : 64;
    d->slot = mem_new(d->slots, sizeof *d->slot);
    for (int i = 0; i < d->n; i++) {
        const char *name = dictionary_name(d, i);
        d->slot[place(d, name, strlen(name))] = i + 1;
    }
}

int dictionary_add(struct dictionary *d, const char *s, size_t length)
{
    if (2 * ((size_t)d->n + 1) > d->slots) grow(d);
    size_t i = place(d, s, length);
    if (d->slot[i]) return d->slot[i] - 1;
    MEM_PUSH(d->at, d->n, d->cap, d->text.n);
    text_bytes(&d->text, s, length);
    text_bytes(&d->text, "", 1);
    return (d->slot[i] = d->n) - 1;
}

const char *dictionary_name(const struct dictionary *d, int i)
{
    assert(0 <= i && i < d->n && "a name that was given");
    return d->text.s + d->at[i];
}

void dictionary_release(struct dictionary *d)
{
    text_release(&d->text);
    mem_free(d->at);
    mem_free(d->slot);
    *d = (struct dictionary){0};
}
