/* A game: turns, marks, and the text of a saved game. */
#include "play/game.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

static void turn_release(struct turn *t)
{
    mem_free(t->change);
    solution_release(&t->solution);
    position_mistakes_release(&t->mistakes);
}

/* Forgets the turns that could be redone. */
static void turns_forget(struct game *g)
{
    while (g->turns > g->at + 1) turn_release(&g->turn[--g->turns]);
}

/* Ends a turn: the position had the numbers `before`. False: it has not changed. */
static bool turn_end(struct game *g, struct touch touch, const int64_t *before)
{
    struct turn t = {.touch = touch};
    for (int i = 0; i < g->position.n; i++)
        if (g->position.now[i] != before[i])
            MEM_PUSH(t.change, t.changes, t.cap, ((struct change){i, before[i], g->position.now[i]}));
    if (!t.changes) return false;
    turns_forget(g);
    MEM_PUSH(g->turn, g->turns, g->cap, t);
    g->at++;
    return true;
}

static void numbers_set(struct game *g, const int64_t *from)
{
    if (g->position.n) memcpy(g->position.now, from, (size_t)g->position.n * sizeof *from);
}

bool game_open(struct game *g, const struct problem *q, struct text *err)
{
    *g = (struct game){.problem = q,
                       .puzzle = q->puzzle,
                       .instance = q->instance,
                       .moves = q->puzzle->moves,
                       .patience = GAME_PATIENCE};
    if (!g->moves)
        return text_error(err, "%s is not a puzzle to be played; solve it, or play one of the others.",
                          q->puzzle->name);
    position_open(&g->position, g->puzzle, g->instance);
    MEM_PUSH(g->turn, g->turns, g->cap, (struct turn){0});
    SCOPED(canvas) *c = game_draw(g);
    canvas_size(c, &g->rows, &g->cols);
    if (!g->rows)
        return text_error(err, "This model has no picture, so it has no board to play on: docs/model/guide.md.");
    g->mark = mem_new((size_t)g->rows * (size_t)g->cols, sizeof *g->mark);
    return true;
}

void game_close(struct game *g)
{
    for (int i = 0; i < g->turns; i++) turn_release(&g->turn[i]);
    MEM_FREE(g->turn, g->mark);
    if (g->moves) position_release(&g->position);
    text_release(&g->verdict);
    if (g->deduction) deduction_release(g->deduction);
    mem_free(g->deduction);
    *g = (struct game){0};
}

/* ---- turns ----------------------------------------------------------------------------------- */

static bool inside(const struct game *g, int row, int col)
{
    return 0 <= row && row < g->rows && 0 <= col && col < g->cols;
}

bool game_touch(struct game *g, const struct touch *t, struct text *err)
{
    bool near = abs(t->row - t->row2) + abs(t->col - t->col2) == 1; /* a line at the edge of the board */
    if (!inside(g, t->row, t->col) || (!near && !inside(g, t->row2, t->col2)))
        return text_error(err, "The board has %d rows and %d columns.", g->rows, g->cols);
    OWNED int64_t *before = mem_copy(g->position.now, (size_t)g->position.n, sizeof *before);
    bool ok = g->moves->touch(&g->position, t, err);
    if (ok)
        turn_end(g, *t, before);
    else
        numbers_set(g, before);
    return ok;
}

static void turn_apply(struct game *g, const struct turn *t, bool redo)
{
    for (int i = 0; i < t->changes; i++)
        g->position.now[t->change[i].at] = redo ? t->change[i].after : t->change[i].before;
}

void game_at(struct game *g, int at)
{
    while (g->at > at) turn_apply(g, &g->turn[g->at--], false);
    while (g->at < at) turn_apply(g, &g->turn[++g->at], true);
}

bool game_undo(struct game *g)
{
    bool can = g->at > 0;
    game_at(g, g->at - can);
    return can;
}

bool game_redo(struct game *g)
{
    bool can = g->at + 1 < g->turns;
    game_at(g, g->at + can);
    return can;
}

void game_forget(struct game *g)
{
    turns_forget(g);
    memset(g->mark, 0, (size_t)g->rows * (size_t)g->cols * sizeof *g->mark);
}

bool game_reset(struct game *g)
{
    OWNED int64_t *before = mem_copy(g->position.now, (size_t)g->position.n, sizeof *before);
    numbers_set(g, g->position.start);
    return turn_end(g, (struct touch){.row = -1}, before);
}

void game_complete(struct game *g, const struct solution *rest)
{
    SCOPED(text) err = {0};
    SCOPED(position_steps) steps = {0};
    bool ok = true;
    g->moves->steps(&g->position, rest, &steps);
    for (int i = 0; i < steps.n && ok; i++) ok = game_touch(g, &steps.v[i].touch, &err);
    assert(ok && "the steps towards a solution can be made");
}

bool game_mark(struct game *g, int row, int col)
{
    if (!inside(g, row, col)) return false;
    g->mark[row * g->cols + col] = !g->mark[row * g->cols + col];
    return true;
}

/* ---- contents of the board ------------------------------------------------------------------- */

struct canvas *game_draw(const struct game *g)
{
    if (g->moves->draw) return g->moves->draw(&g->position);
    const struct solution now = position_solution(&g->position);
    return g->puzzle->draw(g->instance, &now);
}

