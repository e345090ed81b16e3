/* Circuits, paths and regions in models of the caller. */
#include "lib/inside.h"

#include "model/model.h"

bool loophole_model_circuit(loophole_model *m, const int *x, const int *end, int n, char **error)
{
    OWNED struct graph_edge *e = lib_edges(end, n, error);
    return e && lib_add(m, &(struct row){.kind = ROW_CIRCUIT, .n = n, .x = x, .edge = e, .edges = n}, error);
}

bool loophole_model_successors(loophole_model *m, const int *integer, int n, int64_t first, bool optional, char **error)
{
    struct row r = {.kind = ROW_CIRCUIT, .integer = integer, .integers = n, .lo = first, .hi = optional};
    return lib_add(m, &r, error);
}

void lib_define_through(loophole_model *m, const int *x, const int *end, int n, int vertices, int *through)
{
    OWNED struct lits *at = mem_new((size_t)vertices, sizeof *at);
    OWNED int64_t *ones = mem_new((size_t)n, sizeof *ones);
    for (int k = 0; k < 2 * n; k++) lits_push(&at[end[k]], x[k / 2]);
    for (int k = 0; k < n; k++) ones[k] = 1;
    for (int v = 0; v < vertices; v++) {
        through[v] = model_derived(m->m, "through %d", v);
        model_add(m->m, &(struct row){.kind = ROW_LINEAR,
                                      .n = at[v].n,
                                      .x = at[v].v,
                                      .w = ones,
                                      .lo = 1,
                                      .hi = INT64_MAX,
                                      .iff = through[v]});
        lits_release(&at[v]);
    }
}

bool loophole_model_path(loophole_model *m, const int *x, const int *end, int n, int vertices, int start, int last,
                         int *through, char **error)
{
    OWNED struct graph_edge *e = lib_edges(end, n, error);
    struct row r = {.kind = ROW_PATH, .n = n, .x = x, .edge = e, .edges = n, .lo = start, .hi = last};
    for (int k = 0; e && k < 2 * n; k++)
        if (end[k] < 0 || end[k] >= vertices)
            return lib_refuse(error, "The edge %d-%d does not join two of the vertices 0 to %d.", end[k & ~1],
                              end[k | 1], vertices - 1);
    if (!e || !lib_add(m, &r, error)) return false;
    if (through) lib_define_through(m, x, end, n, vertices, through);
    return true;
}

bool loophole_model_regions(loophole_model *m, const int *x, const int *end, int n, int vertices, const int *root,
                            bool first, const int *size, char **error)
{
    OWNED struct graph_edge *e = lib_edges(end, n, error);
    SCOPED(lits) all = {0}, sizes = {0};
    OWNED int64_t *sized = mem_new(vertices > 0 ? (size_t)vertices : 0, sizeof *sized);
    if (!e || vertices < 0) return e && lib_refuse(error, "A graph has %d vertices; it takes 0 or more.", vertices);
    lits_add(&all, x, n);
    for (int v = 0; v < vertices && root; v++) lits_push(&all, root[v]);
    for (int v = 0; v < vertices && size; v++) {
        if (size[v] < 0) continue;
        sized[sizes.n] = v;
        lits_push(&sizes, size[v]);
    }
    return lib_add(m,
                   &(struct row){.kind = ROW_REGIONS,
                                 .n = all.n,
                                 .x = all.v,
                                 .edge = e,
                                 .edges = n,
                                 .integer = sizes.v,
                                 .integers = sizes.n,
                                 .w = sized,
                                 .lo = vertices,
                                 .hi = first},
                   error);
}
