#include "encodings/shared/layers.h"

/* The sum of the node from which anything goes. */
#define ANYTHING INT64_MAX

static bool is_free(const struct layers *d, int64_t s, int64_t rest)
{
    return s == ANYTHING || (s >= d->lo && s + rest <= d->hi);
}

/* The sums after one more term of weight w, `rest` being the weight of those that follow it. */
static struct layer layer_next(const struct layers *d, const struct layer *u, int64_t w, int64_t rest)
{
    struct layer v = {mem_new(2 * (size_t)u->n + 1, sizeof *v.sum), NULL, 0};
    bool anything = false;
    for (int i = 0, j = 0; i < u->n || j < u->n;) {
        int64_t without = i < u->n ? u->sum[i] : ANYTHING,
                with = j < u->n && u->sum[j] != ANYTHING ? u->sum[j] + w : ANYTHING;
        int64_t s = without < with ? without : with;
        i += i < u->n && without == s;
        j += j < u->n && with == s;
        if (is_free(d, s, rest))
            anything = true;
        else if (s <= d->hi && s + rest >= d->lo)
            v.sum[v.n++] = s;
    }
    if (anything) v.sum[v.n++] = ANYTHING;
    v.alive = mem_new((size_t)v.n, sizeof *v.alive);
    return v;
}

/* The sums of one more term in front of a tail. */
static struct layer tail_next(const struct layers *d, const struct layer *u, int64_t w)
{
    struct layer v = {mem_new(2 * (size_t)u->n, sizeof *v.sum), NULL, 0};
    for (int i = 0, j = 0; i < u->n || j < u->n;) {
        int64_t without = i < u->n ? u->sum[i] : INT64_MAX;
        int64_t with = j < u->n && u->sum[j] <= d->hi - w ? u->sum[j] + w : INT64_MAX;
        int64_t s = without < with ? without : with;
        if (s == INT64_MAX) break;
        i += without == s;
        j += with == s;
        v.sum[v.n++] = s;
    }
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
    int from = 0, to = v->n;
    while (from < to) {
        int mid = from + (to - from) / 2;
        if (v->sum[mid] < s)
            from = mid + 1;
        else
            to = mid;
    }
    return from < v->n && v->sum[from] == s && v->alive[from] ? from : -1;
}

int layers_edge(const struct layers *d, int at, int i, bool taken, int64_t rest)
{
    int64_t s = d->layer[at].sum[i];
    if (taken && s != ANYTHING) s += d->term[at].w;
    return target(d, &d->layer[at + 1], s, rest);
}

struct layers layers_of(const struct constraint *c)
{
    struct layers d = {.n = c->n, .lo = c->lo, .hi = c->hi};
    d.term = weights_sorted(c, true);
    d.layer = mem_new((size_t)c->n + 1, sizeof *d.layer);
    d.tail = mem_new((size_t)c->n + 1, sizeof *d.tail);
    d.total = constraint_total(c);
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
    mem_free(d->term);
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
            d->tail[meet] = tail_next(d, &d->tail[meet + 1], d->term[meet].w);
            d->nodes += d->tail[meet].n;
        } else {
            rest -= d->term[i].w;
            d->layer[i + 1] = layer_next(d, &d->layer[i], d->term[i].w, rest);
            i++;
            if (i >= meet) layer_prune(d, &d->layer[i], &d->tail[i]);
            d->nodes += d->layer[i].n;
        }
        if (d->nodes > LAYERS_MOST_NODES) return false;
    }
    struct layer *end = &d->layer[d->n];
    for (int i = 0; i < end->n; i++) end->alive[i] = true;
    for (int i = d->n; i-- > 0; rest += d->term[i].w)
        for (int k = 0; k < d->layer[i].n; k++)
            d->layer[i].alive[k] = layers_edge(d, i, k, false, rest) >= 0 || layers_edge(d, i, k, true, rest) >= 0;
    return true;
}
