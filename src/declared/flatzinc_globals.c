/* The sets and the global constraints of FlatZinc as rows of a model. */
#include "declared/flatzinc_inside.h"

/* ---- sets ----------------------------------------------------------------------------------- */

static lit flatzinc_has(const struct flatzinc_builder *b, struct flatzinc_value set, int64_t v)
{
    struct flatzinc_set s = flatzinc_domain_of(b, set);
    const int64_t place = flatzinc_place(&s, v);
    if (place < 0) return LIT_FALSE;
    return set.what == FLATZINC_SET ? LIT_TRUE : b->form[set.v].first + (lit)place;
}

/* A literal that is equivalent to x < y, or x <= y, in the order of sorted lists. After the last
 * values, both are equal. */
static lit flatzinc_before(struct flatzinc_builder *b, struct flatzinc_value x, struct flatzinc_value y, bool strict)
{
    SCOPED(flatzinc_set) all = flatzinc_union(b->f, (const struct flatzinc_value[]){x, y}, 2, INT64_MAX);
    lit less = strict ? LIT_FALSE : LIT_TRUE, more_x = LIT_FALSE, more_y = LIT_FALSE;
    for (int64_t k = flatzinc_size(&all) - 1; k >= 0; k--) {
        const lit p = flatzinc_has(b, x, flatzinc_at(&all, k)), q = flatzinc_has(b, y, flatzinc_at(&all, k));
        lit r = flatzinc_derived(b);
        /* x alone has it: y goes on; y alone: x does not; else the rest decides */
        for (int s = -1; s <= 1; s += 2) {
            model_some(b->m, (const lit[]){-p, q, -s * r, s * more_y}, 4);
            model_some(b->m, (const lit[]){p, -q, -s * r, -s * more_x}, 4);
            model_some(b->m, (const lit[]){-p, -q, -s * r, s * less}, 4);
            model_some(b->m, (const lit[]){p, q, -s * r, s * less}, 4);
        }
        less = r;
        more_x = flatzinc_either(b, more_x, p);
        more_y = flatzinc_either(b, more_y, q);
    }
    return less;
}

static bool flatzinc_member(struct flatzinc_builder *b, struct flatzinc_value x, struct flatzinc_value set,
                            struct flatzinc_when when)
{
    struct flatzinc_set s = flatzinc_domain_of(b, set), d = flatzinc_domain_of(b, x);
    SCOPED(lits) some = {0};
    if (set.what == FLATZINC_SET) { /* one of its ranges */
        for (int64_t i = 0, size = flatzinc_size(&s), k = 0; i < size && s.v; i = k + 1) {
            for (k = i; k + 1 < size && s.v[k + 1] == s.v[k] + 1;) k++;
            lits_push(&some, flatzinc_in(b, x, s.v[i], s.v[k]));
        }
        if (!s.v) lits_push(&some, flatzinc_in(b, x, s.lo, s.hi));
        flatzinc_or(b, some.v, some.n, when);
        return true;
    }
    if (!flatzinc_two(b, 1, x, 0, x, s.lo, s.hi, (struct flatzinc_when){when.r, when.r != LIT_TRUE})) return false;
    for (int64_t k = 0, next = s.lo; k < flatzinc_size(&s); k++, next++) {
        const int64_t v = flatzinc_at(&s, k);
        if (v > next) flatzinc_some(b, -when.r, -flatzinc_in(b, x, next, v - 1), LIT_FALSE);
        next = v;
        if (v < d.lo || v > d.hi) continue;
        const lit is = flatzinc_is(b, x, v), has = flatzinc_has(b, set, v);
        model_some(b->m, (const lit[]){-when.r, -is, has}, 3);
        if (!when.half) model_some(b->m, (const lit[]){when.r, -is, -has}, 3);
    }
    return true;
}

