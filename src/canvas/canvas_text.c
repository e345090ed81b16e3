/* Prints a canvas as text. The lines between cells form a lattice; its nodes are the corners. */
#include "base/mem.h"
#include "base/number.h"
#include "base/terminal.h"
#include "canvas/canvas_inside.h"

#include <string.h>

/* The layout of a board in a terminal. */
struct board_layout {
    int width;    /* of a cell, in columns */
    int fit;      /* number of cells that fit next to each other */
    bool lines;   /* draws lines between cells */
    bool wide;    /* the board is wider than the terminal */
    bool compact; /* prints each cell as one character; only for wide boards without numbers */
};

/* The columns that the content of a cell needs: a clue and its label, signs at both sides of it. */
static int cell_columns(const struct cell *cell)
{
    int n = text_letters(cell->label, SIZE_MAX), clue = text_letters(cell->clue, SIZE_MAX);
    if (clue) n = clue + 1 + (int)max64(n, 1);
    return n && (cell->filled || cell->dotted) ? n + 2 : n;
}

static struct board_layout board_layout(const struct canvas *c, struct canvas_style style)
{
    struct board_layout layout = {.width = 3, .lines = canvas_has_lines(c) || c->dots};
    bool numbers = false;
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            int columns = cell_columns(canvas_at(c, row, col));
            numbers = numbers || columns > 1;
            if (columns == 2)
                layout.width = (int)max64(layout.width, 4); /* center numbers of two digits in four columns */
            if (columns > 3) layout.width = (int)max64(layout.width, columns);
        }
    layout.fit = (int)max64(1, (style.width - 1) / (layout.width + layout.lines));
    layout.wide = style.width && c->cols > layout.fit;
    layout.compact = layout.wide && !numbers;
    return layout;
}

/* The kind of the line above a cell or left of it: none, thin or bold. */
static int line_weight(const struct canvas *c, int row, int col, bool left)
{
    if (canvas_line(c, row, col, left)) return 1 + c->thin;
    return c->thin && (canvas_inside(c, row - !left, col - left) || canvas_inside(c, row, col));
}

/* Box-drawing signs by the weights of their arms: up + 3 right + 9 down + 27 left, three bytes each;
 * the first is never used. */
static const char box_signs[] = "   ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋";

static void put_box_sign(int up, int right, int down, int left, struct text *out)
{
    text_bytes(out, box_signs + 3 * (up + 3 * right + 9 * down + 27 * left), 3);
}

static void put_corner(const struct canvas *c, int row, int col, bool ascii, struct text *out)
{
    int up = line_weight(c, row - 1, col, true), right = line_weight(c, row, col, false),
        down = line_weight(c, row, col, true);
    int left = line_weight(c, row, col - 1, false), all = up | right | down | left;
    bool plain = ascii && !c->thin && !c->dots;
    if (!all)
        text_put(out, !canvas_has_dot(c, row, col) ? " " : ascii ? "." : "·");
    else if (ascii && c->thin)
        text_char(out, all & 2 ? '+' : '.');
    else if (plain && up && down && !left && !right)
        text_char(out, '|');
    else if (plain && left && right && !up && !down)
        text_char(out, '-');
    else if (ascii)
        text_char(out, '+');
    else
        put_box_sign(up, right, down, left, out);
}

/* Escape codes of each ink: background and a readable text color. Both are set because a piece need
 * not have a label, and the terminal's background is unknown. */
static const char *const colors[INKS] = {
    [INK_NONE] = "",
    [INK_PIECE] = "\033[30;46m",
    [INK_PIECE_2] = "\033[97;44m",
    [INK_MARK] = "\033[1;30;43m",
    [INK_DARK] = "\033[97;40m",
    [INK_BLOCKED] = "\033[37;100m",
    [INK_DIM] = "\033[30;47m",
    [INK_LIGHT] = "\033[30;107m",
};

/* Begins or ends the ink's background; without color it writes nothing. */
static void ground(struct text *out, enum ink ink, bool color, bool begins)
{
    if (color && *colors[ink]) text_put(out, begins ? colors[ink] : "\033[0m");
}

