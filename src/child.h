/* Child processes: other programs that this one runs (layer 1). */
#ifndef CHILD_H
#define CHILD_H

#include "base.h"

#include <sys/types.h>

struct child {
    pid_t pid; /* also its process group; 0: none is running */
    int status; /* of an ended one, as waitpid says it */
};

/* Starts `sh -c command` in a process group of its own; in and out become its standard input and output (-1: nothing), its
 * standard error is ours. Ends of pipes that the parent keeps must be O_CLOEXEC. main ignores
 * SIGPIPE, a child does not. */
bool child_start(struct child *c, const char *command, int in, int out, struct text *err);
/* Has it ended? wait: not before it has. */
bool child_ended(struct child *c, bool wait);
/* Ends it and all it started: asked first, then killed. */
void child_stop(struct child *c);
/* Its exit status, or -1 with a sentence if a signal ended it. `what` names it there. */
int child_status(const struct child *c, const char *what, struct text *err);

/* A pipe whose ends are closed in children: end[0] is read, end[1] written. */
void child_pipe(int end[2]);

#endif
