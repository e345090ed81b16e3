/* card_parallel: adders count in binary, then the number is compared.
 *
 *      x1  x2  x3    x4  x5  x6    x7         n inputs are 2^m - 1 on the left, the rest but one on
 *       \  |  /       \  |  /       |         the right, and one that is carried in
 *        adder         adder        |
 *         a1 a0         b1 b0       |
 *           \            \         |
 *            '-- adder 0 (a0 b0) <--'         a number z, then z <= k bit by bit
 *                 | carry
 *                adder 1 (a1 b1)
 *                 | carry         --> z2 z1 z0
 *
 * Clauses     adder up: a b c -> s, a -b -c -> s, -a b -c -> s, -a -b c -> s, each two -> carry;
 *             down: the same, all of them negated. Without c 3 of these are left, down 4.
 *             z <= k:    -z[p] | -z[q] of all q > p with k[q] = 1, for each p with k[p] = 0
 *             z >= lo:   z[p] | z[q] of all q > p with lo[q] = 0, for each p with lo[p] = 1
 * Size        at most 7n - 3 floor(log2 n) - 6 clauses, from below 7n - 2 floor(log2 n) - 6; 2n - 2
 *             auxiliaries; exact by recurrence
 * Strength    none: may miss conflicts, as sums of partial assignments have no bits
 * Source      Sinz, CP 2005 (LT_PAR); Muller and Preparata, JACM 1975 */
#include "base/number.h"
#include "encodings/shared/weights.h"

enum { BITS = 32 };

/* a + b + c = 2 carry + sum in this bit; up: at least so large, down: at most so large. c 0: not there. */
static void adder(enum direction d, lit a, lit b, lit c, int bit, lit *sum, lit *carry, struct cnf *f)
{
    *sum = cnf_var(f);
    *carry = cnf_var(f);
    cnf_adds(f, (lit[]){a, b, c}, c ? 3 : 2, *sum, *carry, bit);
    for (int sign = 1; sign >= -1; sign -= 2) { /* down is up on all negations */
        if (!(d & (sign > 0 ? COUNT_UP : COUNT_DOWN))) continue;
        lit x = sign * a, y = sign * b, z = sign * c, s = sign * *sum, t = sign * *carry;
        if (!c) { /* false, whose negation is true */
            cnf_3(f, -x, sign > 0 ? y : -y, s);
            cnf_3(f, x, sign > 0 ? -y : y, s);
            if (sign > 0) {
                cnf_3(f, -x, -y, t);
            } else {
                cnf_2(f, -x, t);
                cnf_2(f, -y, t);
            }
            continue;
        }
        cnf_clause(f, (lit[]){-x, -y, -z, s}, 4);
        cnf_clause(f, (lit[]){-x, y, z, s}, 4);
        cnf_clause(f, (lit[]){x, -y, z, s}, 4);
        cnf_clause(f, (lit[]){x, y, -z, s}, 4);
        cnf_3(f, -x, -y, t);
        cnf_3(f, -x, -z, t);
        cnf_3(f, -y, -z, t);
    }
}

/* The number of true ones among n inputs: bits into z, lowest first. Returns how many bits. */
static int count_bits(enum direction d, const lit *x, int n, lit *z, struct cnf *f)
{
    if (n <= 1) {
        if (n) z[0] = x[0];
        return n;
    }
    int bits = log2_floor((uint64_t)n), left = (1 << bits) - 1, right = n - 1 - left;
    lit a[BITS], b[BITS], carry = x[n - 1];
    count_bits(d, x, left, a, f);
    int more = count_bits(d, x + left, right, b, f);
    for (int i = 0; i < bits; i++) {
        lit in = carry;
        if (i < more)
            adder(d, a[i], b[i], in, i, &z[i], &carry, f);
        else
            adder(d, a[i], in, 0, i, &z[i], &carry, f);
    }
    z[bits] = carry;
    return bits + 1;
}

static void parallel_encode(const struct constraint *c, struct cnf *f)
{
    lit z[BITS];
    int d = (c->hi < c->n ? COUNT_UP : 0) | (c->lo > 0 ? COUNT_DOWN : 0);
    int bits = count_bits((enum direction)d, c->x, c->n, z, f);
    if (c->hi < c->n) weights_compare(z, bits, c->hi, -1, 0, f);
    if (c->lo > 0) weights_compare(z, bits, c->lo, 1, 0, f);
}

static void parallel_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    lit z[BITS];
    int64_t w[BITS];
    int bits = count_bits(d, c->x, c->n, z, f);
    for (int i = 0; i < bits; i++) w[i] = (int64_t)1 << i;
    for (int64_t v = c->lo + 1; v <= c->hi; v++) {
        lit y = cnf_var(f);
        cnf_means(f, y, z, w, bits, v);
        if (d & COUNT_UP) weights_compare(z, bits, v - 1, -1, y, f);
        if (d & COUNT_DOWN) weights_compare(z, bits, v, 1, y, f);
        outputs_push(out, y, v);
    }
}

const struct encoder card_parallel = {
    .name = "card_parallel",
    .about = "adders count in binary, then the number is compared",
    .cite = "Sinz, CP 2005 (LT_PAR)",
    .cost = "at most 7n-3floor(log2 n)-6 clauses, at most 2n-2 variables",
    .kind = CARD,
    .strength = STRENGTH_NONE,
    .both = true,
    .monotone = true,
    .encode = parallel_encode,
    .count = parallel_count,
};
