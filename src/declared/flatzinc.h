/* A model in FlatZinc, as it was read: variables with their domains, constraints by name, outputs
 * and the objective. */
#pragma once

#include "base/dictionary.h"
#include "base/number.h"
#include "model/model.h"
#include "puzzles/parse.h"

#include <stdlib.h>

/* A set of integers: n rising values or, if v is NULL, all from lo to hi. Empty: lo > hi. */
struct flatzinc_set {
    int64_t lo, hi, *v;
    int n;
};

enum flatzinc_what { FLATZINC_NUMBER, FLATZINC_VARIABLE, FLATZINC_SET, FLATZINC_LIST, FLATZINC_REAL };
struct flatzinc_value {
    enum flatzinc_what what;
    int n;     /* of a list, else 0 */
    int64_t v; /* the number (false 0, true 1), the number of the variable or the set, or the first item of a list */
};

enum flatzinc_type { FLATZINC_BOOL, FLATZINC_INT, FLATZINC_SET_OF_INT, FLATZINC_FLOAT };
struct flatzinc_variable {
    char *name;
    enum flatzinc_type type;
    struct flatzinc_set domain; /* of a set: its largest value */
    int line, uses;
    int definition; /* the constraint that defines it; -1: none */
    bool shown;     /* an output has it */
    bool holes;     /* the rows of constraints do not exclude all holes of its domain */
};

enum flatzinc_kind {
#define CONSTRAINT(name, arguments, holds) FLATZINC_##name,
#include "declared/flatzinc_list.h"
    FLATZINC_KINDS
};
/* A constraint. With `reified`, or `implied`, its last argument is a Boolean that is equivalent to
 * the rest, or implies it. */
struct flatzinc_constraint {
    enum flatzinc_kind kind;
    bool reified, implied;
    bool other; /* int_pow: its result is hi + 1 if it is undefined or not from lo to hi */
    int64_t lo, hi;
    int n, line;
    int from;        /* its arguments are at item + from */
    int part, parts; /* parts that replace it in a model, from that constraint on; 0: none do */
    char *label;     /* for people; NULL: it is a part */
};

struct flatzinc_output {
    char *name;
    enum flatzinc_type type;
    struct flatzinc_value value;
    char *ranges; /* of an array: "1..2,1..3"; else NULL */
    int dimensions;
};

struct flatzinc {
    struct flatzinc_variable *variable;
    struct flatzinc_value *item; /* of lists */
    struct flatzinc_set *set;
    struct flatzinc_constraint *constraint;
    struct flatzinc_output *output;
    struct flatzinc_value *warm; /* a variable, its value, another variable, ... to try first */
    int variables, items, sets, constraints, outputs, warms;
    int own, own_constraints; /* variables and constraints of the file; parts of constraints follow, */
    int line;                 /* now those of this line */
    size_t variable_cap, item_cap, set_cap, constraint_cap, output_cap, warm_cap;
    bool empty; /* narrowing found that there is no solution */
    int goal;   /* 1: maximize, -1: minimize, 0: satisfy */
    struct flatzinc_value objective;
};
void flatzinc_release(struct flatzinc *f);

/* The constraint's name without _reif and _imp. */
extern const char *const flatzinc_names[FLATZINC_KINDS];
/* Its arguments: i an integer, b a Boolean, s a set; I, B, S lists of them; c, C, K: an integer, a
 * list or a set without variables. */
extern const char *const flatzinc_arguments[FLATZINC_KINDS];

/* Reads a file; *f is zeroed at first. False, with a sentence: it is wrong, or has floats. */
bool flatzinc_read(struct flatzinc *f, const struct source *source, struct text *err);
/* Reads a value, such as "3", "{1,3}" or "[true,false]", and adds its items and sets to f. */
bool flatzinc_read_value(struct flatzinc *f, const char *s, struct flatzinc_value *to, struct text *err);

static inline int64_t flatzinc_size(const struct flatzinc_set *s)
{
    return s->v ? s->n : s->lo > s->hi ? 0 : s->hi - s->lo + 1;
}
static inline void flatzinc_set_release(struct flatzinc_set *s) { mem_free(s->v); }
static inline int64_t flatzinc_at(const struct flatzinc_set *s, int64_t i) { return s->v ? s->v[i] : s->lo + i; }
/* The place of a value in the set; -1: it is not in it. */
static inline int64_t flatzinc_place(const struct flatzinc_set *s, int64_t value)
{
    if (value < s->lo || value > s->hi) return -1;
    if (!s->v) return value - s->lo;
    const int64_t *at = bsearch(&value, s->v, (size_t)s->n, sizeof value, number_compare);
    return at ? at - s->v : -1;
}

/* ---- domains (flatzinc_bounds.c) ------------------------------------------------------------ */

