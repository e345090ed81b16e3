/* Gunport cell by cell: pieces laid row by row, the defects that each makes, and a bound on those to come (layer 3; for
 * gunport_*.c alone).
 *
 *      . . R R R R R R      a profile: in each column the last piece laid; the next cell is (r, c).
 *      R R R R R c - -      R: laid; what lies above them no longer matters, but for the piece above (r, c - 1).
 *
 * Defects are those of docs/gunport-defects.md on a full board; each is counted at the last of its cells. */
#ifndef GUNPORT_PROFILE_H
#define GUNPORT_PROFILE_H

#include "base.h"

/* What lies in a cell; then what may be known of a neighbour. */
enum piece { HOLE, LEFT, UPPER, LOWER, RIGHT, WALL, ANYTHING, LOWER_OR_RIGHT };

/* A profile has two bits a column; RIGHT is written as LOWER, as the LEFT before it tells them apart. Columns from bit
 * CORNER_BITS on; below, what the piece above (r, c - 1) was, as far as it matters. */
enum corner { CORNER_OTHER, CORNER_HOLE, CORNER_LEFT, CORNER_UNKNOWN };
enum { CORNER_BITS = 2, PROFILE_COLUMNS = 63 };

static inline int profile_code(unsigned __int128 p, int c) { return (int)(p >> (CORNER_BITS + 2 * c)) & 3; }
static inline unsigned __int128 profile_put(unsigned __int128 p, int c, enum piece t)
{
    int at = CORNER_BITS + 2 * c;
    return (p & ~((unsigned __int128)3 << at)) | (unsigned __int128)(t == RIGHT ? LOWER : t) << at;
}

/* A full board, rows >= cols >= 2, cols <= PROFILE_COLUMNS. piece: row by row, what was laid beforehand, or ANYTHING. */
struct sheet {
    int rows, cols;
    unsigned char *piece;
};

/* What may be laid in the next cell, and how many defects that makes. */
struct next {
    int n;
    struct { unsigned char piece, defects; } v[4];
};

/* Neighbours that are not known may be anything; then the choices are all that might do, with the fewest defects. */
struct around {
    enum piece above, left;
    enum corner corner;
};
void sheet_next(const struct sheet *s, int r, int c, const struct around *a, struct next *out);
/* What the next cell sees of this one's neighbour above, when it is laid. */
enum corner corner_after(enum piece above);

/* The least number of defects from cell (r, c) on, as far as windows of some columns each show it: no other columns, no piece
 * laid beforehand is looked at. */
struct windows;
struct windows *windows_new(const struct sheet *s, int64_t entries); /* about so many in the tables, at most */
void windows_free(struct windows *w);
int windows_least(const struct windows *w, unsigned __int128 profile, int r, int c);

#endif
