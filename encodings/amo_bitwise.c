/* amo_bitwise: the true input writes its number into a few bits.
 *
 *       bit     1 0
 *       x0  ->  0 0       two different numbers differ in a bit,
 *       x1  ->  0 1       which cannot be both
 *       x2  ->  1 0
 *
 * Clauses     -x[i] | b[j] or -b[j], as bit j of i is     0 <= i < n, 0 <= j < ceil(log2 n)
 * Size        n ceil(log2 n) clauses of 2 literals, ceil(log2 n) auxiliaries
 * Strength    arc-consistent on the inputs. Not parsimonious: with no input true the bits are free.
 * Source      Prestwich, 2007; Frisch, Peugniez, Doggett and Nightingale, 2005 */
#include "base/number.h"
#include "cnf/encoder.h"

/* b is true if and only if one of the inputs is whose number has bit j. */
static void bitwise_means(struct cnf *f, lit b, const struct constraint *c, int j)
{
    SCOPED(lits) any = {0};
    for (int i = 0; i < c->n && f->means; i++)
        if (i >> j & 1) lits_push(&any, c->x[i]);
    cnf_means_any(f, b, any.v, any.n, 0, 1);
}

static void bitwise_encode(const struct constraint *c, struct cnf *f)
{
    int bits = log2_ceil((uint64_t)c->n);
    for (int j = 0; j < bits; j++) {
        lit b = cnf_var(f);
        bitwise_means(f, b, c, j);
        for (int i = 0; i < c->n; i++) cnf_2(f, -c->x[i], i >> j & 1 ? b : -b);
    }
}

const struct encoder amo_bitwise = {
    .name = "amo_bitwise",
    .about = "the true input's number in binary",
    .cite = "Prestwich, 2007; Frisch et al., 2005",
    .cost = "n ceil(log2 n) clauses, ceil(log2 n) variables",
    .kind = AMO,
    .strength = STRENGTH_GAC,
    .encode = bitwise_encode,
};
