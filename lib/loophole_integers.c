/* Integers, reified constraints, tables, all-different and connectivity in models of the caller. */
#include "lib/inside.h"

#include "model/model_abstract.h"
#include "model/model_row.h"

int loophole_model_int(loophole_model *m, const char *name, int64_t lo, int64_t hi, const char *encoding, char **error)
{
    struct encoding e = {0};
    struct text err = {0};
    if (!lib_is_model(m, error)) return -1;
    if (lo > hi || lo < -MODEL_INT_END || hi > MODEL_INT_END)
        return lib_minus(lib_refuse(error,
                                    "An integer has the range %lld to %lld; it takes rising ends from -2^40 to 2^40.",
                                    (long long)lo, (long long)hi));
    if (encoding && !encoder_parse(INT, encoding, &e, &err)) return lib_minus(lib_fail(error, &err));
    enum int_form form = e.encoder ? e.encoder->form : FORMS;
    if (!name) return model_int(m->m, lo, hi, form, "i%d", model_ints(m->m) + 1);
    return lib_name(m, name, error) ? model_int(m->m, lo, hi, form, "%s", name) : -1;
}

int loophole_model_ints(const loophole_model *m) { return model_ints(m->m); }

const char *loophole_model_int_name(const loophole_model *m, int integer)
{
    return integer >= 0 && integer < model_ints(m->m) ? model_int_name(m->m, integer) : NULL;
}

bool lib_integers(const loophole_model *m, const int *integer, int n, char **error)
{
    if (n < 0) return lib_refuse(error, "A list has %d integers; it takes 0 or more.", n);
    for (int i = 0; i < n; i++)
        if (integer[i] < 0 || integer[i] >= model_ints(m->m))
            return lib_refuse(error, "There is no integer %d; the model has %d, counted from 0.", integer[i],
                              model_ints(m->m));
    return true;
}

bool loophole_model_int_range(const loophole_model *m, int integer, int64_t *lo, int64_t *hi, char **error)
{
    if (!lib_integers(m, &integer, 1, error)) return false;
    struct integer it = model_integer(m->m, integer);
    *lo = it.lo;
    *hi = it.hi;
    return true;
}

bool lib_complete(const loophole_model *m, char **error)
{
    return (!m->reify && !m->condition) ||
           lib_refuse(error,
                      "A condition waits for its constraint: after reify, implied_by or soft, add a clause, card, "
                      "pb, xor or linear constraint, or call loophole_model_unconditional.");
}

void loophole_model_unconditional(loophole_model *m)
{
    m->reify = false;
    m->condition = 0;
}

bool loophole_model_reify(loophole_model *m, int y, char **error)
{
    if (!lib_row_fits(m, &y, y != 0, error) || !lib_complete(m, error)) return false;
    m->reify = true;
    m->reified = y;
    return true;
}

/* Adds the row, reified if that was asked for. */
static void add_linear(loophole_model *m, struct row r)
{
    r.kind = ROW_LINEAR;
    r.iff = m->condition ? m->condition : m->reify ? m->reified : 0;
    r.half = m->condition != 0;
    r.fails = m->reify && !m->reified;
    model_add(m->m, &r);
    loophole_model_unconditional(m);
}

bool lib_reified(loophole_model *m, const int *x, int n, int64_t lo, int64_t hi)
{
    if (!m->reify && !m->condition) return false;
    OWNED int64_t *ones = mem_new((size_t)n, sizeof *ones);
    for (int i = 0; i < n; i++) ones[i] = 1;
    add_linear(m, (struct row){.n = n, .x = x, .w = ones, .lo = lo, .hi = hi});
    return true;
}

/* Fills a linear row of the terms, which owns its weights. False, with a sentence: the terms do not
 * exist, or their sum, or the constant, is too large. */
