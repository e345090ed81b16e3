/* The formulation `swept`: defects counted in the order of a sweep, cell by cell, one after the other (for gunport_*.c alone).
 *
 * A full board, its shorter side across, as in gunport_profile.h. Each defect of docs/gunport-defects.md belongs to the last of
 * its cells; those of a cell that exclude each other share an input. Behind input i (from 1) stands y(i, j): at least j of the
 * first i inputs are true. Its numbers are known without posing, for who derives a refutation of it (gunport_derive.c). */
#ifndef GUNPORT_SWEPT_H
#define GUNPORT_SWEPT_H

#include "puzzles/gunport/gunport.h"
#include "puzzles/gunport/gunport_profile.h"

/* Of a cell: a side below the piece above it, to the right of the piece beside it, above or to the left of its own. */
enum swept_input { SWEPT_BELOW, SWEPT_BESIDE, SWEPT_OWN, SWEPT_INPUTS };

struct swept {
    int rows, cols;                 /* rows >= cols; the board, or the board transposed */
    bool turned;                    /* it is transposed */
    const lit *hole, *right, *down; /* by row and column; right and down: the domino that begins there; 0: none */
    int *first;                     /* cell (r, c) has the inputs first[r * cols + c] + 1 .. first[r * cols + c + 1] */
    lit x;                          /* input i is x + i */
    int inputs, most;               /* most: of the inputs may be true; < 0: any number, and there is no y */
    lit y;                          /* before y(1, 1) */
};

/* most: INT64_MAX, or more than there are inputs: any number. Posed too, if m is not NULL. */
struct swept swept_new(const struct instance *b, int64_t most, struct model *m);
void swept_release(struct swept *s);

static inline lit swept_hole(const struct swept *s, int r, int c) { return s->hole[r * s->cols + c]; }
static inline lit swept_right(const struct swept *s, int r, int c) { return s->right[r * s->cols + c]; }
static inline lit swept_down(const struct swept *s, int r, int c) { return s->down[r * s->cols + c]; }

/* One of them, of a cell that has all three: not of the first row or column. */
static inline lit swept_input(const struct swept *s, int r, int c, enum swept_input i)
{
    return s->x + s->first[r * s->cols + c] + 1 + (int)i;
}

/* 1 <= j <= min(i, most + 1) */
static inline lit swept_y(const struct swept *s, int i, int j)
{
    int full = s->most + 1, ramp = i - 1 < full ? i - 1 : full;
    return s->y + ramp * (ramp + 1) / 2 + (i - 1 - ramp) * full + j;
}

/* The place that is taken when this piece is laid in (r, c), 0: there is none. */
lit swept_laid(const struct swept *s, enum piece t, int r, int c);

bool swept_applies(const struct instance *b);
void swept_pose(const struct instance *, const struct options *, const struct bounds *, struct model *);

#endif
