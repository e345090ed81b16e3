/* Positions: a game in the making, opened once and moved in place.
 *
 * A position is one number for each thing that a player changes: the letter of a cell, the hits of
 * a ring, the pile of a throw, the value of a literal. Cells are those of the drawing, counted from
 * 0. All functions of struct moves work on it; only `print` makes text. */
#pragma once

#include "puzzles/puzzle.h"

struct position {
    const struct puzzle *puzzle; /* borrowed, as the instance */
    const struct instance *instance;
    int n, rows, cols; /* rows and cols: of a grid puzzle, n = rows * cols; else 0 */
    int64_t *start, *now;
    void *board; /* made by moves->begin, read by the puzzle's other functions */
};

/* Opens the start of a game. The caller releases it. */
void position_open(struct position *p, const struct puzzle *puzzle, const struct instance *in);
void position_release(struct position *p);
/* For moves->begin: makes n numbers, all 0, for the puzzle to set those of the start. */
void position_numbers(struct position *p, int n);

/* A move of the player: touches a cell, or draws from one cell to another. */
struct touch {
    int row, col, row2, col2; /* equal to row and col: one cell */
    int64_t value;            /* the value to put there; or, if it is not positive: */
};
/* The next value; none; the value 0, or none if 0 is no value. */
enum { TOUCH_NEXT = 0, TOUCH_CLEAR = -1, TOUCH_ZERO = -2 };
static inline bool touch_is_pair(const struct touch *t) { return t->row != t->row2 || t->col != t->col2; }

/* Moves towards a solution of what is left. variable: the variable of the rest's plain formulation
 * that represents the move. */
struct position_steps {
    struct step {
        struct touch touch;
        char *variable;
    } * v;
    int n;
    size_t cap;
};
void position_steps_add(struct position_steps *l, struct touch t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void position_steps_release(struct position_steps *l);

/* Mistakes that are visible without a search: the cell, and a sentence. */
struct position_mistakes {
    struct mistake {
        int row, col;
        char *why;
    } * v;
    int n;
    size_t cap;
};
void position_mistakes_add(struct position_mistakes *l, int row, int col, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void position_mistakes_release(struct position_mistakes *l);
