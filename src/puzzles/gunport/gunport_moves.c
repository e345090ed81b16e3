/* Moves of gunport: dominoes are placed and removed; a cell that stays bare is a gunport, and may
 * be marked as one. */
#include "base/number.h"
#include "puzzles/gunport/gunport.h"

#include <string.h>

/* Two values of a position. */
enum { BARE, MARKED };

static char letter_at(const struct position *p, int r, int c)
{
    return on_board(p->instance, r, c) ? GUNPORT_LETTERS[p->now[at(p->instance, r, c)]] : '#';
}

static void letter_set(struct position *p, int r, int c, char letter)
{
    p->now[at(p->instance, r, c)] = strchr(GUNPORT_LETTERS, letter) - GUNPORT_LETTERS;
}

static void gunport_moves_begin(struct position *p)
{
    grid_open(p, p->instance->rows, p->instance->cols, p->instance->cell);
    p->pair = "domino";
}

/* Whether the piece on the cell can be removed. False, with a sentence: it belongs to the board. */
static bool can_lift(const struct position *p, int r, int c, struct text *err)
{
    if (letter_at(p, r, c) == '#') return text_error(err, "Row %d, column %d is blocked.", r + 1, c + 1);
    return !p->start[at(p->instance, r, c)] ||
           text_error(err, "The piece in row %d, column %d belongs to the board and cannot be changed.", r + 1, c + 1);
}

static void lift(struct position *p, int r, int c)
{
    int dr, dc;
    char other, cell = letter_at(p, r, c);
    letter_set(p, r, c, '.');
    if (cell != '.' && gunport_partner(cell, &dr, &dc, &other)) letter_set(p, r + dr, c + dc, '.');
}

static bool gunport_moves_lay(struct position *p, const struct touch *t, struct text *err)
{
    int dr = t->row2 - t->row, dc = t->col2 - t->col;
    if (dr * dr + dc * dc != 1) return text_error(err, "A domino covers two adjacent cells.");
    char half = dr ? dr > 0 ? '^' : 'v' : dc > 0 ? '<' : '>', other;
    gunport_partner(half, &dr, &dc, &other);
    if (!can_lift(p, t->row, t->col, err) || !can_lift(p, t->row2, t->col2, err)) return false;
    bool there = letter_at(p, t->row, t->col) == half && letter_at(p, t->row2, t->col2) == other;
    lift(p, t->row, t->col);
    lift(p, t->row2, t->col2);
    if (there) return true;
    letter_set(p, t->row, t->col, half);
    letter_set(p, t->row2, t->col2, other);
    return true;
}

static bool gunport_moves_touch(struct position *p, const struct touch *t, struct text *err)
{
    const struct instance *b = p->instance;
    if (!on_board(b, t->row, t->col) || !on_board(b, t->row2, t->col2))
        return text_error(err, "The board has %d rows and %d columns.", b->rows, b->cols);
    if (touch_is_pair(t)) return gunport_moves_lay(p, t, err);
    if (!can_lift(p, t->row, t->col, err)) return false;
    bool bare = letter_at(p, t->row, t->col) == '.';
    lift(p, t->row, t->col);
    if (bare && t->value >= 0) letter_set(p, t->row, t->col, 'o');
    return true;
}

/* The pair of cells number k, counting the cells row by row, first with the right neighbor. */
static struct touch pair_at(const struct position *p, int k)
{
    int r = k / 2 / p->cols, c = k / 2 % p->cols;
    return (struct touch){r, c, r + k % 2, c + 1 - k % 2, TOUCH_NEXT};
}

static bool pair_has(const struct position *p, const struct touch *t, const char *letters)
{
    return strchr(letters, letter_at(p, t->row, t->col)) && strchr(letters, letter_at(p, t->row2, t->col2));
}

static void gunport_moves_mistakes(const struct position *p, struct position_mistakes *l)
{
    for (int k = 0; k < 2 * p->n; k++) {
        struct touch t = pair_at(p, k);
        if (!pair_has(p, &t, "o")) continue;
        position_mistakes_add(l, t.row2, t.col2,
                              "The gunports in row %d, column %d and row %d, column %d are side by side; a domino "
                              "fits there.",
                              t.row + 1, t.col + 1, t.row2 + 1, t.col2 + 1);
        position_mistakes_pair(l, t.row, t.col);
    }
}

/* Steps are dominoes only: a cell that stays bare is a gunport. */
static void gunport_moves_steps(const struct position *p, const struct solution *solution, struct position_steps *l)
{
    const int64_t *want = solution->v;
    for (int k = 0; k < p->n; k++) {
        int r = k / p->cols, c = k % p->cols;
        bool down = GUNPORT_LETTERS[want[k]] == '^';
        if (p->now[k] != BARE || (!down && GUNPORT_LETTERS[want[k]] != '<')) continue;
        struct touch t = {r, c, r + down, c + !down, TOUCH_NEXT};
        position_steps_add(l, t, "%s %d,%d", down ? "down" : "right", r + 1, c + 1);
    }
}

/* Whether at most so many dominoes, without the domino `but`, can cover a cell of the pair and of
 * each other pair of bare cells side by side. More than FEW: assumes so if one fits on the pair.
 * Leaves the position as it was. */
