/* kenken: rows and columns have each number once; the numbers of a cage make its result by its operation. */
#include "genres/genre.h"

#include <stdlib.h>
#include <string.h>

enum { KENKEN_MOST = 9, KENKEN_CAGE = 4 };

static bool kenken_fits(const struct clues *c, int row, int col, const char *word)
{
    const size_t n = strspn(word, "0123456789");
    int cells = 0;
    for (int i = 0; i < c->rows * c->cols; i++) cells += c->region[i] == c->region[row * c->cols + col];
    return n && n < 5 && cells <= KENKEN_CAGE && (!word[n] || (strchr("+-x/", word[n]) && !word[n + 1]));
}

/* The result of the numbers; -1: there is no quotient. Of a difference or a quotient, the largest one is reduced by all
 * others. */
static int64_t kenken_result(const int64_t *v, int n, char operation)
{
    int64_t sum = 0, product = 1, most = 0;
    for (int i = 0; i < n; i++) {
        sum += v[i];
        product *= v[i];
        if (v[i] > most) most = v[i];
    }
    if (operation == '-') return 2 * most - sum;
    if (operation == '/') return most * most % product ? -1 : most * most / product;
    return operation == 'x' ? product : sum;
}

/* A table of the numbers that make the result. */
static void kenken_cage(struct model *m, const int *cell, int n, int top, int result, char operation)
{
    int64_t v[KENKEN_CAGE] = {1, 1, 1, 1};
    size_t cap = 0, size = 0;
    OWNED int64_t *w = NULL;
    struct row r = {.kind = ROW_TABLE, .integer = cell, .integers = n};
    for (int i = 0; i < n;) {
        if (kenken_result(v, n, operation) == result) {
            for (int k = 0; k < n; k++) MEM_PUSH(w, size, cap, v[k]);
            r.hi++;
        }
        for (i = 0; i < n && ++v[i] > top; i++) v[i] = 1;
    }
    r.w = w;
    model_add(m, &r);
}

static void kenken_state(const struct clues *c, struct model *m)
{
    genre_numbers(c, m, 1, c->rows, false);
    genre_latin(c, m);
    genre_show_regions(c, m);
    for (int i = 0; i < c->rows * c->cols; i++) {
        const char *word = clues_at(c, i / c->cols, i % c->cols);
        const char operation = word[strspn(word, "0123456789")];
        int cell[KENKEN_CAGE], n = 0;
        if (!*word) continue;
        for (int k = 0; k < c->rows * c->cols && n < KENKEN_CAGE; k++)
            if (c->region[k] == c->region[i]) cell[n++] = k;
        const char *sign = operation == 'x'   ? "×"
                           : operation == '/' ? "÷"
                           : operation == '-' ? "−"
                           : operation        ? "+"
                                              : "";
        genre_rule(c, m, i / c->cols, i % c->cols, "the cage %d%s at row %d, column %d", atoi(word), sign,
                   i / c->cols + 1, i % c->cols + 1);
        kenken_cage(m, cell, n, c->rows, atoi(word), operation);
        genre_show(m, "given %d %d symbol %d%s none", i / c->cols, i % c->cols, atoi(word), sign);
    }
}

static bool kenken_draw(struct clues *c, int64_t *cell, struct random *random)
{
    genre_draw_cages(c, 3, random);
    return c->regions <= 50;
}

static void kenken_fill(struct clues *c, const int64_t *value, struct random *random)
{
    for (int cage = 0; cage < c->regions; cage++) {
        const int first = clues_first(c, cage);
        int64_t v[KENKEN_CAGE];
        int n = 0;
        for (int i = 0; i < c->rows * c->cols; i++)
            if (c->region[i] == cage) v[n++] = value[i];
        char operation = "+x-/-/"[random_below(random, n == 2 ? 6 : 2)];
        if (operation == '/' && kenken_result(v, n, operation) < 0) operation = '-';
        clues_set(c, first / c->cols, first % c->cols, n > 1 ? "%d%c" : "%d", (int)kenken_result(v, n, operation),
                  operation);
    }
}

static const struct wording kenken_wording[] = {
    {"the cage", "cage", " gets its result by no other number here", NULL}, GENRE_LATIN_WORDING, {NULL}};

static const struct genre kenken = {.regions = true,
                                    .square = true,
                                    .numbers = true,
                                    .sampled = true,
                                    .whole = true,
                                    .least = 3,
                                    .most = KENKEN_MOST,
                                    .expects = "a result and + - x or /, of a cage of at most 4 cells",
                                    .fits = kenken_fits,
                                    .state = kenken_state,
                                    .draw = kenken_draw,
                                    .fill = kenken_fill};

GENRE(kenken, kenken, "5x5 4x4 6x6", "A touch puts in the next number, and digits put in a number.", .name = "kenken",
      .title = "KenKen", .about = "fill in numbers; cages with bold borders have results",
      .rules = "Put a number into every cell, so that the numbers of each row and column differ. The numbers of a cage "
               "with bold borders make its result by its operation, in any order.",
      .source = "Tetsuya Miyamoto, 2004", .notation = GENRE_NOTATION("AAB CCB CDD 3.5 6.. .4."));
