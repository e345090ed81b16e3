/* A canvas as an SVG picture. */
#include "base/number.h"
#include "canvas/canvas_inside.h"

#include <string.h>

void canvas_escaped(const char *s, FILE *out)
{
    static const char signs[] = "<>&\"", *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    for (; *s; s++) {
        const char *sign = strchr(signs, *s);
        if (sign)
            fputs(names[sign - signs], out);
        else
            fputc(*s, out);
    }
}

/* ---- colors, for light and dark backgrounds ---------------------------------------------------
 *
 * They also differ in lightness, to be distinct in gray print and for color-blind readers (blue and
 * orange of Okabe and Ito). Text on them has a contrast of at least 4.5. */

/* Colors as #rrggbb, of an ink and of text on it. Index 0 is for light backgrounds, 1 for dark
 * ones. */
struct paint {
    const char *fill[2], *text[2];
};

static const struct paint paints[INKS] = {
    [INK_NONE] = {{"#ffffff", "#16191d"}, {"#1f2328", "#e6e8eb"}},
    [INK_PIECE] = {{"#dbe9f4", "#22455e"}, {"#1f2328", "#eef4f9"}},
    [INK_PIECE_2] = {{"#a3c6de", "#356a8e"}, {"#1f2328", "#ffffff"}},
    [INK_MARK] = {{"#e69f00", "#e69f00"}, {"#1f2328", "#16191d"}},
    [INK_DARK] = {{"#2a2e34", "#07090b"}, {"#ffffff", "#ffffff"}},
    [INK_BLOCKED] = {{"#77797d", "#5a5e65"}, {"#ffffff", "#ffffff"}},
    [INK_DIM] = {{"#e2dfd6", "#3b3d41"}, {"#1f2328", "#f1f1ee"}},
    [INK_LIGHT] = {{"#fdfcf8", "#f4f2ec"}, {"#1f2328", "#16191d"}},
};
static const char *const grounds[2] = {"#ffffff", "#16191d"}, *const strokes[2] = {CANVAS_DARK, "#aab1bb"};

struct canvas_paint canvas_paint(enum ink ink, bool edge)
{
    struct canvas_paint p;
    snprintf(p.s, sizeof p.s, "class=\"lp-%d%s\" fill=\"%s\"%s", (int)ink, edge ? " lp-edge" : "", paints[ink].fill[0],
             edge ? " " CANVAS_STROKE : "");
    return p;
}

struct canvas_paint canvas_text_paint(enum ink ink, const char *more)
{
    struct canvas_paint p;
    const char *fill = paints[ink].text[0];
    const bool other = strcmp(fill, paints[INK_NONE].text[0]) != 0; /* than that of the whole picture */
    snprintf(p.s, sizeof p.s, "class=\"lp-on%d%s\"%s%s%s", (int)ink, more, other ? " fill=\"" : "", other ? fill : "",
             other ? "\"" : "");
    return p;
}

static void theme(int dark, FILE *out)
{
    const char *line = strokes[dark];
    fprintf(out,
            ".lp-ground{fill:%s}.lp-line,.lp-edge,.lp-arrow,.lp-hatch{stroke:%s}.lp-word{fill:%s}.lp-"
            "tick{fill:%s}"
            ".lp-halo{stroke:%s}",
            grounds[dark], line, paints[INK_NONE].text[dark], line, grounds[dark]);
    for (int i = 0; i < INKS; i++)
        fprintf(out, ".lp-%d{fill:%s}.lp-on%d{fill:%s}", i, paints[i].fill[dark], i, paints[i].text[dark]);
    fputc('\n', out);
}

