/* Children with limits whose output is kept, several at a time. */
#include "base/job.h"
#include "bench/bench.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool bench_child_start(struct bench_child *c, char *const *argv, struct text *err)
{
    int end[2];
    child_pipe(end);
    c->deadline = clock_wall() + 10 * c->run->time_limit + 10;
    c->pipe = end[0];
    c->complaints = memfd_create("complaints", MFD_CLOEXEC);
    bool ok = child_exec(
        &c->child, argv,
        &(struct child_how){
            .in = -1, .out = end[1], .err = c->complaints, .cpu = c->run->time_limit, .memory_mb = c->run->memory_mb},
        err);
    close(end[1]);
    if (ok) return true;
    close(c->pipe);
    close(c->complaints);
    return false;
}

/* Waits for the child, and keeps the first line of its standard error. */
static void reap(struct bench_child *c)
{
    char line[400];
    ssize_t n = pread(c->complaints, line, sizeof line - 1, 0);
    line[n > 0 ? n : 0] = '\0';
    text_bytes(&c->complaint, line, strcspn(line, "\n"));
    close(c->pipe);
    close(c->complaints);
    child_ended(&c->child, true);
    c->ended = true;
    c->status = child_code(&c->child);
    scratch_close(&c->place); /* before its row is kept: a run that goes on removes only what it runs again */
}

static void take(struct bench_child *c)
{
    ssize_t n = text_read(&c->out, c->pipe);
    if (!n || (n < 0 && errno != EINTR)) reap(c);
}

static void bench_child_kill(struct bench_child *c)
{
    if (c->ended) return;
    child_kill(&c->child);
    reap(c);
}

void bench_children_wait(struct bench_child *c, int n, double seconds)
{
    double end = clock_wall() + seconds;
    struct pollfd *fd = mem_new((size_t)n, sizeof *fd);
    for (bool ended = false; !ended && n && !interrupted();) {
        double now = clock_wall(), next = end;
        for (int i = 0; i < n; i++) {
            fd[i] = (struct pollfd){.fd = c[i].pipe, .events = POLLIN};
            if (c[i].deadline < next) next = c[i].deadline;
        }
        if (poll(fd, (nfds_t)n, next > now ? (int)((next - now) * 1000) + 1 : 0) < 0) continue;
        for (int i = 0; i < n; i++) {
            if (fd[i].revents) take(&c[i]);
            if (!c[i].ended && clock_wall() >= c[i].deadline) {
                c[i].timed_out = true;
                bench_child_kill(&c[i]);
            }
            ended = ended || c[i].ended;
        }
        if (clock_wall() >= end) break;
    }
    mem_free(fd);
}

void bench_child_release(struct bench_child *c)
{
    if (!c->ended) bench_child_kill(c);
    text_release(&c->out);
    text_release(&c->complaint);
}
