/* Moves of Tank Attack: a value is put into a cell. */
#include "puzzles/tank/tank.h"

static void tank_moves_begin(struct position *p)
{
    const struct instance *t = p->instance;
    grid_open(p, t->n, t->n, NULL);
    for (int i = 0; i < p->n; i++) p->start[i] = t->given[i];
    p->top = t->top;
    p->most = t->cap;
}

/* The number of tanks that attack the cell, and the most that may attack it once the free cells are
 * filled. */
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

static void tank_moves_mistakes(const struct position *p, struct position_mistakes *l)
{
    for (int cell = 0; cell < p->n; cell++) {
        int now, most, row = cell / p->cols, col = cell % p->cols;
        long long value = p->now[cell];
        attackers(p->instance, p->now, cell, &now, &most);
        if (!value || (now <= value && most >= value)) continue;
        position_mistakes_add(l, row, col, "The tank in row %d, column %d has the value %lld, but %s%d %sattack it.",
                              row + 1, col + 1, value, now > value ? "" : "at most ", now > value ? now : most,
                              now > value ? "" : "can ");
    }
}

static const char *const samples[] = {
    "tank 4\n",
    "tank 5\n",
    "tank 6\n",
    "tank 5\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. 3 . . .\n",
    "tank 6\n. . 1 . . .\n. . 2 . . .\n. . . . . .\n. 2 . . . .\n. . . . . .\n. . . . . .\n",
    NULL};

static const struct grid_moves grid = {.variable = "%d,%d is %lld"};

const struct moves tank_moves = {
    .grid = &grid,
    .samples = samples,
    .how = "Touch a cell for its next value, or put in a number.",
    .plain = "unary",
    GRID_MOVES(tank_moves),
};

/* ---- generating: a random board, of which no given can be spared ----------------------------- */

bool tank_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 6, MOST = 6 };
    int n = m->rows ? m->rows : SIDE;
    char side[12];
    snprintf(side, sizeof side, "%d", n);
    if (m->cols && m->cols != n) return text_error(err, "A tank board is square; write its side alone, such as %d.", n);
    if (n < 4 || n > MOST) return text_error(err, "A generated tank board must have a side of 4 to %d.", MOST);
    struct instance *t = maker_instance(m, side, err);
    if (!t) return false;
    m->engine = m->puzzle->engines ? m->puzzle->engines->name : NULL;
    SCOPED(text) head = {0};
    maker_header(m, side, &head);
    int answer = maker_givens(m, text_string(&head), NULL, n, n, file);
    m->puzzle->release(t);
    if (!answer) return text_error(err, "No board of side %d has these options; leave out --cap or --symmetry.", n);
    return answer > 0 || maker_gave_up(answer, "try another seed", err);
}
