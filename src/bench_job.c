#include "bench.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int what, double value)
{
    /* CPU: a request to end first, with the best answer; the end some seconds later. */
    struct rlimit r = {.rlim_cur = (rlim_t)value, .rlim_max = (rlim_t)value + (what == RLIMIT_CPU ? 5 : 0)};
    if (value > 0) setrlimit(what, &r);
}

/* In the child: its own process group, so that what it starts ends with it; it dies with the bench. */
static void become(char *const *argv, int out, double cpu, int memory_mb)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CPU, cpu);
    limit(RLIMIT_AS, memory_mb * 1048576.0);
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 2) < 0 || dup2(out, 1) < 0) _exit(127);
    execvp(argv[0], argv);
    _exit(127);
}

bool job_start(struct job *c, char *const *argv, double cpu, double wall, int memory_mb, struct text *err)
{
    int ends[2];
    *c = (struct job){.wall = wall, .started = clock_wall()};
    fflush(NULL);
    if (pipe2(ends, O_CLOEXEC)) return text_error(err, "No pipe could be made (%s).", strerror(errno));
    pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return text_error(err, "No process could be started (%s).", strerror(errno));
    }
    if (!pid) become(argv, ends[1], cpu, memory_mb);
    close(ends[1]);
    c->pid = pid;
    c->pipe = ends[0];
    return true;
}

static void reap(struct job *c)
{
    int status;
    struct rusage use;
    close(c->pipe);
    while (wait4((pid_t)c->pid, &status, 0, &use) < 0 && errno == EINTR) continue;
    kill(-(pid_t)c->pid, SIGKILL); /* what it may have left running */
    c->ended = true;
    c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    c->cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
             1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    c->peak_kb = use.ru_maxrss;
}

static void take(struct job *c)
{
    char part[65536];
    ssize_t n = read(c->pipe, part, sizeof part);
    if (n > 0)
        text_bytes(&c->out, part, (size_t)n);
    else if (n == 0 || errno != EINTR)
        reap(c);
}

void jobs_wait(struct job *const *c, int n, double seconds)
{
    double end = clock_wall() + seconds;
    struct pollfd *fd = mem_new((size_t)n, sizeof *fd);
    for (bool ended = false; !ended && n && !interrupted();) {
        double now = clock_wall(), next = end;
        for (int i = 0; i < n; i++) {
            fd[i] = (struct pollfd){.fd = c[i]->pipe, .events = POLLIN};
            if (c[i]->started + c[i]->wall < next) next = c[i]->started + c[i]->wall;
        }
        if (poll(fd, (nfds_t)n, next > now ? (int)((next - now) * 1000) + 1 : 0) < 0) continue;
        for (int i = 0; i < n; i++) {
            if (fd[i].revents) take(c[i]);
            if (!c[i]->ended && clock_wall() >= c[i]->started + c[i]->wall) {
                c[i]->timed_out = true;
                job_kill(c[i]);
            }
            ended = ended || c[i]->ended;
        }
        if (clock_wall() >= end) break;
    }
    mem_free(fd);
}

void job_kill(struct job *c)
{
    if (c->ended) return;
    kill(-(pid_t)c->pid, SIGKILL);
    kill((pid_t)c->pid, SIGKILL);
    reap(c);
}

void job_release(struct job *c)
{
    if (c->pid && !c->ended) job_kill(c);
    text_release(&c->out);
}