static void colored(struct text *out, const char *s, enum ink ink, bool color)
{
    ground(out, ink, color, true);
    text_put(out, s);
    ground(out, ink, color, false);
}

/* One or two lines between cells, across or down. */
static const char *link_sign(bool down, bool doubled, bool ascii)
{
    static const char *const signs[] = {"─", "-", "═", "=", "│", "|", "║", "\""};
    return signs[4 * down + 2 * doubled + ascii];
}

/* Puts the label, or lines from the middle of the cell. */
static void put_label(const char *label, int links, int doubled, bool ascii, struct text *out)
{
    const bool across = links == doubled && !(links & (NORTH | SOUTH)),
               down = links == doubled && !(links & (EAST | WEST));
    if (*label || !links)
        text_put(out, label);
    else if (across || down)
        text_put(out, link_sign(down, true, ascii));
    else if (ascii)
        text_char(out, !(links & (EAST | WEST)) ? '|' : links & (NORTH | SOUTH) ? '+' : '-');
    else
        put_box_sign(links & NORTH, !!(links & EAST), !!(links & SOUTH), !!(links & WEST), out);
}

/* A sign for each ink, for cells without a label. */
static const char *const ink_signs[INKS] = {
    [INK_NONE] = "·", [INK_PIECE] = "▒",   [INK_PIECE_2] = "░", [INK_MARK] = "●",
    [INK_DARK] = "■", [INK_BLOCKED] = "█", [INK_DIM] = "·",     [INK_LIGHT] = "□"};
static const char *const ascii_signs[INKS] = {
    [INK_NONE] = ".", [INK_PIECE] = "=",   [INK_PIECE_2] = "-", [INK_MARK] = "o",
    [INK_DARK] = "@", [INK_BLOCKED] = "#", [INK_DIM] = ".",     [INK_LIGHT] = "."};
/* The same at both sides of a label; no letter, no digit and no minus. */
static const char *const ascii_sides[INKS] = {" ", "=", "~", "*", "@", "#", ":", "."};

/* Puts a label. If `sign` is not NULL, in ASCII: signs that ASCII lacks are replaced, or the whole
 * label by the sign. */
static void put_content(const char *label, const char *sign, struct text *out)
{
    static const char *const plain[][2] = {{"◆", "X"}, {"◇", "x"}, {"○", "o"}, {"●", "*"},
                                           {"×", "x"}, {"÷", "/"}, {"−", "-"}};
    for (const char *s = label; *s; s++) {
        size_t i = 0, n = sizeof plain / sizeof *plain;
        while (i < n && strncmp(s, plain[i][0], strlen(plain[i][0])) != 0) i++;
        if (!sign || !(*s & 0x80)) {
            text_char(out, *s);
        } else if (i < n) {
            text_put(out, plain[i][1]);
            s += strlen(plain[i][0]) - 1;
        } else {
            text_set(out, sign);
            return;
        }
    }
}

