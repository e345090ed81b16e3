/* The kernel form of a model (gf2/reduction.h) derived from the model's rows, as sums of these.
 *
 * Each literal that the form defines is the parity of earlier ones, and an adder says so as an
 * equation: a + b = 2 carry + t. Each variable x of an XOR row equals a literal z, a constant at
 * times: rows and such equations add up to one in which all other weights are even, and a parity
 * cut derives the clauses x or ~z, and ~x or z. If all other variables of a row are known in this
 * way, the row itself is the only one that is needed, as in light chasing. Otherwise an elimination
 * finds rows. */
#include "base/text.h"
#include "gf2/gf2.h"
#include "gf2/reduction.h"
#include "proof/derivation_inside.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LARGEST = 12000 }; /* rows and variables: elimination of a bit matrix of this size is still fast */

struct derivation_reduced {
    struct derivation *d;
    const struct kernel *k;
    const struct reduction *r;
    struct lits xors;       /* rows of the model */
    struct lits line, side; /* variables that are defined; the rows of each: x >= 2 carry + t, and the next one <= */
    lit *class;             /* the literal of each class */
    struct reduced_var {
        bool known;
        int when_false, when_true; /* x or ~z; ~x or z; 0: z is x, or such a constant */
    } * of;                        /* of each variable of the model */
    struct gf2 sums;               /* XOR rows by variables, and which were added */
    int *pivot, rank;
};

static void derivation_reduced_release(struct derivation_reduced *p)
{
    lits_release(&p->xors);
    lits_release(&p->line);
    lits_release(&p->side);
    gf2_release(&p->sums);
    MEM_FREE(p->class, p->of, p->pivot);
}

bool derivation_kernel_applies(const struct model *m)
{
    bool any = false, all = true;
    for (struct row r = {0}; all && model_next(m, &r);) {
        any = any || r.kind == ROW_XOR;
        all = r.kind <= ROW_XOR && !r.half;
    }
    return any && all && model_rows(m) <= LARGEST && model_vars(m) <= LARGEST;
}

/* ---- the literals of the form ---------------------------------------------------------------- */

/* Defines t as the parity of n variables, 2 or more. */
static void reduced_define(struct derivation_reduced *p, const lit *x, int n, lit t)
{
    struct derivation *d = p->d;
    struct lits column[2] = {0}; /* and the carries, which are not added up */
    struct terms rows[2] = {0};
    lits_add(&column[0], x, n);
    derivation_add_column(d, column, 0, t, rows);
    int row = rows[0].x.v[0];
    for (int most = 0; most < 2 && n > 3; most++) {
        const int sum = derivation_line(d, rows[most].x.n, rows[most].x.v, rows[most].w, NULL, 1);
        row = most ? row : sum;
    }
    lits_push(&p->line, t);
    lits_push(&p->side, row);
    for (int i = 0; i < 2; i++) {
        lits_release(&column[i]);
        terms_release(&rows[i]);
    }
}

/* Names the variables of the form, and defines those that are sums; and a literal of each other class. */
static void reduced_lines(struct derivation_reduced *p)
{
    struct derivation *d = p->d;
    const struct kernel *k = p->k;
    const struct model *m = reduction_model(p->r);
    SCOPED(lits) x = {0};
    lits_push(&d->names, 0);
    for (int v = 1; v <= model_vars(m); v++) lits_push(&d->names, v <= k->dimension ? k->free_var[v - 1] : 0);
    for (int v = 1; v <= k->vars; v++)
        if (k->class_of[v] < 0) d->names.v[reduction_outside(p->r, v)] = v;
    for (struct row r = {0}; model_next(m, &r) && !reduction_source(p->r, r.number);) {
        lit t = 0;
        x.n = 0;
        for (int i = 0; i < r.n; i++)
            if (d->names.v[lit_var(r.x[i])])
                lits_push(&x, d->names.v[lit_var(r.x[i])]);
            else
                t = d->names.v[lit_var(r.x[i])] = derivation_fresh(d);
        reduced_define(p, x.v, x.n, t);
    }
    p->class = mem_new((size_t)k->classes, sizeof *p->class);
    for (int c = 1; c < k->classes; c++) {
        const lit z = reduction_class(p->r, c);
        x.n = 0;
        for (int j = 0; j < k->dimension && !z; j++)
            if (kernel_has(kernel_pattern(k, c), j)) lits_push(&x, k->free_var[j]);
        p->class[c] = z ? derivation_name(d, z) : x.n == 1 ? x.v[0] : derivation_fresh(d);
        if (x.n > 1) reduced_define(p, x.v, x.n, p->class[c]);
    }
}

