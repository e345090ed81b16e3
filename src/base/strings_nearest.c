/* Which word was meant? */
#include "base/mem.h"
#include "base/number.h"
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
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            d[i][j] = min_int(d[i - 1][j - 1] + !same, 1 + min_int(d[i - 1][j], d[i][j - 1]));
            if (swapped) d[i][j] = min_int(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

void strings_guess(struct text *err, const char *word, const char *known)
{
    SCOPED(strings) words = {0};
    const char *nearest = NULL;
    int most = max_int(1, min_int(2, ((int)strlen(word) + 1) / 3)); /* letters that may differ */
    strings_split(&words, known);
    for (int i = 0; i < words.n; i++) {
        int d = distance(word, words.v[i]);
        if (d > most) continue;
        most = d - 1; /* of equally near words, the first */
        nearest = words.v[i];
    }
    if (nearest) text_add(err, " Did you mean %s?", nearest);
}
