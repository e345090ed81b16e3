#include "gf2/reduction_inside.h"

#include <limits.h>

/* What a literal can become beside a literal. */
enum { TRUE = INT_MAX, FALSE = -INT_MAX };

/* ---- the other rows, in the new literals ----------------------------------------------------------------------- */

static lit translated(const struct reduction *r, lit l)
{
    const struct kernel *k = r->kernel;
    int v = lit_var(l), c = k->class_of[v];
    if (c < 0) return r->outside[v] * lit_sign(l);
    if (!c) return k->flipped[v] == (l > 0) ? TRUE : FALSE;
    assert(r->class_lit[c] && "the classes that rows speak of have literals");
    return k->flipped[v] == (l > 0) ? -r->class_lit[c] : r->class_lit[c];
}

static int64_t less(int64_t bound, int64_t w) { return bound == INT64_MIN || bound == INT64_MAX ? bound : bound - w; }

static void translate_sum(struct reduction *r, const struct row *row)
{
    int64_t lo = row->lo, hi = row->hi;
    int n = 0;
    for (int i = 0; i < row->n; i++) {
        lit l = translated(r, row->x[i]);
        int64_t w = row->w ? row->w[i] : 1;
        if (l == TRUE) {
            lo = less(lo, w);
            hi = less(hi, w);
        } else if (l != FALSE) {
            lits_push(&r->x, l);
            MEM_PUSH(r->w, n, r->w_cap, w);
        }
    }
    if (row->kind == ROW_PB)
        model_pb(r->model, r->x.v, r->w, n, lo, hi);
    else
        model_card(r->model, r->x.v, n, lo, hi);
    if (row->block && n == row->n) model_partition(r->model, row->block);
}

static void translate_clause(struct reduction *r, const struct row *row)
{
    for (int i = 0; i < row->n; i++) {
        lit l = translated(r, row->x[i]);
        if (l == TRUE) return;
        if (l != FALSE) lits_push(&r->x, l);
    }
    model_clause(r->model, r->x.v, r->x.n);
}

static lit constant(struct reduction *r, lit l)
{
    if (l != TRUE && l != FALSE) return l;
    if (!r->always) {
        model_group(r->model, GROUP_TRUE);
        r->always = model_derived(r->model, "true");
        model_1(r->model, r->always);
    }
    return l == TRUE ? r->always : -r->always;
}

/* A counter as variables, y <-> at least j + 1 of x, whose y may have become other literals: equal to new ones. */
static void translate_count(struct reduction *r, const struct row *row)
{
    int max = (int)row->lo;
    for (int i = 0; i < row->n; i++) lits_push(&r->x, constant(r, translated(r, row->x[i])));
    lit *y = mem_new((size_t)max, sizeof *y);
    model_count(r->model, r->x.v, row->n, max, y);
    for (int j = 0; j < max; j++) {
        lit old = constant(r, translated(r, row->x[row->n + j]));
        model_2(r->model, -old, y[j]);
        model_2(r->model, old, -y[j]);
    }
    mem_free(y);
}

static void translate_rows(struct reduction *r)
{
    for (int i = 0; i < model_rows(r->built) && !r->kernel->alone; i++) {
        struct row row = model_row(r->built, i);
        if (row.kind == ROW_XOR) continue;
        model_rule(r->model, "%s", model_rule_name(r->built, row.rule));
        r->x.n = 0;
        if (row.kind == ROW_CLAUSE)
            translate_clause(r, &row);
        else if (row.kind == ROW_COUNT)
            translate_count(r, &row);
        else
            translate_sum(r, &row);
    }
}

/* ---- the objective --------------------------------------------------------------------------------------------- */

static void add_term(struct reduction *r, lit l, int64_t w)
{
    int n = r->x.n;
    lits_push(&r->x, l);
    MEM_PUSH(r->w, n, r->w_cap, w);
}

