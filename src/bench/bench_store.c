/* The directory of a bench: a row is on the disk before the next run starts. */
#include "base/clock.h"
#include "base/file.h"
#include "bench/bench.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A row that was being written when the program was killed is cut off. */
static bool repair(int fd, const char *path, struct rows *done, bool *fresh, struct text *err)
{
    struct text old = {0};
    size_t whole = 0;
    ssize_t n;
    while ((n = text_read(&old, fd)) > 0) continue;
    bool ok = !n || text_error(err, "%s cannot be read (%s).", path, strerror(errno));
    bool headed = ok && strchr(text_string(&old), '\n');
    if (headed) ok = rows_parse(old.s, path, done, &whole, err);
    if (ok && whole < old.n && ftruncate(fd, (off_t)whole))
        ok = text_error(err, "%s cannot be repaired (%s).", path, strerror(errno));
    *fresh = !whole;
    text_release(&old);
    return ok;
}

/* Of this process alone: it ends with it, whatever children are just being started. Closing the
 * file, however often it was opened, would end it too. A file system without locks does without. */
static bool lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return !fcntl(fd, F_SETLK, &whole) || (errno != EACCES && errno != EAGAIN);
}

static bool write_line(int fd, const struct text *line, struct text *err)
{
    size_t done = 0;
    errno = ENOSPC;
    for (ssize_t n = 1; done < line->n && n > 0; done += n > 0 ? (size_t)n : 0)
        n = write(fd, line->s + done, line->n - done);
    bool ok = done == line->n && !fsync(fd);
    return ok || text_error(err, "The row could not be written (%s); make room and use --resume.", strerror(errno));
}

enum store_state store_open(struct store *s, const char *dir, const char *name, bool resume, struct text *err)
{
    struct text path = {0}, header = {0};
    *s = (struct store){.fd = -1};
    if (!directory_add(dir, "", err)) return STORE_REFUSED;
    text_add(&path, "%s/%s", dir, name);
    bool exists = file_exists(path.s), fresh = true, ok = true;
    if (exists && !resume)
        ok = text_error(err, "%s exists already; choose a new directory, or --resume to go on with it.", path.s);
    if (ok) {
        s->fd = open(path.s, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        if (s->fd < 0) ok = text_error(err, "%s cannot be written (%s).", path.s, strerror(errno));
    }
    if (ok && !lock(s->fd)) ok = text_error(err, "%s is being written by another bench; wait for its end.", path.s);
    if (ok && exists) ok = repair(s->fd, path.s, &s->done, &fresh, err);
    enum store_state state = ok ? STORE_OPEN : STORE_REFUSED;
    rows_header(&header);
    if (ok && fresh && !write_line(s->fd, &header, err)) state = STORE_FAILED;
    text_release(&path);
    text_release(&header);
    return state;
}

bool store_append(struct store *s, const struct row_text *row, struct text *err)
{
    struct text line = {0};
    row_line(row, &line);
    bool ok = write_line(s->fd, &line, err);
    text_release(&line);
    return ok;
}

bool store_has(const struct store *s, const struct run *r)
{
    char seed[16];
    snprintf(seed, sizeof seed, "%d", r->seed);
    for (int i = 0; i < s->done.n; i++) {
        char *const *field = s->done.v[i].field;
        if (!strcmp(field[COL_SECTION], r->section) && !strcmp(field[COL_INSTANCE], r->instance) &&
            !strcmp(field[COL_CHOICES], r->choices) && !strcmp(field[COL_SEED], seed))
            return true;
    }
    return false;
}

void store_close(struct store *s)
{
    if (s->fd >= 0) close(s->fd);
    rows_release(&s->done);
}

/* The processor's name, as Linux tells it. */
static void machine(struct text *out)
{
    struct text info = {0}, ignored = {0};
    file_read("/proc/cpuinfo", &file_cap_suite, &info, &ignored);
    const char *model = strstr(text_string(&info), "model name"), *at = model ? strchr(model, ':') : NULL;
    text_add(out, "machine %ld processors", sysconf(_SC_NPROCESSORS_ONLN));
    if (at) text_add(out, ", %.*s", (int)strcspn(at + 2, "\n"), at + 2);
    text_char(out, '\n');
    text_release(&info);
    text_release(&ignored);
}

bool store_suite(const struct suite *s, const char *dir, struct text *err)
{
    struct text t = {0};
    if (!directory_add(dir, "", err)) return false;
    machine(&t);
    text_add(&t, "name %s\nabout %s\n%s", s->name, s->about ? s->about : "", text_string(&s->baselines));
    text_put(&t, "date ");
    clock_date(&t);
    text_char(&t, '\n');
    if (s->absent.n) text_put(&t, "absent");
    for (int i = 0; i < s->absent.n; i++) text_add(&t, "%s %s", i ? "," : "", s->absent.v[i]);
    if (s->absent.n) text_char(&t, '\n');
    bool ok = file_write_in(dir, "suite.txt", &t, err);
    text_release(&t);
    return ok;
}
