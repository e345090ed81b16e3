/* Functions of integers in models of the caller, elements of lists, and domains with holes. */
#include "lib/inside.h"

#include "base/number.h"
#include "model/model_functions.h"

#include <stdlib.h>

int loophole_model_function(loophole_model *m, const char *name, const int *integer, int n, char **error)
{
    SCOPED(text) err = {0};
    int result = -1;
    if (!lib_is_model(m, error) || !lib_integers(m, integer, n, error)) return -1;
    const int group = model_define(m->m);
    enum row_fault fault = model_function(m->m, name, integer, n, &result, &err);
    model_defined(m->m, group);
    if (fault == ROW_LARGE) lib_refuse_large(error, "%s", text_string(&err));
    if (fault == ROW_WRONG) lib_refuse(error, "%s", text_string(&err));
    return fault ? -1 : result;
}

/* ---- domains and lists ----------------------------------------------------------------------- */

int loophole_model_int_of(loophole_model *m, const char *name, const int64_t *values, int n, const char *encoding,
                          char **error)
{
    if (n < 1) return lib_minus(lib_refuse(error, "An integer has %d values; it takes 1 or more.", n));
    OWNED int64_t *v = mem_copy(values, (size_t)n, sizeof *v);
    qsort(v, (size_t)n, sizeof *v, number_compare);
    int number = loophole_model_int(m, name, v[0], v[n - 1], encoding, error);
    const int group = model_define(m->m);
    for (int i = 1; i < n && number >= 0; i++)
        if (v[i] > v[i - 1] + 1)
            model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                          .integer = &number,
                                          .integers = 1,
                                          .w = (int64_t[]){1},
                                          .lo = v[i - 1] + 1,
                                          .hi = v[i] - 1,
                                          .fails = true});
    model_defined(m->m, group);
    return number;
}

bool loophole_model_element(loophole_model *m, int index, const int *entry, int n, int result, char **error)
{
    const int ends[] = {index, result};
    const lit when = m->condition;
    if (!lib_plain_fits(m, true, error) || !lib_integers(m, ends, 2, error) || !lib_integers(m, entry, n, error))
        return false;
    struct integer at = model_integer(m->m, index), to = model_integer(m->m, result);
    OWNED int64_t *rows = mem_new(2 * (size_t)n, sizeof *rows);
    bool constants = at.hi - at.lo < MODEL_INT_VALUES && to.hi - to.lo < MODEL_INT_VALUES;
    for (int i = 0; i < n; i++) {
        struct integer it = model_integer(m->m, entry[i]);
        constants = constants && it.lo == it.hi;
        rows[2 * i] = i;
        rows[2 * i + 1] = it.lo;
    }
    if (constants) {
        struct row r = {.kind = ROW_TABLE, .integer = ends, .integers = 2, .w = rows, .hi = n};
        return lib_add(m, &r, error);
    }
    model_sum_if(m->m, when, when, 1, &index, (const int64_t[]){1}, 0, n - 1);
    for (int i = 0; i < n; i++) {
        if (i < at.lo || i > at.hi) continue;
        lit here = model_in_range(m->m, index, i, i),
            both = when ? model_derived(m->m, "x%d", model_vars(m->m) + 1) : here;
        if (when) model_3(m->m, -when, -here, both);
        model_sum_if(m->m, both, true, 2, (const int[]){entry[i], result}, (const int64_t[]){1, -1}, 0, 0);
    }
    loophole_model_unconditional(m);
    return true;
}
