/* amo_ladder: a sequential counter to one.
 *
 *       x1      x2      x3      x4
 *        |    / |     / |     /        s[i]: one of x[0..i] is true
 *        v   x  v    x  v    x         ->  implies,  x  excludes
 *       s1 ---> s2 ---> s3
 *
 * Clauses     -x[i] | s[i]                  0 <= i < n-1
 *             -s[i-1] | s[i]                1 <= i < n-1
 *             -s[i-1] | -x[i]               1 <= i < n
 * Size        3n-4 clauses of 2 literals, n-1 auxiliaries
 * Strength    arc-consistent: a true x[i] makes s[i..] true, which excludes all x behind it, and
 *             s[..i-1] false, which excludes all x before it. Not parsimonious: an s may be true
 *             early.
 * Source      Sinz, CP 2005 (LT_SEQ for k = 1); Gent and Nightingale, 2004 */
#include "cnf/encoder.h"

static void ladder_encode(const struct constraint *c, struct cnf *f)
{
    lit s = cnf_any(f, c->x, 1);
    cnf_2(f, -c->x[0], s);
    for (int i = 1; i < c->n; i++) {
        cnf_2(f, -s, -c->x[i]);
        if (i == c->n - 1) break;
        lit next = cnf_any(f, (lit[]){s, c->x[i]}, 2);
        cnf_2(f, -c->x[i], next);
        cnf_2(f, -s, next);
        s = next;
    }
}

const struct encoder amo_ladder = {
    .name = "amo_ladder",
    .about = "a chain that remembers whether one has been true",
    .cite = "Sinz, CP 2005; Gent and Nightingale, 2004",
    .cost = "3n-4 clauses, n-1 variables",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .encode = ladder_encode,
};
