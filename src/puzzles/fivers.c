/* Fivers: two-sided stones on a board. Pressing a stone turns it and its neighbours to the four
 * sides. Turn the start position (all white) into the target position (all black) with the fewest
 * presses.
 *
 * Any two sets of presses that do the same differ by an even number: let A be the symmetric 0/1
 * matrix of "a press turns", with ones on its diagonal, and z the difference, A z = 0 mod 2. Then
 * 0 = z'Az = sum z_i + 2 sum_{i<j} a_ij z_i z_j = |z| mod 2. This holds for blocked cells and any
 * positions, and lets the bound step by two (after Sutner, Mathematical Intelligencer 11, 1989). */
#include "parity.h"
#include "puzzle.h"

#include <string.h>

#define SIDE_LIMIT 20000
#define CELL_LIMIT 25000000
#define SYMMETRY_CELLS 250000

struct instance {
    int rows, cols, stones;
    bool plain;   /* all white to all black, no cell blocked */
    char *start;  /* '.' white, 'X' black, '#' no stone */
    char *target; /* likewise, blocked alike */
};

static void fivers_release(struct instance *in)
{
    if (!in) return;
    mem_free(in->start);
    mem_free(in->target);
    mem_free(in);
}

/* ---- reading ------------------------------------------------------------------------------- */

static bool text_blank(const char *s)
{
    struct words w;
    words_split(s, 1, &w);
    bool blank = w.n == 0;
    words_release(&w);
    return blank;
}

static bool target_parse(const struct ask *ask, size_t from, struct instance *in, struct text *err)
{
    struct grid g = {0};
    if (text_blank(ask->text + from)) return true;
    if (!grid_parse(ask, &from, ".X#", &g, err)) return false;
    bool good = true;
    if (g.rows != in->rows || g.cols != in->cols)
        good = text_error(err, "%s: the target position is %dx%d, but the start position is %dx%d.",
                          ask->name, g.rows, g.cols, in->rows, in->cols);
    for (int i = 0; good && i < g.rows * g.cols; i++)
        if ((g.cell[i] == '#') != (in->start[i] == '#'))
            good = text_error(err,
                              "%s: row %d, column %d has a stone in one position and none in the "
                              "other.",
                              ask->name, i / g.cols + 1, i % g.cols + 1);
    if (good) memcpy(in->target, g.cell, (size_t)g.rows * (size_t)g.cols);
    grid_release(&g);
    if (good && !text_blank(ask->text + from))
        good = text_error(err,
                          "%s: a third grid follows; only a start and a target position can be "
                          "given.",
                          ask->name);
    return good;
}

static bool grids_parse(const struct ask *ask, struct instance *in, struct text *err)
{
    struct grid g = {0};
    size_t from = 0;
    if (!grid_parse(ask, &from, ".X#", &g, err)) return false;
    in->rows = g.rows;
    in->cols = g.cols;
    in->start = g.cell;
    int64_t cells = (int64_t)g.rows * g.cols;
    if (g.rows > SIDE_LIMIT || g.cols > SIDE_LIMIT || cells > CELL_LIMIT)
        return text_error(err,
                          "%s: the board is %dx%d; at most %d cells a side and %d in all are "
                          "possible.",
                          ask->name, g.rows, g.cols, SIDE_LIMIT, CELL_LIMIT);
    in->target = mem_new((size_t)cells, 1);
    for (int i = 0; i < cells; i++) {
        in->target[i] = g.cell[i] == '#' ? '#' : 'X';
        in->stones += g.cell[i] != '#';
    }
    if (!in->stones) return text_error(err, "%s: there is no stone on the board.", ask->name);
    return target_parse(ask, from, in, err);
}

/* "25" is 25x25. */
static bool size_read(const char *word, struct instance *in, struct text *err)
{
    struct text square = {0};
    if (strspn(word, "0123456789") == strlen(word)) {
        text_add(&square, "%sx%s", word, word);
        word = text_string(&square);
    }
    bool good = size_parse(word, SIDE_LIMIT, CELL_LIMIT, &in->rows, &in->cols, err);
    text_release(&square);
    if (!good) return false;
    in->stones = in->rows * in->cols;
    in->plain = true;
    in->start = mem_new((size_t)in->stones, 1);
    in->target = mem_new((size_t)in->stones, 1);
    memset(in->start, '.', (size_t)in->stones);
    memset(in->target, 'X', (size_t)in->stones);
    return true;
}