/* Writes the style element and the patterns, which all SVG drawings share. */
static void stylesheet(FILE *out)
{
    fputs("<style>\n.lp-line{fill:none}.lp-edge{stroke-width:1.2}.lp-bold{font-weight:bold}"
          ".lp-arrow,.lp-halo{fill:none;stroke-width:2;stroke-linejoin:round}.lp-halo{stroke-width:4.5;stroke-opacity:."
          "8}.lp-hole,.lp-badge{fill:#1f2328}"
          ".lp-hatch{stroke-width:1.8;stroke-opacity:.75}.lp-cross{fill:none;stroke:#1f2328;stroke-width:3;stroke-"
          "linecap:round}\n",
          out);
    theme(0, out);
    fputs("@media (prefers-color-scheme:dark){\n", out);
    theme(1, out);
    fputs("}\n</style>\n", out);
    fputs("<defs><pattern id=\"lp-bricks\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\">"
          "<path d=\"M0 .5h14M0 7.5h14M3.5 .5v7M10.5 7.5v7\" stroke=\"#ffffff\" stroke-opacity=\".45\"/></pattern>"
          "<pattern id=\"lp-given\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><path class=\"lp-hatch\" " CANVAS_STROKE " d=\"M0 0v5\"/></pattern>"
          "</defs>\n",
          out);
}

/* ---- board ----------------------------------------------------------------------------------- */

/* Writes the cells of one ink. Adjacent cells in a row become one rectangle, so that a million
 * stones remain a small file. */
static void svg_cells(const struct canvas *c, int top, const char *paint, int ink, FILE *out)
{
    bool open = false;
    for (int row = 0; row < c->rows; row++)
        for (int col = 0, end; col < c->cols; col = end) {
            const struct cell *cell = canvas_at(c, row, col);
            for (end = col + 1; end < c->cols; end++) {
                const struct cell *next = canvas_at(c, row, end);
                if (next->ink != cell->ink || next->covered != cell->covered) break;
            }
            if (cell->ink != ink || cell->covered) continue;
            if (!open) fprintf(out, "<path %s d=\"", paint);
            open = true;
            fprintf(out, "M%d %dh%dv%dH%dz", MARGIN + UNIT * col, top + UNIT * row, UNIT * (end - col), UNIT,
                    MARGIN + UNIT * col);
        }
    if (open) fputs("\"/>\n", out);
}

static const struct cell *seen(const struct canvas *c, int row, int col)
{
    return 0 <= row && row < c->rows && 0 <= col && col < c->cols ? canvas_at(c, row, col) : NULL;
}

/* Whether to draw the line between two cells; `line` is the canvas's. Pieces have outlines of their
 * own. Walls always have one. */
static bool drawn(const struct cell *a, const struct cell *b, bool line)
{
    bool wall = (a && a->ink == INK_BLOCKED) != (b && b->ink == INK_BLOCKED);
    return wall || (line && !((!a || a->bare) && (!b || b->bare)));
}

/* Whether to draw the line above a cell or left of it: a line of the board or, with `thin`, any
 * other place of the lattice. */
static bool line_drawn(const struct canvas *c, int row, int col, bool left, bool thin)
{
    int row2 = row - !left, col2 = col - left;
    bool line = drawn(seen(c, row2, col2), seen(c, row, col), canvas_line(c, row, col, left));
    return thin ? !line && (canvas_inside(c, row2, col2) || canvas_inside(c, row, col)) : line;
}

/* Writes the lines of the board. With `thin`, writes thin lines in all other places of the
 * lattice. */
static void svg_lines(const struct canvas *c, int top, bool thin, FILE *out)
{
    fprintf(out, "<path " CANVAS_LINE " stroke-width=\"%s\" stroke-linecap=\"square\" d=\"",
            thin                 ? "0.4"
            : c->thin || c->dots ? "2.5"
                                 : "1.5");
    for (int row = 0; row <= c->rows; row++)
        for (int col = 0, end; col < c->cols; col = end + 1) {
            for (end = col; end < c->cols && line_drawn(c, row, end, false, thin); end++) continue;
            if (end > col) fprintf(out, "M%d %dh%d", MARGIN + UNIT * col, top + UNIT * row, UNIT * (end - col));
        }
    for (int col = 0; col <= c->cols; col++)
        for (int row = 0, end; row < c->rows; row = end + 1) {
            for (end = row; end < c->rows && line_drawn(c, end, col, true, thin); end++) continue;
            if (end > row) fprintf(out, "M%d %dv%d", MARGIN + UNIT * col, top + UNIT * row, UNIT * (end - row));
        }
    fputs("\"/>\n", out);
}