bool flatzinc_post_set(struct flatzinc_builder *b, enum flatzinc_kind kind, const struct flatzinc_value *a,
                       struct flatzinc_when when)
{
    if (kind == FLATZINC_set_in) return flatzinc_member(b, a[0], a[1], when);
    if (kind == FLATZINC_set_card) {
        SCOPED(flatzinc_sum) sum = {0};
        struct flatzinc_set s = flatzinc_domain_of(b, a[0]);
        if (a[0].what == FLATZINC_SET) sum.constant = flatzinc_size(&s);
        for (int64_t i = 0; i < flatzinc_size(&s) && a[0].what != FLATZINC_SET; i++)
            terms_add(&sum.x, b->form[a[0].v].first + (lit)i, 1);
        flatzinc_add(b, &sum, a[1], -1);
        return flatzinc_between(b, &sum, 0, 0, when);
    }
    SCOPED(lits) all = {0};
    if (kind == FLATZINC_set_le || kind == FLATZINC_set_lt) {
        lits_push(&all, flatzinc_before(b, a[0], a[1], kind == FLATZINC_set_lt));
        flatzinc_and(b, all.v, all.n, when);
        return true;
    }
    const bool three = kind >= FLATZINC_set_union, differ = kind == FLATZINC_set_ne;
    SCOPED(flatzinc_set) some = flatzinc_union(b->f, a, three ? 3 : 2, INT64_MAX);
    for (int64_t k = 0; k < flatzinc_size(&some); k++) { /* what holds for each value */
        const int64_t v = flatzinc_at(&some, k);
        const lit p = flatzinc_has(b, a[0], v), q = flatzinc_has(b, a[1], v), r = three ? flatzinc_has(b, a[2], v) : q;
        const lit own = kind == FLATZINC_set_union       ? flatzinc_either(b, p, q)
                        : kind == FLATZINC_set_intersect ? -flatzinc_either(b, -p, -q)
                        : kind == FLATZINC_set_diff      ? -flatzinc_either(b, -p, q)
                        : kind == FLATZINC_set_symdiff   ? flatzinc_odd(b, p, q)
                                                         : p;
        if (kind == FLATZINC_set_subset)
            lits_push(&all, flatzinc_either(b, -p, q));
        else if (!differ && (when.half || when.r == LIT_TRUE))
            flatzinc_xor(b, own, -r, (struct flatzinc_when){when.r, true});
        else
            lits_push(&all, differ ? flatzinc_odd(b, own, r) : -flatzinc_odd(b, own, r));
    }
    if (differ)
        flatzinc_or(b, all.v, all.n, when);
    else
        flatzinc_and(b, all.v, all.n, when);
    return true;
}

/* ---- global constraints --------------------------------------------------------------------- */

/* For each value, at most one of the integers has it, unless it is among `except`. */
static void flatzinc_different(struct flatzinc_builder *b, const struct flatzinc_value *x, int n,
                               const struct flatzinc_set *except)
{
    SCOPED(flatzinc_set) all = flatzinc_union(b->f, x, n, INT64_MAX);
    const int64_t count = flatzinc_size(&all);
    for (int64_t k = 0; k < count; k++) {
        SCOPED(lits) is = {0};
        int sure = 0;
        if (except && flatzinc_place(except, flatzinc_at(&all, k)) >= 0) continue;
        for (int i = 0; i < n; i++) {
            lit y = flatzinc_is(b, x[i], flatzinc_at(&all, k));
            sure += y == LIT_TRUE;
            if (y != LIT_TRUE && y != LIT_FALSE) lits_push(&is, y);
        }
        if (sure > 1)
            model_clause(b->m, NULL, 0);
        else
            model_card(b->m, is.v, is.n, count == n && !(except && flatzinc_size(except)) ? 1 - sure : 0, 1 - sure);
    }
}

static bool flatzinc_all_different(struct flatzinc_builder *b, const struct flatzinc_value *x, int n,
                                   const struct flatzinc_set *except)
{
    const int64_t but = except ? flatzinc_size(except) : 0; /* so many values */
    OWNED int *integer = mem_new((size_t)n + 1, sizeof *integer);
    OWNED int64_t *offset = mem_new((size_t)n + 1, sizeof *offset);
    SCOPED(text) why = {0};
    bool row = n > 1 && but <= 1;
    int64_t values = 0;
    for (int i = 0; i < n; i++) {
        struct flatzinc_set s = flatzinc_domain_of(b, x[i]);
        integer[i] = flatzinc_shifted(b, x[i], &offset[i]);
        row = row && integer[i] >= 0;
        values += s.hi - s.lo + 1;
    }
    struct row r = {.kind = ROW_ALLDIFF, .integer = integer, .integers = n, .w = offset, .hi = but};
    if (but) r.lo = except->lo;
    if (row && model_row_fault(b->m, &r, &why) == ROW_FITS) {
        model_add(b->m, &r);
        return true;
    }
    if (but || values <= 1 << 20) {
        flatzinc_different(b, x, n, except);
        return true;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            SCOPED(flatzinc_sum) s = {0};
            flatzinc_add(b, &s, x[i], 1);
            flatzinc_add(b, &s, x[k], -1);
            if (!flatzinc_differs(b, &s, 0, FLATZINC_ALWAYS)) return false;
        }
    return true;
}

static bool flatzinc_counts(struct flatzinc_builder *b, const struct flatzinc_value *a)
{
    if (a[1].n != a[2].n) return flatzinc_refuse(b, "the lists differ in length.");
    for (int k = 0; k < a[1].n; k++) {
        SCOPED(flatzinc_sum) s = {0};
        for (int i = 0; i < a[0].n; i++) {
            const lit y = flatzinc_is(b, b->f->item[a[0].v + i], b->f->item[a[1].v + k].v);
            if (y == LIT_TRUE) s.constant++;
            if (y != LIT_TRUE && y != LIT_FALSE) terms_add(&s.x, y, 1);
        }
        flatzinc_add(b, &s, b->f->item[a[2].v + k], -1);
        if (!flatzinc_between(b, &s, 0, 0, FLATZINC_ALWAYS)) return false;
    }
    return true;
}

