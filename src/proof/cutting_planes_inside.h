/* Shared by the two files of the cutting-planes checker: constraints, and a reader of OPB's
 * words. */
#ifndef CUTTING_PLANES_INSIDE_H
#define CUTTING_PLANES_INSIDE_H

#include "base/table.h"
#include "proof/cutting_planes.h"

/* A constraint in normal form: sum w x >= degree, w > 0, no variable twice. */
struct planes_row {
    int n;
    int64_t degree;
    int64_t *w;
    lit *x;
};

/* A constraint that is being computed. by variable: > 0 the weight of v, < 0 that of its
 * negation. */
struct planes_sum {
    int64_t *w;
    bool *in;
    int room;
    struct lits vars; /* the variables that were used */
    __int128 degree;
};

/* Terms as they are read: any weights over any literals. */
struct planes_read {
    int64_t *w;
    size_t n, cap;
    struct lits x;
    __int128 constant;
};

enum planes_relation { PLANES_LEAST, PLANES_MOST, PLANES_EQUAL };

struct planes {
    struct cutting_planes *p;
    struct text *err;
    const char *what; /* the text that is read: "formula", "proof" */
    const char *s;
    int line;
    /* Names of the variables 1..vars, one after the other. */
    struct text names;
    size_t *name;
    int vars;
    size_t name_cap;
    struct table index;
    struct planes_row **row; /* by number, from 1; NULL: deleted */
    int64_t last;
    size_t cap;
    struct planes_row **given;    /* those of the formula, which solutions satisfy */
    struct planes_row *objective; /* to be minimized; its degree is not used; NULL: there is none */
    __int128 constant;            /* which is added to it */
    struct planes_read terms;
    struct planes_sum *sum; /* a stack */
    int sums;
    size_t sums_cap;
    signed char *value; /* by variable: 1, -1, 0 */
    struct lits trail;
    bool found; /* a solution was checked; its objective value is `best` or less */
    __int128 best;
};

static const __int128 PLANES_LIMIT = (__int128)1 << 62;

/* Fails with a sentence that begins with the line. */
bool planes_fail(struct planes *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads the whole formula. */
bool planes_read_formula(struct planes *k);
/* Reads terms up to a relation, the relation, and its right side; k->terms and *degree, without
 * constants. */
bool planes_constraint(struct planes *k, enum planes_relation *relation, __int128 *degree, bool adds);
/* A number with an optional sign. */
bool planes_number(struct planes *k, __int128 *value);
/* A literal; adds: unknown names are new variables. */
bool planes_literal(struct planes *k, lit *x, bool adds);
/* Is there a name of a variable, or its negation, here? */
bool planes_at_literal(const struct planes *k);
void planes_blanks(struct planes *k);
bool planes_semicolon(struct planes *k);

/* Sets a sum to sign * terms >= degree. */
bool planes_sum_set(struct planes *k, struct planes_sum *s, int sign, __int128 degree);
bool planes_sum_add(struct planes *k, struct planes_sum *s, lit x, __int128 w);
struct planes_row *planes_row_of(const struct planes_sum *s);
/* Adds what was computed as the next constraint. */
void planes_push(struct planes *k, const struct planes_sum *s);
/* Sum number `at` of the stack, empty. */
struct planes_sum *planes_sum_at(struct planes *k, int at);

#endif
