/* A canvas as a picture: SVG, and a bitmap of a pixel a cell. */
#include "canvas/canvas_inside.h"

#include <string.h>

enum { UNIT = 24, MARGIN = 8, LINE = 20 };

static const char *const fills[INKS] = {
    [INK_NONE] = "#ffffff", [INK_PIECE] = "#d6e6f2",   [INK_PIECE_2] = "#a9c9e0", [INK_MARK] = "#e69f00",
    [INK_DARK] = "#30343a", [INK_BLOCKED] = "#8a8d91", [INK_DIM] = "#f3f1ea",
};

static void escaped(const char *s, FILE *out)
{
    for (; *s; s++)
        if (*s == '<')
            fputs("&lt;", out);
        else if (*s == '>')
            fputs("&gt;", out);
        else if (*s == '&')
            fputs("&amp;", out);
        else if (*s == '"')
            fputs("&quot;", out);
        else
            fputc(*s, out);
}

/* Cells of one ink next to each other in a row are one rectangle: a million stones stay a small file. */
static void svg_cells(const struct canvas *c, FILE *out)
{
    for (int ink = INK_NONE + 1; ink < INKS; ink++) {
        bool open = false;
        for (int row = 0; row < c->rows; row++)
            for (int col = 0, end; col < c->cols; col = end) {
                enum ink here = (enum ink)canvas_at(c, row, col)->ink;
                for (end = col + 1; end < c->cols && canvas_at(c, row, end)->ink == (char)here; end++) continue;
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
            for (end = col; end < c->cols && canvas_line_above(c, row, end); end++) continue;
            if (end > col) fprintf(out, "M%d %dh%d", MARGIN + UNIT * col, MARGIN + UNIT * row, UNIT * (end - col));
        }
    for (int col = 0; col <= c->cols; col++)
        for (int row = 0, end; row < c->rows; row = end + 1) {
            for (end = row; end < c->rows && canvas_line_left(c, end, col); end++) continue;
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

static void svg_size(const struct canvas *c, double *width, double *height)
{
    int longest = 0;
    for (int i = 0; i < c->captions; i++) longest = (int)max64(longest, canvas_columns(c->caption[i]));
    *width = (double)max64(2 * MARGIN + (long)UNIT * c->cols, 2 * MARGIN + 8L * longest);
    *height = (double)(2 * MARGIN + (long)UNIT * c->rows + (long)LINE * c->captions);
}

void canvas_svg(const struct canvas *c, FILE *out)
{
    double wide, high;
    svg_size(c, &wide, &high);
    long width = (long)wide, board = 2 * MARGIN + (long)UNIT * c->rows, height = (long)high;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" viewBox=\"0 0 %ld %ld\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, height, width, height);
    svg_cells(c, out);
    if (canvas_has_lines(c))
        svg_lines(c, out);
    else if (c->rows)
        fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%ld\" height=\"%ld\" fill=\"none\" stroke=\"#30343a\"/>\n",
                MARGIN, MARGIN, (long)UNIT * c->cols, (long)UNIT * c->rows);
    fputs("<g font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n", out);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            if (*canvas_at(c, row, col)->label)
                svg_label(canvas_at(c, row, col), MARGIN + UNIT * col + UNIT / 2, MARGIN + UNIT * row + UNIT / 2, out);
    fputs("</g>\n", out);
    for (int i = 0; i < c->captions; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%ld\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"13\">",
                MARGIN, board + (long)LINE * i + LINE / 2);
        escaped(c->caption[i], out);
        fputs("</text>\n", out);
    }
    fputs("</svg>\n", out);
}

void canvas_svg_place(const struct canvas *c, double *x, double *y, double *side, double *width, double *height)
{
    *x = *y = MARGIN;
    *side = UNIT;
    svg_size(c, width, height);
}

void canvas_pbm(const struct canvas *c, FILE *out)
{
    fprintf(out, "P4\n%d %d\n", c->cols, c->rows);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0, bits = 0; col < c->cols; col++) {
            char ink = canvas_at(c, row, col)->ink;
            bits = bits << 1 | (ink == INK_MARK || ink == INK_DARK);
            if (col % 8 == 7 || col == c->cols - 1) {
                fputc(bits << (7 - col % 8), out);
                bits = 0;
            }
        }
}
