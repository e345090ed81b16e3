#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 20 /* times 50 ms between asking and killing */ };

extern char **environ;

void child_pipe(int end[2])
{
    if (pipe2(end, O_CLOEXEC)) fatal("No pipe can be opened (%s).", strerror(errno));
}

static int spawn(pid_t *pid, const char *command, int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t ordinary;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    if (in < 0)
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&files, in, 0);
    if (out < 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&files, out, 1);
    sigemptyset(&ordinary);
    sigaddset(&ordinary, SIGPIPE); /* ignored here, which a child would inherit */
    sigaddset(&ordinary, SIGINT);
    sigaddset(&ordinary, SIGTERM);
    posix_spawnattr_setsigdefault(&how, &ordinary);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    char *words[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
    int why = posix_spawn(pid, "/bin/sh", &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return why;
}

bool child_start(struct child *c, const char *command, int in, int out, struct text *err)
{
    *c = (struct child){0};
    int why = spawn(&c->pid, command, in, out);
    if (!why) return true;
    c->pid = 0;
    return text_error(err, "The command '%s' cannot be started (%s).", command, strerror(why));
}

bool child_ended(struct child *c, bool wait)
{
    pid_t got;
    if (!c->pid) return true;
    do got = waitpid(c->pid, &c->status, wait ? 0 : WNOHANG);
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
    for (int i = 0; i < PATIENCE && !child_ended(c, false); i++) poll(NULL, 0, 50);
    kill(-group, SIGKILL); /* also what it left behind */
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
