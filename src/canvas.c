#include "canvas.h"

#include <stdarg.h>
#include <string.h>

enum { LABEL = 8 };
enum side { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 };

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

static struct cell *at(const struct canvas *c, int row, int col)
{
    assert(0 <= row && row < c->rows && 0 <= col && col < c->cols && "a cell of the canvas");
    return &c->cell[(size_t)row * (size_t)c->cols + (size_t)col];
}

void canvas_cell(struct canvas *c, int row, int col, enum ink ink, const char *label)
{
    struct cell *cell = at(c, row, col);
    cell->ink = (char)ink;
    size_t n = label ? strlen(label) : 0;
    assert(n < LABEL && "a label is short");
    memset(cell->label, 0, LABEL);
    if (n) memcpy(cell->label, label, n);
}

void canvas_box(struct canvas *c, int row, int col, int row2, int col2)
{
    for (int r = row; r <= row2; r++)
        for (int k = col; k <= col2; k++)
            at(c, r, k)->framed |= (char)((r == row ? NORTH : 0) | (r == row2 ? SOUTH : 0) | (k == col ? WEST : 0) |
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

/* ---- text: the lines between cells form a lattice of corners ---------------------------------- */

/* Is there a line on this side of cell (row, col)? Cells outside the board have none of their own. */
static bool has(const struct canvas *c, int row, int col, enum side side)
{
    return 0 <= row && row < c->rows && 0 <= col && col < c->cols && at(c, row, col)->framed & side;
}

/* The line above cell (row, col), drawn by it or by its upper neighbour; likewise to its left. */
static bool line_above(const struct canvas *c, int row, int col)
{
    return has(c, row, col, NORTH) || has(c, row - 1, col, SOUTH);
}
static bool line_left(const struct canvas *c, int row, int col)
{
    return has(c, row, col, WEST) || has(c, row, col - 1, EAST);
}

static const char *corner(const struct canvas *c, int row, int col, bool ascii)
{
    static const char *const glyphs[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                           "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    int sides = (line_left(c, row - 1, col) ? NORTH : 0) | (line_above(c, row, col) ? EAST : 0) |
                (line_left(c, row, col) ? SOUTH : 0) | (line_above(c, row, col - 1) ? WEST : 0);
    if (!ascii) return glyphs[sides];
    return !sides ? " " : sides == (NORTH | SOUTH) ? "|" : sides == (EAST | WEST) ? "-" : "+";
}

static const char *const colours[INKS] = {
    [INK_NONE] = "",        [INK_PIECE] = "\033[36m",   [INK_PIECE_2] = "\033[34m", [INK_MARK] = "\033[1;33m",
    [INK_DARK] = "\033[1m", [INK_BLOCKED] = "\033[2m", [INK_DIM] = "\033[2m",
};

static void coloured(struct text *out, const char *s, enum ink ink, bool colour)
{
    colour = colour && *colours[ink];
    if (colour) text_put(out, colours[ink]);
    text_put(out, s);
    if (colour) text_put(out, "\033[0m");
}

static int columns(const char *utf8)
{
    int n = 0;
    for (; *utf8; utf8++) n += (*utf8 & 0xc0) != 0x80;
    return n;
}

static const char *default_label(enum ink ink, bool ascii)
{
    switch (ink) {
    case INK_BLOCKED: return ascii ? "###" : "███";
    default: return "";
    }
}

/* A cell's three columns. */
static void cell_text(const struct cell *cell, bool ascii, struct text *out)
{
    const char *label = *cell->label ? cell->label : default_label((enum ink)cell->ink, ascii);
    if (ascii)
        for (const char *s = label; *s; s++)
            if (*s & 0x80) label = cell->ink == INK_NONE || cell->ink == INK_DIM ? "." : "@";
    int n = columns(label), left = (3 - n + (n == 2)) / 2;
    for (int i = 0; i < left; i++) text_char(out, ' ');
    text_put(out, label);
    for (int i = left + n; i < 3; i++) text_char(out, ' ');
}

static bool has_lines(const struct canvas *c)
{
    for (size_t i = 0; i < (size_t)c->rows * (size_t)c->cols; i++)
        if (c->cell[i].framed) return true;
    return false;
}

static void trim(struct text *out)
{
    while (out->n && out->s[out->n - 1] == ' ') out->s[--out->n] = 0;
}

static void lattice_line(const struct canvas *c, int row, struct canvas_style style, struct text *out)
{
    for (int col = 0; col <= c->cols; col++) {
        text_put(out, corner(c, row, col, style.ascii));
        if (col < c->cols) text_put(out, !line_above(c, row, col) ? "   " : style.ascii ? "---" : "───");
    }
    trim(out);
    text_char(out, '\n');
}

static void board_with_lines(const struct canvas *c, struct canvas_style style, struct text *out)
{
    for (int row = 0; row < c->rows; row++) {
        lattice_line(c, row, style, out);
        for (int col = 0; col <= c->cols; col++) {
            text_put(out, !line_left(c, row, col) ? " " : style.ascii ? "|" : "│");
            if (col == c->cols) break;
            struct text inside = {0};
            cell_text(at(c, row, col), style.ascii, &inside);
            coloured(out, text_string(&inside), (enum ink)at(c, row, col)->ink, style.colour);
            text_release(&inside);
        }
        trim(out);
        text_char(out, '\n');
    }
    lattice_line(c, c->rows, style, out);
}

/* One character a cell, for boards wider than the terminal. */
static void board_compact(const struct canvas *c, struct canvas_style style, struct text *out)
{
    static const char *const plain[INKS] = {[INK_NONE] = "·", [INK_PIECE] = "▒",   [INK_PIECE_2] = "░", [INK_MARK] = "●",
                                            [INK_DARK] = "■", [INK_BLOCKED] = "█", [INK_DIM] = "·"};
    static const char *const ascii[INKS] = {[INK_NONE] = ".", [INK_PIECE] = "=",   [INK_PIECE_2] = "-", [INK_MARK] = "o",
                                            [INK_DARK] = "X", [INK_BLOCKED] = "#", [INK_DIM] = "."};
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols; col++) {
            enum ink ink = (enum ink)at(c, row, col)->ink;
            coloured(out, (style.ascii ? ascii : plain)[ink], ink, style.colour);
        }
        text_char(out, '\n');
    }
}

static void board_without_lines(const struct canvas *c, struct canvas_style style, struct text *out)
{
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < c->cols; col++) {
            struct text inside = {0};
            cell_text(at(c, row, col), style.ascii, &inside);
            coloured(out, text_string(&inside), (enum ink)at(c, row, col)->ink, style.colour);
            text_release(&inside);
        }
        trim(out);
        text_char(out, '\n');
    }
}

