#include "gf2/reduction.h"
#include "base/number.h"

#include "gf2/xor_share.h"

#include <limits.h>

/* Groups of the variables that a reduction adds; the others keep theirs. */
enum { GROUP_SUM = -4, GROUP_EQUAL, GROUP_TRUE };

struct reduction {
    const struct model *built;
    const struct kernel *kernel;
    struct model *model;
    lit *class_lit;   /* by class: its literal, 0: not needed */
    lit *outside;     /* variable of the built model in no XOR row -> variable of the reduced one */
    lit always;       /* a literal that is always true; 0: not needed yet */
    struct terms row; /* under construction */
    struct lits source;
};

/* The constants that a literal can become. */
enum { TRUE = INT_MAX, FALSE = -INT_MAX };

/* ---- literals for the classes, and the least image under the symmetries ---------------------- */

static void mark_needed(const struct reduction *r, bool *needed)
{
    const struct kernel *k = r->kernel;
    for (int c = 1; c < k->classes; c++) needed[c] = k->spin[c] != 0;
    for (struct row row = {0}; !k->alone && model_next(r->built, &row);) {
        int n = row.kind == ROW_COUNT ? row.n + (int)row.lo : row.n;
        for (int j = 0; j < n && row.kind != ROW_XOR; j++) {
            int c = k->class_of[lit_var(row.x[j])];
            if (c > 0) needed[c] = true;
        }
    }
}

/* Bit i of y's image under a symmetry, without the constant. */
static uint64_t image_pattern(const struct kernel *k, const struct kernel_map *g, int i)
{
    uint64_t pattern = 0;
    for (int j = 0; j < k->dimension; j++) pattern |= (g->image[j] >> i & 1) << j;
    return pattern;
}

static lit element_lit(struct reduction *r, const lit *line_lit, int element)
{
    int d = r->kernel->dimension;
    return element < d ? element + 1 : line_lit[element - d];
}

/* For dimension <= 63: computes the classes' patterns, and those of the symmetries' images, by one
 * program of additions. image[m * dimension + i] becomes the literal of bit i of the image under
 * symmetry m. */
static void reduction_share(struct reduction *r, const bool *needed, int maps, lit *image)
{
    const struct kernel *k = r->kernel;
    int most = k->classes + maps * k->dimension, n = 0;
    OWNED uint64_t *target = mem_new((size_t)most, sizeof *target);
    for (int c = 1; c < k->classes; c++)
        if (needed[c]) target[n++] = *kernel_pattern(k, c) >> 1;
    for (int m = 0; m < maps; m++)
        for (int i = 0; i < k->dimension; i++) target[n++] = image_pattern(k, &k->map[m], i);
    OWNED int *element = mem_new((size_t)n, sizeof *element);
    SCOPED(xor_program) program = {0};
    bool done = xor_share(&program, k->dimension, target, n, element, model_job(r->model));
    OWNED lit *line = mem_new((size_t)program.lines, sizeof *line);
    model_facts(r->model)->group = GROUP_SUM;
    for (int i = 0; i < program.lines; i++) {
        line[i] = model_derived(r->model, "sum %d", i + 1);
        lit a = element_lit(r, line, program.line[i].a), b = element_lit(r, line, program.line[i].b);
        model_xor(r->model, (lit[]){line[i], a, b}, 3, 0);
    }
    n = 0;
    for (int c = 1; c < k->classes && done; c++)
        if (needed[c]) r->class_lit[c] = element_lit(r, line, element[n++]);
    for (int m = 0; m < maps && done; m++)
        for (int i = 0; i < k->dimension; i++)
            image[m * k->dimension + i] = element_lit(r, line, element[n++]) * (k->map[m].shift >> i & 1 ? -1 : 1);
}

static void define_plainly(struct reduction *r, const bool *needed)
{
    const struct kernel *k = r->kernel;
    model_facts(r->model)->group = GROUP_SUM;
    for (int c = 1; c < k->classes; c++) {
        if (!needed[c]) continue;
        r->row.x.n = 0;
        for (int j = 0; j < k->dimension; j++)
            if (kernel_has(kernel_pattern(k, c), j)) lits_push(&r->row.x, j + 1);
        if (r->row.x.n > 1) {
            lits_push(&r->row.x, model_derived(r->model, "sum %d", c));
            model_xor(r->model, r->row.x.v, r->row.x.n, 0);
        }
        r->class_lit[c] = r->row.x.v[r->row.x.n - 1];
    }
}

