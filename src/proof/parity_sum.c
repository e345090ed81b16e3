#include "proof/parity_sum.h"

#include "gf2/gf2.h"

/* ---- checking -------------------------------------------------------------------------------- */

static bool has_parity(const struct row *r)
{
    return r->kind == ROW_XOR || ((r->kind == ROW_CARD || r->kind == ROW_PB) && r->lo == r->hi);
}

/* Adds w x for each literal modulo 2: flips variables in `sum`; sum[0] is the constant. */
static void add_terms(signed char *sum, const lit *x, const int64_t *w, int n)
{
    for (int i = 0; i < n; i++) {
        if (w && !(w[i] & 1)) continue;
        sum[lit_var(x[i])] ^= 1;
        sum[0] ^= x[i] < 0; /* -x is 1 + x */
    }
}

static void parity_sum_add_row(signed char *sum, const struct row *r)
{
    add_terms(sum, r->x, r->w, r->n);
    sum[0] ^= r->lo & 1;
}

bool parity_sum_check(const struct model *m, bool refute, const struct lits *rows, bool *odd)
{
    const struct objective *o = model_objective(m);
    if (!refute && !o) return false;
    OWNED signed char *sum = mem_new((size_t)model_vars(m) + 1, 1);
    for (int i = 0, last = -1; i < rows->n; i++) {
        if (rows->v[i] <= last || rows->v[i] >= model_rows(m)) return false;
        struct row r = model_row(m, last = rows->v[i]);
        if (!has_parity(&r)) return false;
        parity_sum_add_row(sum, &r);
    }
    if (!refute) add_terms(sum, o->x, o->w, o->n);
    for (int v = 1; v <= model_vars(m); v++)
        if (sum[v]) return false;
    *odd = sum[0];
    return !refute || sum[0];
}

/* ---- searching ------------------------------------------------------------------------------- */

enum { LARGEST = 12000 }; /* rows and variables: elimination of a bit matrix of this size is still fast */

/* A row of the matrix has the row's variables, the constant, and a unit vector that records which
 * rows were added. */
static void parity_sum_fill(const struct model *m, const struct lits *eligible, struct gf2 *g)
{
    int vars = model_vars(m);
    OWNED signed char *sum = mem_new((size_t)vars + 1, 1);
    for (int i = 0; i < eligible->n; i++) {
        struct row r = model_row(m, eligible->v[i]);
        for (int v = 0; v <= vars; v++) sum[v] = 0;
        parity_sum_add_row(sum, &r);
        for (int v = 1; v <= vars; v++)
            if (sum[v]) gf2_flip(g, i, v - 1);
        if (sum[0]) gf2_flip(g, i, vars);
        gf2_flip(g, i, vars + 1 + i);
    }
}

/* Do rows of g, in echelon form on its first `lead` columns, add up to the target there? Adds them
 * to the target, which then holds the sum of their unit vectors. */
static bool parity_sum_reach(struct gf2 *g, uint64_t *target, int rank, const int *pivot, int lead)
{
    for (int i = 0; i < rank; i++)
        if (target[pivot[i] / 64] >> (pivot[i] % 64) & 1) gf2_add(target, gf2_row(g, i), g->stride);
    for (int v = 0; v < lead; v++)
        if (target[v / 64] >> (v % 64) & 1) return false;
    return true;
}

bool parity_sum_find(const struct model *m, bool refute, struct lits *rows)
{
    const struct objective *o = model_objective(m);
    SCOPED(lits) eligible = {0};
    SCOPED(gf2) g = {0};
    const int vars = model_vars(m), lead = vars + refute;
    for (struct row r = {0}; model_next(m, &r);)
        if (has_parity(&r)) lits_push(&eligible, r.number - 1);
    const int n = eligible.n;
    if ((!refute && !o) || !n || n > LARGEST || vars > LARGEST) return false;
    gf2_init(&g, n, vars + 1 + n);
    parity_sum_fill(m, &eligible, &g);
    OWNED int *pivot = mem_new((size_t)n, sizeof *pivot);
    const int rank = gf2_echelon(&g, lead, pivot, model_job(m));
    OWNED uint64_t *sum = mem_new(g.stride, sizeof *sum);
    if (refute) sum[vars / 64] = UINT64_C(1) << (vars % 64);
    for (int i = 0; i < (refute ? 0 : o->n); i++)
        if (!o->w || o->w[i] & 1) sum[(lit_var(o->x[i]) - 1) / 64] ^= UINT64_C(1) << ((lit_var(o->x[i]) - 1) % 64);
    if (job_over(model_job(m)) || !parity_sum_reach(&g, sum, rank, pivot, lead)) return false;
    for (int i = 0; i < n; i++) {
        const int at = vars + 1 + i;
        if (sum[at / 64] >> (at % 64) & 1) lits_push(rows, eligible.v[i]);
    }
    return true;
}
