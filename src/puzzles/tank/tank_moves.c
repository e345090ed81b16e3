/* Tank Attack, played: a value is put into a cell. */
#include "puzzles/tank/tank.h"

#include <string.h>

/* A position is n rows of n words, a value or '.'. */
static void start(const struct instance *t, struct text *position)
{
    int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    for (int i = 0; i < t->n * t->n; i++) value[i] = t->given[i];
    grid_values_write(NULL, t->n, t->n, value, position);
    mem_free(value);
}

static int64_t top(const struct instance *t, int64_t *most)
{
    *most = t->cap;
    return t->top;
}

/* How many tanks attack the cell, and how many might once the free cells are filled. */
static void attackers(const struct instance *t, const int64_t *value, int cell, int *now, int *most)
{
    int r = cell / t->n, c = cell % t->n;
    *now = *most = 0;
    for (int k = 0; k < t->n; k++)
        for (int row = 0; row < 2; row++) {
            int from = row ? r * t->n + k : k * t->n + c, d = row ? (k > c ? k - c : c - k) : (k > r ? k - r : r - k);
            if (!d) continue;
            *now += value[from] == d;
            *most += value[from] == d || (!value[from] && d <= t->cap);
        }
}

static bool mistake(const struct instance *t, const char *position, int i, int *row, int *col, struct text *why)
{
    int64_t *value = grid_values(NULL, position, NULL, NULL);
    bool found = false;
    for (int cell = 0; cell < t->n * t->n && !found; cell++) {
        int now, most;
        attackers(t, value, cell, &now, &most);
        if (!value[cell] || (now <= value[cell] && most >= value[cell]) || i--) continue;
        found = true;
        *row = cell / t->n;
        *col = cell % t->n;
        text_add(why, "The tank in row %d, column %d has the value %lld, but ", *row + 1, *col + 1,
                 (long long)value[cell]);
        if (now > value[cell])
            text_add(why, "%d attack it.", now);
        else
            text_add(why, "at most %d can attack it.", most);
    }
    mem_free(value);
    return found;
}

static const char *const samples[] = {
    "tank 4\n",
    "tank 5\n",
    "tank 6\n",
    "tank 5\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. 3 . . .\n",
    "tank 6\n. . 1 . . .\n. . 2 . . .\n. . . . . .\n. 2 . . . .\n. . . . . .\n. . . . . .\n",
    NULL};

static const struct grid_moves grid = {.variable = "%d,%d is %lld", .top = top};

const struct moves tank_moves = {
    .grid = &grid,
    .samples = samples,
    .how = "Touch a cell for its next value, or put in a number.",
    .plain = "unary",
    GRID_MOVES,
    .draw = grid_draw,
};

/* ---- generating ------------------------------------------------------------------------------------------ */

/* Tank Attack, made: a random board; then its values are taken away, one by one in random order, as
 * long as it stays the only one. What is left can spare none: a given that was kept when more were
 * there is needed all the more now. */

static void board_put(const struct instance *t, const int64_t *given, struct text *file)
{
    text_clear(file);
    text_add(file, "tank %d\n", t->n);
    grid_values_write(NULL, t->n, t->n, given, file);
}

/* Random values, kept while some board has them; then that board. */
static int random_board(struct board_maker *m, const struct instance *t, int64_t *given, struct text *file)
{
    int n = t->n;
    struct text solution = {0};
    board_put(t, given, file);
    int answer = maker_ask(m, file);
    for (int i = 0; i < 2 * n && answer > 0; i++) {
        int cell = random_below(&m->random, n * n);
        int64_t before = given[cell];
        text_clear(&solution);
        text_put(&solution, text_string(&m->one));
        given[cell] = 1 + random_below(&m->random, n - 1);
        board_put(t, given, file);
        answer = maker_ask(m, file);
        if (answer) continue;
        given[cell] = before;
        text_clear(&m->one);
        text_put(&m->one, text_string(&solution));
        answer = 1;
    }
    int64_t *found = grid_values(NULL, text_string(&m->one), NULL, NULL);
    memcpy(given, found, (size_t)(n * n) * sizeof *given);
    mem_free(found);
    text_release(&solution);
    return answer;
}

static int thin(struct board_maker *m, const struct instance *t, int64_t *given, struct text *file)
{
    int cells = t->n * t->n, answer = 1, *order = mem_new((size_t)cells, sizeof *order);
    for (int i = 0; i < cells; i++) {
        int j = random_below(&m->random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < cells && answer > 0; i++) {
        int64_t value = given[order[i]];
        given[order[i]] = 0;
        board_put(t, given, file);
        answer = maker_ask(m, file);
        if (answer != 1) given[order[i]] = value;
    }
    board_put(t, given, file);
    mem_free(order);
    return answer;
}

bool tank_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 5, MOST = 6 };
    int n = m->rows ? m->rows : SIDE;
    if (m->cols && m->cols != n) return text_error(err, "A tank board is square.");
    if (n < 4 || n > MOST) return text_error(err, "Tank boards of side 4 to %d are made.", MOST);
    m->engine = "tables";
    int64_t *given = mem_new((size_t)(n * n), sizeof *given);
    struct instance t = {.n = n};
    int answer = random_board(m, &t, given, file);
    if (answer > 0) answer = thin(m, &t, given, file);
    mem_free(given);
    if (!answer) return text_error(err, "There is no tank board of side %d.", n);
    return answer > 0 || maker_gave_up(answer, "try another seed", err);
}
