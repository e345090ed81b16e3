#include "model/model_row.h"
#include "base/number.h"
#include "base/random.h"

#include <string.h>

#define ROW(NAME, name) extern const struct row_class kind_##name;
#include "model/row_list.h"
#undef ROW

const struct row_class *const row_kinds[ROW_KINDS] = {
#define ROW(NAME, name) &kind_##name,
#include "model/row_list.h"
#undef ROW
};

void row_own_release(struct row_own *r) { MEM_FREE(r->x, r->integer, r->w, r->edge); }

bool row_has(const struct row *r, const char *key)
{
    const char *keys = row_kinds[r->kind]->keys;
    return keys && strstr(keys, key);
}

bool model_row_holds(const struct row *r, struct values a, const int64_t *value)
{
    return (r->half && !value_true(a, r->iff)) || row_kinds[r->kind]->holds(r, a, value);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool sum_fits(const struct model *m, const struct row *r, int64_t limit)
{
    __int128 most = 0;
    for (int i = 0; i < r->n + r->integers; i++) {
        struct integer it = i < r->n ? (struct integer){.hi = 1} : model_integer(m, r->integer[i - r->n]);
        int64_t end = max64(max64(-it.lo, it.hi), it.hi - it.lo);
        most += (r->w[i] < 0 ? -(__int128)r->w[i] : r->w[i]) * end;
    }
    return most < limit;
}

/* The first variable, or integer, that occurs twice in the list; -1: none. All are <= most. */
static int repeated(const int *x, int n, int most)
{
    OWNED bool *seen = mem_new((size_t)most + 1, sizeof *seen);
    int i = 0;
    for (; i < n && !seen[lit_var(x[i])]; i++) seen[lit_var(x[i])] = true;
    return i < n ? lit_var(x[i]) : -1;
}

enum row_fault model_row_fault(const struct model *m, const struct row *r, struct text *err)
{
    const struct row_class *kind = row_kinds[r->kind];
    if (kind->bits && !sum_fits(m, r, (int64_t)1 << kind->bits)) {
        text_error(err, "The sum may need more than %d bits; use smaller weights.", kind->bits);
        return ROW_LARGE;
    }
    for (int i = 0; i < r->integers && kind->by_value; i++) {
        struct integer it = model_integer(m, r->integer[i]);
        if (it.hi - it.lo < MODEL_INT_VALUES) continue;
        text_error(err, "The integer %s has more than %d values, each of which would need a literal.",
                   model_int_name(m, r->integer[i]), MODEL_INT_VALUES);
        return ROW_LARGE;
    }
    int integer = kind->distinct ? repeated(r->integer, r->integers, model_ints(m)) : -1;
    int var = kind->distinct ? repeated(r->x, r->n, model_vars(m)) : -1;
    if (integer >= 0 || var >= 0)
        text_error(err, "%s occurs twice, but may occur once only in such a constraint.",
                   var < 0 ? model_int_name(m, integer) : model_name(m, var));
    else if (!kind->fits || kind->fits(m, r, err))
        return ROW_FITS;
    return ROW_WRONG;
}

/* ---- drawing --------------------------------------------------------------------------------- */

int64_t row_draw_number(struct row_draw *d, int64_t lo, int64_t hi)
{
    assert(lo <= hi && "a range is not empty");
    return lo + (int64_t)(random_next(d->random) % ((uint64_t)hi - (uint64_t)lo + 1));
}

lit row_draw_literal(struct row_draw *d)
{
    lit x = (lit)row_draw_number(d, 1, model_vars(d->m));
    return random_below(d->random, 2) ? x : -x;
}

/* Draws up to d->most numbers from 0 to all - 1. The caller frees them. */
static int *draw_some(struct row_draw *d, int all, bool distinct, int *n)
{
    OWNED int *v = mem_new((size_t)all, sizeof *v);
    *n = (int)row_draw_number(d, 0, all && !distinct ? d->most : min_int(d->most, all));
    int *drawn = mem_new((size_t)*n + 1, sizeof *drawn);
    for (int i = 0; i < all; i++) v[i] = i;
    random_shuffle(d->random, v, all);
    for (int i = 0; i < *n; i++) drawn[i] = v[distinct ? i : random_below(d->random, all)];
    return drawn;
}

/* Draws weights, small or not, if the kind has them, and bounds near what the sum can be. */
static void draw_sum(struct row_draw *d, struct row_own *t)
{
    static const int sizes[] = {1, 3, 12, 60};
    struct row *r = &t->row;
    const int n = r->n + r->integers, size = sizes[random_below(d->random, 4)];
    int64_t least = -1, most = 1;
    if (row_has(r, "weights")) r->w = t->w = mem_new((size_t)n + 1, sizeof *t->w);
    for (int i = 0; i < n; i++) {
        struct integer it = i < r->n ? (struct integer){.hi = 1} : model_integer(d->m, r->integer[i - r->n]);
        int64_t w = t->w ? t->w[i] = row_draw_number(d, -size, size) : 1;
        least += w * (w < 0 ? it.hi : it.lo);
        most += w * (w < 0 ? it.lo : it.hi);
    }
    int sides = random_below(d->random, 4); /* 0: equality, 1: at least, 2: at most, 3: both */
    r->lo = sides == 2 ? INT64_MIN : row_draw_number(d, least, most);
    r->hi = sides == 0 ? r->lo : sides == 1 ? INT64_MAX : row_draw_number(d, least, most);
}

void row_draw(struct row_draw *d, enum row_kind kind, struct row_own *t)
{
    const struct row_class *class = row_kinds[kind];
    for (bool fits = false; !fits;) {
        SCOPED(text) why = {0};
        row_own_release(t);
        *t = (struct row_own){.row = {.kind = kind}};
        struct row *r = &t->row;
        r->x = t->x = draw_some(d, class->of_integers ? 0 : model_vars(d->m), class->distinct, &r->n);
        for (int i = 0; i < r->n; i++) t->x[i] = random_below(d->random, 2) ? t->x[i] + 1 : -t->x[i] - 1;
        const bool integers = class->of_integers || row_has(r, "integers");
        r->integer = t->integer = draw_some(d, integers ? model_ints(d->m) : 0, class->distinct, &r->integers);
        if (row_has(r, "lo hi")) draw_sum(d, t);
        if (row_has(r, "if ") && model_vars(d->m) && !random_below(d->random, 3)) {
            r->iff = row_draw_literal(d);
            r->half = true;
        }
        if (class->draw) class->draw(d, t);
        fits = model_row_fault(d->m, r, &why) == ROW_FITS;
    }
}