void canvas_text(const struct canvas *c, struct canvas_style style, struct text *out)
{
    bool lines = has_lines(c);
    if (style.width && c->cols > (style.width - 1) / (lines ? 4 : 3))
        board_compact(c, style, out);
    else if (c->rows && lines)
        board_with_lines(c, style, out);
    else
        board_without_lines(c, style, out);
    for (int i = 0; i < c->captions; i++) text_add(out, "%s\n", c->caption[i]);
}

/* ---- SVG and PBM -------------------------------------------------------------------------------- */

enum { UNIT = 24, MARGIN = 8, LINE = 20 };

static const char *const fills[INKS] = {
    [INK_NONE] = "#ffffff", [INK_PIECE] = "#d6e6f2", [INK_PIECE_2] = "#a9c9e0", [INK_MARK] = "#e69f00",
    [INK_DARK] = "#30343a", [INK_BLOCKED] = "#8a8d91", [INK_DIM] = "#f3f1ea",
};

static void escaped(const char *s, FILE *out)
{
    for (; *s; s++)
        if (*s == '<') fputs("&lt;", out);
        else if (*s == '>') fputs("&gt;", out);
        else if (*s == '&') fputs("&amp;", out);
        else if (*s == '"') fputs("&quot;", out);
        else fputc(*s, out);
}

