/* card_seqcounter: a counter that passes the inputs one after the other.
 *
 *              x1       x2       x3       x4
 *               |        |        |        |        s[i][j]: at least j of x[0..i] are true
 *      j = 1   s1 ----> s2 ----> s3        |        ->  passed on
 *                 `-x2-.   `-x3-.          |        `.  one more, if the next input is true
 *      j = 2   -       s2 ----> s3 - - - - x        no third: with s3 of level k, x4 is false
 *
 * Clauses     -x[0] | s[0][1],  -s[0][j]                              1 < j <= k
 *             -x[i] | s[i][1],  -s[i-1][j] | s[i][j]                  0 < i < n-1, 1 <= j <= k
 *             -x[i] | -s[i-1][j-1] | s[i][j]                          1 < j <= k
 *             -x[i] | -s[i-1][k]                                      0 < i < n
 * Size        2nk + n - 3k - 1 clauses, (n-1)k auxiliaries (k = 0: n unit clauses)
 * Strength    arc-consistent. Not parsimonious: an s may be true early.
 * Counting    the same chain with outputs at its end; cells that no output can depend on are left
 *             out (unary.h), and going down each cell's converse is there too
 * Source      Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005
 *             (LT_SEQ) */
#include "encodings/shared/unary.h"

/* The variables of "at least j of x[0..i]", 1 <= j <= k, and the one before the first. Those of x[0..i-1] are
 * `before`. */
static lit seqcounter_stage(const struct constraint *c, int i, lit before, struct cnf *f)
{
    lit s = cnf_vars(f, (int)c->hi) - 1;
    for (int j = 1; j <= c->hi; j++) cnf_means_next(f, s + j, c->x, i + 1, j, before + j, before + j - 1);
    return s;
}

static void seqcounter_encode(const struct constraint *c, struct cnf *f)
{
    int n = c->n, k = (int)c->hi;
    if (!k) {
        for (int i = 0; i < n; i++) cnf_1(f, -c->x[i]);
        return;
    }
    if (!f->put) {
        const int64_t nk = (int64_t)n * k;
        cnf_count(f, (struct size){nk - k, 2 * nk + n - 3 * (int64_t)k - 1, 5 * nk + n - 9 * (int64_t)k + 1});
        return;
    }
    lit s = seqcounter_stage(c, 0, 0, f); /* that of level j is s + j */
    cnf_2(f, -c->x[0], s + 1);
    for (int j = 2; j <= k; j++) cnf_1(f, -(s + j));
    for (int i = 1; i < n; i++) {
        cnf_2(f, -c->x[i], -(s + k));
        if (i == n - 1) break;
        lit next = seqcounter_stage(c, i, s, f);
        cnf_2(f, -c->x[i], next + 1);
        for (int j = 1; j <= k; j++) cnf_2(f, -(s + j), next + j);
        for (int j = 2; j <= k; j++) cnf_3(f, -c->x[i], -(s + j - 1), next + j);
        s = next;
    }
}

const struct encoder card_seqcounter = {
    .name = "card_seqcounter",
    .about = "a counter that passes the inputs one after the other",
    .cite = "Sinz, CP 2005 (LT_SEQ)",
    .cost = "2nk+n-3k-1 clauses, (n-1)k variables",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .monotone = true,
    .encode = seqcounter_encode,
    .count = unary_chain_count,
    .feasible = unary_feasible,
};
