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

/* Cells are numbered row by row; all of them are open. */
struct settling {
    const struct places *p;
    struct model *m;
    bool turned; /* the first halves' numbers of defects must stay */
};

/* The halves, as bits, of all defects that depend on this cell or on a neighbor of it: defects on a
 * cell, and on a pair with it. The four cells of a long side are across the middle if some pair of
 * them is. */
static void halves_around(const struct instance *b, int cell, unsigned *rows, unsigned *cols)
{
    for (int i = -1; i < 4; i++) {
        const int x = i < 0 ? cell : grid_next(b->rows, b->cols, cell, i);
        for (int j = -1; j < 4 && x >= 0; j++) {
            const int y = j < 0 ? x : grid_next(b->rows, b->cols, x, j);
            if (y < 0) continue;
            int group = gunport_group(b, x / b->cols, x % b->cols, y / b->cols, y % b->cols);
            *rows |= 1u << group / HALVES;
            *cols |= 1u << group % HALVES;
        }
    }
}

/* Whether a move of these cells keeps the required numbers. */
static bool keeps(const struct settling *s, const int *x, int n)
{
    const unsigned first = 1u << FIRST_HALF;
    unsigned rows = 0, cols = 0;
    for (int i = 0; i < n; i++) halves_around(s->p->b, x[i], &rows, &cols);
    return !s->turned || ((rows == first || !(rows & first)) && (cols == first || !(cols & first)));
}

static int from_wall(const struct instance *b, int cell)
{
    const int r = cell / b->cols, c = cell % b->cols;
    return min_int(min_int(r, b->rows - 1 - r), min_int(c, b->cols - 1 - c));
}

/* Whether a hole moves in this direction: inwards, else forwards in reading order. */
static bool inwards(const struct instance *b, int from, int to)
{
    int before = from_wall(b, from), after = from_wall(b, to);
    return after > before || (after == before && to > from);
}

/* Adds the literals of other holes that keep the hole `from`, next to the end a of the domino on a
 * and to, from moving there. */
static void hole_stays(const struct settling *s, int from, int a, int to)
{
    const struct places *p = s->p;
    if (!inwards(p->b, from, to) || !keeps(s, (int[]){from, a, to}, 3)) return;
    lit x[6] = {-p->hole[from], -places_domino(p, a, to)};
    int n = 2;
    for (int i = 0; i < 4; i++) {
        const int neighbor = grid_next(p->b->rows, p->b->cols, to, i);
        if (neighbor >= 0 && neighbor != a) x[n++] = p->hole[neighbor];
    }
    model_clause(s->m, x, n);
}

static void cell_stays(const struct settling *s, int a)
{
    const struct instance *b = s->p->b;
    const int r = a / b->cols, c = a % b->cols;
    model_rule(s->m, "no hole next to the domino on %d,%d can move inwards", r + 1, c + 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const int from = grid_next(b->rows, b->cols, a, i), to = grid_next(b->rows, b->cols, a, j);
            if (i != j && from >= 0 && to >= 0) hole_stays(s, from, a, to);
        }
    if (r + 1 == b->rows || c + 1 == b->cols) return;
    const int below = a + b->cols;
    if (!keeps(s, (int[]){a, below, a + 1, below + 1}, 4)) return;
    model_rule(s->m, "two dominoes at %d,%d are turned upright", r + 1, c + 1);
    model_2(s->m, -places_domino(s->p, a, a + 1), -places_domino(s->p, below, below + 1));
}

bool gunport_canonical_applies(const struct instance *b, const struct bounds *bounds)
{
    bool asked = b->choices.canonical == OPTION_YES && option_is_yes(bounds->break_symmetry, true);
    return asked && b->open == b->rows * b->cols && !b->fixed;
}

void canonical_build(const struct places *p, bool turned, struct model *m)
{
    struct settling s = {.p = p, .m = m, .turned = turned};
    for (int i = 0; i < p->b->rows * p->b->cols; i++) cell_stays(&s, i);
}
