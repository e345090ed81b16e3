/* nurikabe: a clue is the size of its white island. The black sea is connected, and no 2x2 block is black. */
#include "genres/genre.h"

#include <stdlib.h>
#include <string.h>

static bool nurikabe_fits(const struct clues *c, int row, int col, const char *word)
{
    return !strcmp(word, "?") || (strspn(word, "0123456789") == strlen(word) && atoi(word) > 0 && strlen(word) < 4);
}

static int nurikabe_steps(const struct clues *c, int a, int b)
{
    return abs(a / c->cols - b / c->cols) + abs(a % c->cols - b % c->cols);
}

/* The island of a clue: a derived variable for each cell that it can reach, of which `size` are true and connected.
 * Returns the number of the first one's predecessor; place: where each cell is among them, or -1. */
static void nurikabe_island(const struct clues *c, struct model *m, int clue, lit *own)
{
    const int n = c->rows * c->cols, row = clue / c->cols, col = clue % c->cols, size = clues_number(c, row, col);
    OWNED lit *x = mem_new((size_t)n, sizeof *x);
    OWNED int *place = mem_new((size_t)n, sizeof *place);
    OWNED struct graph_edge *edge = mem_new(2 * (size_t)n, sizeof *edge);
    struct row r = {.kind = ROW_CONNECTED, .x = x, .edge = edge};
    for (int i = 0; i < n; i++) {
        place[i] = -1;
        if (size > 0 && nurikabe_steps(c, clue, i) >= size) continue;
        x[place[i] = r.n++] = own[i] =
            model_derived(m, "%d,%d is in the island of %d,%d", i / c->cols + 1, i % c->cols + 1, row + 1, col + 1);
        if (i % c->cols && place[i - 1] >= 0) edge[r.edges++] = (struct graph_edge){place[i - 1], place[i]};
        if (i >= c->cols && place[i - c->cols] >= 0)
            edge[r.edges++] = (struct graph_edge){place[i - c->cols], place[i]};
    }
    genre_rule(c, m, row, col, "the island of row %d, column %d has %s connected cell%s", row + 1, col + 1,
               clues_at(c, row, col), size == 1 ? "" : "s");
    model_1(m, own[clue]);
    if (size > 0) model_card(m, x, r.n, size, size);
    model_add(m, &r);
}

static void nurikabe_state(const struct clues *c, struct model *m)
{
    const int n = c->rows * c->cols;
    OWNED lit *own = mem_new((size_t)n * (size_t)n, sizeof *own), *some = mem_new((size_t)n + 1, sizeof *some);
    int islands = 0;
    genre_cells(c, m, "black", "fill", true);
    for (int i = 0; i < n; i++)
        if (*clues_at(c, i / c->cols, i % c->cols)) nurikabe_island(c, m, i, own + n * islands++);
    for (int i = 0; i < n; i++) {
        const int row = i / c->cols, col = i % c->cols;
        int k = 0;
        some[k++] = i + 1;
        for (int g = 0; g < islands; g++)
            if (own[n * g + i]) some[k++] = own[n * g + i];
        model_rule(m, "row %d, column %d is black or of one island", row + 1, col + 1);
        model_card(m, some, k, 1, 1);
        model_rule(m, "different islands do not touch at row %d, column %d", row + 1, col + 1);
        for (int g = 0; g < islands; g++)
            for (int s = 0; own[n * g + i] && s < GRID_SIDES; s++) {
                const int next = grid_next(c->rows, c->cols, i, s);
                lit clause[] = {-own[n * g + i], next + 1, next >= 0 ? own[n * g + next] : 0};
                if (next >= 0) model_clause(m, clause, clause[2] ? 3 : 2);
            }
        if (row + 1 == c->rows || col + 1 == c->cols) continue;
        model_rule(m, "the 2x2 block at row %d, column %d is not all black", row + 1, col + 1);
        model_clause(m, (lit[]){-(i + 1), -(i + 2), -(i + 1 + c->cols), -(i + 2 + c->cols)}, 4);
    }
    genre_connected(c, m, 1, "the black cells are connected");
    genre_show_clues(c, m, "none");
}

