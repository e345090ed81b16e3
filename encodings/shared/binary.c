#include "encodings/shared/binary.h"

/* Appends a literal that is not there yet: one input can be two of the bits. */
static int with(lit *clause, int n, lit x)
{
    for (int i = 0; i < n; i++)
        if (clause[i] == x) return n;
    clause[n] = x;
    return n + 1;
}

void binary_compare(const lit *z, int bits, int64_t bound, int sign, lit y, struct cnf *f)
{
    lit clause[BINARY_BITS + 1];
    int n = 0;
    if (y) clause[n++] = -sign * y;
    for (int b = bits - 1; b >= 0; b--) {
        bool undecided = (bound >> b & 1) == (sign < 0);
        if (z[b] && undecided) {
            n = with(clause, n, sign * z[b]);
        } else if (z[b]) {
            cnf_clause(f, clause, with(clause, n, sign * z[b]));
        } else if (undecided == (sign < 0)) { /* never set: the bits above have decided */
            if (!undecided) cnf_clause(f, clause, n);
            return;
        }
    }
}
