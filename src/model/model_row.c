#include "model/model_row.h"
#include "base/number.h"

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
