/* Loaded before all else (LD_PRELOAD), makes one call fail: FAULT=KIND:N, the N-th call of a kind, and with FAULT=KIND:N+ all
 * from there on. Kinds: alloc (malloc, calloc, realloc; so also what C++ takes), write (write, fwrite and fflush), short
 * (write gives half), close (the last flush of a stream fails), read, fork (also vfork), thread, pipe, open (also fopen,
 * memfd_create), directory (mkdir, mkdtemp, opendir), rename (also linkat), fdopen (also dup, open_memstream, popen), lock,
 * load (dlopen). Without FAULT it counts: FAULT_COUNT names the file that gets a line for each kind. Calls before main and those
 * of a program that replaces this one are not counted. A script of sh has no faults itself: the program that it becomes has them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { ALLOC, WRITE, SHORT, CLOSE, READ, FORK, THREAD, PIPE, OPEN, DIRECTORY, RENAME, FDOPEN, LOCK, LOAD, KINDS };
static const char *const names[KINDS] = {"alloc", "write", "short",     "close",  "read",   "fork", "thread",
                                         "pipe",  "open",  "directory", "rename", "fdopen", "lock", "load"};
static atomic_long count[KINDS];
static long at;
static int which = -1, after, live;
static pid_t own;
static int (*real_execvp)(const char *, char *const *);

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

static int fails(enum kind k)
{
    if (!live) return 0;
    long n = atomic_fetch_add(&count[k], 1) + 1;
    return which == (int)k && (n == at || (after && n > at));
}

__attribute__((constructor)) static void begin(void)
{
    const char *word = getenv("FAULT");
    *(void **)&real_execvp = dlsym(RTLD_NEXT, "execvp");
    if (!strcmp(program_invocation_short_name, "sh")) return;
    for (int k = 0; k < KINDS && word; k++) {
        size_t n = strlen(names[k]);
        if (strncmp(word, names[k], n) || word[n] != ':') continue;
        which = k;
        at = atol(word + n + 1);
        after = word[strlen(word) - 1] == '+';
    }
    unsetenv("LD_PRELOAD"); /* children are none of ours */
    own = getpid();
    live = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *file = getenv("FAULT_COUNT");
    char line[64];
    live = 0;
    int fd = file ? open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    for (int k = 0; k < KINDS && fd >= 0; k++) {
        int n = snprintf(line, sizeof line, "%s %ld\n", names[k], (long)count[k]);
        if (write(fd, line, (size_t)n) != n) break;
    }
    if (fd >= 0) close(fd);
}

int execvp(const char *file, char *const argv[])
{
    if (getpid() != own) return real_execvp(file, argv); /* a child */
    end();
    real_execvp(file, argv);
    live = 1;
    return -1;
}

#define REAL(type, name, ...)                                                                                          \
    static type (*real)(__VA_ARGS__);                                                                                  \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

void *malloc(size_t n)
{
    if (fails(ALLOC)) return errno = ENOMEM, NULL;
    return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    if (fails(ALLOC)) return errno = ENOMEM, NULL;
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    if (fails(ALLOC)) return errno = ENOMEM, NULL;
    return __libc_realloc(p, n);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    REAL(ssize_t, write, int, const void *, size_t);
    if (fd == 2) return real(fd, bytes, n);
    if (fails(WRITE)) return errno = ENOSPC, -1;
    return real(fd, bytes, fails(SHORT) && n > 1 ? n / 2 : n);
}

/* Streams write by calls of their own inside the C library. */
size_t fwrite(const void *p, size_t size, size_t n, FILE *f)
{
    REAL(size_t, fwrite, const void *, size_t, size_t, FILE *);
    if (f != stderr && fails(WRITE)) {
        f->_flags |= 0x20; /* what ferror looks at */
        return errno = ENOSPC, 0;
    }
    return real(p, size, n, f);
}

int fflush(FILE *f)
{
    REAL(int, fflush, FILE *);
    if (f && f != stderr && fails(WRITE)) {
        f->_flags |= 0x20;
        return errno = ENOSPC, EOF;
    }
    return real(f);
}

