/* How long the ways to an optimum take, in CPU seconds, as measured for bench/results/gunport-table.md: to choose one. */
#include "puzzles/gunport/gunport.h"

#include <math.h>

/* Of the full boards whose sides leave the same remainder modulo 3, these refuted a bound more than the others. That was
 * observed up to 31x31; whether it is so elsewhere changes the time alone. */
static bool dear(int m, int n) { return m % 3 == n % 3 && ((m % 3 == 1 && m >= 19) || (m % 3 == 2 && m >= 23)); }

static bool full(const struct instance *b) { return b->open == b->rows * b->cols && !b->laid; }

/* 19x19 8 to 9, 22x22 25, 25x25 39, 28x28 48. */
double gunport_loop_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || !full(b) || !dear(m, n)) return 0;
    return 9 * exp(.2 * (sqrt((double)m * n) - 19));
}

/* 19x19 0.8, 22x22 1.3, 25x25 3.4, 28x28 6, 31x31 44. */
double gunport_profiles_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || !full(b)) return -1;
    return .6 * exp(.25 * (m - 19)) * n / m * (m > 29 ? 3 : 1);
}
