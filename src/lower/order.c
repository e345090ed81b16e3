#include "lower/order.h"

#include <string.h>

/* Fisher and Yates, on indices. */
static void shuffle(int *v, int n, int seed)
{
    struct random r = {.state = (uint64_t)seed};
    for (int i = n - 1; i > 0; i--) {
        int k = random_below(&r, i + 1), swap = v[i];
        v[i] = v[k];
        v[k] = swap;
    }
}

/* Groups keep the order in which they came first. */
static void group(const struct model *m, int *place)
{
    int n = model_vars(m), next = 1;
    bool *done = mem_new((size_t)n + 1, sizeof *done);
    for (int v = 1; v <= n; v++) {
        if (done[v]) continue;
        for (int u = v; u <= n; u++) {
            if (done[u] || model_group_of(m, u) != model_group_of(m, v)) continue;
            done[u] = true;
            place[u] = next++;
        }
    }
    mem_free(done);
}

int *order_variables(enum order o, int seed, const struct model *m)
{
    int n = model_vars(m);
    if (o == ORDER_POSED) return NULL;
    int *place = mem_new((size_t)n + 1, sizeof *place);
    for (int v = 1; v <= n; v++) place[v] = o == ORDER_REVERSED ? n + 1 - v : v;
    if (o == ORDER_RANDOM) shuffle(place + 1, n, seed);
    if (o == ORDER_GROUPED) group(m, place);
    return place;
}

bool order_inputs(enum order o, int seed, int n, lit *x, int64_t *w)
{
    if (o != ORDER_REVERSED && o != ORDER_RANDOM) return false;
    int *from = mem_new((size_t)n, sizeof *from);
    lit *x2 = mem_new((size_t)n, sizeof *x2);
    int64_t *w2 = mem_new((size_t)n, sizeof *w2);
    for (int i = 0; i < n; i++) from[i] = o == ORDER_REVERSED ? n - 1 - i : i;
    if (o == ORDER_RANDOM) shuffle(from, n, seed);
    for (int i = 0; i < n; i++) {
        x2[i] = x[from[i]];
        w2[i] = w ? w[from[i]] : 1;
    }
    if (n) memcpy(x, x2, (size_t)n * sizeof *x);
    if (n && w) memcpy(w, w2, (size_t)n * sizeof *w);
    mem_free(from);
    mem_free(x2);
    mem_free(w2);
    return true;
}