/* The solution of the closed position, which a solver finds within a second; n 0: none. */
static const struct solution *game_closed(struct game *g)
{
    struct turn *t = &g->turn[g->at];
    struct problem q = *g->problem;
    struct instance *in = t->closed ? NULL : g->moves->judged->closed(&g->position);
    struct job soon = {.deadline = clock_wall() + 1};
    SCOPED(answer) a = {0};
    q.instance = in;
    q.job = &soon;
    if (in && !game_refutes(g, in)) search_solve(&q, &a);
    if (in) g->puzzle->release(in);
    if (a.solution.n) solution_copy(&t->solution, &a.solution);
    t->closed = true;
    return &t->solution;
}

bool game_done(struct game *g, struct solution *solution, int64_t *objective_value)
{
    SCOPED(text) why = {0};
    const struct solution now = position_solution(&g->position);
    solution_copy(solution, g->moves->judged ? game_closed(g) : &now);
    if (g->moves->amounts) g->moves->amounts(&g->position, solution->v);
    if (!g->moves->judged) solution_print(g->puzzle, g->instance, solution, &solution->text);
    return g->puzzle->verify(g->instance, text_string(&solution->text), objective_value, &why);
}

bool game_has_cell(const struct game *g, int row, int col)
{
    SCOPED(position_cell) cell = {0};
    if (inside(g, row, col)) g->moves->look(&g->position, row, col, &cell);
    return cell.place.n > 0;
}

void game_count(const struct game *g, struct position_count *out)
{
    struct text *words = &out->words;
    g->moves->count(&g->position, out);
    if (g->known == STATUS_OPTIMAL) {
        text_add(words, "; the %sbest: ", g->proved ? "proved " : "");
        text_count(words, g->best, g->problem->objective.name);
        if (!g->proved) text_add(words, " (%s)", text_string(&g->verdict));
    }
    if (g->known == STATUS_UNSATISFIABLE) text_add(words, "; no solution exists, %s", text_string(&g->verdict));
}

/* ---- saved games: every turn as a comment, and the position in the puzzle's notation --------- */

static const char MAGIC[] =
    "; a game of loophole: "; /* follows the problem in the notation of -f, which can thus read the file */

void game_save(const struct game *g, double seconds, struct text *out)
{
    if (g->asked) text_add(out, "%s\n", g->asked);
    text_add(out, "%s%s\n; seconds %.0f\n", MAGIC, g->name, seconds);
    for (int i = 1; i <= g->at; i++) {
        const struct touch *t = &g->turn[i].touch;
        if (t->row < 0)
            text_put(out, "; reset\n");
        else
            text_add(out, "; touch %d,%d %d,%d %lld\n", t->row + 1, t->col + 1, t->row2 + 1, t->col2 + 1,
                     (long long)t->value);
    }
    for (int i = 0; i < g->rows * g->cols; i++)
        if (g->mark[i]) text_add(out, "; mark %d,%d\n", i / g->cols + 1, i % g->cols + 1);
    SCOPED(text) line = {0}, position = {0};
    position_print(&g->position, &position);
    for (const char *s = text_string(&position); text_line(&line, &s);) text_add(out, "; %s\n", text_string(&line));
}

static bool load_line(struct game *g, const char *line, double *seconds, struct text *err)
{
    long long at[4], value;
    int n = sscanf(line, "; touch %lld,%lld %lld,%lld %lld", at, at + 1, at + 2, at + 3, &value);
    int marked = n == 5 ? 0 : sscanf(line, "; mark %lld,%lld", at, at + 1);
    for (int i = 0; i < (n == 5 ? 4 : marked == 2 ? 2 : 0); i++)
        if (at[i] < -1000000 || at[i] > 1000000)
            return text_error(err, "The saved game names a cell that no board has: %s.", line + 2);
    if (n == 5) {
        struct touch t = {(int)at[0] - 1, (int)at[1] - 1, (int)at[2] - 1, (int)at[3] - 1, value};
        return game_touch(g, &t, err);
    }
    if (!strcmp(line, "; reset")) game_reset(g);
    if (marked == 2) game_mark(g, (int)at[0] - 1, (int)at[1] - 1);
    sscanf(line, "; seconds %lf", seconds);
    return true;
}

bool game_load(struct game *g, const char *text, double *seconds, struct text *err)
{
    while (*text && *text != ';') {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    size_t n = strcspn(text, "\n"), magic = sizeof MAGIC - 1;
    if (strncmp(text, MAGIC, magic))
        return text_error(err, "This file holds no saved game; 'play' writes one when you save.");
    n -= text[n - 1] == '\r';
    if (n - magic != strlen(g->name) || strncmp(text + magic, g->name, n - magic))
        return text_error(err, "The saved game is of %.*s, not of %s.", (int)(n - magic), text + magic, g->name);
    game_reset(g);
    memset(g->mark, 0, (size_t)g->rows * (size_t)g->cols * sizeof *g->mark);
    SCOPED(text) line = {0};
    while (text_line(&line, &text))
        if (!load_line(g, text_string(&line), seconds, err)) return false;
    return true;
}
