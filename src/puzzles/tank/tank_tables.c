/* Tank Attack without a solver: arc consistency on the tables of all lines.
 *
 *     1 3 2 1 5 1    a line is a word of values, which determines the hits of each of its own cells
 *     0 2 1 1 2 1    a cell of value w and h hits along its row has w - h hits along its column
 *
 * So a board is a pair (w, h) for each cell, such that each row is a word with those h and each
 * column a word with w - h. The search keeps the remaining pairs of each cell and the remaining
 * words of each line. A word remains while all its pairs do, and a pair while some word of both its
 * lines has it. The search branches on the cell with fewest pairs in the line with fewest words. A
 * word has a bit for the pair of each of its cells:
 *
 *     cell    0        1        2        3      ...
 *     bits    ..1..... 1....... .....1.. ....1...       may & word == word  ->  seen |= word
 *
 * This is one pass of a few instructions a word. Going down, lists of words only get shorter. They
 * are on a stack, and a branch copies a list only when it loses words. bench/tank_count_lines.c
 * implements the same idea plainly; the two share no code.
 *
 * The steps can be logged (tank_log.c), and bench/tank_check.c replays them. */
#include "base/number.h"
#include "puzzles/tank/tank_tables.h"

#include <string.h>

enum { MOST_WORDS = 1 << 20, MOST_SIDE = 12, MOST_BLOCKS = 16, NODES = 256 };

struct list {
    size_t at; /* on the stack */
    int n;
};

struct search_node {
    uint64_t pairs[MOST_SIDE * MOST_SIDE]; /* remaining pairs of each cell, numbered by rising value */
    struct list line[2 * MOST_SIDE];       /* remaining words of each row and column */
};

struct tables {
    const struct instance *t;
    struct engine_run *run;
    int n, pairs, value[64], along[64];
    int blocks; /* of a word */
    uint64_t *stack;
    size_t top, room;
    uint64_t from[64], to[64]; /* pairs with a value from, up to */
    unsigned broken;           /* symmetries, bits 1 << s */
    int64_t nodes;
    bool stopped;
    struct tank_log log;
};

/* ---- the words ------------------------------------------------------------------------------- */

static int pair_of(const struct tables *b, int w, int h)
{
    for (int p = 0; p < b->pairs; p++)
        if (b->value[p] == w && b->along[p] == h) return p;
    return -1;
}

static bool list_pairs(struct tables *b)
{
    for (int w = 1; w <= b->t->top; w++)
        for (int h = w > b->n - 1 ? w - b->n + 1 : 0; h <= w && h < b->n; h++) {
            if (b->pairs == 64) return false;
            b->value[b->pairs] = w;
            b->along[b->pairs++] = h;
        }
    b->blocks = (b->n * b->pairs + 63) / 64;
    return b->blocks <= MOST_BLOCKS;
}

static void stack_room(struct tables *b, size_t words)
{
    size_t need = b->top + words * (size_t)b->blocks;
    if (need <= b->room) return;
    b->room = need > 2 * b->room ? need : 2 * b->room;
    b->stack = mem_resize(b->stack, b->room, sizeof *b->stack);
}

/* Sets the pairs of cell i in a word; they may be in two blocks. */
static void tank_tables_put(const struct tables *b, uint64_t *word, int i, uint64_t pairs)
{
    int bit = i * b->pairs, at = bit / 64, shift = bit % 64;
    word[at] |= pairs << shift;
    if (shift + b->pairs > 64) word[at + 1] |= pairs >> (64 - shift);
}

static uint64_t get(const struct tables *b, const uint64_t *word, int i)
{
    int bit = i * b->pairs, at = bit / 64, shift = bit % 64;
    uint64_t pairs = word[at] >> shift;
    if (shift + b->pairs > 64) pairs |= word[at + 1] << (64 - shift);
    return pairs & UINT64_MAX >> (64 - b->pairs);
}

/* Pushes the word, if each cell can be hit as often as its value requires. */
static bool push_word(struct tables *b, const int *w, bool row)
{
    int hits[MOST_SIDE] = {0};
    for (int i = 0; i < b->n; i++) {
        if (i >= w[i]) hits[i - w[i]]++;
        if (i + w[i] < b->n) hits[i + w[i]]++;
    }
    stack_room(b, 1);
    uint64_t *word = b->stack + b->top;
    memset(word, 0, (size_t)b->blocks * sizeof *word);
    for (int i = 0; i < b->n; i++) {
        int pair = pair_of(b, w[i], row ? hits[i] : w[i] - hits[i]);
        if (pair < 0) return false;
        tank_tables_put(b, word, i, UINT64_C(1) << pair);
    }
    b->top += (size_t)b->blocks;
    return true;
}