/* Writes words of the cell's ink that fit into `room` units. */
static void svg_fitted(const struct cell *cell, double x, double y, double room, double size, const char *s, FILE *out)
{
    double wide = .68 * size * text_letters(s, SIZE_MAX);
    if (wide > room) size *= room / wide;
    fprintf(out, "<text %s x=\"%.4g\" y=\"%.4g\" font-size=\"%.3g\">",
            canvas_text_paint(cell->ink, cell->ink == INK_DIM ? " lp-bold" : "").s, x, y + .36 * size, size);
    canvas_escaped(s, out);
    fputs("</text>\n", out);
}

/* Writes the clue in the upper left corner of a cell, and the dot in the lower right one. */
static void svg_corners(const struct cell *cell, int x, int y, FILE *out)
{
    const double size = 9, room = UNIT - 4, full = .68 * size * text_letters(cell->clue, SIZE_MAX),
                 wide = full < room ? full : room;
    if (*cell->clue) svg_fitted(cell, x - room / 2 + wide / 2, y - UNIT / 2. + 6, room, size, cell->clue, out);
    if (cell->dotted)
        fprintf(out, "<circle %s cx=\"%.4g\" cy=\"%.4g\" r=\"2\"/>\n", canvas_text_paint(cell->ink, "").s,
                x + UNIT / 2. - 5, y + UNIT / 2. - 5);
}

/* Writes a label like 3\14 in the two halves of the cell. */
static void svg_split(const struct cell *cell, const char *split, int x, int y, FILE *out)
{
    char below[LABEL];
    snprintf(below, sizeof below, "%.*s", (int)(split - cell->label), cell->label);
    fprintf(out, "<path stroke=\"#8b9098\" d=\"M%d %dl%d %d\"/>\n", x - UNIT / 2, y - UNIT / 2, UNIT, UNIT);
    svg_fitted(cell, x - UNIT / 4. + .5, y + UNIT / 4., UNIT / 2. - 1, 9.8, below, out);
    svg_fitted(cell, x + UNIT / 4. - .5, y - UNIT / 4., UNIT / 2. - 1, 9.8, split + 1, out);
}

static void svg_links(const struct cell *cell, int x, int y, FILE *out)
{
    const int half = UNIT / 2, apart = 3;
    for (int lines = 1; lines <= 2; lines++) {
        const int two = cell->marked[EDGE_DOUBLE], sides = lines == 2 ? two : cell->marked[EDGE_LINK] & ~two;
        if (!sides) continue;
        fprintf(out, "<path " CANVAS_LINE " stroke-width=\"%s\" stroke-linecap=\"round\" d=\"",
                lines == 1 ? "4" : "2.5");
        for (int k = 0; k < 4; k++) /* north, east, south, west */
            for (int i = -lines + 1; sides >> k & 1 && i < lines; i += 2)
                fprintf(out, "M%d %d%c%d", x + (k % 2 ? 0 : i * apart), y + (k % 2 ? i * apart : 0), k % 2 ? 'h' : 'v',
                        k % 3 ? half : -half);
        fputs("\"/>\n", out);
    }
}

/* Puts a disc of the cell's color over lines that would run through its label. */
static void svg_disc(const struct cell *cell, int x, int y, FILE *out)
{
    if (cell->marked[EDGE_LINK])
        fprintf(out, "<circle %s cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", canvas_paint(cell->ink, false).s, x,
                y + (cell->big && *cell->clue ? 4 : 0), text_letters(cell->label, SIZE_MAX) > 1 ? 12 : 9);
}

