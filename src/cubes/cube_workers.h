/* Workers: a process for each cube, several at a time. Who is killed is sent again. */
#ifndef CUBE_WORKERS_H
#define CUBE_WORKERS_H

#include "base/strings.h"
#include "cubes/conquest.h"

struct workers {
    struct conquest *c;
    const struct strings *command; /* what answers a cube if its id is put behind: program, DIR, --cube */
    int jobs;
    bool (*wanted)(void *state, const struct conquest *c, int task); /* NULL: all are */
    bool (*stop)(void *state);                                       /* asked often */
    void (*told)(void *state);                                       /* after each row, and about twice a second */
    void *state;
    /* Results. */
    int killed;    /* workers that were, or crashed */
    double wasted; /* CPU seconds of those */
    int status;    /* of the worker that failed; 3 if it was killed too often */
};
/* Until no wanted task is open, or a cube has a solution, or stop. False: it failed, with a sentence unless the worker has
 * said why. */
bool workers_run(struct workers *w, struct text *err);

#endif
