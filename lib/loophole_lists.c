/* Orders, inverse lists, numbers of occurrences, automata and boxes in models of the caller. */
#include "lib/inside.h"

#include "model/model.h"

/* Adds a row over two lists of integers, one after the other. */
static bool add_lists(loophole_model *m, struct row r, const int *one, int n, const int *other, int others,
                      char **error)
{
    SCOPED(lits) all = {0};
    if (n < 0 || others < 0)
        return lib_refuse(error, "A list has %d integers; it takes 0 or more.", n < 0 ? n : others);
    for (int i = 0; i < n + others; i++) lits_push(&all, i < n ? one[i] : other[i - n]);
    r.integer = all.v;
    r.integers = all.n;
    return lib_add(m, &r, error);
}

bool loophole_model_all_different_except(loophole_model *m, const int *integer, const int64_t *offset, int n,
                                         int64_t value, char **error)
{
    return lib_add(
        m, &(struct row){.kind = ROW_ALLDIFF, .integer = integer, .integers = n, .w = offset, .lo = value, .hi = 1},
        error);
}

bool loophole_model_increasing(loophole_model *m, const int *integer, int n, bool strict, char **error)
{
    return lib_add(m, &(struct row){.kind = ROW_INCREASING, .integer = integer, .integers = n, .lo = strict}, error);
}

bool loophole_model_lex(loophole_model *m, const int *x, const int *y, int n, bool integers, bool strict, char **error)
{
    struct row r = {.kind = ROW_LEX, .lo = strict};
    if (integers || n < 0) return add_lists(m, r, x, n, y, n, error);
    SCOPED(lits) all = {0};
    for (int i = 0; i < 2 * n; i++) lits_push(&all, i < n ? x[i] : y[i - n]);
    r.x = all.v;
    r.n = all.n;
    return lib_add(m, &r, error);
}

bool loophole_model_inverse(loophole_model *m, const int *one, const int *other, int n, int64_t first, char **error)
{
    return add_lists(m, (struct row){.kind = ROW_INVERSE, .lo = first}, one, n, other, n, error);
}

bool loophole_model_cardinality(loophole_model *m, const int *integer, int n, const int64_t *value, const int *count,
                                int values, bool closed, char **error)
{
    return add_lists(m, (struct row){.kind = ROW_CARDINALITY, .w = value, .lo = closed, .hi = values}, integer, n,
                     count, values, error);
}

bool loophole_model_regular(loophole_model *m, const int *integer, int n, int states, int start, const int *accepting,
                            int accepts, const int64_t *transition, int transitions, char **error)
{
    if (accepts < 0 || transitions < 0)
        return lib_refuse(error, "An automaton has %d accepting states and %d transitions; it takes 0 or more.",
                          accepts, transitions);
    const int64_t numbers = 2 + accepts + 3 * (int64_t)transitions;
    OWNED int64_t *w = mem_new((size_t)numbers, sizeof *w);
    w[0] = start;
    w[1] = accepts;
    for (int64_t k = 2; k < numbers; k++) w[k] = k < 2 + accepts ? accepting[k - 2] : transition[k - 2 - accepts];
    struct row r = {.kind = ROW_REGULAR, .integer = integer, .integers = n, .w = w, .lo = states, .hi = numbers};
    return lib_add(m, &r, error);
}

bool loophole_model_no_overlap(loophole_model *m, const int *integer, int boxes, int dimensions, const int *present,
                               char **error)
{
    if (boxes < 0 || dimensions < 1 || dimensions > 64)
        return lib_refuse(error, "There are %d boxes of %d dimensions; there can be 0 or more of 1 to 64.", boxes,
                          dimensions);
    return lib_add(m,
                   &(struct row){.kind = ROW_NO_OVERLAP,
                                 .n = present ? boxes : 0,
                                 .x = present,
                                 .integer = integer,
                                 .integers = 2 * dimensions * boxes,
                                 .lo = dimensions},
                   error);
}
