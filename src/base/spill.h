/* Text that grows: in memory at first, then in an unnamed file in TMPDIR. */
#pragma once

#include "base/text.h"

/* Zeroed = empty. */
struct spill {
    int64_t bytes;    /* put so far */
    struct text tail; /* not in the file yet */
    int file;         /* its descriptor + 1; 0: there is none */
    char *map;        /* the whole file, for spill_view */
    size_t mapped;
};
/* Appends n bytes. False: the file cannot be made or written; the text is incomplete. */
bool spill_put(struct spill *s, const void *bytes, size_t n);
/* Sets *view to the whole text, which a zero byte ends, valid until the next call. Do not change or
 * release the view. False: it cannot be written or read. */
bool spill_view(struct spill *s, struct text *view);
void spill_release(struct spill *s);
