/* xor_direct: a clause forbids each wrong row of the truth table.
 *
 *   x0 + x1 + x2 = 1 mod 2          0 0 0 |  x0  x1  x2
 *                                   0 1 1 |  x0 -x1 -x2
 *                                   1 0 1 | -x0  x1 -x2
 *                                   1 1 0 | -x0 -x1  x2
 *
 * Clauses     one for each sign pattern that negates an even number of literals (odd if the sum must be even)
 * Size        2^(n-1) clauses of n literals, no auxiliaries
 * Strength    arc-consistent: these are all prime implicates. Parsimonious.
 * Source      folklore */
#include "base/text.h"
#include "cnf/encoder.h"

enum { LONGEST = 22 };

static void xor_direct_encode(const struct constraint *c, struct cnf *f)
{
    lit clause[LONGEST];
    assert(c->n <= LONGEST && "a direct XOR is short");
    for (uint32_t rest = 0; rest < (uint32_t)1 << (c->n - 1); rest++) {
        uint32_t row = rest << 1 | (__builtin_parity(rest) == c->hi); /* the first literal makes it even or odd */
        for (int i = 0; i < c->n; i++) clause[i] = row >> i & 1 ? -c->x[i] : c->x[i];
        cnf_clause(f, clause, c->n);
    }
}

static bool xor_direct_feasible(const struct constraint *c, struct text *err)
{
    if (c->n <= LONGEST) return true;
    return text_error(err,
                      "The XOR encoding direct would need 2^%d clauses for %d literals (it takes at "
                      "most %d); use --xor cut.",
                      c->n - 1, c->n, LONGEST);
}

const struct encoder xor_direct = {
    .name = "xor_direct",
    .about = "forbids each assignment of the wrong parity",
    .cite = "folklore",
    .cost = "2^(n-1) clauses, no variables",
    .kind = XOR,
    .by_name = true,
    .strength = STRENGTH_GAC,
    .both = true,
    .parsimonious = true,
    .encode = xor_direct_encode,
    .feasible = xor_direct_feasible,
};
