#include "encodings/shared/layers.h"

#include "encodings/shared/rising.h"

/* The sum of the node from which anything goes. */
#define ANYTHING INT64_MAX

static bool is_free(const struct layers *d, int64_t s, int64_t rest)
{
    return s == ANYTHING || (s >= d->lo && s + rest <= d->hi);
}

/* The sums of u, and those with one weight of step `at` more that do not exceed hi. */
static struct layer union_next(const struct layers *d, const struct layer *u, int at)
{
    struct layer v = {mem_new((size_t)u->n + 1, sizeof *v.sum), NULL, u->n};
    for (int i = 0; i < u->n; i++) v.sum[i] = u->sum[i];
    for (int k = d->first[at]; k < d->first[at + 1]; k++) {
        int64_t w = d->weight[k], *old = v.sum;
        int n = v.n;
        v.sum = mem_new((size_t)n + (size_t)u->n + 1, sizeof *v.sum);
        v.n = 0;
        for (int i = 0, j = 0; i < n || j < u->n;) {
            bool fits = j < u->n && u->sum[j] != ANYTHING && u->sum[j] <= d->hi - w;
            int64_t without = i < n ? old[i] : ANYTHING, with = fits ? u->sum[j] + w : ANYTHING;
            int64_t s = without < with ? without : with;
            if (s == ANYTHING && i == n) break; /* all others are too large */
            i += i < n && without == s;
            j += fits && with == s;
            v.sum[v.n++] = s;
        }
        mem_free(old);
    }
    return v;
}

/* The sums after step `at`, `rest` being the weight of those that follow it. */
static struct layer layer_next(const struct layers *d, const struct layer *u, int at, int64_t rest)
{
    struct layer v = union_next(d, u, at);
    bool anything = false;
    int n = 0;
    for (int i = 0; i < v.n; i++) {
        int64_t s = v.sum[i];
        if (is_free(d, s, rest))
            anything = true;
        else if (s <= d->hi && s + rest >= d->lo)
            v.sum[n++] = s;
    }
    if (anything) v.sum[n++] = ANYTHING;
    v.n = n;
    v.alive = mem_new((size_t)v.n, sizeof *v.alive);
    return v;
}

/* Drops the sums that no sum of the tail brings within lo..hi. */
static void layer_prune(const struct layers *d, struct layer *u, const struct layer *tail)
{
    int n = 0, k = tail->n; /* from k on, s + tail >= lo */
    for (int i = 0; i < u->n; i++) {
        int64_t s = u->sum[i];
        while (s != ANYTHING && k && tail->sum[k - 1] >= d->lo - s) k--;
        if (s == ANYTHING || (k < tail->n && tail->sum[k] <= d->hi - s)) u->sum[n++] = s;
    }
    u->n = n;
}

/* Where a node with sum s leads to without a further weight, or -1. */
static int target(const struct layers *d, const struct layer *v, int64_t s, int64_t rest)
{
    if (is_free(d, s, rest)) s = ANYTHING;
    int at = rising_place(v->sum, 0, v->n, s);
    return at < v->n && v->sum[at] == s && v->alive[at] ? at : -1;
}

int layers_edge(const struct layers *d, int at, int i, int option, int64_t rest)
{
    int64_t s = d->layer[at].sum[i];
    if (option && s != ANYTHING) s += d->weight[d->first[at] + option - 1];
    return target(d, &d->layer[at + 1], s, rest);
}

struct layers layers_of(const struct constraint *c)
{
    struct layers d = {.lo = c->lo, .hi = c->hi};
    d.leaves = weights_leaves(&(struct constraint){.n = c->n, .x = c->x, .w = c->w, .group = c->group}, true);
    d.n = d.leaves.n;
    d.total = d.leaves.total;
    d.weight = mem_new((size_t)c->n, sizeof *d.weight);
    d.first = mem_new((size_t)d.n + 1, sizeof *d.first);
    for (int i = 0, n = 0; i < d.n; i++) {
        const int *at = d.leaves.at + d.n - 1 - i;
        d.first[i] = n;
        for (int k = at[0]; k < at[1]; k++)
            if (n == d.first[i] || d.weight[n - 1] < d.leaves.term[k].w) d.weight[n++] = d.leaves.term[k].w;
        d.first[i + 1] = n;
    }
    d.layer = mem_new((size_t)d.n + 1, sizeof *d.layer);
    d.tail = mem_new((size_t)d.n + 1, sizeof *d.tail);
    return d;
}

void layers_release(struct layers *d)
{
    for (int i = 0; i <= d->n; i++) {
        mem_free(d->layer[i].sum);
        mem_free(d->layer[i].alive);
        mem_free(d->tail[i].sum);
    }
    mem_free(d->layer);
    mem_free(d->tail);
    mem_free(d->weight);
    mem_free(d->first);
    weights_leaves_release(&d->leaves);
}

/* Layers grow from the start and tails from the end, whichever is smaller, until they meet: few large weights have 2^n
 * sums, but 2^(n/2) in each half. */
bool layers_grow(struct layers *d)
{
    int64_t rest = d->total;
    d->layer[0] = (struct layer){mem_new(1, sizeof(int64_t)), mem_new(1, sizeof(bool)), 1};
    d->tail[d->n] = (struct layer){mem_new(1, sizeof(int64_t)), NULL, 1};
    for (int i = 0, meet = d->n; i < d->n;) {
        if (i < meet && d->layer[i].n > d->tail[meet].n) {
            meet--;
            d->tail[meet] = union_next(d, &d->tail[meet + 1], meet);
            d->nodes += d->tail[meet].n;
        } else {
            rest -= layers_heaviest(d, i);
            d->layer[i + 1] = layer_next(d, &d->layer[i], i, rest);
            i++;
            if (i >= meet) layer_prune(d, &d->layer[i], &d->tail[i]);
            d->nodes += d->layer[i].n;
        }
        if (d->nodes > LAYERS_MOST_NODES) return false;
    }
    struct layer *end = &d->layer[d->n];
    for (int i = 0; i < end->n; i++) end->alive[i] = true;
    for (int i = d->n; i-- > 0; rest += layers_heaviest(d, i))
        for (int k = 0; k < d->layer[i].n; k++)
            for (int o = 0; o <= layers_weights(d, i) && !d->layer[i].alive[k]; o++)
                d->layer[i].alive[k] = layers_edge(d, i, k, o, rest) >= 0;
    return true;
}
