/* Genres: puzzles that newspapers and pages have, each in one file of this directory.
 *
 * A genre states the model of a board of clues, and draws the clues of a solution. Solving,
 * counting, pictures, play, certificates and generating are what all share: its instances are
 * declared models (declared/declared.h). */
#pragma once

#include "base/random.h"
#include "declared/declared.h"
#include "genres/clues.h"
#include "puzzles/maker.h"

struct genre {
    unsigned sides;      /* the sides of the board with clues, enum edge */
    bool regions;        /* boards have regions */
    bool counted;        /* a number may come before the board */
    bool square;         /* boards are squares */
    bool numbers;        /* what is in the cells is numbers; else something or nothing */
    bool turned;         /* clues are left out in pairs, by half a turn */
    bool whole;          /* no clue is left out */
    bool sampled;        /* the solver chooses the solution, on the board that `draw` made */
    int least, most;     /* rows and columns */
    const char *expects; /* the clues in words, for messages; NULL: there are none */
    const char *none;    /* instead of a clue that is left out; NULL: nothing */
    const char *one;     /* the clue that a cell has or has not, for links with such a part */
    const char *links;   /* its names in links, separated by blanks; NULL: it has none */
    const char *coding;  /* of a board in a link (genre_link.c); NULL: none is read or written */
    /* Whether the word is a clue of this place. */
    bool (*fits)(const struct clues *c, int row, int col, const char *word);
    /* Adds variables, rules and picture. The first variables or, of numbers, integers are those
     * of the cells. */
    void (*state)(const struct clues *c, struct model *m);
    /* Draws regions and clues that are the same for all solutions, and the solution unless it is
     * `sampled`: a number a cell, which only `fill` and `change` read. False: try again. NULL:
     * nothing to draw. */
    bool (*draw)(struct clues *c, int64_t *cell, struct random *random);
    /* Fills in all clues of the solution. NULL: there are none. */
    void (*fill)(struct clues *c, const int64_t *cell, struct random *random);
    /* Changes the board, or the solution, so that another solution is none. False: it cannot. NULL:
     * try another board. */
    bool (*change)(struct clues *c, int64_t *cell, const int64_t *other, struct random *random);
};

/* ---- puzzles (genre.c) -------------------------------------------------------------------------
 * The functions of a genre's `struct puzzle`, which its file makes by GENRE(name, the genre), after
 * the list name_wording. */

struct instance *genre_parse(const struct genre *g, const struct source *source, struct text *err);
bool genre_make(const struct genre *g, struct board_maker *maker, struct text *file, struct text *err);
/* See `link` in struct puzzle (genre_link.c). */
bool genre_link(const struct genre *g, const char *kind, const char *body, struct text *file, struct text *err);
void genre_link_write(const struct clues *c, struct text *out);
void genre_label(const struct instance *in, struct text *out);
#define GENRE(name, genre, board_sizes, how_to_play, ...)                                                              \
    static struct instance *name##_parse(const struct source *source, struct text *err)                                \
    {                                                                                                                  \
        return genre_parse(&genre, source, err);                                                                       \
    }                                                                                                                  \
    static bool name##_make(struct board_maker *maker, struct text *file, struct text *err)                            \
    {                                                                                                                  \
        return genre_make(&genre, maker, file, err);                                                                   \
    }                                                                                                                  \
    static bool name##_link(const char *kind, const char *body, struct text *file, struct text *err)                   \
    {                                                                                                                  \
        return genre_link(&genre, kind, body, file, err);                                                              \
    }                                                                                                                  \
    static const struct moves name##_moves = {DECLARED_MOVES, .wording = name##_wording, .how = how_to_play};          \
    const struct puzzle puzzle_##name = {DECLARED_PUZZLE,                                                              \
                                         .parse = name##_parse,                                                        \
                                         .label = genre_label,                                                         \
                                         .link = name##_link,                                                          \
                                         .generator = {.make = name##_make, .sizes = board_sizes},                     \
                                         .moves = &name##_moves,                                                       \
                                         __VA_ARGS__}
/* How to play a genre whose cells are black or white. */
#define GENRE_BLACK                                                                                                    \
    "A touch paints a cell, then puts in a dot, for white, and clears it. Drag to paint several.", .filled = "black",  \
                                                                                                   .unfilled = "white"
#define GENRE_NOTATION(text)                                                                                           \
    {                                                                                                                  \
        .instance = "ROWSxCOLS | ROW... | -f FILE", .example = text, .solution = "v 1 -2 3 0",                         \
        .print = declared_print, .read = declared_read                                                                 \
    }

