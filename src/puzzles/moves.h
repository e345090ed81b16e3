/* Moves: how a puzzle is played (puzzles).
 *
 * A position is the puzzle's own notation of a solution, as far as it goes: a board with free cells
 * '.', the numbers hit so far. Cells are those of the drawing, counted from 0. What is left of a
 * puzzle in a position is a smaller problem of the same puzzle, so that hints need nothing but the
 * solver.
 *
 * Arguments are borrowed for the call; the caller owns what a function returns or writes. Required are all members but
 * those marked optional. */
#ifndef MOVES_H
#define MOVES_H

#include "puzzles/puzzle.h"

/* What a player does: touches a cell, or draws from one cell to another. */
struct touch {
    int row, col, row2, col2; /* the same twice: one cell */
    int64_t value;            /* the number wanted there; 0: what comes next; TOUCH_CLEAR: nothing */
};
enum { TOUCH_NEXT = 0, TOUCH_CLEAR = -1 };
static inline bool touch_is_pair(const struct touch *t) { return t->row != t->row2 || t->col != t->col2; }

/* Functions that return an exact position or sentence put it into `out`, which is empty before. */
struct moves {
    const struct grid_moves *grid; /* see below; NULL: not played by the functions for grids */
    const char *const *samples;    /* boards to begin with, as files with a header; ends with NULL */
    const char *how;               /* what a touch does, for people */
    const char *plain;             /* the formulation whose variables `step` names: that of the puzzle's own words */
    void (*start)(const struct instance *, struct text *position);
    /* The position after the touch. False: it does nothing there, and a sentence says why. */
    bool (*touch)(const struct puzzle *, const struct instance *, const char *position, const struct touch *,
                  struct text *out, struct text *err);
    /* What is left to be solved of a position without mistakes: its solutions complete the
       position, and their objective value is that of the whole less *made, which is 0 before. The caller
       releases it by puzzle->release. */
    struct instance *(*rest)(const struct puzzle *, const struct instance *, const char *position, int64_t *made);
    /* The i-th step from the position towards a solution of the rest: the touch, and the variable of the rest's plain
       formulation that says the same. False: there are no more. */
    bool (*step)(const struct puzzle *, const struct instance *, const char *position, const char *solution, int i,
                 struct touch *, struct text *variable);
    /* Optional: the solution that the position amounts to; NULL: the position itself. */
    void (*amounts)(const struct instance *, const char *position, struct text *out);
    /* How far the player is, as a short phrase: "6 of 25 cells". */
    void (*count)(const struct puzzle *, const struct instance *, const char *position, struct text *out);
    /* What a cell is, for people who cannot see it; empty: nothing to be touched. */
    void (*name)(const struct puzzle *, const struct instance *, const char *position, int row, int col,
                 struct text *out);
    /* The i-th mistake that can be seen without thinking ahead: its cell, and a sentence. False: there are no
     * more. */
    bool (*mistake)(const struct instance *, const char *position, int i, int *row, int *col, struct text *why);
    /* Optional: a new canvas of the position; NULL: the puzzle's `draw`, which then takes a position for a solution. */
    struct canvas *(*draw)(const struct puzzle *, const struct instance *, const char *position);
};
/* Those that every puzzle has, by these names in its own file. */
#define MOVES                                                                                                          \
    .start = start, .touch = touch, .rest = rest, .step = step, .count = count, .name = name, .mistake = mistake,      \
    .draw = draw

/* ---- grid puzzles: grid_moves.c ------------------------------------------------------------------
 * A position is one value in each cell. The puzzle describes its values; its struct moves takes
 * these functions, or its own. The board that `start` writes says which cells are given: all that
 * are not free. */

struct grid_moves {
    /* The letters of the values 0, 1, ...: 0 is a free cell; then follow those that a player puts
     * in, then those that belong to the board, such as a blocked cell. NULL: the values are whole
     * numbers, separated by blanks; '.' is free. */
    const char *letters;
    int values;               /* how many letters a player puts in */
    const char *const *words; /* what each letter means; NULL: "free", and the letter or number itself */
    /* The format of a variable's name in the plain formulation: row, column and value, in this order, as in
       "star %d,%d" or "%d,%d is %lld". */
    const char *variable;
    bool toggles;      /* a touch changes a cell back and forth; a solution of the rest says which cells to touch */
    const char *fixed; /* format, row and column: why a cell that is not free at the start stays; NULL: it is given */
    /* Numbers only: the last value of those that touches step through, and the largest that a player may put in. */
    int64_t (*top)(const struct instance *, int64_t *most);
    /* Writes the text from which the puzzle parses what is left; NULL: the position is that text.
     * See struct moves, rest. */
    void (*left)(const struct instance *, const char *position, int64_t *made, struct text *out);
};

/* The values of a text of such cells, row by row; mem_free them. letters: see above. rows and cols: NULL, or set. */
int64_t *grid_values(const char *letters, const char *text, int *rows, int *cols);
void grid_values_write(const char *letters, int rows, int cols, const int64_t *value, struct text *out);

bool grid_touch(const struct puzzle *, const struct instance *, const char *position, const struct touch *,
                struct text *out, struct text *err);
struct instance *grid_rest(const struct puzzle *, const struct instance *, const char *position, int64_t *made);
bool grid_step(const struct puzzle *, const struct instance *, const char *position, const char *solution, int i,
               struct touch *, struct text *variable);
void grid_count(const struct puzzle *, const struct instance *, const char *position, struct text *out);
void grid_name(const struct puzzle *, const struct instance *, const char *position, int row, int col,
               struct text *out);
struct canvas *grid_draw(const struct puzzle *, const struct instance *, const char *position);
#define GRID_MOVES                                                                                                     \
    .start = start, .touch = grid_touch, .rest = grid_rest, .step = grid_step, .count = grid_count, .name = grid_name, \
    .mistake = mistake

#endif
