/* Gunport by dynamic programming over a broken frontier, cell by cell. Partial packings with the
 * same frontier have the same completions, so one with fewest defects represents them all.
 *
 * A state is dropped if its defects and those that must still come (gunport_frontier_windows.c) are
 * too many: that loses no solution. If a layer has more states than the limit, the worst are
 * dropped as well: then a result is still a packing, but no result proves nothing.
 *
 * If the board is its own mirror image, frontiers are identified with their images. If it equals
 * its image top to bottom, the upper half has at most half of the defects. */
#include "base/number.h"
#include "base/table.h"
#include "puzzles/gunport/gunport_frontier.h"

#include <math.h>

static const size_t BYTES = (size_t)2 << 30;
static const int64_t ENTRIES = 32 << 20,
                     ENTRIES_PER_STATE = 2; /* of the tables: computing them must take no longer than the states */

struct state {
    unsigned __int128 frontier;
    int made, least; /* defects so far; and with the bound on the later ones */
};

struct frontier_layer {
    struct state *v;
    size_t n, cap;
    struct table index;
};

/* The states before a row, kept to trace a packing back. */
struct kept_states {
    unsigned __int128 *frontier;
    int *made;
    size_t n;
};

struct frontier_run {
    const struct instance *b;
    struct engine_run *q;
    struct frontier_sheet sheet;
    bool turned;           /* the sheet is the board transposed */
    bool mirrored, halved; /* see above */
    int most;              /* defects */
    size_t width;          /* states of a layer; 0: as many as memory allows */
    struct windows *windows;
    struct frontier_layer now, then;
    struct kept_states *rows; /* rows + 1 */
    size_t bytes;             /* of rows */
    struct layers_log log;
};

/* ---- layers ---------------------------------------------------------------------------------- */

static uint64_t mixed(unsigned __int128 p)
{
    struct random r = {(uint64_t)p ^ (uint64_t)(p >> 64) * 0xBF58476D1CE4E5B9u};
    return random_next(&r);
}

static bool same_frontier(const void *layer, int i, const void *frontier)
{
    return ((const struct frontier_layer *)layer)->v[i].frontier == *(const unsigned __int128 *)frontier;
}

static void layer_clear(struct frontier_layer *l, size_t expected)
{
    table_clear(&l->index, expected);
    l->n = 0;
}

static void layer_put(struct frontier_layer *l, const struct state *s)
{
    uint64_t hash = mixed(s->frontier);
    int at = table_find(&l->index, hash, same_frontier, l, &s->frontier);
    if (at < 0) {
        table_add(&l->index, hash);
        MEM_PUSH(l->v, l->n, l->cap, *s);
    } else if (s->made < l->v[at].made) {
        l->v[at] = *s;
    }
}

