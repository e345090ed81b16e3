/* amo_commander: at most one in each group of G, and at most one group.
 *
 *              c1 ------- c2             each group in pairs;
 *            / | \      / | \            a true input makes its commander true;
 *          x1 x2 x3   x4 x5 x6           the commanders are grouped again
 *
 * Clauses     -x[i] | -x[j]                 i < j in one group
 *             -x[i] | c[g]                  i in group g
 *             the same for the m = ceil(n/G) commanders, until they are at most G
 * Size        s(n) = n + sum over groups C(g, 2) + s(m) clauses of 2 literals, m + ... auxiliaries
 * Strength    arc-consistent. Not parsimonious: a commander may be true without its group.
 * Tuning      commander:G, the size of a group, by default 3
 * Source      Klieber and Kwon, CFV 2007 (the form by implication) */
#include "cnf/encoder.h"

enum { GROUP = 3 };

static int group_size(const struct constraint *c) { return c->tuning.size ? c->tuning.size : GROUP; }

static void commander_encode(const struct constraint *c, struct cnf *f)
{
    int g = group_size(c), n = c->n;
    OWNED lit *commander = mem_new((size_t)(n + g - 1) / (size_t)g, sizeof *commander);
    const lit *x = c->x;
    while (n > g) {
        int m = 0;
        for (int i = 0; i < n; i += g) {
            int size = n - i < g ? n - i : g;
            cnf_pairs(f, x + i, size);
            lit y = cnf_any(f, x + i, size);
            for (int j = i; j < i + size; j++) cnf_2(f, -x[j], y);
            commander[m++] = y; /* x may be the same array: m <= i has been read */
        }
        x = commander;
        n = m;
    }
    cnf_pairs(f, x, n);
}

const struct encoder amo_commander = {
    .name = "amo_commander",
    .about = "groups with a commander each, and again",
    .cite = "Klieber and Kwon, CFV 2007",
    .cost = "about n N(N+1)/(2(N-1)) clauses, about n/(N-1) variables",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .size_min = 2,
    .size_max = 1000,
    .size_default = GROUP,
    .encode = commander_encode,
};
