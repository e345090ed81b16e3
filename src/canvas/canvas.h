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
    INK_PIECE_2, /* another one next to it, in another shade */
    INK_MARK,    /* what the puzzle is about: a gunport, a pressed stone, a hit can */
    INK_DARK,    /* the dark side of a two-sided thing */
    INK_BLOCKED, /* outside the game */
    INK_DIM,     /* given, spent or of no concern */
    INK_LIGHT,   /* the light side of a two-sided thing */
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
/* Bold lines around regions, and thin ones between the cells of a region. region: a letter a cell, row by row. */
void canvas_regions(struct canvas *c, const char *region);
/* A number in a box of `cells` cells, three digits a cell, and how many cells it needs. A sign ("*", or "" for none)
 * stands before it, for readers who see no colors. */
void canvas_number(struct canvas *c, int row, int col, int cells, enum ink ink, int64_t value, const char *sign);
int canvas_number_cells(int64_t value, const char *sign);
void canvas_caption(struct canvas *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line of text above the columns col..col2. */
void canvas_heading(struct canvas *c, int col, int col2, const char *words);
/* A line of the legend, which is shown if it is asked for (and with a compact board): what cells of
 * this ink are, in words; label, or NULL, as in them. Words in parentheses are for text alone, as
 * "(hit)", and those behind a ; for pictures alone. Text names what it shows and has a sign or a
 * word for. */
void canvas_key(struct canvas *c, enum ink ink, const char *label, const char *words);
/* The same for what was there from the start (struct drawn_shape). */
void canvas_key_given(struct canvas *c, enum ink ink, const char *label, const char *words);
void canvas_legend(struct canvas *c, bool shown);
/* What the picture shows, for readers who do not see it: the name and the alternative text of the SVG. */
void canvas_about(struct canvas *c, const char *title, const char *description);
/* Of the drawing, text shows the columns col..col2 only, and none of the headings. */
void canvas_text_columns(struct canvas *c, int col, int col2);

/* ---- what only a picture shows --------------------------------------------------------------------------------- */

enum shape {
    SHAPE_TILE,  /* a placed piece, rounded and inset */
    SHAPE_PORT,  /* a round hole with a rim */
    SHAPE_STONE, /* a round stone */
    SHAPE_PRESS, /* a cross, where a finger presses */
    SHAPE_CAN,
    SHAPE_DUMMY,  /* a doll that stands */
    SHAPE_FALLEN, /* one that was knocked down */
    SHAPE_RING,   /* a disc with its label at the upper rim; smaller ones lie on it */
};
/* A shape over the cells row..row2, col..col2, in place of what these cells show as text. */
struct drawn_shape {
    enum shape shape;
    int row, col, row2, col2;
    enum ink ink;
    const char *label; /* whole, however long; or NULL */
    const char *badge; /* a few letters at its corner; or NULL */
    bool given;        /* it was there from the start */
};
/* Copies it. Boards of very many cells stay plain, so that their files stay small. */
void canvas_shape(struct canvas *c, struct drawn_shape f);
/* Shapes only, over a ground of rows x cols units: their cells count from its corner, and text
 * alone shows the canvas's. */
void canvas_poster(struct canvas *c, int rows, int cols);
/* In pictures, the cell (row, col) of the text is at these cells of the ground, as a disc if `round`. */
void canvas_spot(struct canvas *c, int row, int col, const struct drawn_shape *at, bool round);
/* A small sign at these sides of a cell: it reaches out there. */
void canvas_ticks(struct canvas *c, int row, int col, enum edge sides);
/* An arrow from a cell to another in the same row or column. It bends around the cells between them. lane: 0 for
 * the shortest that bends, one more for each longer one that may end in the same cell. */
void canvas_arrow(struct canvas *c, int row, int col, int row2, int col2, int lane);

/* ---- out ------------------------------------------------------------------------------------------------------- */

void canvas_size(const struct canvas *c, int *rows, int *cols);

struct canvas_style {
    bool ascii;   /* + - | instead of box-drawing characters */
    bool colour;  /* ANSI colours */
    int width;    /* of the terminal; wider boards fall back to one character a cell, and say so; 0: no limit */
    bool scrolls; /* the caller moves over wide boards: they are not cut off, and nothing is said */
};
void canvas_text(const struct canvas *c, struct canvas_style style, struct text *out);
/* Where canvas_text puts the middle of a cell: its line and column, from 0. */
void canvas_text_place(const struct canvas *c, struct canvas_style style, int row, int col, int *line, int *column);
void canvas_svg(const struct canvas *c, FILE *out); /* streamed: boards may be large */
/* The extents of that picture, in its units, and where a cell is in it (canvas_spot). */
void canvas_svg_size(const struct canvas *c, double *width, double *height);
struct canvas_place {
    double x, y, width, height;
    bool round;
};
struct canvas_place canvas_svg_place(const struct canvas *c, int row, int col);

#endif
