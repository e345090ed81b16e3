/* JSON, by Jansson. If memory runs out, these calls report a system error, so that they return no
 * errors. */
#pragma once

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

struct text;

/* Makes Jansson allocate by mem_new and mem_free. Call it before any other Jansson call. */
void json_begin(void);
json_t *json_number(int64_t n); /* a string if it needs more than 53 bits */
/* A text; one that is not UTF-8 has '?' for each byte that is not printable ASCII. NULL: null. */
json_t *json_text(const char *s);
/* As json_object_set_new and json_array_append_new: they take the reference to the value. */
void json_put(json_t *o, const char *key, json_t *value);
void json_push(json_t *list, json_t *value);
enum { JSON_LAYOUT = JSON_INDENT(2) | JSON_REAL_PRECISION(9) }; /* Jansson's flags for what people read */
/* Adds the object to a text by Jansson's flags. */
void json_add(const json_t *o, size_t flags, struct text *out);
/* Writes the object to a stream by Jansson's flags, on a line of its own, and releases it. */
void json_write(json_t *o, size_t flags, FILE *to);
/* Writes the object to standard output in the layout for people, and releases it. */
void json_print(json_t *o);
/* The value that the n bytes state, as Jansson's json_loadb reads it; NULL: the text is not
 * JSON. */
json_t *json_parse(const char *s, size_t n, size_t flags, json_error_t *where);