/* ---- models (genre_model.c) ------------------------------------------------------------------ */

/* Makes a variable for each cell, and shows it there in this style of a picture: "symbol *".
 * Cells with a clue have none, if `free`, and are false. */
void genre_cells(const struct clues *c, struct model *m, const char *name, const char *style, bool free);
/* Makes an integer for each cell; given: the clues in cells are their values. */
void genre_numbers(const struct clues *c, struct model *m, int lo, int hi, bool given);
/* Begins the rule of a clue, which names its place. */
void genre_rule(const struct clues *c, struct model *m, int row, int col, const char *rule, ...)
    __attribute__((format(printf, 5, 6)));
/* The rule that two cells are not both true; its format gets the row and column of each. */
void genre_not_both(const struct clues *c, struct model *m, int a, int b, const char *rule);
/* Line i of the board, a row or, after these, a column: sets its cells, at most GENRE_LINE, and the
 * place of its clue above or left of the board. Returns the number of cells. */
enum { GENRE_LINE = 20 };
int genre_line(const struct clues *c, int i, int cell[GENRE_LINE], int *row, int *col);
void genre_show(struct model *m, const char *line, ...) __attribute__((format(printf, 2, 3))); /* in the picture */
void genre_show_clues(const struct clues *c, struct model *m, const char *color); /* all of them, as texts */
void genre_show_regions(const struct clues *c, struct model *m);
/* Begins the picture. */
void genre_grid(const struct clues *c, struct model *m);
/* Adds the rule that the cells whose literals sign * variable are true are connected. */
void genre_connected(const struct clues *c, struct model *m, int sign, const char *rule);
/* The integers of n cells differ. */
void genre_differ(struct model *m, const int *integer, int n, const char *rule, ...)
    __attribute__((format(printf, 4, 5)));
/* An automaton of so many states, from 0 on, accepts the values of n integers, at this state; a
 * transition is a state, a value and the next state. */
void genre_automaton(struct model *m, const int *integer, int n, int states, int accepting,
                     const int64_t (*transition)[3], int transitions);
/* The rows, the columns and, if there are any, the regions have each number once. */
void genre_latin(const struct clues *c, struct model *m);
/* A graph of points in rows and columns. Makes a variable for each line between two neighbors,
 * and the rules that these are one loop. line[2 * point] leads to the right and line[2 * point +
 * 1] down; 0: there is none. The caller frees it. The lines are shown by `genre_show`. */
lit *genre_loop(struct model *m, int rows, int cols, const char *point);
#define GENRE_LOOP_WORDING(point)                                                                                      \
    {"no line ends or branches", point, ": one way on is left",                                                        \
     ": this line would have no way on, or be a third one"},                                                           \
    {                                                                                                                  \
        "the lines are one loop", "loop", ", and the marked lines do not meet without this one",                       \
            ", and this line would close it before it has all lines"                                                   \
    }
#define GENRE_LATIN_WORDING                                                                                            \
    {"the numbers of row", "row", GENRE_LATIN_TAIL, NULL}, { "the numbers of column", "column", GENRE_LATIN_TAIL, NULL }
#define GENRE_LATIN_TAIL ", and only one is left"

/* ---- drawing solutions (genre_draw.c) -------------------------------------------------------- */

/* Cells whose border is one loop: 1 for each cell inside. */
void genre_draw_inside(struct random *random, int rows, int cols, int64_t *cell);
/* Connected regions of 1 to `most` cells. */
void genre_draw_cages(struct clues *c, int most, struct random *random);
/* Gives each cell of region -1 the region of a neighbor. */
void genre_draw_grow(struct clues *c, struct random *random);
/* A `fill`: the clue of each cell is its number. */
void genre_fill_numbers(struct clues *c, const int64_t *cell, struct random *random);
/* How many of the first `sides` cells around a cell (grid_next) have a number that is not 0. */
int genre_draw_beside(const struct clues *c, const int64_t *cell, int at, int sides);
/* The cells that are connected to a cell over others with the same number; returns how many. */
int genre_draw_part(const struct clues *c, const int64_t *cell, int from, int *part);
/* Whether the region of a cell is connected without it. */
bool genre_draw_keeps(const struct clues *c, int cell);
int genre_draw_near(const struct clues *c, int cell, struct random *random); /* a random neighbor; -1: none */
