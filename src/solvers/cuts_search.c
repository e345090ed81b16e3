/* Deciding, restarting, forgetting. */
#include "solvers/cuts.h"

#include <stdlib.h>
#include <string.h>

enum { RESTART = 100, FIRST_REDUCE = 1000, REDUCE_STEP = 100, KEEP_LBD = 2, ASK = 16 };

/* ---- adding ---------------------------------------------------------------------------------------------------- */

static void force(struct cuts *r, lit x)
{
    if (r->value[cuts_index(x)] < 0) r->refuted = true;
    if (!r->value[cuts_index(x)]) cuts_assign(r, x, NULL);
}

void cuts_clause(struct cuts *r, const lit *x, int n)
{
    cuts_back(r, 0);
    lit *kept = mem_new((size_t)n + 1, sizeof *kept);
    int k = 0;
    bool holds = false;
    for (int i = 0; i < n; i++) cuts_room(r, lit_var(x[i]));
    for (int i = 0; i < n && !holds; i++) {
        holds = r->value[cuts_index(x[i])] > 0;
        if (r->value[cuts_index(x[i])]) continue;
        bool twice = false;
        for (int j = 0; j < k; j++) {
            twice |= kept[j] == x[i];
            holds |= kept[j] == -x[i];
        }
        if (!twice) kept[k++] = x[i];
    }
    if (!holds && k > 1) {
        struct cuts_row *row = cuts_attach(r, kept, NULL, k, 1, false);
        MEM_PUSH(r->given.v, r->given.n, r->given.cap, row);
    } else if (!holds && k == 1) {
        force(r, kept[0]);
    } else if (!holds) {
        r->refuted = true;
    }
    mem_free(kept);
}

struct weighted_lit {
    int64_t w;
    lit x;
};

static int heavier(const void *p, const void *q)
{
    const struct weighted_lit *a = p, *b = q;
    return a->w != b->w ? (a->w < b->w ? 1 : -1) : lit_var(a->x) - lit_var(b->x);
}

/* sum w sign x >= degree; `whole`: with weights beyond the degree and settled literals, as the degree will rise. */
static struct cuts_row *at_least(struct cuts *r, const lit *x, const int64_t *w, int n, int sign, int64_t degree,
                                 bool whole)
{
    struct weighted_lit *part = mem_new((size_t)n + 1, sizeof *part);
    int k = 0;
    for (int i = 0; i < n; i++) {
        lit y = sign * x[i];
        int value = r->value[cuts_index(y)];
        int64_t weight = w ? w[i] : 1;
        if (value > 0 && !whole) degree -= weight;
        if (!value || whole) part[k++] = (struct weighted_lit){weight, y};
    }
    struct cuts_row *row = NULL;
    if (degree > 0 || whole) {
        qsort(part, (size_t)k, sizeof *part, heavier);
        lit *y = mem_new((size_t)k + 1, sizeof *y);
        int64_t *v = mem_new((size_t)k + 1, sizeof *v);
        bool clause = !whole && k > 1 && part[k - 1].w >= degree;
        for (int i = 0; i < k; i++) {
            y[i] = part[i].x;
            v[i] = whole ? part[i].w : min64(part[i].w, degree);
        }
        row = cuts_attach(r, y, clause ? NULL : v, k, clause ? 1 : degree, false);
        mem_free(y);
        mem_free(v);
    }
    mem_free(part);
    return row;
}

static void take(struct cuts *r, struct cuts_row *row)
{
    if (!row) return;
    MEM_PUSH(r->given.v, r->given.n, r->given.cap, row);
    if (row->w && cuts_check(r, row)) r->refuted = true;
}

/* Back at the root, with room for these; the sum of their weights. */
static int64_t prepare(struct cuts *r, const lit *x, const int64_t *w, int n)
{
    int64_t total = 0;
    cuts_back(r, 0);
    for (int i = 0; i < n; i++) {
        cuts_room(r, lit_var(x[i]));
        total += w ? w[i] : 1;
    }
    return total;
}

void cuts_sum(struct cuts *r, const lit *x, const int64_t *w, int n, int64_t lo, int64_t hi)
{
    int64_t total = prepare(r, x, w, n);
    if (lo > 0) take(r, at_least(r, x, w, n, 1, lo, false));
    if (hi < total) take(r, at_least(r, x, w, n, -1, total - hi, false));
}

void cuts_bound(struct cuts *r, const lit *x, const int64_t *w, int n, int64_t most)
{
    int64_t total = prepare(r, x, w, n);
    if (!n && most < 0) r->refuted = true;
    if (!n) return;
    if (!r->bound) r->bound = at_least(r, x, w, n, -1, 0, true);
    int64_t more = total - most - r->bound->degree;
    assert(more >= 0 && "the bound falls");
    r->bound->degree += more;
    r->bound->slack -= more;
    if (cuts_check(r, r->bound)) r->refuted = true;
}

