/* Fivers: two-sided stones on a board. Pressing a stone turns it and its neighbors on the four
 * sides. Turn the start position (all white) into the target position (all black) with the fewest
 * presses.
 *
 * Any two sets of presses with the same effect differ by an even number. Proof: let A be the
 * symmetric 0/1 matrix of "a press turns", with ones on its diagonal, and z the difference, A z = 0
 * mod 2. Then 0 = z'Az = sum z_i + 2 sum_{i<j} a_ij z_i z_j = |z| mod 2. This holds for blocked
 * cells and any positions, and lets the bound step by 2. */
#include "puzzles/fivers/fivers.h"
#include "gf2/parity.h"

#include <string.h>

#define SIDE_LIMIT 20000
#define CELL_LIMIT 25000000

static void fivers_release(struct instance *in)
{
    if (in) MEM_FREE(in->start, in->target, in);
}

/* ---- reading ------------------------------------------------------------------------------- */

static bool grids_parse(const struct source *source, struct instance *in, struct text *err)
{
    static const struct grid_rules rules = {".X#", SIDE_LIMIT, CELL_LIMIT, true};
    SCOPED(grid) g = {0}, target = {0};
    size_t from = 0;
    if (!grid_source(source, &rules, &from, &g, err) || !grid_second(source, from, "X.#", &g, &target, err))
        return false;
    *in = (struct instance){.rows = g.rows, .cols = g.cols, .plain = !from, .start = TAKEN(g.cell)};
    bool given = from && !words_blank(source->text + from);
    in->target = TAKEN(target.cell);
    for (int i = 0; i < g.rows * g.cols; i++) {
        bool stone = in->start[i] != '#';
        if (!given && !stone) in->target[i] = '#';
        if ((in->target[i] != '#') != stone)
            return text_error(err, "%s: row %d, column %d has a stone in one position and none in the other.",
                              source->name, i / g.cols + 1, i % g.cols + 1);
        in->stones += stone;
    }
    return in->stones || text_error(err, "%s: there is no stone on the board.", source->name);
}

static struct instance *fivers_parse(const struct source *source, struct text *err)
{
    struct instance *in = mem_new(1, sizeof *in);
    if (grids_parse(source, in, err)) return in;
    fivers_release(in);
    return NULL;
}

static void fivers_label(const struct instance *in, struct text *out)
{
    text_add(out, "%dx%d", in->rows, in->cols);
    if (in->plain) return;
    int cells = in->rows * in->cols;
    if (cells > in->stones) text_add(out, ", %d blocked", cells - in->stones);
    text_add(out, ", %d of %d stones to turn", fivers_turns(in), in->stones);
}

/* ---- verification --------------------------------------------------------------------------- */

/* Plays the presses on a copy of the start position. */
static bool presses_play(const struct instance *in, const struct grid *g, int64_t *presses, struct text *err)
{
    int cells = g->rows * g->cols, cols = g->cols;
    OWNED bool *turned = mem_new((size_t)cells, sizeof *turned);
    for (int i = 0; i < cells; i++) {
        if ((g->cell[i] == '#') != (in->start[i] == '#'))
            return text_error(err, "Row %d, column %d: expected '#' exactly at the cells without a stone.",
                              i / cols + 1, i % cols + 1);
        if (g->cell[i] != 'X') continue;
        ++*presses;
        turned[i] ^= 1;
        if (i >= cols) turned[i - cols] ^= 1;
        if (i < cells - cols) turned[i + cols] ^= 1;
        if (i % cols) turned[i - 1] ^= 1;
        if (i % cols < cols - 1) turned[i + 1] ^= 1;
    }
    for (int i = 0; i < cells; i++)
        if (in->start[i] != '#' && turned[i] != (in->start[i] != in->target[i]))
            return text_error(err, "The stone in row %d, column %d ends %s instead of %s.", i / cols + 1, i % cols + 1,
                              in->target[i] == 'X' ? "white" : "black", in->target[i] == 'X' ? "black" : "white");
    return true;
}

static bool fivers_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(grid) g = {0};
    *objective_value = 0;
    return grid_solution(solution, ".X#", in->rows, in->cols, &g, err) && presses_play(in, &g, objective_value, err);
}

/* ---- picture and symmetries ------------------------------------------------------------------ */

enum { PANELS_WIDE = 60 }; /* columns of a board; wider ones show one panel only */

void fivers_stone_draw(struct canvas *c, int row, int col, char stone)
{
    enum ink ink = stone == '#' ? INK_BLOCKED : stone == 'X' ? INK_DARK : INK_LIGHT;
    canvas_cell(c, row, col, ink, stone == '#' ? NULL : stone == 'X' ? "●" : "○");
    canvas_box(c, row, col, row, col);
    if (stone == '#') return;
    canvas_shape(
        c, (struct drawn_shape){.shape = SHAPE_STONE, .row = row, .col = col, .row2 = row, .col2 = col, .ink = ink});
}

static void press_draw(struct canvas *c, int row, int col, char press)
{
    enum ink ink = press == '#' ? INK_BLOCKED : press == 'X' ? INK_MARK : INK_NONE;
    canvas_cell(c, row, col, ink, press == 'X' ? "X" : NULL);
    canvas_box(c, row, col, row, col);
    if (press != 'X') return;
    canvas_shape(c, (struct drawn_shape){SHAPE_PRESS, row, col, row, col, INK_MARK, NULL, NULL, false});
}

static void panel_draw(const struct instance *in, struct canvas *c, int left, const char *heading, const char *cells,
                       void (*draw)(struct canvas *, int, int, char))
{
    canvas_heading(c, left, left + in->cols - 1, heading);
    for (int i = 0; i < in->rows * in->cols; i++) draw(c, i / in->cols, left + i % in->cols, cells[i]);
}

