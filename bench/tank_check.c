/* Verifies the search trace of `count tank SIDE --engine tables --log FILE`: the boards that the
 * engine found are all boards.
 *
 *     make build/bench/tank_check
 *     build/loophole count tank 6 --engine tables --log tank.log && build/bench/tank_check 6 <tank.log
 *
 * Use a pipe if the trace is too long to keep (side 7: gigabytes). The check shares no code with
 * the engine and trusts nothing in the trace. It lists the words of lines itself, keeps the
 * possible pairs of each cell itself, and branches on all of them. The trace only selects the
 * cells to branch on and the lines to examine, so that the check need not search for propagation.
 *
 * A cell of value w that is attacked h times along its row must be attacked w - h times along its
 * column: it has the pair (w, h). A word of a line has a value for each of its cells; the values
 * determine how often each cell is attacked along the line. A board has a pair for each cell, such
 * that each row and each column is a word.
 *
 * The trace is a line "tank log 1 SIDE CAP IMAGES", followed by bytes:
 *
 *     80 + line       keep the words of the line (rows, then columns) whose pairs are all possible
 *                     for its cells; then keep each cell's pairs that occur in such a word
 *     c0 + symmetry   if IMAGES: the board, read as a sequence, is no less than its image under
 *                     this symmetry of the square (bit 0 swaps left and right, bit 1 top and
 *                     bottom, bit 2 then transposes). So only the greatest board of each orbit is
 *                     found. The first cell that is not certain to equal its image's is at least
 *                     that
 *     fd              conflict: a cell has no possible pair, or a line no word
 *     00 + cell       branch: for each possible pair of the cell, by rising w, then h, the bytes
 *                     that follow are about the board with that pair, until each branch has ended
 *                     in a conflict or a board
 *     fe              each cell has one pair: a board, which is verified
 *     ff              the end
 *
 * Exit status 0: verified, with the number of boards; 1: refused, with a sentence that gives the
 * reason. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 8, CELLS = SIDE * SIDE, LINE = 0x80, ORDER = 0xC0, CONFLICT = 0xFD, BOARD = 0xFE, END = 0xFF };

/* A stack of words. A word is a bit set with the pair of each cell, `per` cells in each of
 * `blocks` numbers. */
static int per, blocks;
static uint64_t *words;
static size_t used, room;

/* The state of a node of the search. The words of a line are the `count` words from `first` on. */
struct known {
    uint64_t may[CELLS];
    size_t first[2 * SIDE], count[2 * SIDE];
};

static int n, cap, images, pairs, value[64], along[64], number[64][SIDE]; /* number: of the pair; -1: none */
static uint64_t from[2 * SIDE];                                           /* pairs of this value or a larger one */
static int image[8][CELLS];
static long branches, leaves, orbits, boards;

static void refuse(const char *why)
{
    printf("refused: %s (after %ld branches)\n", why, branches);
    exit(1);
}

static int byte(void)
{
    int c = getchar_unlocked();
    if (c == EOF) refuse("the log ends too soon");
    return c;
}

/* ---- words ----------------------------------------------------------------------------------- */

static uint64_t *more(size_t count)
{
    while (used + count > room) {
        room = room ? 2 * room : 1 << 16;
        words = realloc(words, room * (size_t)blocks * sizeof *words);
        if (!words) abort();
    }
    return words + used * (size_t)blocks;
}

static uint64_t bit(int i, int pair) { return (uint64_t)1 << (i % per * pairs + pair); }

/* Returns how often cell i of a line is attacked along it: by cells whose value is their distance
 * to it. */
static int attacks(const int *w, int i)
{
    int sum = 0;
    for (int j = 0; j < n; j++) sum += abs(i - j) == w[j];
    return sum;
}

/* Lists the words of a line from cell i on. row: whether the line is a row. The pairs of a
 * column's words, too, have the attacks along the row. */