static void put_cell(const struct cell *cell, int width, struct canvas_style style, struct text *out)
{
    const bool ascii = style.ascii;
    const int links = cell->marked[EDGE_LINK], doubled = cell->marked[EDGE_DOUBLE];
    SCOPED(text) label_text = {0}, clue = {0}, both = {0};
    bool empty = !*cell->label && !*cell->clue, wall = empty && cell->ink == INK_BLOCKED;
    bool filled = (empty || cell->filled) && cell->big && cell->ink;
    enum ink ground_ink = filled && cell->ink == INK_DARK ? INK_NONE : (enum ink)cell->ink;
    bool light = cell->ink == INK_NONE || cell->ink == INK_DIM || cell->ink == INK_LIGHT;
    const char *sign = !cell->big ? light ? "." : "@" : strcmp(cell->label, "·") ? "*" : ".";
    put_content(cell->label, ascii ? sign : NULL, &label_text);
    put_content(cell->clue, ascii ? "*" : NULL, &clue);
    const char *label = text_string(&label_text);
    bool signs = filled && (!style.color || !ground_ink);
    const char *const *inks = !ascii ? ink_signs : empty ? ascii_signs : ascii_sides;
    const char *bricks = ascii ? "#" : style.color ? "▒" : "█"; /* on a gray background, otherwise a block */
    const char *fill = signs ? inks[(int)cell->ink] : wall ? bricks : " ";
    if (clue.n) { /* the label is right of it */
        int room = width - (cell->filled || cell->dotted ? 2 : 0) - text_letters(clue.s, SIZE_MAX);
        text_add(&both, "%s%*s%s", clue.s, (int)max64(room - text_letters(label, SIZE_MAX), 1), "", label);
        label = both.s;
    }
    int n = *label || !links ? text_letters(label, SIZE_MAX) : 1, right = (width - n) / 2;
    ground(out, ground_ink, style.color, true);
    for (int i = 0; i < width - right - n; i++)
        text_put(out, links & WEST ? link_sign(false, doubled & WEST, ascii) : fill);
    put_label(label, links, doubled, ascii, out);
    const char *dot = style.ascii ? "." : "·";
    for (int i = 1; i <= right; i++)
        text_put(out, links & EAST ? link_sign(false, doubled & EAST, ascii) : cell->dotted && i == right ? dot : fill);
    ground(out, ground_ink, style.color, false);
}

static void canvas_text_trim(struct text *out)
{
    while (out->n && out->s[out->n - 1] == ' ') out->s[--out->n] = 0;
}

/* Returns the ink between two cells that no line separates: the ink of both if they belong to one
 * piece, otherwise INK_NONE. */
static enum ink between(const struct canvas *c, int row, int col, int row2, int col2)
{
    if (row < 0 || col < 0 || row2 >= c->rows || col2 >= c->cols) return INK_NONE;
    const struct cell *a = canvas_at(c, row, col), *b = canvas_at(c, row2, col2);
    return a->ink == b->ink && a->framed ? (enum ink)a->ink : INK_NONE;
}

/* Whether a link leads from a cell to the one on its right or below it. */
static bool canvas_linked(const struct canvas *c, int row, int col, int row2, int col2)
{
    return canvas_inside(c, row, col) && canvas_inside(c, row2, col2) &&
           canvas_at(c, row, col)->marked[EDGE_LINK] & (row == row2 ? EAST : SOUTH) &&
           canvas_at(c, row2, col2)->marked[EDGE_LINK] & (row == row2 ? WEST : NORTH);
}

static void lattice_line(const struct canvas *c, int row, int width, struct canvas_style style, struct text *out)
{
    for (int col = 0; col <= c->cols; col++) {
        put_corner(c, row, col, style.ascii, out);
        if (col == c->cols) break;
        bool line = canvas_line(c, row, col, false);
        enum ink ink = line ? INK_NONE : between(c, row - 1, col, row, col);
        ground(out, ink, style.color, true);
        const char *bold = style.ascii ? "-" : c->thin ? "━" : "─";
        const char *thin = !line_weight(c, row, col, false) ? " " : style.ascii ? "." : "─";
        const char *cross = !canvas_crossed(c, row, col, row - 1, col) ? NULL : style.ascii ? "x" : "×";
        if (canvas_linked(c, row - 1, col, row, col))
            cross = link_sign(true, canvas_at(c, row, col)->marked[EDGE_DOUBLE] & NORTH, style.ascii);
        for (int i = 0; i < width; i++)
            text_put(out, cross && i == width / 2 ? cross : line ? bold : style.ascii && i % 2 == 0 ? " " : thin);
        ground(out, ink, style.color, false);
    }
    canvas_text_trim(out);
    text_char(out, '\n');
}

/* Whether the line above the row borders a cell of the board; rows of clues outside it have none. */
static bool lattice_shown(const struct canvas *c, int row)
{
    int col = 0;
    while (col < c->cols && !canvas_inside(c, row - 1, col) && !canvas_inside(c, row, col)) col++;
    return col < c->cols;
}