/* The number of free cells of a line: half of them, if it must be its own mirror image. */
static int free_cells(const struct instance *t, bool row)
{
    return t->required >> (row ? 1 : 2) & 1 ? (t->n + 1) / 2 : t->n;
}

static struct list all_words(struct tables *b, bool row)
{
    struct list list = {.at = b->top};
    int w[MOST_SIDE], i, n = free_cells(b->t, row);
    for (i = 0; i < b->n; i++) w[i] = 1;
    do {
        for (i = n; i < b->n; i++) w[i] = w[b->n - 1 - i];
        list.n += push_word(b, w, row);
        for (i = 0; i < n && w[i] == b->t->top; i++) w[i] = 1;
        if (i < n) w[i]++;
    } while (i < n);
    return list;
}

/* ---- consistency ----------------------------------------------------------------------------- */

static int cell_of(int n, int line, int i) { return line < n ? line * n + i : i * n + line - n; }

/* Copies the words whose pairs all remain; returns their number. Inlined for each number of
 * blocks. */
static inline int tank_tables_keep(const uint64_t *from, int n, uint64_t *to, const uint64_t *may, uint64_t *seen,
                                   int blocks)
{
    int kept = 0;
    for (int w = 0; w < n; w++, from += blocks) {
        uint64_t out = 0;
        for (int i = 0; i < blocks; i++) out |= from[i] & ~may[i];
        uint64_t all = out ? 0 : UINT64_MAX;
        for (int i = 0; i < blocks; i++) {
            seen[i] |= from[i] & all;
            to[kept * blocks + i] = from[i];
        }
        kept += !out;
    }
    return kept;
}

static int keep_words(const uint64_t *from, int n, uint64_t *to, const uint64_t *may, uint64_t *seen, int blocks)
{
    switch (blocks) {
    case 1:
        return tank_tables_keep(from, n, to, may, seen, 1);
    case 2:
        return tank_tables_keep(from, n, to, may, seen, 2);
    case 3:
        return tank_tables_keep(from, n, to, may, seen, 3);
    case 4:
        return tank_tables_keep(from, n, to, may, seen, 4);
    default:
        return tank_tables_keep(from, n, to, may, seen, blocks);
    }
}

/* Makes a line consistent. Lists from `own` up belong to this node and are shortened in place.
 * Marks the crossing lines of cells that lost pairs. False: a conflict. */
static bool revise(struct tables *b, struct search_node *s, int line, size_t own, uint64_t *dirty)
{
    int n = b->n;
    uint64_t may[MOST_BLOCKS] = {0}, seen[MOST_BLOCKS] = {0};
    struct list *list = &s->line[line];
    size_t to = list->at >= own ? list->at : b->top;
    if (to == b->top) stack_room(b, (size_t)list->n);
    for (int i = 0; i < n; i++) tank_tables_put(b, may, i, s->pairs[cell_of(n, line, i)]);
    int kept = keep_words(b->stack + list->at, list->n, b->stack + to, may, seen, b->blocks);
    if (!kept) return false;
    if (kept < list->n && to == b->top) {
        list->at = to;
        b->top += (size_t)kept * (size_t)b->blocks;
    }
    list->n = kept;
    for (int i = 0; i < n; i++) {
        uint64_t *cell = &s->pairs[cell_of(n, line, i)], left = *cell & get(b, seen, i);
        if (left == *cell) continue;
        *cell = left;
        *dirty |= UINT64_C(1) << (line < n ? n + i : i);
    }
    return true;
}

static void tank_tables_limit(struct tables *b, struct search_node *s, int cell, uint64_t pairs, uint64_t *dirty)
{
    if (!(s->pairs[cell] & ~pairs)) return;
    s->pairs[cell] &= pairs;
    *dirty |= UINT64_C(1) << cell / b->n | UINT64_C(1) << (b->n + cell % b->n);
}

static int tank_tables_least(const struct tables *b, uint64_t pairs) { return b->value[__builtin_ctzll(pairs)]; }

static int tank_tables_most(const struct tables *b, uint64_t pairs) { return b->value[63 - __builtin_clzll(pairs)]; }

/* Requires the board to be lexicographically at least its image: of each orbit the greatest
 * remains. */
