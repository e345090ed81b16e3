/* light-up: bulbs light their row and column up to the next wall, all cells, but not each other. */
#include "genres/genre.h"

#include <string.h>

static bool light_up_fits(const struct clues *c, int row, int col, const char *word)
{
    return ((*word >= '0' && *word <= '4') || *word == '#') && !word[1];
}

/* The cells that a bulb lights on one side; returns their number. */
static int light_up_ray(const struct clues *c, int cell, int side, int *seen)
{
    int n = 0;
    while ((cell = grid_next(c->rows, c->cols, cell, side)) >= 0 && !*clues_at(c, cell / c->cols, cell % c->cols))
        seen[n++] = cell;
    return n;
}

static void light_up_state(const struct clues *c, struct model *m)
{
    OWNED int *ray = mem_new(2 * (size_t)(c->rows + c->cols), sizeof *ray);
    OWNED lit *lit_by = mem_new(2 * (size_t)(c->rows + c->cols) + 1, sizeof *lit_by);
    genre_cells(c, m, "bulb", "symbol ●", true);
    for (int i = 0; i < c->rows * c->cols; i++) {
        const int row = i / c->cols, col = i % c->cols, clue = clues_number(c, row, col);
        lit near[GRID_SIDES];
        int n = 0;
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, i, k);
            if (next >= 0) near[n++] = next + 1;
        }
        if (clue >= 0) {
            genre_rule(c, m, row, col, "the clue %d in row %d, column %d", clue, row + 1, col + 1);
            model_card(m, near, n, clue, clue);
        }
        if (*clues_at(c, row, col)) {
            genre_show(m, clue < 0 ? "given %d %d fill black" : "given %d %d symbol %d black", row, col, clue);
            continue;
        }
        n = 0;
        for (int k = 0; k < GRID_SIDES; k++) n += light_up_ray(c, i, k, ray + n);
        lit_by[n] = i + 1;
        for (int k = 0; k < n; k++) lit_by[k] = ray[k] + 1;
        for (int k = 0; k < n; k++)
            if (ray[k] > i)
                genre_not_both(c, m, i, ray[k],
                               "the bulbs in row %d, column %d and row %d, column %d do not light each other");
        model_rule(m, "row %d, column %d is lit", row + 1, col + 1);
        model_clause(m, lit_by, n + 1);
    }
}

/* Walls that half a turn keeps, and bulbs in random cells that are still dark. */
static bool light_up_draw(struct clues *c, int64_t *cell, struct random *random)
{
    const int n = c->rows * c->cols;
    OWNED int *order = maker_order(random, n), *ray = mem_new(2 * (size_t)(c->rows + c->cols), sizeof *ray);
    OWNED bool *light = mem_new((size_t)n, sizeof *light);
    clues_clear(c);
    for (int i = 0; i < n / 9; i++) {
        strcpy(c->word[order[i]], "#");
        strcpy(c->word[n - 1 - order[i]], "#");
    }
    memset(cell, 0, (size_t)n * sizeof *cell);
    random_shuffle(random, order, n);
    for (int i = 0; i < n; i++) {
        if (light[order[i]] || *c->word[order[i]]) continue;
        cell[order[i]] = light[order[i]] = true;
        for (int k = 0; k < GRID_SIDES; k++)
            for (int seen = light_up_ray(c, order[i], k, ray); seen > 0; seen--) light[ray[seen - 1]] = true;
    }
    return true;
}

static void light_up_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    for (int i = 0; i < c->rows * c->cols; i++)
        if (*c->word[i]) clues_set(c, i / c->cols, i % c->cols, "%d", genre_draw_beside(c, cell, i, GRID_SIDES));
}

static const struct wording light_up_wording[] = {
    {"the clue", "clue", " needs every side that is left", " has all its bulbs already"},
    {"is lit", "dark cell", ", and no other bulb can light it", NULL},
    {NULL}};

static const struct genre light_up = {.least = 2,
                                      .most = 20,
                                      .turned = true,
                                      .none = "#",
                                      .expects = "0 to 4 or # for a wall",
                                      .links = "akari lightup",
                                      .coding = "4",
                                      .fits = light_up_fits,
                                      .state = light_up_state,
                                      .draw = light_up_draw,
                                      .fill = light_up_fill};

GENRE(light_up, light_up, "7x7 5x5 8x8 10x10", "A touch puts in a bulb, then a dot, for none, and removes it.",
      .name = "light-up", .title = "Light Up", .about = "place bulbs that light all cells, but not each other",
      .rules =
          "Place bulbs in white cells. A bulb lights its row and column up to the next black cell. All white cells "
          "are lit, and no bulb lights another. A number says how many bulbs are next to its cell, side by side.",
      .source = "Nikoli, 2001, as Akari", .generator.day = "2 7x7 2",
      .notation = GENRE_NOTATION("..... .4... ..#.. ...4. ....."));