static struct instance *fivers_parse(const struct ask *ask, struct text *err)
{
    struct instance *in = mem_new(1, sizeof *in);
    bool grid = ask->text && !text_blank(ask->text), good;
    if (grid && ask->argc)
        good = text_error(err, "Give a size or the board in the file %s, not both.", ask->name);
    else if (grid)
        good = grids_parse(ask, in, err);
    else if (ask->argc == 1)
        good = size_read(ask->argv[0], in, err);
    else
        good =
            text_error(err, "fivers takes one size, such as 5 or 20x30, or a board with -f FILE.");
    if (good) return in;
    fivers_release(in);
    return NULL;
}

static void fivers_label(const struct instance *in, struct text *out)
{
    text_add(out, "%dx%d", in->rows, in->cols);
    if (in->plain) return;
    int cells = in->rows * in->cols, turn = 0;
    for (int i = 0; i < cells; i++) turn += in->start[i] != in->target[i];
    if (cells > in->stones) text_add(out, ", %d blocked", cells - in->stones);
    text_add(out, ", %d of %d stones to turn", turn, in->stones);
}

/* ---- the witness --------------------------------------------------------------------------- */

static bool pressed_parse(const char *solution, struct grid *g, struct text *err)
{
    struct ask ask = {.text = solution, .name = "solution", .line = 1};
    size_t from = 0;
    if (!grid_parse(&ask, &from, ".X#", g, err)) return false;
    if (text_blank(solution + from)) return true;
    grid_release(g);
    return text_error(err, "Something follows the grid of the solution.");
}

/* Plays the presses on a copy of the start position. */
static bool presses_play(const struct instance *in, const struct grid *g, int64_t *presses,
                         struct text *err)
{
    if (g->rows != in->rows || g->cols != in->cols)
        return text_error(err, "The solution is %dx%d, but the board is %dx%d.", g->rows, g->cols,
                          in->rows, in->cols);
    int cells = g->rows * g->cols, cols = g->cols;
    bool *turned = mem_new((size_t)cells, sizeof *turned), good = true;
    for (int i = 0; good && i < cells; i++) {
        if ((g->cell[i] == '#') != (in->start[i] == '#'))
            good = text_error(
                err, "Row %d, column %d: # stands where there is no stone, and only there.",
                i / cols + 1, i % cols + 1);
        if (g->cell[i] != 'X') continue;
        ++*presses;
        turned[i] ^= 1;
        if (i >= cols) turned[i - cols] ^= 1;
        if (i < cells - cols) turned[i + cols] ^= 1;
        if (i % cols) turned[i - 1] ^= 1;
        if (i % cols < cols - 1) turned[i + 1] ^= 1;
    }
    for (int i = 0; good && i < cells; i++)
        if (in->start[i] != '#' && turned[i] != (in->start[i] != in->target[i]))
            good = text_error(err, "The stone in row %d, column %d ends %s instead of %s.",
                              i / cols + 1, i % cols + 1, in->target[i] == 'X' ? "white" : "black",
                              in->target[i] == 'X' ? "black" : "white");
    mem_free(turned);
    return good;
}

static bool fivers_verify(const struct instance *in, const char *solution, int64_t *figure,
                          struct text *err)
{
    struct grid g = {0};
    *figure = 0;
    if (!pressed_parse(solution, &g, err)) return false;
    bool good = presses_play(in, &g, figure, err);
    grid_release(&g);
    return good;
}

/* ---- picture and symmetries ------------------------------------------------------------------ */

static struct canvas *fivers_draw(const struct instance *in, const char *solution)
{
    struct text err = {0};
    struct grid g = {0};
    bool good = !solution || pressed_parse(solution, &g, &err);
    assert(good && "only verified solutions are drawn");
    struct canvas *c = canvas_new(in->rows, in->cols);
    for (int i = 0; i < in->rows * in->cols; i++) {
        char cell = solution ? g.cell[i] : in->start[i];
        enum ink ink = cell == '#'   ? INK_BLOCKED
                       : cell == '.' ? INK_NONE
                       : solution    ? INK_MARK
                                     : INK_DARK;
        int row = i / in->cols, col = i % in->cols;
        canvas_cell(c, row, col, ink, cell == 'X' ? "X" : NULL);
        canvas_box(c, row, col, row, col);
    }
    grid_release(&g);
    return c;
}

