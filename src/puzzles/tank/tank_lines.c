/* Tank Attack by lines: values in order encoding, attackers counted by axis (layer: tank.h).
 *
 *         4 1 3 3 2 1      a cell is attacked along its row   a >= 1, a >= 2, ...   (across)
 *         . . 3 . . .                   and along its column  b >= 1, b >= 2, ...   (down)
 *         . . 1 . . .      and its value is a + b             v >= 2, v >= 3, ...
 *
 * All numbers are in order encoding. A line's counter is its definition, a clause for every set S
 * of the at most n - 1 tanks that may attack,
 *
 *     all of S attack   ->  a >= |S|                  (2^(n-1) - 1 clauses)
 *     none of S attacks ->  a <= others               (2^(n-1) - 1 clauses)
 *
 * which propagates all consequences of one counter and keeps learned clauses over meaningful
 * literals. Beyond MOST_DIRECT attackers a counter of the chosen encoding replaces it. Then, for
 * all i, j:
 *
 *     a >= i and b >= j  ->  v >= i + j          a <= i and b <= j  ->  v <= i + j */
#include "base/number.h"
#include "puzzles/tank/tank.h"

enum { MOST_DIRECT = 8 };

/* Makes least[k], 0 <= k <= top + 1: the value is at least k. */
static void build_order(const struct board *b, int cell, lit *least)
{
    int row = cell / b->n + 1, column = cell % b->n + 1, top = b->top;
    model_facts(b->m)->group = cell;
    for (int k = 0; k <= top + 1; k++)
        least[k] = k <= 1    ? LIT_TRUE
                   : k > top ? LIT_FALSE
                             : model_derived(b->m, "%d,%d is at least %d", row, column, k);
    least[top + 1] = LIT_FALSE;
    model_rule(b->m, "cell %d,%d has one value", row, column);
    model_rule_note(b->m, row, column, "");
    for (int k = 1; k <= top; k++) {
        lit is = value_is(b, cell, k);
        model_some(b->m, (lit[]){-is, least[k]}, 2);
        model_some(b->m, (lit[]){-is, -least[k + 1]}, 2);
        model_some(b->m, (lit[]){is, -least[k], least[k + 1]}, 3);
        model_some(b->m, (lit[]){-least[k + 1], least[k]}, 2);
    }
}

/* Builds y[j]: at least j + 1 of the n literals. */
static void count_directly(struct model *m, const lit *x, int n, const lit *y)
{
    for (int set = 1; set < 1 << n; set++) {
        lit all[MOST_DIRECT + 1], none[MOST_DIRECT + 1];
        int size = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) {
                none[size] = x[i];
                all[size++] = -x[i];
            }
        all[size] = y[size - 1];
        none[size] = -y[n - size];
        model_clause(m, all, size + 1);
        model_clause(m, none, size + 1);
    }
    for (int j = 1; j < n; j++) model_2(m, -y[j], y[j - 1]);
}

/* Builds hit[j]: the cell is attacked at least j + 1 times along the axis; 0 after the last one.
 * Returns the largest number of attacks. */
static int build_hits(const struct board *b, int cell, int axis, lit *hit)
{
    lit x[TANK_LIMIT];
    int n = tank_attackers(b, cell, axis, x);
    if (n > MOST_DIRECT) {
        model_count(b->m, x, n, n, COUNT_BOTH, hit);
        return n;
    }
    model_facts(b->m)->group = cell;
    for (int j = 0; j < n; j++)
        hit[j] = model_derived(b->m, "%d,%d is attacked %d times along its %s", cell / b->n + 1, cell % b->n + 1, j + 1,
                               axis == ALONG_ROW ? "row" : "column");
    count_directly(b->m, x, n, hit);
    return n;
}

static lit tank_lines_at_least(const lit *hit, int n, int k)
{
    return k <= 0 ? LIT_TRUE : k > n ? LIT_FALSE : hit[k - 1];
}

static void build_sum(const struct board *b, const lit *across, int rows, const lit *down, int columns,
                      const lit *least)
{
    for (int i = 0; i <= rows; i++)
        for (int j = 0; j <= columns; j++) {
            int k = (int)min64(i + j, b->top + 1);
            model_some(b->m,
                       (lit[]){-tank_lines_at_least(across, rows, i), -tank_lines_at_least(down, columns, j), least[k]},
                       3);
            if (k < b->top)
                model_some(b->m,
                           (lit[]){tank_lines_at_least(across, rows, i + 1), tank_lines_at_least(down, columns, j + 1),
                                   -least[k + 1]},
                           3);
        }
}

void tank_build_lines(const struct formulation *f, const struct instance *t, const struct bounds *bounds,
                      struct model *m)
{
    int n = t->n, cells = n * n;
    OWNED lit *across = mem_new((size_t)(2 * cells * n), sizeof *across);
    lit least[2 * TANK_LIMIT + 2], *down = across + cells * n;
    SCOPED(board) b = tank_begin(t, bounds, m);
    for (int c = 0; c < cells; c++) {
        lit *a = across + c * n, *d = down + (c % n * n + c / n) * n;
        build_order(&b, c, least);
        tank_count_rule(&b, c);
        int rows = build_hits(&b, c, ALONG_ROW, a), columns = build_hits(&b, c, ALONG_COLUMN, d);
        build_sum(&b, a, rows, d, columns, least);
    }
}
