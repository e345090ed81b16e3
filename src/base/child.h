/* Child processes: other programs that this one runs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct text;

struct child {
    pid_t pid;      /* also its process group; 0: none is running */
    int status;     /* after its end, as waitpid returns it */
    double cpu_end; /* set before it starts: the end of our CPU seconds, of clock_cpu() + clock_cpu_children(), if that
                     * is earlier than the system's limit; 0: none */
};

struct child_how {
    int in, out, err; /* descriptors of its standard input, output and error; -1: /dev/null; err 2: ours */
};

/* Whether a memory limit can be set. Sanitizers prevent it: they reserve address space that they
 * never use. */
bool child_limits_memory(void);
/* Starts argv[0], found as by execvp, in its own process group. The kernel ends it when this
 * process ends. Its limit on CPU seconds is what is left of ours. Pipe ends that the parent keeps
 * must be O_CLOEXEC. The child gets the default action of SIGPIPE, which main ignores. False, with
 * a sentence: it cannot be started. */
bool child_exec(struct child *c, char *const *argv, const struct child_how *how, struct text *err);
/* Replaces this program by argv[0], found as by execvp. SIGINT, SIGTERM and SIGHUP are blocked
 * until the new program unblocks them. Returns only after a failure: false, with a sentence. */
bool child_become(char *const *argv, struct text *err);
/* Starts `sh -c command` as child_exec does. */
bool child_start(struct child *c, const char *command, int in, int out, struct text *err);
/* Runs `sh -c command` to its end and adds its standard output to `out`. Stops it after more than
 * `most` bytes; `out` is longer than that then. False, with a sentence: it cannot be started. */
bool child_output(struct child *c, const char *command, int in, size_t most, struct text *out, struct text *err);
/* Whether it has ended. With wait: returns when it has. */
bool child_ended(struct child *c, bool wait);
/* Ends the process group: SIGTERM first, SIGKILL a quarter of a second later. */
void child_stop(struct child *c);
/* The exit status of an ended child; -1, with a sentence that names it by `what`: a signal ended
 * it. */
int child_status(const struct child *c, const char *what, struct text *err);

/* Whether execvp would find a program of this name. */
bool child_found(const char *program);

/* Opens a pipe whose ends children do not inherit: end[0] for reading, end[1] for writing. It is a
 * system error if there is no descriptor. */
void child_pipe(int end[2]);
