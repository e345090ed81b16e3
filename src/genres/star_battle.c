/* star-battle: each row, column and region has so many stars, no two of which touch. */
#include "genres/genre.h"

#include <string.h>

enum { STAR_BATTLE_MOST = 14 };

static int star_battle_stars(const struct clues *c) { return c->number ? c->number : c->rows < 9 ? 1 : 2; }

static void star_battle_state(const struct clues *c, struct model *m)
{
    const int n = c->rows, stars = star_battle_stars(c);
    OWNED lit *x = mem_new((size_t)(n * n), sizeof *x);
    genre_cells(c, m, "star", "symbol ★", false);
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < (kind < 2 || c->regions == n ? n : 0); i++) {
            int k = 0;
            for (int cell = 0; cell < n * n; cell++)
                if ((kind == 0 ? cell / n : kind == 1 ? cell % n : c->region[cell]) == i) x[k++] = cell + 1;
            if (kind < 2)
                model_rule(m, "%s %d has %d star%s", kind ? "column" : "row", i + 1, stars, stars > 1 ? "s" : "");
            const int first = clues_first(c, i);
            if (kind == 2)
                model_rule(m, "the region of row %d, column %d has %d star%s", first / n + 1, first % n + 1, stars,
                           stars > 1 ? "s" : "");
            model_card(m, x, k, stars, stars);
        }
    for (int cell = 0; cell < n * n; cell++)
        for (int k = 0; k < GRID_AROUND; k++) {
            const int next = grid_next(n, n, cell, k);
            if (next > cell)
                genre_not_both(c, m, cell, next, "the stars in row %d, column %d and row %d, column %d do not touch");
        }
    genre_show_regions(c, m);
}

/* Makes one region of two neighbors, at random. */
static bool star_battle_join(struct clues *c, bool *joined, struct random *random)
{
    const int n = c->rows * c->cols;
    int a = -1, b = -1, count = 0;
    for (int cell = 0; cell < n; cell++)
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, cell, k);
            if (next < 0 || c->region[next] == c->region[cell] || joined[c->region[cell]] || joined[c->region[next]] ||
                random_below(random, ++count))
                continue;
            a = c->region[cell];
            b = c->region[next];
        }
    if (a < 0) return false;
    joined[a] = true;
    for (int cell = 0; cell < n; cell++)
        if (c->region[cell] == b) c->region[cell] = a;
    joined[b] = true; /* no cell is left in it */
    return true;
}

/* Regions that grow from the stars; of two stars, two regions become one. */
static void star_battle_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    bool joined[2 * STAR_BATTLE_MOST] = {0};
    int stars = 0;
    if (c->regions > 1) return;
    for (int i = 0; i < c->rows * c->cols; i++) c->region[i] = cell[i] ? stars++ : -1;
    genre_draw_grow(c, random);
    for (int i = 0; stars > c->rows && i < c->rows && star_battle_join(c, joined, random); i++) continue;
    clues_renumber(c);
}

/* A star of the other solution goes to the region of a neighbor. */
static bool star_battle_change(struct clues *c, int64_t *cell, const int64_t *other, struct random *random)
{
    enum { TRIES = 100 };
    if (c->regions != c->rows) return false;
    for (int i = 0; i < TRIES * c->rows; i++) {
        const int at = random_below(random, c->rows * c->cols), next = genre_draw_near(c, at, random);
        if (!other[at] || cell[at] || c->region[next] == c->region[at] || !genre_draw_keeps(c, at)) continue;
        c->region[at] = c->region[next];
        return true;
    }
    return false;
}

static const struct wording star_battle_wording[] = {
    {"the region", "region", ", and every place that is left there is needed", " already"},
    {"row", "row", ", and every place that is left there is needed", " already"},
    {"column", "column", ", and every place that is left there is needed", " already"},
    {NULL}};

static const struct genre star_battle = {.regions = true,
                                         .counted = true,
                                         .square = true,
                                         .sampled = true,
                                         .whole = true,
                                         .least = 4,
                                         .most = STAR_BATTLE_MOST,
                                         .links = "starbattle",
                                         .coding = "sb",
                                         .state = star_battle_state,
                                         .fill = star_battle_fill,
                                         .change = star_battle_change};

GENRE(star_battle, star_battle, "8x8 5x5 6x6 7x7 10x10",
      "A touch puts in a star, then a dot, for none, and removes it.", .name = "star-battle", .title = "Star Battle",
      .about = "place stars in rows, columns and regions, so that none touch",
      .rules = "Place stars so that every row, column and region with bold borders has one star, or two on boards of 9 "
               "rows or more. No two stars touch, not even at a corner.",
      .source = "Hans Eendebak, World Puzzle Championship, 2003", .generator.day = "4 8x8 2",
      .notation = GENRE_NOTATION("AABB AACB DDCC DDDC"));