static void svg_crosses(const struct cell *cell, int x, int y, FILE *out)
{
    static const int to[][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int k = 0; k < 4; k++)
        if (cell->marked[EDGE_CROSS] >> k & 1)
            fprintf(out, "<path stroke=\"#8b9098\" stroke-width=\"2\" d=\"M%d %dl8 8m0 -8l-8 8\"/>\n",
                    x + to[k][0] * UNIT / 2 - 4, y + to[k][1] * UNIT / 2 - 4);
}

/* Writes dots at the corners of the board's cells. */
static void svg_dots(const struct canvas *c, int top, FILE *out)
{
    fputs("<path " CANVAS_LINE " stroke-width=\"4\" stroke-linecap=\"round\" d=\"", out);
    for (int row = 0; row <= c->rows; row++)
        for (int col = 0; col <= c->cols; col++)
            if (canvas_has_dot(c, row, col)) fprintf(out, "M%d %dh0", MARGIN + UNIT * col, top + UNIT * row);
    fputs("\"/>\n", out);
}

static void svg_label(const struct cell *cell, int x, int y, FILE *out)
{
    const char *split = cell->big ? strchr(cell->label, '\\') : NULL;
    if (split) svg_split(cell, split, x, y, out);
    if (cell->big && !split)
        svg_fitted(cell, x, y + (*cell->clue ? 4 : 0), UNIT - 4, *cell->label <= '9' && *cell->label >= '0' ? 16 : 19,
                   cell->label, out);
    if (cell->big) return;
    fprintf(out, "<text %s x=\"%d\" y=\"%d\">", canvas_text_paint(cell->ink, cell->ink == INK_DIM ? " lp-bold" : "").s,
            x, y + 5);
    canvas_escaped(cell->label, out);
    fputs("</text>\n", out);
}

/* Writes small triangles at the sides of a cell that point outwards. */
static void svg_ticks(const struct cell *cell, int x, int y, FILE *out)
{
    const int far = UNIT / 2 - 2, near = UNIT / 2 - 6, half = 4, ticks = cell->marked[EDGE_TICK];
    if (!ticks) return;
    fputs("<path class=\"lp-tick\" fill=\"" CANVAS_DARK "\" d=\"", out);
    if (ticks & NORTH) fprintf(out, "M%d %dl%d %dh%dz", x, y - far, half, far - near, -2 * half);
    if (ticks & SOUTH) fprintf(out, "M%d %dl%d %dh%dz", x, y + far, half, near - far, -2 * half);
    if (ticks & EAST) fprintf(out, "M%d %dl%d %dv%dz", x + far, y, near - far, half, -2 * half);
    if (ticks & WEST) fprintf(out, "M%d %dl%d %dv%dz", x - far, y, far - near, half, -2 * half);
    fputs("\"/>\n", out);
}

static bool is_poster(const struct canvas *c) { return c->poster_rows && c->shapes; }
static int board_rows(const struct canvas *c) { return is_poster(c) ? c->poster_rows : c->rows; }
static int board_cols(const struct canvas *c) { return is_poster(c) ? c->poster_cols : c->cols; }
static int board_top(const struct canvas *c) { return MARGIN + (c->headings ? LINE : 0); }

void canvas_svg_size(const struct canvas *c, int *width, int *height)
{
    int wide, words = canvas_svg_words(c, 0, &wide, NULL);
    *width = 2 * MARGIN + (int)max64(UNIT * board_cols(c), wide);
    *height = board_top(c) + UNIT * board_rows(c) + MARGIN + words + (words ? MARGIN / 2 : 0);
}

/* Returns how far a board moves to the right, in units, to be centered over wider words below
 * it. */
static int svg_shift(const struct canvas *c)
{
    int width, height;
    canvas_svg_size(c, &width, &height);
    return (width - 2 * MARGIN - UNIT * board_cols(c)) / 2;
}

