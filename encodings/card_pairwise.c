/* card_pairwise: a clause for every subset that is too large, pairs for "at most one".
 *
 *      x1 x2 x3 x4, at most 2:         - - - .      no three are all true
 *                                      - - . -
 *                                      - . - -
 *                                      . - - -
 *
 * Clauses     the negations of every k+1 inputs                if there is an upper bound
 *             every n-lo+1 inputs                              if there is a lower bound
 * Size        C(n,k+1) clauses of k+1 literals, C(n,lo-1) of n-lo+1; no auxiliaries. Refused if
 *             larger than 10 million literals
 * Strength    arc-consistent, both bounds together; parsimonious, as there are no auxiliaries
 * Source      folklore (the binomial encoding) */
#include "base/number.h"
#include "base/text.h"
#include "cnf/encoder.h"

#include <inttypes.h>

enum { MOST_LITERALS = 10000000 };

/* The literals of C(n, m) clauses of m literals; INT64_MAX / 2 if there are too many to be counted. */
static int64_t subsets_literals(int64_t n, int64_t m)
{
    __int128 clauses = 1;
    int64_t few = min64(m, n - m);
    for (int64_t i = 0; i < few; i++) {
        clauses = clauses * (n - i) / (i + 1);
        if (clauses > INT64_MAX / n / 2) return INT64_MAX / 2;
    }
    return (int64_t)clauses * m;
}

static bool pairwise_feasible(const struct constraint *c, struct text *err)
{
    int64_t literals = c->hi < c->n ? subsets_literals(c->n, c->hi + 1) : 0;
    if (c->lo > 0) literals += subsets_literals(c->n, c->n - c->lo + 1);
    if (literals <= MOST_LITERALS) return true;
    const char *about = literals >= INT64_MAX / 2 ? "more than " : "";
    return text_error(err,
                      "The encoding pairwise of a bound over %d literals would take %s%" PRId64
                      " literals; choose another --card.",
                      c->n, about, literals);
}

/* Every m of the n inputs, each times sign. */
static void subsets(const struct constraint *c, int m, int sign, struct cnf *f)
{
    OWNED int *at = mem_new(2 * (size_t)m, sizeof *at);
    lit *clause = at + m;
    for (int i = 0; i < m; i++) at[i] = i;
    for (;;) {
        for (int i = 0; i < m; i++) clause[i] = sign * c->x[at[i]];
        cnf_clause(f, clause, m);
        int i = m - 1;
        while (i >= 0 && at[i] == c->n - m + i) i--;
        if (i < 0) break;
        at[i]++;
        for (int j = i + 1; j < m; j++) at[j] = at[j - 1] + 1;
    }
}

static void card_pairwise_encode(const struct constraint *c, struct cnf *f)
{
    if (c->hi < c->n) subsets(c, (int)c->hi + 1, -1, f);
    if (c->lo > 0) subsets(c, c->n - (int)c->lo + 1, 1, f);
}

const struct encoder card_pairwise = {
    .name = "card_pairwise",
    .about = "a clause for every subset that is too large",
    .cite = "folklore",
    .cost = "C(n,k+1) clauses",
    .kind = CARD,
    .strength = STRENGTH_GAC,
    .both = true,
    .parsimonious = true,
    .encode = card_pairwise_encode,
    .feasible = pairwise_feasible,
};