/* ---- forgetting ------------------------------------------------------------------------------------------------ */

static int better(const void *p, const void *q)
{
    const struct cuts_row *a = *(struct cuts_row *const *)p, *b = *(struct cuts_row *const *)q;
    if (a->lbd != b->lbd) return a->lbd - b->lbd;
    return a->n - b->n;
}

static void reduce(struct cuts *r)
{
    struct row_list *l = &r->learnt;
    for (int i = 0; i < l->n; i++) l->v[i]->used = false;
    for (int i = 0; i < r->trail.n; i++) {
        struct cuts_row *row = r->reason[lit_var(r->trail.v[i])];
        if (row) row->used = true;
    }
    /* the most recent are left alone */
    int old = l->n - l->n / 8;
    qsort(l->v, (size_t)old, sizeof(struct cuts_row *), better);
    for (int i = l->n * 3 / 8; i < old; i++) l->v[i]->dead = !l->v[i]->used && l->v[i]->lbd > KEEP_LBD;
    cuts_delete_unused(r);
    r->next_reduce = r->conflicts + FIRST_REDUCE + REDUCE_STEP * ++r->reductions;
}

/* ---- searching ------------------------------------------------------------------------------------------------- */

/* 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993). */
static int64_t luby(int64_t i)
{
    int64_t size = 1;
    while (size < i + 1) size = 2 * size + 1;
    while (size - 1 != i) {
        size = (size - 1) / 2;
        i %= size;
    }
    return (size + 1) / 2;
}

enum decision { DECIDED, COMPLETE, CLASH };

static enum decision decide(struct cuts *r)
{
    while (cuts_level(r) < r->assumed.n) {
        lit x = r->assumed.v[cuts_level(r)];
        if (r->value[cuts_index(x)] < 0) {
            cuts_blame(r, x);
            return CLASH;
        }
        lits_push(&r->control, r->trail.n);
        if (r->value[cuts_index(x)]) continue;
        cuts_assign(r, x, NULL);
        return DECIDED;
    }
    int v = cuts_heap_pop(r);
    while (v && r->value[cuts_index(v)]) v = cuts_heap_pop(r);
    if (!v) return COMPLETE;
    lits_push(&r->control, r->trail.n);
    cuts_assign(r, r->phase[v] > 0 ? v : -v, NULL);
    return DECIDED;
}

static bool learn(struct cuts *r, struct cuts_row *conflict)
{
    while (conflict) {
        r->conflicts++;
        if (!cuts_level(r)) return false;
        struct cuts_row *row = cuts_learn(r, conflict);
        conflict = NULL;
        if (row->w)
            conflict = cuts_check(r, row);
        else if (r->value[cuts_index(row->x[0])] < 0)
            conflict = row; /* it was one below this level already */
        else
            cuts_assign(r, row->x[0], row);
    }
    return true;
}

static void keep_model(struct cuts *r)
{
    for (int v = 1; v <= r->vars; v++) r->model[v] = r->value[cuts_index(v)];
}

static bool poll_job(struct cuts *r)
{
    job_report(r->job, NULL, -1);
    return job_over(r->job);
}

static int search(struct cuts *r)
{
    int64_t from = r->conflicts;
    for (unsigned asked = 0;;) {
        struct cuts_row *conflict = cuts_propagate(r);
        if (conflict) {
            if (!learn(r, conflict)) {
                r->refuted = true;
                return 20;
            }
            if (++asked % ASK == 0 && poll_job(r)) return 0;
            continue;
        }
        if (r->limit && r->conflicts - from >= r->limit) return 0;
        if (r->conflicts >= r->until) {
            cuts_back(r, 0);
            r->until = r->conflicts + RESTART * luby(++r->restarts);
            if (r->learning == LEARN_BOTH) r->clausal = !r->clausal;
        }
        if (r->conflicts >= r->next_reduce) reduce(r);
        enum decision d = decide(r);
        if (d == CLASH) return 20;
        if (d == COMPLETE) {
            keep_model(r);
            return 10;
        }
    }
}

int cuts_solve(struct cuts *r)
{
    cuts_back(r, 0);
    r->failed.n = 0;
    for (int i = 0; i < r->assumed.n; i++) cuts_room(r, lit_var(r->assumed.v[i]));
    if (!r->next_reduce) r->next_reduce = FIRST_REDUCE;
    int answer = r->refuted ? 20 : job_over(r->job) ? 0 : search(r);
    r->limit = 0;
    return answer;
}