static bool linear_row(loophole_model *m, const int *x, const int64_t *w, int n, const int *integer, const int64_t *v,
                       int integers, int64_t constant, struct row_own *r, char **error)
{
    if (constant <= -MODEL_SUM || constant >= MODEL_SUM)
        return lib_refuse_large(error, "The objective's constant needs more than 60 bits.");
    if (!lib_row_fits(m, x, n, error) || !lib_integers(m, integer, integers, error)) return false;
    r->w = mem_new((size_t)n + (size_t)integers, sizeof *r->w);
    for (int i = 0; i < n; i++) r->w[i] = w ? w[i] : 1;
    for (int i = 0; i < integers; i++) r->w[n + i] = v ? v[i] : 1;
    r->row = (struct row){.kind = ROW_LINEAR, .n = n, .x = x, .w = r->w, .integer = integer, .integers = integers};
    return lib_fits(m, &r->row, error);
}

bool loophole_model_linear(loophole_model *m, const int *x, const int64_t *w, int n, const int *integer,
                           const int64_t *v, int integers, int64_t lo, int64_t hi, char **error)
{
    SCOPED(row_own) r = {0};
    if (!linear_row(m, x, w, n, integer, v, integers, 0, &r, error)) return false;
    r.row.lo = lo;
    r.row.hi = hi;
    add_linear(m, r.row);
    return true;
}

bool loophole_model_optimize(loophole_model *m, bool maximize, const int *x, const int64_t *w, int n,
                             const int *integer, const int64_t *v, int integers, int64_t constant, char **error)
{
    SCOPED(row_own) r = {0};
    if (!linear_row(m, x, w, n, integer, v, integers, constant, &r, error)) return false;
    model_set_goal(m->m, maximize, constant, x, r.w, n, integer, r.w + n, integers);
    return true;
}

/* Makes a file's objective, (a + b sum w x) / 1, the goal. False, with a sentence: it is too large. */
static bool objective_to_goal(loophole_model *m, char **error)
{
    const struct objective *o = model_objective(m->m);
    if (!o) return true;
    SCOPED(terms) sum = {0};
    for (int i = 0; i < o->n; i++)
        terms_add(&sum, o->x[i], o->b * (o->w ? o->w[i] : 1)); /* scaled by b, it fits in 62 bits */
    return loophole_model_optimize(m, o->b < 0, sum.x.v, sum.w, sum.x.n, NULL, NULL, 0, o->a, error);
}

bool loophole_model_then(loophole_model *m, bool maximize, const int *x, const int64_t *w, int n, const int *integer,
                         const int64_t *v, int integers, int64_t constant, char **error)
{
    SCOPED(row_own) r = {0};
    SCOPED(text) err = {0};
    if (!linear_row(m, x, w, n, integer, v, integers, constant, &r, error) || !objective_to_goal(m, error))
        return false;
    if (!model_goal(m->m)) return loophole_model_optimize(m, maximize, x, w, n, integer, v, integers, constant, error);
    return model_then_goal(m->m, maximize, constant, &r.row, &err) || lib_refuse_large(error, "%s", text_string(&err));
}

int loophole_model_soft(loophole_model *m, int64_t weight, char **error)
{
    bool ok = lib_is_model(m, error) && lib_complete(m, error);
    const struct model_goal *now = model_goal(m->m);
    const int64_t unit = now && now->scale ? now->scale : 1;
    if (ok && (weight < 1 || weight >= MODEL_SUM / unit - m->soft_total))
        ok = lib_refuse_large(
            error, "A soft constraint has the weight %lld; it takes 1 or more, and all weights at most 60 bits.",
            (long long)weight);
    if (!ok || !objective_to_goal(m, error)) return 0;
    const struct model_goal *goal = model_goal(m->m);
    lit violated = model_derived(m->m, "soft constraint %d is violated", goal ? goal->softs + 1 : 1);
    model_soft(m->m, violated, weight);
    m->soft_total += weight;
    m->reify = true;
    m->reified = -violated;
    return violated;
}

bool loophole_model_implied_by(loophole_model *m, int y, char **error)
{
    if (!lib_row_fits(m, &y, 1, error) || !lib_complete(m, error)) return false;
    m->condition = y;
    return true;
}

bool lib_plain_fits(loophole_model *m, bool half, char **error)
{
    if (m->reify)
        return lib_refuse(
            error, "Only a clause, card, pb, xor or linear constraint can be reified or soft; imply this one by a "
                   "variable, and make the variable soft.");
    if (m->condition && !half)
        return lib_refuse(error, "This call adds several constraints and takes no condition; imply each constraint.");
    return lib_row_fits(m, NULL, 0, error);
}

