#include "testlib.h"

bool bits_true(lit x, unsigned bits) { return (bits >> (lit_var(x) - 1) & 1) == (x > 0); }

int64_t bits_sum(const lit *x, const int64_t *w, int n, unsigned bits)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (bits_true(x[i], bits)) sum += w ? w[i] : 1;
    return sum;
}