/* Requires y <= its image, lexicographically, false before true: equal[i] follows if the first i
 * bits agree. */
static void reduction_break_symmetry(struct reduction *r, const lit *image, int d)
{
    lit equal = 0;
    model_facts(r->model)->group = GROUP_EQUAL;
    for (int i = 0; i < d; i++) {
        lit y = i + 1, z = image[i];
        if (y == z) continue;
        if (equal)
            model_3(r->model, -equal, -y, z);
        else if (y == -z)
            model_1(r->model, -y);
        else
            model_2(r->model, -y, z);
        if (y == -z) return; /* they differ here: later bits do not matter */
        lit next = model_derived(r->model, "first %d equal", i + 1);
        for (int sign = -1; sign <= 1; sign += 2) {
            lit c[4] = {next, sign * y, sign * z, -equal};
            model_clause(r->model, c, equal ? 4 : 3);
        }
        equal = next;
    }
}

/* Builds the XORs that define the classes in other rows, the objective or a symmetry, and sets
 * class_lit. With symmetry: also requires that y is at most its image under each of the kernel's
 * symmetries. */
static void define_classes(struct reduction *r, bool symmetry)
{
    const struct kernel *k = r->kernel;
    OWNED bool *needed = mem_new((size_t)k->classes, sizeof *needed);
    mark_needed(r, needed);
    model_rule(r->model, "the classes of the kernel form");
    if (k->words > 1) {
        define_plainly(r, needed);
    } else {
        int maps = symmetry ? k->maps : 0;
        OWNED lit *image = mem_new((size_t)maps * (size_t)k->dimension, sizeof *image);
        reduction_share(r, needed, maps, image);
        if (maps) model_rule(r->model, "the least of its mirror images");
        for (int m = 0; m < maps && !model_stopped(r->model); m++)
            reduction_break_symmetry(r, image + m * k->dimension, k->dimension);
    }
}

/* ---- the other rows, in the new literals ----------------------------------------------------- */

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
    for (int i = 0; i < row->n; i++) {
        lit l = translated(r, row->x[i]);
        int64_t w = row->w ? row->w[i] : 1;
        if (l == TRUE) {
            lo = less(lo, w);
            hi = less(hi, w);
        } else if (l != FALSE) {
            terms_add(&r->row, l, w);
        }
    }
    if (row->kind == ROW_PB)
        model_pb(r->model, r->row.x.v, r->row.w, r->row.x.n, lo, hi);
    else
        model_card(r->model, r->row.x.v, r->row.x.n, lo, hi);
    if (row->block && r->row.x.n == row->n) model_partition(r->model, row->block);
}

static void translate_clause(struct reduction *r, const struct row *row)
{
    for (int i = 0; i < row->n; i++) {
        lit l = translated(r, row->x[i]);
        if (l == TRUE) return;
        if (l != FALSE) lits_push(&r->row.x, l);
    }
    model_clause(r->model, r->row.x.v, r->row.x.n);
}

static lit constant(struct reduction *r, lit l)
{
    if (l != TRUE && l != FALSE) return l;
    if (!r->always) {
        model_facts(r->model)->group = GROUP_TRUE;
        r->always = model_derived(r->model, "true");
        model_1(r->model, r->always);
    }
    return l == TRUE ? r->always : -r->always;
}

/* Translates a counter as variables, y <-> at least j + 1 of x. Its y may have become other
 * literals: they equal new ones, or in one direction follow from them. */
