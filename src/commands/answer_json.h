/* An answer as one JSON object. */
#ifndef ANSWER_JSON_H
#define ANSWER_JSON_H

#include "base/json.h"
#include "cli/request.h"

enum { JSON_SCHEMA = 2 }; /* the version of what is printed: docs/json.md */

/* An object with the puzzle and the instance. The caller adds its own fields and prints it. */
json_t *json_request(const struct request *r);
/* The same, with all fields that solve and count share. */
json_t *json_answer(const struct request *r, const struct answer *a, bool complete);
/* Prints the object on standard output, indented, and releases it. */
void json_print(json_t *o);

#endif
