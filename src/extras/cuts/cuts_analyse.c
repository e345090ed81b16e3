/* Conflict analysis by cutting planes: see cuts.h. */
#include "base/number.h"
#include "extras/cuts/cuts_log.h"

#include <stdlib.h>

static const int64_t LARGE = (int64_t)1 << 30; /* limit of weights and degrees in a cut: a product of two fits */

/* Was x false before the trail position `place`? */
static bool false_before(const struct cuts *r, lit x, int place)
{
    return r->value[cuts_index(x)] < 0 && r->place[lit_var(x)] < place;
}

static bool cuts_analyse_fixed(const struct cuts *r, lit x) { return r->value[cuts_index(x)] && !r->level[lit_var(x)]; }

/* ---- the cut --------------------------------------------------------------------------------- */

static void cut_clear(struct cut *c)
{
    for (int i = 0; i < c->vars.n; i++) {
        c->w[c->vars.v[i]] = 0;
        c->in[c->vars.v[i]] = false;
    }
    c->vars.n = 0;
    c->degree = c->largest = 0;
}

static void cut_add(struct cuts *r, lit x, int64_t w)
{
    struct cut *c = &r->cut;
    int v = lit_var(x);
    int64_t old = c->w[v], more = x > 0 ? w : -w;
    if (!c->in[v]) {
        c->in[v] = true;
        lits_push(&c->vars, v);
    }
    if ((old < 0) != (more < 0) && old) c->degree -= min64(llabs(old), w); /* one of x and -x is true */
    c->w[v] = old + more;
    c->largest = max64(c->largest, llabs(c->w[v]));
}

/* Reduces weights to the degree. */
static void cut_saturate(struct cuts *r)
{
    struct cut *c = &r->cut;
    if (c->largest <= c->degree) return;
    if (r->log) cuts_log_saturate(r);
    for (int i = 0; i < c->vars.n; i++) {
        int64_t *w = &c->w[c->vars.v[i]];
        if (*w > c->degree) *w = c->degree;
        if (*w < -c->degree) *w = -c->degree;
    }
    c->largest = c->degree;
}

static lit cut_lit(const struct cut *c, int v) { return c->w[v] > 0 ? v : -v; }

/* Divides and rounds up; literals weakened first keep the cut false before the trail position
 * `place`. */
static void cut_divide(struct cuts *r, int64_t by, int place)
{
    struct cut *c = &r->cut;
    for (int i = 0; i < c->vars.n; i++) {
        int v = c->vars.v[i];
        int64_t w = llabs(c->w[v]), rest = w % by;
        if (!w) continue;
        if (rest && !false_before(r, cut_lit(c, v), place)) {
            if (r->log) cuts_log_weaken(r, cut_lit(c, v), w, rest);
            w -= rest;
            c->degree -= rest;
        }
        w = divide_up(w, by);
        c->w[v] = c->w[v] > 0 ? w : -w;
    }
    if (r->log) cuts_log_divide(r, by);
    c->degree = divide_up(c->degree, by);
    c->largest = divide_up(c->largest, by);
    cut_saturate(r);
}

static void cut_fit(struct cuts *r, int place)
{
    cut_saturate(r);
    if (r->cut.degree > LARGE) cut_divide(r, divide_up(r->cut.degree, LARGE / 2), place);
}

/* Adds a row times k, without the literals fixed at level 0. */
static void cut_row(struct cuts *r, const struct cuts_row *row, int64_t k)
{
    for (int i = 0; i < row->n; i++) {
        int64_t w = k * (row->w ? min64(row->w[i], row->degree) : 1);
        if (!cuts_analyse_fixed(r, row->x[i]))
            cut_add(r, row->x[i], w);
        else if (r->value[cuts_index(row->x[i])] > 0)
            r->cut.degree -= w;
    }
    r->cut.degree += k * row->degree;
}

/* ---- resolution ------------------------------------------------------------------------------ */

/* Adds the reason of x as a clause: x, or one of the literals that were false before that position.
 * x 0: the whole row. */
