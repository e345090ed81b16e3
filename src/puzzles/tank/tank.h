/* Tank Attack's boards, their symmetries, and what its formulations share (for tank*.c alone). */
#ifndef TANK_H
#define TANK_H

#include "puzzles/puzzle.h"
#include "puzzles/square.h"

enum { TANK_LIMIT = 100 };

/* The puzzle's own choices: see the table in tank.c. Texts are borrowed from the options. */
struct tank_choices {
    const char *cap, *attacks, *impose;
    enum option_answer tables;
};

struct instance {
    struct tank_choices choices;
    int n;
    int64_t cap; /* INT64_MAX: none */
    int top;     /* the largest value that need be considered */
    int *given;  /* 0: free */
    int givens;
    unsigned imposed; /* solutions are asked to have these symmetries: bits 1 << s */
    const char *impose;
    int attacks; /* the cell whose attackers are drawn; -1: none */
};

extern const struct moves tank_moves;

/* Predicted CPU seconds, see struct formulation and struct own_search: tank_seconds.c. */
double tank_loop_seconds(const struct instance *t, bool all);
double tank_tables_seconds(const struct instance *t, bool all);
bool tank_make(struct board_maker *, struct text *file, struct text *err);

/* ---- symmetry: tank_symmetry.c ------------------------------------------------------------------ */

/* A group without its unit, symmetries s of the square as bits 1 << s. */
struct imposition {
    const char *name;
    unsigned symmetries;
};
const struct imposition *tank_imposition(const char *name); /* NULL: there is none of that name */

/* Does the symmetry take what is asked for, given values and imposed symmetries, to itself? */
bool tank_keeps(const struct instance *t, int s);

/* ---- posing: tank_models.c, tank_lines.c --------------------------------------------------------- */

/* The board as literals: at[cell * top + k - 1] says that the cell's value is k. These are the
 * first variables of every formulation, in this order. */
struct board {
    const struct instance *t;
    struct model *m;
    int n, top;
    unsigned imposed; /* by the instance, or by a search that only wants to find */
    lit *at;
};
static inline lit value_is(const struct board *b, int cell, int k) { return b->at[cell * b->top + k - 1]; }

/* Poses the values, what is given, and symmetry. */
void tank_begin(struct board *b, const struct instance *t, const struct bounds *bounds, struct model *m);
void tank_count_rule(const struct board *b, int cell);

/* The literals of the tanks that attack the cell along one axis, or along both. */
enum { ALONG_ROW = 1, ALONG_COLUMN = 2 };
int tank_attackers(const struct board *b, int cell, int axes, lit *x);

void tank_pose_imposed(const struct board *b);
void tank_break_symmetry(const struct board *b, const struct bounds *bounds);

void tank_pose_lines(const struct instance *, const struct bounds *, struct model *);
extern const struct formulation tank_formulations[];

/* ---- without a solver: tank_tables.c -------------------------------------------------------------- */

/* See struct own_run; for boards whose lines have at most about a million words (half of a line, if it is to be its
 * own mirror image). */
bool tank_tables(const struct instance *, struct own_run *);

#endif
