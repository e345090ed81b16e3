/* An answer as one JSON object. */
#ifndef JSON_H
#define JSON_H

#include "question/request.h"

#include <jansson.h>

/* The fields that solve and count share; the caller adds its own and prints. */
json_t *answer_json(const struct request *r, const struct answer *a, const char *label);
json_t *json_number(int64_t n); /* a string if it needs more than 53 bits */
void print_json(json_t *o);     /* and releases it */

#endif
