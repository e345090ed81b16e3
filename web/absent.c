/* What a browser has not: other programs. child.h's calls, which say so; nothing is ever started. */
#include "base/child.h"

#include <errno.h>
#include <sys/mman.h>

static bool refuse(const char *what, struct text *err)
{
    return text_error(
        err, "The program '%s' cannot be started: a browser has no other programs; use cadical or picosat.", what);
}

bool child_exec(struct child *c, char *const *argv, const struct child_how *how, struct text *err)
{
    (void)how;
    *c = (struct child){0};
    return refuse(argv[0], err);
}

bool child_start(struct child *c, const char *command, int in, int out, struct text *err)
{
    (void)in, (void)out;
    *c = (struct child){0};
    return refuse(command, err);
}

bool child_ended(struct child *c, bool wait)
{
    (void)c, (void)wait;
    return true;
}

void child_stop(struct child *c) { (void)c; }
void child_kill(struct child *c) { (void)c; }

int child_status(const struct child *c, const char *what, struct text *err)
{
    (void)c;
    refuse(what, err);
    return -1;
}

int child_code(const struct child *c)
{
    (void)c;
    return -1;
}

bool child_spent(void) { return false; }

bool child_found(const char *program)
{
    (void)program;
    return false;
}

bool child_output(struct child *c, const char *command, int in, size_t most, struct text *out, struct text *err)
{
    (void)in, (void)most, (void)out;
    *c = (struct child){0};
    return refuse(command, err);
}

void child_pipe(int end[2]) { end[0] = end[1] = -1; }

int memfd_create(const char *name, unsigned flags)
{
    (void)name, (void)flags;
    errno = ENOSYS;
    return -1;
}
