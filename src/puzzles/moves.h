/* Moves: how a puzzle is played.
 *
 * The rest of a puzzle in a position is a smaller problem of the same puzzle, so that hints use the
 * same solvers. Arguments are borrowed for the call; the caller owns results. All members are
 * required unless marked optional. */
#pragma once

#include "puzzles/position.h"

enum { STEP_FREE = 9 }; /* an answer of step_reason */

/* How hints word a kind of rules: those whose names contain `kind`. Sentences are the name and one
 * of the tails, if the rule alone makes something true, or false. */
struct wording {
    const char *kind, *noun; /* "clue", in "three clues"; the last one of a list has no kind */
    const char *yes, *no;    /* NULL: none */
};

/* Functions that return text write it to `out`, which is empty before. */
struct moves {
    const struct grid_moves *grid; /* see below; NULL: not played by the functions for grids */
    const char *const *samples;    /* boards to begin with, as files with a header; ends with NULL */
    const struct wording *wording; /* NULL: none */
    const char *how;               /* what a touch does, for people; NULL: `begin` writes it */
    const char *filled, *unfilled; /* of a cell that the picture fills, or not; NULL: "filled", "not filled" */
    const char *plain;             /* the formulation whose variables the steps name, in the puzzle's own words */
    /* Makes the numbers of the start (position_numbers), and sets the optional members of struct
     * position. */
    void (*begin)(struct position *);
    /* Moves. False, with a sentence: the touch has no effect there, and nothing changed. */
    bool (*touch)(struct position *, const struct touch *, struct text *err);
    /* Makes the instance that is left in a position without mistakes: its solutions complete the
     * position. Their objective value is that of the whole minus *made, which is 0 before. The
     * caller releases it with puzzle->release. */
    struct instance *(*rest)(const struct position *, int64_t *made);
    /* Lists the steps from the position towards a solution of the rest. */
    void (*steps)(const struct position *, const struct solution *, struct position_steps *);
    /* Optional: writes why every solution of the rest, `left`, whose objective value is `good` or
     * better (INT64_MAX: any) has this step, in a player's words without the last period. Returns 1
     * for a reason that is easy to follow, more for a harder one; STEP_FREE: writes that some such
     * solution has not; 0: finds no reason. The step is one towards such a solution. */
    int (*step_reason)(const struct position *, const struct instance *left, const struct touch *, int64_t good,
                       struct text *out);
    /* Optional: turns the numbers of a complete position into those of the solution that it
     * represents; NULL: they are the same. */
    void (*amounts)(const struct position *, int64_t *v);
    /* Optional: the lines that can be drawn between two cells, or a cell and the outside. Each is
     * the touch that steps it. Its value is 1 if the line is free, TOUCH_CLEAR if it is absent, and
     * more if it is drawn. Returns their number; the caller frees *all. */
    int (*lines)(const struct position *, struct touch **all);
    void (*count)(const struct position *, struct position_count *out);
    void (*look)(const struct position *, int row, int col, struct position_cell *out);
    /* Lists the mistakes that are visible without search. NULL: a solver finds them, `judged`. */
    void (*mistakes)(const struct position *, struct position_mistakes *);
    const struct judged_moves *judged; /* NULL: the functions above judge positions */
    /* Optional: a new canvas of the position; NULL: the puzzle's `draw`, which gets its numbers as
     * a solution. */
    struct canvas *(*draw)(const struct position *);
};

/* For puzzles with variables that no player sees: a solver judges positions. */
struct judged_moves {
    /* Makes the instance whose solutions are those that the position stands for; NULL: it is not
     * complete. */
    struct instance *(*closed)(const struct position *);
    /* For such an instance, or a rest: adds the literals of its values in a model of the start. */
    void (*assume)(const struct instance *, const struct model *, struct lits *out);
    /* Mistakes are clashes that propagation finds: the cell of the value, put in by the player,
     * that a rule of this name states. False: it states none. */
    bool (*place)(const struct position *, const char *rule, int *row, int *col);
    /* The cell of the drawing that shows a literal of a model of the start; for 0, the cell from
     * which rules count rows and columns. False: none shows it. */
    bool (*shown)(const struct position *, const struct model *, lit x, int *row, int *col);
    /* Lists the rules that the values of the position break by themselves, whatever the others
     * are. */
    void (*broken)(const struct position *, struct position_mistakes *);
};

/* ---- grid puzzles: grid_moves.c -----------------------------------------------------------------
 * A position is one value in each cell, row by row. The puzzle describes its values; its struct
 * moves takes these functions, or its own. All cells that are not free at the start are given. */

struct grid_moves {
    /* The letters of the values 0, 1, ...: 0 is a free cell; then those that a player puts in; then
     * those of the board, such as a blocked cell. NULL: the values are integers, separated by
     * blanks; '.' is free. */
    const char *letters;
    int values; /* how many letters a player puts in */
    /* The last of these letters marks a cell that stays empty: the variable of value 1 is false.
     * Solutions have the letter of a free cell there; the text of the rest has the mark. */
    bool marks;
    const char *const *words; /* each letter in words; NULL: "free", and the letter or number itself */
    /* The format of a variable's name in the plain formulation: row, column and value, in this
     * order, as in "star %d,%d" or "%d,%d is %lld". */
    const char *variable;
    bool toggles; /* a touch toggles a cell; a solution of the rest names the cells to touch */
    /* a format for row and column: the reason why a cell of the instance cannot be changed; NULL:
     * it is given */
    const char *fixed;
    /* Writes the text of the rest, which the puzzle parses; NULL: that of the position. See struct
     * moves, rest. */
    void (*left)(const struct position *, int64_t *made, struct text *out);
};

/* The values of a text of such cells, row by row; mem_free them. letters: see above. rows and cols:
 * NULL, or set. */
int64_t *grid_values(const char *letters, const char *text, int *rows, int *cols);
/* A negative one is written as ?. */
void grid_values_write(const char *letters, int rows, int cols, const int64_t *value, struct text *out);

/* For `begin`: makes the numbers of a board. cell: its letters at the start, row by row; NULL: all
 * are free. */
void grid_open(struct position *p, int rows, int cols, const char *cell);

/* Members of struct moves. GRID_MOVES sets them, and those that name_begin and name_mistakes
 * define. */
void grid_amounts(const struct position *, int64_t *v);
void grid_value(const struct grid_moves *g, int64_t value, struct text *out); /* adds it in words */
bool grid_touch(struct position *, const struct touch *, struct text *err);
struct instance *grid_rest(const struct position *, int64_t *made);
void grid_steps(const struct position *, const struct solution *, struct position_steps *);
void grid_count(const struct position *, struct position_count *out);
void grid_look(const struct position *, int row, int col, struct position_cell *out);
#define GRID_MOVES(name)                                                                                               \
    .begin = name##_begin, .mistakes = name##_mistakes, .amounts = grid_amounts, .touch = grid_touch,                  \
    .rest = grid_rest, .steps = grid_steps, .count = grid_count, .look = grid_look
