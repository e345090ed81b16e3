/* The residues of a sum modulo the d that tells most, layer by layer. */
#include "base/residue.h"
#include "puzzles/fair/sums_inside.h"

#include <string.h>

/* They exclude nothing; they say what unit propagation on the columns does not see.
 *
 * Modulo d: state i,r is true if the first i literals whose weight d does not divide leave r.
 *
 *     0 --w1--> 0 r1 --w2--> 0 r1 r2 r1+r2 --> ... --> only the target's residue
 *
 * Per state: x leads to r + w and -x to r, from both ends, and one of the two is true; backwards
 * from the last layer, unit propagation then refutes whatever the residues exclude. At most d
 * states a layer. */

#define STATES_LIMIT 30000

struct residues {
    int d, n;       /* d 0: none found */
    int64_t states; /* in all layers */
    double share;   /* of the residues that sums leave */
    bool refutes;
};

/* Which residues the first i such sums leave, layer by layer; false: too many states. */
static bool residues_count(const int64_t *w, int n, int64_t target, int d, struct residues *out)
{
    bool reach[RESIDUE_MOST] = {true};
    int many = 1;
    *out = (struct residues){.d = d, .states = 1};
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        if (many < d) many += residue_add(reach, d, v, false);
        out->n++;
        out->states += many;
        if (many == d || out->states > STATES_LIMIT) return false;
    }
    out->share = (double)many / d;
    out->refutes = !reach[target % d];
    return true;
}

/* The modulus that tells most: the least one that refutes, else the one with the least share. */
static struct residues residues_choose(const int64_t *w, int n, int64_t target)
{
    struct residues best = {0}, here;
    int64_t most = 0;
    for (int i = 0; i < n; i++) most = max64(most, w[i]);
    for (int d = 2; d <= min64(RESIDUE_MOST, most); d++) {
        if (!residues_count(w, n, target, d, &here)) continue;
        if (here.refutes) return here;
        if (here.n && (!best.d || here.share < best.share)) best = here;
    }
    return best;
}

/* One layer: from the states `at` (0: none) by literal x of residue v to the states `to`. */
static void layer_pose(struct model *m, lit x, int v, int d, const lit *at, const lit *to)
{
    for (int r = 0; r < d; r++) {
        int with = (r + v) % d, before = (r + d - v) % d;
        if (at[r]) {
            model_3(m, -at[r], -x, to[with]);
            model_3(m, -at[r], x, to[r]);
            model_3(m, -at[r], to[with], to[r]);
        }
        if (!to[r]) continue;
        lit c[3] = {-to[r], -x, at[before]};
        model_clause(m, c, at[before] ? 3 : 2);
        c[1] = x;
        c[2] = at[r];
        model_clause(m, c, at[r] ? 3 : 2);
    }
}

static void layers_pose(struct model *m, const lit *x, const int64_t *w, int n, int64_t target, int d)
{
    lit *at = mem_new((size_t)d, sizeof *at), *to = mem_new((size_t)d, sizeof *to);
    int left = (int)(target % d);
    model_group(m, 2);
    model_rule(m, "the sum leaves %d modulo %d", left, d);
    model_1(m, at[0] = model_derived(m, "the first 0 leave 0 modulo %d", d));
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        memset(to, 0, (size_t)d * sizeof *to);
        for (int r = 0; r < d; r++)
            if (at[r] || at[(r + d - v) % d]) to[r] = model_derived(m, "the first %d leave %d modulo %d", i + 1, r, d);
        layer_pose(m, x[i], v, d, at, to);
        lit *swap = at;
        at = to;
        to = swap;
    }
    for (int r = 0; r < d; r++)
        if (r != left && at[r]) model_1(m, -at[r]);
    if (!at[left]) model_clause(m, NULL, 0);
    mem_free(at);
    mem_free(to);
}

void sums_residues(struct model *m, const lit *x, const int64_t *w, int n, int64_t target)
{
    struct residues r = residues_choose(w, n, target);
    if (r.d) layers_pose(m, x, w, n, target, r.d);
}
