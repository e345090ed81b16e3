#include "base/spill.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { IN_MEMORY = 1 << 20 };

/* Opens a file and removes its name at once, so that nothing is left. */
static int spill_file(void)
{
    const char *place = getenv("TMPDIR");
    SCOPED(text) name = {0};
    text_add(&name, "%s/loophole-proof-XXXXXX", place && *place ? place : "/tmp");
    int fd = mkostemp(name.s, O_CLOEXEC);
    if (fd >= 0) unlink(name.s);
    return fd;
}

/* Moves the bytes in memory to the file. */
static bool spill_write(struct spill *s)
{
    size_t done = 0;
    if (!s->file) s->file = spill_file() + 1;
    while (s->file && done < s->tail.n) {
        ssize_t n = write(s->file - 1, s->tail.s + done, s->tail.n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    text_clear(&s->tail);
    return s->file;
}

bool spill_put(struct spill *s, const void *bytes, size_t n)
{
    text_bytes(&s->tail, bytes, n);
    s->bytes += (int64_t)n;
    return s->tail.n < IN_MEMORY || spill_write(s);
}

bool spill_view(struct spill *s, struct text *view)
{
    *view = (struct text){.s = s->tail.s, .n = (size_t)s->bytes};
    if (!s->file) return true;
    if (s->map) munmap(s->map, s->mapped);
    s->map = NULL;
    s->mapped = (size_t)s->bytes + 1;
    text_bytes(&s->tail, "", 1);
    if (!spill_write(s)) return false;
    void *map = mmap(NULL, s->mapped, PROT_READ, MAP_PRIVATE, s->file - 1, 0);
    if (map == MAP_FAILED) return false;
    view->s = s->map = map;
    return lseek(s->file - 1, -1, SEEK_CUR) >= 0;
}

void spill_release(struct spill *s)
{
    if (s->map) munmap(s->map, s->mapped);
    if (s->file) close(s->file - 1);
    text_release(&s->tail);
    *s = (struct spill){0};
}
