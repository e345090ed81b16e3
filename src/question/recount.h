/* The witnesses of another program's answer. */
#ifndef RECOUNT_H
#define RECOUNT_H

#include "question/request.h"
#include "solvers/reply.h"

/* The witnesses of another program's answer: the model, then the puzzle's own recount of the text, and whether the
 * objective's sum is <= most. */
bool reply_recount(const struct request *r, const struct model *m, int64_t most, const struct reply *reply,
                   struct text *solution, int64_t *figure, struct text *err);

#endif
