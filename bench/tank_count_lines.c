/* Counts all boards of Tank Attack without a SAT solver. It verifies the numbers of
 * `loophole count tank` and shares no code with it.
 *
 *     make build/bench/tank_count_lines && build/bench/tank_count_lines SIDE [CAP]
 *
 * A line (row or column) is a word of values; the values determine how often each of its cells is
 * attacked along the line. A cell with value w that is attacked h times along its row must be
 * attacked w - h times along its column. So a board is a choice of a pair (w, h) for each cell,
 * such that each row is a word with those h and each column is a word with w - h.
 *
 * The program lists the possible words once. The search keeps the possible words of each line and
 * the possible pairs of each cell. It removes values without support (arc consistency on tables)
 * and branches on the cell with the fewest pairs. It visits only boards whose upper left corner is
 * a greatest corner and whose upper right corner is at least the lower left one. Each board that it
 * finds represents its mirror images. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 8, PAIRS = 64, BOARDS = 100000 };

static int n, cap, pairs, words, blocks;
static int value[PAIRS], along[PAIRS], other[PAIRS]; /* pair: w, h, the pair (w, w - h) */
static uint64_t *has[SIDE][PAIRS];                   /* words that have the pair at the position */
static char boards[BOARDS][SIDE * SIDE];             /* least of each orbit */
static long orbits, solutions, nodes;

struct state {
    uint64_t pair[SIDE * SIDE]; /* by cell: possible pairs along the row */
    uint64_t *word;             /* by line: possible words; rows, then columns */
};
static struct state level[SIDE * SIDE + 1];

static void *room(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

/* Computes in h how often a word attacks each of its own cells. Returns false if a cell is
 * attacked more often than its value, or less often than a column can compensate. */
static bool hits_of(const int *w, int *h)
{
    memset(h, 0, SIDE * sizeof *h);
    for (int i = 0; i < n; i++) {
        if (i >= w[i]) h[i - w[i]]++;
        if (i + w[i] < n) h[i + w[i]]++;
    }
    for (int i = 0; i < n; i++)
        if (h[i] > w[i] || w[i] - h[i] > n - 1) return false;
    return true;
}

/* Calls each(word, hits) for every possible word. */
static void for_words(void (*each)(const int *, const int *))
{
    int w[SIDE], h[SIDE], i;
    for (i = 0; i < n; i++) w[i] = 1;
    do {
        if (hits_of(w, h)) each(w, h);
        for (i = 0; i < n && w[i] == cap; i++) w[i] = 1;
        if (i < n) w[i]++;
    } while (i < n);
}

static int pair_of(int w, int h)
{
    for (int p = 0; p < pairs; p++)
        if (value[p] == w && along[p] == h) return p;
    return -1;
}

static void count_word(const int *w, const int *h)
{
    (void)w;
    (void)h;
    words++;
}

static int listed;
static void list_word(const int *w, const int *h)
{
    for (int i = 0; i < n; i++) has[i][pair_of(w[i], h[i])][listed / 64] |= (uint64_t)1 << listed % 64;
    listed++;
}

static void prepare(void)
{
    for (int w = 1; w <= cap; w++)
        for (int h = w > n - 1 ? w - n + 1 : 0; h <= w && h < n; h++) {
            if (pairs == PAIRS) abort();
            value[pairs] = w;
            along[pairs++] = h;
        }
    for (int p = 0; p < pairs; p++) other[p] = pair_of(value[p], value[p] - along[p]);
    for_words(count_word);
    blocks = (words + 63) / 64;
    for (int i = 0; i < n; i++)
        for (int p = 0; p < pairs; p++) has[i][p] = room((size_t)blocks, sizeof(uint64_t));
    for_words(list_word);
    for (int i = 0; i <= n * n; i++) level[i].word = room((size_t)(2 * n * blocks), sizeof(uint64_t));
}

static int cell_of(int line, int i) { return line < n ? line * n + i : i * n + line - n; }

/* Makes one line arc-consistent and marks in *dirty the crossing lines of cells that lost pairs.
 * Returns false on a conflict. */
static bool revise(struct state *s, int line, unsigned *dirty)
{
    uint64_t *word = s->word + line * blocks, any = 0;
    for (int b = 0; b < blocks; b++) {
        for (int i = 0; i < n && word[b]; i++) {
            uint64_t fits = 0;
            for (uint64_t left = s->pair[cell_of(line, i)]; left; left &= left - 1) {
                int p = __builtin_ctzll(left);
                fits |= has[i][line < n ? p : other[p]][b];
            }
            word[b] &= fits;
        }
        any |= word[b];
    }
    if (!any) return false;
    for (int i = 0; i < n; i++) {
        uint64_t *cell = &s->pair[cell_of(line, i)], before = *cell;
        for (uint64_t left = before; left; left &= left - 1) {
            int p = __builtin_ctzll(left), b = 0;
            const uint64_t *support = has[i][line < n ? p : other[p]];
            while (b < blocks && !(word[b] & support[b])) b++;
            if (b == blocks) *cell &= ~((uint64_t)1 << p);
        }
        if (!*cell) return false;
        if (*cell != before) *dirty |= 1u << (line < n ? n + i : i);
    }
    return true;
}

/* Propagates: value of cell a <= value of cell b. Pairs are numbered by rising value. Returns
 * false on a conflict. */
static bool revise_order(struct state *s, int a, int b, unsigned *dirty)
{
    int most = value[63 - __builtin_clzll(s->pair[b])], least = value[__builtin_ctzll(s->pair[a])];
    for (int p = 0; p < pairs; p++) {
        uint64_t bit = (uint64_t)1 << p;
        if (value[p] > most && s->pair[a] & bit) {
            s->pair[a] &= ~bit;
            *dirty |= 1u << a / n | 1u << (n + a % n);
        }
        if (value[p] < least && s->pair[b] & bit) {
            s->pair[b] &= ~bit;
            *dirty |= 1u << b / n | 1u << (n + b % n);
        }
    }
    return s->pair[a] && s->pair[b];
}

static bool propagate(struct state *s, unsigned dirty)
{
    int right = n - 1, below = n * (n - 1), across = n * n - 1;
    while (dirty) {
        while (dirty) {
            int line = __builtin_ctz(dirty);
            dirty &= dirty - 1;
            if (!revise(s, line, &dirty)) return false;
        }
        if (!revise_order(s, right, 0, &dirty) || !revise_order(s, below, 0, &dirty) ||
            !revise_order(s, across, 0, &dirty) || !revise_order(s, below, right, &dirty))
            return false;
    }
    return true;
}

static void image(const char *board, int s, char *to)
{
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            int y = s & 1 ? n - 1 - r : r, x = s & 2 ? n - 1 - c : c;
            to[r * n + c] = board[s & 4 ? x * n + y : y * n + x];
        }
}

