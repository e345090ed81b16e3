/* Drawing strokes for boards: drawn once by a puzzle, rendered as text or SVG.
 *
 * A canvas is a board of rows x cols cells. A cell has an ink (its colour), at most a short label, and
 * four sides; a side of a cell is a line or not. Captions are lines of text below the board. A canvas
 * without cells (0 x 0) has only captions. */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/base.h"

#include <stdio.h>

enum ink {
    INK_NONE,    /* empty ground */
    INK_PIECE,   /* an ordinary piece */
    INK_PIECE_2, /* another one beside it, in another shade */
    INK_MARK,    /* what the puzzle is about: a gunport, a pressed stone, a hit can */
    INK_DARK,    /* the dark side of a two-sided thing */
    INK_BLOCKED, /* outside the game */
    INK_DIM,     /* given, spent or of no concern */
    INKS
};

enum edge { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 }; /* in sets */

struct canvas;
struct canvas *canvas_new(int rows, int cols);
void canvas_free(struct canvas *c);

/* Cells count from 0; labels are UTF-8, at most 7 bytes and 3 columns wide are shown in a cell. */
void canvas_cell(struct canvas *c, int row, int col, enum ink ink, const char *label);
/* A frame around the cells row..row2, col..col2, both included; inside it no lines. Cells without any
 * frame are drawn without lines. */
void canvas_box(struct canvas *c, int row, int col, int row2, int col2);
/* These sides of a cell are lines: for regions of any shape. */
void canvas_sides(struct canvas *c, int row, int col, enum edge sides);
void canvas_caption(struct canvas *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

void canvas_size(const struct canvas *c, int *rows, int *cols);

struct canvas_style {
    bool ascii;  /* + - | instead of box-drawing characters */
    bool colour; /* ANSI colours */
    int width;   /* of the terminal; wider boards fall back to one character a cell; 0: no limit */
};
void canvas_text(const struct canvas *c, struct canvas_style style, struct text *out);
/* Where canvas_text puts the middle of a cell: its line and column, from 0. */
void canvas_text_place(const struct canvas *c, struct canvas_style style, int row, int col, int *line, int *column);
void canvas_svg(const struct canvas *c, FILE *out); /* streamed: boards may be large */
/* Where canvas_svg puts the cells, in its units: the corner of the first one, and the side of each. */
void canvas_svg_place(const struct canvas *c, double *x, double *y, double *side, double *width, double *height);
void canvas_pbm(const struct canvas *c, FILE *out); /* a bit a cell: INK_MARK and INK_DARK are black */

#endif
