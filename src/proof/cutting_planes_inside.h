/* Constraints and the reader of words, shared by the two files of the cutting-planes checker.
 * planes_fail stores the first mistake and moves to the end of the text. So its callers need not
 * test for it. */
#ifndef CUTTING_PLANES_INSIDE_H
#define CUTTING_PLANES_INSIDE_H

#include "base/table.h"
#include "proof/cutting_planes.h"

/* A constraint in normal form: sum w x >= degree, w > 0, no variable twice. */
struct planes_row {
    int n;
    int64_t degree;
    struct planes_term {
        int64_t w;
        lit x;
    } * term;
};

/* A constraint that is being computed. of[v].w: > 0 the weight of v, < 0 that of its negation. */
struct planes_sum {
    struct planes_weight {
        int64_t w;
        bool used;
    } * of;
    int room;         /* entries of `of` */
    struct lits vars; /* the used variables */
    __int128 degree;
};

struct planes {
    struct cutting_planes *p;
    struct text *err;
    bool failed;
    const char *what, *s; /* the text that is read, "formula" or "proof"; the place */
    int line;
    struct text names; /* of the variables 1..vars, one after the other, from name[v - 1] */
    size_t *name, name_cap, cap, sums_cap;
    int vars, sums;
    struct table index;
    struct planes_row none, **row; /* by number, from 1 to next - 1; NULL: deleted; row[0]: none */
    int64_t next;
    struct planes_row **given, *objective; /* the formula's; the objective is to be minimized, or NULL */
    __int128 constant, best;               /* added to it; its least known value if `found` */
    bool found;                            /* a solution was checked */
    struct planes_sum *sum;                /* a stack */
    signed char *value;                    /* by variable: 1, -1, 0 */
    struct lits trail;
};

static const __int128 PLANES_LIMIT = (__int128)1 << 62;

void planes_fail(struct planes *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
void planes_read_formula(struct planes *k);
/* Reads sum w x REL b as sum >= b, for < and > with the next integer, into sum 0 of the stack.
 * Returns the first character of REL. adds: unknown names are new variables. */
char planes_constraint(struct planes *k, bool adds);
__int128 planes_number(struct planes *k); /* with an optional sign; 0 after a mistake, like literals */
lit planes_literal(struct planes *k, bool adds);
bool planes_at_literal(const struct planes *k);
void planes_blanks(struct planes *k);
bool planes_takes(struct planes *k, char c); /* skips blanks; skips c if it is next and returns true */
void planes_semicolon(struct planes *k);

/* Sum number `at` of the stack, empty. */
struct planes_sum *planes_sum_at(struct planes *k, int at);
/* Adds w x (w >= 0) to the left side. */
void planes_sum_add(struct planes *k, struct planes_sum *s, lit x, __int128 w);
/* Replaces sum >= b by its negation, sum <= b - 1, in normal form. */
void planes_sum_negate(struct planes_sum *s);
void planes_fits(struct planes *k, __int128 number); /* in 62 bits, or it is a mistake */
struct planes_row *planes_row_of(const struct planes_sum *s);
/* Adds what was computed as the next constraint. */
void planes_push(struct planes *k, const struct planes_sum *s);

#endif
