#include "canvas/canvas_inside.h"

#include <stdarg.h>
#include <string.h>

struct canvas *canvas_new(int rows, int cols)
{
    struct canvas *c = mem_new(1, sizeof *c);
    c->rows = rows;
    c->cols = cols;
    c->cell = mem_new((size_t)rows * (size_t)cols, sizeof *c->cell);
    return c;
}

void canvas_free(struct canvas *c)
{
    if (!c) return;
    for (int i = 0; i < c->captions; i++) mem_free(c->caption[i]);
    mem_free(c->caption);
    mem_free(c->cell);
    mem_free(c);
}

void canvas_size(const struct canvas *c, int *rows, int *cols)
{
    *rows = c->rows;
    *cols = c->cols;
}

struct cell *canvas_at(const struct canvas *c, int row, int col)
{
    assert(0 <= row && row < c->rows && 0 <= col && col < c->cols && "a cell of the canvas");
    return &c->cell[(size_t)row * (size_t)c->cols + (size_t)col];
}

void canvas_cell(struct canvas *c, int row, int col, enum ink ink, const char *label)
{
    struct cell *cell = canvas_at(c, row, col);
    cell->ink = (char)ink;
    size_t n = label ? strlen(label) : 0;
    assert(n < LABEL && "a label is short");
    memset(cell->label, 0, LABEL);
    if (n) memcpy(cell->label, label, n);
}

void canvas_sides(struct canvas *c, int row, int col, enum edge sides)
{
    canvas_at(c, row, col)->framed |= (char)sides;
}

void canvas_box(struct canvas *c, int row, int col, int row2, int col2)
{
    for (int r = row; r <= row2; r++)
        for (int k = col; k <= col2; k++)
            canvas_sides(c, r, k,
                         (r == row ? NORTH : 0) | (r == row2 ? SOUTH : 0) | (k == col ? WEST : 0) |
                             (k == col2 ? EAST : 0));
}

void canvas_caption(struct canvas *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *line = mem_new(1, 4096);
    vsnprintf(line, 4096, format, args);
    va_end(args);
    MEM_PUSH(c->caption, c->captions, c->caption_cap, line);
}

bool canvas_has_lines(const struct canvas *c)
{
    for (size_t i = 0; i < (size_t)c->rows * (size_t)c->cols; i++)
        if (c->cell[i].framed) return true;
    return false;
}

static bool has(const struct canvas *c, int row, int col, enum edge side)
{
    return 0 <= row && row < c->rows && 0 <= col && col < c->cols && canvas_at(c, row, col)->framed & side;
}

bool canvas_line_above(const struct canvas *c, int row, int col)
{
    return has(c, row, col, NORTH) || has(c, row - 1, col, SOUTH);
}

bool canvas_line_left(const struct canvas *c, int row, int col)
{
    return has(c, row, col, WEST) || has(c, row, col - 1, EAST);
}

int canvas_columns(const char *utf8)
{
    int n = 0;
    for (; *utf8; utf8++) n += (*utf8 & 0xc0) != 0x80;
    return n;
}
