/* slitherlink: one loop along the lines between dots; a clue counts the sides of its cell that are on it. */
#include "genres/genre.h"

static bool slitherlink_fits(const struct clues *c, int row, int col, const char *word)
{
    return !*word || (*word >= '0' && *word <= '3' && !word[1]);
}

/* The lines at the sides of a cell. */
static void slitherlink_sides(const struct clues *c, const lit *line, int row, int col, lit side[4])
{
    const int at = row * (c->cols + 1) + col;
    side[0] = line[2 * at];
    side[1] = line[2 * at + 1];
    side[2] = line[2 * (at + 1) + 1];
    side[3] = line[2 * (at + c->cols + 1)];
}

static void slitherlink_state(const struct clues *c, struct model *m)
{
    OWNED lit *line = genre_loop(m, c->rows + 1, c->cols + 1, "dot");
    for (int p = 0; p < (c->rows + 1) * (c->cols + 1); p++) {
        const int row = p / (c->cols + 1), col = p % (c->cols + 1);
        const bool low = row == c->rows, right = col == c->cols;
        if (line[2 * p]) genre_show(m, "cell %d %d x%d line %s", row - low, col, line[2 * p], low ? "south" : "north");
        if (line[2 * p + 1])
            genre_show(m, "cell %d %d x%d line %s", row, col - right, line[2 * p + 1], right ? "east" : "west");
    }
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            const int clue = clues_number(c, row, col);
            lit side[4];
            if (clue < 0) continue;
            slitherlink_sides(c, line, row, col, side);
            genre_rule(c, m, row, col, "the clue %d in row %d, column %d", clue, row + 1, col + 1);
            model_card(m, side, 4, clue, clue);
        }
    genre_show_clues(c, m, "none");
}

static bool slitherlink_draw(struct clues *c, int64_t *cell, struct random *random)
{
    genre_draw_inside(random, c->rows, c->cols, cell);
    return true;
}

static void slitherlink_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    for (int i = 0; i < c->rows * c->cols; i++) {
        int n = 0;
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, i, k);
            n += (next >= 0 && cell[next]) != (cell[i] != 0);
        }
        clues_set(c, i / c->cols, i % c->cols, "%d", n);
    }
}

static const struct wording slitherlink_wording[] = {
    {"the clue", "clue", " needs every side that is left", " has all its sides already"},
    GENRE_LOOP_WORDING("dot"),
    {NULL}};

static const struct genre slitherlink = {.turned = true,
                                         .least = 2,
                                         .most = 20,
                                         .expects = "0 to 3",
                                         .links = "slither slitherlink",
                                         .coding = "4",
                                         .fits = slitherlink_fits,
                                         .state = slitherlink_state,
                                         .draw = slitherlink_draw,
                                         .fill = slitherlink_fill};

GENRE(slitherlink, slitherlink, "7x7 5x5 6x6 8x8 10x10",
      "A touch of the side of a cell draws a line, then a cross, for none, and removes it. With keys: Shift and an "
      "arrow.",
      .name = "slitherlink", .title = "Slitherlink",
      .about = "draw one loop; clues count the sides of their cells on it",
      .rules = "Draw one loop along the lines between dots, without crossings or branches. A number says how many of "
               "the four sides of its cell are on the loop.",
      .source = "Nikoli, 1989", .generator.day = "0 7x7 3", .notation = GENRE_NOTATION(".3.. 2..3 ..2. 3.3."));
