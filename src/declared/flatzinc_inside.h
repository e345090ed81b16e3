/* Shared by the files that build the model of a FlatZinc file. */
#pragma once

#include "declared/flatzinc.h"

/* A sum of literals and integers. */
struct flatzinc_sum {
    __int128 constant, size; /* of the weights: their sizes, added up; from MODEL_SUM on they are too large */
    struct terms x, part;    /* literals, and integers */
};
void flatzinc_sum_release(struct flatzinc_sum *s);

/* When a constraint holds: always (r is LIT_TRUE), if and only if r is true, or, if half, if r
 * is true. */
struct flatzinc_when {
    lit r;
    bool half;
};
static const struct flatzinc_when FLATZINC_ALWAYS = {LIT_TRUE, false};

struct flatzinc_builder {
    struct flatzinc *f;
    struct model *m;
    struct flatzinc_form *form;
    bool *viewed; /* by constraint: it defines a view, and needs no row */
    const char *name;
    struct text *err;
    int line;
    int depth;        /* of views that are being made */
    int rule, values; /* the present rule, and that of `shared`; -1: there is none */
    struct flatzinc_shared {
        int integer;
        int64_t lo, hi;
        lit r; /* r <-> lo <= integer <= hi */
    } * shared;
    int n;
    size_t cap;
    struct table index;
};

bool flatzinc_refuse(struct flatzinc_builder *b, const char *format, ...);
static inline struct flatzinc_set flatzinc_domain_of(const struct flatzinc_builder *b, struct flatzinc_value x)
{
    return flatzinc_domain(b->f, x); /* borrowed */
}
lit flatzinc_derived(struct flatzinc_builder *b);
/* An integer of the model that outputs do not show. */
int flatzinc_integer(struct flatzinc_builder *b, int64_t lo, int64_t hi);
/* The literal of a Boolean. */
lit flatzinc_literal(const struct flatzinc_builder *b, struct flatzinc_value x);
/* A literal that is equivalent to lo <= x <= hi, and to x = v. */
lit flatzinc_in(struct flatzinc_builder *b, struct flatzinc_value x, int64_t lo, int64_t hi);
lit flatzinc_is(struct flatzinc_builder *b, struct flatzinc_value x, int64_t v);
/* An integer of the model with the value of x. */
int flatzinc_made(struct flatzinc_builder *b, struct flatzinc_value x);
/* An integer of the model with the place of the value of x in its domain, if x has a literal for
 * each value; else with its value. */
int flatzinc_column(struct flatzinc_builder *b, struct flatzinc_value x);
/* The integer whose value plus *offset is that of x; -1: there is none. */
int flatzinc_shifted(struct flatzinc_builder *b, struct flatzinc_value x, int64_t *offset);
bool flatzinc_has_values(const struct flatzinc_builder *b, struct flatzinc_value x); /* a literal for each */

bool flatzinc_shown(const struct flatzinc_builder *b, int64_t i);
/* Makes the form of x; false: it is being made. */
bool flatzinc_part_of(struct flatzinc_builder *b, struct flatzinc_value x);

/* -- functions of one integer (flatzinc_maps.c) -- */
void flatzinc_plan_maps(struct flatzinc_builder *b);         /* finds them */
bool flatzinc_map(struct flatzinc_builder *b, int i);        /* makes the form of such a variable; false: it is none */
void flatzinc_map_domain(struct flatzinc_builder *b, int i); /* excludes values of the base that give none */
/* The literals of the values of the base that give lo..hi; returns the number of the others. */
int flatzinc_map_places(const struct flatzinc_builder *b, int i, int64_t lo, int64_t hi, struct lits *some);

/* -- rows -- */
void flatzinc_add(struct flatzinc_builder *b, struct flatzinc_sum *s, struct flatzinc_value x, int64_t w);
bool flatzinc_between(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t lo, int64_t hi,
                      struct flatzinc_when when);
bool flatzinc_differs(struct flatzinc_builder *b, struct flatzinc_sum *s, int64_t value, struct flatzinc_when when);
/* lo <= u x + w y <= hi. */
bool flatzinc_two(struct flatzinc_builder *b, int64_t u, struct flatzinc_value x, int64_t w, struct flatzinc_value y,
                  int64_t lo, int64_t hi, struct flatzinc_when when);
static inline void flatzinc_some(struct flatzinc_builder *b, lit x, lit y, lit z)
{
    model_some(b->m, (const lit[]){x, y, z}, 3);
}
void flatzinc_or(struct flatzinc_builder *b, const lit *x, int n, struct flatzinc_when when);
void flatzinc_and(struct flatzinc_builder *b, lit *x, int n, struct flatzinc_when when);
void flatzinc_xor(struct flatzinc_builder *b, lit x, lit y, struct flatzinc_when when);
/* A literal that is equivalent to x or y, and to their difference. */
lit flatzinc_either(struct flatzinc_builder *b, lit x, lit y);
lit flatzinc_odd(struct flatzinc_builder *b, lit x, lit y);
/* Adds a constraint as a table of at most so many pairs of values. False: it has more, or its
 * values are too far apart. */
bool flatzinc_table(struct flatzinc_builder *b, const struct flatzinc_constraint *c, int64_t most);

/* -- constraints; false, with a sentence -- */
bool flatzinc_post_function(struct flatzinc_builder *b, const struct flatzinc_constraint *c);
/* Of a set constraint of that kind and these arguments. */
bool flatzinc_post_set(struct flatzinc_builder *b, enum flatzinc_kind kind, const struct flatzinc_value *a,
                       struct flatzinc_when when);
bool flatzinc_post_global(struct flatzinc_builder *b, const struct flatzinc_constraint *c);
