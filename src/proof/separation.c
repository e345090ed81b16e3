#include "proof/separation.h"

#include "base/mem.h"

static int separation_top(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

static bool separation_has(const lit *clause, int n, lit x)
{
    for (int i = 0; i < n; i++)
        if (clause[i] == x) return true;
    return false;
}

bool separation_follows(const struct constraint *c, const lit *clause, int n)
{
    OWNED int *up = mem_new((size_t)c->n, sizeof *up);
    OWNED bool *gone = mem_new((size_t)c->n, sizeof *gone);
    int first = c->root - 1;
    bool apart = false;
    for (int i = 0; i < c->guards; i++)
        if (!separation_has(clause, n, c->guard[i])) return false;
    for (int i = 0; i < c->n; i++) {
        up[i] = i;
        gone[i] = separation_has(clause, n, c->x[i]);
    }
    for (int k = 0; k < c->edges; k++) {
        const struct graph_edge e = c->edge[k];
        if (!gone[e.from] && !gone[e.to]) up[separation_top(up, e.from)] = separation_top(up, e.to);
    }
    for (int i = 0; i < c->n; i++) {
        if (!separation_has(clause, n, -c->x[i])) continue;
        if (first < 0) first = i;
        apart = apart || separation_top(up, i) != separation_top(up, first);
    }
    return apart;
}
