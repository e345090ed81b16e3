/* Moves of fivers: a stone is pressed; pressing it again takes the press back. */
#include "base/number.h"
#include "puzzles/fivers/fivers.h"

#include <string.h>

enum { PRESSED = 1 };

static void fivers_moves_begin(struct position *p)
{
    const struct instance *in = p->instance;
    OWNED char *cell = mem_new((size_t)(in->rows * in->cols), 1);
    bool black = true;
    for (int i = 0; i < in->rows * in->cols; i++) {
        cell[i] = in->start[i] == '#' ? '#' : '.';
        black = black && in->target[i] != '.';
    }
    grid_open(p, in->rows, in->cols, cell);
    text_add(&p->rules,
             "A press turns over a stone and those above, below, left and right of it. Turn all stones %s, with the "
             "fewest presses.",
             black ? "black" : "to the target position");
}

static void stone_press(char *stone, int rows, int cols, int i)
{
    for (int side = -1; side < GRID_SIDES; side++) {
        int turned = side < 0 ? i : grid_next(rows, cols, i, side);
        if (turned >= 0 && stone[turned] != '#') stone[turned] = stone[turned] == 'X' ? '.' : 'X';
    }
}

/* The stone after the presses of it and its neighbors. */
static char stone_at(const struct position *p, int i)
{
    char stone = p->instance->start[i];
    bool turned = p->now[i] == PRESSED;
    for (int side = 0; side < GRID_SIDES; side++) {
        int next = grid_next(p->rows, p->cols, i, side);
        turned ^= next >= 0 && p->now[next] == PRESSED;
    }
    return stone == '#' || !turned ? stone : stone == 'X' ? '.' : 'X';
}

static int stones_pressed(const struct position *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) n += p->now[i] == PRESSED;
    return n;
}

/* Writes the instance of the rest: the present stones, and the target. */
static void fivers_moves_left(const struct position *p, int64_t *made, struct text *out)
{
    OWNED char *stone = mem_new((size_t)p->n, 1);
    for (int i = 0; i < p->n; i++) stone[i] = stone_at(p, i);
    *made = stones_pressed(p);
    grid_write(p->rows, p->cols, stone, out);
    text_char(out, '\n');
    grid_write(p->rows, p->cols, p->instance->target, out);
}

static void fivers_moves_count(const struct position *p, struct position_count *out)
{
    int n = stones_pressed(p), left = 0;
    for (int i = 0; i < p->n; i++) left += stone_at(p, i) != p->instance->target[i];
    text_add(&out->words, "%d %s, %d %s to turn", n, plural(n, "press", "presses"), left,
             plural(left, "stone", "stones"));
    position_count_add(out, "presses", n);
    position_count_add(out, "to_turn", left);
}

static void fivers_moves_look(const struct position *p, int row, int col, struct position_cell *out)
{
    const int i = row * p->cols + col;
    const char stone = stone_at(p, i);
    position_cell_place(out, row, col);
    text_put(&out->content, stone == '#' ? "no stone" : stone == 'X' ? "black" : "white");
    position_cell_add(out, stone == '#' ? "blocked" : stone == 'X' ? "black" : "white");
    if (stone != p->instance->target[i]) {
        text_put(&out->content, ", must turn");
        position_cell_add(out, "turns");
    }
    if (p->now[i] == PRESSED) {
        text_put(&out->content, ", pressed");
        position_cell_add(out, "pressed");
    }
}

/* There are no mistakes: every position can be completed if the instance can. */
static void fivers_moves_mistakes(const struct position *p, struct position_mistakes *l) {}

static struct canvas *fivers_moves_draw(const struct position *p)
{
    struct canvas *c = canvas_new(p->rows, p->cols);
    for (int i = 0; i < p->n; i++) {
        int row = i / p->cols, col = i % p->cols;
        char stone = stone_at(p, i);
        bool pressed = p->now[i] == PRESSED, black = stone == 'X';
        struct drawn_shape press = {SHAPE_PRESS, row, col, row, col, INK_MARK, NULL, NULL, false};
        if (pressed) canvas_shape(c, press);
        fivers_stone_draw(c, row, col, stone);
        if (pressed) canvas_cell(c, row, col, black ? INK_DARK : INK_LIGHT, black ? "◆" : "◇");
    }
    return c;
}

static const char *const samples[] = {"fivers 5\n", "fivers 3\n", "fivers 4\n",
                                      "fivers 6\n", "fivers 8\n", "fivers\nXX.XX\n..X..\nX..XX\n.XXXX\n....X\n",
                                      NULL};

static const struct wording wording[] = {
    {"stone", "stone", ", and its other presses are known", ", and its other presses are known"}, {NULL}};

static const struct grid_moves grid = {
    .letters = FIVERS_LETTERS,
    .values = 1,
    .variable = "press %d,%d",
    .toggles = true,
    .fixed = "There is no stone in row %d, column %d.",
    .left = fivers_moves_left,
};

const struct moves fivers_moves = {
    .grid = &grid,
    .samples = samples,
    .how = "Touch a stone to press it: it turns with its neighbors. Touch it again to take the press back. "
           "What you pressed lies on color (in a terminal it is a diamond).",
    .plain = "parity",
    .wording = wording,
    .begin = fivers_moves_begin,
    .touch = grid_touch,
    .rest = grid_rest,
    .steps = grid_steps,
    .count = fivers_moves_count,
    .look = fivers_moves_look,
    .mistakes = fivers_moves_mistakes,
    .draw = fivers_moves_draw,
};

/* ---- generating: a position that needs exactly so many presses, in one way if one is found --- */

/* Whether the level needs gaps. */
static bool with_gaps(const struct board_maker *m) { return m->level && m->level <= 3; }

/* Blocks two cells of five at random for the levels with gaps, none for others. Returns the
 * number of stones. */
static int stones_choose(struct board_maker *m, int cells, char *pressed)
{
    int stones = 0;
    for (int i = 0; i < cells; i++) {
        pressed[i] = with_gaps(m) && random_below(&m->random, 5) < 2 ? '#' : '.';
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
        int found_presses = 0;
        for (int k = 0; answer > 0 && k < m->found.v->n; k++) found_presses += m->found.v->v[k] == PRESSED;
        bool fewest = answer > 0 && found_presses == most;
        found = fewest && answer == 1 && maker_fits(m, file);
        if (fewest && !several.n && !m->level) text_put(&several, text_string(file));
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
    /* Of 2000 boards of 121 cells, one or two follow without cases; of 144 cells, one in eight
     * such runs has one. */
    enum { SIDE = 5, MOST = 30, FORCED_CELLS = 200 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols;
    struct fivers_make_choices choices;
    options_fill(m->options, fivers_make_options, &choices);
    if (rows > MOST || cols > MOST || choices.presses > cells)
        return text_error(
            err, "A generated board must have at most %dx%d cells, and at most as many presses as stones.", MOST, MOST);
    if (with_gaps(m) && cells > FORCED_CELLS)
        return text_error(err, "A generated board of the levels 1 to 3 must have at most %d cells.", FORCED_CELLS);
    int answer = position_find(m, rows, cols, choices.presses, file);
    return answer > 0 || maker_gave_up(answer,
                                       m->level ? "choose another size or --seed"
                                                : "no position of this size may need so many presses",
                                       err);
}