/* ---- variables of XOR rows ------------------------------------------------------------------- */

/* Replaces a variable by its literal in the sum, `times`, and writes that. False: its clauses are not derived. */
static bool reduced_replace(struct derivation_reduced *p, int v, int64_t times)
{
    struct derivation *d = p->d;
    if (p->k->class_of[v] < 0) return true;
    if (!p->of[v].known) return false;
    const bool positive = derivation_var(d, v)->weight > 0;
    const int row = positive ? p->of[v].when_true : p->of[v].when_false;
    if (row)
        derivation_put_add(d, row, times);
    else if (!p->k->class_of[v])
        derivation_put_axiom(d, positive ? -v : v, times);
    return true;
}

/* Derives and stores a clause of the only variables that have odd weights in both sides of an equation. */
static int reduced_clause(struct derivation *d, const int *side, const struct lits *x)
{
    text_put(d->proof, "pol");
    for (int most = 0; most < 2; most++) {
        derivation_clear(d);
        derivation_put_add(d, side[most], 1);
        for (int i = 0; i < x->n; i++)
            if ((derivation_var(d, x->v[i])->weight > 0) != (x->v[i] > 0)) derivation_put_axiom(d, x->v[i], 1);
        text_put(d->proof, " 2 d");
    }
    text_put(d->proof, " +;\n");
    derivation_put_clause(d, x->v, x->n);
    text_add(d->proof, " ~ %" PRId64 ";\ndel id %" PRId64 ";\n", d->next, d->next);
    d->next++;
    return derivation_store_sum(d, d->next++, 1, x->v, NULL, x->n, 1);
}

/* Adds up one side of these rows of the model, in which all other variables that occur an odd number of times are
 * known, and of definitions: only v and z stay odd. 0: one is not known. */
static int reduced_sum(struct derivation_reduced *p, int v, lit z, const struct lits *rows, int most)
{
    struct derivation *d = p->d;
    derivation_clear(d);
    text_put(d->proof, "pol");
    for (int i = 0; i < rows->n; i++) derivation_put_add(d, d->of_row[rows->v[i] - 1] + most, 1);
    for (int i = 0, n = d->used.n; i < n; i++) {
        const int w = d->used.v[i];
        if (w <= p->k->vars && w != v && derivation_var(d, w)->weight % 2 && !reduced_replace(p, w, 1)) return 0;
    }
    for (int i = p->line.n - 1; i >= 0; i--)
        if (!(derivation_var(d, p->line.v[i])->weight % 2) == (p->line.v[i] == lit_var(z)))
            derivation_put_add(d, p->side.v[i] + most, 1);
    return derivation_put_end(d);
}

/* Derives the clauses of a variable from these rows. */
static bool reduced_know(struct derivation_reduced *p, int v, const struct lits *rows)
{
    struct derivation *d = p->d;
    const int c = p->k->class_of[v];
    const lit x = p->k->flipped[v] ? -v : v, z = p->class[c]; /* x equals z, or is false in class 0 */
    const int64_t before = d->next;
    const int side[] = {reduced_sum(p, v, z, rows, 0), reduced_sum(p, v, z, rows, 1)};
    if (!side[0] || !side[1]) return false;
    int row[2] = {0};
    if (c) row[x < 0] = reduced_clause(d, side, &(struct lits){.v = (lit[]){x, -z}, .n = 2});
    row[x > 0] = reduced_clause(d, side, &(struct lits){.v = (lit[]){-x, z}, .n = c ? 2 : 1});
    text_add(d->proof, "del id %" PRId64 " %" PRId64 ";\n", before, before + 1);
    p->of[v] = (struct reduced_var){.known = true, .when_false = row[0], .when_true = row[1]};
    return true;
}

/* ---- elimination ----------------------------------------------------------------------------- */

/* Adds up XOR rows until each variable but the coordinates is alone in a sum with some of these. */
static bool reduced_eliminate(struct derivation_reduced *p)
{
    const int n = p->xors.n, vars = p->k->vars;
    OWNED bool *coordinate = mem_new((size_t)vars + 1, sizeof *coordinate);
    for (int j = 0; j < p->k->dimension; j++) coordinate[p->k->free_var[j]] = true;
    gf2_init(&p->sums, n, vars + n);
    p->pivot = mem_new((size_t)n, sizeof *p->pivot);
    for (int i = 0; i < n; i++) {
        const struct row r = model_row(p->d->m, p->xors.v[i] - 1);
        for (int k = 0; k < r.n; k++)
            if (!coordinate[lit_var(r.x[k])]) gf2_flip(&p->sums, i, lit_var(r.x[k]) - 1);
        gf2_flip(&p->sums, i, vars + i);
    }
    p->rank = gf2_echelon(&p->sums, vars, p->pivot, model_job(p->d->m));
    return !job_over(model_job(p->d->m));
}

