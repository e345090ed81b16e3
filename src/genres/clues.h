/* Boards of clues: the instances of genres, as a text states them and a generator draws them.
 *
 * A text has the letters of the regions, a row a line, if the genre has regions, and then the
 * clues: a character each, or words separated by blanks; '.' is none. Clues next to the board
 * are in rows and columns of their own. */
#pragma once

#include "puzzles/parse.h"
#include "puzzles/puzzle.h"

struct genre;
enum { CLUES_WORD = 24 };

struct clues {
    const struct genre *genre;
    int rows, cols;           /* of the board */
    int top, left;            /* 1: there are clues above, and left of the board */
    int height, width;        /* of the table of all clues */
    char (*word)[CLUES_WORD]; /* the table; "": none */
    int *region, regions;     /* of each cell, from 0; no regions: 0 everywhere */
    int number;               /* of the genre's own, before the board; 0: none */
};

/* Whether a board may have this size. False, with a sentence. */
bool clues_sized(const struct genre *genre, int rows, int cols, struct text *err);
void clues_init(struct clues *c, const struct genre *genre, int rows, int cols);
void clues_release(struct clues *c);
/* Reads a board; one operand such as 7x7 is a board without clues. False, with a sentence. */
bool clues_parse(struct clues *c, const struct genre *genre, const struct source *source, struct text *err);
void clues_write(const struct clues *c, struct text *out);

/* The clue of a cell, or of a place next to the board; "": none, or the place is outside. */
const char *clues_at(const struct clues *c, int row, int col);
int clues_number(const struct clues *c, int row, int col); /* its first number; -1: it has none */
void clues_set(struct clues *c, int row, int col, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool clues_fit(const struct clues *c); /* whether each clue is one of the genre */
void clues_clear(struct clues *c);     /* of all clues */
/* Numbers the regions, whose numbers are any from 0 to 399, in the order of their first cells. */
void clues_renumber(struct clues *c);
/* The first cell of a region. */
int clues_first(const struct clues *c, int region);
/* The place in the table of a cell or a place next to the board. */
static inline int clues_place(const struct clues *c, int row, int col)
{
    return (row + c->top) * c->width + col + c->left;
}
