/* Moves: how a puzzle is played.
 *
 * A position is a partial solution in the puzzle's own notation: a board with free cells '.', the
 * numbers hit so far. Cells are those of the drawing, counted from 0. The rest of a puzzle in a
 * position is a smaller problem of the same puzzle, so that hints use the same solvers. Arguments
 * are borrowed for the call; the caller owns results. All members are required unless marked
 * optional. */
#pragma once

#include "puzzles/puzzle.h"

/* A move of the player: touches a cell, or draws from one cell to another. */
struct touch {
    int row, col, row2, col2; /* equal to row and col: one cell */
    int64_t value;            /* the value to put there; or, if it is not positive: */
};
/* The next value; none; the value 0, or none if 0 is no value. */
enum { TOUCH_NEXT = 0, TOUCH_CLEAR = -1, TOUCH_ZERO = -2 };
enum { STEP_FREE = 9 }; /* an answer of step_reason */
static inline bool touch_is_pair(const struct touch *t) { return t->row != t->row2 || t->col != t->col2; }

/* Functions that return a position or sentence write it to `out`, which is empty before. */
struct moves {
    const struct grid_moves *grid; /* see below; NULL: not played by the functions for grids */
    const char *const *samples;    /* boards to begin with, as files with a header; ends with NULL */
    const char *how;               /* what a touch does, for people; NULL: how_of writes it */
    const char *pair;              /* what a touch of two cells puts there, such as "domino"; NULL: nothing */
    void (*how_of)(const struct instance *, struct text *out);
    const char *plain; /* the formulation whose variables `step` names, in the puzzle's own words */
    bool one_rule;     /* the rules are one sum, so the number of rules that force a step says nothing */
    void (*start)(const struct instance *, struct text *position);
    /* Writes the position after the touch. False, with a sentence: the touch has no effect
     * there. */
    bool (*touch)(const struct puzzle *, const struct instance *, const char *position, const struct touch *,
                  struct text *out, struct text *err);
    /* Makes the instance that is left in a position without mistakes: its solutions complete the
     * position. Their objective value is that of the whole minus *made, which is 0 before. The
     * caller releases it with puzzle->release. */
    struct instance *(*rest)(const struct puzzle *, const struct instance *, const char *position, int64_t *made);
    /* The i-th step from the position towards a solution of the rest: the touch, and the variable
     * of the rest's plain formulation that represents it. False: there are no more. */
    bool (*step)(const struct puzzle *, const struct instance *, const char *position, const char *solution, int i,
                 struct touch *, struct text *variable);
    /* Optional: writes why every solution of the rest, `left`, whose objective value is `good` or
     * better (INT64_MAX: any) has this step, in a player's words without the last period. Returns 1
     * for a reason that is easy to follow, more for a harder one; STEP_FREE: writes that some such
     * solution has not; 0: finds no reason. The step is one towards such a solution. */
    int (*step_reason)(const struct instance *, const char *position, const struct instance *left, const struct touch *,
                       int64_t good, struct text *out);
    /* Optional: writes the solution that a complete position represents; NULL: the position
     * itself. */
    void (*amounts)(const struct instance *, const char *position, struct text *out);
    /* Optional, for puzzles with variables that no player sees: makes the instance whose solutions
     * are those that the position stands for; NULL: it is not complete. */
    struct instance *(*closed)(const struct instance *, const char *position);
    /* Optional: the lines that can be drawn between two cells, or a cell and the outside. Each is
     * the touch that steps it. Its value is 1 if the line is free, TOUCH_CLEAR if it is absent, and
     * more if it is drawn. Returns their number; the caller frees *all. */
    int (*lines)(const struct instance *, const char *position, struct touch **all);
    /* How far the player is, as a short phrase: "6 of 25 cells". */
    void (*count)(const struct puzzle *, const struct instance *, const char *position, struct text *out);
    /* Optional: the last of the numbers that a touch steps through, and the largest that a player
     * may put in. */
    int64_t (*top)(const struct instance *, int64_t *most);
    /* Writes the content of a cell in words, for people who cannot see it; empty: it cannot be
     * touched. */
    void (*name)(const struct puzzle *, const struct instance *, const char *position, int row, int col,
                 struct text *out);
    /* The i-th mistake that is visible without search: its cell, and a sentence. False: there are
     * no more. NULL: mistakes are clashes that propagation finds, at the cells of `place`. */
    bool (*mistake)(const struct instance *, const char *position, int i, int *row, int *col, struct text *why);
    /* Without `mistake`: the cell of the value, put in by the player, that a rule of this name
     * states. False: it states none. */
    bool (*place)(const struct instance *, const char *position, const char *rule, int *row, int *col);
    /* Optional: writes the rules of the instance; nothing: they are the puzzle's. */
    void (*rules)(const struct instance *, struct text *out);
    /* Optional: a new canvas of the position; NULL: the puzzle's `draw`, which gets the position as
     * a solution. */
    struct canvas *(*draw)(const struct puzzle *, const struct instance *, const char *position);
};
/* The required members, defined with these names in the puzzle's file. */
#define MOVES                                                                                                          \
    .start = start, .touch = touch, .rest = rest, .step = step, .count = count, .name = name, .mistake = mistake,      \
    .draw = draw

/* ---- grid puzzles: grid_moves.c -----------------------------------------------------------------
 * A position is one value in each cell. The puzzle describes its values; its struct moves takes
 * these functions, or its own. All cells that are not free in the board that `start` writes are
 * given. */

struct grid_moves {
    /* The letters of the values 0, 1, ...: 0 is a free cell; then those that a player puts in; then
     * those of the board, such as a blocked cell. NULL: the values are integers, separated by
     * blanks; '.' is free. */
    const char *letters;
    int values;               /* how many letters a player puts in */
    const char *const *words; /* each letter in words; NULL: "free", and the letter or number itself */
    /* The format of a variable's name in the plain formulation: row, column and value, in this
     * order, as in "star %d,%d" or "%d,%d is %lld". */
    const char *variable;
    bool toggles; /* a touch toggles a cell; a solution of the rest names the cells to touch */
    /* a format for row and column: the reason why a cell of the instance cannot be changed; NULL:
     * it is given */
    const char *fixed;
    /* Writes the text of the rest, which the puzzle parses; NULL: the position is that text. See
     * struct moves, rest. */
    void (*left)(const struct instance *, const char *position, int64_t *made, struct text *out);
};

/* The values of a text of such cells, row by row; mem_free them. letters: see above. rows and cols:
 * NULL, or set. */
int64_t *grid_values(const char *letters, const char *text, int *rows, int *cols);
void grid_values_write(const char *letters, int rows, int cols, const int64_t *value, struct text *out);

/* Members of struct moves. */
bool grid_touch(const struct puzzle *, const struct instance *, const char *position, const struct touch *,
                struct text *out, struct text *err);
struct instance *grid_rest(const struct puzzle *, const struct instance *, const char *position, int64_t *made);
bool grid_step(const struct puzzle *, const struct instance *, const char *position, const char *solution, int i,
               struct touch *, struct text *variable);
void grid_count(const struct puzzle *, const struct instance *, const char *position, struct text *out);
void grid_name(const struct puzzle *, const struct instance *, const char *position, int row, int col,
               struct text *out);
#define GRID_MOVES                                                                                                     \
    .start = start, .touch = grid_touch, .rest = grid_rest, .step = grid_step, .count = grid_count, .name = grid_name, \
    .mistake = mistake
