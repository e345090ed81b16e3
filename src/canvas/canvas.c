#include "base/mem.h"
#include "canvas/canvas_inside.h"

#include <string.h>

enum { PLAIN = 30000 }; /* number of cells; larger boards are drawn without shapes */

/* Returns a clean copy of the words, owned by the caller. All text of a canvas is cleaned, because
 * terminals interpret control characters and XML forbids them. */
static char *clean_copy(const char *words)
{
    char *copy = mem_string(words);
    text_clean(copy);
    return copy;
}

struct canvas *canvas_new(int rows, int cols)
{
    struct canvas *c = mem_new(1, sizeof *c);
    c->rows = rows;
    c->cols = c->stride = cols;
    c->cell = mem_new((size_t)rows * (size_t)cols, sizeof *c->cell);
    return c;
}

void canvas_free(struct canvas *c)
{
    if (!c) return;
    for (int i = 0; i < c->headings; i++) mem_free(c->heading[i].words);
    for (int i = 0; i < c->keys; i++) mem_free(c->key[i].words);
    for (int i = 0; i < c->shapes; i++) MEM_FREE(c->shape[i].label, c->shape[i].badge);
    strings_release(&c->captions);
    MEM_FREE(c->heading, c->key, c->shape, c->arrow, c->spot, c->title, c->description, c->cell, c);
}

void canvas_size(const struct canvas *c, int *rows, int *cols)
{
    *rows = c->rows;
    *cols = c->cols;
}

struct cell *canvas_at(const struct canvas *c, int row, int col)
{
    assert(0 <= row && row < c->rows && 0 <= col && col < c->cols && "a cell of the canvas");
    return &c->cell[(size_t)row * (size_t)c->stride + (size_t)(c->shift + col)];
}

static void set_label(char label[LABEL], const char *words)
{
    size_t n = strlen(words);
    assert(n < LABEL && "a label is short");
    memset(label, 0, LABEL);
    memcpy(label, words, n);
    text_clean(label);
}

void canvas_cell(struct canvas *c, int row, int col, enum ink ink, const char *label)
{
    struct cell *cell = canvas_at(c, row, col);
    cell->ink = (char)ink;
    set_label(cell->label, label ? label : "");
}

void canvas_ink(struct canvas *c, int row, int col, enum ink ink)
{
    struct cell *cell = canvas_at(c, row, col);
    if (!cell->filled) cell->ink = (char)ink;
    cell->big = true;
}

void canvas_fill(struct canvas *c, int row, int col, enum ink ink)
{
    canvas_at(c, row, col)->filled = false;
    canvas_ink(c, row, col, ink);
    canvas_at(c, row, col)->filled = ink != INK_NONE;
}

void canvas_clue(struct canvas *c, int row, int col, const char *clue)
{
    set_label(canvas_at(c, row, col)->clue, clue);
}
void canvas_small_dot(struct canvas *c, int row, int col) { canvas_at(c, row, col)->dotted = true; }

void canvas_ground(struct canvas *c, int row, int col, enum ink ink)
{
    struct cell *cell = canvas_at(c, row, col);
    if (cell->ink == INK_NONE) cell->ink = (char)ink;
}

void canvas_label(struct canvas *c, int row, int col, const char *label)
{
    canvas_cell(c, row, col, (enum ink)canvas_at(c, row, col)->ink, label);
    canvas_at(c, row, col)->big = true;
}

void canvas_lattice(struct canvas *c) { c->thin = true; }
void canvas_dots(struct canvas *c) { c->dots = true; }
void canvas_outside(struct canvas *c, int row, int col) { canvas_at(c, row, col)->outside = true; }

void canvas_mark(struct canvas *c, int row, int col, enum edge_mark mark, enum edge sides)
{
    canvas_at(c, row, col)->marked[mark] |= (char)sides;
}

