/* Tank Attack's boards, their symmetries, and the parts that its formulations share (for tank*.c
 * only). */
#pragma once

#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

enum { TANK_LIMIT = 100 };

/* The puzzle's own choices: see the table in tank.c. Texts are borrowed from the options. */
struct tank_choices {
    int64_t cap; /* INT64_MAX: none; 0: not given */
    struct tank_cell {
        int row, col; /* from 1; 0: none */
    } attacks;        /* the cell whose attackers are drawn */
    const char *symmetry;
    enum option_answer tables;
};

struct instance {
    struct tank_choices choices;
    int n;
    int64_t cap; /* INT64_MAX: none */
    int top;     /* the largest possible value */
    int *given;  /* 0: free */
    int givens;
    unsigned required; /* solutions must have these symmetries: bits 1 << s */
    const char *symmetry;
    int attacks; /* the cell whose attackers are drawn; -1: none */
};

extern const struct moves tank_moves;

bool tank_make(struct board_maker *, struct text *file, struct text *err);

/* ---- symmetry: tank_symmetry.c --------------------------------------------------------------- */

/* A group of symmetries s of the square without the identity, as bits 1 << s. */
struct imposition {
    const char *name;
    unsigned symmetries;
};
const struct imposition *tank_imposition(const char *name); /* NULL: there is none of that name */

/* Whether the symmetry keeps the given values and the required symmetries. */
bool tank_keeps(const struct instance *t, int s);

/* ---- building: tank_models.c, tank_lines.c --------------------------------------------------- */

/* The board as literals: at[cell * top + k - 1] is true if the cell's value is k. They are the
 * first variables of every formulation, in this order. */
struct board {
    const struct instance *t;
    struct model *m;
    int n, top;
    unsigned required; /* by the instance, or by a primal heuristic */
    lit *at;
};
static inline lit value_is(const struct board *b, int cell, int k) { return b->at[cell * b->top + k - 1]; }

/* Builds the values, the given ones, and the symmetry. */
struct board tank_begin(const struct instance *t, const struct bounds *bounds, struct model *m);
static inline void board_release(struct board *b) { mem_free(b->at); }
void tank_count_rule(const struct board *b, int cell); /* names the rule of the cell's count */

/* The literals of the tanks that attack the cell along one axis, or along both. */
enum { ALONG_ROW = 1, ALONG_COLUMN = 2 };
int tank_attackers(const struct board *b, int cell, int axes, lit *x);

void tank_build_symmetric(const struct board *b); /* the rules of b->required */
/* Adds lexicographic rules that exclude images of boards, if the bounds want that. */
void tank_break_symmetry(const struct board *b, const struct bounds *bounds);

void tank_build_lines(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
extern const struct formulation tank_formulations[];

extern const struct engine tank_engines[]; /* tank_tables.c */
