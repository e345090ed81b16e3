/* Gunports on strips: computes the most gunports of boards of one width and every length.
 *
 *     make build/bench/strips && build/bench/strips WIDTH [ROWS]
 *
 * The state s of a packing of some rows describes its last row. In each column, the last cell is a
 * hole, the upper half of a domino that continues in the next row, or neither of the two. v[s] is the most holes of
 * a packing of the rows so far with state s. The next row maps v to another such vector. That map
 * is the same for every row and takes maxima of sums, so adding a constant to v adds the constant
 * to the result. The program drops no state and counts no defects: it shares neither the method
 * nor code with the frontier engine of `loophole`.
 *
 * Suppose v of row r + p equals v of row r plus a constant c in every state, with the same states
 * unreachable. Let h(n) be the most holes of n rows: the greatest v of row n among the states in
 * which no domino continues. Then h(n + p) = h(n) + c for every n >= r. The program compares whole
 * vectors, not hashes: it compares the vector of row 1, 2, 4, 8, ... with each later row up to the
 * next such row (Brent, BIT 20, 1980). The list of h has the values before r. Prints one line:
 *
 *     width W: rows R, vector of row R + P is that of row R plus C; from length N on h(n + Q) = h(n) + D; h = ...; S s CPU
 *
 * Q is the least period of the numbers h, and N is the least length from which they have it. Both
 * are read from the list, which ends at R + P; the vectors prove them for longer strips. Stops
 * after ROWS rows (default 1000) with exit status 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOSED, HOLE, OPEN, MOST_WIDTH = 18 };
static const int16_t NEVER = INT16_MIN;

static void *room(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fputs("strips: there is no memory.\n", stderr);
        exit(3);
    }
    return p;
}

struct strip {
    int width;
    size_t states, power[MOST_WIDTH + 2];
    int16_t *now, *next, *after; /* before the cell, after it, and after one more cell */
};

static void better(int16_t *v, int value)
{
    if (value > *v) *v = (int16_t)value;
}

/* Fills cell c in every way. Columns before c describe the new row, the others the previous row. */
static void lay(struct strip *s, int c)
{
    size_t step = s->power[c], beside = s->power[c + 1];
    for (size_t high = 0; high < s->states; high += beside)
        for (size_t old = 0; old < 3; old++) {
            int right = c + 1 < s->width ? (int)(high / beside % 3) : OPEN;
            for (size_t low = 0; low < step; low++) {
                size_t at = high + old * step + low, bare = high + low;
                int v = s->now[at];
                if (v == NEVER) continue;
                if (old == OPEN) {
                    better(&s->next[bare + CLOSED * step], v);
                    continue;
                }
                better(&s->next[bare + OPEN * step], v);
                /* The cell to the left becomes CLOSED as well, so its previous state is removed. */
                if (right != OPEN) better(&s->after[bare - (size_t)right * beside + CLOSED * step], v);
                if (old != HOLE && (!c || low / (step / 3) != HOLE)) better(&s->next[bare + HOLE * step], v + 1);
            }
        }
}

static void clear(const struct strip *s, int16_t *v)
{
    for (size_t i = 0; i < s->states; i++) v[i] = NEVER;
}

static void row(struct strip *s)
{
    clear(s, s->next);
    clear(s, s->after);
    for (int c = 0; c < s->width; c++) {
        int16_t *done = s->now;
        lay(s, c);
        s->now = s->next;
        s->next = s->after;
        s->after = done;
        clear(s, s->after);
    }
}

/* Returns the most holes if the strip ends after this row. */
static int ended(const struct strip *s)
{
    int best = NEVER;
    for (size_t i = 0; i < s->states; i++) {
        if (s->now[i] <= best) continue;
        size_t rest = i;
        while (rest && rest % 3 != OPEN) rest /= 3;
        if (!rest) best = s->now[i];
    }
    return best;
}

/* Returns whether v is the old vector plus a constant, and stores the constant in *by. */
static int shifted(const struct strip *s, const int16_t *old, int *by)
{
    int known = 0;
    for (size_t i = 0; i < s->states; i++) {
        if ((s->now[i] == NEVER) != (old[i] == NEVER)) return 0;
        if (old[i] == NEVER) continue;
        if (!known) *by = s->now[i] - old[i];
        known = 1;
        if (s->now[i] - old[i] != *by) return 0;
    }
    return known;
}

/* Returns whether h has period q with increment d from n to the end of the list. */
static int has_period(const int *h, int n, int end, int q, int d)
{
    for (int i = n; i + q <= end; i++)
        if (h[i + q] - h[i] != d) return 0;
    return 1;
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 0, rows = argc > 2 ? atoi(argv[2]) : 1000;
    if (width < 1 || width > MOST_WIDTH || rows < 1 || rows > 3000) {
        fprintf(stderr, "Usage: strips WIDTH [ROWS], a width from 1 to %d, at most 3000 rows.\n", MOST_WIDTH);
        return 2;
    }
    struct strip s = {.width = width};
    s.power[0] = 1;
    for (int i = 0; i <= width; i++) s.power[i + 1] = 3 * s.power[i];
    s.states = s.power[width];
    s.now = room(s.states, sizeof *s.now);
    s.next = room(s.states, sizeof *s.next);
    s.after = room(s.states, sizeof *s.after);
    int16_t *old = room(s.states, sizeof *old);
    int *h = room((size_t)rows + 1, sizeof *h);
    clear(&s, s.now);
    s.now[0] = 0;
    int kept = 0, n = 0, by = 0, found = 0;
    while (!found && n < rows) {
        if (n && !(n & (n - 1))) {
            memcpy(old, s.now, s.states * sizeof *old);
            kept = n;
        }
        row(&s);
        h[++n] = ended(&s);
        found = kept && shifted(&s, old, &by);
    }
    if (!found) {
        fprintf(stderr, "strips: no vector of width %d was repeated in %d rows.\n", width, rows);
        return 1;
    }
    int period = n - kept, least = period, from = kept;
    for (int q = period; q >= 1; q--)
        if (period % q == 0 && has_period(h, kept, n, q, by / (period / q)) && by % (period / q) == 0) least = q;
    int increase = by / (period / least);
    while (from > 1 && h[from - 1 + least] - h[from - 1] == increase) from--;
    printf(
        "width %d: rows %d, vector of row %d is that of row %d plus %d; from length %d on h(n + %d) = h(n) + %d; h =",
        width, n, n, kept, by, from, least, increase);
    for (int i = 1; i <= n; i++) printf(" %d", h[i]);
    printf("; %.1f s CPU\n", (double)clock() / CLOCKS_PER_SEC);
    free(s.now);
    free(s.next);
    free(s.after);
    free(old);
    free(h);
    return 0;
}
