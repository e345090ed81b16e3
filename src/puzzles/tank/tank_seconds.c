/* How long the ways to tank boards take, in CPU seconds, as measured for bench/results/tank.md: to choose one. */
#include "puzzles/tank/tank.h"

/* Boards with given values or a symmetry asked for are far quicker, by either way. */
static bool plain(const struct instance *t) { return !t->givens && !t->imposed; }

/* All: 5x5 0.2; 6x6 9 to 11 at cap 4 and 50 at cap 5. One: a board is found at once, but for side
 * 7, which seems to have none. */
double tank_loop_seconds(const struct instance *t, bool all)
{
    if (!plain(t)) return 0;
    if (!all) return t->n == 7 ? 1e6 : 0;
    if (t->n < 6) return 0;
    return t->n == 6 ? t->cap < 5 ? 11 : 50 : 1e6;
}

/* 6x6 0.9 to 1.6; 7x7 0.01 up to cap 3, 29 at cap 4, 2,886 at cap 6. */
double tank_tables_seconds(const struct instance *t, bool all)
{
    if (t->n < 6) return all ? .1 : -1;
    if (t->n == 6) return t->cap < 6 ? 1.5 : 10;
    if (t->n == 7) return t->cap < 4 ? .1 : t->cap == 4 ? 30 : 3000;
    return -1;
}
