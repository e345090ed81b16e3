/* The second elimination, and the check of every row of the model, for parity_recheck. */
#include "base/clock.h"
#include "gf2/parity_inside.h"

#include <string.h>

/* Whether every row of the model holds for x0 and, without its right side, for every column of
 * K. */
static bool parity_check_rows_hold(const struct parity *p, struct text *err)
{
    const struct model *m = p->model;
    OWNED uint64_t *sum = mem_new((size_t)p->words, sizeof *sum);
    bool good = true;
    for (struct row row = {0}; good && parity_goes_on(p, row.number) && model_next(m, &row);) {
        if (row.kind != ROW_XOR) continue;
        memset(sum, 0, (size_t)p->words * sizeof *sum);
        sum[0] = row.lo & 1;
        for (int k = 0; k < row.n; k++) {
            const uint64_t *form = parity_form(p, lit_var(row.x[k]));
            for (int w = 0; w < p->words; w++) sum[w] ^= form[w];
            sum[0] ^= row.x[k] < 0;
        }
        for (int w = 0; w < p->words; w++) good &= !sum[w];
        if (!good) text_error(err, "The kernel form violates the rule '%s'.", model_rule_name(m, row.rule));
    }
    return good;
}

/* Whether each y[j] is a variable, so that the columns of K are linearly independent. */
static bool columns_independent(const struct parity *p)
{
    for (int j = 0; j < p->dimension; j++) {
        const uint64_t *form = parity_form(p, parity_free_var(p, j));
        for (int w = 0; w < p->words; w++)
            if (form[w] != (w == (j + 1) / 64 ? UINT64_C(1) << ((j + 1) % 64) : 0)) return false;
    }
    return true;
}

/* Whether each step's row has its other columns from earlier steps or inactive. Then A is
 * triangular on the peeled rows and columns, and rank A = peeled + the rank of the left-over rows
 * on the inactive columns. */
static bool triangular(const struct parity *p)
{
    OWNED bool *known = mem_new((size_t)p->columns, sizeof *known), *seen = mem_new((size_t)p->rows, sizeof *seen);
    bool good = p->steps == p->rows;
    int peeled = 0;
    for (int i = 0; i < p->inactives; i++) known[p->inactive[i]] = true;
    for (int k = 0; k < p->steps && good; k++) {
        int r = p->step[k].row, to = p->step[k].column;
        good = !seen[r] && (to < 0 || !known[to]);
        seen[r] = true;
        bool has = to < 0;
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++) {
            has |= p->column[i] == to;
            good &= p->column[i] == to || known[p->column[i]];
        }
        good &= has;
        if (to >= 0) known[to] = true;
        peeled += to >= 0;
    }
    return good && peeled == p->peeled && peeled + p->inactives == p->columns;
}

/* The left-over rows in the inactive columns first .. first + 63: bit b of left[i] is the
 * coefficient of column first + b in the i-th of them. */
static void left_columns(const struct parity *p, int first, uint64_t *value, uint64_t *left)
{
    int n = 0;
    for (int i = 0; i < p->inactives; i++)
        value[p->inactive[i]] = i >= first && i - first < 64 ? UINT64_C(1) << (i - first) : 0;
    for (int k = 0; k < p->steps; k++) {
        int r = p->step[k].row, to = p->step[k].column;
        uint64_t sum = 0;
        for (size_t i = p->from[r]; i < p->from[r + 1]; i++)
            if (p->column[i] != to) sum ^= value[p->column[i]];
        if (to < 0)
            left[n++] = sum;
        else
            value[to] = sum;
    }
}

/* The rank of the left-over rows, by plain elimination of one column after the other. */
static int left_rank(const struct parity *p)
{
    int rows = p->rows - p->peeled, rank = 0;
    size_t words = ((size_t)rows + 63) / 64;
    OWNED uint64_t *value = mem_new((size_t)p->columns, sizeof *value), *left = mem_new((size_t)rows, sizeof *left);
    OWNED uint64_t *basis = NULL, *column = mem_new(words, sizeof *column);
    OWNED int *lead = mem_new((size_t)rows, sizeof *lead); /* row -> 1 + the basis vector that starts there */
    for (int c = 0; c < p->inactives && parity_goes_on(p, c); c++) {
        if (c % 64 == 0) left_columns(p, c, value, left);
        memset(column, 0, words * sizeof *column);
        for (int r = 0; r < rows; r++) column[r / 64] |= (left[r] >> (c % 64) & 1) << (r % 64);
        for (size_t w = 0; w < words; w++)
            while (column[w]) {
                int r = (int)w * 64 + __builtin_ctzll(column[w]);
                if (lead[r]) {
                    const uint64_t *b = basis + (size_t)(lead[r] - 1) * words;
                    for (size_t k = w; k < words; k++) column[k] ^= b[k];
                    continue;
                }
                basis = mem_resize(basis, (size_t)(rank + 1) * words, sizeof *basis);
                memcpy(basis + (size_t)rank * words, column, words * sizeof *column);
                lead[r] = ++rank;
                w = words - 1;
                break;
            }
    }
    return rank;
}

bool parity_recheck(const struct parity *p, double *seconds, struct text *err)
{
    double start = clock_cpu();
    bool good = parity_check_rows_hold(p, err);
    if (good && !columns_independent(p))
        good = text_error(err, "The columns of the kernel form are linearly dependent.");
    if (good && !triangular(p)) good = text_error(err, "The peeled rows of the parity system are not triangular.");
    if (good && p->peeled + left_rank(p) != p->columns - p->dimension)
        good = text_error(err, "A second elimination finds a rank other than %d.", p->columns - p->dimension);
    *seconds = clock_cpu() - start;
    return good;
}
