/* Answers that other programs and people give: read, drawn, praised. */
#ifndef ANSWER_H
#define ANSWER_H

#include "commands/picture.h"

/* Reads the file of --answer, which may be packed; name NULL: standard input. */
bool answer_read(const char *name, struct text *out, struct text *err);
/* A solution that was judged right: its picture, and the verdict as the options ask; an exit
 * status. claim: what a solver said of it, or NULL: nobody did; praise: said behind the objective value, if
 * the model has an objective. */
int answer_show(const struct request *r, const char *solution, int64_t objective_value, const char *claim,
                const char *praise);
/* Reads it and verifies it against the rules; an exit status, with a sentence if it is not 0, and with --json
 * an object if
 * it is wrong. */
int answer_judged(const struct request *r, const char *name, struct text *out, int64_t *objective_value);
/* Of one that was not: the object of --json, with the sentence as its error; claim as in answer_show. */
void answer_refused(const struct request *r, const char *claim, const char *sentence);

#endif