static void add_as_clause(struct cuts *r, struct cuts_row *row, lit x, int place, int64_t k)
{
    if (r->log) cuts_log_clause(r, row, x, place);
    if (r->log && x) cuts_log_add(r, k);
    for (int i = 0; i < row->n; i++)
        if (row->x[i] == x || (false_before(r, row->x[i], place) && !cuts_analyse_fixed(r, row->x[i])))
            cut_add(r, row->x[i], k);
    r->cut.degree += k;
}

/* Adds the reason of x, divided by the weight of x in it and multiplied by the weight of -x in the
 * cut. */
static void add_reason(struct cuts *r, lit x)
{
    struct cuts_row *row = r->reason[lit_var(x)];
    int64_t k = llabs(r->cut.w[lit_var(x)]), by = 0, degree = row->degree;
    if (!row->w) {
        cut_row(r, row, k);
        if (r->log) cuts_log_row(r, row);
        if (r->log) cuts_log_add(r, k);
        return;
    }
    int place = r->place[lit_var(x)];
    if (r->clausal) {
        add_as_clause(r, row, x, place, k);
        return;
    }
    for (int i = 0; i < row->n && !by; i++)
        if (row->x[i] == x) by = min64(row->w[i], row->degree);
    for (int i = 0; i < row->n; i++) {
        int64_t w = min64(row->w[i], row->degree);
        if (cuts_analyse_fixed(r, row->x[i]))
            degree -= r->value[cuts_index(row->x[i])] > 0 ? w : 0;
        else if (!false_before(r, row->x[i], place))
            degree -= w % by;
    }
    degree = divide_up(degree, by);
    if (degree > LARGE) {
        add_as_clause(r, row, x, place, k);
        return;
    }
    if (r->log) cuts_log_row(r, row);
    for (int i = 0; i < row->n; i++) {
        int64_t w = min64(row->w[i], row->degree);
        if (cuts_analyse_fixed(r, row->x[i])) continue;
        bool gone = false_before(r, row->x[i], place);
        if (r->log && !gone && w % by) cuts_log_weaken(r, row->x[i], w, w % by);
        w = min64(gone ? divide_up(w, by) : w / by, degree);
        if (w) cut_add(r, row->x[i], k * w);
    }
    if (r->log) cuts_log_divide(r, by);
    if (r->log) cuts_log_saturate(r);
    if (r->log) cuts_log_add(r, k);
    r->cut.degree += k * degree;
}

static void bump_row(struct cuts *r, const struct cuts_row *row)
{
    for (int i = 0; i < row->n; i++)
        if (r->value[cuts_index(row->x[i])] < 0 && r->level[lit_var(row->x[i])]) cuts_bump(r, lit_var(row->x[i]));
}

/* ---- backjump level -------------------------------------------------------------------------- */

/* Does the cut propagate a literal at `level`, or is it false there? */
static bool forces_at(const struct cuts *r, int level)
{
    const struct cut *c = &r->cut;
    int64_t slack = -c->degree, most = 0;
    for (int i = 0; i < c->vars.n; i++) {
        int v = c->vars.v[i];
        if (!c->w[v] || (r->value[cuts_index(cut_lit(c, v))] < 0 && r->level[v] <= level)) continue;
        int64_t w = llabs(c->w[v]);
        slack += w;
        /* a literal that is already true at this level is not propagated */
        if (r->value[cuts_index(cut_lit(c, v))] <= 0 || r->level[v] > level) most = max64(most, w);
    }
    return slack < most;
}

static int cuts_analyse_by_weight(const void *p, const void *q)
{
    const struct cuts_term *a = p, *b = q;
    if (a->w != b->w) return a->w < b->w ? 1 : -1;
    return a->level != b->level ? (a->level < b->level ? 1 : -1) : a->x - b->x;
}

/* Returns the least level at which the cut propagates. levels: those of its false literals; sorted
 * here. */
