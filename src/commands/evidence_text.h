/* The evidence for an answer, in words and in JSON; and how much of it is to be checked. */
#ifndef EVIDENCE_TEXT_H
#define EVIDENCE_TEXT_H

#include "commands/answer_json.h"

/* "optimal, proved" or "optimal (refuted by cadical, unchecked)", `what` being "optimal". */
void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out);
/* Prints one line, "rests on: ...": of a solution alone its verification, of a complete answer (none is
 * better, there is no other, there is none) all of it. */
void evidence_print(const struct request *r, const struct answer *a, bool complete);
/* Prints a sentence with such a verdict in it. */
void evidence_say(const struct request *r, const struct answer *a, const char *before, const char *after);
json_t *evidence_json(const struct request *r, const struct answer *a, bool complete);
/* Is it complete, uniqueness and counts aside? */
bool evidence_complete(const struct answer *a);

#endif