static void translate_count(struct reduction *r, const struct row *row)
{
    int max = (int)row->lo;
    for (int i = 0; i < row->n; i++) lits_push(&r->row.x, constant(r, translated(r, row->x[i])));
    OWNED lit *y = mem_new((size_t)max, sizeof *y);
    model_count(r->model, r->row.x.v, row->n, max, COUNT_BOTH, y);
    for (int j = 0; j < max; j++) {
        lit old = constant(r, translated(r, row->x[row->n + j]));
        if (row->hi == COUNT_BOTH) model_2(r->model, -old, y[j]);
        model_2(r->model, old, -y[j]);
    }
}

static void translate_rows(struct reduction *r)
{
    while (r->source.n < model_rows(r->model)) lits_push(&r->source, 0);
    for (struct row row = {0}; !r->kernel->alone && model_next(r->built, &row);) {
        if (row.kind == ROW_XOR) continue;
        model_rule(r->model, "%s", model_rule_name(r->built, row.rule));
        r->row.x.n = 0;
        if (row.kind == ROW_CLAUSE)
            translate_clause(r, &row);
        else if (row.kind == ROW_COUNT)
            translate_count(r, &row);
        else
            translate_sum(r, &row);
        while (r->source.n < model_rows(r->model)) lits_push(&r->source, row.number);
    }
}

/* ---- the objective --------------------------------------------------------------------------- */

/* base + sum of spin * z, a negative spin s being s + |s| * -z; the terms outside stay as they
 * are. */
static void translate_objective(struct reduction *r)
{
    const struct kernel *k = r->kernel;
    const struct objective *o = model_objective(r->built);
    int64_t constant_part = k->base, now = 0;
    if (!o) return;
    r->row.x.n = 0;
    for (int c = 0; c < k->classes; c++) {
        int64_t s = k->spin[c];
        if (!c || !s) continue;
        terms_add(&r->row, s > 0 ? r->class_lit[c] : -r->class_lit[c], s > 0 ? s : -s);
        constant_part += s < 0 ? s : 0;
        now -= s < 0 ? s : 0; /* the new sum at y = 0 */
    }
    bool within = true;
    for (int i = 0; i < o->n; i++)
        if (k->class_of[lit_var(o->x[i])] < 0) {
            terms_add(&r->row, translated(r, o->x[i]), o->w ? o->w[i] : 1);
            within = false;
        }
    struct objective reduced = *o;
    reduced.n = r->row.x.n;
    reduced.x = r->row.x.v;
    reduced.w = r->row.w;
    reduced.block = NULL;
    reduced.a += o->b * constant_part;
    reduced.least = max64(o->least - constant_part, 0); /* of any residue: only `now` has the one of the sums */
    if (within && k->step > o->step) {
        reduced.step = k->step;
        while ((reduced.least - now) % k->step) reduced.least++;
    }
    model_minimize(r->model, &reduced);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static lit copy_var(struct reduction *r, int v)
{
    const char *name = model_name(r->built, v);
    model_facts(r->model)->group = model_group_of(r->built, v);
    return model_is_solution(r->built, v) ? model_var(r->model, "%s", name) : model_derived(r->model, "%s", name);
}

struct reduction *reduction_new(const struct model *m, const struct kernel *k, bool symmetry)
{
    assert(!model_has_integers(m) && "rows over literals, which the kernel form translates");
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
    define_classes(r, symmetry);
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
    terms_release(&r->row);
    lits_release(&r->source);
    MEM_FREE(r->class_lit, r->outside, r);
}

struct model *reduction_model(const struct reduction *r) { return r->model; }
lit reduction_class(const struct reduction *r, int class) { return r->class_lit[class]; }
lit reduction_outside(const struct reduction *r, int var) { return r->outside[var]; }
int reduction_source(const struct reduction *r, int row) { return r->source.v[row - 1]; }

void reduction_extend(const struct reduction *r, struct values reduced, struct values built)
{
    const struct kernel *k = r->kernel;
    OWNED uint64_t *y = mem_new((size_t)k->words, sizeof *y);
    for (int j = 0; j < k->dimension; j++)
        if (reduced.v[j + 1] > 0) y[j / 64] |= UINT64_C(1) << (j % 64);
    kernel_values(k, r->built, y, built);
    for (int v = 1; v <= k->vars; v++)
        if (k->class_of[v] < 0) built.v[v] = reduced.v[r->outside[v]];
}
