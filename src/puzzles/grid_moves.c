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
        if (letters || !value[i])
            text_char(out, letters ? letters[value[i]] : '.');
        else
            text_add(out, "%lld", (long long)value[i]);
        if (last || !letters) text_char(out, last ? '\n' : ' ');
    }
}

/* A board at the start and now. */
struct grid_state {
    const struct grid_moves *g;
    int rows, cols;
    int64_t *start, *now;
};

static struct grid_state state_of(const struct puzzle *p, const struct instance *in, const char *position)
{
    struct grid_state s = {.g = p->moves->grid};
    SCOPED(text) start = {0};
    p->moves->start(in, &start);
    s.start = grid_values(s.g->letters, text_string(&start), NULL, NULL);
    s.now = grid_values(s.g->letters, position, &s.rows, &s.cols);
    return s;
}

static void grid_state_release(struct grid_state *s)
{
    mem_free(s->start);
    mem_free(s->now);
}

/* Whether the value belongs to the board, so that no player puts it in. */
static bool is_blocked(const struct grid_moves *g, int64_t value) { return g->letters && value > g->values; }

static void value_write(const struct grid_moves *g, int64_t value, struct text *out)
{
    if (g->letters)
        text_char(out, g->letters[value]);
    else
        text_add(out, "%lld", (long long)value);
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool grid_touch(const struct puzzle *p, const struct instance *in, const char *position, const struct touch *t,
                struct text *out, struct text *err)
{
    SCOPED(grid_state) s = state_of(p, in, position);
    const struct grid_moves *g = s.g;
    int i = t->row * s.cols + t->col;
    int64_t most = g->values, top = p->moves->top ? p->moves->top(in, &most) : most;
    bool good = true;
    if (t->row >= s.rows || t->col >= s.cols || touch_is_pair(t))
        good = text_error(err, "Touch one cell of the %d x %d board.", s.rows, s.cols);
    else if (s.start[i])
        good = text_error(err, g->fixed ? g->fixed : "The value in row %d, column %d is given and cannot be changed.",
                          t->row + 1, t->col + 1);
    else if (t->value > most && !g->toggles)
        good = text_error(err, "The largest value allowed is %lld.", (long long)most);
    else if (t->value == TOUCH_NEXT || g->toggles)
        s.now[i] = s.now[i] >= top || t->value < 0 ? 0 : s.now[i] + 1;
    else
        s.now[i] = t->value < 0 ? 0 : t->value;
    if (good) grid_values_write(g->letters, s.rows, s.cols, s.now, out);
    return good;
}

struct instance *grid_rest(const struct puzzle *p, const struct instance *in, const char *position, int64_t *made)
{
    SCOPED(text) text = {0}, err = {0};
    if (p->moves->grid->left)
        p->moves->grid->left(in, position, made, &text);
    else
        text_put(&text, position);
    struct source source = {.text = text_string(&text), .name = "position", .line = 1, .like = in};
    struct instance *left = p->parse(&source, &err);
    assert(left && "a position without mistakes can be parsed");
    return left;
}

bool grid_step(const struct puzzle *p, const struct instance *in, const char *position, const char *solution, int i,
               struct touch *t, struct text *variable)
{
    SCOPED(grid_state) s = state_of(p, in, position);
    OWNED int64_t *want = grid_values(s.g->letters, solution, NULL, NULL);
    bool found = false;
    for (int k = 0; k < s.rows * s.cols && !found; k++) {
        int row = k / s.cols, col = k % s.cols;
        if (!want[k] || is_blocked(s.g, want[k]) || (s.now[k] && !s.g->toggles) || i--) continue;
        found = true;
        *t = (struct touch){row, col, row, col, s.g->toggles ? TOUCH_NEXT : want[k]};
        text_add(variable, s.g->variable, row + 1, col + 1, (long long)want[k]);
    }
    return found;
}

/* ---- what is shown --------------------------------------------------------------------------- */

void grid_count(const struct puzzle *p, const struct instance *in, const char *position, struct text *out)
{
    SCOPED(grid_state) s = state_of(p, in, position);
    int filled = 0, cells = 0;
    for (int i = 0; i < s.rows * s.cols; i++) {
        bool blocked = is_blocked(s.g, s.now[i]);
        cells += !blocked;
        filled += s.now[i] && !blocked;
    }
    text_add(out, "%d of %d cells", filled, cells);
}

void grid_name(const struct puzzle *p, const struct instance *in, const char *position, int row, int col,
               struct text *out)
{
    SCOPED(grid_state) s = state_of(p, in, position);
    int i = row * s.cols + col;
    text_add(out, "row %d, column %d, ", row + 1, col + 1);
    if (s.g->words || !s.now[i])
        text_put(out, s.g->words ? s.g->words[s.now[i]] : "free");
    else
        value_write(s.g, s.now[i], out);
    if (s.start[i] && !is_blocked(s.g, s.start[i])) text_put(out, ", given");
}
