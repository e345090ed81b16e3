/* Solutions at random, from which clues are drawn. */
#include "genres/genre.h"

#include <string.h>

/* The cells around a cell, in a circle. */
static const signed char circle[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};

static bool is_inside(int rows, int cols, const int64_t *cell, int row, int col)
{
    return row >= 0 && row < rows && col >= 0 && col < cols && cell[row * cols + col];
}

/* Whether a cell can change sides, so that the inside and the outside stay connected, and touch nowhere at a corner
 * only. Sets the number of its neighbors inside. */
static bool can_change(int rows, int cols, const int64_t *cell, int row, int col, int *near)
{
    int changes = 0;
    *near = 0;
    for (int k = 0; k < 8; k++) {
        const bool now = is_inside(rows, cols, cell, row + circle[k][0], col + circle[k][1]);
        const int next = (k + 1) % 8;
        changes += now != is_inside(rows, cols, cell, row + circle[next][0], col + circle[next][1]);
        *near += !(k % 2) && now;
    }
    return changes == 2 && (is_inside(rows, cols, cell, row, col) ? *near < 4 : *near > 0);
}

void genre_draw_inside(struct random *random, int rows, int cols, int64_t *cell)
{
    enum { ROUNDS = 40, OFTEN = 3 };
    const int n = rows * cols;
    memset(cell, 0, (size_t)n * sizeof *cell);
    cell[rows / 2 * cols + cols / 2] = 1;
    for (int i = 0; i < ROUNDS * n; i++) {
        const int at = random_below(random, n);
        int near;
        if (!can_change(rows, cols, cell, at / cols, at % cols, &near)) continue;
        /* a cell with one neighbor on its other side makes the border longer */
        if ((cell[at] ? near == 3 : near == 1) || !random_below(random, OFTEN * OFTEN)) cell[at] = !cell[at];
    }
}

void genre_fill_numbers(struct clues *c, const int64_t *cell, struct random *random)
{
    for (int i = 0; i < c->rows * c->cols; i++) clues_set(c, i / c->cols, i % c->cols, "%d", (int)cell[i]);
}

int genre_draw_near(const struct clues *c, int cell, struct random *random)
{
    for (int i = random_below(random, GRID_SIDES), k = 0; k < GRID_SIDES; k++) {
        const int next = grid_next(c->rows, c->cols, cell, (i + k) % GRID_SIDES);
        if (next >= 0) return next;
    }
    return -1;
}

void genre_draw_cages(struct clues *c, int most, struct random *random)
{
    const int n = c->rows * c->cols;
    for (int i = 0; i < n; i++) c->region[i] = -1;
    c->regions = 0;
    OWNED int *order = maker_order(random, n);
    for (int i = 0; i < n; i++) {
        int at = order[i];
        if (c->region[at] >= 0) continue;
        const int cage = c->regions++;
        c->region[at] = cage;
        for (int size = 1, tries = 0; size < most && tries < 2 * most; tries++) {
            const int next = genre_draw_near(c, at, random);
            if (next < 0 || c->region[next] >= 0) continue;
            c->region[next] = cage;
            at = next;
            size++;
        }
    }
}

void genre_draw_grow(struct clues *c, struct random *random)
{
    const int n = c->rows * c->cols;
    for (bool open = true; open;) {
        open = false;
        OWNED int *order = maker_order(random, n);
        for (int i = 0; i < n; i++) {
            const int next = genre_draw_near(c, order[i], random);
            if (c->region[order[i]] < 0 && next >= 0 && c->region[next] >= 0 && random_below(random, 2))
                c->region[order[i]] = c->region[next];
        }
        for (int i = 0; i < n; i++) open = open || c->region[i] < 0;
    }
}

int genre_draw_beside(const struct clues *c, const int64_t *cell, int at, int sides)
{
    int n = 0;
    for (int k = 0; k < sides; k++) {
        const int next = grid_next(c->rows, c->cols, at, k);
        n += next >= 0 && cell[next];
    }
    return n;
}

int genre_draw_part(const struct clues *c, const int64_t *cell, int from, int *part)
{
    OWNED bool *seen = mem_new((size_t)(c->rows * c->cols), sizeof *seen);
    int n = 0;
    seen[part[n++] = from] = true;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, part[i], k);
            if (next >= 0 && !seen[next] && cell[next] == cell[from]) seen[part[n++] = next] = true;
        }
    return n;
}

bool genre_draw_keeps(const struct clues *c, int cell)
{
    const int n = c->rows * c->cols;
    OWNED int64_t *same = mem_new((size_t)n, sizeof *same);
    OWNED int *part = mem_new((size_t)n, sizeof *part);
    int size = 0, from = -1;
    for (int i = 0; i < n; i++) {
        same[i] = i != cell && c->region[i] == c->region[cell];
        size += same[i] != 0;
        if (same[i]) from = i;
    }
    return size && genre_draw_part(c, same, from, part) == size;
}
