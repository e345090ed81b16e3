/* Gunport cell by cell: pieces placed row by row, the defects of each, and a bound on the remaining
 * ones (for gunport_*.c only).
 *
 *     . . R R R R R R    a frontier: in each column the last piece placed; the next cell is (r, c).
 *     R R R R R c - -    R: placed. The pieces above them no longer matter, except the one above
 *                        (r, c - 1).
 *
 * Defects are those of docs/research/gunport-theory.md on a full board; each is counted at the last
 * of its cells. */
#pragma once

#include "puzzles/gunport/gunport.h"

/* The content of a cell; the last two for a neighbor that is not known exactly. */
enum piece { HOLE, LEFT, UPPER, LOWER, RIGHT, WALL, ANYTHING, LOWER_OR_RIGHT };

/* A frontier has two bits a column. RIGHT is written as LOWER, because the LEFT before it
 * distinguishes them. Columns begin at bit CORNER_BITS; the bits below store the piece above (r, c
 * - 1), as far as it matters. */
enum corner { CORNER_OTHER, CORNER_HOLE, CORNER_LEFT, CORNER_UNKNOWN };

/* Whether it matters, between these neighbors of the next cell, that the corner was a hole, or a
 * LEFT. */
static inline bool corner_hole_matters(enum piece left, enum piece above)
{
    return (left == LEFT && (above == LEFT || above == LOWER)) || (left != HOLE && above == UPPER);
}
static inline bool corner_left_matters(enum piece left, enum piece above) { return left == HOLE && above == LOWER; }
enum { CORNER_BITS = 2, PROFILE_COLUMNS = 63 };

static inline int frontier_code(unsigned __int128 p, int c) { return (int)(p >> (CORNER_BITS + 2 * c)) & 3; }
static inline unsigned __int128 frontier_put(unsigned __int128 p, int c, enum piece t)
{
    int at = CORNER_BITS + 2 * c;
    return (p & ~((unsigned __int128)3 << at)) | (unsigned __int128)(t == RIGHT ? LOWER : t) << at;
}

/* A full board, rows >= cols >= 2, cols <= PROFILE_COLUMNS. piece: row by row, the fixed piece, or
 * ANYTHING. */
struct frontier_sheet {
    int rows, cols;
    unsigned char *piece;
};

/* Makes the sheet of a full board, or of its transpose; free sheet.piece. */
struct frontier_sheet frontier_sheet_of(const struct instance *b, bool turned);
/* The board's letters by piece: for the board, and for its transpose. */
extern const char frontier_letters[2][6];

static inline bool sheet_agrees(const struct frontier_sheet *s, int r, int c, int piece)
{
    int fixed = s->piece[r * s->cols + c];
    return fixed == ANYTHING || fixed == piece;
}

/* The pieces that may be placed in the next cell, and the defects of each. */
struct next {
    int n;
    struct {
        unsigned char piece, defects;
    } v[4];
};

/* The neighbors of the next cell. Unknown ones may be anything: the choices are then all possible
 * ones, with the fewest defects. */
struct around {
    enum piece above, left;
    enum corner corner;
};
void frontier_next(const struct frontier_sheet *s, int r, int c, const struct around *a, struct next *out);

/* The neighbors of the next cell in column c. Column 0 is at the board's wall or, in a window, next
 * to unknown columns. There a LOWER may be a RIGHT. */
static inline struct around frontier_around(unsigned __int128 p, int r, int c, bool wall)
{
    struct around a = {.above = (enum piece)frontier_code(p, c), .corner = (enum corner)((int)p & 3)};
    if (!c) a.corner = wall ? CORNER_OTHER : CORNER_UNKNOWN;
    if (a.above == LOWER && a.corner == CORNER_LEFT) a.above = RIGHT;
    if (a.above == LOWER && a.corner == CORNER_UNKNOWN) a.above = LOWER_OR_RIGHT;
    if (!r) a.above = WALL;
    a.left = c ? (enum piece)frontier_code(p, c - 1) : wall ? WALL : ANYTHING;
    if (a.left == LOWER && c > 1 && frontier_code(p, c - 2) == LEFT) a.left = RIGHT;
    if (a.left == LOWER && c == 1 && !wall) a.left = LOWER_OR_RIGHT;
    return a;
}

/* The frontier of some columns after piece t was placed in column c, under `above`: for the next
 * column, or the next row. */
static inline unsigned __int128 frontier_after(unsigned __int128 p, int c, int cols, enum piece t, enum piece above)
{
    enum corner corner = CORNER_OTHER;
    enum piece next = c + 1 < cols ? (enum piece)frontier_code(p, c + 1) : ANYTHING;
    if (above == HOLE && corner_hole_matters(t, next)) corner = CORNER_HOLE;
    if (above == LEFT && corner_left_matters(t, next)) corner = CORNER_LEFT;
    return (frontier_put(p, c, t) & ~(unsigned __int128)3) | corner;
}

/* The least number of defects from cell (r, c) on, as far as each window of some columns determines
 * it; ignores other columns and fixed pieces. */
struct windows;
struct windows *frontier_windows_new(const struct frontier_sheet *s,
                                     int64_t entries); /* the largest number of entries in the tables, roughly */
void frontier_windows_free(struct windows *w);
int frontier_windows_least(const struct windows *w, unsigned __int128 frontier, int r, int c);

/* The states of a frontier search, row by row, for a checker that shares no code with it:
 * bench/layers_check.c. It explains why this proves that no packing has so few defects (for
 * gunport_frontier.c only).
 *
 *    gunport layers 1 ROWS COLS DEFECTS
 *    row 1: 2
 *    <><>o 3        the last row of a packing's first rows, or its mirror image, whichever is first
 *    <>o<> 3        as text, rising, and the fewest defects of all such packings
 *    ...
 *    row ROWS: 0
 *    end 1a2b3c4d   the CRC-32 of all lines before */
struct layers_log {
    struct engine_run *run;
    int cols;
    uint32_t crc;
};

void layers_log_begin(struct layers_log *, struct engine_run *run, int rows, int cols, int most);
void layers_log_row(struct layers_log *, int row, const unsigned __int128 *frontier, const int *made, size_t n);
void layers_log_end(struct layers_log *);
