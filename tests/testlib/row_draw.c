/* Draws random rows: first the members that several kinds have, then those of one kind. */
#include "row_draw.h"
#include "base/number.h"

static int64_t draw_number(struct row_draw *d, int64_t lo, int64_t hi)
{
    assert(lo <= hi && "a range is not empty");
    return lo + (int64_t)(random_next(d->random) % ((uint64_t)hi - (uint64_t)lo + 1));
}

static lit draw_literal(struct row_draw *d)
{
    lit x = (lit)draw_number(d, 1, model_vars(d->m));
    return random_below(d->random, 2) ? x : -x;
}

/* Draws up to d->most numbers from 0 to all - 1. The caller frees them. */
static int *draw_some(struct row_draw *d, int all, bool distinct, int *n)
{
    OWNED int *v = mem_new((size_t)all, sizeof *v);
    *n = (int)draw_number(d, 0, all && !distinct ? d->most : min_int(d->most, all));
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
        int64_t w = t->w ? t->w[i] = draw_number(d, -size, size) : 1;
        least += w * (w < 0 ? it.hi : it.lo);
        most += w * (w < 0 ? it.lo : it.hi);
    }
    int sides = random_below(d->random, 4); /* 0: equality, 1: at least, 2: at most, 3: both */
    r->lo = sides == 2 ? INT64_MIN : draw_number(d, least, most);
    r->hi = sides == 0 ? r->lo : sides == 1 ? INT64_MAX : draw_number(d, least, most);
}

/* Keeps few of the integers that were drawn, most often: the more there are, the fewer values satisfy a row. */
static void draw_few(struct row_draw *d, int *n, int few)
{
    if (random_below(d->random, 4)) *n = min_int(*n, few);
}

/* ---- members of one kind --------------------------------------------------------------------- */

static void draw_parity(struct row_draw *d, struct row_own *t) { t->row.lo = random_below(d->random, 2); }

static void draw_count(struct row_draw *d, struct row_own *t)
{
    t->row.lo = draw_number(d, 0, t->row.n);
    t->row.x = t->x = mem_resize(t->x, (size_t)t->row.n + (size_t)t->row.lo + 1, sizeof *t->x);
    for (int j = 0; j < t->row.lo; j++) t->x[t->row.n + j] = draw_literal(d);
    t->row.hi = random_below(d->random, 2) ? COUNT_UP : COUNT_BOTH;
}

static void draw_linear(struct row_draw *d, struct row_own *t)
{
    if (model_vars(d->m) && !t->row.iff && !random_below(d->random, 4)) t->row.iff = draw_literal(d);
    t->row.fails = !t->row.iff && !random_below(d->random, 4);
}

static void draw_alldiff(struct row_draw *d, struct row_own *t)
{
    t->row.hi = random_below(d->random, 2);
    t->row.lo = t->row.hi ? draw_number(d, -1, 2) : 0;
    if (random_below(d->random, 2)) return;
    t->row.w = t->w = mem_new((size_t)t->row.integers + 1, sizeof *t->w);
    for (int i = 0; i < t->row.integers; i++) t->w[i] = draw_number(d, -2, 2);
}

static void draw_table(struct row_draw *d, struct row_own *t)
{
    t->row.hi = draw_number(d, 0, 2 * d->most);
    const size_t entries = (size_t)t->row.hi * (size_t)t->row.integers;
    t->row.w = t->w = mem_new(entries + 1, sizeof *t->w);
    for (size_t k = 0; k < entries; k++) {
        struct integer it = model_integer(d->m, t->integer[k % (size_t)t->row.integers]);
        t->w[k] = random_below(d->random, 6) ? draw_number(d, it.lo, it.hi + !random_below(d->random, 8)) : INT64_MIN;
    }
}

static void draw_connected(struct row_draw *d, struct row_own *t)
{
    t->row.edges = t->row.n ? (int)draw_number(d, 0, 2 * t->row.n) : 0;
    t->row.edge = t->edge = mem_new((size_t)t->row.edges + 1, sizeof *t->edge);
    for (int k = 0; k < t->row.edges; k++)
        t->edge[k] = (struct graph_edge){random_below(d->random, t->row.n), random_below(d->random, t->row.n)};
    if (t->row.n && random_below(d->random, 2)) t->row.lo = draw_number(d, 1, t->row.n);
    if (t->row.lo && random_below(d->random, 2)) t->row.hi = draw_number(d, 1, 3);
}

/* Draws an edge for each literal, among few vertices. */
static void draw_edges(struct row_draw *d, struct row_own *t, bool arcs)
{
    struct row *r = &t->row;
    if (random_below(d->random, 4)) r->n = min_int(r->n, 5);
    const int vertices = arcs ? 1 + r->n / 2 : 2 + r->n;
    t->row.edges = r->n;
    r->edge = t->edge = mem_new((size_t)r->n + 1, sizeof *t->edge);
    for (int k = 0; k < r->n; k++) {
        struct graph_edge *e = &t->edge[k];
        *e = (struct graph_edge){random_below(d->random, vertices), random_below(d->random, vertices)};
        if (k && random_below(d->random, 2)) e->from = t->edge[k - 1].to;
        if (!arcs && e->from == e->to) e->to = (e->to + 1) % vertices;
    }
}

static void draw_circuit(struct row_draw *d, struct row_own *t)
{
    *(random_below(d->random, 2) ? &t->row.n : &t->row.integers) = 0;
    if (random_below(d->random, 4)) t->row.integers = min_int(t->row.integers, 3);
    t->row.lo = draw_number(d, -1, 1);
    t->row.hi = random_below(d->random, 2);
    draw_edges(d, t, true);
}