/* Keeps the `width` states with the least bounds; among equal ones a random choice. */
static void layer_cut(struct frontier_layer *l, size_t width, int most, int seed)
{
    OWNED size_t *count = mem_new((size_t)most + 1, sizeof *count);
    size_t kept = 0, n = 0;
    int last = 0;
    for (size_t i = 0; i < l->n; i++) count[l->v[i].least]++;
    while (kept + count[last] <= width) kept += count[last++];
    for (size_t i = 0; i < l->n; i++) {
        const struct state *s = &l->v[i];
        if (s->least < last || (s->least == last && mixed(s->frontier ^ (unsigned)seed) % count[last] < width - kept))
            l->v[n++] = *s;
    }
    l->n = n;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void expand(struct frontier_run *w, const struct state *from, int r, int c)
{
    struct around a = frontier_around(from->frontier, r, c, true);
    struct next next;
    bool upper = w->halved && r < w->sheet.rows / 2;
    frontier_next(&w->sheet, r, c, &a, &next);
    for (int i = 0; i < next.n; i++) {
        int made = from->made + next.v[i].defects;
        if (made > (upper ? w->most / 2 : w->most) || !sheet_agrees(&w->sheet, r, c, next.v[i].piece)) continue;
        struct state s = {.frontier = frontier_after(from->frontier, c, w->sheet.cols, next.v[i].piece, a.above),
                          .made = made};
        int least = made + frontier_windows_least(w->windows, s.frontier, r, c + 1);
        s.least = least;
        if (least <= w->most) layer_put(&w->then, &s);
    }
}

static unsigned __int128 mirror(const struct frontier_sheet *s, unsigned __int128 p)
{
    unsigned __int128 out = 0;
    for (int c = 0; c < s->cols; c++) {
        int code = frontier_code(p, c), other = s->cols - 1 - c;
        if (code == LEFT) {
            out = frontier_put(frontier_put(out, other - 1, LEFT), other, RIGHT);
            c++;
        } else {
            out = frontier_put(out, other, (enum piece)code);
        }
    }
    return out;
}

/* Identifies the states at the end of row r with their mirror images, whose completions are mirror
 * images, too. */
static void fold(struct frontier_run *w, int r)
{
    layer_clear(&w->then, w->now.n);
    for (size_t i = 0; i < w->now.n; i++) {
        struct state s = w->now.v[i];
        unsigned __int128 other = mirror(&w->sheet, s.frontier);
        if (s.made + frontier_windows_least(w->windows, other, r, w->sheet.cols) > w->most) continue;
        if (other < s.frontier) s.frontier = other;
        layer_put(&w->then, &s);
    }
}

static void swap(struct frontier_run *w)
{
    struct frontier_layer l = w->now;
    w->now = w->then;
    w->then = l;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void row_keep(struct frontier_run *w, int r)
{
    struct kept_states *row = &w->rows[r];
    row->n = w->now.n;
    row->frontier = mem_new(row->n, sizeof *row->frontier);
    row->made = mem_new(row->n, sizeof *row->made);
    for (size_t i = 0; i < row->n; i++) {
        row->frontier[i] = w->now.v[i].frontier;
        row->made[i] = w->now.v[i].made;
    }
    w->bytes += row->n * (sizeof *row->frontier + sizeof *row->made);
    if (r) layers_log_row(&w->log, r, row->frontier, row->made, row->n);
}

/* The number of states of a layer for which memory holds three times as many successors. */
static size_t affordable(const struct frontier_run *w)
{
    size_t left = w->bytes < BYTES ? BYTES - w->bytes : 0;
    return left / (8 * sizeof(struct state)) + 1;
}

static bool frontier_row(struct frontier_run *w, int r)
{
    for (int c = 0; c < w->sheet.cols; c++) {
        size_t width = affordable(w);
        if (w->width && w->width < width) width = w->width;
        layer_clear(&w->then, w->now.n);
        for (size_t i = 0; i < w->now.n; i++) {
            if (i % 65536 == 0) {
                w->q->share = (r * w->sheet.cols + c + (double)i / w->now.n) / w->b->open;
                job_report(w->q->job, NULL, w->q->share);
                if (job_over(w->q->job)) return false;
            }
            expand(w, &w->now.v[i], r, c);
        }
        if (w->then.n > width) {
            w->q->complete = false;
            layer_cut(&w->then, width, w->most, w->q->seed);
        }
        swap(w);
    }
    if (w->mirrored) fold(w, r), swap(w);
    row_keep(w, r + 1);
    return true;
}

/* ---- the way back ---------------------------------------------------------------------------- */

/* The pieces of a row that ends with this frontier. */
static void row_pieces(const struct frontier_sheet *s, unsigned __int128 p, unsigned char *out)
{
    for (int c = 0; c < s->cols; c++) {
        int code = frontier_code(p, c);
        out[c] = (unsigned char)(c && out[c - 1] == LEFT ? RIGHT : code);
    }
}

/* The defects of placing this row under a frontier; -1: it does not fit. */
static int row_defects(const struct frontier_sheet *s, unsigned __int128 p, int r, const unsigned char *row)
{
    int sum = 0;
    for (int c = 0; c < s->cols; c++) {
        struct around a = frontier_around(p, r, c, true);
        struct next next;
        int i = 0;
        frontier_next(s, r, c, &a, &next);
        while (i < next.n && next.v[i].piece != row[c]) i++;
        if (i == next.n) return -1;
        sum += next.v[i].defects;
        p = frontier_after(p, c, s->cols, row[c], a.above);
    }
    return sum;
}

static void row_mirror(const struct frontier_sheet *s, unsigned char *row)
{
    for (int c = 0, d = s->cols - 1; c <= d; c++, d--) {
        unsigned char t = row[c];
        row[c] = row[d];
        row[d] = t;
    }
    for (int c = 0; c < s->cols; c++)
        if (row[c] == LEFT || row[c] == RIGHT) row[c] = row[c] == LEFT ? RIGHT : LEFT;
}

/* Whether there is a state before row r from which these pieces lead to `made` defects. */
static bool precedes(const struct frontier_run *w, int r, const unsigned char *pieces, int made, struct state *found)
{
    const struct kept_states *row = &w->rows[r];
    for (size_t i = 0; i < row->n; i++) {
        if (row->made[i] > made) continue;
        int defects = row_defects(&w->sheet, row->frontier[i], r, pieces);
        if (defects < 0 || row->made[i] + defects != made) continue;
        *found = (struct state){.frontier = row->frontier[i], .made = row->made[i]};
        return true;
    }
    return false;
}

/* Traces from the best state of the last row back to the first; writes the pieces to the sheet. */
static void gunport_frontier_trace(struct frontier_run *w, const struct state *best)
{
    const struct frontier_sheet *s = &w->sheet;
    struct state at = *best;
    for (int r = s->rows - 1; r >= 0; r--) {
        unsigned char *row = s->piece + r * s->cols;
        struct state before = {0};
        row_pieces(s, at.frontier, row);
        bool found = precedes(w, r, row, at.made, &before);
        if (!found && w->mirrored) {
            for (int below = r; below < s->rows; below++) row_mirror(s, s->piece + below * s->cols);
            found = precedes(w, r, row, at.made, &before);
        }
        assert(found && "each state came from one of the row above");
        at = before;
    }
}

/* The sheet's pieces as the board's. */
static void gunport_frontier_board(const struct frontier_run *w, struct solution *out)
{
    const struct frontier_sheet *s = &w->sheet;
    int64_t *v = solution_numbers(out, w->b->rows * w->b->cols, w->b->cols);
    for (int i = 0; i < out->n; i++) {
        int r = i / w->b->cols, c = i % w->b->cols, piece = s->piece[w->turned ? c * s->cols + r : r * s->cols + c];
        v[i] = strchr(GUNPORT_LETTERS, frontier_letters[w->turned][piece]) - GUNPORT_LETTERS;
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void gunport_frontier_run(struct frontier_run *w)
{
    static const struct state start = {0};
    const struct state *best = NULL;
    layer_clear(&w->now, 1);
    layer_put(&w->now, &start);
    row_keep(w, 0);
    for (int r = 0; r < w->sheet.rows; r++)
        if (!frontier_row(w, r)) {
            w->q->complete = false;
            return;
        }
    for (size_t i = 0; i < w->now.n; i++)
        if (!best || w->now.v[i].made < best->made) best = &w->now.v[i];
    if (!best) return;
    struct state last = *best;
    gunport_frontier_trace(w, &last);
    SCOPED(solution) solution = {0};
    gunport_frontier_board(w, &solution);
    w->q->each(w->q->state, &solution);
}

static bool gunport_frontier(const struct instance *b, struct engine_run *q)
{
    int least = b->rows < b->cols ? b->rows : b->cols;
    if (b->open < b->rows * b->cols || least < 2 || least > PROFILE_COLUMNS) return false;
    int64_t cells = b->open, most = q->objective_value > cells ? -1 : 2 * cells + 4 - 6 * max64(q->objective_value, 0);
    struct frontier_run w = {.b = b, .q = q, .turned = b->rows < b->cols, .most = (int)most};
    q->complete = true;
    if (q->effort > 0) w.width = (size_t)max64(q->effort / b->open, 1);
    w.sheet = frontier_sheet_of(b, w.turned);
    w.mirrored = gunport_symmetry(b, w.turned ? UP_DOWN : LEFT_RIGHT);
    w.halved = gunport_symmetry(b, w.turned ? LEFT_RIGHT : UP_DOWN);
    w.windows = frontier_windows_new(&w.sheet, q->effort > 0 ? min64(q->effort * ENTRIES_PER_STATE, ENTRIES) : ENTRIES);
    w.rows = mem_new((size_t)w.sheet.rows + 1, sizeof *w.rows);
    if (q->log && !(w.mirrored && w.halved)) q->complete = false;
    layers_log_begin(&w.log, q, w.sheet.rows, w.sheet.cols, w.most);
    if (most >= 0 && !(q->log && !q->complete)) gunport_frontier_run(&w);
    layers_log_end(&w.log);
    for (int r = 0; r <= w.sheet.rows; r++) MEM_FREE(w.rows[r].frontier, w.rows[r].made);
    table_release(&w.now.index);
    table_release(&w.then.index);
    frontier_windows_free(w.windows);
    MEM_FREE(w.rows, w.now.v, w.then.v, w.sheet.piece);
    return true;
}

/* 19x19 0.5, 22x22 0.6, 25x25 4, 28x28 4, 28x29 12, 31x31 44. */
static double gunport_frontier_seconds(const struct instance *b, bool all)
{
    int m = b->rows < b->cols ? b->rows : b->cols, n = b->rows + b->cols - m;
    if (all || b->fixed || b->open < b->rows * b->cols) return -1;
    return .6 * exp(.25 * (m - 19)) * n / m * (m > 29 ? 3 : 1);
}

static enum option_answer wants_frontier(const struct instance *b) { return b->choices.frontier; }

const struct engine gunport_engines[] = {
    {"frontier", "frontier dynamic programming over the board; it keeps every state that an optimum may need",
     "takes full gunport boards with sides of 2 or more, one of at most 63", wants_frontier, true,
     gunport_frontier_seconds, gunport_frontier, true},
    {0},
};