static bool revise_order(struct tables *b, struct search_node *s, int symmetry, uint64_t *dirty)
{
    for (int cell = 0; cell < b->n * b->n; cell++) {
        int other = grid_image(b->n, b->n, symmetry, cell);
        uint64_t *x = &s->pairs[cell], *y = &s->pairs[other];
        if (x == y) continue;
        tank_tables_limit(b, s, cell, b->from[tank_tables_least(b, *y)], dirty);
        if (!*x) return false;
        tank_tables_limit(b, s, other, b->to[tank_tables_most(b, *x)], dirty);
        if (!*y) return false;
        if (tank_tables_least(b, *x) != tank_tables_most(b, *x) ||
            tank_tables_least(b, *y) != tank_tables_most(b, *y) || tank_tables_least(b, *x) != tank_tables_least(b, *y))
            break;
    }
    return true;
}

/* A cell's pairs in the image: a symmetry that transposes takes rows to columns. */
static uint64_t pairs_image(const struct tables *b, int symmetry, uint64_t pairs)
{
    uint64_t image = 0;
    if (!(symmetry & 4)) return pairs;
    for (; pairs; pairs &= pairs - 1) {
        int p = __builtin_ctzll(pairs);
        image |= UINT64_C(1) << pair_of(b, b->value[p], b->value[p] - b->along[p]);
    }
    return image;
}

static bool revise_symmetric(struct tables *b, struct search_node *s, uint64_t *dirty)
{
    for (int g = 1; g < SYMMETRIES; g++)
        for (int c = 0; b->t->required >> g & 1 && c < b->n * b->n; c++) {
            int from = grid_image(b->n, b->n, g, c);
            tank_tables_limit(b, s, c, pairs_image(b, g, s->pairs[from]), dirty);
            if (!s->pairs[c]) return false;
        }
    return true;
}

/* The line to revise next: the one with the fewest words. */
static int shortest(const struct search_node *s, uint64_t lines)
{
    int best = __builtin_ctzll(lines);
    for (; lines; lines &= lines - 1) {
        int line = __builtin_ctzll(lines);
        if (s->line[line].n < s->line[best].n) best = line;
    }
    return best;
}

static bool consistent(struct tables *b, struct search_node *s, size_t own, uint64_t dirty)
{
    bool fine = true;
    b->log.n = 0;
    while (dirty && fine) {
        while (dirty && fine) {
            int line = shortest(s, dirty);
            uint64_t lost = 0;
            dirty &= ~(UINT64_C(1) << line);
            fine = revise(b, s, line, own, &lost);
            tank_log_step(&b->log, TANK_LINE + line, UINT64_C(1) << line, lost);
            dirty |= lost;
        }
        for (int g = 1; g < SYMMETRIES && fine; g++) {
            uint64_t lost = 0;
            if (!(b->broken >> g & 1)) continue;
            fine = revise_order(b, s, g, &lost);
            tank_log_step(&b->log, TANK_ORDER + g, UINT64_MAX, lost);
            dirty |= lost;
        }
        fine = fine && revise_symmetric(b, s, &dirty);
    }
    tank_log_steps(&b->log, fine);
    return fine;
}

/* ---- the search ------------------------------------------------------------------------------ */

static void tank_tables_report(struct tables *b, const struct search_node *s)
{
    SCOPED(solution) board = {0};
    int64_t *v = solution_numbers(&board, b->n * b->n, b->n);
    for (int c = 0; c < board.n; c++) v[c] = b->value[__builtin_ctzll(s->pairs[c])];
    if (!b->run->each(b->run->state, &board)) b->stopped = true;
}

/* The cell with fewest pairs in the open line with fewest words; -1: no line is open. */
static int open_cell(const struct tables *b, const struct search_node *s)
{
    int64_t least = INT64_MAX;
    int best = -1;
    for (int c = 0; c < b->n * b->n; c++) {
        int row = s->line[c / b->n].n, column = s->line[b->n + c % b->n].n;
        int64_t score = 64 * min64(row, column) + __builtin_popcountll(s->pairs[c]);
        if (s->pairs[c] & (s->pairs[c] - 1) && score < least) {
            least = score;
            best = c;
        }
    }
    return best;
}

static bool tank_tables_is_stopped(struct tables *b)
{
    const struct engine_run *w = b->run;
    if (++b->nodes % NODES == 0) {
        job_report(w->job, NULL, w->share);
        b->stopped = b->stopped || job_over(w->job);
    }
    if (w->effort && b->nodes > w->effort) b->stopped = true;
    return b->stopped;
}

