/* What conquer and check share: a conquest's question, read back. */
#ifndef CONQUER_H
#define CONQUER_H

#include "base/strings.h"
#include "cubes/conquest.h"
#include "question/request.h"

/* A conquest whose question was understood. */
struct conqueror {
    struct request *r;
    struct conquest c;
    int64_t most;           /* of the objective's sum */
    struct strings command; /* of one cube, but for its id */
};

/* Opens the directory whose question is r. False: a sentence is on stderr, *status is the exit status. conqueror_release in both
 * cases. */
bool conqueror_open(struct conqueror *q, struct request *r, const char *dir, int *status);
void conqueror_release(struct conqueror *q);
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
