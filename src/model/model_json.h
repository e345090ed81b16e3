/* Reading and writing models in JSON, for the kinds of rows (model_row.h). */
#pragma once

#include "model/model_row.h"

/* The state of a reader. */
struct json_reader {
    struct model *m;
    const char *name;  /* the file's */
    const char *where; /* "constraint", "integer", ... */
    int number;        /* of it, from 1; 0: there is one only */
    struct text *err;
};

/* False, after a sentence with the place: expected another thing. */
bool json_wrong(struct json_reader *r, const char *expected);
/* Reads a list of whole numbers; *n: how many. NULL, with a sentence: it is another thing. The
 * caller frees it. */
int64_t *json_numbers(struct json_reader *r, const json_t *list, int *n);
/* Reads a list of literals, or with `integers` of integers, which become numbers from 0; the same
 * otherwise. Without the key, the list is empty. */
int *json_terms(struct json_reader *r, const json_t *o, const char *key, bool integers, int *n);
/* Reads a whole number; without the key, *value = otherwise. */
bool json_whole(struct json_reader *r, const json_t *o, const char *key, int64_t otherwise, int64_t *value);

/* Reads a literal. */
bool json_literal(struct json_reader *r, const json_t *o, const char *key, lit *x);

/* Add a key: a list of v[i] + more, without a comma before it, or of factor * v[i], v NULL: all
 * 1. */
void json_put_ints(struct text *out, const char *key, const int *v, int n, int more);
void json_put_list(struct text *out, const char *key, const int64_t *v, int64_t n, int64_t factor);
