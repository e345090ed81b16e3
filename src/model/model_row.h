/* The kinds of rows: meaning, limits and keys in JSON. */
#pragma once

#include "base/json.h"
#include "model/model.h"

/* A row and the arrays that it owns. */
struct row_own {
    struct row row;
    lit *x;
    int *integer;
    int64_t *w;
    struct graph_edge *edge;
};
void row_own_release(struct row_own *r);

struct json_reader; /* model_json.h */

struct row_class {
    const char *name; /* in JSON, the key of its literals, or of its integers if of_integers */
    /* Its other keys in JSON, each followed by a blank. The keys "integers", "weights", "lo hi" and
     * "if" are read and written for every kind that has them, others by the methods. NULL: no file
     * states such rows. */
    const char *keys;
    bool by_value;    /* a row compares its integers' values, each of which needs a literal */
    bool of_integers; /* a row has integers only */
    bool distinct;    /* no variable and no integer may occur twice */
    int bits;         /* the sum of its absolute weights fits in so many bits; 0: it is no sum */
    bool (*holds)(const struct row *r, struct values a,
                  const int64_t *value); /* if `half`, of a row whose iff is true */
    /* These may be NULL. */
    size_t (*numbers)(const struct row *r); /* how many numbers w has, if they are no weights */
    /* Whether its own members are within limits. False, with a sentence. */
    bool (*fits)(const struct model *m, const struct row *r, struct text *err);
    bool (*read)(struct json_reader *r, const json_t *o, struct row_own *t);
    void (*write)(const struct row *r, struct text *out);
};
extern const struct row_class *const row_kinds[ROW_KINDS]; /* by enum row_kind */
bool row_has(const struct row *r, const char *key);        /* whether its kind has that key */

int kind_graph_vertices(const struct row *r); /* of ROW_CIRCUIT and ROW_PATH: 1 more than the largest of an edge */
/* The automaton of ROW_REGULAR. A transition is 3 numbers: a state, a value and the next state. */
struct automaton {
    int64_t start, accepting, transitions;
    const int64_t *accepts, *transition;
};
struct automaton kind_lists_automaton(const struct row *r);