/* Symmetry s = 0..7 of a rows x cols board: where cell (r, c) of the image comes from. Odd s
 * transposes, 2 turns rows over, 4 columns. */
static int preimage(int rows, int cols, int s, int r, int c)
{
    if (s & 1) {
        int swap = r;
        r = c;
        c = swap;
    }
    if (s & 2) r = rows - 1 - r;
    if (s & 4) c = cols - 1 - c;
    return r * cols + c;
}

static bool symmetry_holds(const struct instance *in, int s)
{
    if ((s & 1) && in->rows != in->cols) return false;
    for (int i = 0; i < in->rows * in->cols; i++) {
        int j = preimage(in->rows, in->cols, s, i / in->cols, i % in->cols);
        if (in->start[i] != in->start[j] || in->target[i] != in->target[j]) return false;
    }
    return true;
}

static void fivers_canonical(const struct instance *in, const char *solution, struct text *out)
{
    struct text err = {0};
    struct grid g = {0};
    bool good = pressed_parse(solution, &g, &err);
    assert(good && "only verified solutions are compared");
    size_t cells = (size_t)g.rows * (size_t)g.cols;
    char *image = mem_new(cells, 1), *least = mem_new(cells, 1);
    memcpy(least, g.cell, cells);
    for (int s = 1; s < 8; s++) {
        if (!symmetry_holds(in, s)) continue;
        for (size_t i = 0; i < cells; i++)
            image[i] = g.cell[preimage(g.rows, g.cols, s, (int)i / g.cols, (int)i % g.cols)];
        if (memcmp(image, least, cells) < 0) memcpy(least, image, cells);
    }
    for (int r = 0; r < g.rows; r++) {
        text_bytes(out, least + (size_t)r * (size_t)g.cols, (size_t)g.cols);
        text_char(out, '\n');
    }
    mem_free(image);
    mem_free(least);
    grid_release(&g);
}

/* ---- formulations --------------------------------------------------------------------------- */

/* A variable per stone, row by row. */
static void presses_pose(const struct instance *in, struct model *m)
{
    if (model_is_short(m)) {
        model_vars_more(m, in->stones);
        return;
    }
    for (int row = 0, i = 0; row < in->rows; row++)
        for (int col = 0; col < in->cols; col++, i++)
            if (in->start[i] != '#') model_var(m, "press %d,%d", row + 1, col + 1);
}

/* Every press turns 5 stones at most, hence the bound from below. */
static void presses_minimise(const struct instance *in, struct model *m)
{
    int cells = in->rows * in->cols, n = 0, turn = 0;
    struct objective o = {.n = in->stones, .b = 1, .c = 1, .step = 2 /* proved on top */, .name = "moves"};
    lit *x = NULL;
    int *block = NULL;
    for (int i = 0; i < cells; i++) turn += in->start[i] != in->target[i];
    o.least = (turn + 4) / 5;
    if (model_needs_terms(m)) {
        o.x = x = mem_new((size_t)in->stones, sizeof *x);
        o.block = block = mem_new((size_t)in->stones, sizeof *block);
        for (int row = 0, i = 0; row < in->rows; row++)
            for (int col = 0; col < in->cols; col++, i++) {
                if (in->start[i] == '#') continue;
                block[n] = row;
                x[n] = n + 1;
                n++;
            }
    }
    model_minimise(m, &o);
    mem_free(x);
    mem_free(block);
}

/* The variables of a stone and of those above and below it, or of the next ones there. */
struct around {
    lit above, own, below;
};

/* The press of the stone itself and of its neighbours to the four sides, rising; at most 5. */
static int cross(const struct instance *in, int row, int col, struct around a, lit *x)
{
    const char *stone = in->start + row * in->cols + col;
    int n = 0;
    if (row && stone[-in->cols] != '#') x[n++] = a.above;
    if (col && stone[-1] != '#') x[n++] = a.own - 1;
    x[n++] = a.own;
    if (col + 1 < in->cols && stone[1] != '#') x[n++] = a.own + 1;
    if (row + 1 < in->rows && stone[in->cols] != '#') x[n++] = a.below;
    return n;
}

