/* What canvas.c and canvas_*.c share: the cells of a canvas. */
#ifndef CANVAS_INSIDE_H
#define CANVAS_INSIDE_H

#include "canvas/canvas.h"

enum { LABEL = 8 };

struct cell {
    char ink;
    char framed; /* sides of the cell that are lines */
    char label[LABEL];
};

struct canvas {
    int rows, cols;
    struct cell *cell;
    char **caption;
    int captions;
    size_t caption_cap;
};

struct cell *canvas_at(const struct canvas *c, int row, int col);
bool canvas_has_lines(const struct canvas *c);
/* The line above cell (row, col), drawn by it or by its upper neighbour; likewise to its left. Cells outside the board have
 * none of their own. */
bool canvas_line_above(const struct canvas *c, int row, int col);
bool canvas_line_left(const struct canvas *c, int row, int col);
int canvas_columns(const char *utf8); /* how wide a label or a caption is, if every letter is as wide */

#endif
