/* Kinds of rows over graphs. Each is judged as a whole, whatever its encoding. */
#include "base/number.h"
#include "model/model_json.h"

static int find_root(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* Whether at most r->hi steps over true vertices lead from the root to each of them. */
static bool within_depth(const struct row *r, struct values a)
{
    OWNED int *step = mem_new((size_t)r->n, sizeof *step); /* 1 + the steps that lead there; 0: none do yet */
    bool all = true;
    step[r->lo - 1] = 1;
    for (int k = 1; k <= r->hi; k++)
        for (int e = 0; e < 2 * r->edges; e++) {
            const int from = e % 2 ? r->edge[e / 2].from : r->edge[e / 2].to,
                      to = e % 2 ? r->edge[e / 2].to : r->edge[e / 2].from;
            if (step[from] == k && !step[to] && value_true(a, r->x[to])) step[to] = k + 1;
        }
    for (int i = 0; i < r->n; i++) all = all && (step[i] || !value_true(a, r->x[i]));
    return all;
}

static bool connected(const struct row *r, struct values a, const int64_t *value)
{
    OWNED int *up = mem_new((size_t)r->n, sizeof *up);
    int parts = 0;
    for (int i = 0; i < r->n; i++) up[i] = i;
    for (int i = 0; i < r->n; i++) parts += value_true(a, r->x[i]);
    for (int k = 0; k < r->edges; k++) {
        const struct graph_edge *e = &r->edge[k];
        if (!value_true(a, r->x[e->from]) || !value_true(a, r->x[e->to])) continue;
        int from = find_root(up, e->from), to = find_root(up, e->to);
        parts -= from != to;
        up[from] = to;
    }
    if (parts != 1 || !r->lo) return parts <= 1;
    return value_true(a, r->x[r->lo - 1]) && (!r->hi || within_depth(r, a));
}

static bool edges_fit(const struct row *r, int vertices, struct text *err)
{
    for (int k = 0; k < r->edges; k++) {
        struct graph_edge e = r->edge[k];
        if (e.from < 0 || e.from >= vertices || e.to < 0 || e.to >= vertices)
            return text_error(err, "The edge %d-%d does not join two of the vertices 0 to %d.", e.from, e.to,
                              vertices - 1);
    }
    return true;
}

static bool graph_fits(const struct model *m, const struct row *r, struct text *err)
{
    if (!edges_fit(r, r->n, err)) return false;
    if (r->lo < 0 || r->lo > r->n) return text_error(err, "The root is none of the vertices 0 to %d.", r->n - 1);
    if (r->hi < 0 || r->hi > INT32_MAX || (r->hi && !r->lo))
        return text_error(err, "A depth is a whole number from 1 to 2147483647, and needs a root.");
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

static bool read_connected(struct json_reader *r, const json_t *o, struct row_own *t)
{
    if (!read_edges(r, o, t) || !json_whole(r, o, "root", 0, &t->row.lo) || !json_whole(r, o, "depth", 0, &t->row.hi))
        return false;
    if (json_object_get(o, "root")) t->row.lo = t->row.lo < 0 ? -1 : min64(t->row.lo, INT32_MAX) + 1;
    if (json_object_get(o, "depth") && !t->row.hi) t->row.hi = -1; /* no depth */
    return true;
}

static void put_edges(const struct row *r, struct text *out)
{
    text_put(out, ", \"edges\": [");
    for (int k = 0; k < r->edges; k++) text_add(out, k ? ", %d, %d" : "%d, %d", r->edge[k].from, r->edge[k].to);
    text_char(out, ']');
}

static void put_connected(const struct row *r, struct text *out)
{
    put_edges(r, out);
    if (r->lo) text_add(out, ", \"root\": %lld", (long long)r->lo - 1);
    if (r->hi) text_add(out, ", \"depth\": %lld", (long long)r->hi);
}

const struct row_class kind_connected = {.name = "connected",
                                         .keys = "edges root depth if ",
                                         .distinct = true,
                                         .holds = connected,
                                         .fits = graph_fits,
                                         .read = read_connected,
                                         .write = put_connected};

/* ---- circuits and paths ---------------------------------------------------------------------- */

int kind_graph_vertices(const struct row *r)
{
    int most = r->n ? -1 : r->integers - 1;
    for (int k = 0; k < r->edges; k++) most = max_int(most, max_int(r->edge[k].from, r->edge[k].to));
    return most + 1;
}

/* Whether each literal is an edge, and the vertices are numbered without large gaps. */
static bool literals_are_edges(const struct row *r, struct text *err)
{
    if (r->edges != r->n)
        return text_error(err, "There are %d literals and %d edges; each edge has a literal.", r->n, r->edges);
    return edges_fit(r, 2 * r->n + (1 << 20), err);
}

static bool circuit_fits(const struct model *m, const struct row *r, struct text *err)
{
    if (r->n && r->integers)
        return text_error(err, "A circuit has literals of arcs or integers that are successors, not both.");
    if (r->lo < -MODEL_INT_END || r->lo > MODEL_INT_END || r->hi != (r->hi != 0))
        return text_error(err, "A circuit counts vertices from a number of at most 2^40.");
    return literals_are_edges(r, err);
}

/* Sets the only successor of each vertex. False: one has none or several, or one is not the only successor of
 * another. */
static bool circuit_next(const struct row *r, struct values a, const int64_t *value, int *next, int n)
{
    OWNED bool *entered = mem_new((size_t)n, sizeof *entered);
    int arcs = 0;
    for (int v = 0; v < n; v++) next[v] = -1;
    for (int k = 0; k < r->n + r->integers; k++) {
        int64_t from = r->n ? r->edge[k].from : k, to = r->n ? r->edge[k].to : value[r->integer[k]] - r->lo;
        if (r->n && !value_true(a, r->x[k])) continue;
        if (to < 0 || to >= n || next[from] >= 0 || entered[to] || (!r->n && !r->hi && from == to)) return false;
        entered[to] = true;
        next[from] = (int)to;
        arcs++;
    }
    return arcs == n;
}

static bool is_circuit(const struct row *r, struct values a, const int64_t *value)
{
    const int n = kind_graph_vertices(r);
    OWNED int *next = mem_new((size_t)n, sizeof *next);
    int visited = 0, first = 0, length = 0;
    if (!circuit_next(r, a, value, next, n)) return false;
    for (int v = 0; v < n; v++) visited += next[v] != v;
    while (first < n && next[first] == first) first++;
    if (first == n) return true;
    for (int v = first; !length || v != first; length++) v = next[v];
    return length == visited;
}

static bool read_circuit(struct json_reader *r, const json_t *o, struct row_own *t)
{
    t->row.hi = json_is_true(json_object_get(o, "optional"));
    return json_whole(r, o, "first", 0, &t->row.lo) && (!json_object_get(o, "edges") || read_edges(r, o, t));
}

static void put_circuit(const struct row *r, struct text *out)
{
    put_edges(r, out);
    if (r->lo) text_add(out, ", \"first\": %lld", (long long)r->lo);
    if (r->hi) text_put(out, ", \"optional\": true");
}

const struct row_class kind_circuit = {.name = "circuit",
                                       .keys = "integers edges first optional if ",
                                       .by_value = true,
                                       .holds = is_circuit,
                                       .fits = circuit_fits,
                                       .read = read_circuit,
                                       .write = put_circuit};

static bool path_fits(const struct model *m, const struct row *r, struct text *err)
{
    const int n = kind_graph_vertices(r);
    if (!literals_are_edges(r, err)) return false;
    for (int k = 0; k < r->edges; k++)
        if (r->edge[k].from == r->edge[k].to)
            return text_error(err, "The edge %d-%d joins a vertex with itself.", r->edge[k].from, r->edge[k].to);
    if (r->lo < -1 || r->hi < -1 || r->lo >= n || r->hi >= n || (r->lo == r->hi && r->lo >= 0))
        return text_error(err, "A path cannot go from %lld to %lld; its ends are different vertices that have edges.",
                          (long long)r->lo, (long long)r->hi);
    return true;
}

static bool is_path(const struct row *r, struct values a, const int64_t *value)
{
    const int n = kind_graph_vertices(r);
    OWNED int *up = mem_new((size_t)n, sizeof *up), *degree = mem_new((size_t)n, sizeof *degree);
    int ends = 0, parts = 0;
    for (int v = 0; v < n; v++) up[v] = v;
    for (int k = 0; k < r->n; k++) {
        if (!value_true(a, r->x[k])) continue;
        int from = r->edge[k].from, to = r->edge[k].to, one = find_root(up, from), other = find_root(up, to);
        if (one == other || degree[from] == 2 || degree[to] == 2) return false;
        up[one] = other;
        parts += !degree[from]++;
        parts += !degree[to]++;
        parts--;
    }
    for (int v = 0; v < n; v++) ends += degree[v] == 1;
    return ends == 2 && parts == 1 && (r->lo < 0 || degree[r->lo] == 1) && (r->hi < 0 || degree[r->hi] == 1);
}

static bool read_path(struct json_reader *r, const json_t *o, struct row_own *t)
{
    return json_whole(r, o, "start", -1, &t->row.lo) && json_whole(r, o, "end", -1, &t->row.hi) && read_edges(r, o, t);
}

static void put_path(const struct row *r, struct text *out)
{
    put_edges(r, out);
    if (r->lo >= 0) text_add(out, ", \"start\": %lld", (long long)r->lo);
    if (r->hi >= 0) text_add(out, ", \"end\": %lld", (long long)r->hi);
}

const struct row_class kind_path = {.name = "path",
                                    .keys = "edges start end if ",
                                    .holds = is_path,
                                    .fits = path_fits,
                                    .read = read_path,
                                    .write = put_path};

/* ---- regions --------------------------------------------------------------------------------- */

static size_t sized_vertices(const struct row *r) { return (size_t)r->integers; }

static bool sizes_fit(const struct row *r, struct text *err)
{
    OWNED bool *sized = mem_new((size_t)r->lo, sizeof *sized);
    for (int i = 0; i < r->integers; i++) {
        if (r->w[i] < 0 || r->w[i] >= r->lo || sized[r->w[i]])
            return text_error(err, "The vertex %lld has a second size or is none of the vertices 0 to %lld.",
                              (long long)r->w[i], (long long)r->lo - 1);
        sized[r->w[i]] = true;
    }
    return true;
}

static bool regions_fit(const struct model *m, const struct row *r, struct text *err)
{
    if (r->lo < 0 || (r->n != r->edges && r->n != r->edges + r->lo))
        return text_error(err,
                          "Regions of %lld vertices and %d edges have %d literals; they take a literal for each edge, "
                          "and none or one for each vertex.",
                          (long long)r->lo, r->edges, r->n);
    if (r->hi && r->n == r->edges) return text_error(err, "First vertices need a literal for each vertex.");
    if (r->lo > MODEL_VARS) return text_error(err, "Regions have at most %d vertices.", MODEL_VARS);
    return edges_fit(r, (int)r->lo, err) && sizes_fit(r, err);
}

static bool are_regions(const struct row *r, struct values a, const int64_t *value)
{
    const int n = (int)r->lo;
    OWNED int *up = mem_new((size_t)n, sizeof *up), *size = mem_new((size_t)n, sizeof *size),
              *roots = mem_new((size_t)n, sizeof *roots), *least = mem_new((size_t)n, sizeof *least);
    for (int v = 0; v < n; v++) up[v] = v;
    for (int k = 0; k < r->edges; k++)
        if (!value_true(a, r->x[k])) up[find_root(up, r->edge[k].from)] = find_root(up, r->edge[k].to);
    for (int v = 0; v < n; v++) {
        if (!size[find_root(up, v)]++) least[find_root(up, v)] = v;
        roots[find_root(up, v)] += r->n > r->edges && value_true(a, r->x[r->edges + v]);
    }
    for (int k = 0; k < r->edges; k++)
        if (value_true(a, r->x[k]) && find_root(up, r->edge[k].from) == find_root(up, r->edge[k].to)) return false;
    for (int v = 0; v < n; v++) {
        if (r->n > r->edges && roots[find_root(up, v)] != 1) return false;
        if (r->hi && value_true(a, r->x[r->edges + v]) != (least[find_root(up, v)] == v)) return false;
    }
    for (int i = 0; i < r->integers; i++)
        if (value[r->integer[i]] != size[find_root(up, (int)r->w[i])]) return false;
    return true;
}

static bool read_division(struct json_reader *r, const json_t *o, struct row_own *t)
{
    t->row.hi = json_is_true(json_object_get(o, "first"));
    int n = t->row.integers;
    if (n && !json_object_get(o, "sized")) return json_wrong(r, "a list sized of the vertex of each integer");
    t->row.w = t->w = n ? json_numbers(r, json_object_get(o, "sized"), &n) : NULL;
    if (t->row.integers && (!t->w || n != t->row.integers)) return t->w && json_wrong(r, "a vertex for each integer");
    return json_whole(r, o, "vertices", 0, &t->row.lo) && read_edges(r, o, t);
}

static void put_division(const struct row *r, struct text *out)
{
    put_edges(r, out);
    text_add(out, ", \"vertices\": %d%s", (int)r->lo, r->hi ? ", \"first\": true" : "");
    if (r->integers) json_put_list(out, "sized", r->w, r->integers, 1);
}

const struct row_class kind_regions = {.name = "regions",
                                       .keys = "integers edges vertices first sized if ",
                                       .by_value = true,
                                       .numbers = sized_vertices,
                                       .holds = are_regions,
                                       .fits = regions_fit,
                                       .read = read_division,
                                       .write = put_division};
