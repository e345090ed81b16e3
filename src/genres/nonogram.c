/* nonogram: a clue lists the lengths of the black blocks of a row or column, in order. */
#include "genres/genre.h"

#include <stdlib.h>
#include <string.h>

enum { NONOGRAM_MOST = GENRE_LINE };

static bool nonogram_fits(const struct clues *c, int row, int col, const char *word)
{
    return (row < 0) != (col < 0) && strspn(word, "0123456789,") == strlen(word);
}

/* Reads the lengths of a clue; returns their number. */
static int nonogram_blocks(const char *word, int length[NONOGRAM_MOST])
{
    int n = 0;
    for (const char *s = word; *s && n < NONOGRAM_MOST; s += strcspn(s, ",")) {
        s += *s == ',';
        if (atoi(s) > 0) length[n++] = atoi(s) < NONOGRAM_MOST ? atoi(s) : NONOGRAM_MOST;
    }
    return n;
}

/* The states of an automaton: how much of the blocks, and of one white cell after each but the last, has been read. */
static void nonogram_read(struct model *m, const int *cell, int cells, const int *length, int n)
{
    enum { TRANSITIONS = NONOGRAM_MOST * (NONOGRAM_MOST + 3) };
    int64_t transition[TRANSITIONS][3];
    int k = 0, state = 0;
    for (int b = 0; b <= n; b++) {
        memcpy(transition[k++], (int64_t[]){state, 0, state}, sizeof *transition); /* white before it, or after all */
        for (int i = 0; b < n && i < length[b]; i++, state++)
            memcpy(transition[k++], (int64_t[]){state, 1, state + 1}, sizeof *transition);
        if (b + 1 >= n) continue;
        memcpy(transition[k++], (int64_t[]){state, 0, state + 1}, sizeof *transition);
        state++;
    }
    genre_automaton(m, cell, cells, state + 1, state, transition, k);
}

static void nonogram_state(const struct clues *c, struct model *m)
{
    int cell[NONOGRAM_MOST], length[NONOGRAM_MOST], row, col;
    genre_cells(c, m, "black", "fill", false);
    for (int i = 0; i < c->rows * c->cols; i++) {
        SCOPED(text) name = {0};
        text_add(&name, "cell %d,%d", i / c->cols + 1, i % c->cols + 1);
        model_int_over(m, 0, 1, FORM_ORDER, i + 1, text_string(&name));
    }
    for (int i = 0; i < c->rows + c->cols; i++) {
        const int cells = genre_line(c, i, cell, &row, &col), n = nonogram_blocks(clues_at(c, row, col), length);
        if (!*clues_at(c, row, col)) continue;
        SCOPED(text) blocks = {0};
        for (int k = 0; k < n; k++) text_add(&blocks, " %d", length[k]);
        genre_rule(c, m, row, col, "the blocks of %s %d are%s", row < 0 ? "column" : "row", (row < 0 ? col : row) + 1,
                   n ? text_string(&blocks) : " none");
        nonogram_read(m, cell, cells, length, n);
        for (int k = 0; k < (n ? n : 1); k++)
            genre_show(m, "given %d %d symbol %d", row < 0 ? k - (n ? n : 1) : row, row < 0 ? col : k - (n ? n : 1),
                       n ? length[k] : 0);
    }
}

/* Spots: random cells, each of which then becomes as most of its neighbors. */
static bool nonogram_draw(struct clues *c, int64_t *cell, struct random *random)
{
    const int n = c->rows * c->cols;
    OWNED bool *before = mem_new((size_t)n, sizeof *before);
    for (int i = 0; i < n; i++) before[i] = random_below(random, 100) < 55;
    for (int i = 0; i < n; i++) {
        int black = before[i], near = 1;
        for (int k = 0; k < GRID_SIDES; k++) {
            const int next = grid_next(c->rows, c->cols, i, k);
            near += next >= 0;
            black += next >= 0 && before[next];
        }
        cell[i] = 2 * black + before[i] > near;
    }
    return true;
}

static void nonogram_fill(struct clues *c, const int64_t *black, struct random *random)
{
    int cell[NONOGRAM_MOST], row, col;
    for (int i = 0; i < c->rows + c->cols; i++) {
        const int n = genre_line(c, i, cell, &row, &col);
        SCOPED(text) word = {0};
        for (int k = 0, run = 0; k < n; k++) {
            run = black[cell[k]] ? run + 1 : 0;
            if (run && (k + 1 == n || !black[cell[k + 1]])) text_add(&word, "%s%d", word.n ? "," : "", run);
        }
        clues_set(c, row, col, "%s", word.n ? text_string(&word) : "0");
    }
}

/* A cell in which they differ changes. */
static bool nonogram_change(struct clues *c, int64_t *cell, const int64_t *other, struct random *random)
{
    int chosen = -1, n = 0;
    for (int i = 0; i < c->rows * c->cols; i++)
        if (cell[i] != other[i] && !random_below(random, ++n)) chosen = i;
    if (chosen >= 0) cell[chosen] = !cell[chosen];
    return chosen >= 0;
}

static const struct wording nonogram_wording[] = {
    {"the blocks", "line", ", and cover this cell wherever they lie", ", and cover this cell nowhere"}, {NULL}};

static const struct genre nonogram = {.sides = NORTH | WEST,
                                      .whole = true,
                                      .least = 2,
                                      .most = NONOGRAM_MOST,
                                      .expects = "lengths such as 3,1 above and left of the board",
                                      .links = "nonogram",
                                      .coding = "l",
                                      .fits = nonogram_fits,
                                      .state = nonogram_state,
                                      .draw = nonogram_draw,
                                      .fill = nonogram_fill,
                                      .change = nonogram_change};

GENRE(nonogram, nonogram, "10x10 5x5 8x8 12x12 15x15", GENRE_BLACK, .name = "nonogram", .title = "Nonogram",
      .about = "paint cells black; clues list the blocks of each line",
      .rules = "Paint cells black. The numbers at a row or column are the lengths of its blocks of black cells, in "
               "this order, with at least one white cell between two blocks.",
      .source = "Non Ishida and Tetsuya Nishio, 1987", .generator.day = "5 10x10 1",
      .notation = GENRE_NOTATION(".223 3... 3... 1..."));
