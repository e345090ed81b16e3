/* Loophole's pseudo-Boolean solver, which keeps sums as rows: see cuts.h. */
#include "base/number.h"
#include "extras/cuts/cuts_log.h"

#include <stdlib.h>
#include <string.h>

extern const struct solver_class solver_cuts;

/* ---- adding constraints ---------------------------------------------------------------------- */

/* Backtracks to the root and reserves memory for these terms. Returns the sum of their weights. */
static int64_t solver_cuts_prepare(struct cuts *r, const lit *x, const int64_t *w, int n)
{
    int64_t total = 0;
    cuts_back(r, 0);
    for (int i = 0; i < n; i++) {
        cuts_room(r, lit_var(x[i]));
        total += w ? w[i] : 1;
    }
    return total;
}

static void add_clause(void *own, const lit *x, int n)
{
    struct cuts *r = own;
    if (r->log) r->log->lost = true;
    solver_cuts_prepare(r, x, NULL, n);
    OWNED struct cuts_term *kept = mem_new((size_t)n + 1, sizeof *kept);
    int k = 0;
    bool holds = false;
    for (int i = 0; i < n && !holds; i++) {
        holds = r->value[cuts_index(x[i])] > 0;
        if (r->value[cuts_index(x[i])]) continue;
        bool twice = false;
        for (int j = 0; j < k; j++) {
            twice |= kept[j].x == x[i];
            holds |= kept[j].x == -x[i];
        }
        if (!twice) kept[k++].x = x[i];
    }
    if (!holds && k > 1) {
        struct cuts_row *row = cuts_attach(r, kept, k, 1, true);
        MEM_PUSH(r->given.v, r->given.n, r->given.cap, row);
    } else if (!holds && k == 1) {
        cuts_assign(r, kept[0].x, NULL);
    } else if (!holds) {
        r->refuted = true;
    }
}

static int heavier(const void *p, const void *q)
{
    const struct cuts_term *a = p, *b = q;
    return a->w != b->w ? (a->w < b->w ? 1 : -1) : lit_var(a->x) - lit_var(b->x);
}

/* Makes the row sum w sign x >= degree. whole: keeps weights above the degree and fixed literals,
 * because the degree will rise. */
static struct cuts_row *solver_cuts_at_least(struct cuts *r, const lit *x, const int64_t *w, int n, int sign,
                                             int64_t degree, bool whole)
{
    OWNED struct cuts_term *part = mem_new((size_t)n + 1, sizeof *part);
    int k = 0;
    for (int i = 0; i < n; i++) {
        lit y = sign * x[i];
        signed char value = r->value[cuts_index(y)];
        int64_t weight = w ? w[i] : 1;
        if (value > 0 && !whole) degree -= weight;
        if (!value || whole) part[k++] = (struct cuts_term){weight, y};
    }
    if (degree <= 0 && !whole) return NULL;
    qsort(part, (size_t)k, sizeof *part, heavier);
    for (int i = 0; i < k && !whole; i++) part[i].w = min64(part[i].w, degree);
    bool clause = !whole && k > 1 && part[k - 1].w == degree;
    return cuts_attach(r, part, k, clause ? 1 : degree, clause);
}

static void solver_cuts_take(struct cuts *r, struct cuts_row *row)
{
    if (!row) return;
    MEM_PUSH(r->given.v, r->given.n, r->given.cap, row);
    if (row->w && cuts_check(r, row)) r->refuted = true;
}

/* Adds a row in normal form, after saturation and division by the greatest common divisor. */
static void solver_cuts_enter(struct cuts *r, int64_t number, struct cuts_term *part, int n, int64_t degree)
{
    int64_t by = 0;
    bool fixed = false, heavy = n && part[0].w > degree;
    for (int i = 0; i < n; i++) {
        part[i].w = min64(part[i].w, degree);
        by = number_gcd(by, part[i].w);
        fixed = fixed || r->value[cuts_index(part[i].x)];
    }
    if (!by) by = 1;
    degree = divide_up(degree, by);
    for (int i = 0; i < n; i++) part[i].w /= by;
    struct cuts_row *row = cuts_attach(r, part, n, degree, n > 1 && !fixed && part[n - 1].w >= degree);
    if (r->log) cuts_log_given(r, row, number, by, heavy);
    MEM_PUSH(r->given.v, r->given.n, r->given.cap, row);
    if (!r->refuted && row->w && cuts_check(r, row)) {
        r->refuted = true;
        if (r->log) cuts_log_contradiction(r, row);
    }
}

bool cuts_is(const struct solver *s) { return s->class == &solver_cuts; }

