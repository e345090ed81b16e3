/* Moves: how a puzzle is played (puzzles).
 *
 * A position is the puzzle's own notation of a solution, as far as it goes: a board with free cells '.', the numbers hit so
 * far. Cells are those of the drawing, counted from 0. What is left of a puzzle in a position is a smaller question of the
 * same puzzle, so that hints need nothing but the solver. */
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
    const char *const *samples; /* boards to begin with, as files with a header; ends with NULL */
    const char *how;            /* what a touch does, for people */
    const char *plain;          /* the formulation whose variables `step` names: that of the puzzle's own words */
    void (*start)(const struct instance *, struct text *position);
    /* The position after the touch. False: it does nothing there, and a sentence says why. */
    bool (*touch)(const struct instance *, const char *position, const struct touch *, struct text *out,
                  struct text *err);
    /* What is left to be solved of a position without mistakes: its solutions complete the position, and their figure is that
       of the whole less *made, which is 0 before. */
    struct instance *(*rest)(const struct instance *, const char *position, int64_t *made);
    /* The i-th step from the position towards a solution of the rest: the touch, and the variable of the rest's plain
       formulation that says the same. False: there are no more. */
    bool (*step)(const struct instance *, const char *position, const char *solution, int i, struct touch *,
                 struct text *variable);
    /* Optional: the solution that the position amounts to; NULL: the position itself. */
    void (*amounts)(const struct instance *, const char *position, struct text *out);
    /* How far the player is, as a short phrase: "6 of 25 cells". */
    void (*count)(const struct instance *, const char *position, struct text *out);
    /* What a cell is, for people who cannot see it; empty: nothing to be touched. */
    void (*name)(const struct instance *, const char *position, int row, int col, struct text *out);
    /* The i-th mistake that can be seen without thinking ahead: its cell, and a sentence. False: there are no more. */
    bool (*mistake)(const struct instance *, const char *position, int i, int *row, int *col, struct text *why);
    struct canvas *(*draw)(const struct instance *, const char *position);
};
/* Those that every puzzle has, by these names in its own file. */
#define MOVES                                                                                                          \
    .start = start, .touch = touch, .rest = rest, .step = step, .count = count, .name = name, .mistake = mistake,      \
    .draw = draw

#endif
