/* The order of decisions: a heap of variables, the most active first. */
#include "solvers/cuts.h"

static const double MOST_ACTIVITY = 1e100, SHRINK = 1e-100;

static void put(struct cuts *r, int place, int v)
{
    r->heap.v[place] = v;
    r->at[v] = place;
}

static void up(struct cuts *r, int place)
{
    int v = r->heap.v[place];
    while (place && r->activity[r->heap.v[(place - 1) / 2]] < r->activity[v]) {
        put(r, place, r->heap.v[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(r, place, v);
}

static void down(struct cuts *r, int place)
{
    int v = r->heap.v[place], n = r->heap.n;
    for (int child = 2 * place + 1; child < n; child = 2 * place + 1) {
        if (child + 1 < n && r->activity[r->heap.v[child + 1]] > r->activity[r->heap.v[child]]) child++;
        if (r->activity[r->heap.v[child]] <= r->activity[v]) break;
        put(r, place, r->heap.v[child]);
        place = child;
    }
    put(r, place, v);
}

void cuts_heap_insert(struct cuts *r, int v)
{
    if (r->at[v] >= 0) return;
    lits_push(&r->heap, v);
    r->at[v] = r->heap.n - 1;
    up(r, r->heap.n - 1);
}

int cuts_heap_pop(struct cuts *r)
{
    if (!r->heap.n) return 0;
    int v = r->heap.v[0], last = r->heap.v[--r->heap.n];
    r->at[v] = -1;
    if (r->heap.n) {
        put(r, 0, last);
        down(r, 0);
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
