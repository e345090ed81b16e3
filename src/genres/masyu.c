/* masyu: one loop through the middles of cells. It turns at a black circle, and goes straight
 * before and after it; it goes straight through a white one, and turns before or after it. */
#include "genres/genre.h"

#include <string.h>

static bool masyu_fits(const struct clues *c, int row, int col, const char *word)
{
    return (*word == 'o' || *word == '*') && !word[1];
}

/* The line from a cell to one side, 0 to 3 as in grid_next; LIT_FALSE: there is none. */
static lit masyu_line(const struct clues *c, const lit *line, int cell, int side)
{
    const int next = cell < 0 ? -1 : grid_next(c->rows, c->cols, cell, side);
    return next < 0 ? LIT_FALSE : line[2 * (side % 2 ? cell : next) + (side < 2)];
}

static void masyu_circle(const struct clues *c, struct model *m, const lit *line, int cell, bool black)
{
    lit one[GRID_SIDES], two[GRID_SIDES];
    for (int k = 0; k < GRID_SIDES; k++) {
        one[k] = masyu_line(c, line, cell, k);
        two[k] = masyu_line(c, line, grid_next(c->rows, c->cols, cell, k), k);
    }
    for (int k = 0; k < GRID_SIDES; k += 2) {
        const lit a = one[k], b = one[k + 1], across = one[2 - k];
        if (black) {
            model_some(m, (lit[]){a, b}, 2);
            model_some(m, (lit[]){-a, -b}, 2);
            model_some(m, (lit[]){-a, two[k]}, 2);
            model_some(m, (lit[]){-b, two[k + 1]}, 2);
        } else {
            model_some(m, (lit[]){a, -b}, 2);
            model_some(m, (lit[]){-a, b}, 2);
            model_some(m, k ? (lit[]){-a, -across} : (lit[]){a, across}, 2);
            model_some(m, (lit[]){-a, -two[k], -two[k + 1]}, 3);
        }
    }
}

static void masyu_state(const struct clues *c, struct model *m)
{
    OWNED lit *line = genre_loop(m, c->rows, c->cols, "cell");
    for (int i = 0; i < c->rows * c->cols; i++) {
        const int row = i / c->cols, col = i % c->cols;
        const char *word = clues_at(c, row, col);
        if (line[2 * i]) genre_show(m, "cell %d %d x%d link east", row, col, line[2 * i]);
        if (line[2 * i]) genre_show(m, "cell %d %d x%d link west", row, col + 1, line[2 * i]);
        if (line[2 * i + 1]) genre_show(m, "cell %d %d x%d link south", row, col, line[2 * i + 1]);
        if (line[2 * i + 1]) genre_show(m, "cell %d %d x%d link north", row + 1, col, line[2 * i + 1]);
        if (!*word) continue;
        genre_show(m, "given %d %d symbol %s none", row, col, *word == 'o' ? "○" : "●");
        genre_rule(c, m, row, col, "the %s circle in row %d, column %d", *word == 'o' ? "white" : "black", row + 1,
                   col + 1);
        masyu_circle(c, m, line, i, *word == '*');
    }
}

/* The loop is the border of cells between the middles of four cells. */
static bool masyu_draw(struct clues *c, int64_t *cell, struct random *random)
{
    genre_draw_inside(random, c->rows - 1, c->cols - 1, cell);
    return true;
}

/* Whether the loop has a line from this cell to a side: the cells of the border at its sides differ. */
static bool masyu_has(const struct clues *c, const int64_t *cell, int at, int side)
{
    const int next = at < 0 ? -1 : grid_next(c->rows, c->cols, at, side), cols = c->cols - 1;
    if (next < 0) return false;
    const int first = at < next ? at : next, row = first / c->cols, col = first % c->cols;
    const int row2 = side < 2 ? row : row - 1, col2 = side < 2 ? col - 1 : col;
    const bool a = row < c->rows - 1 && col < cols && cell[row * cols + col];
    const bool b = row2 >= 0 && col2 >= 0 && row2 < c->rows - 1 && col2 < cols && cell[row2 * cols + col2];
    return a != b;
}

static bool masyu_straight(const struct clues *c, const int64_t *cell, int at)
{
    return at >= 0 && masyu_has(c, cell, at, 0) == masyu_has(c, cell, at, 1);
}

static void masyu_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    for (int i = 0; i < c->rows * c->cols; i++) {
        int lines = 0, straight = 0;
        for (int k = 0; k < GRID_SIDES; k++) {
            if (!masyu_has(c, cell, i, k)) continue;
            lines++;
            straight += masyu_straight(c, cell, grid_next(c->rows, c->cols, i, k));
        }
        const bool here = masyu_straight(c, cell, i);
        if (lines && here && straight < 2) clues_set(c, i / c->cols, i % c->cols, "o");
        if (lines && !here && straight == 2) clues_set(c, i / c->cols, i % c->cols, "*");
    }
}

static const struct wording masyu_wording[] = {
    {"circle", "circle", " has no way through without this line", " has no way through with this line"},
    GENRE_LOOP_WORDING("cell"),
    {NULL}};

static const struct genre masyu = {.least = 4,
                                   .most = 20,
                                   .expects = "o for a white circle or * for a black one",
                                   .links = "mashu masyu pearl",
                                   .coding = "o",
                                   .fits = masyu_fits,
                                   .state = masyu_state,
                                   .draw = masyu_draw,
                                   .fill = masyu_fill};

GENRE(masyu, masyu, "8x8 6x6 7x7 10x10",
      "A touch of the side of a cell draws a line across it, then a cross, for none, and removes it. With keys: Shift "
      "and an arrow.",
      .name = "masyu", .title = "Masyu", .about = "draw one loop through all circles",
      .rules = "Draw one loop from cell to cell through all circles. It turns at a black circle, and goes straight "
               "through the cells before and after it. It goes straight through a white circle, and turns in the cell "
               "before or after it.",
      .source = "Nikoli, 2000", .notation = GENRE_NOTATION(".o.. .... .o.. .o.."));