static void draw_path(struct row_draw *d, struct row_own *t)
{
    draw_edges(d, t, false);
    const int n = kind_graph_vertices(&t->row);
    t->row.lo = n ? draw_number(d, random_below(d->random, 2) - 1, n - 1) : -1;
    t->row.hi = n && random_below(d->random, 2) ? draw_number(d, -1, n - 1) : -1;
}

/* Draws a connected graph, or nearly so, because regions of other graphs have few solutions. */
static void draw_regions(struct row_draw *d, struct row_own *t)
{
    struct row *r = &t->row;
    if (random_below(d->random, 4)) r->n = min_int(r->n, 6);
    const bool roots = random_below(d->random, 2), sizes = random_below(d->random, 2) && r->integers;
    const int n =
        sizes ? min_int(r->integers, roots ? r->n : INT32_MAX) : 1 + random_below(d->random, 1 + r->n / (1 + roots));
    const bool possible = n <= r->n || !roots;
    r->lo = n;
    r->hi = roots && n && random_below(d->random, 2);
    r->integers = sizes && possible ? n - (n > 1 && random_below(d->random, 2)) : 0;
    r->w = t->w = mem_new((size_t)n + 1, sizeof *t->w);
    for (int i = 0; i < r->integers; i++) t->w[i] = n - 1 - i;
    r->edges = n && possible ? r->n - roots * n : 0;
    if (possible) r->n = r->edges + roots * n;
    r->edge = t->edge = mem_new((size_t)r->edges + 1, sizeof *t->edge);
    for (int k = 0; k < r->edges; k++) {
        t->edge[k] = (struct graph_edge){random_below(d->random, n), random_below(d->random, n)};
        if (k + 1 < n && random_below(d->random, 8)) t->edge[k] = (struct graph_edge){k, k + 1};
    }
}

static void draw_increasing(struct row_draw *d, struct row_own *t)
{
    draw_few(d, &t->row.integers, 3);
    t->row.lo = random_below(d->random, 2);
}

static void draw_lex(struct row_draw *d, struct row_own *t)
{
    *(random_below(d->random, 2) ? &t->row.n : &t->row.integers) = 0;
    t->row.n &= ~1;
    t->row.integers &= ~1;
    t->row.lo = random_below(d->random, 2);
}

static void draw_inverse(struct row_draw *d, struct row_own *t)
{
    draw_few(d, &t->row.integers, 4);
    t->row.integers &= ~1;
    t->row.lo = draw_number(d, -1, 1);
}

static void draw_cardinality(struct row_draw *d, struct row_own *t)
{
    draw_few(d, &t->row.integers, 4);
    t->row.hi = draw_number(d, 0, t->row.integers / 2);
    t->row.lo = !random_below(d->random, 4);
    t->row.w = t->w = mem_new((size_t)t->row.hi + 1, sizeof *t->w);
    for (int k = 0; k < t->row.hi; k++) t->w[k] = draw_number(d, -2, 3);
}

static void draw_regular(struct row_draw *d, struct row_own *t)
{
    const int states = 1 + random_below(d->random, 3), accepting = 1 + random_below(d->random, states);
    const int transitions = random_below(d->random, 16);
    draw_few(d, &t->row.integers, 3);
    t->row.lo = states;
    t->row.hi = 2 + accepting + 3 * transitions;
    t->row.w = t->w = mem_new((size_t)t->row.hi, sizeof *t->w);
    t->w[0] = random_below(d->random, states);
    t->w[1] = accepting;
    for (int64_t k = 2; k < t->row.hi; k++) {
        const bool value = k >= 2 + accepting && (k - accepting) % 3 == 0;
        t->w[k] = value ? draw_number(d, -2, 3) : random_below(d->random, states);
    }
}

static void draw_boxes(struct row_draw *d, struct row_own *t)
{
    t->row.lo = 1 + random_below(d->random, 2);
    const int boxes = t->row.integers / (2 * (int)t->row.lo);
    t->row.integers = boxes * 2 * (int)t->row.lo;
    t->row.n = t->row.n >= boxes && random_below(d->random, 2) ? boxes : 0;
    for (int k = 0; k < t->row.lo && boxes > 1 && random_below(d->random, 4); k++)
        t->integer[2 * t->row.lo + k] = t->integer[k]; /* else boxes overlap seldom */
}

/* ---- all kinds ------------------------------------------------------------------------------- */

/* Draws the members that only one kind has, within limits or not. NULL: the kind has none. */
static void (*const draw_members[ROW_KINDS])(struct row_draw *d, struct row_own *t) = {
    [ROW_XOR] = draw_parity,
    [ROW_COUNT] = draw_count,
    [ROW_LINEAR] = draw_linear,
    [ROW_ALLDIFF] = draw_alldiff,
    [ROW_TABLE] = draw_table,
    [ROW_CONNECTED] = draw_connected,
    [ROW_CIRCUIT] = draw_circuit,
    [ROW_PATH] = draw_path,
    [ROW_REGIONS] = draw_regions,
    [ROW_INCREASING] = draw_increasing,
    [ROW_LEX] = draw_lex,
    [ROW_INVERSE] = draw_inverse,
    [ROW_CARDINALITY] = draw_cardinality,
    [ROW_REGULAR] = draw_regular,
    [ROW_NO_OVERLAP] = draw_boxes,
};

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
            r->iff = draw_literal(d);
            r->half = true;
        }
        if (draw_members[kind]) draw_members[kind](d, t);
        fits = model_row_fault(d->m, r, &why) == ROW_FITS;
    }
}