/* Goes `cells` to the right, over cells that are alike above, here and below. */
static void pass(const struct instance *in, int row, int col, int cells, struct around *a)
{
    const char *stone = in->start + row * in->cols + col;
    if (row && stone[-in->cols] != '#') a->above += cells;
    if (*stone != '#') a->own += cells;
    if (row + 1 < in->rows && stone[in->cols] != '#') a->below += cells;
}

static int stones_in(const struct instance *in, int row)
{
    int n = 0;
    for (int col = 0; col < in->cols; col++) n += in->start[row * in->cols + col] != '#';
    return n;
}

/* How many stones behind this one, in its row, are in the same position: they have neighbours where it has, and turn if it
 * turns. Their rows are the same but for the variables, which are the next ones. */
static int alike(const struct instance *in, int row, int col)
{
    const char *stone = in->start + row * in->cols, *target = in->target + row * in->cols;
    const char *above = row ? stone - in->cols : NULL, *below = row + 1 < in->rows ? stone + in->cols : NULL;
    bool up = above && above[col] != '#', down = below && below[col] != '#', turns = stone[col] != target[col];
    int next = col + 1;
    if (!col || stone[col - 1] == '#') return 0;
    while (next + 1 < in->cols && stone[next] != '#' && stone[next + 1] != '#' && (stone[next] != target[next]) == turns &&
           (above && above[next] != '#') == up && (below && below[next] != '#') == down)
        next++;
    return next - col - 1;
}

static void pose(const struct instance *in, struct model *m, bool again,
                 void (*turns)(struct model *, const lit *x, int n, int odd, int row, int col))
{
    struct around a = {.own = 1};
    lit x[5], first[2] = {1, 1}; /* of the row above and of this one */
    presses_pose(in, m);
    for (int row = 0; row < in->rows; row++) {
        a = (struct around){.above = first[0], .own = first[1], .below = first[1] + stones_in(in, row)};
        first[0] = a.own;
        first[1] = a.below;
        for (int col = 0, cells; col < in->cols; col += cells) {
            int i = row * in->cols + col;
            cells = 1;
            if (in->start[i] != '#') {
                int odd = in->start[i] != in->target[i], n = cross(in, row, col, a, x);
                model_rule(m, "stone %d,%d %s", row + 1, col + 1, odd ? "turns" : "stays");
                turns(m, x, n, odd, row, col);
                if (again) model_again(m, (cells += alike(in, row, col)) - 1);
            }
            pass(in, row, col, cells, &a);
        }
    }
    presses_minimise(in, m);
}

/* The parities of row and column: a press and its neighbours' neighbours are alike in both, and the square of "a press
 * turns", which is 0 on the kernel, is one plus the steps by two. */
static void parts_name(const struct instance *in, struct model *m)
{
    int n = 0, *part = mem_new((size_t)in->stones + 1, sizeof *part);
    for (int row = 0, i = 0; row < in->rows; row++)
        for (int col = 0; col < in->cols; col++, i++)
            if (in->start[i] != '#') part[++n] = row % 2 * 2 + col % 2;
    model_parts(m, part);
    mem_free(part);
}

/* For all but the largest boards, which have no use for them. Variables are the stones, row by row. */
static void symmetries_name(const struct instance *in, struct model *m)
{
    int cells = in->rows * in->cols;
    if (cells > SYMMETRY_CELLS) return;
    int *stone = mem_new((size_t)cells, sizeof *stone);
    int *image = mem_new((size_t)in->stones + 1, sizeof *image);
    for (int i = 0, n = 0; i < cells; i++) stone[i] = in->start[i] == '#' ? 0 : ++n;
    for (int s = 1; s < 8; s++) {
        if (!symmetry_holds(in, s)) continue;
        for (int i = 0; i < cells; i++)
            image[stone[preimage(in->rows, in->cols, s, i / in->cols, i % in->cols)]] = stone[i];
        model_symmetry(m, image);
    }
    mem_free(stone);
    mem_free(image);
}

static void parity_turns(struct model *m, const lit *x, int n, int odd, int row, int col)
{
    (void)row, (void)col;
    model_xor(m, x, n, odd);
}

