/* Moves of fivers: a stone is pressed; pressing it again takes the press back. */
#include "puzzles/fivers/fivers.h"

#include <string.h>

/* A position has `rows` lines of `cols` letters, X for a press. */
static size_t fivers_moves_place(const struct instance *in, int i) { return (size_t)i + (size_t)(i / in->cols); }

static void start(const struct instance *in, struct text *position)
{
    for (int i = 0; i < in->rows * in->cols; i++) {
        text_char(position, in->start[i] == '#' ? '#' : '.');
        if (i % in->cols == in->cols - 1) text_char(position, '\n');
    }
}

/* Turns the stone and its neighbors. */
static void stone_press(char *stone, int rows, int cols, int i)
{
    for (int side = -1; side < GRID_SIDES; side++) {
        int turned = side < 0 ? i : grid_next(rows, cols, i, side);
        if (turned >= 0 && stone[turned] != '#') stone[turned] = stone[turned] == 'X' ? '.' : 'X';
    }
}

/* The stones after the presses. */
static char *stones_of(const struct instance *in, const char *position)
{
    int cells = in->rows * in->cols;
    char *stone = mem_new((size_t)cells, 1);
    memcpy(stone, in->start, (size_t)cells);
    for (int i = 0; i < cells; i++)
        if (position[fivers_moves_place(in, i)] == 'X') stone_press(stone, in->rows, in->cols, i);
    return stone;
}

/* the number of stones pressed in a position or solution */
static int fivers_presses(const char *position)
{
    int n = 0;
    for (; *position; position++) n += *position == 'X';
    return n;
}

/* Writes the instance of the rest: the present stones, and the target. */
static void left(const struct instance *in, const char *position, int64_t *made, struct text *out)
{
    OWNED char *stone = stones_of(in, position);
    *made = fivers_presses(position);
    grid_write(in->rows, in->cols, stone, out);
    text_char(out, '\n');
    grid_write(in->rows, in->cols, in->target, out);
}

static void count(const struct puzzle *self, const struct instance *in, const char *position, struct text *out)
{
    OWNED char *stone = stones_of(in, position);
    int n = fivers_presses(position), left = 0;
    for (int i = 0; i < in->rows * in->cols; i++) left += stone[i] != in->target[i];
    text_add(out, "%d %s, %d %s to turn", n, plural(n, "press", "presses"), left, plural(left, "stone", "stones"));
}

static void name(const struct puzzle *self, const struct instance *in, const char *position, int row, int col,
                 struct text *out)
{
    OWNED char *stone = stones_of(in, position);
    int i = row * in->cols + col;
    text_add(out, "row %d, column %d, ", row + 1, col + 1);
    text_put(out, stone[i] == '#' ? "no stone" : stone[i] == 'X' ? "black" : "white");
    if (stone[i] != in->target[i]) text_put(out, ", must turn");
    if (position[fivers_moves_place(in, i)] == 'X') text_put(out, ", pressed");
}

/* There are no mistakes: every position can be completed if the instance can. */
static bool mistake(const struct instance *in, const char *position, int i, int *row, int *col, struct text *why)
{
    return false;
}

static struct canvas *draw(const struct puzzle *self, const struct instance *in, const char *position)
{
    OWNED char *stone = stones_of(in, position);
    struct canvas *c = canvas_new(in->rows, in->cols);
    for (int i = 0; i < in->rows * in->cols; i++) {
        int row = i / in->cols, col = i % in->cols;
        bool pressed = position[fivers_moves_place(in, i)] == 'X', black = stone[i] == 'X';
        struct drawn_shape press = {SHAPE_PRESS, row, col, row, col, INK_MARK, NULL, NULL, false};
        if (pressed) canvas_shape(c, press);
        fivers_stone_draw(c, row, col, stone[i]);
        if (pressed) canvas_cell(c, row, col, black ? INK_DARK : INK_LIGHT, black ? "◆" : "◇");
    }
    return c;
}

static const char *const samples[] = {"fivers 5\n", "fivers 3\n", "fivers 4\n",
                                      "fivers 6\n", "fivers 8\n", "fivers\nXX.XX\n..X..\nX..XX\n.XXXX\n....X\n",
                                      NULL};

static const struct grid_moves grid = {
    .letters = ".X#",
    .values = 1,
    .variable = "press %d,%d",
    .toggles = true,
    .fixed = "There is no stone in row %d, column %d.",
    .left = left,
};

