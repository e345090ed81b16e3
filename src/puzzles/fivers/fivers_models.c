/* Fivers: its formulations, and the symmetries of a board. */
#include "puzzles/fivers/fivers.h"

#include <string.h>

#define SYMMETRY_CELLS 250000

bool fivers_symmetry(const struct instance *in, int s)
{
    return grid_keeps(in->rows, in->cols, in->start, s, NULL) && grid_keeps(in->rows, in->cols, in->target, s, NULL);
}

static void presses_build(const struct instance *in, struct model *m)
{
    OWNED lit *x = mem_new((size_t)in->rows * (size_t)in->cols, sizeof *x);
    for (int i = 0; i < in->rows * in->cols; i++)
        if (in->start[i] != '#') x[i] = model_var(m, "press %d,%d", i / in->cols + 1, i % in->cols + 1);
    model_keep(m, x, (size_t)in->rows * (size_t)in->cols);
}

/* The number of presses. Every press turns at most 5 stones, which gives the lower bound. */
static struct objective presses(const struct formulation *f, const struct instance *in, enum int_form form)
{
    return (struct objective){
        .b = 1, .c = 1, .step = 2 /* proved on top */, .least = (fivers_turns(in) + 4) / 5, .name = "presses"};
}

static void presses_minimize(const struct instance *in, struct objective o, struct model *m)
{
    SCOPED(lits) x = {0}, block = {0};
    for (int i = 0; i < in->rows * in->cols; i++) {
        if (in->start[i] == '#') continue;
        lits_push(&block, i / in->cols);
        lits_push(&x, x.n + 1);
    }
    model_minimize_sum(m, o, &x, &block);
}

/* The variables of a stone and of those above and below it, or of the next ones in these rows. */
struct vertical {
    lit above, own, below;
};

/* Writes the presses of the stone and its neighbors on the four sides, rising; returns their
 * number, at most 5. */
static int cross(const struct instance *in, int row, int col, struct vertical a, lit *x)
{
    const char *stone = in->start + row * in->cols + col;
    int n = 0;
    if (row && stone[-in->cols] != '#') x[n++] = a.above;
    if (col && stone[-1] != '#') x[n++] = a.own - 1;
    x[n++] = a.own;
    if (col + 1 < in->cols && stone[1] != '#') x[n++] = a.own + 1;
    if (row + 1 < in->rows && stone[in->cols] != '#') x[n++] = a.below;
    return n;
}

/* Moves to the right, over a cell. */
static void pass(const struct instance *in, int row, int col, struct vertical *a)
{
    const char *stone = in->start + row * in->cols + col;
    a->above += row && stone[-in->cols] != '#';
    a->own += *stone != '#';
    a->below += row + 1 < in->rows && stone[in->cols] != '#';
}

static int stones_in(const struct instance *in, int row)
{
    int n = 0;
    for (int col = 0; col < in->cols; col++) n += in->start[row * in->cols + col] != '#';
    return n;
}

static void build_stones(const struct formulation *f, const struct instance *in, struct model *m,
                         void (*turns)(struct model *, const lit *x, int n, int odd, int row, int col))
{
    struct vertical a = {.own = 1};
    lit x[5], first[2] = {1, 1}; /* of the row above and of this one */
    presses_build(in, m);
    for (int row = 0; row < in->rows; row++) {
        a = (struct vertical){.above = first[0], .own = first[1], .below = first[1] + stones_in(in, row)};
        first[0] = a.own;
        first[1] = a.below;
        for (int col = 0; col < in->cols; col++) {
            int i = row * in->cols + col;
            if (in->start[i] != '#') {
                int odd = in->start[i] != in->target[i], n = cross(in, row, col, a, x);
                model_rule(m, "stone %d,%d %s", row + 1, col + 1, odd ? "turns" : "stays");
                model_rule_note(m, row + 1, col + 1,
                                odd ? "the stone in row %d, column %d must turn over"
                                    : "the stone in row %d, column %d must stay as it is");
                turns(m, x, n, odd, row, col);
            }
            pass(in, row, col, &a);
        }
    }
    presses_minimize(in, presses(f, in, FORMS), m);
}

/* Names the four classes of cells by the parities of row and column. A press and its neighbors'
 * neighbors agree in both, and the square of "a press turns", which is 0 on the kernel, is one plus
 * the steps by two. */
static void parts_name(const struct instance *in, struct model *m)
{
    int n = 0, *part = mem_new((size_t)in->stones + 1, sizeof *part);
    for (int row = 0, i = 0; row < in->rows; row++)
        for (int col = 0; col < in->cols; col++, i++)
            if (in->start[i] != '#') part[++n] = row % 2 * 2 + col % 2;
    model_facts(m)->part = part;
}

/* Names the symmetries, except for the largest boards, which do not use them. Variables are the
 * stones, row by row. */
static void symmetries_name(const struct instance *in, struct model *m)
{
    int cells = in->rows * in->cols;
    if (cells > SYMMETRY_CELLS) return;
    OWNED int *stone = mem_new((size_t)cells, sizeof *stone);
    for (int i = 0, n = 0; i < cells; i++) stone[i] = in->start[i] == '#' ? 0 : ++n;
    for (int s = 1; s < SYMMETRIES; s++) {
        if (!fivers_symmetry(in, s)) continue;
        int *image = mem_new((size_t)in->stones + 1, sizeof *image);
        for (int i = 0; i < cells; i++) image[stone[i]] = stone[grid_image(in->rows, in->cols, s, i)];
        model_facts(m)->symmetry[model_facts(m)->symmetries++] = image;
    }
}

static void parity_turns(struct model *m, const lit *x, int n, int odd, int row, int col) { model_xor(m, x, n, odd); }

/* Builds sum x = odd + 2 k, k in unary. */
static void integer_turns(struct model *m, const lit *x, int n, int odd, int row, int col)
{
    lit all[7];
    int64_t w[7];
    int twos = (n - odd) / 2;
    memcpy(all, x, (size_t)n * sizeof *all);
    for (int i = 0; i < n; i++) w[i] = 1;
    model_facts(m)->group = 1;
    for (int k = 0; k < twos; k++) {
        all[n + k] = model_derived(m, "pairs %d,%d %d or more", row + 1, col + 1, k + 1);
        w[n + k] = -2;
        if (k) model_2(m, -all[n + k], all[n + k - 1]);
    }
    model_pb(m, all, w, n + twos, odd, odd);
}

enum { PARITY, INTEGER };

static void build(const struct formulation *f, const struct instance *in, const struct bounds *bounds, struct model *m)
{
    build_stones(f, in, m, f->variant == INTEGER ? integer_turns : parity_turns);
    if (f->variant == INTEGER) return;
    symmetries_name(in, m);
    parts_name(in, m);
}

/* Decodes a solution. x: the press of each cell, 0 for a cell without a stone. */
static void decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                   struct solution *out)
{
    int64_t *v = solution_numbers(out, in->rows * in->cols, in->cols);
    for (int i = 0; i < out->n; i++) v[i] = x[i] ? value_true(a, x[i]) : 2;
}

const struct formulation fivers_formulations[] = {
    {"parity", "one XOR per stone over the presses that turn it", NULL, build, decode, .objective = presses,
     .variant = PARITY},
    {"integer", "the integer program: the presses that turn a stone are 2k + 1, k in unary", NULL, build, decode,
     .objective = presses, .variant = INTEGER},
    {0},
};
