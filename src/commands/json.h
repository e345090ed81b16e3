/* An answer as one JSON object. */
#ifndef JSON_H
#define JSON_H

#include "question/request.h"

#include <jansson.h>

/* An object with the puzzle and the instance; answer_json: and all that solve and count share. The caller adds its own and
 * prints. */
json_t *request_json(const struct request *r);
json_t *answer_json(const struct request *r, const struct answer *a, bool complete);
json_t *json_number(int64_t n); /* a string if it needs more than 53 bits */
void print_json(json_t *o);     /* and releases it */

#endif