/* base + sum of spin * z, a negative spin s being s + |s| * -z; the terms outside stay as they are. */
static void translate_objective(struct reduction *r)
{
    const struct kernel *k = r->kernel;
    const struct objective *o = model_objective(r->built);
    int64_t constant_part = k->base, now = 0;
    if (!o) return;
    r->x.n = 0;
    for (int c = 0; c < k->classes; c++) {
        int64_t s = k->spin[c];
        if (!c || !s) continue;
        add_term(r, s > 0 ? r->class_lit[c] : -r->class_lit[c], s > 0 ? s : -s);
        constant_part += s < 0 ? s : 0;
        now -= s < 0 ? s : 0; /* the new sum at y = 0 */
    }
    bool within = true;
    for (int i = 0; i < o->n; i++)
        if (k->class_of[lit_var(o->x[i])] < 0) {
            add_term(r, translated(r, o->x[i]), o->w ? o->w[i] : 1);
            within = false;
        }
    struct objective reduced = *o;
    reduced.n = r->x.n;
    reduced.x = r->x.v;
    reduced.w = r->w;
    reduced.block = NULL;
    reduced.a += o->b * constant_part;
    reduced.least = max64(o->least - constant_part, 0); /* of any residue: only `now` tells which one sums have */
    if (within && k->step > o->step) {
        reduced.step = k->step;
        while ((reduced.least - now) % k->step) reduced.least++;
    }
    model_minimise(r->model, &reduced);
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static lit copy_var(struct reduction *r, int v)
{
    const char *name = model_name(r->built, v);
    model_group(r->model, model_group_of(r->built, v));
    return model_is_solution(r->built, v) ? model_var(r->model, "%s", name) : model_derived(r->model, "%s", name);
}

struct reduction *reduction_new(const struct model *m, const struct kernel *k, bool symmetry)
{
    struct reduction *r = mem_new(1, sizeof *r);
    r->built = m;
    r->kernel = k;
    r->model = model_new();
    model_set_job(r->model, model_job(m));
    r->class_lit = mem_new((size_t)k->classes, sizeof *r->class_lit);
    r->outside = mem_new((size_t)k->vars + 1, sizeof *r->outside);
    for (int j = 0; j < k->dimension; j++) copy_var(r, k->free_var[j]);
    for (int v = 1; v <= k->vars; v++)
        if (k->class_of[v] < 0) r->outside[v] = copy_var(r, v);
    reduction_classes(r, symmetry);
    if (!model_stopped(r->model)) {
        translate_rows(r);
        translate_objective(r);
    }
    return r;
}

void reduction_free(struct reduction *r)
{
    if (!r) return;
    model_free(r->model);
    mem_free(r->class_lit);
    mem_free(r->outside);
    lits_release(&r->x);
    mem_free(r->w);
    mem_free(r);
}

struct model *reduction_model(const struct reduction *r) { return r->model; }

void reduction_extend(const struct reduction *r, struct values reduced, struct values built)
{
    const struct kernel *k = r->kernel;
    uint64_t *y = mem_new((size_t)k->words, sizeof *y);
    for (int j = 0; j < k->dimension; j++)
        if (reduced.v[j + 1] > 0) y[j / 64] |= UINT64_C(1) << (j % 64);
    kernel_values(k, r->built, y, built);
    for (int v = 1; v <= k->vars; v++)
        if (k->class_of[v] < 0) built.v[v] = reduced.v[r->outside[v]];
    mem_free(y);
}

int reduction_propagate(struct model *m, const struct kernel *k)
{
    int clauses = 0, *first = mem_new((size_t)k->classes, sizeof *first);
    model_rule(m, "what the parity rows imply");
    for (int v = 1; v <= k->vars; v++) {
        int c = k->class_of[v];
        if (c < 0) continue;
        if (!c) {
            model_1(m, k->flipped[v] ? v : -v);
            clauses++;
        } else if (!first[c]) {
            first[c] = k->flipped[v] ? -v : v;
        } else {
            lit l = k->flipped[v] ? -v : v;
            model_2(m, -first[c], l);
            model_2(m, first[c], -l);
            clauses += 2;
        }
    }
    mem_free(first);
    return clauses;
}