static int level_of(const struct cuts *r, int *levels, int n)
{
    qsort(levels, (size_t)n, sizeof *levels, number_compare_int);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!i || levels[i] != levels[i - 1]) levels[kept++] = levels[i];
    int from = -1, to = kept - 1; /* it propagates at levels[to]; monotone in the level */
    if (forces_at(r, 0)) return 0;
    while (to - from > 1) {
        int mid = from + (to - from) / 2;
        if (forces_at(r, levels[mid]))
            to = mid;
        else
            from = mid;
    }
    return levels[to];
}

/* ---- learning -------------------------------------------------------------------------------- */

/* Resolves until the cut propagates below the current level. */
static void cuts_analyse_resolve(struct cuts *r)
{
    struct cut *c = &r->cut;
    int level = cuts_level(r);
    for (int i = r->trail.n - 1; i >= 0; i--) {
        lit x = r->trail.v[i];
        int v = lit_var(x);
        if (!c->w[v] || cut_lit(c, v) == x) continue;
        if (r->level[v] < level || forces_at(r, level - 1)) return;
        assert(r->reason[v] && "before a decision the cut forces its negation");
        bump_row(r, r->reason[v]);
        add_reason(r, x);
        cut_fit(r, i);
    }
}

/* Makes the cut a row: literals by decreasing weight, those of a clause by decreasing trail
 * position. */
static struct cuts_row *cut_learn(struct cuts *r)
{
    struct cut *c = &r->cut;
    OWNED struct cuts_term *t = mem_new((size_t)c->vars.n + 1, sizeof *t);
    OWNED int *levels = mem_new((size_t)c->vars.n + 1, sizeof *levels);
    int n = 0, known = 0, lbd = 0;
    for (int i = 0; i < c->vars.n; i++) {
        int v = c->vars.v[i];
        if (!c->w[v]) continue;
        lit x = cut_lit(c, v);
        bool gone = r->value[cuts_index(x)] < 0;
        t[n++] = (struct cuts_term){llabs(c->w[v]), x, gone ? r->level[v] : INT32_MAX};
        if (gone) levels[known++] = r->level[v];
    }
    qsort(t, (size_t)n, sizeof *t, cuts_analyse_by_weight);
    int back = known ? level_of(r, levels, known) : 0;
    for (int i = 0; i < known; i++) lbd += !i || levels[i] != levels[i - 1];
    const int64_t by = n && t[0].w == t[n - 1].w ? t[0].w : 1, degree = divide_up(c->degree, by);
    for (int i = 0; i < n && by > 1; i++) t[i].w /= by;
    if (r->log) cuts_log_divide(r, by);
    cuts_back(r, back);
    struct cuts_row *row = cuts_attach(r, t, n, degree, n > 1 && t[0].w == 1 && degree == 1);
    row->lbd = lbd;
    if (r->log) cuts_log_learnt(r, row);
    MEM_PUSH(r->learnt.v, r->learnt.n, r->learnt.cap, row);
    return row;
}

struct cuts_row *cuts_learn(struct cuts *r, struct cuts_row *conflict)
{
    cut_clear(&r->cut);
    bump_row(r, conflict);
    if (r->log) cuts_log_begin(r);
    if (r->log && !r->clausal) cuts_log_row(r, conflict);
    if (r->clausal)
        add_as_clause(r, conflict, 0, r->trail.n, 1);
    else
        cut_row(r, conflict, 1);
    cut_fit(r, r->trail.n);
    cuts_analyse_resolve(r);
    r->bump /= 0.95;
    return cut_learn(r);
}

void cuts_blame(struct cuts *r, lit x)
{
    r->failed.n = 0;
    lits_push(&r->failed, x);
    if (!r->level[lit_var(x)]) return;
    r->seen[lit_var(x)] = true;
    for (int i = r->trail.n - 1; i >= r->control.v[0]; i--) {
        lit y = r->trail.v[i];
        if (!r->seen[lit_var(y)]) continue;
        r->seen[lit_var(y)] = false;
        const struct cuts_row *row = r->reason[lit_var(y)];
        if (!row) lits_push(&r->failed, y);
        for (int k = 0; row && k < row->n; k++)
            if (false_before(r, row->x[k], i) && r->level[lit_var(row->x[k])]) r->seen[lit_var(row->x[k])] = true;
    }
}
