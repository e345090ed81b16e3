#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"
#include "puzzles/statement.h"

#include <string.h>

struct instance *maker_instance(const struct board_maker *m, const char *words, struct text *err)
{
    OWNED char *word = mem_string(words ? words : "");
    struct source source = {.argc = words != NULL, .argv = &word, .name = "", .options = m->options};
    return m->puzzle->parse(&source, err);
}

void maker_header(const struct board_maker *m, const char *words, struct text *file)
{
    SCOPED(statement) s = {.puzzle = m->puzzle};
    if (words) strings_add(&s.words, words);
    text_clear(file);
    statement_line(&s, m->options, file);
    text_char(file, '\n');
}

int maker_ask(struct board_maker *m, const struct text *file)
{
    text_clear(&m->one);
    text_clear(&m->other);
    return m->solutions(m->state, text_string(file), &m->one, &m->other);
}

bool maker_gave_up(int answer, const char *advice, struct text *err)
{
    if (answer < 0) return text_error(err, "Stopped before a board was found.");
    return text_error(err, "No board was found in %d tries; %s.", MAKER_TRIES, advice);
}

int maker_differing(struct board_maker *m, int cells)
{
    OWNED char *a = grid_letters(text_string(&m->one), cells), *b = grid_letters(text_string(&m->other), cells);
    int n = 0, chosen = 0;
    for (int i = 0; i < cells; i++)
        if (a[i] != b[i] && random_below(&m->random, ++n) == 0) chosen = i;
    assert(n && "two solutions differ");
    return chosen;
}

/* Regions grow from n random cells by random free cells next to them. */
void maker_regions(struct board_maker *m, int rows, int cols, int n, char *region)
{
    int cells = rows * cols;
    memset(region, 0, (size_t)cells);
    for (int k = 0; k < n;) {
        int cell = random_below(&m->random, cells);
        if (!region[cell]) region[cell] = (char)('A' + k++);
    }
    for (int left = cells - n; left > 0;) {
        int cell = random_below(&m->random, cells);
        int next = grid_next(rows, cols, cell, random_below(&m->random, GRID_SIDES));
        if (region[cell] || next < 0 || !region[next]) continue;
        region[cell] = region[next];
        left--;
    }
}

/* ---- givens ---------------------------------------------------------------------------------- */

struct givens {
    struct board_maker *m;
    const char *head, *letters;
    int rows, cols;
    int64_t *value; /* 0: free */
    struct text *file;
};

static void givens_write(struct givens *g)
{
    text_clear(g->file);
    text_put(g->file, g->head);
    grid_values_write(g->letters, g->rows, g->cols, g->value, g->file);
}

static int givens_ask(struct givens *g)
{
    givens_write(g);
    return maker_ask(g->m, g->file);
}

/* Adds random values that leave some board; then completes them to that board. */
static int givens_random(struct givens *g, int most)
{
    SCOPED(text) solution = {0};
    int answer = givens_ask(g);
    for (int i = 0; i < g->rows + g->cols && answer > 0; i++) {
        int cell = random_below(&g->m->random, g->rows * g->cols);
        int64_t before = g->value[cell];
        text_clear(&solution);
        text_put(&solution, text_string(&g->m->one));
        g->value[cell] = 1 + random_below(&g->m->random, most);
        answer = givens_ask(g);
        if (answer) continue;
        g->value[cell] = before;
        text_clear(&g->m->one);
        text_put(&g->m->one, text_string(&solution));
        answer = 1;
    }
    if (answer > 0) {
        mem_free(g->value);
        g->value = grid_values(g->letters, text_string(&g->m->one), NULL, NULL);
    }
    return answer;
}

static int givens_thin(struct givens *g)
{
    int cells = g->rows * g->cols, answer = 1, *order = mem_new((size_t)cells, sizeof *order);
    for (int i = 0; i < cells; i++) {
        int j = random_below(&g->m->random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < cells && answer > 0; i++) {
        int64_t value = g->value[order[i]];
        g->value[order[i]] = 0;
        answer = givens_ask(g);
        if (answer != 1) g->value[order[i]] = value;
    }
    givens_write(g);
    mem_free(order);
    return answer < 0 ? -1 : 1;
}

int maker_givens(struct board_maker *m, const char *head, const char *letters, int rows, int cols, int most,
                 struct text *file)
{
    struct givens g = {m, head, letters, rows, cols, mem_new((size_t)(rows * cols), sizeof *g.value), file};
    int answer = givens_random(&g, most);
    if (answer > 0) answer = givens_thin(&g);
    mem_free(g.value);
    return answer;
}
