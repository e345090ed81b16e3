#include "testlib.h"

bool bits_true(lit x, unsigned bits) { return (bits >> (lit_var(x) - 1) & 1) == (x > 0); }

int64_t bits_sum(const lit *x, const int64_t *w, int n, unsigned bits)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (bits_true(x[i], bits)) sum += w ? w[i] : 1;
    return sum;
}

bool says(const char *text, const char *words)
{
    while (*words) {
        size_t n = strcspn(words, "*");
        while (*text && strncmp(text, words, n) != 0) text++;
        if (strncmp(text, words, n) != 0) return false;
        text += n;
        words += n + (words[n] == '*');
    }
    return true;
}

void assert_says(const char *text, const char *words)
{
    if (!says(text, words)) fail_msg("'%s' does not say '%s'", text, words);
}