/* The vertices that hold are connected by edges, whose ends are the second and third list. */
static bool flatzinc_connected(struct flatzinc_builder *b, const struct flatzinc_value *a)
{
    const struct flatzinc_value *item = b->f->item;
    const int n = a[0].n, edges = a[1].n;
    if (a[2].n != edges) return flatzinc_refuse(b, "the lists differ in length.");
    OWNED lit *x = mem_new((size_t)n + 1, sizeof *x);
    OWNED struct graph_edge *edge = mem_new((size_t)edges + 1, sizeof *edge);
    for (int i = 0; i < n; i++) {
        const lit y = flatzinc_literal(b, item[a[0].v + i]);
        x[i] = flatzinc_derived(b); /* a literal may occur again, or be constant */
        flatzinc_xor(b, x[i], -y, FLATZINC_ALWAYS);
    }
    for (int i = 0; i < edges; i++) {
        const int64_t from = item[a[1].v + i].v - 1, to = item[a[2].v + i].v - 1;
        if (min64(from, to) < 0 || max64(from, to) >= n) return flatzinc_refuse(b, "an edge has no such vertex.");
        edge[i] = (struct graph_edge){(int)from, (int)to};
    }
    model_add(b->m, &(struct row){.kind = ROW_CONNECTED, .n = n, .x = x, .edge = edge, .edges = edges});
    return true;
}

/* The constraints that are kinds of rows: their lists are one after the other, and then a
 * number. */
static bool flatzinc_kind_row(struct flatzinc_builder *b, const struct flatzinc_constraint *c,
                              const struct flatzinc_value *a)
{
    const bool sub = c->kind == FLATZINC_loophole_subcircuit, lex = c->kind == FLATZINC_loophole_lex;
    const enum row_kind kind = lex                                       ? ROW_LEX
                               : c->kind == FLATZINC_loophole_increasing ? ROW_INCREASING
                               : c->kind == FLATZINC_loophole_inverse    ? ROW_INVERSE
                               : c->kind == FLATZINC_loophole_regular    ? ROW_REGULAR
                                                                         : ROW_CIRCUIT;
    const int second = kind == ROW_REGULAR || lex || kind == ROW_INVERSE; /* list */
    const int lists = kind == ROW_REGULAR ? 1 : 1 + second, n = lists * a[0].n;
    OWNED int *integer = mem_new((size_t)n + 1, sizeof *integer);
    OWNED lit *x = mem_new((size_t)n + 1, sizeof *x);
    bool truths = lex;
    if (lists == 2 && a[1].n != a[0].n) return flatzinc_refuse(b, "the lists differ in length.");
    for (int i = 0; i < n && truths; i++) {
        const struct flatzinc_value v = b->f->item[a[i / a[0].n].v + i % a[0].n];
        truths = v.what == FLATZINC_VARIABLE && b->form[v.v].truth;
        x[i] = truths ? b->form[v.v].first : 0;
    }
    for (int i = 0; i < n && !truths; i++) integer[i] = flatzinc_made(b, b->f->item[a[i / a[0].n].v + i % a[0].n]);
    struct row row = {.kind = kind, .integer = integer, .x = x, .lo = a[1 + second].v, .hi = sub};
    *(truths ? &row.n : &row.integers) = n;
    OWNED int64_t *w = mem_new((size_t)a[1].n + 2, sizeof *w);
    for (int i = 0; kind == ROW_REGULAR && i < a[1].n; i++) w[row.hi++] = b->f->item[a[1].v + i].v;
    if (kind == ROW_REGULAR) row.w = w;
    SCOPED(text) why = {0};
    if (kind == ROW_REGULAR && (row.hi < 2 || w[1] < 0 || w[1] > row.hi - 2 || (row.hi - 2 - w[1]) % 3))
        return flatzinc_refuse(b, "its list is no automaton.");
    if (model_row_fault(b->m, &row, &why) != ROW_FITS) return flatzinc_refuse(b, "%s", text_string(&why));
    model_add(b->m, &row);
    return true;
}

bool flatzinc_post_global(struct flatzinc_builder *b, const struct flatzinc_constraint *c)
{
    struct flatzinc *f = b->f;
    const struct flatzinc_value *a = f->item + c->from;
    switch (c->kind) {
    case FLATZINC_fzn_all_different_int:
        return flatzinc_all_different(b, f->item + a[0].v, a[0].n, NULL);
    case FLATZINC_loophole_all_different_except:
        return flatzinc_all_different(b, f->item + a[0].v, a[0].n, &f->set[a[1].v]);
    case FLATZINC_loophole_table:
        return flatzinc_table(b, c, 0) || flatzinc_refuse(b, "the table's entries are no rows.");
    case FLATZINC_loophole_count:
        return flatzinc_counts(b, a);
    case FLATZINC_loophole_connected:
        return flatzinc_connected(b, a);
    default:
        return flatzinc_kind_row(b, c, a);
    }
}