/* Numbers beyond it are unknown bounds. */
static const int64_t FLATZINC_FAR = (int64_t)1 << 60;
enum { FLATZINC_VALUES = 1 << 12 }; /* the most values of a domain with holes */
/* Narrows the domains by the constraints; unless `all`, or if there is no solution, only those
 * without bounds. False, with a sentence: an integer has no bound. A domain
 * that is empty then has no solution. */
bool flatzinc_narrow(struct flatzinc *f, bool all, const char *name, struct text *err);
/* A relation: the sum w x is equal to the bound (=), differs from it (#), or is at most the bound
 * (<). False: the constraint is none. Release it. */
struct flatzinc_linear {
    struct flatzinc_value *x;
    int64_t *w;
    int n;
    __int128 bound;
    char sign;
};
bool flatzinc_linear_of(const struct flatzinc *f, const struct flatzinc_constraint *c, struct flatzinc_linear *l);
void flatzinc_linear_release(struct flatzinc_linear *l);
/* Keeps the values of s that are among the n of v, in any order. */
void flatzinc_keep(struct flatzinc_set *s, int64_t *v, int64_t n);
/* The values of the domains of n values, except of those that have more than `most`. Release it. */
struct flatzinc_set flatzinc_union(const struct flatzinc *f, const struct flatzinc_value *x, int n, int64_t most);
void flatzinc_within(struct flatzinc_set *s, const struct flatzinc_set *with); /* those of both */
struct flatzinc_set flatzinc_copied(const struct flatzinc_set *s);
static inline struct flatzinc_set flatzinc_domain(const struct flatzinc *f, struct flatzinc_value x)
{
    if (x.what == FLATZINC_NUMBER) return (struct flatzinc_set){.lo = x.v, .hi = x.v};
    return x.what == FLATZINC_SET ? f->set[x.v] : f->variable[x.v].domain; /* borrowed */
}
/* The rows of values, within the domains, that satisfy a table, an element of numbers or a function
 * of at most so many pairs of values. False: it is another constraint. Release them. */
struct flatzinc_rows {
    const struct flatzinc_value *x; /* the columns; they may be */
    struct flatzinc_value own[3];
    int n;
    int64_t *v, count;
};
bool flatzinc_rows_of(const struct flatzinc *f, const struct flatzinc_constraint *c, int64_t most,
                      struct flatzinc_rows *r);
static inline void flatzinc_rows_release(struct flatzinc_rows *r) { mem_free(r->v); }
static inline bool flatzinc_is_variable(struct flatzinc_value x, struct flatzinc_value y)
{
    return x.what == FLATZINC_VARIABLE && y.what == FLATZINC_VARIABLE && x.v == y.v;
}
/* z of the functions of two integers; of int_abs, x alone counts. False: it is undefined, or beyond
 * FLATZINC_FAR. */
bool flatzinc_function(enum flatzinc_kind kind, int64_t x, int64_t y, int64_t *z);

/* ---- models (flatzinc_build.c) and values (flatzinc_verify.c) ------------------------------- */

/* How the abstract model represents a variable: constant + sum w x + v integer. A Boolean is one
 * literal, or a constant. A set has a literal for each value of its domain. */
struct flatzinc_form {
    int64_t constant;
    int integer;             /* of the model, with weight 1; -1: none */
    lit first;               /* of the literals of the values of the domain, or of a set; 0: none */
    int index;               /* the integer over these literals; -1: none */
    bool truth;              /* the only literal is true or false for 1 or 0 */
    int made;                /* 1 + an integer of the model that has its value; 0: none */
    struct terms view, part; /* literals, and integers */
    int sums;                /* the variable's uses in sums and the objective */
    int alias;               /* the Boolean whose integer it is; -1: none */
    lit direct;              /* of the literals of the values of an integer that others are functions of; 0: none */
    int base, map;  /* 1 + the variable that it is a function of, and the constraint that defines it; 0: none */
    int64_t *value; /* of the function, by the place of the base's value; INT64_MIN: it has none */
    int served;     /* the variable's uses that need no integer */
    bool bears;     /* others are functions of it */
    enum { FLATZINC_UNMADE, FLATZINC_MAKING, FLATZINC_MADE } state;
};
/* Makes the model, and the form of each variable. NULL, with a sentence: a number is too large, or
 * a constraint takes other arguments. */
struct model *flatzinc_model(struct flatzinc *f, const char *name, struct flatzinc_form **form, struct text *err);
void flatzinc_forms_free(struct flatzinc_form *form, int n);
/* Whether the values of all variables, and of sets the values of their members, satisfy a
 * constraint. */
struct flatzinc_values {
    const int64_t *v;
    const int
        *at; /* of each variable: v[at] is its value or, of a set, 1 for a member and 0, by the place in its domain */
};
bool flatzinc_holds(const struct flatzinc *f, const struct flatzinc_constraint *c, const struct flatzinc_values *v);
