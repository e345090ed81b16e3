/* tents: each tree has a tent of its own next to it, no two tents touch, and clues count the tents
 * of rows and columns. */
#include "genres/genre.h"

#include <stdlib.h>
#include <string.h>

static bool tents_fits(const struct clues *c, int row, int col, const char *word)
{
    const bool number = strspn(word, "0123456789") == strlen(word) && strlen(word) < 3;
    return row < 0 || col < 0 ? number : !strcmp(word, "T");
}

static bool tents_tree(const struct clues *c, int cell) { return *clues_at(c, cell / c->cols, cell % c->cols) != '\0'; }

/* Each tent is of one tree, and each tree has one: a derived variable for each tree and each cell next to it. */
static void tents_pairs(const struct clues *c, struct model *m)
{
    const int n = c->rows * c->cols;
    OWNED lit *pair = mem_new(GRID_SIDES * (size_t)n, sizeof *pair); /* of a tree and a side, and again from the cell */
    for (int i = 0; i < n; i++)
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, i, k);
            if (!tents_tree(c, i) || next < 0 || tents_tree(c, next)) continue;
            pair[GRID_SIDES * i + k] = pair[GRID_SIDES * next + (k ^ 1)] =
                model_derived(m, "the tent in %d,%d is that of the tree in %d,%d", next / c->cols + 1,
                              next % c->cols + 1, i / c->cols + 1, i % c->cols + 1);
        }
    for (int i = 0; i < n; i++) {
        lit x[GRID_SIDES + 1];
        int k = 0;
        for (int s = 0; s < GRID_SIDES; s++)
            if (pair[GRID_SIDES * i + s]) x[k++] = pair[GRID_SIDES * i + s];
        model_rule(
            m, tents_tree(c, i) ? "the tree in row %d, column %d has a tent" : "a tent in row %d, column %d has a tree",
            i / c->cols + 1, i % c->cols + 1);
        if (tents_tree(c, i))
            model_card(m, x, k, 1, 1);
        else
            x[k++] = -(i + 1);
        if (!tents_tree(c, i)) model_card(m, x, k, 1, 1);
    }
}

static void tents_state(const struct clues *c, struct model *m)
{
    int cell[GENRE_LINE], row, col;
    lit x[GENRE_LINE];
    genre_cells(c, m, "tent", "symbol ▲", true);
    tents_pairs(c, m);
    for (int i = 0; i < c->rows * c->cols; i++) {
        if (tents_tree(c, i)) genre_show(m, "given %d %d symbol ♣ none", i / c->cols, i % c->cols);
        for (int k = 0; k < GRID_AROUND; k++) {
            const int next = grid_next(c->rows, c->cols, i, k);
            if (next > i && !tents_tree(c, i) && !tents_tree(c, next))
                genre_not_both(c, m, i, next, "the tents in row %d, column %d and row %d, column %d do not touch");
        }
    }
    for (int i = 0; i < c->rows + c->cols; i++) {
        const int n = genre_line(c, i, cell, &row, &col), clue = clues_number(c, row, col);
        if (clue < 0) continue;
        for (int k = 0; k < n; k++) x[k] = cell[k] + 1;
        genre_rule(c, m, row, col, "%s %d has %d tent%s", row < 0 ? "column" : "row", (row < 0 ? col : row) + 1, clue,
                   clue == 1 ? "" : "s");
        model_card(m, x, n, clue, clue);
        genre_show(m, "given %d %d symbol %d", row, col, clue);
    }
}

/* Tents in random cells, a tree next to each. */
static bool tents_draw(struct clues *c, int64_t *cell, struct random *random)
{
    const int n = c->rows * c->cols;
    OWNED int *order = maker_order(random, n);
    memset(cell, 0, (size_t)n * sizeof *cell);
    int tents = 0;
    for (int i = 0; i < n && tents < n / 5; i++) {
        const int at = order[i], tree = genre_draw_near(c, at, random);
        if (tents_tree(c, at) || cell[tree] || tents_tree(c, tree) || genre_draw_beside(c, cell, at, GRID_AROUND))
            continue;
        cell[at] = 1;
        tents++;
        clues_set(c, tree / c->cols, tree % c->cols, "T");
    }
    return true;
}

static void tents_fill(struct clues *c, const int64_t *cell, struct random *random)
{
    int line[GENRE_LINE], row, col;
    for (int i = 0; i < c->rows + c->cols; i++) {
        int tents = 0;
        for (int k = genre_line(c, i, line, &row, &col); k > 0; k--) tents += cell[line[k - 1]] != 0;
        clues_set(c, row, col, "%d", tents);
    }
}

static const struct wording tents_wording[] = {
    {"the tree", "tree", ", and no other cell for it is left", ", which is another one"},
    {"has a tree", "tent", NULL, ", but every tree near this cell has its tent"},
    {"row", "row", ", and every cell that is left there is needed", " already"},
    {"column", "column", ", and every cell that is left there is needed", " already"},
    {NULL}};

static const struct genre tents = {.sides = NORTH | WEST,
                                   .least = 3,
                                   .most = 20,
                                   .expects = "T for a tree, or a number above or left of the board",
                                   .one = "T",
                                   .links = "tents",
                                   .coding = "e1",
                                   .fits = tents_fits,
                                   .state = tents_state,
                                   .draw = tents_draw,
                                   .fill = tents_fill};

GENRE(tents, tents, "8x8 6x6 7x7 10x10", "A touch puts in a tent, then a dot, for none, and removes it.",
      .name = "tents", .title = "Tents", .about = "give each tree a tent, so that no tents touch",
      .rules =
          "Put a tent next to each tree, above, below, left or right of it, so that each tree has a tent of its own. "
          "No two tents touch, not even at a corner. The numbers count the tents of rows and columns.",
      .source = "Léon Balmaekers, Breinbrekers, 1989", .notation = GENRE_NOTATION(".0... ..T.. 0.... ..... .T..T"));
