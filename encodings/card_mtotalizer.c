/* card_mtotalizer: a totalizer whose nodes are a quotient and a remainder modulo about sqrt(n).
 *
 *                     u = p q + r           p = 4:   11  is  q |1|1|   r |1|1|1|
 *                    /           \                    6  is  q |1|.|   r |1|1|.|
 *            a = p q + r       b = p q + r           17  is  q |4|..   r |1|.|.|
 *
 *            remainders add up to a carry and a remainder, quotients and the carry to a quotient
 *
 * Clauses     up, a[0] and b[0] true, for remainders i and j, then for quotients:
 *             -a[i] | -b[j] | carry | r[i+j]   i + j < p;   -a[i] | -b[j] | carry   i + j = p
 *             -a[i] | -b[j] | r[i+j-p]           i + j > p
 *             -a[i] | -b[j] | q[i+j],  -a[i] | -b[j] | -carry | q[i+j+1]; past the last q: refused
 *             down: that no more come out than went in, likewise (encodings/shared/modulo.h)
 * Size        O(n^1.5) clauses, O(n log n) auxiliaries
 * Strength    none: while a carry is open, a remainder is not known
 * Source      Ogawa, Liu, Hasegawa, Koshimura, Fujita, ICTAI 2013 */
#include "encodings/shared/modulo.h"

static void mtotalizer_encode(const struct constraint *c, struct cnf *f) { modulo_encode(c, c->n, c->n, f); }

static void mtotalizer_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    modulo_count(c, c->n, c->n, d, f, out);
}

const struct encoder card_mtotalizer = {
    .name = "card_mtotalizer",
    .about = "a totalizer of quotients and remainders",
    .cite = "Ogawa et al., ICTAI 2013",
    .cost = "O(n^1.5) clauses, O(n log n) variables",
    .kind = CARD,
    .strength = STRENGTH_NONE,
    .both = true,
    .monotone = true,
    .encode = mtotalizer_encode,
    .count = mtotalizer_count,
};
