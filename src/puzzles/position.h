/* Positions: a game in the making, opened once and moved in place.
 *
 * A position is one number for each thing that a player changes: the letter of a cell, the hits of
 * a ring, the pile of a throw, the value of a literal. Cells are those of the drawing, counted from
 * 0. All functions of struct moves work on it. */
#pragma once

#include "puzzles/puzzle.h"

enum { POSITION_CELL_IS = 4, POSITION_FACTS = 5 };

struct position {
    const struct puzzle *puzzle; /* borrowed, as the instance */
    const struct instance *instance;
    int n, rows, cols; /* rows and cols: of a grid puzzle, n = rows * cols; else 0 */
    int64_t *start, *now;
    /* Members that moves->begin may set. */
    void *board;                /* read by the puzzle's other functions */
    void (*leave)(void *board); /* frees it */
    int64_t top, most;          /* the last number that a touch steps through, the largest to put in; 0: no numbers */
    const char *pair;           /* what a touch of two cells puts there, such as "domino"; NULL: nothing */
    struct text title, rules, how; /* for people; else those of the puzzle and its moves */
};

/* Opens the start of a game. The caller releases it. */
void position_open(struct position *p, const struct puzzle *puzzle, const struct instance *in);
void position_release(struct position *p);
/* Its numbers as those of a solution, borrowed; and their text, added. */
struct solution position_solution(const struct position *p);
void position_print(const struct position *p, struct text *out);
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

/* The content of a cell: words for people who cannot see it, and facts for programs. */
struct position_cell {
    struct text place, content;       /* "row 1, column 2"; "black, must turn". No place: it cannot be touched */
    int row, col;                     /* the numbers in these words, from 1; 0: they name none */
    const char *is[POSITION_CELL_IS]; /* constant words of the puzzle: "given", "black", ...; the rest NULL */
    bool has_value;
    int64_t value;
};
void position_cell_place(struct position_cell *c, int row, int col); /* the place in words; from 0 */
void position_cell_add(struct position_cell *c, const char *is);
void position_cell_release(struct position_cell *c);

/* How far the player is: a short phrase, "6 of 25 cells", and its numbers by constant keys. */
struct position_count {
    struct text words;
    struct position_fact {
        const char *key;
        int64_t value;
    } fact[POSITION_FACTS];
    int n;
};
void position_count_add(struct position_count *c, const char *key, int64_t value);
void position_count_release(struct position_count *c);

/* Moves towards a solution of what is left. variable: the variable of the rest's plain formulation
 * that represents the move. */
struct position_steps {
    struct step {
        struct touch touch;
        char *variable;
    } * v;
    int n;
    size_t cap;
    bool crosses; /* also those that only say that no line is there; set before */
};
void position_steps_add(struct position_steps *l, struct touch t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void position_steps_release(struct position_steps *l);

/* Mistakes that are visible without a search: the cells, two alike if it is one, and a sentence. A
 * row below 0: no cell is wrong by itself, as with a sum. */
struct position_mistakes {
    struct mistake {
        int row, col, row2, col2;
        char *why;
    } * v;
    int n;
    size_t cap;
};
void position_mistakes_add(struct position_mistakes *l, int row, int col, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void position_mistakes_pair(struct position_mistakes *l, int row2, int col2); /* a second cell of the last one */
void position_mistakes_release(struct position_mistakes *l);
