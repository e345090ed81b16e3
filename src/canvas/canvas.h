/* Drawing strokes for boards: drawn once by a puzzle, rendered as text or SVG.
 *
 * A canvas is a board of rows x cols cells. A cell has an ink (its color), at most a short label,
 * and four sides; a side of a cell is a line or not. Captions are lines of text below the board. A
 * canvas without cells (0 x 0) has only captions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct text;

enum ink {
    INK_NONE,    /* empty ground */
    INK_PIECE,   /* an ordinary piece */
    INK_PIECE_2, /* another one next to it, in another shade */
    INK_MARK,    /* the object of the puzzle: a gunport, a pressed stone, a hit can */
    INK_DARK,    /* the dark side of a two-sided thing */
    INK_BLOCKED, /* outside the game */
    INK_DIM,     /* given, used up, or not relevant */
    INK_LIGHT,   /* the light side of a two-sided thing */
    INKS
};

enum edge { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 }; /* bits */
/* Marks of sides. CROSS: that there is no line. LINK: a line from the middle of the cell, with a
 * disc under a label; DOUBLE: LINK has two lines there. TICK: a small mark that reaches over the
 * side, in pictures only. */
enum edge_mark { EDGE_CROSS, EDGE_LINK, EDGE_DOUBLE, EDGE_TICK, EDGE_MARKS };

struct canvas;
struct canvas *canvas_new(int rows, int cols);
void canvas_free(struct canvas *c);
static inline void canvas_release(struct canvas **c) { canvas_free(*c); }

/* Cells count from 0; labels are UTF-8, of at most 11 bytes. A label of more than 3 columns makes
 * all cells of a text wider. */
void canvas_cell(struct canvas *c, int row, int col, enum ink ink, const char *label);
/* Change one of both. A picture fits the label into the cell, and splits one like 3\14 by a
 * diagonal. Text shows a sign of the ink in a cell without a label. */
void canvas_ink(struct canvas *c, int row, int col, enum ink ink);
void canvas_label(struct canvas *c, int row, int col, const char *label);
void canvas_ground(struct canvas *c, int row, int col, enum ink ink); /* only if the cell is INK_NONE */
/* Like canvas_ink, but later inks do not hide it. Text puts a sign of it at both sides of a
 * label. */
void canvas_fill(struct canvas *c, int row, int col, enum ink ink);
/* Add to a cell: a small clue in its upper left corner, in text left of the label; a small dot. */
void canvas_clue(struct canvas *c, int row, int col, const char *clue);
void canvas_small_dot(struct canvas *c, int row, int col);
/* Draws a frame around the cells row..row2, col..col2, both included, without lines inside it.
 * Cells without any frame are drawn without lines. */
void canvas_box(struct canvas *c, int row, int col, int row2, int col2);
/* Draws lines on these sides of a cell, for regions of any shape. */
void canvas_sides(struct canvas *c, int row, int col, enum edge sides);
/* Draws thin lines between all cells, and bold ones at the sides of canvas_sides. */
void canvas_lattice(struct canvas *c);
void canvas_dots(struct canvas *c); /* draws dots at the corners of cells */
/* Puts a cell next to the board: it shows only its label. */
void canvas_outside(struct canvas *c, int row, int col);
void canvas_mark(struct canvas *c, int row, int col, enum edge_mark mark, enum edge sides);
/* Draws a number in a box of `cells` cells, three digits a cell. A sign ("*", or "" for none)
 * precedes it, for readers who see no colors. canvas_number_cells: how many cells it needs. */
