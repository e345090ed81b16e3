#include "base/number.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

#include <string.h>

/* ---- values and their text ------------------------------------------------------------------- */

int64_t *grid_values(const char *letters, const char *text, int *rows, int *cols)
{
    SCOPED(words) w = {0};
    words_split(text, 1, &w);
    int lines = 0;
    for (int i = 0; i < w.n; i++) lines += !i || w.v[i].line != w.v[i - 1].line;
    int wide = !lines ? 0 : letters ? (int)strlen(w.v[0].s) : w.n / lines;
    int64_t *value = mem_new((size_t)lines * (size_t)wide, sizeof *value);
    for (int i = 0; i < lines * wide; i++) {
        const char *letter = letters ? strchr(letters, w.v[i / wide].s[i % wide]) : NULL;
        if (letter)
            value[i] = letter - letters;
        else if (!letters && !number_parse(w.v[i].s, &value[i]))
            value[i] = 0;
    }
    if (rows) *rows = lines;
    if (cols) *cols = wide;
    return value;
}

void grid_values_write(const char *letters, int rows, int cols, const int64_t *value, struct text *out)
{
    for (int i = 0; i < rows * cols; i++) {
        bool last = i % cols == cols - 1;
        if (letters || value[i] <= 0)
            text_char(out, value[i] < 0 ? '?' : letters ? letters[value[i]] : '.');
        else
            text_add(out, "%lld", (long long)value[i]);
        if (last || !letters) text_char(out, last ? '\n' : ' ');
    }
}

void grid_open(struct position *p, int rows, int cols, const char *cell)
{
    const char *letters = p->puzzle->moves->grid->letters;
    p->rows = rows;
    p->cols = cols;
    position_numbers(p, rows * cols);
    for (int i = 0; cell && i < p->n; i++) p->start[i] = strchr(letters, cell[i]) - letters;
}

/* Whether the value belongs to the board, so that no player puts it in. */
static bool is_blocked(const struct grid_moves *g, int64_t value) { return g->letters && value > g->values; }

void grid_value(const struct grid_moves *g, int64_t value, struct text *out)
{
    if (g->words || !value)
        text_put(out, g->words ? g->words[value] : "free");
    else if (g->letters)
        text_char(out, g->letters[value]);
    else
        text_add(out, "%lld", (long long)value);
}

void grid_amounts(const struct position *p, int64_t *v)
{
    const struct grid_moves *g = p->puzzle->moves->grid;
    for (int i = 0; i < p->n; i++)
        if (g->marks && v[i] == g->values) v[i] = 0;
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool grid_touch(struct position *p, const struct touch *t, struct text *err)
{
    const struct grid_moves *g = p->puzzle->moves->grid;
    const int64_t most = g->letters ? g->values : p->most, top = g->letters ? g->values : p->top;
    int i = t->row * p->cols + t->col;
    if (t->row >= p->rows || t->col >= p->cols || touch_is_pair(t))
        return text_error(err, "Touch one cell of the %d x %d board.", p->rows, p->cols);
    if (p->start[i])
        return text_error(err, g->fixed ? g->fixed : "The value in row %d, column %d is given and cannot be changed.",
                          t->row + 1, t->col + 1);
    if (t->value > most && !g->toggles) return text_error(err, "The largest value allowed is %lld.", (long long)most);
    if (t->value == TOUCH_NEXT || g->toggles)
        p->now[i] = p->now[i] >= top || t->value < 0 ? 0 : p->now[i] + 1;
    else
        p->now[i] = t->value < 0 ? 0 : t->value;
    return true;
}

struct instance *grid_rest(const struct position *p, int64_t *made)
{
    const struct grid_moves *g = p->puzzle->moves->grid;
    SCOPED(text) text = {0}, err = {0};
    if (g->left)
        g->left(p, made, &text);
    else
        position_print(p, &text);
    struct source source = {.text = text_string(&text), .name = "position", .line = 1, .like = p->instance};
    struct instance *left = p->puzzle->parse(&source, &err);
    assert(left && "a position without mistakes can be parsed");
    return left;
}

void grid_steps(const struct position *p, const struct solution *solution, struct position_steps *l)
{
    const struct grid_moves *g = p->puzzle->moves->grid;
    const int64_t *want = solution->v;
    for (int k = 0; k < p->n; k++) {
        int row = k / p->cols, col = k % p->cols;
        const bool mark = g->marks && !want[k];
        const int64_t value = mark ? g->values : want[k];
        if (!value || is_blocked(g, value) || (p->now[k] && !g->toggles)) continue;
        struct touch t = {row, col, row, col, g->toggles ? TOUCH_NEXT : value};
        SCOPED(text) name = {0};
        text_add(&name, g->variable, row + 1, col + 1, (long long)(mark ? 1 : value));
        position_steps_add(l, t, "%s%s", mark ? "-" : "", name.s);
    }
}

/* ---- what is shown --------------------------------------------------------------------------- */

void grid_count(const struct position *p, struct position_count *out)
{
    int filled = 0, cells = 0;
    for (int i = 0; i < p->n; i++) {
        bool blocked = is_blocked(p->puzzle->moves->grid, p->now[i]);
        cells += !blocked;
        filled += p->now[i] && !blocked;
    }
    text_add(&out->words, "%d of %d cells", filled, cells);
    position_count_add(out, "filled", filled);
    position_count_add(out, "cells", cells);
}

void grid_look(const struct position *p, int row, int col, struct position_cell *out)
{
    const struct grid_moves *g = p->puzzle->moves->grid;
    const int i = row * p->cols + col;
    if (row >= p->rows || col >= p->cols) return; /* a margin of the drawing */
    const int64_t now = p->now[i];
    position_cell_place(out, row, col);
    grid_value(g, now, &out->content);
    out->has_value = !g->letters && now;
    out->value = now;
    if (!now || is_blocked(g, now)) position_cell_add(out, now ? "blocked" : "free");
    if (!p->start[i] || is_blocked(g, p->start[i])) return;
    text_put(&out->content, ", given");
    position_cell_add(out, "given");
}
