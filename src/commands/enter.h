/* Answers, entered in the record book. */
#ifndef ENTER_H
#define ENTER_H

#include "commands/book.h"

bool enter_maximises(const struct request *r); /* is more better? */
/* Enters what an answer has: its solution, which was recounted, and its proved bound, `rests` being what that rests on. Says
 * what came of it; an exit status. */
int enter_answer(const struct request *r, const struct answer *a, const char *by, const char *rests);
/* The same of a solution that was played, if it is better than what both books have; else it says nothing. */
int enter_played(const struct request *r, const struct answer *a);

#endif
