/* Parts of the parsers of instances and solutions: sizes, grids, words. */
#pragma once

#include "options/options.h"

struct instance;

/* An instance as the user wrote it: the words after the puzzle's name, and the text of a file. */
struct source {
    int argc;
    char *const *argv;
    const char *text; /* the contents of the file given with -f, without the line that names the puzzle; or NULL */
    const char *name; /* the file's name, for messages */
    int line;         /* the number of text's first line */
    const struct options *options; /* the puzzle's own, and the shared ones */
    const struct instance *like;   /* the instance whose choices hold instead of options; or NULL */
    bool explained;                /* no rule may be used up by what the parser concludes from it */
    bool *misused;                 /* set to true if an option, not the instance, is refused; or NULL */
    struct text *note;             /* receives warnings about valid but unusual input; or NULL */
};

/* Reads "8x10": rows and columns, each 1..limit, and rows * cols <= cells. False, with a
 * sentence. */
bool grid_size(const char *word, int limit, int64_t cells, int *rows, int *cols, struct text *err);

/* Reads a rectangular grid of one-byte cells from the source's text, from byte *from on, and moves
 * *from after it. Skips comment lines (`;`), and blank lines before the grid; the grid ends at a
 * blank line or the end. Only bytes in `alphabet` are allowed. False, with a sentence that names
 * file and line. */
struct grid {
    int rows, cols;
    char *cell; /* rows * cols, row by row */
};
bool grid_parse(const struct source *source, size_t *from, const char *alphabet, struct grid *g, struct text *err);
/* The forms of a puzzle's board: one operand is a size, or the operands are rows, or a file has a
 * grid. */
struct grid_rules {
    const char *alphabet; /* the letters of cells; a board given by its size has the first one everywhere */
    int side;             /* the most cells a side */
    int64_t cells;        /* the most cells in all */
    bool square;          /* "5" is a size, too: 5x5 */
    bool rows;            /* the operands are rows, not a size */
};
/* Reads the board. from: moved after the grid of the file; NULL: only blanks and comments may
 * follow it. The caller releases g, in any case. False, with a sentence: neither was given, or
 * both, or the grid breaks the rules. */
bool grid_source(const struct source *source, const struct grid_rules *rules, size_t *from, struct grid *g,
                 struct text *err);
/* Reads the next grid of the file, of the same size as the first one. The caller releases it. If
 * there is none, all its cells are the first letter of the alphabet. False, with a sentence: it has
 * another size, or a third one follows. */
bool grid_second(const struct source *source, size_t from, const char *alphabet, const struct grid *first,
                 struct grid *second, struct text *err);
/* The cell next to a cell: above, below, left, right, and then at the four corners. Cells are
 * numbered row by row from 0; -1: outside the board. */
enum { GRID_SIDES = 4, GRID_AROUND = 8 };
int grid_next(int rows, int cols, int cell, int side);
/* Reads the grid of a solution, which must have so many rows and columns. The caller releases
 * it. */
bool grid_solution(const char *solution, const char *alphabet, int rows, int cols, struct grid *g, struct text *err);
void grid_write(int rows, int cols, const char *cell, struct text *out); /* a line a row */
void grid_release(struct grid *g);
bool words_blank(const char *s); /* nothing but blanks and comments */

/* Splits text into words at blanks and line ends, comments skipped; for list-like instances and for
 * solutions. `line` is the word's line number. */
struct word {
    char *s;
    int line;
};
struct words {
    struct word *v;
    int n;
    size_t cap;
};
void words_split(const char *text, int first_line, struct words *w);
void words_release(struct words *w);
/* The words of an instance: its operands, or its file's text. False, with a sentence: both are
 * given. */
bool words_source(const struct source *source, struct words *w, struct text *err);
/* Reads an integer >= least, which is 0 or 1. False, with a sentence that names the word, its line
 * and `what` it is ("ring number"): it is none, or needs more than 64 bits. */
bool words_number(const struct source *source, struct word word, const char *what, int least, int64_t *value,
                  struct text *err);

/* The symmetries of a rectangle and of a square, for boards of cells.
 *
 *     LEFT_RIGHT   ab -> ba      UP_DOWN   ab -> cd      TRANSPOSE   ab -> ac
 *                  cd    dc                cd    ab                  cd    bd
 *
 * A symmetry is a set of these, done in this order: 0 nothing, LEFT_RIGHT | UP_DOWN half a turn,
 * LEFT_RIGHT | TRANSPOSE and UP_DOWN | TRANSPOSE quarter-turns. A rectangle that is no square has
 * those without TRANSPOSE. */
enum { LEFT_RIGHT = 1, UP_DOWN = 2, TRANSPOSE = 4, SYMMETRIES = 8 };

/* The image of a cell (row by row, from 0) under symmetry s. */
int grid_image(int rows, int cols, int s, int cell);

/* Whether symmetry s keeps the board, a letter a cell. letter: the image of a cell's letter under
 * s; NULL: unchanged. */
bool grid_keeps(int rows, int cols, const char *cell, int s, char (*letter)(char, int s));
struct solution;
/* Makes the image of a grid. letter: see above, for numbers that are indices of `letters`. */
void grid_turn(const struct solution *from, int s, const char *letters, char (*letter)(char, int s),
               struct solution *to);
