/* hidato: the numbers from 1 on are a path, each next to the one before or at its corner. */
#include "genres/genre.h"

#include <stdlib.h>
#include <string.h>

static bool hidato_fits(const struct clues *c, int row, int col, const char *word)
{
    return strspn(word, "0123456789") == strlen(word) && strlen(word) < 4 && atoi(word) >= 1 &&
           atoi(word) <= c->rows * c->cols;
}

/* The variable "the cell has this number", from 1. */
static lit hidato_is(int n, int cell, int number) { return cell * n + number; }

static void hidato_state(const struct clues *c, struct model *m)
{
    const int n = c->rows * c->cols;
    OWNED lit *x = mem_new((size_t)n, sizeof *x);
    for (int i = 0; i < n * n; i++)
        model_var(m, "row %d, column %d is %d", i / n / c->cols + 1, i / n % c->cols + 1, i % n + 1);
    for (int i = 0; i < n; i++) {
        const int row = i / c->cols, col = i % c->cols, value = clues_number(c, row, col);
        SCOPED(text) name = {0};
        text_add(&name, "row %d, column %d", row + 1, col + 1);
        model_int_over(m, 1, n, FORM_DIRECT, hidato_is(n, i, 1), text_string(&name));
        model_may_give(m, (struct given){0, i, value < 0 ? GIVEN_NONE : value}, NULL);
        genre_show(m, "cell %d %d i%d digit", row, col, i + 1);
    }
    for (int v = 1; v <= n; v++) {
        for (int i = 0; i < n; i++) x[i] = hidato_is(n, i, v);
        model_rule(m, "%d occurs once", v);
        model_card(m, x, n, 1, 1);
        if (v < n) model_rule(m, "%d and %d touch", v, v + 1);
        for (int i = 0; i < 2 * n && v < n; i++) {
            const int first = i < n ? v : v + 1, second = 2 * v + 1 - first, at = i % n;
            int k = 0;
            lit clause[1 + GRID_AROUND];
            clause[k++] = -hidato_is(n, at, first);
            for (int s = 0; s < GRID_AROUND; s++) {
                const int next = grid_next(c->rows, c->cols, at, s);
                if (next >= 0) clause[k++] = hidato_is(n, next, second);
            }
            model_clause(m, clause, k);
        }
    }
}

/* Reverses a path. */
static void hidato_turn(int *path, int n)
{
    for (int i = 0; i < n / 2; i++) {
        const int swap = path[i];
        path[i] = path[n - 1 - i];
        path[n - 1 - i] = swap;
    }
}

/* A path through all cells, row by row, of which an end then often turns back into the path. */
static bool hidato_draw(struct clues *c, int64_t *cell, struct random *random)
{
    const int n = c->rows * c->cols;
    OWNED int *path = mem_new((size_t)n, sizeof *path);
    for (int i = 0; i < n; i++) path[i] = i / c->cols % 2 ? (i / c->cols + 1) * c->cols - 1 - i % c->cols : i;
    for (int round = 0; round < 30 * n; round++) {
        if (random_below(random, 2)) hidato_turn(path, n); /* the other end */
        const int next = grid_next(c->rows, c->cols, path[n - 1], random_below(random, GRID_AROUND));
        int at = 0;
        while (at < n && path[at] != next) at++;
        if (next >= 0 && at + 1 < n - 1) hidato_turn(path + at + 1, n - 1 - at);
    }
    for (int i = 0; i < n; i++) cell[path[i]] = i + 1;
    return true;
}

static const struct wording hidato_wording[] = {{"occurs once", "number", ", and has no other place", NULL},
                                                {"touch", "pair", ", and no other place is left", NULL},
                                                {NULL}};

static const struct genre hidato = {.numbers = true,
                                    .least = 2,
                                    .most = 9,
                                    .expects = "a number up to the number of cells",
                                    .fits = hidato_fits,
                                    .state = hidato_state,
                                    .draw = hidato_draw,
                                    .fill = genre_fill_numbers};

GENRE(hidato, hidato, "6x6 4x4 5x5 7x7", "Digits put in a number, and a touch the next one.", .name = "hidato",
      .title = "Hidato", .about = "fill in a path of numbers",
      .rules =
          "Put the numbers from 1 on into the cells, each once. Each number is next to the one before, or touches it "
          "at a corner.",
      .source = "Gyora Benedek, 2005", .notation = GENRE_NOTATION("1.. ..9 .5."));