/* Whether there is a stone of this color, at the start or, if it is shown, in the target. */
static bool stones_have(const struct instance *in, bool black, bool target)
{
    for (int i = 0; i < in->rows * in->cols; i++)
        if (in->start[i] != '#' && ((in->start[i] == 'X') == black || (target && (in->target[i] == 'X') == black)))
            return true;
    return false;
}

/* Draws start, presses and target side by side. From all white to all black, text shows the presses
 * only. */
static struct canvas *fivers_draw(const struct instance *in, const struct solution *solution)
{
    bool wide = in->cols > PANELS_WIDE, alone = wide && in->plain;
    int step = in->cols + 1, panels = alone ? 1 : solution ? 3 : 2;
    OWNED char *presses = mem_new((size_t)(in->rows * in->cols), 1);
    bool pressed = false;
    for (int i = 0; solution && i < solution->n; i++) {
        presses[i] = FIVERS_LETTERS[solution->v[i]];
        pressed = pressed || presses[i] == 'X';
    }
    struct canvas *c = canvas_new(in->rows, panels * step - 1);
    if (!alone) panel_draw(in, c, 0, "start", in->start, fivers_stone_draw);
    if (solution) panel_draw(in, c, alone ? 0 : step, "presses", presses, press_draw);
    if (!alone) panel_draw(in, c, (panels - 1) * step, "target", in->target, fivers_stone_draw);
    if (alone && !solution) panel_draw(in, c, 0, "start", in->start, fivers_stone_draw);
    if (in->plain && !alone && solution) canvas_text_columns(c, step, step + in->cols - 1);
    if (stones_have(in, false, !alone)) canvas_key(c, INK_LIGHT, "○", "a white stone");
    if (stones_have(in, true, !alone)) canvas_key(c, INK_DARK, "●", "a black stone");
    if (pressed) canvas_key(c, INK_MARK, "X", "a stone that is pressed");
    if (in->stones < in->rows * in->cols) canvas_key(c, INK_BLOCKED, NULL, "no stone");
    return c;
}

static bool image(const struct instance *in, const struct solution *solution, int s, struct solution *out)
{
    if (s < SYMMETRIES) grid_turn(solution, fivers_symmetry(in, s) ? s : 0, NULL, NULL, out);
    return s < SYMMETRIES;
}

/* ---- why a position is out of reach ------------------------------------------------------------
 * Some stones of which every press turns an even number, while an odd number of them has to turn.
 * By the symmetry of "a press turns" they form a kernel vector of the board, a quiet pattern. */

static struct canvas *reason_draw(const struct instance *in, const struct lits *stones)
{
    struct canvas *c = canvas_new(in->rows, in->cols);
    int all[2] = {0};
    for (int i = 0, stone = 0, k = 0; i < in->rows * in->cols; i++) {
        int row = i / in->cols, col = i % in->cols;
        bool blocked = in->start[i] == '#', turns = in->start[i] != in->target[i];
        bool marked = !blocked && k < stones->n && stones->v[k] == stone;
        enum ink ink = blocked ? INK_BLOCKED : !marked ? INK_NONE : turns ? INK_MARK : INK_PIECE_2;
        all[turns] += marked;
        canvas_cell(c, row, col, ink, !marked ? NULL : turns ? "!" : "=");
        canvas_box(c, row, col, row, col);
        stone += !blocked;
        k += marked;
    }
    if (all[true]) canvas_key(c, INK_MARK, "!", "a marked stone that must turn");
    if (all[false]) canvas_key(c, INK_PIECE_2, "=", "a marked stone that must stay");
    return c;
}

/* Writes a reason from the parity model (the first formulation), whose row i is stone i. */
static bool fivers_reason(const struct instance *in, struct text *out, struct canvas **drawing)
{
    struct bounds all = {INT64_MAX};
    SCOPED(model) *m = model_new();
    SCOPED(lits) stones = {0};
    SCOPED(text) err = {0};
    bool least;
    fivers_formulations->build(fivers_formulations, in, &all, m);
    bool found = parity_reason(m, &stones, &least, &err);
    int turn = 0;
    for (int k = 0; found && k < stones.n; k++) turn += model_row(m, stones.v[k]).lo == 1;
    if (found)
        text_add(out,
                 "Every press turns an even number of the %d marked stones, but %d of them, an odd "
                 "number, must turn (marked '!')%s.",
                 stones.n, turn, least ? "; no fewer stones show it" : "");
    if (found && drawing) *drawing = reason_draw(in, &stones);
    return found;
}

const struct puzzle puzzle_fivers = {
    .name = "fivers",
    .title = "Game of Fivers",
    .about = "turn all stones black with few presses",
    .rules = "A press turns over a stone and those above, below, left and right of it. Turn all stones black, or to "
             "the target position, with the fewest presses.",
    .source = "the all-ones problem: K. Sutner, Mathematical Intelligencer 11(2), 1989",
    .notation = {.instance = "N | ROWSxCOLS | -f FILE",
                 .example = "5",
                 .solution = "the board, X pressed, . not, # no stone"},
    .unit = "presses",
    .formulations = fivers_formulations,
    .parse = fivers_parse,
    .release = fivers_release,
    .label = fivers_label,
    .verify = fivers_verify,
    .draw = fivers_draw,
    .symmetry = {.image = image},
    .reason = fivers_reason,
    .moves = &fivers_moves,
    .generator = {.make = fivers_make, .options = fivers_make_options},
};