void canvas_svg_word(int x, int y, const char *s, FILE *out)
{
    fprintf(out, "<text class=\"lp-word\" x=\"%d\" y=\"%d\">", x, y);
    canvas_escaped(s, out);
    fputs("</text>\n", out);
}

/* Writes the opening element, with the title and description that screen readers read. */
static void svg_open(const struct canvas *c, FILE *out)
{
    int width, height;
    canvas_svg_size(c, &width, &height);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" fill=\"%s\">\n",
            width, height, width, height, paints[INK_NONE].text[0]);
    if (c->title) {
        fputs("<title>", out);
        canvas_escaped(c->title, out);
        fputs("</title>\n<desc>", out);
        canvas_escaped(c->description, out);
        fputs("</desc>\n", out);
    }
    stylesheet(out);
    fputs("<rect class=\"lp-ground\" fill=\"#ffffff\" width=\"100%\" height=\"100%\"/>\n", out);
}

static void svg_board(const struct canvas *c, FILE *out)
{
    int top = board_top(c);
    bool framed = !c->dots && (!canvas_has_lines(c) || (c->shapes && !c->headings));
    for (int ink = INK_NONE + 1; ink < INKS; ink++) svg_cells(c, top, canvas_paint(ink, false).s, ink, out);
    svg_cells(c, top, "fill=\"url(#lp-bricks)\"", INK_BLOCKED, out);
    if (c->thin) svg_lines(c, top, true, out);
    if (canvas_has_lines(c)) svg_lines(c, top, false, out);
    if (c->dots) svg_dots(c, top, out);
    if (framed && c->rows)
        fprintf(out, "<rect " CANVAS_LINE " stroke-width=\"1.5\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                MARGIN, top, UNIT * c->cols, UNIT * c->rows);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            const struct cell *cell = canvas_at(c, row, col);
            int x = MARGIN + UNIT * col + UNIT / 2, y = top + UNIT * row + UNIT / 2;
            svg_ticks(cell, x, y, out);
            svg_links(cell, x, y, out);
            svg_crosses(cell, x, y, out);
            svg_corners(cell, x, y, out);
            bool shown = *cell->label && strcmp(cell->label, "."); /* '.' is the sign of a free cell in text */
            if (!shown || cell->covered || (!cell->big && cell->ink == INK_BLOCKED)) continue;
            svg_disc(cell, x, y, out);
            svg_label(cell, x, y, out);
        }
}

void canvas_svg(const struct canvas *c, FILE *out)
{
    int shift = svg_shift(c), width;
    svg_open(c, out);
    fputs("<g text-anchor=\"middle\"", out);
    if (shift) fprintf(out, " transform=\"translate(%d)\"", shift);
    fputs(">\n", out);
    for (int i = 0; i < c->headings; i++)
        canvas_svg_word(MARGIN + UNIT * (c->heading[i].col + c->heading[i].col2 + 1) / 2, MARGIN + LINE - 8,
                        c->heading[i].words, out);
    if (!is_poster(c)) svg_board(c, out);
    canvas_shapes(c, MARGIN, board_top(c), out);
    fputs("</g>\n", out);
    canvas_svg_words(c, board_top(c) + UNIT * board_rows(c) + MARGIN / 2 + LINE - 4, &width, out);
    fputs("</svg>\n", out);
}

struct canvas_place canvas_svg_place(const struct canvas *c, int row, int col)
{
    struct spot spot = {.row = row, .col = col, .row2 = row, .col2 = col};
    for (int i = 0; i < c->spots; i++)
        if (c->spot[i].cell_row == row && c->spot[i].cell_col == col) spot = c->spot[i];
    return (struct canvas_place){.x = MARGIN + svg_shift(c) + UNIT * spot.col,
                                 .y = board_top(c) + UNIT * spot.row,
                                 .width = UNIT * (spot.col2 + 1 - spot.col),
                                 .height = UNIT * (spot.row2 + 1 - spot.row),
                                 .round = spot.round};
}
