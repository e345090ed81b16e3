/* The arithmetic bound of the number M of gunports from counting the sides of dominoes: 6 M <= 2
 * cells + walls + reflex corners. The difference is the defects of gunport_defects.c, and M has the
 * parity of the cells. It is only printed. */
#include "puzzles/gunport/gunport.h"

#include <math.h>

static int wall_starts(const struct instance *b, int r, int c)
{
    int n = 0;
    for (int side = 0; side < 4; side++)
        n += walled(b, r, c, side) && !walled(b, r - (STEP[side][1] != 0), c - (STEP[side][0] != 0), side);
    return n;
}

static int reflex_corners(const struct instance *b, int r, int c)
{
    int n = 0;
    for (int dr = -1; dr <= 1; dr += 2)
        for (int dc = -1; dc <= 1; dc += 2)
            n += is_open(b, r, c) && is_open(b, r + dr, c) && is_open(b, r, c + dc) && on_board(b, r + dr, c + dc) &&
                 !is_open(b, r + dr, c + dc);
    return n;
}

int64_t gunport_bound(const struct instance *b)
{
    int64_t top = 2 * (int64_t)b->open;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) top += wall_starts(b, r, c) + reflex_corners(b, r, c);
    return top / 6 - (top / 6 + b->open) % 2;
}

/* ---- predicted CPU seconds of the searches, as measured (bench/results/auto.md) -------------- */

/* Among full boards whose sides leave the same remainder modulo 3, these needed more time to refute
 * a bound. That was observed up to 31x31; on other boards the prediction may be wrong, which only
 * costs time. */
static bool is_hard(int m, int n) { return m % 3 == n % 3 && ((m % 3 == 1 && m >= 19) || (m % 3 == 2 && m >= 23)); }

static bool is_full(const struct instance *b) { return b->open == b->rows * b->cols && !b->fixed; }

/* 19x19 12, 22x22 20 to 25, 25x25 39, 28x28 48; of the others 26x31 5 to 8 and 28x29 37. */
double gunport_loop_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || !is_full(b)) return 0;
    if (is_hard(m, n)) return 12 * exp(.16 * (sqrt((double)m * n) - 19));
    return m >= 28 && m % 3 && n % 3 ? 37 : 0;
}
