/* Moves of gunport: dominoes are placed and removed; a cell that stays bare is a gunport, and may
 * be marked as one. */
#include "puzzles/gunport/gunport.h"

#include <string.h>

/* A position is rows lines of cols letters. */
static size_t gunport_moves_place(const struct instance *b, int r, int c)
{
    return (size_t)r * ((size_t)b->cols + 1) + (size_t)c;
}

static char gunport_moves_letter(const struct instance *b, const char *position, int r, int c)
{
    return on_board(b, r, c) ? position[gunport_moves_place(b, r, c)] : '#';
}

static void start(const struct instance *b, struct text *position) { grid_write(b->rows, b->cols, b->cell, position); }

/* Removes the piece on the cell. False: it belongs to the board. */
static bool lift(const struct instance *b, char *s, int r, int c, struct text *err)
{
    int dr, dc;
    char other, cell = gunport_moves_letter(b, s, r, c);
    if (cell == '#') return text_error(err, "Row %d, column %d is blocked.", r + 1, c + 1);
    if (cell == '.') return true;
    if (b->cell[at(b, r, c)] != '.')
        return text_error(err, "The piece in row %d, column %d belongs to the board and cannot be changed.", r + 1,
                          c + 1);
    s[gunport_moves_place(b, r, c)] = '.';
    if (gunport_partner(cell, &dr, &dc, &other)) s[gunport_moves_place(b, r + dr, c + dc)] = '.';
    return true;
}

static bool gunport_moves_lay(const struct instance *b, char *s, const struct touch *t, struct text *err)
{
    int dr = t->row2 - t->row, dc = t->col2 - t->col;
    if (dr * dr + dc * dc != 1) return text_error(err, "A domino covers two adjacent cells.");
    char half = dr ? dr > 0 ? '^' : 'v' : dc > 0 ? '<' : '>', other;
    gunport_partner(half, &dr, &dc, &other);
    bool there =
        gunport_moves_letter(b, s, t->row, t->col) == half && gunport_moves_letter(b, s, t->row2, t->col2) == other;
    if (!lift(b, s, t->row, t->col, err) || !lift(b, s, t->row2, t->col2, err)) return false;
    if (there) return true;
    s[gunport_moves_place(b, t->row, t->col)] = half;
    s[gunport_moves_place(b, t->row2, t->col2)] = other;
    return true;
}

static bool touch(const struct puzzle *self, const struct instance *b, const char *position, const struct touch *t,
                  struct text *out, struct text *err)
{
    if (!on_board(b, t->row, t->col) || !on_board(b, t->row2, t->col2))
        return text_error(err, "The board has %d rows and %d columns.", b->rows, b->cols);
    text_put(out, position);
    if (touch_is_pair(t)) return gunport_moves_lay(b, out->s, t, err);
    bool bare = gunport_moves_letter(b, position, t->row, t->col) == '.';
    if (!lift(b, out->s, t->row, t->col, err)) return false;
    if (bare && t->value >= 0) out->s[gunport_moves_place(b, t->row, t->col)] = 'o';
    return true;
}

/* Finds the i-th pair of cells side by side that have these letters. False: there are no more. */
static bool pair_find(const struct instance *b, const char *position, const char *letters, int i, struct touch *t)
{
    for (int k = 0; k < 2 * b->rows * b->cols; k++) {
        int r = k / 2 / b->cols, c = k / 2 % b->cols, r2 = r + k % 2, c2 = c + 1 - k % 2;
        *t = (struct touch){r, c, r2, c2, TOUCH_NEXT};
        if (strchr(letters, gunport_moves_letter(b, position, r, c)) &&
            strchr(letters, gunport_moves_letter(b, position, r2, c2)) && !i--)
            return true;
    }
    return false;
}

static bool mistake(const struct instance *b, const char *position, int i, int *row, int *col, struct text *why)
{
    struct touch t;
    if (!pair_find(b, position, "o", i, &t)) return false;
    *row = t.row2;
    *col = t.col2;
    text_add(why, "The gunports in row %d, column %d and row %d, column %d are side by side; a domino fits there.",
             t.row + 1, t.col + 1, t.row2 + 1, t.col2 + 1);
    return true;
}