const struct moves fivers_moves = {
    .grid = &grid,
    .samples = samples,
    .how = "Touch a stone to press it: it turns with its neighbors. Touch it again to take the press back. "
           "What you pressed lies on color (in a terminal it is a diamond).",
    .plain = "parity",
    .start = start,
    .touch = grid_touch,
    .rest = grid_rest,
    .step = grid_step,
    .count = count,
    .name = name,
    .mistake = mistake,
    .draw = draw,
};

/* ---- generating ------------------------------------------------------------------------------ */

/* Generates fivers: a position that needs exactly so many presses, in one way if such a position is
 * found. */

/* Blocks two cells of five at random for the level of forced cells, none for others. Returns the
 * number of stones. */
static int stones_choose(struct board_maker *m, int cells, char *pressed)
{
    int stones = 0;
    for (int i = 0; i < cells; i++) {
        pressed[i] = m->level == LEVEL_FORCED && random_below(&m->random, 5) < 2 ? '#' : '.';
        stones += pressed[i] == '.';
    }
    return stones;
}

/* Writes the position that these presses make from all black; every press undoes itself. */
static void position_put(struct board_maker *m, int rows, int cols, const char *pressed, struct text *file)
{
    OWNED char *stone = mem_new((size_t)(rows * cols), 1);
    for (int i = 0; i < rows * cols; i++) stone[i] = pressed[i] == '#' ? '#' : 'X';
    for (int i = 0; i < rows * cols; i++)
        if (pressed[i] == 'X') stone_press(stone, rows, cols, i);
    maker_header(m, NULL, file);
    grid_write(rows, cols, stone, file);
}

/* Writes a file whose fewest presses are `presses` (0: a quarter of the stones), in one way. If
 * MAKER_TRIES positions have several ways, takes the first, with a comment, unless a level is
 * requested. Returns 1, or the last result of maker_ask: 0 none, -1 stopped. */
static int position_find(struct board_maker *m, int rows, int cols, int presses, struct text *file)
{
    OWNED char *pressed = mem_new((size_t)(rows * cols), 1);
    SCOPED(text) several = {0};
    int answer = 0;
    bool found = false;
    for (int i = 0; i < MAKER_TRIES && !found && answer >= 0; i++) {
        int stones = stones_choose(m, rows * cols, pressed), most = presses ? presses : (stones + 3) / 4;
        if (most > stones || !stones) continue;
        for (int k = 0; k < most;) {
            char *p = &pressed[random_below(&m->random, rows * cols)];
            k += *p == '.';
            if (*p == '.') *p = 'X';
        }
        position_put(m, rows, cols, pressed, file);
        answer = maker_ask(m, file);
        bool fewest = answer > 0 && fivers_presses(m->found.v[0]) == most;
        found = fewest && answer == 1;
        if (fewest && !several.n && m->level != LEVEL_FORCED) text_put(&several, text_string(file));
    }
    if (!found && several.n && answer >= 0) {
        text_clear(file);
        text_add(file, "; The fewest presses are possible in several ways: no position with one way was found.\n%s",
                 text_string(&several));
        found = true;
    }
    return found ? 1 : answer < 0 ? answer : 0;
}

struct fivers_make_choices {
    int presses;
};

#define FIELD(name) .offset = offsetof(struct fivers_make_choices, name)
const struct option fivers_make_options[] = {
    INTEGER_OPTION("presses", "K", 1, INT32_MAX, presses,
                   "a position that takes K presses and no fewer (default: a quarter of the stones)"),
    {0},
};

bool fivers_make(struct board_maker *m, struct text *file, struct text *err)
{
    /* Of 2000 boards of 121 cells, one or two have the level forced; of 144 cells, one in eight
     * such runs has one. */
    enum { SIDE = 5, MOST = 30, FORCED_CELLS = 200 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols;
    struct fivers_make_choices choices;
    options_fill(m->options, fivers_make_options, &choices);
    int presses = choices.presses;
    if (rows > MOST || cols > MOST || presses > cells)
        return text_error(
            err, "A generated board must have at most %dx%d cells, and at most as many presses as stones.", MOST, MOST);
    if (m->level == LEVEL_FORCED && cells > FORCED_CELLS)
        return text_error(err, "A generated board of the level forced must have at most %d cells.", FORCED_CELLS);
    int answer = position_find(m, rows, cols, presses, file);
    return answer > 0 || maker_gave_up(answer,
                                       m->level ? "choose another size or --seed"
                                                : "no position of this size may need so many presses",
                                       err);
}
