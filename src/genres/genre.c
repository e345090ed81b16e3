#include "genres/genre.h"
#include "model/picture.h"

#include <string.h>

struct instance *genre_parse(const struct genre *g, const struct source *source, struct text *err)
{
    SCOPED(clues) c = {0};
    if (!clues_parse(&c, g, source, err)) return NULL;
    struct model *m = model_new();
    model_facts(m)->abstract = true;
    genre_grid(&c, m);
    g->state(&c, m);
    SCOPED(text) link = {0};
    genre_link_write(&c, &link);
    if (link.n) model_facts(m)->text[MODEL_LINK] = mem_string(text_string(&link));
    return declared_instance(m);
}

void genre_label(const struct instance *in, struct text *out)
{
    const struct stroke *grid = model_picture(in->m)->stroke;
    text_add(out, "%dx%d", grid->row, grid->col);
}

/* ---- generating ------------------------------------------------------------------------------ */

enum { GENRE_CHANGES = 60, GENRE_OTHERS = 4 };

static void genre_write(const struct board_maker *maker, const struct clues *c, struct text *file)
{
    maker_header(maker, NULL, file);
    clues_write(c, file);
}

/* Copies what a solution has in the cells. */
static void genre_read(const struct clues *c, const struct solution *s, int64_t *cell)
{
    const int n = c->rows * c->cols;
    for (int i = 0; i < n; i++) cell[i] = c->genre->numbers ? s->v[s->n - n + i] : s->v[1 + i] > 0;
}

/* Draws a board with all clues of a solution. False: there is none, or the search was stopped. */
static bool genre_drawn(const struct genre *g, struct board_maker *maker, struct clues *c, int64_t *cell,
                        struct text *file)
{
    SCOPED(solution) solution = {0};
    if (g->draw && !g->draw(c, cell, &maker->random)) return false;
    if (c->regions > 1) clues_renumber(c);
    if (g->sampled) {
        genre_write(maker, c, file);
        if (!maker->sample(maker->state, text_string(file), &maker->random, &solution)) return false;
        genre_read(c, &solution, cell);
    }
    if (g->fill) g->fill(c, cell, &maker->random);
    return clues_fit(c); /* a loop around a single cell has a clue 4, which no board has */
}

/* Changes the board until it has one solution. Returns that number of solutions, or another one, or -1: stopped. */
static int genre_settle(const struct genre *g, struct board_maker *maker, struct clues *c, int64_t *cell,
                        struct text *file)
{
    OWNED int64_t *other = mem_new((size_t)(c->rows * c->cols), sizeof *other);
    int answer = 2;
    bool changes = true;
    for (int i = 0; i < GENRE_CHANGES && changes; i++) {
        genre_write(maker, c, file);
        solutions_release(&maker->found);
        answer = maker->solutions(maker->state, text_string(file), g->change ? GENRE_OTHERS : 2, &maker->found);
        if (answer < 2 || !g->change) break;
        for (int k = 0; k < maker->found.n && changes; k++) {
            genre_read(c, &maker->found.v[k], other);
            if (memcmp(other, cell, (size_t)(c->rows * c->cols) * sizeof *cell) == 0) continue;
            changes = g->change(c, cell, other, &maker->random);
            if (changes && g->fill) g->fill(c, cell, &maker->random);
        }
    }
    return answer;
}

/* See struct clue_thinning: clues that turn into each other have one number. */
static int genre_clue(const void *board, int row, int col)
{
    const struct clues *c = board;
    if (!*clues_at(c, row - 1, col - 1)) return -1;
    const int place = clues_place(c, row - 1, col - 1), turned = c->height * c->width - 1 - place;
    return c->genre->turned && turned < place ? turned : place;
}

/* Clues that can be left out, in a random order, from the board with all of them. */
struct genre_easing {
    const struct board_maker *maker;
    struct clues *c;
    char (*word)[CLUES_WORD];
    struct lits removed;
    struct text *file;
};

/* Leaves the first clues out, and puts the others in. */
static void genre_put(void *easing, int removed)
{
    const struct genre_easing *e = easing;
    struct clues *c = e->c;
    for (int i = 0; i < c->height * c->width; i++) snprintf(c->word[i], CLUES_WORD, "%s", e->word[i]);
    for (int i = 0; i < c->height * c->width; i++) {
        const int clue = genre_clue(c, i / c->width - c->top + 1, i % c->width - c->left + 1);
        int at = 0;
        while (at < removed && e->removed.v[at] != clue) at++;
        if (at < removed) snprintf(c->word[i], CLUES_WORD, "%s", c->genre->none ? c->genre->none : "");
    }
    genre_write(e->maker, c, e->file);
}

/* Leaves out clues while the solution stays the only one, as many as the level takes. */
static bool genre_thin(const struct genre *g, struct board_maker *maker, struct clues *c, struct text *file)
{
    const int n = c->height * c->width;
    OWNED bool *kept = mem_new((size_t)n, sizeof *kept);
    struct clue_thinning t = {.clue = genre_clue, .board = c, .n = n, .kept = kept};
    if (!maker->thin(maker->state, text_string(file), &maker->random, &t)) return false;
    OWNED char(*word)[CLUES_WORD] = mem_new((size_t)n, sizeof *word);
    OWNED int *order = maker_order(&maker->random, n);
    struct genre_easing e = {.maker = maker, .c = c, .word = word, .file = file};
    for (int i = 0; i < n; i++) {
        const int clue = genre_clue(c, order[i] / c->width - c->top + 1, order[i] % c->width - c->left + 1);
        snprintf(word[i], CLUES_WORD, "%s", c->word[i]);
        if (clue >= 0 && !kept[clue] && !lits_have(&e.removed, clue)) lits_push(&e.removed, clue);
    }
    maker_ease(maker, e.removed.n, genre_put, &e, file);
    lits_release(&e.removed);
    return true;
}

bool genre_make(const struct genre *g, struct board_maker *maker, struct text *file, struct text *err)
{
    int rows = maker->rows, cols = maker->cols, answer = 0;
    if (!rows) sscanf(maker->puzzle->generator.sizes, "%dx%d", &rows, &cols);
    if (!clues_sized(g, rows, cols, err)) return false;
    for (int i = 0; i < MAKER_TRIES && answer >= 0 && answer != 1; i++) {
        SCOPED(clues) c = {0};
        OWNED int64_t *cell = mem_new((size_t)(rows * cols), sizeof *cell);
        clues_init(&c, g, rows, cols);
        answer = genre_drawn(g, maker, &c, cell, file) ? genre_settle(g, maker, &c, cell, file) : 2;
        if (maker->stopped(maker->state)) answer = -1;
        if (answer == 1 && !g->whole && !genre_thin(g, maker, &c, file)) answer = -1;
        if (answer != 1) continue;
        genre_write(maker, &c, file);
        answer = maker_ask(maker, file); /* counted again, and of the level */
        SCOPED(text) link = {0};
        genre_link_write(&c, &link);
        if (link.n) text_add(file, "; %s\n", link.s);
    }
    return answer == 1 || maker_gave_up(answer, "choose another size or --seed", err);
}