static void list_words(int *w, int i, bool row)
{
    uint64_t word[SIDE] = {0};
    if (i < n) {
        for (w[i] = 1; w[i] <= cap; w[i]++) list_words(w, i + 1, row);
        return;
    }
    for (int k = 0; k < n; k++) {
        int h = attacks(w, k), other = w[k] - h;
        if (other < 0 || other >= n) return;
        word[k / per] |= bit(k, number[w[k]][row ? h : other]);
    }
    memcpy(more(1), word, (size_t)blocks * sizeof *word);
    used++;
}

static void list_pairs(void)
{
    for (int w = 1; w <= cap; w++)
        for (int h = 0; h < n; h++) {
            number[w][h] = -1;
            if (h > w || w - h >= n) continue;
            if (pairs == 64) refuse("there are too many pairs");
            value[pairs] = w;
            along[pairs] = h;
            number[w][h] = pairs++;
        }
    for (int w = 0; w <= cap; w++)
        for (int p = 0; p < pairs; p++)
            if (value[p] >= w) from[w] |= (uint64_t)1 << p;
}

static int cell_of(int line, int i) { return line < n ? line * n + i : i * n + line - n; }

/* Copies the words all of whose pairs are in `may`, and returns their number. Inlined, so that the
 * compiler makes a version for each common number of blocks. */
static inline size_t fitting(const uint64_t *old, size_t count, uint64_t *to, const uint64_t *may, uint64_t *seen,
                             int size)
{
    size_t kept = 0;
    for (; count--; old += size) {
        uint64_t amiss = 0;
        for (int j = 0; j < size; j++) amiss |= old[j] & ~may[j];
        for (int j = 0; j < size; j++) {
            seen[j] |= amiss ? 0 : old[j];
            to[j] = old[j];
        }
        kept += !amiss;
        to += amiss ? 0 : size;
    }
    return kept;
}

/* Keeps the possible words of the line and the pairs in them. Word lists before `own` belong to
 * earlier nodes and are copied. Returns false on a conflict. */
static bool look(struct known *k, int line, size_t own)
{
    uint64_t may[SIDE] = {0}, seen[SIDE] = {0}, all = UINT64_MAX >> (64 - pairs);
    size_t count = k->count[line], kept;
    bool copy = k->first[line] < own, fine = true;
    for (int i = 0; i < n; i++) may[i / per] |= k->may[cell_of(line, i)] << (i % per * pairs);
    uint64_t *to = copy ? more(count) : words + k->first[line] * (size_t)blocks;
    const uint64_t *old = words + k->first[line] * (size_t)blocks;
    if (blocks == 4)
        kept = fitting(old, count, to, may, seen, 4);
    else
        kept = fitting(old, count, to, may, seen, blocks);
    if (copy && kept < count) {
        k->first[line] = used;
        used += kept;
    }
    k->count[line] = kept;
    for (int i = 0; i < n; i++) {
        uint64_t *cell = &k->may[cell_of(line, i)];
        *cell &= seen[i / per] >> (i % per * pairs) & all;
        fine = fine && *cell;
    }
    return fine;
}

/* ---- symmetry -------------------------------------------------------------------------------- */

static void list_images(void)
{
    for (int s = 0; s < 8; s++)
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                int y = s & 2 ? n - 1 - r : r, x = s & 1 ? n - 1 - c : c;
                image[s][r * n + c] = s & 4 ? x * n + y : y * n + x;
            }
}

/* Keeps the cell's values from `low` to `high`. Returns false if none is left. */
static bool within(struct known *k, int cell, int low, int high)
{
    k->may[cell] &= from[low] & ~from[high + 1];
    return k->may[cell];
}

static int lowest(const struct known *k, int cell) { return value[__builtin_ctzll(k->may[cell])]; }

static int highest(const struct known *k, int cell) { return value[63 - __builtin_clzll(k->may[cell])]; }