bool lib_add(loophole_model *m, struct row *r, char **error)
{
    if (!lib_plain_fits(m, true, error) || !lib_row_fits(m, r->x, r->n, error) ||
        !lib_integers(m, r->integer, r->integers, error) || !lib_fits(m, r, error))
        return false;
    r->iff = m->condition;
    r->half = m->condition != 0;
    model_add(m->m, r);
    loophole_model_unconditional(m);
    return true;
}

bool loophole_model_all_different(loophole_model *m, const int *integer, const int64_t *offset, int n, char **error)
{
    return lib_add(m, &(struct row){.kind = ROW_ALLDIFF, .integer = integer, .integers = n, .w = offset}, error);
}

bool loophole_model_table(loophole_model *m, const int *integer, int n, const int64_t *values, int rows, char **error)
{
    return lib_add(m, &(struct row){.kind = ROW_TABLE, .integer = integer, .integers = n, .w = values, .hi = rows},
                   error);
}

struct graph_edge *lib_edges(const int *end, int n, char **error)
{
    if (n < 0) return lib_null(lib_refuse(error, "A graph has %d edges; it takes 0 or more.", n));
    struct graph_edge *e = mem_new((size_t)n, sizeof *e);
    for (int k = 0; k < n; k++) e[k] = (struct graph_edge){end[2 * k], end[2 * k + 1]};
    return e;
}

bool loophole_model_connected(loophole_model *m, const int *x, int n, const int *edge, int edges, char **error)
{
    return loophole_model_reached(m, x, n, edge, edges, -1, 0, error);
}

bool loophole_model_reached(loophole_model *m, const int *x, int n, const int *edge, int edges, int root, int depth,
                            char **error)
{
    OWNED struct graph_edge *e = lib_edges(edge, edges, error);
    struct row r = {.kind = ROW_CONNECTED, .n = n, .x = x, .edge = e, .edges = edges};
    r.lo = (int64_t)root + 1;
    r.hi = depth;
    return e && lib_add(m, &r, error);
}

bool loophole_model_loop(loophole_model *m, const int *x, const int *end, int n, int vertices, int *through,
                         char **error)
{
    const int when = m->condition;
    if (!lib_plain_fits(m, true, error) || !lib_row_fits(m, x, n, error)) return false;
    for (int k = 0; k < 2 * n; k++)
        if (end[k] < 0 || end[k] >= vertices || end[k] == end[k ^ 1])
            return lib_refuse(error, "The edge %d-%d does not join two of the vertices 0 to %d.", end[k & ~1],
                              end[k | 1], vertices - 1);
    OWNED struct lits *at = mem_new((size_t)vertices, sizeof *at); /* the edges at each vertex */
    OWNED int *y = mem_new((size_t)vertices, sizeof *y);
    SCOPED(lits) pairs = {0}; /* of edges that share an end */
    for (int k = 0; k < 2 * n; k++) lits_push(&at[end[k]], k / 2);
    for (int v = 0; v < vertices; v++)
        for (int k = 0; k < at[v].n; k++)
            for (int i = 0; i < k; i++) lits_add(&pairs, (int[]){at[v].v[i], at[v].v[k]}, 2);
    bool ok = loophole_model_connected(m, x, n, pairs.v, pairs.n / 2, error);
    if (ok && when) lib_define_through(m, x, end, n, vertices, y); /* also without the loop */
    if (ok) m->condition = when;
    ok = ok && loophole_model_clause(m, x, n, error);
    for (int v = 0; v < vertices; v++) { /* the loop has two edges at it if it goes through, else none */
        SCOPED(terms) sum = {0};
        for (int i = 0; i < at[v].n; i++) terms_add(&sum, x[at[v].v[i]], 1);
        lits_release(&at[v]);
        if (!ok) continue;
        if (!when) y[v] = model_derived(m->m, "through %d", v);
        if (through) through[v] = y[v];
        terms_add(&sum, y[v], -2);
        m->condition = when;
        ok = loophole_model_pb(m, sum.x.v, sum.w, sum.x.n, 0, 0, error);
    }
    return ok;
}
