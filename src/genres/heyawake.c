/* heyawake: a clue counts the black cells of its region. None are side by side, the white cells are connected, and no
 * straight line of white cells meets three regions. */
#include "genres/genre.h"

#include <string.h>

static bool heyawake_fits(const struct clues *c, int row, int col, const char *word)
{
    return *word >= '0' && *word <= '9' && !word[1];
}

/* Lines of white cells that would meet three regions, from cell `from` on in steps of `step`. */
static void heyawake_line(const struct clues *c, struct model *m, int from, int step, int n)
{
    lit x[20];
    for (int a = 0; a < n; a++)
        for (int b = a + 1, doors = 0; b < n && doors < 2; b++) {
            doors += c->region[from + step * b] != c->region[from + step * (b - 1)];
            if (doors < 2 || (a + 1 < n && c->region[from + step * a] == c->region[from + step * (a + 1)])) continue;
            for (int k = a; k <= b; k++) x[k - a] = from + step * k + 1;
            const int last = from + step * b;
            model_rule(m, "the line from row %d, column %d to row %d, column %d meets three regions",
                       (from + step * a) / c->cols + 1, (from + step * a) % c->cols + 1, last / c->cols + 1,
                       last % c->cols + 1);
            model_clause(m, x, b - a + 1);
        }
}

static void heyawake_state(const struct clues *c, struct model *m)
{
    const int n = c->rows * c->cols;
    OWNED lit *x = mem_new((size_t)n, sizeof *x);
    genre_cells(c, m, "black", "fill blue", false);
    for (int i = 0; i < n; i++) {
        const int row = i / c->cols, col = i % c->cols, number = clues_number(c, row, col);
        for (int k = 1; k < GRID_SIDES; k += 2) {
            const int next = grid_next(c->rows, c->cols, i, k);
            if (next >= 0) genre_not_both(c, m, i, next, "row %d, column %d and row %d, column %d are not both black");
        }
        if (number < 0) continue;
        int k = 0;
        for (int j = 0; j < n; j++)
            if (c->region[j] == c->region[i]) x[k++] = j + 1;
        genre_rule(c, m, row, col, "the region of row %d, column %d has %d black cell%s", row + 1, col + 1, number,
                   number == 1 ? "" : "s");
        model_card(m, x, k, number, number);
    }
    for (int i = 0; i < c->rows; i++) heyawake_line(c, m, i * c->cols, 1, c->cols);
    for (int i = 0; i < c->cols; i++) heyawake_line(c, m, i, c->cols, c->rows);
    genre_connected(c, m, -1, "the white cells are connected");
    genre_show_regions(c, m);
    genre_show_clues(c, m, "none");
}

/* Divides a region into two, and these again. */
static void heyawake_divide(struct clues *c, int row, int col, int rows, int cols, struct random *random)
{
    enum { LARGE = 6 };
    const bool across = rows > cols || (rows == cols && random_below(random, 2));
    const int side = across ? rows : cols, cut = side < 2 ? 0 : 1 + random_below(random, side - 1);
    if (rows * cols > LARGE || (rows * cols > LARGE / 2 && cut && !random_below(random, 3))) {
        heyawake_divide(c, row, col, across ? cut : rows, across ? cols : cut, random);
        heyawake_divide(c, across ? row + cut : row, across ? col : col + cut, across ? rows - cut : rows,
                        across ? cols : cols - cut, random);
        return;
    }
    for (int i = 0; i < rows * cols; i++) c->region[(row + i / cols) * c->cols + col + i % cols] = c->regions;
    c->regions++;
}

static bool heyawake_draw(struct clues *c, int64_t *cell, struct random *random)
{
    heyawake_divide(c, 0, 0, c->rows, c->cols, random);
    return c->regions <= 50;
}

static void heyawake_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    for (int region = 0; region < c->regions; region++) {
        const int first = clues_first(c, region);
        int n = 0;
        for (int i = 0; i < c->rows * c->cols; i++) n += c->region[i] == region && cell[i];
        clues_set(c, first / c->cols, first % c->cols, "%d", n);
    }
}

static const struct wording heyawake_wording[] = {
    {"the region", "region", ", and every cell that is left there is needed", " already"},
    {"meets three regions", "line", ", unless this cell is black", NULL},
    {"the white cells are connected", "white area", NULL, ", and black here would cut some off"},
    {NULL}};

static const struct genre heyawake = {.regions = true,
                                      .sampled = true,
                                      .least = 3,
                                      .most = 15,
                                      .expects = "the number of black cells of a region",
                                      .links = "heyawake",
                                      .coding = "br",
                                      .fits = heyawake_fits,
                                      .state = heyawake_state,
                                      .draw = heyawake_draw,
                                      .fill = heyawake_fill};

GENRE(heyawake, heyawake, "7x7 5x5 6x6 8x8 10x10", GENRE_BLACK, .name = "heyawake", .title = "Heyawake",
      .about = "paint cells of regions so that the white ones are connected",
      .rules = "Paint cells black, as many in a region as its number says, no two side by side. All white cells are "
               "connected, and no straight line of white cells goes through three regions.",
      .source = "Nikoli, 1992", .generator.day = "6 6x6 2", .notation = GENRE_NOTATION("AAB CAB CDD 1.0 ... .1."));
