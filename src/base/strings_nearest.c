/* Which word was meant? */
#include "base/mem.h"
#include "base/strings.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 40 };

/* Letters to insert, leave out, change, or swap with the next one (Damerau 1964), whatever their
 * case. */
static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), d[LONGEST + 1][LONGEST + 1];
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (!i || !j) {
                d[i][j] = i + j;
                continue;
            }
            bool same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
            int least = d[i - 1][j - 1] + !same;
            if (d[i - 1][j] + 1 < least) least = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < least) least = d[i][j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < least) least = d[i - 2][j - 2] + 1;
            d[i][j] = least;
        }
    return d[n][m];
}

/* Finds the word of the list that was probably meant. */
static bool strings_nearest(const struct strings *l, const char *word, struct text *nearest)
{
    int best = LONGEST, least = ((int)strlen(word) + 1) / 3;
    if (least > 2) least = 2;
    if (!least) least = 1;
    text_clear(nearest);
    for (int i = 0; i < l->n; i++) {
        int d = distance(word, l->v[i]);
        if (d > least || d >= best) continue;
        best = d;
        text_set(nearest, l->v[i]);
    }
    return best < LONGEST;
}

void strings_guess(struct text *err, const char *word, const char *known)
{
    SCOPED(strings) words = {0};
    SCOPED(text) nearest = {0};
    strings_split(&words, known);
    if (strings_nearest(&words, word, &nearest)) text_add(err, " Did you mean %s?", text_string(&nearest));
}