int fclose(FILE *f)
{
    REAL(int, fclose, FILE *);
    int gone = real(f);
    return fails(CLOSE) ? (errno = ENOSPC, EOF) : gone;
}

ssize_t read(int fd, void *bytes, size_t n)
{
    REAL(ssize_t, read, int, void *, size_t);
    return fails(READ) ? (errno = EIO, -1) : real(fd, bytes, n);
}

size_t fread(void *p, size_t size, size_t n, FILE *f)
{
    REAL(size_t, fread, void *, size_t, size_t, FILE *);
    if (fails(READ)) {
        f->_flags |= 0x20;
        return errno = EIO, 0;
    }
    return real(p, size, n, f);
}

pid_t fork(void)
{
    REAL(pid_t, fork, void);
    return fails(FORK) ? (errno = EAGAIN, -1) : real();
}

/* Nobody can return from a vfork; what fails in the child then could not tell the parent, so nothing does. */
pid_t vfork(void)
{
    pid_t child = fork();
    if (!child) live = 0;
    return child;
}

int pthread_create(pthread_t *t, const pthread_attr_t *how, void *(*run)(void *), void *state)
{
    REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return fails(THREAD) ? EAGAIN : real(t, how, run, state);
}

int pipe2(int end_of[2], int flags)
{
    REAL(int, pipe2, int *, int);
    return fails(PIPE) ? (errno = EMFILE, -1) : real(end_of, flags);
}

int open(const char *name, int flags, ...)
{
    REAL(int, open, const char *, int, ...);
    va_list args;
    va_start(args, flags);
    mode_t mode = va_arg(args, mode_t);
    va_end(args);
    return fails(OPEN) ? (errno = EMFILE, -1) : real(name, flags, mode);
}

FILE *fopen(const char *name, const char *mode)
{
    REAL(FILE *, fopen, const char *, const char *);
    return fails(OPEN) ? (errno = EMFILE, NULL) : real(name, mode);
}

int memfd_create(const char *name, unsigned flags)
{
    REAL(int, memfd_create, const char *, unsigned);
    return fails(OPEN) ? (errno = EMFILE, -1) : real(name, flags);
}

int mkdir(const char *name, mode_t mode)
{
    REAL(int, mkdir, const char *, mode_t);
    return fails(DIRECTORY) ? (errno = ENOSPC, -1) : real(name, mode);
}

char *mkdtemp(char *name)
{
    REAL(char *, mkdtemp, char *);
    return fails(DIRECTORY) ? (errno = ENOSPC, NULL) : real(name);
}

DIR *opendir(const char *name)
{
    REAL(DIR *, opendir, const char *);
    return fails(DIRECTORY) ? (errno = EMFILE, NULL) : real(name);
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    return fails(RENAME) ? (errno = ENOSPC, -1) : real(from, to);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    REAL(int, linkat, int, const char *, int, const char *, int);
    return fails(RENAME) ? (errno = ENOSPC, -1) : real(a, from, b, to, flags);
}

FILE *fdopen(int fd, const char *mode)
{
    REAL(FILE *, fdopen, int, const char *);
    return fails(FDOPEN) ? (errno = ENOMEM, NULL) : real(fd, mode);
}

FILE *popen(const char *command, const char *mode)
{
    REAL(FILE *, popen, const char *, const char *);
    return fails(FDOPEN) ? (errno = ENOMEM, NULL) : real(command, mode);
}

FILE *open_memstream(char **s, size_t *n)
{
    REAL(FILE *, open_memstream, char **, size_t *);
    return fails(FDOPEN) ? (errno = ENOMEM, NULL) : real(s, n);
}

int dup(int fd)
{
    REAL(int, dup, int);
    return fails(FDOPEN) ? (errno = EMFILE, -1) : real(fd);
}

int flock(int fd, int how)
{
    REAL(int, flock, int, int);
    return fails(LOCK) ? (errno = ENOLCK, -1) : real(fd, how);
}

void *dlopen(const char *name, int flags)
{
    REAL(void *, dlopen, const char *, int);
    return fails(LOAD) ? NULL : real(name, flags);
}
