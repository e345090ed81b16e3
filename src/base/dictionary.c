#include "base/dictionary.h"
#include "base/mem.h"

struct slice {
    const char *s;
    size_t length;
};

static bool same_word(const void *dictionary, int i, const void *slice)
{
    const struct slice *w = slice;
    const char *known = dictionary_word(dictionary, i);
    return !strncmp(known, w->s, w->length) && !known[w->length];
}

int dictionary_find(const struct dictionary *d, const char *s, size_t length)
{
    return table_find(&d->index, table_hash(s, length), same_word, d, &(struct slice){s, length});
}

int dictionary_add(struct dictionary *d, const char *s, size_t length)
{
    int known = dictionary_find(d, s, length);
    if (known >= 0) return known;
    table_add(&d->index, table_hash(s, length));
    MEM_PUSH(d->at, d->n, d->cap, d->text.n);
    text_bytes(&d->text, s, length);
    text_bytes(&d->text, "", 1);
    return d->n - 1;
}

const char *dictionary_word(const struct dictionary *d, int i)
{
    assert(0 <= i && i < d->n && "a word that was added");
    return d->text.s + d->at[i];
}

void dictionary_release(struct dictionary *d)
{
    text_release(&d->text);
    mem_free(d->at);
    table_release(&d->index);
    *d = (struct dictionary){0};
}