/* sum x = odd + 2 k, k in unary. */
static void integer_turns(struct model *m, const lit *x, int n, int odd, int row, int col)
{
    lit all[7];
    int64_t w[7];
    int twos = (n - odd) / 2;
    for (int i = 0; i < n; i++) all[i] = x[i], w[i] = 1;
    for (int k = 0; k < twos; k++) {
        all[n + k] = model_derived(m, "pairs %d,%d %d or more", row + 1, col + 1, k + 1);
        w[n + k] = -2;
        if (k) model_2(m, -all[n + k], all[n + k - 1]);
    }
    model_pb(m, all, w, n + twos, odd, odd);
}

static void parity_pose(const struct instance *in, const struct options *o,
                        const struct bounds *bounds, struct model *m)
{
    (void)o, (void)bounds;
    pose(in, m, model_is_short(m), parity_turns);
    if (model_is_short(m)) return;
    symmetries_name(in, m);
    parts_name(in, m);
}

static void integer_pose(const struct instance *in, const struct options *o,
                         const struct bounds *bounds, struct model *m)
{
    (void)o, (void)bounds;
    pose(in, m, false, integer_turns);
}

static void fivers_decode(const struct instance *in, const struct options *o, struct values a,
                          struct text *out)
{
    (void)o;
    lit x = 0;
    for (int i = 0; i < in->rows * in->cols; i++) {
        bool stone = in->start[i] != '#';
        text_char(out, !stone ? '#' : value_true(a, ++x) ? 'X' : '.');
        if ((i + 1) % in->cols == 0) text_char(out, '\n');
    }
}

static const struct formulation formulations[] = {
    {"parity", "one XOR per stone over the presses that turn it", NULL, parity_pose, fivers_decode},
    {"integer", "the integer program: the presses that turn a stone are 2k + 1, k in unary", NULL,
     integer_pose, fivers_decode},
    {0},
};

/* ---- why a position is out of reach ------------------------------------------------------------
 * Some stones of which every press turns an even number, while an odd number of them has to turn.
 * By the symmetry of "a press turns" they form a kernel vector of the board, a quiet pattern. */

static struct canvas *reason_draw(const struct instance *in, const struct lits *stones)
{
    struct canvas *c = canvas_new(in->rows, in->cols);
    for (int i = 0, stone = 0, k = 0; i < in->rows * in->cols; i++) {
        int row = i / in->cols, col = i % in->cols;
        bool blocked = in->start[i] == '#', turns = in->start[i] != in->target[i];
        bool marked = !blocked && k < stones->n && stones->v[k] == stone;
        enum ink ink = blocked ? INK_BLOCKED : marked ? INK_MARK : INK_NONE;
        canvas_cell(c, row, col, ink, !marked ? NULL : turns ? "!" : "=");
        canvas_box(c, row, col, row, col);
        stone += !blocked;
        k += marked;
    }
    return c;
}

/* Row i of the parity formulation's model is stone i. */
static bool fivers_reason(const struct instance *in, struct text *out, struct canvas **drawing)
{
    struct bounds all = {INT64_MAX};
    struct model *m = model_new();
    struct lits stones = {0};
    struct text err = {0};
    bool least;
    parity_pose(in, NULL, &all, m);
    bool found = parity_reason(m, &stones, &least, &err);
    int turn = 0;
    for (int k = 0; found && k < stones.n; k++) turn += model_row(m, stones.v[k]).lo == 1;
    if (found)
        text_add(out,
                 "Every press turns an even number of the %d marked stones, but %d of them, an odd "
                 "number, must turn (marked '!')%s.",
                 stones.n, turn, least ? "; no fewer stones show it" : "");
    if (found && drawing) *drawing = reason_draw(in, &stones);
    model_free(m);
    lits_release(&stones);
    text_release(&err);
    return found;
}

const struct puzzle puzzle_fivers = {
    .name = "fivers",
    .title = "Game of Fivers",
    .rules = "Pressing a stone turns it and its neighbours to the four sides. Turn all stones from "
             "white to black (or the start position into the target position) with the fewest "
             "presses.",
    .source = "the all-ones problem: K. Sutner, Mathematical Intelligencer 11(2), 1989",
    .usage = "N | ROWSxCOLS | -f FILE",
    .notation = "the board, X pressed, . not, # no stone",
    .figure = "moves",
    .example = "5",
    .formulations = formulations,
    .parse = fivers_parse,
    .release = fivers_release,
    .label = fivers_label,
    .verify = fivers_verify,
    .draw = fivers_draw,
    .canonical = fivers_canonical,
    .reason = fivers_reason,
};
