/* What counting the sides of dominoes alone says of the number of gunports: 6 M <= 2 cells + walls + reflex corners (see
 * gunport_defects.c, whose defects are the rest), and M has the parity of the cells. For bounds that are shown. */
#include "puzzles/gunport/gunport.h"

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