static bool can_cover(struct position *p, const struct touch *pair, int64_t dominoes, const struct touch *but)
{
    enum { FEW = 3 };
    bool can = false;
    for (int k = 0; k < 8 && !can; k++) {
        int r = k < 4 ? pair->row : pair->row2, c = k < 4 ? pair->col : pair->col2;
        int r2 = r + STEP[k % 4][0], c2 = c + STEP[k % 4][1];
        bool same = min_int(r, r2) == but->row && min_int(c, c2) == but->col && (r == r2) == (but->row == but->row2);
        if (same || letter_at(p, r, c) != '.' || letter_at(p, r2, c2) != '.') continue;
        letter_set(p, r, c, '#');
        letter_set(p, r2, c2, '#');
        can = dominoes > FEW;
        bool uncovered = false;
        for (int i = 0; i < 2 * p->n && !can && !uncovered; i++) {
            struct touch next = pair_at(p, i);
            uncovered = pair_has(p, &next, ".o");
            can = uncovered && dominoes > 1 && can_cover(p, &next, dominoes - 1, but);
        }
        can = can || !uncovered;
        letter_set(p, r, c, '.');
        letter_set(p, r2, c2, '.');
    }
    return can;
}

static int64_t bare_cells(const struct position *p, int *marked)
{
    int64_t bare = 0;
    *marked = 0;
    for (int i = 0; i < p->n; i++) {
        bare += p->now[i] == BARE || p->now[i] == MARKED;
        *marked += p->now[i] == MARKED;
    }
    return bare;
}

static int gunport_moves_step_reason(const struct position *p, const struct instance *left, const struct touch *t,
                                     int64_t good, struct text *out)
{
    struct position trial = *p;
    OWNED int64_t *now = mem_copy(p->now, (size_t)p->n, sizeof *now);
    trial.now = now;
    int marked;
    int64_t bare = bare_cells(p, &marked);
    if (!can_cover(&trial, t, INT64_MAX, t)) {
        text_put(out, "no other domino fits on these two cells, and they cannot both be gunports, side by side");
        return 1;
    }
    if (good == INT64_MAX || can_cover(&trial, t, (bare - good) / 2, t)) return 0;
    text_add(out, "the best of %lld leaves %lld %s to lay; without this one, two uncovered cells stay side by side",
             (long long)good, (long long)(bare - good) / 2, plural((bare - good) / 2, "domino", "dominoes"));
    return 2;
}

static void gunport_moves_amounts(const struct position *p, int64_t *v)
{
    for (int i = 0; i < p->n; i++)
        if (v[i] == BARE) v[i] = MARKED;
}

static void gunport_moves_count(const struct position *p, struct position_count *out)
{
    int marked;
    int64_t bare = bare_cells(p, &marked);
    text_add(&out->words, "%lld uncovered", (long long)bare);
    if (marked) text_add(&out->words, ", %d marked", marked);
    position_count_add(out, "uncovered", bare);
    position_count_add(out, "marked", marked);
}

/* Once no domino fits, bare cells are drawn as gunports. */
static struct canvas *gunport_moves_draw(const struct position *p)
{
    const struct solution now = position_solution(p);
    SCOPED(solution) done = {0};
    SCOPED(text) why = {0};
    int64_t objective_value;
    solution_copy(&done, &now);
    gunport_moves_amounts(p, done.v);
    solution_print(p->puzzle, p->instance, &done, &done.text);
    bool full = p->puzzle->verify(p->instance, text_string(&done.text), &objective_value, &why);
    return p->puzzle->draw(p->instance, full ? &done : &now);
}

static const char *const samples[] = {"gunport 3x3\n",
                                      "gunport 4x4\n",
                                      "gunport 5x5\n",
                                      "gunport 6x6\n",
                                      "gunport 7x7\n",
                                      "gunport 8x10\n",
                                      "gunport 10x10\n",
                                      "gunport\n..#..\n.....\n#...#\n.....\n..#..\n",
                                      NULL};

static const char *const words[] = {"uncovered",
                                    "gunport",
                                    "left half of a domino",
                                    "right half of a domino",
                                    "upper half of a domino",
                                    "lower half of a domino",
                                    "blocked"};

static const struct grid_moves grid = {.letters = GUNPORT_LETTERS, .values = 5, .words = words, .toggles = true};

const struct moves gunport_moves = {
    .grid = &grid,
    .samples = samples,
    .how =
        "Draw from a cell to its neighbor to lay a domino; touch a domino to lift it, or an uncovered cell to mark it "
        "as a gunport. A cell that stays uncovered is a gunport.",
    .plain = "monomino",
    .amounts = gunport_moves_amounts,
    .begin = gunport_moves_begin,
    .touch = gunport_moves_touch,
    .rest = grid_rest,
    .steps = gunport_moves_steps,
    .step_reason = gunport_moves_step_reason,
    .count = gunport_moves_count,
    .look = grid_look,
    .mistakes = gunport_moves_mistakes,
    .draw = gunport_moves_draw,
};

/* ---- generating: cells are blocked until one packing is optimal ------------------------------ */

bool gunport_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 6, MOST = 20 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, cells = rows * cols, answer = 2;
    if (rows > MOST || cols > MOST || cells < 4)
        return text_error(err, "A generated board must have at least 4 cells, and at most %dx%d.", MOST, MOST);
    OWNED char *cell = mem_new((size_t)cells, 1);
    int blocked = cells;
    for (int i = 0; i < MAKER_TRIES && answer == 2; i++) {
        if (3 * blocked >= cells) { /* too many: begins again */
            memset(cell, '.', (size_t)cells);
            for (blocked = 0; blocked < 1 + cells / 12; blocked++) cell[random_below(&m->random, cells)] = '#';
        }
        maker_header(m, NULL, file);
        grid_write(rows, cols, cell, file);
        answer = maker_ask(m, file);
        if (answer == 2) cell[maker_differing(m)] = '#';
        blocked++;
    }
    return answer == 1 || maker_gave_up(answer, "try another seed", err);
}
