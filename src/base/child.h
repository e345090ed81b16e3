/* Child processes: other programs that this one runs. */
#ifndef CHILD_H
#define CHILD_H

#include "base/base.h"

struct child {
    pid_t pid; /* also its process group; 0: none is running */
    /* Of an ended one, with all that it waited for: */
    int status; /* as waitpid says it */
    double cpu; /* seconds, user and system */
    long peak_kb;
};

struct child_how {
    int in, out, err; /* its standard input, output and error; -1: nothing; err 2: ours */
    double cpu;       /* whole seconds of CPU, then SIGXCPU, five more and SIGKILL; 0: what is left to us */
    int memory_mb;    /* of address space; 0: no limit */
};

/* Can a limit of memory be kept? Not where addresses are reserved that are never used, as by a sanitizer. */
bool child_limits_memory(void);
/* Starts argv[0], as execvp finds it, in a process group of its own, which ends when this process ends. Ends of pipes
 * that the parent keeps must be O_CLOEXEC. main ignores SIGPIPE, a child does not. False, with a sentence: it cannot be
 * started. */
bool child_exec(struct child *c, char *const *argv, const struct child_how *how, struct text *err);
/* Runs argv[0], as execvp finds it, in place of this program; SIGINT, SIGTERM and SIGHUP are blocked until it unblocks
 * them. Returns only after a failure: false, with a sentence. */
bool child_become(char *const *argv, struct text *err);
/* Starts `sh -c command` in the same way, without limits. */
bool child_start(struct child *c, const char *command, int in, int out, struct text *err);
/* Runs `sh -c command` to its end and adds what it prints to `out`. Stops a command that prints more than `most` bytes;
 * out is longer than that then. False, with a sentence: it cannot be started. */
bool child_output(struct child *c, const char *command, int in, size_t most, struct text *out, struct text *err);
/* Has it ended? With wait, returns only after it has. */
bool child_ended(struct child *c, bool wait);
/* Ends the process group: SIGTERM first, SIGKILL a quarter of a second later. */
void child_stop(struct child *c);
/* Ends the process group by SIGKILL. */
void child_kill(struct child *c);
/* The exit status of an ended child; -1, with a sentence that names it by `what`: a signal ended it. */
int child_status(const struct child *c, const char *what, struct text *err);
/* The exit status of an ended child as a shell reports it: 128 plus the signal that ended it. */
int child_code(const struct child *c);

/* Is there a program of this name, where execvp would look? */
bool child_found(const char *program);

/* A pipe whose ends are closed in children: end[0] is read, end[1] written. */
void child_pipe(int end[2]);

#endif
