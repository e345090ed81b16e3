/* pb_adder: binary addition, and a comparison with constants.
 *
 *    bit 2       bit 1        bit 0          weights 5 = 101, 3 = 011, 6 = 110
 *    x0  x2      x1 x2        x0 x1
 *     |  |   .-----|-|--carry--'--'
 *    [adder]<-----[adder]     [adder]        sum bits s[b], compared with lo and hi
 *     |  s2         s1           s0
 *
 * Bit by bit, three literals become their sum, kept for this bit, and their carry, given to the
 * next bit; two by a half adder, until one is left.
 *
 * Clauses     s = a + b + c mod 2: 8 of 4 literals (4 of 3 without c)
 *             carry = two of a, b, c: 6 of 3 literals (without c one of 3, two of 2)
 *             sum <= hi: -s[b] | -s[a] of all a > b with hi[a] = 1, for each b with hi[b] = 0; sum >= lo likewise;
 *             an equality fixes the bits
 * Groups      of a group at most one literal is true, so it has one literal for each bit: y <-> one
 *             of those with that bit is true
 * Size        at most one adder, 14 clauses and 2 auxiliaries, for each bit set in the weights and
 *             each carry: O(n log w)
 * Strength    none: propagation may miss conflicts. Parsimonious: every auxiliary is a function of
 *             the inputs.
 * Source      Warners, IPL 1998; the network of Eén and Sörensson, JSAT 2006 */
#include "encodings/shared/weights.h"

extern const struct encoder xor_direct;

enum { BITS = WEIGHTS_BITS };

static lit sum_bit(const lit *x, int n, struct cnf *f)
{
    lit all[4];
    for (int i = 0; i < n; i++) all[i] = x[i];
    all[n] = cnf_var(f);
    if (!f->put) cnf_count(f, (struct size){.clauses = 1 << n, .literals = (n + 1) << n});
    if (!f->put) return all[n];
    struct constraint c = {.kind = XOR, .n = n + 1, .x = all, .lo = 0, .hi = 0};
    xor_direct.encode(&c, f);
    return all[n];
}

static lit carry_bit(const lit *x, int n, struct cnf *f)
{
    lit carry = cnf_var(f);
    if (!f->put) cnf_count(f, (struct size){.clauses = n == 3 ? 6 : 3, .literals = n == 3 ? 18 : 7});
    if (!f->put) return carry;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            cnf_3(f, -x[i], -x[j], carry);
            if (n == 3) cnf_3(f, x[i], x[j], -carry);
        }
    if (n == 2) {
        cnf_2(f, x[0], -carry);
        cnf_2(f, x[1], -carry);
    }
    return carry;
}

/* Adds up the literals of bit b until one is left, the oldest first; carries go to the next bit. */
static lit add_bit(struct lits *bit, struct lits *next, int b, struct cnf *f)
{
    int first = 0;
    while (bit->n - first > 1) {
        int n = bit->n - first > 2 ? 3 : 2;
        lit x[3] = {bit->v[first], bit->v[first + 1], n > 2 ? bit->v[first + 2] : 0};
        first += n;
        cnf_adds(f, x, n, f->vars + 1, f->vars + 2, b);
        lits_push(bit, sum_bit(x, n, f));
        lits_push(next, carry_bit(x, n, f));
    }
    return bit->n ? bit->v[first] : 0;
}

/* s[b] is the sum's bit b, 0 where that is never set. */
static void adder_add(const struct constraint *c, lit *s, struct cnf *f)
{
    SCOPED(lits) bit = {0}, next = {0};
    for (int b = 0; b < BITS; b++) {
        weights_digit(c, b, true, &bit, f);
        s[b] = add_bit(&bit, &next, b, f);
        struct lits empty = bit;
        bit = next;
        next = empty;
        next.n = 0;
    }
}

static void adder_encode(const struct constraint *c, struct cnf *f)
{
    lit s[BITS];
    adder_add(c, s, f);
    if (c->lo < c->hi) {
        if (c->hi < constraint_total(c)) weights_compare(s, BITS, c->hi, -1, 0, f);
        weights_compare(s, BITS, c->lo, 1, 0, f);
        return;
    }
    for (int b = 0; b < BITS; b++) {
        bool set = (uint64_t)c->hi >> b & 1;
        if (s[b])
            cnf_1(f, set ? s[b] : -s[b]);
        else if (set)
            cnf_clause(f, NULL, 0);
    }
}

const struct encoder pb_adder = {
    .name = "pb_adder",
    .about = "binary adders and a comparison with constants; the smallest, for any weights",
    .cite = "Warners, IPL 1998; Eén, Sörensson, JSAT 2006",
    .cost = "O(n log w) clauses and variables",
    .kind = PB,
    .strength = STRENGTH_NONE,
    .groups = true,
    .both = true,
    .parsimonious = true,
    .encode = adder_encode,
};
