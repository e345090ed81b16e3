/* Decisions by a heap of variables in order of activity; restarts; deletion of learned rows. */
#include "extras/cuts/cuts_log.h"

#include <stdlib.h>

enum { RESTART = 100, FIRST_REDUCE = 1000, REDUCE_STEP = 100, KEEP_LBD = 2, ASK = 16 };

/* ---- variable activity ----------------------------------------------------------------------- */

static const double MOST_ACTIVITY = 1e100, SHRINK = 1e-100;

static void cuts_search_put(struct cuts *r, int place, int v)
{
    r->heap.v[place] = v;
    r->at[v] = place;
}

static void up(struct cuts *r, int place)
{
    int v = r->heap.v[place];
    while (place && r->activity[r->heap.v[(place - 1) / 2]] < r->activity[v]) {
        cuts_search_put(r, place, r->heap.v[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    cuts_search_put(r, place, v);
}

static void cuts_search_down(struct cuts *r, int place)
{
    int v = r->heap.v[place], n = r->heap.n;
    for (int child = 2 * place + 1; child < n; child = 2 * place + 1) {
        if (child + 1 < n && r->activity[r->heap.v[child + 1]] > r->activity[r->heap.v[child]]) child++;
        if (r->activity[r->heap.v[child]] <= r->activity[v]) break;
        cuts_search_put(r, place, r->heap.v[child]);
        place = child;
    }
    cuts_search_put(r, place, v);
}

void cuts_insert(struct cuts *r, int v)
{
    if (r->at[v] >= 0) return;
    lits_push(&r->heap, v);
    r->at[v] = r->heap.n - 1;
    up(r, r->heap.n - 1);
}

static int heap_pop(struct cuts *r)
{
    if (!r->heap.n) return 0;
    int v = r->heap.v[0], last = r->heap.v[--r->heap.n];
    r->at[v] = -1;
    if (r->heap.n) {
        cuts_search_put(r, 0, last);
        cuts_search_down(r, 0);
    }
    return v;
}

void cuts_bump(struct cuts *r, int v)
{
    r->activity[v] += r->bump;
    if (r->activity[v] > MOST_ACTIVITY) {
        for (int u = 1; u <= r->vars; u++) r->activity[u] *= SHRINK;
        r->bump *= SHRINK;
    }
    if (r->at[v] >= 0) up(r, r->at[v]);
}

/* ---- deletion of learned rows ---------------------------------------------------------------- */

static int cuts_search_better(const void *p, const void *q)
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
    /* keep the most recent ones */
    int old = l->n - l->n / 8;
    qsort(l->v, (size_t)old, sizeof(struct cuts_row *), cuts_search_better);
    for (int i = l->n * 3 / 8; i < old; i++) l->v[i]->dead = !l->v[i]->used && l->v[i]->lbd > KEEP_LBD;
    if (r->log) cuts_log_dead(r);
    cuts_delete_unused(r);
    r->next_reduce = r->conflicts + FIRST_REDUCE + REDUCE_STEP * ++r->reductions;
}

/* ---- search ---------------------------------------------------------------------------------- */

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

/* Decides a literal. SOLVER_SAT: all are assigned; SOLVER_UNSAT: an assumption is false. */
static enum solver_answer decide(struct cuts *r)
{
    while (cuts_level(r) < r->assumptions) {
        lit x = r->assumed[cuts_level(r)];
        if (r->value[cuts_index(x)] < 0) {
            cuts_blame(r, x);
            return SOLVER_UNSAT;
        }
        lits_push(&r->control, r->trail.n);
        if (r->value[cuts_index(x)]) continue;
        cuts_assign(r, x, NULL);
        return SOLVER_UNKNOWN;
    }
    int v = heap_pop(r);
    while (v && r->value[cuts_index(v)]) v = heap_pop(r);
    if (!v) return SOLVER_SAT;
    lits_push(&r->control, r->trail.n);
    cuts_assign(r, r->phase[v] > 0 ? v : -v, NULL);
    return SOLVER_UNKNOWN;
}

static bool cuts_search_learn(struct cuts *r, struct cuts_row *conflict)
{
    while (conflict) {
        r->conflicts++;
        if (!cuts_level(r)) {
            if (r->log) cuts_log_contradiction(r, conflict);
            return false;
        }
        struct cuts_row *row = cuts_learn(r, conflict);
        conflict = NULL;
        if (row->w)
            conflict = cuts_check(r, row);
        else if (r->value[cuts_index(row->x[0])] < 0)
            conflict = row; /* false below this level already */
        else
            cuts_assign(r, row->x[0], row);
    }
    return true;
}

static int cuts_search_run(struct cuts *r)
{
    int64_t from = r->conflicts;
    for (unsigned asked = 0;;) {
        struct cuts_row *conflict = cuts_propagate(r);
        if (conflict) {
            if (!cuts_search_learn(r, conflict)) {
                r->refuted = true;
                return SOLVER_UNSAT;
            }
            if (++asked % ASK == 0 && solver_stopped(r->owner)) return SOLVER_UNKNOWN;
            continue;
        }
        if (r->limit && r->conflicts - from >= r->limit) return SOLVER_UNKNOWN;
        if (r->conflicts >= r->until) {
            cuts_back(r, 0);
            if (r->log && r->log->stop) r->log = NULL;
            r->until = r->conflicts + RESTART * luby(++r->restarts);
            if (r->learning == LEARN_BOTH) r->clausal = !r->clausal;
        }
        if (r->conflicts >= r->next_reduce) reduce(r);
        const enum solver_answer answer = decide(r);
        for (int v = 1; v <= r->vars && answer == SOLVER_SAT; v++) r->model[v] = r->value[cuts_index(v)];
        if (answer != SOLVER_UNKNOWN) return answer;
    }
}

int cuts_solve(struct cuts *r, const lit *assumed, int n)
{
    cuts_back(r, 0);
    r->failed.n = 0;
    r->assumed = assumed;
    r->assumptions = n;
    for (int i = 0; i < n; i++) cuts_room(r, lit_var(assumed[i]));
    if (!r->next_reduce) r->next_reduce = FIRST_REDUCE;
    int answer = r->refuted ? SOLVER_UNSAT : solver_stopped(r->owner) ? SOLVER_UNKNOWN : cuts_search_run(r);
    r->limit = 0;
    return answer;
}
