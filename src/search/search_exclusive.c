#include "search/strategy.h"
#include "base/number.h"

#include "lower/lower_groups.h"

/* Pays for the terms at[0..n-1] while at least two of them have weight left. */
static int64_t pay_set(struct cnf *f, const lit *x, int64_t *w, int *at, int n, struct terms *more)
{
    int64_t paid = 0;
    SCOPED(lits) all = {0};
    while (n > 1) {
        int64_t least = INT64_MAX;
        all.n = 0;
        for (int i = 0; i < n; i++) {
            least = min64(least, w[at[i]]);
            lits_push(&all, x[at[i]]);
        }
        terms_add(more, cnf_all(f, all.v, n), least);
        paid += least * (n - 1);
        int left = 0;
        for (int i = 0; i < n; i++) {
            w[at[i]] -= least;
            if (w[at[i]]) at[left++] = at[i];
        }
        n = left;
    }
    return paid;
}

int64_t search_exclusive(struct session *session, const struct objective *o, int64_t *w, struct terms *more)
{
    const int n = o->n;
    if (session->problem->choices.policy.no_groups || n < 2) return 0;
    struct groups *g = groups_of(session->formula.model);
    OWNED lit *other = mem_new((size_t)n, sizeof *other);
    for (int i = 0; i < n; i++) other[i] = -o->x[i];
    const int *group = g ? groups_find(g, &(struct constraint){.kind = PB, .n = n, .x = other}) : NULL;
    int64_t paid = 0;
    OWNED int *at = mem_new((size_t)n, sizeof *at), *head = mem_new((size_t)n, sizeof *head),
              *next = mem_new((size_t)n, sizeof *next);
    for (int i = n - 1; i >= 0 && group; i--) {
        next[i] = head[group[i]];
        head[group[i]] = i + 1;
    }
    for (int k = 0; k < n && group; k++) {
        int many = 0;
        for (int i = head[k]; i; i = next[i - 1]) at[many++] = i - 1;
        paid += pay_set(&session->formula.cnf, o->x, w, at, many, more);
    }
    groups_free(g);
    return paid;
}
