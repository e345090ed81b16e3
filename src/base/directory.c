#include "base/file.h"
#include "base/mem.h"
#include "base/strings.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool not_made(const char *name, const char *advice, struct text *err)
{
    return text_error(err, "The directory %s cannot be made (%s)%s.", name, strerror(errno), advice);
}

bool directory_add(const char *name, const char *advice, struct text *err)
{
    return !mkdir(name, 0777) || errno == EEXIST || not_made(name, advice, err);
}

/* Makes d->path, or takes over that of a killed run, which has lost its lock. */
static bool take_path(struct directory *d, struct text *err)
{
    if (mkdir(d->path, 0777) && errno != EEXIST) return not_made(d->name, "; choose another", err);
    int lock = open(d->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) return not_made(d->path, "; remove it", err);
    if (flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        close(lock);
        return text_error(err, "Another run is writing the directory %s; choose another.", d->name);
    }
    d->lock = lock; /* where another run has just completed it, nothing can be written */
    temporary_add(d->path);
    temporary_clear(d->path);
    return true;
}

bool directory_open(struct directory *d, const char *name, struct text *err)
{
    struct stat st;
    SCOPED(strings) there = {0};
    struct text path = {0};
    *d = (struct directory){.name = mem_string(name), .exists = !stat(name, &st), .lock = -1};
    for (size_t n = strlen(name); n > 1 && d->name[n - 1] == '/'; n--) d->name[n - 1] = '\0';
    const char *slash = strrchr(d->name, '/');
    int parent = slash ? (int)(slash - d->name) + 1 : 0;
    if (d->exists)
        text_add(&path, "%s/.partial", d->name);
    else
        text_add(&path, "%.*s.%s.partial", parent, d->name, d->name + parent);
    d->path = path.s;
    bool ok = !d->exists || strings_directory(&there, name, NULL, err);
    if (there.n) ok = text_error(err, "The directory %s is not empty; choose another.", name);
    if (ok && take_path(d, err)) return true;
    directory_close(d, false, err);
    return false;
}

/* Moves the entries into the directory that exists, because it may be a link, a mount point or a
 * working directory. */
static bool give_entries(const struct directory *d, struct text *err)
{
    SCOPED(strings) there = {0};
    bool ok = strings_directory(&there, d->path, "", err);
    for (int i = 0; i < there.n && ok; i++) {
        SCOPED(text) from = {0}, to = {0};
        text_add(&from, "%s/%s", d->path, there.v[i]);
        text_add(&to, "%s/%s", d->name, there.v[i]);
        ok = !rename(from.s, to.s);
    }
    return ok && !rmdir(d->path);
}

bool directory_close(struct directory *d, bool complete, struct text *err)
{
    temporary_hold();
    bool given = complete && (d->exists ? give_entries(d, err) : !rename(d->path, d->name));
    temporary_release();
    if (complete && !given) not_made(d->name, "; choose another", err);
    if (d->path) temporary_end(d->path, given || d->lock < 0);
    if (d->lock >= 0) close(d->lock);
    MEM_FREE(d->name, d->path);
    *d = (struct directory){.lock = -1};
    return given;
}
