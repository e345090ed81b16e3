/* An answer as one JSON object. */
#ifndef JSON_H
#define JSON_H

#include "question/request.h"

#include <jansson.h>
#include <stdio.h>

/* From here on jansson takes its memory from base: what it cannot have ends the program, and no key is lost silently. */
void json_begin(void);
/* An object with the puzzle and the instance; json_answer: and all that solve and count share. The caller adds its own and
 * prints. */
json_t *json_request(const struct request *r);
json_t *json_answer(const struct request *r, const struct answer *a, bool complete);
json_t *json_number(int64_t n); /* a string if it needs more than 53 bits */
/* As jansson's, but sure: what cannot be made for want of memory is fatal, and no key is lost. Text that is not UTF-8 is told
 * as '?'. */
json_t *json_text(const char *s);
void json_put(json_t *o, const char *key, json_t *value);
void json_push(json_t *list, json_t *value);
void json_print(json_t *o); /* and releases it */
/* The same to a stream, on a line of its own, by Jansson's flags: all of it, or for want of memory nothing. */
void json_say(json_t *o, size_t flags, FILE *to);

#endif