static void put_side(const struct canvas *c, int row, int col, struct canvas_style style, struct text *out)
{
    if (canvas_linked(c, row, col - 1, row, col))
        text_put(out, link_sign(false, canvas_at(c, row, col)->marked[EDGE_DOUBLE] & WEST, style.ascii));
    else if (canvas_crossed(c, row, col, row, col - 1))
        text_put(out, style.ascii ? "x" : "×");
    else if (canvas_line(c, row, col, true))
        text_put(out, style.ascii ? "|" : c->thin ? "┃" : "│");
    else if (line_weight(c, row, col, true))
        text_put(out, style.ascii ? ":" : "│");
    else
        colored(out, " ", between(c, row, col - 1, row, col), style.color);
}

static void board_whole(const struct canvas *c, struct board_layout layout, struct canvas_style style, struct text *out)
{
    for (int row = 0; row < c->rows; row++) {
        if (layout.lines && lattice_shown(c, row)) lattice_line(c, row, layout.width, style, out);
        for (int col = 0; col < c->cols; col++) {
            if (layout.lines) put_side(c, row, col, style, out);
            put_cell(canvas_at(c, row, col), layout.width, style, out);
        }
        if (layout.lines) put_side(c, row, c->cols, style, out);
        canvas_text_trim(out);
        text_char(out, '\n');
    }
    if (layout.lines && lattice_shown(c, c->rows)) lattice_line(c, c->rows, layout.width, style, out);
}

/* Prints a cell as one character: its label if it is one ASCII letter, otherwise the sign of its
 * ink. */
static void put_sign(const struct cell *cell, struct canvas_style style, struct text *out)
{
    bool letter = text_letters(cell->label, SIZE_MAX) == 1 && !(*cell->label & 0x80) && *cell->label != '.';
    enum ink ink = (enum ink)cell->ink;
    colored(out, letter ? cell->label : (style.ascii ? ascii_signs : ink_signs)[ink], ink, style.color);
}

/* Whether the column separates two boards: it is empty in every row of a canvas with headings. */
static bool is_gap(const struct canvas *c, int col)
{
    if (!c->headings) return false;
    for (int row = 0; row < c->rows; row++) {
        const struct cell *cell = canvas_at(c, row, col);
        if (cell->ink != INK_NONE || cell->framed || *cell->label) return false;
    }
    return true;
}

/* Prints one character per cell, for boards wider than the terminal. Cuts columns beyond the
 * terminal's width and prints a notice, unless the terminal scrolls. */
static void board_compact(const struct canvas *c, struct canvas_style style, struct text *out)
{
    int cols = style.scrolls ? c->cols : (int)min64(c->cols, style.width);
    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col < cols; col++) {
            if (is_gap(c, col))
                text_char(out, ' ');
            else
                put_sign(canvas_at(c, row, col), style, out);
        }
        text_char(out, '\n');
    }
    if (style.scrolls) return;
    SCOPED(text) words = {0};
    text_put(&words, "The terminal is too narrow for the board: a character a cell");
    if (cols < c->cols) text_add(&words, ", columns %d to %d cut off", cols + 1, c->cols);
    text_put(&words, "; --svg FILE draws it whole.\n");
    terminal_wrap(text_string(&words), style.width, out);
}

/* Returns the number of columns of the part that begins at `from`: as many as fit without splitting
 * a piece. If every split cuts a piece, returns fit. */
static int part_of(const struct canvas *c, int from, int fit)
{
    if (c->cols - from <= fit) return c->cols - from;
    for (int n = fit; n > 0; n--) {
        bool through = false;
        for (int row = 0; row < c->rows; row++)
            through = through || (canvas_at(c, row, from + n)->framed && !canvas_line(c, row, from + n, true));
        if (!through) return n;
    }
    return fit;
}

/* Prints a wide board in parts, one under the other. */
static void board_folded(const struct canvas *c, struct board_layout layout, struct canvas_style style,
                         struct text *out)
{
    enum { LIST = 2 }; /* boards of at most this many rows are lists, whose parts need no names */
    for (int from = 0; from < c->cols;) {
        struct canvas part = *c;
        part.shift += from;
        part.cols = part_of(c, from, layout.fit);
        if (c->rows > LIST) text_add(out, "Columns %d to %d:\n", from + 1, from + part.cols);
        layout.lines = canvas_has_lines(&part) || part.dots;
        board_whole(&part, layout, style, out);
        from += part.cols;
    }
}

