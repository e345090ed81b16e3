/* amo_bimander: at most one in each of M groups, and the group's number in binary.
 *
 *        x0--x1   x2--x3   x4--x5        each group in pairs;
 *         00       01       10           each input writes its group's number into the bits
 *
 * Clauses     -x[i] | -x[j]                 i < j in one group
 *             -x[i] | b[k] or -b[k], as bit k of the number of i's group is
 * Size        sum over groups C(g, 2) + n ceil(log2 M) clauses of 2 literals,
 *             ceil(log2 M) auxiliaries
 * Strength    arc-consistent on the inputs. Not parsimonious: with no input true the bits are free.
 * Tuning      bimander:M, the number of groups, by default half the inputs
 * Source      Nguyen and Mai, SoICT 2015 */
#include "base/number.h"
#include "cnf/encoder.h"

static int groups(const struct constraint *c)
{
    int m = c->tuning.size ? c->tuning.size : (c->n + 1) / 2;
    return m < c->n ? m : c->n;
}

/* Group g begins here; sizes differ by at most one. */
static int bimander_begin(int g, int n, int m) { return (int)((int64_t)g * n / m); }

/* b is true if and only if one of the inputs is whose group's number has bit k. */
static void bimander_means(struct cnf *f, lit b, const struct constraint *c, int m, int k)
{
    SCOPED(lits) any = {0};
    for (int g = 0; g < m && f->means; g++)
        for (int i = bimander_begin(g, c->n, m); i < bimander_begin(g + 1, c->n, m) && g >> k & 1; i++)
            lits_push(&any, c->x[i]);
    cnf_means_any(f, b, any.v, any.n, 0, 1);
}

static void bimander_encode(const struct constraint *c, struct cnf *f)
{
    int n = c->n, m = groups(c), bits = log2_ceil((uint64_t)m);
    const lit *x = c->x;
    int first = cnf_vars(f, bits);
    for (int k = 0; k < bits; k++) bimander_means(f, first + k, c, m, k);
    for (int g = 0; g < m; g++) {
        int end = bimander_begin(g + 1, n, m);
        for (int i = bimander_begin(g, n, m); i < end; i++) {
            for (int j = i + 1; j < end; j++) cnf_2(f, -x[i], -x[j]);
            for (int k = 0; k < bits; k++) cnf_2(f, -x[i], g >> k & 1 ? first + k : -(first + k));
        }
    }
}

const struct encoder amo_bimander = {
    .name = "amo_bimander",
    .about = "small groups, and the group's number in binary",
    .cite = "Nguyen and Mai, SoICT 2015",
    .cost = "at most n^2/(2N) + n ceil(log2 N) clauses, ceil(log2 N) variables",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .size_min = 1,
    .size_max = 1000000,
    .encode = bimander_encode,
};
