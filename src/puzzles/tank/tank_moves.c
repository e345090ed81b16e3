/* Tank Attack, played: a value is put into a cell. */
#include "puzzles/moves.h"
#include "puzzles/parse.h"
#include "puzzles/tank/tank.h"

#include <stdio.h>

/* A position is n rows of n words, a value or '.'. */
int64_t *tank_values_of(const struct instance *t, const char *position)
{
    struct words w;
    int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    words_split(position, 1, &w);
    for (int i = 0; i < t->n * t->n && i < w.n; i++)
        if (!number_parse(w.v[i].s, &value[i])) value[i] = 0;
    words_release(&w);
    return value;
}

void tank_values_put(const struct instance *t, const int64_t *value, struct text *out)
{
    for (int i = 0; i < t->n * t->n; i++) {
        if (value[i])
            text_add(out, "%lld", (long long)value[i]);
        else
            text_char(out, '.');
        text_char(out, i % t->n == t->n - 1 ? '\n' : ' ');
    }
}

static void start(const struct instance *t, struct text *position)
{
    int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    for (int i = 0; i < t->n * t->n; i++) value[i] = t->given[i];
    tank_values_put(t, value, position);
    mem_free(value);
}

static bool touch(const struct instance *t, const char *position, const struct touch *touched, struct text *out,
                  struct text *err)
{
    int i = touched->row * t->n + touched->col;
    if (touched->row >= t->n || touched->col >= t->n || touch_is_pair(touched))
        return text_error(err, "Touch one cell of the %d x %d board.", t->n, t->n);
    if (t->given[i])
        return text_error(err, "The value in row %d, column %d is given and stays.", touched->row + 1,
                          touched->col + 1);
    if (touched->value > t->cap) return text_error(err, "The largest value allowed is %lld.", (long long)t->cap);
    int64_t *value = tank_values_of(t, position);
    if (touched->value == TOUCH_NEXT)
        value[i] = value[i] >= t->top ? 0 : value[i] + 1;
    else
        value[i] = touched->value == TOUCH_CLEAR ? 0 : touched->value;
    tank_values_put(t, value, out);
    mem_free(value);
    return true;
}

/* ---- mistakes --------------------------------------------------------------------------------------- */

/* How many tanks attack the cell, and how many might once the free cells are filled. */
static void attackers(const struct instance *t, const int64_t *value, int cell, int *now, int *most)
{
    int r = cell / t->n, c = cell % t->n;
    *now = *most = 0;
    for (int k = 0; k < t->n; k++)
        for (int row = 0; row < 2; row++) {
            int from = row ? r * t->n + k : k * t->n + c, d = row ? (k > c ? k - c : c - k) : (k > r ? k - r : r - k);
            if (!d) continue;
            *now += value[from] == d;
            *most += value[from] == d || (!value[from] && d <= t->cap);
        }
}

static bool mistake(const struct instance *t, const char *position, int i, int *row, int *col, struct text *why)
{
    int64_t *value = tank_values_of(t, position);
    bool found = false;
    for (int cell = 0; cell < t->n * t->n && !found; cell++) {
        int now, most;
        attackers(t, value, cell, &now, &most);
        if (!value[cell] || (now <= value[cell] && most >= value[cell]) || i--) continue;
        found = true;
        *row = cell / t->n;
        *col = cell % t->n;
        text_add(why, "The tank in row %d, column %d has the value %lld, but ", *row + 1, *col + 1,
                 (long long)value[cell]);
        if (now > value[cell])
            text_add(why, "%d attack it.", now);
        else
            text_add(why, "at most %d can attack it.", most);
    }
    mem_free(value);
    return found;
}

/* ---- what is left --------------------------------------------------------------------------------- */

static struct instance *rest(const struct instance *t, const char *position, int64_t *made)
{
    int64_t *value = tank_values_of(t, position);
    struct instance *left = mem_new(1, sizeof *left);
    *left = *t;
    left->given = mem_new((size_t)(t->n * t->n), sizeof *left->given);
    left->givens = 0;
    for (int i = 0; i < t->n * t->n; i++) {
        left->given[i] = (int)value[i];
        left->givens += value[i] != 0;
    }
    mem_free(value);
    return left;
}

static bool step(const struct instance *t, const char *position, const char *solution, int i, struct touch *touched,
                 struct text *variable)
{
    int64_t *have = tank_values_of(t, position), *want = tank_values_of(t, solution);
    bool found = false;
    for (int cell = 0; cell < t->n * t->n && !found; cell++) {
        if (have[cell] || i--) continue;
        int r = cell / t->n, c = cell % t->n;
        found = true;
        *touched = (struct touch){.row = r, .col = c, .row2 = r, .col2 = c, .value = want[cell]};
        text_add(variable, "%d,%d is %lld", r + 1, c + 1, (long long)want[cell]);
    }
    mem_free(have);
    mem_free(want);
    return found;
}

/* ---- showing ---------------------------------------------------------------------------------------- */

static void count(const struct instance *t, const char *position, struct text *out)
{
    int64_t *value = tank_values_of(t, position);
    int filled = 0;
    for (int i = 0; i < t->n * t->n; i++) filled += value[i] != 0;
    text_add(out, "%d of %d cells", filled, t->n * t->n);
    mem_free(value);
}

static void name(const struct instance *t, const char *position, int row, int col, struct text *out)
{
    int64_t *value = tank_values_of(t, position);
    int i = row * t->n + col;
    text_add(out, "row %d, column %d, ", row + 1, col + 1);
    if (value[i])
        text_add(out, "%lld%s", (long long)value[i], t->given[i] ? ", given" : "");
    else
        text_put(out, "free");
    mem_free(value);
}

static struct canvas *draw(const struct instance *t, const char *position)
{
    int64_t *value = tank_values_of(t, position);
    struct canvas *canvas = canvas_new(t->n, t->n);
    for (int i = 0; i < t->n * t->n; i++) {
        char label[24] = "";
        if (value[i]) snprintf(label, sizeof label, "%lld", (long long)value[i]);
        label[3] = '\0';
        canvas_cell(canvas, i / t->n, i % t->n, t->given[i] ? INK_DIM : value[i] ? INK_PIECE : INK_NONE, label);
        canvas_box(canvas, i / t->n, i % t->n, i / t->n, i % t->n);
    }
    mem_free(value);
    return canvas;
}

static const char *const samples[] = {
    "tank 4\n",
    "tank 5\n",
    "tank 6\n",
    "tank 5\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. 3 . . .\n",
    "tank 6\n. . 1 . . .\n. . 2 . . .\n. . . . . .\n. 2 . . . .\n. . . . . .\n. . . . . .\n",
    NULL};

const struct moves tank_moves = {
    .samples = samples,
    .how = "Touch a cell for its next value, or put in a number.",
    .plain = "unary",
    MOVES,
};
