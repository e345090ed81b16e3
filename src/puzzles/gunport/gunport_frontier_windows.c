#include "base/number.h"
#include "puzzles/gunport/gunport_frontier.h"

#include <string.h>

const char frontier_letters[2][6] = {"o<^v>", "o^<>v"};

struct frontier_sheet frontier_sheet_of(const struct instance *b, bool turned)
{
    struct frontier_sheet s = {.rows = turned ? b->cols : b->rows, .cols = turned ? b->rows : b->cols};
    s.piece = mem_new((size_t)(s.rows * s.cols), 1);
    for (int i = 0; i < s.rows * s.cols; i++) {
        char letter = b->cell[turned ? at(b, i % s.cols, i / s.cols) : i];
        const char *known = letter == '.' ? NULL : strchr(frontier_letters[turned], letter);
        s.piece[i] = (unsigned char)(known ? known - frontier_letters[turned] : ANYTHING);
    }
    return s;
}

/* A fixed piece that is certainly no hole. */
static bool solid(enum piece p) { return p != HOLE && p != WALL && p != ANYTHING; }

static int sides(enum piece t, const struct around *a)
{
    bool roofed = solid(a->above), corner = a->corner == CORNER_OTHER || a->corner == CORNER_LEFT;
    int n = 0;
    if (t != HOLE) {
        n += a->above == LOWER;                                         /* its short side below */
        n += a->above == RIGHT && solid(a->left);                       /* its long side below */
        n += a->left == RIGHT;                                          /* its short side to the right */
        n += (a->left == LOWER || a->left == LOWER_OR_RIGHT) && roofed; /* its long side to the right, at least */
    }
    if (t == LEFT) n += solid(a->left);
    if (t == UPPER) n += roofed;
    if (t == RIGHT) n += roofed && corner;
    if (t == LOWER) n += solid(a->left) && corner;
    return n;
}

static int walls(const struct frontier_sheet *s, int r, int c, enum piece t, const struct around *a)
{
    bool row = r == 0 || r == s->rows - 1, col = c == 0 || c == s->cols - 1;
    if (t == HOLE) return 0;
    return (row && t != RIGHT && solid(a->left)) + (col && t != LOWER && solid(a->above)) + 2 * (row && col);
}

void frontier_next(const struct frontier_sheet *s, int r, int c, const struct around *a, struct next *out)
{
    bool may[] = {
        [HOLE] = a->above != HOLE && a->above != UPPER && a->left != HOLE && a->left != LEFT,
        [LEFT] = a->above != UPPER && a->left != LEFT && c + 1 < s->cols,
        [UPPER] = a->above != UPPER && a->left != LEFT && r + 1 < s->rows,
        [LOWER] = a->above == UPPER && a->left != LEFT,
        [RIGHT] = a->above != UPPER && (a->left == LEFT || a->left == ANYTHING),
    };
    out->n = 0;
    for (enum piece t = HOLE; t <= RIGHT; t++) {
        if (!may[t]) continue;
        assert(out->n < 4 && "a piece is forced or one of four");
        out->v[out->n].piece = (unsigned char)t;
        out->v[out->n++].defects = (unsigned char)(sides(t, a) + walls(s, r, c, t, a));
    }
}

/* ---- how many must still come ---------------------------------------------------------------- */

/* A lower bound of the defects still to come. The board is cut into windows of some columns. For
 * each window alone, a table has the least number for every frontier, computed backwards row by
 * row; the neighboring columns are assumed to be as good as possible. Defects of different windows
 * are different, so that the sum is a bound. */

enum { MOST_COLUMNS = 6, NEVER = 255, SUM_NEVER = INT32_MAX / 2 };

struct window {
    int from, cols;
    unsigned char **least; /* [r * cols + c]: by the frontier before that cell is filled */
};

struct windows {
    int rows, n;
    struct window v[PROFILE_COLUMNS];
};

static size_t frontiers(const struct window *w) { return (size_t)1 << (CORNER_BITS + 2 * w->cols); }

static void gunport_frontier_windows_fill(const struct frontier_sheet *s, const struct window *w, int r, int c,
                                          const unsigned char *then, unsigned char *least)
{
    for (size_t p = 0; p < frontiers(w); p++) {
        struct around a = frontier_around(p, r, c, !w->from);
        struct next next;
        int best = NEVER;
        frontier_next(s, r, w->from + c, &a, &next);
        for (int i = 0; i < next.n; i++) {
            int rest = then[(size_t)frontier_after(p, c, w->cols, next.v[i].piece, a.above)];
            if (rest < NEVER) best = (int)min64(best, min64(rest + next.v[i].defects, NEVER - 1));
        }
        least[p] = (unsigned char)best;
    }
}

static void window_fill(const struct frontier_sheet *s, struct window *w)
{
    OWNED unsigned char *end = mem_new(frontiers(w), 1);
    const unsigned char *then = end;
    for (size_t p = 0; p < frontiers(w); p++)
        for (int c = 0; c < w->cols; c++)
            if (frontier_code(p, c) == UPPER) end[p] = NEVER;
    w->least = mem_new((size_t)(s->rows * w->cols), sizeof *w->least);
    for (int i = s->rows * w->cols - 1; i >= 0; i--) {
        w->least[i] = mem_new(frontiers(w), 1);
        gunport_frontier_windows_fill(s, w, i / w->cols, i % w->cols, then, w->least[i]);
        then = w->least[i];
    }
}

/* The widest windows whose tables are affordable. */
static int columns(const struct frontier_sheet *s, int64_t entries)
{
    int cols = MOST_COLUMNS;
    while (cols > 1 && ((int64_t)s->rows * s->cols << (CORNER_BITS + 2 * cols)) > entries) cols--;
    return cols;
}

struct windows *frontier_windows_new(const struct frontier_sheet *s, int64_t entries)
{
    struct windows *ws = mem_new(1, sizeof *ws);
    int most = columns(s, entries), from = 0;
    ws->rows = s->rows;
    ws->n = (s->cols + most - 1) / most;
    for (int i = 0; i < ws->n; i++) {
        ws->v[i] = (struct window){.from = from, .cols = (s->cols - from) / (ws->n - i)};
        from += ws->v[i].cols;
        window_fill(s, &ws->v[i]);
    }
    return ws;
}

void frontier_windows_free(struct windows *ws)
{
    if (!ws) return;
    for (int i = 0; i < ws->n; i++) {
        for (int j = 0; j < ws->rows * ws->v[i].cols; j++) mem_free(ws->v[i].least[j]);
        mem_free(ws->v[i].least);
    }
    mem_free(ws);
}

/* The fewest defects that this window must still have when cell (r, c) of the board is next, 0 <= c
 * <= all columns; SUM_NEVER if the frontier cannot be completed. */
static int window_least(const struct windows *ws, const struct window *w, unsigned __int128 frontier, int r, int c)
{
    int column = c - w->from;
    size_t p = (size_t)(frontier >> (2 * w->from)) & (frontiers(w) - 1) & ~(size_t)3;
    if (column >= w->cols) r++;
    if (column < 0 || column >= w->cols) column = 0;
    if (column) p |= (size_t)frontier & 3;
    if (r == ws->rows) return 0;
    int least = w->least[r * w->cols + column][p];
    return least == NEVER ? SUM_NEVER : least;
}

int frontier_windows_least(const struct windows *ws, unsigned __int128 frontier, int r, int c)
{
    int sum = 0;
    for (int i = 0; i < ws->n && sum < SUM_NEVER; i++) sum += window_least(ws, &ws->v[i], frontier, r, c);
    return sum;
}