/* Cells of one ink next to each other in a row are one rectangle: a million stones stay a small file. */
static void svg_cells(const struct canvas *c, FILE *out)
{
    for (int ink = INK_NONE + 1; ink < INKS; ink++) {
        bool open = false;
        for (int row = 0; row < c->rows; row++)
            for (int col = 0, end; col < c->cols; col = end) {
                enum ink here = (enum ink)at(c, row, col)->ink;
                for (end = col + 1; end < c->cols && at(c, row, end)->ink == (char)here; end++) continue;
                if ((int)here != ink) continue;
                if (!open) fprintf(out, "<path fill=\"%s\" d=\"", fills[ink]);
                open = true;
                fprintf(out, "M%d %dh%dv%dH%dz", MARGIN + UNIT * col, MARGIN + UNIT * row, UNIT * (end - col), UNIT,
                        MARGIN + UNIT * col);
            }
        if (open) fputs("\"/>\n", out);
    }
}

static void svg_lines(const struct canvas *c, FILE *out)
{
    fputs("<path fill=\"none\" stroke=\"#30343a\" stroke-width=\"2\" stroke-linecap=\"square\" d=\"", out);
    for (int row = 0; row <= c->rows; row++)
        for (int col = 0, end; col < c->cols; col = end + 1) {
            for (end = col; end < c->cols && line_above(c, row, end); end++) continue;
            if (end > col) fprintf(out, "M%d %dh%d", MARGIN + UNIT * col, MARGIN + UNIT * row, UNIT * (end - col));
        }
    for (int col = 0; col <= c->cols; col++)
        for (int row = 0, end; row < c->rows; row = end + 1) {
            for (end = row; end < c->rows && line_left(c, end, col); end++) continue;
            if (end > row) fprintf(out, "M%d %dv%d", MARGIN + UNIT * col, MARGIN + UNIT * row, UNIT * (end - row));
        }
    fputs("\"/>\n", out);
}

static void svg_label(const struct cell *cell, int x, int y, FILE *out)
{
    bool dark = cell->ink == INK_DARK || cell->ink == INK_BLOCKED;
    if (!strcmp(cell->label, "o") || !strcmp(cell->label, "●"))
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#30343a\"/>\n", x, y, UNIT / 4);
    else {
        fprintf(out, "<text x=\"%d\" y=\"%d\"%s>", x, y + 5, dark ? " fill=\"#ffffff\"" : "");
        escaped(cell->label, out);
        fputs("</text>\n", out);
    }
}

void canvas_svg(const struct canvas *c, FILE *out)
{
    int longest = 0;
    for (int i = 0; i < c->captions; i++)
        longest = (int)max64(longest, columns(c->caption[i]));
    long width = max64(2 * MARGIN + (long)UNIT * c->cols, 2 * MARGIN + 8L * longest);
    long board = 2 * MARGIN + (long)UNIT * c->rows, height = board + (long)LINE * c->captions;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" viewBox=\"0 0 %ld %ld\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, height, width, height);
    svg_cells(c, out);
    if (has_lines(c))
        svg_lines(c, out);
    else if (c->rows)
        fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%ld\" height=\"%ld\" fill=\"none\" stroke=\"#30343a\"/>\n", MARGIN,
                MARGIN, (long)UNIT * c->cols, (long)UNIT * c->rows);
    fputs("<g font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n", out);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            if (*at(c, row, col)->label)
                svg_label(at(c, row, col), MARGIN + UNIT * col + UNIT / 2, MARGIN + UNIT * row + UNIT / 2, out);
    fputs("</g>\n", out);
    for (int i = 0; i < c->captions; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%ld\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\">", MARGIN,
                board + (long)LINE * i + LINE / 2);
        escaped(c->caption[i], out);
        fputs("</text>\n", out);
    }
    fputs("</svg>\n", out);
}

void canvas_pbm(const struct canvas *c, FILE *out)
{
    fprintf(out, "P4\n%d %d\n", c->cols, c->rows);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0, bits = 0; col < c->cols; col++) {
            char ink = at(c, row, col)->ink;
            bits = bits << 1 | (ink == INK_MARK || ink == INK_DARK);
            if (col % 8 == 7 || col == c->cols - 1) {
                fputc(bits << (7 - col % 8), out);
                bits = 0;
            }
        }
}