/* The same of a variable for which no row is enough. */
static bool reduced_know_by_many(struct derivation_reduced *p, int v)
{
    SCOPED(lits) rows = {0};
    if (!p->pivot && !reduced_eliminate(p)) return false;
    int at = 0;
    while (at < p->rank && p->pivot[at] != v - 1) at++;
    for (int i = 0; at < p->rank && i < p->xors.n; i++)
        if (gf2_get(&p->sums, at, p->k->vars + i)) lits_push(&rows, p->xors.v[i]);
    return rows.n && reduced_know(p, v, &rows);
}

/* Derives the clauses of each variable for which a row is now enough. */
static bool reduced_chase(struct derivation_reduced *p)
{
    bool ok = true;
    for (bool more = true; more && ok;) {
        more = false;
        for (int i = 0; i < p->xors.n && ok; i++) {
            const struct row r = model_row(p->d->m, p->xors.v[i] - 1);
            int unknown = 0, v = 0;
            for (int k = 0; k < r.n && unknown < 2; k++) {
                if (p->of[lit_var(r.x[k])].known) continue;
                v = lit_var(r.x[k]);
                unknown++;
            }
            if (unknown != 1) continue;
            ok = reduced_know(p, v, &(struct lits){.v = &p->xors.v[i], .n = 1});
            more = true;
        }
    }
    return ok;
}

/* ---- the rows of the form -------------------------------------------------------------------- */

/* The row with literals in place of variables of XOR rows; 0: that fails. */
static int reduced_translate(struct derivation_reduced *p, int row)
{
    struct derivation *d = p->d;
    derivation_clear(d);
    text_put(d->proof, "pol");
    derivation_put_add(d, row, 1);
    for (int i = 0, n = d->used.n; i < n; i++) {
        const int v = d->used.v[i];
        const int64_t times = llabs(derivation_var(d, v)->weight);
        if (v <= p->k->vars && times && !reduced_replace(p, v, times)) return 0;
    }
    return derivation_put_end(d);
}

/* The rows of the form take the place of the model's. */
static bool reduced_rows(struct derivation_reduced *p)
{
    struct derivation *d = p->d;
    const struct model *m = reduction_model(p->r);
    bool ok = true;
    SCOPED(lits) rows = {0};
    int *of_row = mem_new((size_t)model_rows(m) + 1, sizeof *of_row);
    for (struct row r = {0}; model_next(m, &r);) {
        const int source = reduction_source(p->r, r.number);
        for (int i = source ? d->of_row[source - 1] : 0; source && i < d->of_row[source]; i++) {
            lits_push(&rows, reduced_translate(p, i));
            ok = ok && rows.v[rows.n - 1];
        }
        for (int i = 0; i < 2 && !source; i++) lits_push(&rows, p->side.v[r.number - 1] + i);
        of_row[r.number] = rows.n;
    }
    const int first = d->rows;
    for (int i = 0; i < rows.n; i++) MEM_PUSH(d->row, d->rows, d->row_cap, d->row[rows.v[i]]);
    for (int i = 0; i <= model_rows(m); i++) of_row[i] += first;
    mem_free(d->of_row);
    d->of_row = of_row;
    d->from = -1;
    d->premises = 0;
    if (d->bound) d->bound = reduced_translate(p, d->bound);
    return ok;
}

bool derivation_kernel(struct derivation *d, const struct kernel *k, const struct reduction *r)
{
    SCOPED(derivation_reduced) p = {.d = d, .k = k, .r = r, .of = mem_new((size_t)k->vars + 1, sizeof *p.of)};
    const bool bounded = d->bound;
    for (int j = 0; j < k->dimension; j++) p.of[k->free_var[j]].known = true;
    for (struct row row = {0}; model_next(d->m, &row);)
        if (row.kind == ROW_XOR) lits_push(&p.xors, row.number);
    reduced_lines(&p);
    bool ok = reduced_chase(&p);
    for (int v = 1; v <= k->vars && ok; v++)
        if (k->class_of[v] >= 0 && !p.of[v].known) ok = reduced_know_by_many(&p, v) && reduced_chase(&p);
    return ok && reduced_rows(&p) && (!bounded || d->bound);
}