/* Returns a view of the columns that text shows. It shares the cells of c. */
static struct canvas text_view(const struct canvas *c)
{
    struct canvas view = *c;
    if (!c->text_cols) return view;
    view.shift += c->text_col;
    view.cols = c->text_cols;
    view.headings = 0;
    return view;
}

static void headings(const struct canvas *c, int pitch, struct text *out)
{
    int at = 0;
    for (int i = 0; i < c->headings; i++) {
        const struct heading *h = &c->heading[i];
        int from = h->col * pitch, n = text_letters(h->words, SIZE_MAX), wide = (h->col2 - h->col + 1) * pitch + 1;
        if (n < wide) from += (wide - n) / 2;
        if (i && from < at + 2) from = at + 2;
        for (; at < from; at++) text_char(out, ' ');
        text_put(out, h->words);
        at += n;
    }
    if (c->headings) text_char(out, '\n');
}

void canvas_text_place(const struct canvas *whole, struct canvas_style style, int row, int col, int *line, int *column)
{
    struct canvas view = text_view(whole), *c = &view;
    const struct board_layout layout = board_layout(c, style);
    const int lines = !layout.compact && layout.lines;
    col -= whole->text_cols ? whole->text_col : 0;
    *line = row + (c->headings > 0);
    for (int above = 0; above <= row; above++) *line += lines && lattice_shown(c, above);
    *column = layout.compact ? col : (layout.width + lines) * col + layout.width / 2 + lines;
}

/* Appends a caption or a line of the key. With `ascii`, replaces other characters by ASCII
 * substitutes. */
static void line_text(const char *s, bool ascii, struct text *out)
{
    while (*s)
        if (ascii && !strncmp(s, "×", 2)) {
            text_char(out, 'x');
            s += 2;
        } else {
            text_char(out, *s++);
        }
    text_char(out, '\n');
}

/* Whether a cell of the canvas has the key's ink and label. */
static bool key_occurs(const struct canvas *c, const struct key *k)
{
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            const struct cell *cell = canvas_at(c, row, col);
            if (cell->ink == (char)k->ink && (!*k->label || !strcmp(cell->label, k->label))) return true;
        }
    return false;
}

static void legend(const struct canvas *c, bool compact, struct canvas_style style, struct text *out)
{
    const int columns = 3;
    for (int i = 0; i < c->keys; i++) {
        const struct key *k = &c->key[i];
        const bool sign = compact || style.color || *k->label || k->ink == INK_BLOCKED;
        if (!key_occurs(c, k) || (!sign && !strchr(k->words, '('))) continue;
        struct cell cell = {.ink = (char)k->ink};
        SCOPED(text) words = {0}, line = {0};
        memcpy(cell.label, k->label, sizeof cell.label);
        if (compact)
            put_sign(&cell, style, out);
        else
            put_cell(&cell, columns, style, out);
        text_put(&words, "  ");
        canvas_key_words(k, !compact, false, &words);
        line_text(text_string(&words), style.ascii, &line);
        terminal_wrap(text_string(&line), style.width ? (int)max64(style.width - columns, 1) : 0, out);
    }
}

void canvas_text(const struct canvas *whole, struct canvas_style style, struct text *out)
{
    struct canvas view = text_view(whole), *c = &view;
    const struct board_layout layout = board_layout(c, style);
    headings(c, layout.compact ? 1 : layout.width + layout.lines, out);
    if (layout.compact)
        board_compact(c, style, out);
    else if (layout.wide && !style.scrolls)
        board_folded(c, layout, style, out);
    else
        board_whole(c, layout, style, out);
    for (int i = 0; i < c->captions.n; i++) line_text(c->captions.v[i], style.ascii, out);
    if (c->legend || (layout.compact && !style.scrolls)) legend(c, layout.compact, style, out);
}
