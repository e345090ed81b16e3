/* Deductions from parity constraints: sums modulo 2 in which one literal is unknown. */
#include "search/deduction_inside.h"

#include "gf2/gf2.h"

enum { SUMS_UNITS = 400 };

/* The open variables of the units, each of which is one parity constraint. */
static void open_variables(struct deduction *d, const struct lits *units, int *column, struct lits *open)
{
    for (int i = 0; i < units->n; i++) {
        const struct lits *scope = &d->unit[units->v[i]].scope;
        for (int k = 0; k < scope->n; k++) {
            if (deduction_value(d, scope->v[k]) || column[scope->v[k]]) continue;
            lits_push(open, scope->v[k]);
            column[scope->v[k]] = open->n;
        }
    }
}

/* The only open variable of a row; 0: it has none, or several. */
static int row_variable(const struct gf2 *m, int row, const struct lits *open)
{
    int only = 0;
    for (int c = 0; c < open->n; c++) {
        if (!gf2_get(m, row, c)) continue;
        if (only) return 0;
        only = open->v[c];
    }
    return only;
}

/* Makes the deduction of the sum of those units that a row of the matrix counts. */
static void sum_read(struct deduction *d, const struct gf2 *m, int row, int first, const struct lits *units,
                     struct deduced *out)
{
    for (int i = 0; i < units->n; i++) {
        if (!gf2_get(m, row, first + i)) continue;
        const struct lits *scope = &d->unit[units->v[i]].scope;
        lits_push(&out->units, units->v[i]);
        for (int k = 0; k < scope->n; k++) {
            const int value = deduction_value(d, scope->v[k]);
            if (value && !lits_have(&out->facts, value * scope->v[k])) lits_push(&out->facts, value * scope->v[k]);
        }
    }
    out->sum = true;
}

bool deduction_sum(struct deduction *d, const struct lits *units, lit x, struct deduced *best)
{
    SCOPED(lits) odd = {0}, open = {0};
    OWNED int *column = mem_new((size_t)d->first, sizeof *column);
    SCOPED(gf2) m = {0};
    bool found = false;
    for (int i = 0; i < units->n; i++)
        if (d->unit[units->v[i]].odd) lits_push(&odd, units->v[i]);
    if (!odd.n || odd.n > SUMS_UNITS || !deduction_base(d)) return false;
    open_variables(d, &odd, column, &open);
    gf2_init(&m, odd.n, open.n + odd.n);
    for (int i = 0; i < odd.n; i++) {
        const struct lits *scope = &d->unit[odd.v[i]].scope;
        for (int k = 0; k < scope->n; k++)
            if (column[scope->v[k]]) gf2_flip(&m, i, column[scope->v[k]] - 1);
        gf2_flip(&m, i, open.n + i);
    }
    OWNED int *pivot = mem_new((size_t)odd.n + 1, sizeof *pivot);
    const int rank = gf2_echelon(&m, open.n, pivot, &d->session.job);
    for (int row = 0; row < rank && !job_over(&d->session.job); row++) {
        const int only = row_variable(&m, row, &open);
        if (!only || (x && only != lit_var(x))) continue;
        struct deduced e = {.x = x ? x : deduction_likely(d, only)};
        sum_read(d, &m, row, open.n, &odd, &e);
        const bool better = !found || e.units.n < best->units.n;
        deduced_release(better ? best : &e);
        if (better) *best = e;
        found = true;
    }
    return found;
}
