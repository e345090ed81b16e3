/* Kinds of rows over graphs. */
#include "base/number.h"
#include "base/random.h"
#include "model/model_json.h"

static int find_root(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static bool connected(const struct row *r, struct values a, const int64_t *value)
{
    (void)value;
    int *up = mem_new((size_t)r->n, sizeof *up), parts = 0;
    for (int i = 0; i < r->n; i++) up[i] = i;
    for (int i = 0; i < r->n; i++) parts += value_true(a, r->x[i]);
    for (int k = 0; k < r->edges; k++) {
        const struct graph_edge *e = &r->edge[k];
        if (!value_true(a, r->x[e->from]) || !value_true(a, r->x[e->to])) continue;
        int from = find_root(up, e->from), to = find_root(up, e->to);
        parts -= from != to;
        up[from] = to;
    }
    mem_free(up);
    return parts <= 1;
}

static bool graph_fits(const struct model *m, const struct row *r, struct text *err)
{
    (void)m;
    for (int k = 0; k < r->edges; k++) {
        struct graph_edge e = r->edge[k];
        if (e.from < 0 || e.from >= r->n || e.to < 0 || e.to >= r->n)
            return text_error(err, "The edge %d-%d does not join two of the vertices 0 to %d.", e.from, e.to, r->n - 1);
    }
    return true;
}

static bool read_edges(struct json_reader *r, const json_t *o, struct row_own *t)
{
    int n = 0;
    OWNED int64_t *end = json_numbers(r, json_object_get(o, "edges"), &n);
    t->row.edge = t->edge = mem_new((size_t)n / 2 + 1, sizeof *t->edge);
    t->row.edges = n / 2;
    for (int i = 0; i < n; i++) /* a number beyond 31 bits is no vertex */
        *(i % 2 ? &t->edge[i / 2].to : &t->edge[i / 2].from) = (int)max64(-1, min64(end[i], INT32_MAX));
    return end && (n % 2 == 0 || json_wrong(r, "pairs of vertices"));
}

static void put_edges(const struct row *r, struct text *out)
{
    text_put(out, ", \"edges\": [");
    for (int k = 0; k < r->edges; k++) text_add(out, k ? ", %d, %d" : "%d, %d", r->edge[k].from, r->edge[k].to);
    text_char(out, ']');
}

static void draw_connected(struct row_draw *d, struct row_own *t)
{
    t->row.edges = t->row.n ? (int)row_draw_number(d, 0, 2 * t->row.n) : 0;
    t->row.edge = t->edge = mem_new((size_t)t->row.edges + 1, sizeof *t->edge);
    for (int k = 0; k < t->row.edges; k++)
        t->edge[k] = (struct graph_edge){random_below(d->random, t->row.n), random_below(d->random, t->row.n)};
}

const struct row_class kind_connected = {.name = "connected",
                                         .keys = "edges ",
                                         .distinct = true,
                                         .holds = connected,
                                         .fits = graph_fits,
                                         .read = read_edges,
                                         .write = put_edges,
                                         .draw = draw_connected};
