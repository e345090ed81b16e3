/* How long the ways to an optimum take, in CPU seconds, as measured for bench/results/auto.md: to choose one. */
#include "puzzles/gunport/gunport.h"

#include <math.h>

/* Of the full boards whose sides leave the same remainder modulo 3, these refuted a bound more than the others. That was
 * observed up to 31x31; whether it is so elsewhere changes the time alone. */
static bool dear(int m, int n) { return m % 3 == n % 3 && ((m % 3 == 1 && m >= 19) || (m % 3 == 2 && m >= 23)); }

static bool full(const struct instance *b) { return b->open == b->rows * b->cols && !b->laid; }

/* 19x19 12, 22x22 20 to 25, 25x25 39, 28x28 48; of the others 26x31 5 to 8 and 28x29 37. */
double gunport_loop_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || !full(b)) return 0;
    if (dear(m, n)) return 12 * exp(.16 * (sqrt((double)m * n) - 19));
    return m >= 28 && m % 3 && n % 3 ? 37 : 0;
}

/* 19x19 0.5, 22x22 0.6, 25x25 4, 28x28 4, 28x29 12, 31x31 44. */
double gunport_profiles_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || !full(b)) return -1;
    return .6 * exp(.25 * (m - 19)) * n / m * (m > 29 ? 3 : 1);
}
