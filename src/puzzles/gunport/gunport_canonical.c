/* Gunport by its defects: packings that no small move improves.
 *
 *     o < >          < > o         the hole moves two cells: straight, or around a corner;
 *                                  legal if no other hole is next to its new cell
 *
 *     < >            ^ ^           two dominoes turn
 *     < >            v v
 *
 * Neither changes the number of holes, so neither changes the number of all defects, a function of
 * it. A defect may thus move over the board, and a refutation would have to find it in each place.
 * Of the packings that moves turn into each other we keep one: every move leads holes inwards, or
 * dominoes upright, and a packing in which such a move remains is forbidden.
 *
 * That is sound if the moves are compatible with the other requirements: fewest defects in the
 * upper half, and then in the left one. So a move counts only if it cannot change these two
 * numbers. It cannot change one if all defects that it may change are in that half, because their
 * sum stays, or if none is. See docs/research/gunport-theory.md. */
#include "base/number.h"
#include "puzzles/gunport/gunport.h"

struct board_cell {
    int r, c;
};

struct settling {
    const struct places *p;
    struct model *m;
    bool turned; /* the first halves' numbers of defects must stay */
};

/* The next open cell of some direction; false: none. */
static bool gunport_canonical_step(const struct instance *b, struct board_cell a, int direction, struct board_cell *to)
{
    *to = (struct board_cell){a.r + STEP[direction][0], a.c + STEP[direction][1]};
    return is_open(b, to->r, to->c);
}

static bool gunport_canonical_same(struct board_cell a, struct board_cell b) { return a.r == b.r && a.c == b.c; }

/* The halves, as bits, of all defects that depend on this cell or on a neighbor of it: defects on a
 * cell, and on a pair with it. The four cells of a long side are across the middle if some pair of
 * them is. */
static void halves_around(const struct instance *b, struct board_cell a, unsigned *rows, unsigned *cols)
{
    for (int i = -1; i < 4; i++) {
        struct board_cell x = a, y;
        if (i >= 0 && !gunport_canonical_step(b, a, i, &x)) continue;
        for (int j = -1; j < 4; j++) {
            y = x;
            if (j >= 0 && !gunport_canonical_step(b, x, j, &y)) continue;
            int group = gunport_group(b, x.r, x.c, y.r, y.c);
            *rows |= 1u << group / HALVES;
            *cols |= 1u << group % HALVES;
        }
    }
}

/* Whether a move of these cells keeps the required numbers. */
static bool keeps(const struct settling *s, const struct board_cell *x, int n)
{
    const unsigned first = 1u << FIRST_HALF;
    unsigned rows = 0, cols = 0;
    for (int i = 0; i < n; i++) halves_around(s->p->b, x[i], &rows, &cols);
    return !s->turned || ((rows == first || !(rows & first)) && (cols == first || !(cols & first)));
}

static int from_wall(const struct instance *b, struct board_cell a)
{
    return (int)min64(min64(a.r, b->rows - 1 - a.r), min64(a.c, b->cols - 1 - a.c));
}

/* Whether a hole moves in this direction: inwards, else forwards in reading order. */
static bool inwards(const struct instance *b, struct board_cell from, struct board_cell to)
{
    int before = from_wall(b, from), after = from_wall(b, to);
    return after > before || (after == before && at(b, to.r, to.c) > at(b, from.r, from.c));
}

/* Adds the literals of other holes that keep the hole `from`, next to the end a of the domino on a
 * and to, from moving there. */
static void hole_stays(const struct settling *s, struct board_cell from, struct board_cell a, struct board_cell to)
{
    const struct places *p = s->p;
    struct board_cell neighbor;
    if (!inwards(p->b, from, to) || !keeps(s, (struct board_cell[]){from, a, to}, 3)) return;
    lit x[6] = {-p->hole[at(p->b, from.r, from.c)], -places_domino(p, a.r, a.c, to.r, to.c)};
    int n = 2;
    for (int i = 0; i < 4; i++)
        if (gunport_canonical_step(p->b, to, i, &neighbor) && !gunport_canonical_same(neighbor, a))
            x[n++] = p->hole[at(p->b, neighbor.r, neighbor.c)];
    model_clause(s->m, x, n);
}

static void cell_stays(const struct settling *s, struct board_cell a)
{
    const struct instance *b = s->p->b;
    struct board_cell from, to, across;
    model_rule(s->m, "no hole next to the domino on %d,%d can move inwards", a.r + 1, a.c + 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (i != j && gunport_canonical_step(b, a, i, &from) && gunport_canonical_step(b, a, j, &to))
                hole_stays(s, from, a, to);
    across = (struct board_cell){a.r + 1, a.c + 1};
    if (!is_open(b, across.r, across.c)) return;
    from = (struct board_cell){a.r + 1, a.c};
    to = (struct board_cell){a.r, a.c + 1};
    if (!keeps(s, (struct board_cell[]){a, from, to, across}, 4)) return;
    model_rule(s->m, "two dominoes at %d,%d are turned upright", a.r + 1, a.c + 1);
    model_2(s->m, -places_domino(s->p, a.r, a.c, to.r, to.c), -places_domino(s->p, from.r, from.c, across.r, across.c));
}

bool gunport_canonical_applies(const struct instance *b, const struct bounds *bounds)
{
    bool asked = b->choices.canonical == OPTION_YES && option_is_yes(bounds->break_symmetry, true);
    return asked && b->open == b->rows * b->cols && !b->fixed;
}

void canonical_build(const struct places *p, bool turned, struct model *m)
{
    struct settling s = {.p = p, .m = m, .turned = turned};
    for (int r = 0; r < p->b->rows; r++)
        for (int c = 0; c < p->b->cols; c++) cell_stays(&s, (struct board_cell){r, c});
}
