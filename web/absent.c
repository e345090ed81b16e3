/* A browser runs no other programs. The system calls that start and follow them fail here, so that
 * base/child.c reports it in a sentence. */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

pid_t wait4(pid_t pid, int *status, int options, struct rusage *use)
{
    (void)pid, (void)status, (void)options, (void)use;
    errno = ECHILD;
    return -1;
}

/* No process is at the other end of a pipe: it accepts all bytes and returns none. */
int pipe2(int end[2], int flags)
{
    end[0] = open("/dev/null", O_RDONLY | flags);
    end[1] = open("/dev/null", O_WRONLY | flags);
    return end[0] < 0 || end[1] < 0 ? -1 : 0;
}