static void found(const struct state *s)
{
    char board[SIDE * SIDE], least[SIDE * SIDE], to[8][SIDE * SIDE];
    int images = 0;
    for (int c = 0; c < n * n; c++) board[c] = (char)value[__builtin_ctzll(s->pair[c])];
    memcpy(least, board, sizeof least);
    for (int i = 0; i < 8; i++) {
        image(board, i, to[images]);
        if (memcmp(to[images], least, (size_t)(n * n)) < 0) memcpy(least, to[images], sizeof least);
        bool old = false;
        for (int j = 0; j < images; j++) old |= !memcmp(to[j], to[images], (size_t)(n * n));
        images += !old;
    }
    for (long i = 0; i < orbits; i++)
        if (!memcmp(boards[i], least, (size_t)(n * n))) return;
    if (orbits == BOARDS) abort();
    memcpy(boards[orbits++], least, sizeof least);
    solutions += images;
    for (int c = 0; c < n * n; c++) printf("%d%c", least[c], c % n == n - 1 ? '\n' : ' ');
    printf("(%d image%s)\n\n", images, images > 1 ? "s" : "");
    fflush(stdout);
}

static void search(int depth)
{
    struct state *s = &level[depth], *t = s + 1;
    int best = -1, fewest = PAIRS + 1;
    nodes++;
    for (int c = 0; c < n * n; c++) {
        int left = __builtin_popcountll(s->pair[c]);
        if (left > 1 && left < fewest) {
            fewest = left;
            best = c;
        }
    }
    if (best < 0) {
        found(s);
        return;
    }
    for (uint64_t left = s->pair[best]; left; left &= left - 1) {
        memcpy(t->pair, s->pair, sizeof t->pair);
        memcpy(t->word, s->word, (size_t)(2 * n * blocks) * sizeof *t->word);
        t->pair[best] = left & -left;
        if (propagate(t, 1u << best / n | 1u << (n + best % n))) search(depth + 1);
    }
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 2 || n > SIDE) {
        fprintf(stderr, "usage: tank_count_lines SIDE [CAP], 2 <= SIDE <= %d\n", SIDE);
        return 2;
    }
    cap = argc > 2 ? atoi(argv[2]) : n - 1;
    if (cap < 1 || cap > 2 * (n - 1)) cap = 2 * (n - 1);
    prepare();
    struct state *s = &level[0];
    for (int c = 0; c < n * n; c++) s->pair[c] = pairs == 64 ? UINT64_MAX : ((uint64_t)1 << pairs) - 1;
    for (int l = 0; l < 2 * n; l++)
        for (int i = 0; i < words; i++) s->word[l * blocks + i / 64] |= (uint64_t)1 << i % 64;
    if (words && propagate(s, (1u << 2 * n) - 1)) search(0);
    printf("side %d, cap %d: %ld boards, %ld up to symmetry; %d words, %ld nodes, %.1f CPU seconds\n", n, cap,
           solutions, orbits, words, nodes, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
