/* A game: turns, marks, and the text of a saved game. */
#include "play/game.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

static void turn_release(struct turn *t)
{
    mem_free(t->position);
    mem_free(t->solution);
    search_reasons_release(&t->clash);
}

static void push(struct game *g, struct touch t, char *position)
{
    for (int i = g->at + 1; i < g->turns; i++) turn_release(&g->turn[i]);
    g->turns = g->turns ? g->at + 1 : 0;
    MEM_PUSH(g->turn, g->turns, g->cap, ((struct turn){.touch = t, .position = position}));
    g->at = g->turns - 1;
}

bool game_open(struct game *g, const struct problem *q, struct text *err)
{
    SCOPED(text) start = {0};
    *g = (struct game){.problem = q, .puzzle = q->puzzle, .instance = q->instance, .moves = q->puzzle->moves};
    if (!g->moves)
        return text_error(err, "%s is not a puzzle to be played; solve it, or play one of the others.",
                          q->puzzle->name);
    if (g->moves->rules) g->moves->rules(g->instance, &g->rules);
    if (!g->rules.n) text_put(&g->rules, g->puzzle->rules);
    text_put(&g->how, g->moves->how ? g->moves->how : "");
    if (g->moves->how_of) g->moves->how_of(g->instance, &g->how);
    g->moves->start(g->instance, &start);
    push(g, (struct touch){0}, mem_string(text_string(&start)));
    struct touch *lines = NULL;
    g->pairs = g->moves->lines ? g->moves->lines(g->instance, start.s, &lines) > 0 : !!g->moves->pair;
    mem_free(lines);
    struct canvas *c = game_draw(g);
    canvas_size(c, &g->rows, &g->cols);
    canvas_free(c);
    if (!g->rows) return text_error(err, "This model has no picture, so it has no board to play on: docs/pictures.md.");
    g->mark = mem_new((size_t)g->rows * (size_t)g->cols, sizeof *g->mark);
    return true;
}

void game_close(struct game *g)
{
    for (int i = 0; i < g->turns; i++) turn_release(&g->turn[i]);
    mem_free(g->turn);
    mem_free(g->mark);
    text_release(&g->rules);
    text_release(&g->how);
    text_release(&g->solution);
    text_release(&g->verdict);
    *g = (struct game){0};
}

/* ---- turns ----------------------------------------------------------------------------------- */

const char *game_position(const struct game *g) { return g->turn[g->at].position; }

static bool inside(const struct game *g, int row, int col)
{
    return 0 <= row && row < g->rows && 0 <= col && col < g->cols;
}

bool game_touch(struct game *g, const struct touch *t, struct text *err)
{
    SCOPED(text) position = {0};
    bool near = abs(t->row - t->row2) + abs(t->col - t->col2) == 1; /* a line at the edge of the board */
    bool ok = (inside(g, t->row, t->col) && (near || inside(g, t->row2, t->col2))) ||
              text_error(err, "The board has %d rows and %d columns.", g->rows, g->cols);
    ok = ok && g->moves->touch(g->puzzle, g->instance, game_position(g), t, &position, err);
    if (ok && strcmp(text_string(&position), game_position(g))) push(g, *t, mem_string(text_string(&position)));
    return ok;
}

bool game_undo(struct game *g) { return g->at > 0 && g->at--; }
bool game_redo(struct game *g) { return g->at + 1 < g->turns && ++g->at; }

bool game_reset(struct game *g)
{
    if (!strcmp(g->turn[0].position, game_position(g))) return false;
    push(g, (struct touch){.row = -1}, mem_string(g->turn[0].position));
    return true;
}

void game_complete(struct game *g, const char *rest)
{
    SCOPED(text) variable = {0}, err = {0};
    OWNED char *from = mem_string(game_position(g));
    struct touch t;
    bool ok = true;
    for (int i = 0; ok && g->moves->step(g->puzzle, g->instance, from, rest, i, &t, &variable); i++)
        ok = game_touch(g, &t, &err);
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
    if (!g->moves->draw) return g->puzzle->draw(g->instance, game_position(g));
    return g->moves->draw(g->puzzle, g->instance, game_position(g));
}

/* The solution of the closed position, which a solver finds within a second; "": none. */
static const char *game_closed(const struct game *g)
{
    struct turn *t = &g->turn[g->at];
    if (t->solution) return t->solution;
    struct problem q = *g->problem;
    struct instance *in = g->moves->closed(g->instance, t->position);
    struct job soon = {.deadline = clock_wall() + 1};
    SCOPED(answer) a = {0};
    q.instance = in;
    q.job = &soon;
    if (in) search_solve(&q, &a);
    if (in) g->puzzle->release(in);
    t->solution = mem_string(text_string(&a.solution));
    return t->solution;
}

bool game_done(const struct game *g, struct text *solution, int64_t *objective_value)
{
    SCOPED(text) why = {0};
    text_clear(solution);
    if (g->moves->closed)
        text_put(solution, game_closed(g));
    else if (g->moves->amounts)
        g->moves->amounts(g->instance, game_position(g), solution);
    else
        text_put(solution, game_position(g));
    return g->puzzle->verify(g->instance, text_string(solution), objective_value, &why);
}

bool game_has_cell(const struct game *g, int row, int col)
{
    SCOPED(text) name = {0};
    if (inside(g, row, col)) g->moves->name(g->puzzle, g->instance, game_position(g), row, col, &name);
    return name.n > 0;
}

void game_count(const struct game *g, struct text *out)
{
    g->moves->count(g->puzzle, g->instance, game_position(g), out);
    if (g->known == STATUS_OPTIMAL) {
        text_add(out, "; the %sbest: ", game_proved(g) ? "proved " : "");
        text_count(out, g->best, g->puzzle->unit);
        if (!game_proved(g)) text_add(out, " (%s)", text_string(&g->verdict));
    }
    if (g->known == STATUS_UNSATISFIABLE) text_add(out, "; no solution exists, %s", text_string(&g->verdict));
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
    SCOPED(text) line = {0};
    for (const char *s = game_position(g); text_line(&line, &s);) text_add(out, "; %s\n", text_string(&line));
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
    bool ok = true;
    game_reset(g);
    memset(g->mark, 0, (size_t)g->rows * (size_t)g->cols * sizeof *g->mark);
    SCOPED(text) line = {0};
    while (ok && text_line(&line, &text)) ok = load_line(g, text_string(&line), seconds, err);
    return ok;
}