/* A sea that grows from a random cell as long as it can. */
static bool nurikabe_draw(struct clues *c, int64_t *cell, struct random *random)
{
    const int n = c->rows * c->cols;
    memset(cell, 0, (size_t)n * sizeof *cell);
    cell[random_below(random, n)] = 1;
    for (int i = 0; i < 8 * n; i++) {
        const int at = random_below(random, n), row = at / c->cols, col = at % c->cols;
        const int near = genre_draw_beside(c, cell, at, GRID_SIDES);
        bool block = false;
        for (int k = 0; k < 4; k++) { /* the four blocks that it is in */
            const int r = row - k / 2, s = col - k % 2;
            int black = 0;
            if (r < 0 || s < 0 || r + 1 >= c->rows || s + 1 >= c->cols) continue;
            for (int j = 0; j < 4; j++) black += cell[(r + j / 2) * c->cols + s + j % 2] != 0;
            block = block || black == 3;
        }
        if (!cell[at] && near && !block && (near == 1 || !random_below(random, 4))) cell[at] = 1;
    }
    return true;
}

/* Each island gets its size: in the cell that has a clue already, or a random one. */
static void nurikabe_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    OWNED int *island = mem_new((size_t)(c->rows * c->cols), sizeof *island);
    for (int i = 0; i < c->rows * c->cols; i++) {
        if (cell[i]) continue;
        const int size = genre_draw_part(c, cell, i, island);
        int at = -1;
        for (int k = 0; k < size; k++)
            if (*c->word[island[k]]) at = island[k];
        if (at < 0) at = island[random_below(random, size)];
        clues_set(c, at / c->cols, at % c->cols, "%d", size);
    }
}

/* The clue of an island moves to a cell that is black in the other solution. */
static bool nurikabe_change(struct clues *c, int64_t *cell, const int64_t *other, struct random *random)
{
    OWNED int *island = mem_new((size_t)(c->rows * c->cols), sizeof *island);
    int chosen = -1, count = 0;
    for (int i = 0; i < c->rows * c->cols; i++)
        if (!cell[i] && other[i] && !random_below(random, ++count)) chosen = i;
    const int size = chosen < 0 ? 0 : genre_draw_part(c, cell, chosen, island);
    for (int k = 0; k < size; k++) *c->word[island[k]] = '\0';
    if (size) clues_set(c, chosen / c->cols, chosen % c->cols, "%d", size);
    return size > 0;
}

static const struct wording nurikabe_wording[] = {
    {"the island", "island", NULL, NULL},
    {"black or of one island", "cell", ", and no island reaches it", NULL},
    {"do not touch", "place", ", and white would join two", NULL},
    {"the 2x2 block", "block", NULL, ", and its other cells are"},
    {"the black cells are connected", "sea", ", and white here would cut some off", NULL},
    {NULL}};

static const struct genre nurikabe = {.whole = true,
                                      .least = 3,
                                      .most = 15,
                                      .expects = "the number of cells of an island, or ?",
                                      .links = "nurikabe",
                                      .coding = "n",
                                      .fits = nurikabe_fits,
                                      .state = nurikabe_state,
                                      .draw = nurikabe_draw,
                                      .fill = nurikabe_fill,
                                      .change = nurikabe_change};

GENRE(nurikabe, nurikabe, "6x6 5x5 7x7", GENRE_BLACK, .name = "nurikabe", .title = "Nurikabe",
      .about = "paint a connected sea around islands of given sizes",
      .rules =
          "Paint cells black. Each number is in a white island of so many connected cells, and each island has one "
          "number. All black cells are connected, and no block of 2x2 cells is black.",
      .source = "Nikoli, 1991", .notation = GENRE_NOTATION("1..2 .... .2.. ...."));
