/* Tank Attack's symmetries: of the square, required on boards, and broken (layer: tank.h). */
#include "puzzles/tank/tank.h"

#include <string.h>

/* The symmetries of the square, as sets of bits 1 << s. */
enum {
    HALF_TURN = 1 << 3,
    QUARTER_TURNS = 1 << 5 | 1 << 6,
    MIRROR = 1 << LEFT_RIGHT,
    FLIP = 1 << UP_DOWN,
    MAIN_DIAGONAL = 1 << 4,
    DIAGONALS = MAIN_DIAGONAL | 1 << 7
};

static const struct imposition impositions[] = {
    {"half-turn", HALF_TURN},
    {"quarter-turn", HALF_TURN | QUARTER_TURNS},
    {"mirrors", HALF_TURN | MIRROR | FLIP},
    {"diagonals", HALF_TURN | DIAGONALS},
    {"full", 0xfe},
    {"mirror", MIRROR},
    {"diagonal", MAIN_DIAGONAL},
    {"none", 0},
};

const struct imposition *tank_imposition(const char *name)
{
    for (size_t i = 0; i < sizeof impositions / sizeof *impositions; i++)
        if (!strcmp(name, impositions[i].name)) return &impositions[i];
    return NULL;
}

void tank_build_symmetric(const struct board *b)
{
    if (b->required) {
        model_rule(b->m, "the board has the symmetry that is imposed");
        model_rule_given(b->m);
    }
    for (int s = 1; s < SYMMETRIES; s++)
        for (int c = 0; b->required >> s & 1 && c < b->n * b->n; c++)
            for (int k = 1; k <= b->top && grid_image(b->n, b->n, s, c) != c; k++)
                model_2(b->m, -value_is(b, c, k), value_is(b, grid_image(b->n, b->n, s, c), k));
}

static bool keeps_given(const struct instance *t, int s)
{
    for (int i = 0; i < t->n * t->n; i++)
        if (t->given[i] != t->given[grid_image(t->n, t->n, s, i)]) return false;
    return true;
}

/* Whether g after s equals s after h. */
static bool conjugate(int n, int s, int g, int h)
{
    for (int i = 0; i < n * n; i++)
        if (grid_image(n, n, g, grid_image(n, n, s, i)) != grid_image(n, n, s, grid_image(n, n, h, i))) return false;
    return true;
}

/* Whether s takes boards with the required symmetries to such boards. A quarter-turn takes a mirror
 * to the other mirror, for example, and then the image of a board need not have the required
 * symmetry. */
static bool keeps_symmetric(const struct instance *t, int s)
{
    for (int g = 0; g < SYMMETRIES; g++) {
        bool found = !(t->required >> g & 1);
        for (int h = 0; !found && h < SYMMETRIES; h++) found = t->required >> h & 1 && conjugate(t->n, s, g, h);
        if (!found) return false;
    }
    return true;
}

bool tank_keeps(const struct instance *t, int s) { return keeps_given(t, s) && keeps_symmetric(t, s); }

/* Symmetry breaking. Of a board and its images under the symmetries that keep the requirements, one
 * is lexicographically greatest in the order of cells below. It is as good a solution as the
 * others, so requiring it keeps one solution of each orbit. Only a beginning of the order is
 * compared, which requires less. Any order works; the second row and then the second column make a
 * cell the greatest of its eight images.
 *
 *     equal[0]    true;  equal[i] and cell i = its image  ->  equal[i + 1]
 *     equal[i]  ->  cell i >= its image
 *
 * Counting must combine it with the orbits of its solutions (see puzzle.h, image). */
static int order_of_cells(int n, int *order)
{
    int cells = 0, first = n > 2;
    for (int i = 0; i < n; i++) order[cells++] = first * n + i;
    for (int i = 0; i < n; i++)
        if (i != first) order[cells++] = i * n + first;
    return cells;
}

static void build_greater(const struct board *b, int s, const int *order, int cells)
{
    lit equal = LIT_TRUE;
    model_facts(b->m)->group = b->n * b->n;
    OWNED lit *x = mem_new((size_t)b->top + 3, sizeof *x);
    for (int i = 0; i < cells; i++) {
        int cell = order[i], other = grid_image(b->n, b->n, s, cell);
        if (other == cell) continue;
        lit next = i < cells - 1 ? model_derived(b->m, "image %d, %d cells alike", s, i + 1) : LIT_TRUE;
        for (int k = 1; k <= b->top; k++) {
            int n = 2;
            x[0] = -equal;
            x[1] = -value_is(b, other, k);
            for (int j = k; j <= b->top; j++) x[n++] = value_is(b, cell, j);
            if (k > 1) model_some(b->m, x, n);
            x[2] = -value_is(b, cell, k);
            x[3] = next;
            model_some(b->m, x, 4);
        }
        equal = next;
    }
}

void tank_break_symmetry(const struct board *b, const struct bounds *bounds)
{
    if (!option_is_yes(bounds->break_symmetry, false) || b->n < 2) return;
    OWNED int *order = mem_new((size_t)(2 * b->n), sizeof *order);
    int cells = order_of_cells(b->n, order);
    model_rule(b->m, "the board is the greatest of its images");
    for (int s = 1; s < SYMMETRIES; s++)
        if (!(b->required >> s & 1) && tank_keeps(b->t, s)) build_greater(b, s, order, cells);
}
