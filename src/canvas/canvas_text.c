/* A canvas as text: the lines between its cells form a lattice of corners. */
#include "canvas/canvas_inside.h"

static const char *corner(const struct canvas *c, int row, int col, bool ascii)
{
    static const char *const glyphs[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    int sides = (canvas_line_left(c, row - 1, col) ? NORTH : 0) | (canvas_line_above(c, row, col) ? EAST : 0) |
                (canvas_line_left(c, row, col) ? SOUTH : 0) | (canvas_line_above(c, row, col - 1) ? WEST : 0);
    if (!ascii) return glyphs[sides];
    return !sides ? " " : sides == (NORTH | SOUTH) ? "|" : sides == (EAST | WEST) ? "-" : "+";
}

static const char *const colours[INKS] = {
    [INK_NONE] = "",        [INK_PIECE] = "\033[36m",  [INK_PIECE_2] = "\033[34m", [INK_MARK] = "\033[1;33m",
    [INK_DARK] = "\033[1m", [INK_BLOCKED] = "\033[2m", [INK_DIM] = "\033[2m",
};

static void coloured(struct text *out, const char *s, enum ink ink, bool colour)
{
    colour = colour && *colours[ink];
    if (colour) text_put(out, colours[ink]);
    text_put(out, s);
    if (colour) text_put(out, "\033[0m");
}

/* A cell's three columns. */
static void cell_text(const struct cell *cell, bool ascii, struct text *out)
{
    const char *label = cell->label;
    if (!*label && cell->ink == INK_BLOCKED) label = ascii ? "###" : "███";
    if (ascii)
        for (const char *s = label; *s; s++)
            if (*s & 0x80) label = cell->ink == INK_NONE || cell->ink == INK_DIM ? "." : "@";
    int n = canvas_columns(label), left = (3 - n + (n == 2)) / 2;
    for (int i = 0; i < left; i++) text_char(out, ' ');
    text_put(out, label);
    for (int i = left + n; i < 3; i++) text_char(out, ' ');
}

static void put_cell(const struct cell *cell, struct canvas_style style, struct text *out)
{
    struct text inside = {0};
    cell_text(cell, style.ascii, &inside);
    coloured(out, text_string(&inside), (enum ink)cell->ink, style.colour);
    text_release(&inside);
}

static void trim(struct text *out)
{
    while (out->n && out->s[out->n - 1] == ' ') out->s[--out->n] = 0;
}

static void lattice_line(const struct canvas *c, int row, struct canvas_style style, struct text *out)
{
    for (int col = 0; col <= c->cols; col++) {
        text_put(out, corner(c, row, col, style.ascii));
        if (col < c->cols) text_put(out, !canvas_line_above(c, row, col) ? "   " : style.ascii ? "---" : "───");
    }
    trim(out);
    text_char(out, '\n');
}

static void board_with_lines(const struct canvas *c, struct canvas_style style, struct text *out)
{
    for (int row = 0; row < c->rows; row++) {
        lattice_line(c, row, style, out);
        for (int col = 0; col <= c->cols; col++) {
            text_put(out, !canvas_line_left(c, row, col) ? " " : style.ascii ? "|" : "│");
            if (col == c->cols) break;
            put_cell(canvas_at(c, row, col), style, out);
        }
        trim(out);
        text_char(out, '\n');
    }
    lattice_line(c, c->rows, style, out);
}

/* One character a cell, for boards wider than the terminal. */
static void board_compact(const struct canvas *c, struct canvas_style style, struct text *out)
{
    static const char *const plain[INKS] = {
        [INK_NONE] = "·", [INK_PIECE] = "▒",   [INK_PIECE_2] = "░", [INK_MARK] = "●",
        [INK_DARK] = "■", [INK_BLOCKED] = "█", [INK_DIM] = "·"};
    static const char *const ascii[INKS] = {
        [INK_NONE] = ".", [INK_PIECE] = "=",   [INK_PIECE_2] = "-", [INK_MARK] = "o",
        [INK_DARK] = "X", [INK_BLOCKED] = "#", [INK_DIM] = "."};
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols; col++) {
            enum ink ink = (enum ink)canvas_at(c, row, col)->ink;
            coloured(out, (style.ascii ? ascii : plain)[ink], ink, style.colour);
        }
        text_char(out, '\n');
    }
}

static void board_without_lines(const struct canvas *c, struct canvas_style style, struct text *out)
{
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols; col++) {
            put_cell(canvas_at(c, row, col), style, out);
        }
        trim(out);
        text_char(out, '\n');
    }
}

static bool is_compact(const struct canvas *c, struct canvas_style style)
{
    return style.width && c->cols > (style.width - 1) / (canvas_has_lines(c) ? 4 : 3);
}

void canvas_text_place(const struct canvas *c, struct canvas_style style, int row, int col, int *line, int *column)
{
    bool compact = is_compact(c, style), lines = !compact && canvas_has_lines(c);
    *line = lines ? 2 * row + 1 : row;
    *column = compact ? col : lines ? 4 * col + 2 : 3 * col + 1;
}

void canvas_text(const struct canvas *c, struct canvas_style style, struct text *out)
{
    bool lines = canvas_has_lines(c);
    if (is_compact(c, style))
        board_compact(c, style, out);
    else if (c->rows && lines)
        board_with_lines(c, style, out);
    else
        board_without_lines(c, style, out);
    for (int i = 0; i < c->captions; i++) text_add(out, "%s\n", c->caption[i]);
}