void canvas_number(struct canvas *c, int row, int col, int cells, enum ink ink, int64_t value, const char *sign);
int canvas_number_cells(int64_t value, const char *sign);
void canvas_caption(struct canvas *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds an item to a line of items, which becomes a caption when it is long. */
void canvas_item(struct canvas *c, struct text *line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void canvas_items_end(struct canvas *c, struct text *line); /* the rest becomes a caption; releases the line */
/* Writes a line of text above the columns col..col2. */
void canvas_heading(struct canvas *c, int col, int col2, const char *words);
/* Adds a line to the legend: it explains cells of this ink, with this label or NULL. Words in
 * parentheses, as "(hit)", appear in text only, words after a ; in pictures only. Text lists the
 * cells that it shows if they have a sign or a word. canvas_legend: whether the legend is shown (it
 * always is with a compact board). */
void canvas_key(struct canvas *c, enum ink ink, const char *label, const char *words);
/* Adds such a line for cells that are part of the instance (struct drawn_shape). */
void canvas_key_given(struct canvas *c, enum ink ink, const char *label, const char *words);
void canvas_legend(struct canvas *c, bool shown);
/* Sets a description of the picture for readers who do not see it: the name and the alternative
 * text of the SVG. */
void canvas_about(struct canvas *c, const char *title, const char *description);
/* Restricts text to the columns col..col2, without headings. */
void canvas_text_columns(struct canvas *c, int col, int col2);

/* ---- pictures only --------------------------------------------------------------------------- */

enum shape {
    SHAPE_TILE,  /* a placed piece, rounded and inset */
    SHAPE_PORT,  /* a round hole with a rim */
    SHAPE_STONE, /* a round stone */
    SHAPE_PRESS, /* a cross, where a finger presses */
    SHAPE_CAN,
    SHAPE_DUMMY,  /* a doll that stands */
    SHAPE_FALLEN, /* a doll that was knocked down */
    SHAPE_RING,   /* a disc with its label at the upper rim; smaller ones lie on it */
};
/* A shape over the cells row..row2, col..col2. Text shows these cells instead. */
struct drawn_shape {
    enum shape shape;
    int row, col, row2, col2;
    enum ink ink;
    const char *label; /* shown at full length; or NULL */
    const char *badge; /* a few letters at its corner; or NULL */
    bool given;        /* part of the instance */
};
/* Adds a copy of the shape. Boards of very many cells have no shapes, so that their files stay
 * small. */
void canvas_shape(struct canvas *c, struct drawn_shape f);
/* Makes the picture shapes only, over an area of rows x cols units: cells of shapes count from its
 * corner. The text of the canvas stays. */
void canvas_poster(struct canvas *c, int rows, int cols);
/* In pictures, the cell (row, col) of the text is at these cells of the area, as a disc if
 * `round`. */
void canvas_spot(struct canvas *c, int row, int col, const struct drawn_shape *at, bool round);
/* Draws an arrow from a cell to another in the same row or column. It bends around the cells
 * between them. lane: 0 for the shortest that bends, one more for each longer one that may end in
 * the same cell. */
void canvas_arrow(struct canvas *c, int row, int col, int row2, int col2, int lane);

/* ---- out ------------------------------------------------------------------------------------- */

void canvas_size(const struct canvas *c, int *rows, int *cols);

struct canvas_style {
    bool ascii;   /* + - | instead of box-drawing characters */
    bool color;   /* ANSI colors */
    int width;    /* of the terminal; wider boards use one character a cell, with a note; 0: no limit */
    bool scrolls; /* the caller scrolls wide boards: they are not truncated, and there is no note */
};
void canvas_text(const struct canvas *c, struct canvas_style style, struct text *out);
/* The position of the middle of a cell in canvas_text's output: its line and column, from 0. */
void canvas_text_place(const struct canvas *c, struct canvas_style style, int row, int col, int *line, int *column);
void canvas_svg(const struct canvas *c, FILE *out); /* streamed: boards may be large */
/* The extents of that picture, in its units, and where a cell is in it (canvas_spot). */
void canvas_svg_size(const struct canvas *c, int *width, int *height);
struct canvas_place {
    double x, y, width, height;
    bool round;
};
struct canvas_place canvas_svg_place(const struct canvas *c, int row, int col);
