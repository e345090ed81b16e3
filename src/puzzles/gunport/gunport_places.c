/* The places of dominoes and holes as variables, and decoding: shared by the formulations of
 * gunport. */
#include "puzzles/gunport/gunport.h"

#include <string.h>

struct places gunport_places_new(const struct instance *b, bool holes, struct model *m)
{
    int cells = b->rows * b->cols;
    lit *x = mem_new((size_t)(3 * cells), sizeof *x);
    struct places p = {.b = b, .right = x, .down = x + cells, .hole = holes ? x + 2 * cells : NULL};
    for (int i = 0; i < cells && holes; i++)
        if (b->cell[i] != '#') p.hole[i] = model_var(m, "hole %d,%d", i / b->cols + 1, i % b->cols + 1);
    for (int i = 0; i < cells; i++) {
        int r = i / b->cols, c = i % b->cols;
        if (!is_open(b, r, c)) continue;
        model_facts(m)->group = GROUP_RIGHT;
        if (is_open(b, r, c + 1)) p.right[i] = model_var(m, "right %d,%d", r + 1, c + 1);
        model_facts(m)->group = GROUP_DOWN;
        if (is_open(b, r + 1, c)) p.down[i] = model_var(m, "down %d,%d", r + 1, c + 1);
    }
    model_keep(m, p.right, (size_t)(2 * cells));
    return p;
}

void places_release(struct places *p) { mem_free(p->right); }

int gunport_places_covering(const struct places *p, int r, int c, lit *x)
{
    const struct instance *b = p->b;
    int n = 0, i = at(b, r, c);
    if (p->right[i]) x[n++] = p->right[i];
    if (is_open(b, r, c - 1)) x[n++] = p->right[i - 1];
    if (p->down[i]) x[n++] = p->down[i];
    if (is_open(b, r - 1, c)) x[n++] = p->down[i - b->cols];
    return n;
}

/* Decodes domino places; the cells that they leave bare are gunports. */
void gunport_places_decode(const struct formulation *f, const struct instance *b, const lit *x, struct values a,
                           struct solution *out)
{
    size_t cells = (size_t)(b->rows * b->cols);
    const lit *right = x, *down = x + cells;
    OWNED char *cell = mem_new(cells, 1);
    for (size_t i = 0; i < cells; i++) cell[i] = b->cell[i] == '#' ? '#' : 'o';
    for (size_t i = 0; i < cells; i++) {
        if (right[i] && value_true(a, right[i])) memcpy(cell + i, "<>", 2);
        if (down[i] && value_true(a, down[i])) {
            cell[i] = '^';
            cell[i + (size_t)b->cols] = 'v';
        }
    }
    int64_t *v = solution_numbers(out, (int)cells, b->cols);
    for (size_t i = 0; i < cells; i++) v[i] = strchr(GUNPORT_LETTERS, cell[i]) - GUNPORT_LETTERS;
}

/* ---- symmetries for primal heuristics -------------------------------------------------------- */

/* Good packings consist of one lattice, which has no mirror symmetry. */
const char *const gunport_places_symmetries[] = {"half-turn", "quarter-turn", NULL};

static void gunport_places_same(struct model *m, lit a, lit b)
{
    if (a == b) return;
    model_2(m, -a, b);
    model_2(m, a, -b);
}

void gunport_places_symmetry(const struct places *p, const char *symmetry, struct model *m)
{
    const struct instance *b = p->b;
    int s = UP_DOWN | (strcmp(symmetry, "half-turn") ? TRANSPOSE : LEFT_RIGHT);
    bool suits = gunport_symmetry(b, s);
    model_rule(m, "the packing has the symmetry %s", symmetry);
    if (!suits) model_clause(m, NULL, 0);
    for (int i = 0; i < b->rows * b->cols && suits; i++) {
        int j = grid_image(b->rows, b->cols, s, i);
        if (p->hole[i]) gunport_places_same(m, p->hole[i], p->hole[j]);
        for (int down = 0; down < 2; down++) {
            lit x = down ? p->down[i] : p->right[i];
            if (!x) continue;
            int k = grid_image(b->rows, b->cols, s, down ? i + b->cols : i + 1);
            gunport_places_same(m, x, places_domino(p, j, k));
        }
    }
}
