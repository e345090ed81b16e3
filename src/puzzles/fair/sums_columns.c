/* A sum in binary, column by column: what sums_pose.c begins with. */
#include "puzzles/fair/sums_inside.h"

/* Column b has the literals of the weights with bit b, and the carries from below. Up to BLOCK of them
 * are counted in unary, which leaves one literal for the parity and the carries for the next column:
 *
 *     x x x x x x x  -- count -->  y1 y2 y3 y4 y5 y6 y7      parity: y1 -y2 | y3 -y4 | ... stays here
 *                                     |     |     |
 *                                  carries to the next column
 *
 * until a last block is left, whose parity is the target's bit. A block of 3 is a full adder; one that
 * takes all is a column of Een and Soerensson's. In between is best: six lists of 300 numbers up to 20000
 * took 3 CPU seconds with blocks of 64 as with whole columns, of four times the clauses; 9 with blocks of
 * 16; more than 24 with adders. */

#define BLOCK 64

/* The count y[0..n-1] is odd or is not. y[j]: at least j + 1; a count of the wrong parity is at least j + 1
 * and not at least j + 2. */
static void parity_fix(struct model *m, const lit *y, int n, int odd)
{
    if (odd) model_1(m, y[0]);
    for (int j = odd; j < n; j += 2)
        if (j + 1 < n)
            model_2(m, -y[j], y[j + 1]);
        else
            model_1(m, -y[j]);
}

static void parity_link(struct model *m, const lit *y, int n, lit odd)
{
    model_2(m, y[0], -odd);
    for (int j = 0; j < n; j++) {
        lit p = j % 2 ? -odd : odd;
        if (j + 1 < n)
            model_3(m, -y[j], y[j + 1], p);
        else
            model_2(m, -y[j], p);
    }
}

/* quota = target >> bit is the most that the column counts. */
static void column_pose(struct model *m, struct lits *in, struct lits *carry, int bit, int64_t quota)
{
    lit y[BLOCK];
    int odd = (int)(quota & 1), at = 0;
    if (quota == 0) {
        for (int i = 0; i < in->n; i++) model_1(m, -in->v[i]);
        return;
    }
    if (in->n == 0 && odd) model_clause(m, NULL, 0);
    if (in->n == 1) model_1(m, odd ? in->v[0] : -in->v[0]);
    while (in->n - at > 1) {
        int n = (int)min64(BLOCK, in->n - at), max = (int)min64(n, quota + 1);
        model_count(m, in->v + at, n, max, y);
        at += n;
        if (max > quota) model_1(m, -y[--max]);
        for (int j = 1; j < max; j += 2) lits_push(carry, y[j]);
        if (at == in->n) {
            parity_fix(m, y, max, odd);
        } else {
            lits_push(in, model_derived(m, "column %d, parity of %d", bit, at));
            parity_link(m, y, max, in->v[in->n - 1]);
        }
    }
}

void sums_columns(struct model *m, const lit *x, const int64_t *w, int n, int64_t target)
{
    struct lits column[2] = {{0}, {0}};
    model_group(m, 1);
    for (int bit = 0; bit < 62; bit++) {
        struct lits *in = &column[bit % 2], *carry = &column[1 - bit % 2];
        for (int i = 0; i < n; i++)
            if (w[i] >> bit & 1) lits_push(in, x[i]);
        carry->n = 0;
        column_pose(m, in, carry, bit, target >> bit);
    }
    lits_release(&column[0]);
    lits_release(&column[1]);
}
