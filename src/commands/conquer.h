/* What cubes, conquer and check share: a conquest's question, read back, and its workers. */
#ifndef CONQUER_H
#define CONQUER_H

#include "base/progress.h"
#include "base/strings.h"
#include "cubes/cube_estimate.h"
#include "question/request.h"

/* A conquest whose question was understood. */
struct conqueror {
    struct request *r;
    struct conquest c;
    int64_t most;           /* of the objective's sum */
    struct strings command; /* of one cube, but for its id */
    int jobs;
    const struct estimate *estimate; /* of its sample only; NULL: all cubes */
    struct progress told;
    int killed;
    double wasted;
};

/* Has the request that `cubes` and `conquer` understood, options and all, answer the directory's cubes: opens it. False: a
 * sentence is on stderr, *status is the exit status. conqueror_release in both cases. */
bool conqueror_open(struct conqueror *q, struct request *r, const char *dir, int *status);
void conqueror_release(struct conqueror *q);
/* Runs the workers; an exit status, or 0. */
int conqueror_run(struct conqueror *q);
/* Runs those of a sample of n cubes, and prints what all will cost; an exit status. */
int conqueror_estimate(struct conqueror *q, int n);
/* What is asked: "a solution with at least 76 gunports". */
void conqueror_asked(const struct conqueror *q, struct text *out);

/* The request in DIR/question.cnf, given to a command with DIR, which argv begins with, as --directory, and the words behind
 * it; an exit status. */
int conquer_request(const struct command *c, int argc, char **argv);

/* Does it hold a conquest, rather than a bundle? And its proofs, checked: argv, from the directory on; an exit status. */
#define CHECK_LOSS "nothing is proved"
bool conquest_is(const char *dir);
int conquest_check(int argc, char **argv);

#endif