/* Steps are dominoes only: a cell that stays bare is a gunport. */
static bool step(const struct puzzle *self, const struct instance *b, const char *position, const char *solution, int i,
                 struct touch *t, struct text *variable)
{
    for (int k = 0; k < b->rows * b->cols; k++) {
        int r = k / b->cols, c = k % b->cols;
        char cell = gunport_moves_letter(b, solution, r, c);
        if (gunport_moves_letter(b, position, r, c) != '.' || (cell != '<' && cell != '^') || i--) continue;
        bool down = cell == '^';
        *t = (struct touch){.row = r, .col = c, .row2 = r + down, .col2 = c + !down};
        text_add(variable, "%s %d,%d", down ? "down" : "right", r + 1, c + 1);
        return true;
    }
    return false;
}

/* Whether at most so many dominoes, without the domino `but`, can cover a cell of the pair and of
 * each other pair of bare cells side by side. More than FEW: assumes so if one fits on the pair.
 * Leaves the position s as it was. */
static bool can_cover(const struct instance *b, char *s, const struct touch *pair, int64_t dominoes,
                      const struct touch *but)
{
    enum { FEW = 3 };
    bool can = false;
    for (int k = 0; k < 8 && !can; k++) {
        int r = k < 4 ? pair->row : pair->row2, c = k < 4 ? pair->col : pair->col2;
        int r2 = r + STEP[k % 4][0], c2 = c + STEP[k % 4][1];
        bool same = min_int(r, r2) == but->row && min_int(c, c2) == but->col && (r == r2) == (but->row == but->row2);
        if (same || gunport_moves_letter(b, s, r, c) != '.' || gunport_moves_letter(b, s, r2, c2) != '.') continue;
        char *one = s + gunport_moves_place(b, r, c), *other = s + gunport_moves_place(b, r2, c2);
        struct touch next;
        *one = *other = '#';
        can = dominoes > FEW || !pair_find(b, s, ".o", 0, &next) ||
              (dominoes > 1 && can_cover(b, s, &next, dominoes - 1, but));
        *one = *other = '.';
    }
    return can;
}

static int step_reason(const struct instance *b, const char *position, const struct instance *left,
                       const struct touch *t, int64_t good, struct text *out)
{
    OWNED char *s = mem_string(position);
    int64_t bare = 0;
    for (int i = 0; s[i]; i++) bare += s[i] == '.' || s[i] == 'o';
    if (!can_cover(b, s, t, INT64_MAX, t)) {
        text_put(out, "no other domino fits on these two cells, and they cannot both be gunports, side by side");
        return 1;
    }
    if (good == INT64_MAX || can_cover(b, s, t, (bare - good) / 2, t)) return 0;
    text_add(out, "the best of %lld leaves %lld %s to lay; without this one, two uncovered cells stay side by side",
             (long long)good, (long long)(bare - good) / 2, plural((bare - good) / 2, "domino", "dominoes"));
    return 2;
}

static void amounts(const struct instance *b, const char *position, struct text *out)
{
    for (; *position; position++) text_char(out, *position == '.' ? 'o' : *position);
}

static void count(const struct puzzle *self, const struct instance *b, const char *position, struct text *out)
{
    int bare = 0, marked = 0;
    for (; *position; position++) {
        bare += *position == '.' || *position == 'o';
        marked += *position == 'o';
    }
    text_add(out, "%d uncovered", bare);
    if (marked) text_add(out, ", %d marked", marked);
}

/* Once no domino fits, bare cells are drawn as gunports. */
static struct canvas *draw(const struct puzzle *self, const struct instance *b, const char *position)
{
    SCOPED(text) done = {0}, why = {0};
    int64_t objective_value;
    amounts(b, position, &done);
    bool full = self->verify(b, text_string(&done), &objective_value, &why);
    return self->draw(b, full ? text_string(&done) : position);
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

static const struct grid_moves grid = {.letters = ".o<>^v#", .values = 5, .words = words};

const struct moves gunport_moves = {
    .grid = &grid,
    .samples = samples,
    .how =
        "Draw from a cell to its neighbor to lay a domino; touch a domino to lift it, or an uncovered cell to mark it "
        "as a gunport. A cell that stays uncovered is a gunport.",
    .pair = "domino",
    .plain = "monomino",
    .amounts = amounts,
    .start = start,
    .touch = touch,
    .rest = grid_rest,
    .step = step,
    .step_reason = step_reason,
    .count = count,
    .name = grid_name,
    .mistake = mistake,
    .draw = draw,
};

/* ---- generating ------------------------------------------------------------------------------ */

/* Generates gunport boards: blocks cells until one packing is optimal. */

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
        if (answer == 2) cell[maker_differing(m, cells)] = '#';
        blocked++;
    }
    return answer == 1 || maker_gave_up(answer, "try another seed", err);
}
