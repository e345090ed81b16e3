/* A directory for the files of an external program. It contains a file `lock`, which is locked
 * while we live, so that the directories of killed runs can be distinguished from those in use. */
#include "base/mem.h"
#include "base/temporary.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = "loophole-files-";

/* Removes a directory of ours with the files in it; the usual ones even if the directory cannot be
 * read. */
static void clear_away(const char *dir)
{
    static const char *const usual[] = {"answer", "formula", "proof", "lock"};
    temporary_clear(dir);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        SCOPED(text) path = {0};
        text_add(&path, "%s/%s", dir, usual[i]);
        unlink(path.s);
    }
    rmdir(dir);
}

/* Locks the directory; -1: it is in use, or not ours. It counts as locked once its lock is not
 * empty. */
static int lock(const char *dir, bool fresh)
{
    char path[PATH_MAX]; /* allocation could fail, and leave a directory that is not registered */
    struct stat st;
    if (snprintf(path, sizeof path, "%s/lock", dir) >= (int)sizeof path) return -1;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (fresh ? O_CREAT | O_EXCL : 0), 0600);
    if (fd < 0) return -1;
    bool ours = !flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, &st) && st.st_uid == getuid() && (fresh || st.st_size > 0);
    if (ours && (!fresh || write(fd, "\n", 1) == 1)) return fd;
    close(fd);
    return -1;
}

static void sweep(const char *place)
{
    DIR *d = opendir(place);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        SCOPED(text) dir = {0};
        text_add(&dir, "%s/%s", place, e->d_name);
        int fd = strncmp(e->d_name, prefix, strlen(prefix)) ? -1 : lock(dir.s, false);
        if (fd >= 0) {
            clear_away(dir.s);
            close(fd);
        }
    }
    closedir(d);
}

bool scratch_open(struct scratch *s, struct text *err)
{
    const char *place = getenv("TMPDIR");
    struct text dir = {0};
    if (!place || !*place) place = "/tmp";
    sweep(place);
    text_add(&dir, "%s/%sXXXXXX", place, prefix);
    *s = (struct scratch){.lock = -1, .dir = mkdtemp(dir.s)};
    if (s->dir) s->lock = lock(s->dir, true);
    if (s->lock >= 0) return true;
    text_error(err, "The directory %s cannot be made (%s); name another place in TMPDIR.", dir.s, strerror(errno));
    if (s->dir) clear_away(s->dir);
    text_release(&dir);
    s->dir = NULL;
    return false;
}

void scratch_close(struct scratch *s)
{
    if (!s->dir) return;
    clear_away(s->dir);
    close(s->lock);
    mem_free(s->dir);
    s->dir = NULL;
}