void cuts_add_row(struct solver *s, int64_t number, const lit *x, const int64_t *w, int n, int64_t degree)
{
    struct cuts *r = s->own;
    assert(cuts_is(s) && !s->place && "the solver takes rows, in the order of the model");
    s->state = 0;
    s->cnf.natives++;
    cnf_poll(&s->cnf);
    solver_cuts_prepare(r, x, w, n);
    struct normal *t = &r->terms;
    normal_merge(t, x, w, NULL, n, degree, INT64_MAX);
    OWNED struct cuts_term *part = mem_new((size_t)t->x.n + 1, sizeof *part);
    for (int i = 0; i < t->x.n; i++) part[i] = (struct cuts_term){t->w[i], t->x.v[i]};
    qsort(part, (size_t)t->x.n, sizeof *part, heavier);
    if (t->lo > 0) solver_cuts_enter(r, number, part, t->x.n, (int64_t)t->lo);
}

/* Adds a constraint after normalization. */
static void add_sum(struct cnf *self, const struct constraint *c)
{
    struct solver *s = (struct solver *)self;
    struct cuts *r = s->own;
    s->state = 0;
    if (r->log) r->log->lost = true;
    int64_t total = solver_cuts_prepare(r, c->x, c->w, c->n);
    if (c->lo > 0) solver_cuts_take(r, solver_cuts_at_least(r, c->x, c->w, c->n, 1, c->lo, false));
    if (c->hi < total) solver_cuts_take(r, solver_cuts_at_least(r, c->x, c->w, c->n, -1, total - c->hi, false));
}

static void bound(void *own, const lit *x, const int64_t *w, int n, int64_t most)
{
    struct cuts *r = own;
    int64_t total = solver_cuts_prepare(r, x, w, n);
    if (!n && most < 0) {
        r->refuted = true;
        if (r->log) r->log->contradiction = r->improving;
    }
    if (!n) return;
    if (!r->bound) r->bound = solver_cuts_at_least(r, x, w, n, -1, 0, true);
    int64_t more = total - most - r->bound->degree;
    assert(more >= 0 && "the bound falls");
    r->bound->degree += more;
    r->bound->slack -= more;
    if (r->log && !r->improving) r->log->lost = true;
    if (r->log) cuts_log_given(r, r->bound, r->improving, r->log->scale, n && r->bound->w[0] > r->bound->degree);
    r->improving = 0;
    if (cuts_check(r, r->bound)) {
        r->refuted = true;
        if (r->log) cuts_log_contradiction(r, r->bound);
    }
}

/* ---- the class ------------------------------------------------------------------------------- */

static void *open(struct solver *s, const char *argument, struct text *err)
{
    struct cuts *r = mem_new(1, sizeof *r);
    r->bump = 1;
    r->owner = s;
    s->cnf.native = 1u << AMO | 1u << CARD | 1u << PB;
    s->cnf.put_native = add_sum;
    return r;
}

static void shut(void *own)
{
    cuts_release(own);
    mem_free(own);
}

static int solve(void *own, const lit *assumed, int n, struct text *err) { return cuts_solve(own, assumed, n); }

static int value(void *own, int v)
{
    const struct cuts *r = own;
    return v > r->vars ? 0 : r->model[v];
}

static bool failed(void *own, lit l) { return lits_have(&((struct cuts *)own)->failed, l); }

static void limit(void *own, int64_t conflicts) { ((struct cuts *)own)->limit = conflicts; }
static int64_t conflicts(void *own) { return ((struct cuts *)own)->conflicts; }

static void phase(void *own, lit l)
{
    struct cuts *r = own;
    cuts_room(r, lit_var(l));
    r->phase[lit_var(l)] = (signed char)lit_sign(l);
}

void cuts_log_to(struct solver *s, struct cuts_proof *log) { ((struct cuts *)s->own)->log = log; }

static void configure(void *own, const char *name)
{
    struct cuts *r = own;
    if (!strcmp(name, "unsat")) r->learning = LEARN_CLAUSES;
    if (!strcmp(name, "sat")) r->learning = LEARN_BOTH;
    r->clausal = r->learning == LEARN_CLAUSES;
}

const struct solver_class solver_cuts = {
    .name = "cuts",
    .about = "Loophole's own: keeps sums as they are, and learns from conflicts by cutting planes",
    .open = open,
    .close = shut,
    .clause = add_clause,
    .solve = solve,
    .value = value,
    .failed = failed,
    .conflicts = conflicts,
    .limit = limit,
    .phase = phase,
    .configure = configure,
    .bound = bound,
};
