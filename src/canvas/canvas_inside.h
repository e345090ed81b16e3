/* Shared by canvas*.c: the cells of a canvas and its shapes. */
#pragma once

#include "base/strings.h"
#include "canvas/canvas.h"

enum { LABEL = 12 };

struct cell {
    char ink;
    char framed;             /* sides of the cell that are lines */
    bool covered;            /* by a shape */
    bool bare;               /* by a shape that needs no lines around it */
    bool outside;            /* the board: it has no lines and no ground */
    bool big;                /* pictures fit the label into the cell, and split it at a backslash */
    char marked[EDGE_MARKS]; /* sides with such a mark */
    bool filled;             /* by canvas_fill */
    bool dotted;             /* a small dot */
    char label[LABEL], clue[LABEL];
};

struct heading {
    int col, col2;
    char *words;
};

struct key {
    enum ink ink;
    char label[LABEL];
    char *words;
    bool given; /* pictures hatch it, in place of the label */
};

struct arrow {
    int row, col, row2, col2, lane;
};

/* The place of the cell (cell_row, cell_col) in a picture: these cells of its area. */
struct spot {
    int cell_row, cell_col;
    int row, col, row2, col2;
    bool round;
};

struct canvas {
    int rows, cols;
    int shift, stride; /* of a view: its first column, and the columns of the whole */
    struct cell *cell;
    struct strings captions;
    struct heading *heading;
    int headings;
    size_t heading_cap;
    struct key *key;
    int keys;
    size_t key_cap;
    bool legend, thin; /* thin: cells without a line between them have a thin one */
    bool dots;         /* at the corners of cells */
    char *title, *description;
    int text_col, text_cols; /* the columns that text shows; text_cols 0: all */
    struct drawn_shape *shape;
    int shapes;
    size_t shape_cap;
    struct arrow *arrow;
    int arrows;
    size_t arrow_cap;
    struct spot *spot;
    int spots;
    size_t spot_cap;
    int poster_rows, poster_cols;
};

struct cell *canvas_at(const struct canvas *c, int row, int col);
bool canvas_has_lines(const struct canvas *c);
/* Whether there is a line above cell (row, col) or, with `left`, left of it, drawn for it or for
 * its neighbor there. Cells outside the board have no lines of their own. */
bool canvas_line(const struct canvas *c, int row, int col, bool left);
/* Whether a cross is between the cell and the one above it, or on its left. */
bool canvas_crossed(const struct canvas *c, int row, int col, int row2, int col2);
bool canvas_inside(const struct canvas *c, int row, int col); /* whether there is such a cell of the board */
/* Whether to draw a dot at that cell's upper left corner. */
bool canvas_has_dot(const struct canvas *c, int row, int col);
/* Adds the key's words, with or without those in parentheses and those after a semicolon. */
void canvas_key_words(const struct key *k, bool in_parentheses, bool rest, struct text *out);

/* ---- SVG (canvas_svg.c, canvas_shapes.c) ----------------------------------------------------- */

enum { UNIT = 28, MARGIN = 10, LINE = 20 };

void canvas_escaped(const char *s, FILE *out);
/* The attributes of a shape of this ink: its class, for the style sheet, and its colors on a light
 * ground, for viewers that read no style sheet. edge: it has an outline. */
struct canvas_paint {
    char s[80];
};
struct canvas_paint canvas_paint(enum ink ink, bool edge);
/* The same of text on this ink; more: further classes. */
struct canvas_paint canvas_text_paint(enum ink ink, const char *more);
#define CANVAS_DARK "#30343a"
#define CANVAS_STROKE "stroke=\"" CANVAS_DARK "\""
#define CANVAS_LINE "class=\"lp-line\" fill=\"none\" " CANVAS_STROKE
void canvas_svg_word(int x, int y, const char *s, FILE *out);
void canvas_shapes(const struct canvas *c, int x, int y, FILE *out); /* x, y: the corner of the first cell */
/* Writes the captions and the legend (canvas_svg_words.c); y: the base of the first line. out
 * NULL: only measures them. Sets *width to what they need, in units. Returns the base of the next
 * line. */
int canvas_svg_words(const struct canvas *c, int y, int *width, FILE *out);
