/* card_kmtotalizer: card_mtotalizer, capped at the bound.
 *
 *            u = p q + r          p is about sqrt(k), and q ends with the first value that is too
 *           /           \         large: of more than k true inputs no more is known than that
 *      a = p q + r    b = p q + r
 *
 * Clauses     card_mtotalizer's, without those of larger quotients
 * Size        O(n sqrt k) clauses, O(n log k) auxiliaries
 * Strength    none, as card_mtotalizer
 * Source      Morgado, Ignatiev, Marques-Silva, JSAT 2014 (MSCG); Ogawa et al., ICTAI 2013 */
#include "encodings/shared/modulo.h"

static void kmtotalizer_encode(const struct constraint *c, struct cnf *f)
{
    int top = c->hi < c->n ? (int)c->hi : (int)c->lo;
    modulo_encode(c, top + 1, top, f);
}

static void kmtotalizer_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    modulo_count(c, (int)c->hi + 1, (int)c->hi, d, f, out);
}

const struct encoder card_kmtotalizer = {
    .name = "card_kmtotalizer",
    .about = "a totalizer of quotients and remainders, capped at the bound",
    .cite = "Morgado, Ignatiev, Marques-Silva, JSAT 2014",
    .cost = "O(n sqrt k) clauses, O(n log(k+1)) variables",
    .kind = CARD,
    .strength = STRENGTH_NONE,
    .both = true,
    .monotone = true,
    .encode = kmtotalizer_encode,
    .count = kmtotalizer_count,
};
