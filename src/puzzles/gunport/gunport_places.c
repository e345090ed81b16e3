/* The places of dominoes and holes as variables, and back: what the formulations of gunport share. */
#include "puzzles/gunport/gunport.h"

#include <string.h>

struct places gunport_places_new(const struct instance *b, bool holes)
{
    size_t cells = (size_t)(b->rows * b->cols);
    struct places p = {.b = b, .right = mem_new(cells, sizeof(lit)), .down = mem_new(cells, sizeof(lit))};
    if (holes) p.hole = mem_new(cells, sizeof(lit));
    for (int i = 0; i < b->rows * b->cols && holes; i++)
        if (b->cell[i] != '#') p.hole[i] = ++p.n;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        if (!is_open(b, r, c)) continue;
        if (is_open(b, r, c + 1)) p.right[i] = ++p.n;
        if (is_open(b, r + 1, c)) p.down[i] = ++p.n;
    }
    return p;
}

void gunport_places_release(struct places *p)
{
    mem_free(p->hole);
    mem_free(p->right);
    mem_free(p->down);
}

void gunport_places_build(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols && p->hole; i++)
        if (p->hole[i]) model_var(m, "hole %d,%d", i / b->cols + 1, i % b->cols + 1);
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols + 1, c = i % b->cols + 1;
        model_group(m, GROUP_RIGHT);
        if (p->right[i]) model_var(m, "right %d,%d", r, c);
        model_group(m, GROUP_DOWN);
        if (p->down[i]) model_var(m, "down %d,%d", r, c);
    }
    assert(model_vars(m) == p->n && "the variables of the places come first");
}

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

/* Every formulation's answer is its domino places; what they leave bare is a gunport. */
static void decode(const struct places *p, struct values a, struct text *out)
{
    const struct instance *b = p->b;
    size_t cells = (size_t)(b->rows * b->cols);
    char *cell = mem_new(cells, 1);
    for (size_t i = 0; i < cells; i++) cell[i] = b->cell[i] == '#' ? '#' : 'o';
    for (size_t i = 0; i < cells; i++) {
        if (p->right[i] && value_true(a, p->right[i])) memcpy(cell + i, "<>", 2);
        if (p->down[i] && value_true(a, p->down[i])) {
            cell[i] = '^';
            cell[i + (size_t)b->cols] = 'v';
        }
    }
    grid_write(b->rows, b->cols, cell, out);
    mem_free(cell);
}

void gunport_places_decode(const struct instance *b, struct values a, struct text *out)
{
    struct places p = gunport_places_new(b, true);
    decode(&p, a, out);
    gunport_places_release(&p);
}

void gunport_matching_decode(const struct instance *b, struct values a, struct text *out)
{
    struct places p = gunport_places_new(b, false);
    decode(&p, a, out);
    gunport_places_release(&p);
}

/* ---- symmetries for finders ------------------------------------------------------------------------------ */

/* Good packings are made of one lattice, which has no mirror. */
const char *const gunport_places_symmetries[] = {"half-turn", "quarter-turn", NULL};

static void same(struct model *m, lit a, lit b)
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
        if (p->hole[i]) same(m, p->hole[i], p->hole[j]);
        for (int down = 0; down < 2; down++) {
            lit x = down ? p->down[i] : p->right[i];
            if (!x) continue;
            int k = grid_image(b->rows, b->cols, s, down ? i + b->cols : i + 1);
            same(m, x, places_domino(p, j / b->cols, j % b->cols, k / b->cols, k % b->cols));
        }
    }
}