static bool order(struct known *k, int s)
{
    for (int c = 0; c < n * n; c++) {
        int d = image[s][c];
        if (c == d) continue;
        if (!within(k, c, lowest(k, d), cap) || !within(k, d, 0, highest(k, c))) return false;
        if (lowest(k, c) < highest(k, c) || lowest(k, d) < highest(k, d) || lowest(k, c) != lowest(k, d)) return true;
    }
    return true;
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void recount(const int *v)
{
    for (int c = 0; c < n * n; c++) {
        int sum = 0;
        for (int d = 0; d < n * n; d++)
            sum += (c / n == d / n) != (c % n == d % n) && abs(c / n - d / n) + abs(c % n - d % n) == v[d];
        if (sum != v[c]) refuse("a board is none");
    }
}

static void found(const struct known *k)
{
    int v[CELLS], seen[8][CELLS], different = 0;
    for (int c = 0; c < n * n; c++) {
        if (!k->may[c] || k->may[c] & (k->may[c] - 1)) refuse("a board has a cell that is open");
        v[c] = lowest(k, c);
    }
    recount(v);
    for (int s = 0; s < 8; s++) {
        bool old = false;
        for (int c = 0; c < n * n; c++) seen[different][c] = v[image[s][c]];
        if (images && memcmp(seen[different], v, sizeof(int) * (size_t)(n * n)) > 0)
            for (int c = 0; c < n * n; c++) {
                if (seen[different][c] > v[c])
                    return; /* the greatest board of the orbit counts; it is visited separately */
                if (seen[different][c] < v[c]) break;
            }
        for (int j = 0; j < different; j++) old |= !memcmp(seen[j], seen[different], sizeof(int) * (size_t)(n * n));
        different += !old;
    }
    orbits++;
    boards += images ? different : 1;
    for (int c = 0; c < n * n; c++) printf("%d%c", v[c], c % n == n - 1 ? '\n' : ' ');
    printf("%d image%s\n\n", different, different > 1 ? "s" : "");
}

/* ---- the replay ------------------------------------------------------------------------------ */

/* Replays the trace after one branch, up to its last leaf. */
static void replay(struct known *k, size_t own)
{
    bool fine = true;
    int next = byte();
    for (; next >= LINE && next < CONFLICT; next = byte()) {
        if (!fine) refuse("steps go on behind a conflict");
        if (next < LINE + 2 * n)
            fine = look(k, next - LINE, own);
        else if (images && next > ORDER && next < ORDER + 8)
            fine = order(k, next - ORDER);
        else
            refuse("a step is none");
    }
    if (next == CONFLICT && fine) refuse("a conflict is none");
    if (next == CONFLICT) {
        leaves++;
        return;
    }
    if (!fine) refuse("a node goes on behind a conflict");
    if (next == BOARD) {
        found(k);
        return;
    }
    if (next >= n * n) refuse("a node is none");
    branches++;
    size_t mine = used;
    for (uint64_t left = k->may[next]; left; left &= left - 1) {
        struct known child = *k;
        child.may[next] = left & -left;
        replay(&child, mine);
        used = mine;
    }
}

int main(int argc, char **argv)
{
    struct known root;
    int side = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : side - 1;
    if (scanf("tank log 1 %d %d %d", &n, &cap, &images) != 3 || getchar() != '\n') refuse("this is no log");
    if (side < 1 || side > SIDE || n != side || cap != most || cap < 0 || cap > 2 * (n - 1))
        refuse("the log is of another question: tank_check SIDE [CAP] <LOG");
    list_pairs();
    list_images();
    per = pairs ? 64 / pairs : 1;
    blocks = (n + per - 1) / per;
    int w[SIDE];
    size_t of_rows, of_columns;
    list_words(w, 0, true);
    of_rows = used;
    list_words(w, 0, false);
    of_columns = used - of_rows;
    for (int i = 0; i < n; i++) {
        root.first[i] = 0;
        root.count[i] = of_rows;
        root.first[n + i] = of_rows;
        root.count[n + i] = of_columns;
    }
    for (int c = 0; c < n * n; c++) root.may[c] = pairs ? UINT64_MAX >> (64 - pairs) : 0;
    if (of_rows) replay(&root, used);
    if (byte() != END || getchar() != EOF) refuse("the log goes on behind its end");
    printf(
        "checked: side %d, cap %d has %ld boards, %ld up to symmetry; %ld branches, %ld conflicts, %.1f CPU seconds\n",
        n, cap, boards, orbits, branches, leaves, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