int canvas_number_cells(int64_t value, const char *sign)
{
    int digits = 1 + (int)strlen(sign);
    for (; value >= 10; value /= 10) digits++;
    return (digits + 2) / 3;
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

void canvas_number(struct canvas *c, int row, int col, int cells, enum ink ink, int64_t value, const char *sign)
{
    char digits[24], label[4];
    int end = snprintf(digits, sizeof digits, "%s%lld", sign, (long long)value);
    for (int k = cells - 1; k >= 0; k--) {
        int start = end > 3 ? end - 3 : 0;
        snprintf(label, sizeof label, cells > 1 ? "%3.*s" : "%.*s", end - start, digits + start);
        canvas_cell(c, row, col + k, ink, label);
        end = start;
    }
    canvas_box(c, row, col, row, col + cells - 1);
}

void canvas_item(struct canvas *c, struct text *line, const char *format, ...)
{
    text_put(line, line->n ? "  " : "");
    TEXT_ADD_ARGUMENTS(line, format);
    if (line->n < 60) return;
    canvas_caption(c, "%s", text_string(line));
    text_clear(line);
}

void canvas_items_end(struct canvas *c, struct text *line)
{
    if (line->n) canvas_caption(c, "%s", text_string(line));
    text_release(line);
}

void canvas_caption(struct canvas *c, const char *format, ...)
{
    SCOPED(text) line = {0};
    TEXT_ADD_ARGUMENTS(&line, format);
    if (line.n) text_clean(line.s);
    strings_add(&c->captions, text_string(&line));
}

void canvas_heading(struct canvas *c, int col, int col2, const char *words)
{
    MEM_PUSH(c->heading, c->headings, c->heading_cap, ((struct heading){col, col2, clean_copy(words)}));
}

void canvas_key(struct canvas *c, enum ink ink, const char *label, const char *words)
{
    struct key key = {.ink = ink, .words = clean_copy(words)};
    snprintf(key.label, sizeof key.label, "%s", label ? label : "");
    text_clean(key.label);
    MEM_PUSH(c->key, c->keys, c->key_cap, key);
}

void canvas_key_given(struct canvas *c, enum ink ink, const char *label, const char *words)
{
    canvas_key(c, ink, label, words);
    c->key[c->keys - 1].given = true;
}

void canvas_key_words(const struct key *k, bool in_parentheses, bool rest, struct text *out)
{
    const char *s = k->words, *from = strstr(s, " ("), *to = from ? strchr(from, ')') : NULL;
    if (!in_parentheses && to) {
        text_bytes(out, s, (size_t)(from - s));
        s = to + 1;
    }
    text_bytes(out, s, rest ? strlen(s) : strcspn(s, ";"));
}

void canvas_legend(struct canvas *c, bool shown) { c->legend = shown; }

void canvas_about(struct canvas *c, const char *title, const char *description)
{
    MEM_FREE(c->title, c->description);
    c->title = clean_copy(title);
    c->description = clean_copy(description);
}

void canvas_text_columns(struct canvas *c, int col, int col2)
{
    c->text_col = col;
    c->text_cols = col2 - col + 1;
}

void canvas_shape(struct canvas *c, struct drawn_shape f)
{
    if ((int64_t)c->rows * c->cols > PLAIN) return;
    if (f.label) f.label = clean_copy(f.label);
    if (f.badge) f.badge = clean_copy(f.badge);
    MEM_PUSH(c->shape, c->shapes, c->shape_cap, f);
    for (int row = f.row; row <= f.row2 && !c->poster_rows; row++)
        for (int col = f.col; col <= f.col2; col++) {
            canvas_at(c, row, col)->covered = true;
            canvas_at(c, row, col)->bare = f.shape != SHAPE_STONE && f.shape != SHAPE_PRESS;
        }
}

void canvas_poster(struct canvas *c, int rows, int cols)
{
    c->poster_rows = rows;
    c->poster_cols = cols;
}

void canvas_arrow(struct canvas *c, int row, int col, int row2, int col2, int lane)
{
    MEM_PUSH(c->arrow, c->arrows, c->arrow_cap, ((struct arrow){row, col, row2, col2, lane}));
}

void canvas_spot(struct canvas *c, int row, int col, const struct drawn_shape *at, bool round)
{
    MEM_PUSH(c->spot, c->spots, c->spot_cap, ((struct spot){row, col, at->row, at->col, at->row2, at->col2, round}));
}

bool canvas_has_lines(const struct canvas *c)
{
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            if (canvas_at(c, row, col)->framed) return true;
    return false;
}

bool canvas_crossed(const struct canvas *c, int row, int col, int row2, int col2)
{
    enum edge side = row == row2 ? WEST : NORTH, other = row == row2 ? EAST : SOUTH;
    return (canvas_inside(c, row, col) && canvas_at(c, row, col)->marked[EDGE_CROSS] & side) ||
           (canvas_inside(c, row2, col2) && canvas_at(c, row2, col2)->marked[EDGE_CROSS] & other);
}

static bool canvas_has(const struct canvas *c, int row, int col, enum edge side)
{
    return canvas_inside(c, row, col) && canvas_at(c, row, col)->framed & side;
}

bool canvas_line(const struct canvas *c, int row, int col, bool left)
{
    return canvas_has(c, row, col, left ? WEST : NORTH) || canvas_has(c, row - !left, col - left, left ? EAST : SOUTH);
}

bool canvas_has_dot(const struct canvas *c, int row, int col)
{
    return c->dots && (canvas_inside(c, row, col) || canvas_inside(c, row - 1, col) || canvas_inside(c, row, col - 1) ||
                       canvas_inside(c, row - 1, col - 1));
}

bool canvas_inside(const struct canvas *c, int row, int col)
{
    return 0 <= row && row < c->rows && 0 <= col && col < c->cols && !canvas_at(c, row, col)->outside;
}
