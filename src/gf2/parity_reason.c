/* Finds a small set of contradictory parity rows: a smallest one if the kernel of their sums can be
 * enumerated. */
#include "gf2/kernel.h"

/* The sets of rows that add up to 0 = 1 are the solutions of the transposed parity system. It has a
 * variable per row of the model ("is it in the sum?"), a row per variable of the model (it
 * cancels), and one row for the right sides (they add up to 1). Its least solution is the smallest
 * reason. */

static const int MEGABYTES = 4096;

#define LEAST(name) extern bool name##_least(const struct kernel *k, uint64_t *y);
#include "extras/extra_list.h"

/* Finds a y of least sum if the model has parity rows only, and the kernel few dimensions, but at
 * least one. False: not for this kernel. NULL: no extra has it. */
static bool (*const least_point)(const struct kernel *k, uint64_t *y)
#define LEAST(name) = name##_least
#include "extras/extra_list.h"
    ;

/* row_of: variable - 1 -> row of the model. */
static void parity_reason_transpose(const struct model *m, struct model *t, struct lits *row_of)
{
    size_t vars = (size_t)model_vars(m), n = 0;
    OWNED size_t *at = mem_new(vars + 3, sizeof *at);
    SCOPED(lits) odd = {0};
    for (struct row row = {0}; model_next(m, &row);) {
        if (row.kind != ROW_XOR) continue;
        lits_push(row_of, row.number - 1);
        int right = row.lo & 1;
        for (int k = 0; k < row.n; k++, n++) {
            right ^= row.x[k] < 0;
            at[lit_var(row.x[k]) + 2]++;
        }
        model_var(t, "row %d", row.number - 1);
        if (right) lits_push(&odd, row_of->n);
    }
    for (size_t v = 0; v + 2 < vars + 3; v++) at[v + 2] += at[v + 1];
    OWNED lit *x = mem_new(n, sizeof *x);
    SCOPED(lits) all = {0};
    for (int j = 0; j < row_of->n; j++) {
        struct row row = model_row(m, row_of->v[j]);
        lits_push(&all, j + 1);
        for (int k = 0; k < row.n; k++) x[at[lit_var(row.x[k]) + 1]++] = j + 1;
    }
    for (size_t v = 1; v <= vars; v++)
        if (at[v + 1] > at[v]) model_xor(t, x + at[v], (int)(at[v + 1] - at[v]), 0);
    model_xor(t, odd.v, odd.n, 1);
    model_minimize(t, &(struct objective){.n = all.n, .x = all.v, .b = 1, .c = 1, .step = 1, .name = "rows"});
}

/* The least solution if that is cheap to find, else any. */
static void parity_reason_choose(const struct model *t, const struct lits *row_of, const struct parity *p,
                                 struct lits *rows, bool *least)
{
    struct kernel *k = kernel_new(t, p);
    OWNED uint64_t *y = mem_new((size_t)k->words, sizeof *y);
    int vars = model_vars(t);
    SCOPED(values) values = values_new(vars);
    *least = !k->dimension || (least_point && least_point(k, y));
    kernel_values(k, t, y, values);
    for (int v = 1; v <= vars; v++)
        if (values.v[v] > 0) lits_push(rows, row_of->v[v - 1]);
    kernel_free(k);
}

/* Asserts the reason on the model itself. */
static void assert_reason(const struct model *m, const struct lits *rows)
{
    OWNED bool *odd = mem_new((size_t)model_vars(m) + 1, sizeof *odd);
    int right = 0;
    for (int i = 0; i < rows->n; i++) {
        struct row row = model_row(m, rows->v[i]);
        right ^= row.lo & 1;
        for (int k = 0; k < row.n; k++) {
            odd[lit_var(row.x[k])] ^= 1;
            right ^= row.x[k] < 0;
        }
    }
    for (int v = 1; v <= model_vars(m); v++) assert(!odd[v] && "the variables of a reason cancel");
    assert(right && "the right sides of a reason add up to 1");
}

bool parity_reason(const struct model *m, struct lits *rows, bool *least, struct text *err)
{
    SCOPED(model) *t = model_new();
    SCOPED(lits) row_of = {0};
    parity_reason_transpose(m, t, &row_of);
    struct parity *p = parity_new(t, MEGABYTES, err);
    bool found = p && parity_consistent(p);
    if (found) {
        parity_reason_choose(t, &row_of, p, rows, least);
        assert_reason(m, rows);
    }
    parity_free(p);
    return found;
}
