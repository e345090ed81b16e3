#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"
#include "puzzles/statement.h"

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
    solutions_release(&m->found);
    return m->solutions(m->state, text_string(file), 2, &m->found);
}

bool maker_fits(struct board_maker *m, const struct text *file)
{
    if (!m->level || m->level > 3) return true; /* to rate hard ones takes long */
    m->rated = m->rate(m->state, text_string(file), m->level);
    return m->rated <= m->level;
}

bool maker_gave_up(int answer, const char *advice, struct text *err)
{
    if (answer < 0) return text_error(err, "Stopped before a board was found.");
    return text_error(err, "No board was found in %d tries; %s.", MAKER_TRIES, advice);
}

int maker_differing(struct board_maker *m)
{
    const struct solution *a = &m->found.v[0], *b = &m->found.v[1];
    int n = 0, chosen = 0;
    for (int i = 0; i < a->n; i++)
        if (a->v[i] != b->v[i] && random_below(&m->random, ++n) == 0) chosen = i;
    assert(n && "two solutions differ");
    return chosen;
}

/* ---- givens ---------------------------------------------------------------------------------- */

enum { MANY = 100 };

struct givens {
    struct board_maker *m;
    const char *head, *letters;
    int rows, cols;
    int64_t *value;         /* 0: free */
    bool *kept;             /* cells whose values all known solutions were found with */
    struct solutions known; /* all solutions with these values */
    struct text *file;
};

static void givens_write(struct givens *g)
{
    text_set(g->file, g->head);
    grid_values_write(g->letters, g->rows, g->cols, g->value, g->file);
}

static bool givens_fit(const struct givens *g, const struct solution *solution)
{
    for (int c = 0; c < g->rows * g->cols; c++)
        if (g->value[c] && g->value[c] != solution->v[c]) return false;
    return true;
}

/* Counts the solutions, up to two, with the present values. Asks only if the known solutions do
 * not decide it. */
static int givens_ask(void *givens)
{
    struct givens *g = givens;
    int fits = 0;
    bool all = true;
    for (int c = 0; c < g->rows * g->cols; c++) all = all && (g->value[c] || !g->kept[c]);
    for (int i = 0; i < g->known.n && fits < 2; i++) fits += givens_fit(g, &g->known.v[i]);
    givens_write(g);
    return fits > 1 || all ? fits : maker_ask(g->m, g->file);
}

/* Adds random values until few solutions are left, and chooses one of them. */
static int givens_random(struct givens *g)
{
    for (;;) {
        solutions_release(&g->known);
        givens_write(g);
        int n = g->m->solutions(g->m->state, text_string(g->file), MANY, &g->known);
        if (n <= 0) return n;
        const int64_t *value = g->known.v[random_below(&g->m->random, n)].v;
        int cell = random_below(&g->m->random, g->rows * g->cols);
        for (int c = 0; c < g->rows * g->cols; c++)
            if (n < MANY || c == cell) g->value[c] = value[c];
        if (n < MANY) return 1;
        g->kept[cell] = value[cell] != 0;
    }
}

int *maker_order(struct random *random, int n)
{
    int *order = mem_new((size_t)n, sizeof *order);
    for (int i = 0; i < n; i++) order[i] = i;
    random_shuffle(random, order, n);
    return order;
}

int maker_thin(int64_t *value, int64_t none, const int *order, int n, int (*ask)(void *state), void *state)
{
    int answer = 1;
    for (int i = 0; i < n && answer >= 0; i++) {
        int64_t before = value[order[i]];
        if (before == none) continue;
        value[order[i]] = none;
        answer = ask(state);
        if (answer != 1) value[order[i]] = before;
    }
    return answer < 0 ? -1 : 1;
}

void maker_ease(struct board_maker *m, int n, void (*put)(void *state, int removed), void *state,
                const struct text *file)
{
    int least = 0, most = m->level ? n : 0; /* what is not too hard, and what may be */
    if (!m->level) put(state, n);
    for (int k = n; m->level && least <= most; k = (least + most + 1) / 2) {
        put(state, k);
        m->rated = m->rate(m->state, text_string(file), m->level);
        if (k == least) return;
        if (m->rated > m->level)
            most = k - 1;
        else
            least = k;
    }
}

/* The removed values, in a random order. */
struct easing {
    struct givens *g;
    const int64_t *full;
    struct lits removed;
};

static void givens_put(void *easing, int removed)
{
    const struct easing *e = easing;
    for (int i = 0; i < e->removed.n; i++) e->g->value[e->removed.v[i]] = i < removed ? 0 : e->full[e->removed.v[i]];
    givens_write(e->g);
}

int maker_givens(struct board_maker *m, const char *head, const char *letters, int rows, int cols, struct text *file)
{
    size_t cells = (size_t)rows * (size_t)cols;
    OWNED int64_t *value = mem_new(cells, sizeof *value);
    OWNED bool *kept = mem_new(cells, sizeof *kept);
    struct givens g = {m, head, letters, rows, cols, value, kept, {0}, file};
    int answer = givens_random(&g);
    OWNED int *order = answer > 0 ? maker_order(&m->random, rows * cols) : NULL;
    OWNED int64_t *full = mem_copy(value, cells, sizeof *full);
    if (answer > 0) answer = maker_thin(value, 0, order, rows * cols, givens_ask, &g);
    struct easing e = {.g = &g, .full = full};
    for (int i = 0; answer > 0 && i < rows * cols; i++)
        if (full[order[i]] && !value[order[i]]) lits_push(&e.removed, order[i]);
    if (answer > 0) maker_ease(m, e.removed.n, givens_put, &e, file);
    lits_release(&e.removed);
    solutions_release(&g.known);
    return answer;
}
