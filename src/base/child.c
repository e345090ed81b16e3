#include "base/child.h"
#include "base/mem.h"
#include "base/text.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef __SANITIZE_ADDRESS__ /* such a build reserves terabytes of addresses */
enum { ADDRESSES_ARE_MEMORY = 0 };
#else
enum { ADDRESSES_ARE_MEMORY = 1 };
#endif

enum {
    PATIENCE = 12, /* times 20 ms between SIGTERM and SIGKILL: less than the watchdog waits */
    GRACE = 5      /* seconds of CPU between the same */
};

void child_pipe(int end[2])
{
#ifdef __APPLE__
    bool open = !pipe(end) && fcntl(end[0], F_SETFD, FD_CLOEXEC) >= 0 && fcntl(end[1], F_SETFD, FD_CLOEXEC) >= 0;
#else
    bool open = !pipe2(end, O_CLOEXEC);
#endif
    if (!open) fatal("No pipe can be opened (%s).", strerror(errno));
}

bool child_limits_memory(void) { return ADDRESSES_ARE_MEMORY; }

/* ---- in the child: only system calls, as the memory is still the parent's -------------------- */

static bool become_file(int fd, int as)
{
    if (fd < 0) fd = open("/dev/null", O_RDWR);
    return fd == as ? fcntl(fd, F_SETFD, 0) >= 0 : dup2(fd, as) >= 0;
}

/* cpu: the seconds until SIGXCPU; 0: no limit. */
static bool become(const struct child_how *how, rlim_t cpu)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGPIPE, SIG_DFL); /* ignored here, which a child would inherit */
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (signal(SIGHUP, SIG_DFL) == SIG_IGN) signal(SIGHUP, SIG_IGN);
    if (cpu) setrlimit(RLIMIT_CPU, &(struct rlimit){.rlim_cur = cpu, .rlim_max = cpu + GRACE});
    return become_file(how->in, 0) && become_file(how->out, 1) && become_file(how->err, 2);
}

/* ---- in the parent --------------------------------------------------------------------------- */

/* The CPU seconds left to us and our children: whole ones, at least one; 0: no limit. */
static rlim_t cpu_left(double end)
{
    struct rlimit own;
    if (!getrlimit(RLIMIT_CPU, &own) && own.rlim_cur != RLIM_INFINITY && !(end > 0 && end < (double)own.rlim_cur))
        end = (double)own.rlim_cur;
    if (!(end > 0)) return 0;
    double left = end - clock_cpu() - clock_cpu_children();
    return left < 1 ? 1 : (rlim_t)(left + 0.999);
}

bool child_exec(struct child *c, char *const *argv, const struct child_how *how, struct text *err)
{
    volatile int why = 0;
    const rlim_t cpu = cpu_left(c->cpu_end);
    *c = (struct child){.cpu_end = c->cpu_end};
    pid_t pid = vfork(); /* so that gigabytes of address space are not copied for a program that never uses them */
    if (!pid) {
        if (become(how, cpu)) execvp(argv[0], argv);
        why = errno;
        _exit(127);
    }
    if (pid > 0 && !why) {
        c->pid = pid;
        return true;
    }
    if (pid > 0)
        waitpid(pid, NULL, 0);
    else
        why = errno;
    return text_error(err, "The program '%s' cannot be started (%s).", argv[0], strerror(why));
}

bool child_become(char *const *argv, struct text *err)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    execvp(argv[0], argv);
    return text_error(err, "The program '%s' cannot be started (%s).", argv[0], strerror(errno));
}

bool child_start(struct child *c, const char *command, int in, int out, struct text *err)
{
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
    return child_exec(c, argv, &(struct child_how){.in = in, .out = out, .err = 2}, err);
}

bool child_output(struct child *c, const char *command, int in, size_t most, struct text *out, struct text *err)
{
    int end[2];
    child_pipe(end);
    bool ok = child_start(c, command, in, end[1], err);
    close(end[1]);
    while (ok && out->n <= most && text_read(out, end[0]) > 0) continue;
    close(end[0]);
    if (out->n > most) child_stop(c);
    child_ended(c, true);
    return ok;
}

bool child_ended(struct child *c, bool wait)
{
    pid_t got;
    if (!c->pid) return true;
    do got = wait4(c->pid, &c->status, wait ? 0 : WNOHANG, NULL);
    while (got < 0 && errno == EINTR);
    if (!got) return false;
    c->pid = 0;
    return true;
}

void child_stop(struct child *c)
{
    pid_t group = c->pid;
    if (!group) return;
    kill(-group, SIGTERM);
    for (int i = 0; i < PATIENCE && !child_ended(c, false); i++) poll(NULL, 0, 20);
    kill(-group, SIGKILL);
    child_ended(c, true);
}

int child_status(const struct child *c, const char *what, struct text *err)
{
    assert(!c->pid && "the child has ended");
    if (WIFEXITED(c->status)) return WEXITSTATUS(c->status);
    int number = WIFSIGNALED(c->status) ? WTERMSIG(c->status) : 0;
    text_error(err, "%s was ended by the signal %d (%s).", what, number, strsignal(number));
    return -1;
}

static bool is_program(const char *name)
{
    struct stat st;
    return !access(name, X_OK) && !stat(name, &st) && S_ISREG(st.st_mode);
}

bool child_found(const char *program)
{
    const char *path = getenv("PATH");
    if (strchr(program, '/') || !path) return is_program(program);
    for (size_t n; *path; path += n + (path[n] == ':')) {
        SCOPED(text) name = {0};
        n = strcspn(path, ":");
        text_add(&name, "%.*s/%s", (int)n, path, program);
        if (is_program(name.s)) return true;
    }
    return false;
}