/* Searches a node, which is the fraction `part` of the whole tree. */
static void tank_tables_search(struct tables *b, struct search_node *s, double part)
{
    int cell = open_cell(b, s), line = cell / b->n, children;
    size_t own = b->top;
    if (tank_tables_is_stopped(b)) return;
    tank_log_byte(&b->log, cell < 0 ? TANK_BOARD : (unsigned)cell);
    if (cell < 0) {
        tank_tables_report(b, s);
        b->run->share += part;
        return;
    }
    OWNED struct search_node *child = mem_new(1, sizeof *child);
    uint64_t left = s->pairs[cell], dirty = UINT64_C(1) << line | UINT64_C(1) << (b->n + cell % b->n);
    for (children = __builtin_popcountll(left); left && !b->stopped; left &= left - 1) {
        *child = *s;
        child->pairs[cell] = left & -left;
        if (consistent(b, child, own, dirty))
            tank_tables_search(b, child, part / children);
        else
            b->run->share += part / children;
        b->top = own;
    }
}

/* Sets the symmetries to break, and the pairs that the comparison needs. */
static void tank_tables_break_symmetry(struct tables *b)
{
    for (int p = 0; p < b->pairs; p++)
        for (int v = 1; v <= b->t->top; v++) {
            if (b->value[p] >= v) b->from[v] |= UINT64_C(1) << p;
            if (b->value[p] <= v) b->to[v] |= UINT64_C(1) << p;
        }
    for (int g = 1; b->run->images && g < SYMMETRIES; g++)
        if (!(b->t->required >> g & 1) && tank_keeps(b->t, g)) b->broken |= 1u << g;
}

static bool tank_tables_begin(struct tables *b, struct search_node *s)
{
    const struct instance *t = b->t;
    struct list rows = all_words(b, true), columns = all_words(b, false);
    if (!rows.n) return false;
    for (int i = 0; i < b->n; i++) {
        s->line[i] = rows;
        s->line[b->n + i] = columns;
    }
    for (int c = 0; c < b->n * b->n; c++)
        for (int p = 0; p < b->pairs; p++)
            if (!t->given[c] || t->given[c] == b->value[p]) s->pairs[c] |= UINT64_C(1) << p;
    tank_tables_break_symmetry(b);
    for (int c = 0; c < b->n * b->n; c++)
        if (!s->pairs[c]) return false;
    return consistent(b, s, b->top, (UINT64_C(1) << 2 * b->n) - 1);
}

static bool too_many(const struct instance *t, bool row)
{
    int64_t words = 1;
    for (int i = 0; i < free_cells(t, row) && words <= MOST_WORDS; i++) words *= t->top;
    return words > MOST_WORDS;
}

/* For boards whose lines have at most about a million words (half lines, if a line must be its own
 * mirror image). */
static bool tank_tables(const struct instance *t, struct engine_run *run)
{
    struct instance asked = *t;
    if (run->symmetry) asked.required |= tank_imposition(run->symmetry)->symmetries;
    struct tables b = {.t = &asked, .run = run, .n = t->n};
    if (t->n > MOST_SIDE || too_many(&asked, true) || too_many(&asked, false) || !list_pairs(&b)) return false;
    OWNED struct search_node *root = mem_new(1, sizeof *root);
    if (run->log && (asked.givens || asked.required || t->n > TANK_LOG_SIDE)) return false;
    tank_log_begin(&b.log, run, t->n, t->top);
    if (t->top && tank_tables_begin(&b, root)) tank_tables_search(&b, root, 1);
    run->complete = !b.stopped;
    tank_log_end(&b.log, run->complete);
    mem_free(b.stack);
    return true;
}

/* Predicted CPU seconds, as measured (bench/results/tank.md): 6x6 0.9 to 1.6; 7x7 0.01 up to cap 3,
 * 29 at cap 4, 2,886 at cap 6. */
static double tank_tables_seconds(const struct instance *t, bool all)
{
    if (t->n < 6) return all ? .1 : -1;
    if (t->n == 6) return t->cap < 6 ? 1.5 : 10;
    if (t->n == 7) return t->cap < 4 ? .1 : t->cap == 4 ? 30 : 3000;
    return -1;
}

static enum option_answer wants_tables(const struct instance *t) { return t->choices.tables; }

const struct engine tank_engines[] = {
    {"tables", "all boards, by arc consistency on the tables of lines (solve and count)",
     "is for tank boards whose lines have at most about a million words, like side 7", wants_tables, false,
     tank_tables_seconds, tank_tables, true},
    {0},
};
