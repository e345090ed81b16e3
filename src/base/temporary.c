#include "base/temporary.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The failure handler or the watchdog, which may end the process, must find them. */
static struct {
    char **name;
    int n;
    size_t cap;
    pthread_mutex_t lock;
    atomic_bool removed;
    pthread_t remover; /* which may go on */
} temporary = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_remover(void) { return temporary.removed && pthread_equal(temporary.remover, pthread_self()); }

void temporary_hold(void)
{
    if (!is_remover()) pthread_mutex_lock(&temporary.lock);
}

void temporary_release(void)
{
    const int why = errno;
    if (!is_remover()) pthread_mutex_unlock(&temporary.lock);
    errno = why;
}

void temporary_add(const char *name)
{
    char *copy = mem_string(name);
    temporary_hold();
    MEM_PUSH(temporary.name, temporary.n, temporary.cap, copy);
    temporary_release();
}

void temporary_drop(const char *name)
{
    OWNED char *dropped = NULL;
    temporary_hold();
    for (int i = 0; i < temporary.n && !dropped; i++) {
        if (strcmp(temporary.name[i], name) != 0) continue;
        dropped = temporary.name[i];
        temporary.name[i] = temporary.name[--temporary.n];
    }
    if (!temporary.n) {
        mem_free(temporary.name);
        temporary.name = NULL;
        temporary.cap = 0;
    }
    temporary_release();
}

/* Removes the files of a directory, and its empty directories. */
void temporary_clear(const char *name)
{
    int dir = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = dir < 0 ? NULL : fdopendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        if (unlinkat(dir, e->d_name, 0) && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dir, e->d_name, AT_REMOVEDIR);
    if (d)
        closedir(d);
    else if (dir >= 0)
        close(dir);
}

static void discard(const char *name)
{
    if (!unlink(name)) return;
    temporary_clear(name);
    rmdir(name);
}

void temporary_end(const char *name, bool complete)
{
    if (!complete) discard(name);
    temporary_drop(name);
}

void temporary_remove(void)
{
    if (is_remover()) return;
    /* A thread that failed with the lock does not release it. */
    struct timespec t = {.tv_nsec = 100000000};
    if (pthread_mutex_trylock(&temporary.lock)) {
        nanosleep(&t, NULL);
        (void)pthread_mutex_trylock(&temporary.lock);
    }
    temporary.remover = pthread_self();
    temporary.removed = true;
    for (int i = 0; i < temporary.n; i++) discard(temporary.name[i]);
}
