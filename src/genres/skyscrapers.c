/* skyscrapers: the heights of each row and column differ; a clue counts the buildings that are seen from there. */
#include "genres/genre.h"

enum { SKYSCRAPERS_MOST = 9 };

static bool skyscrapers_fits(const struct clues *c, int row, int col, const char *word)
{
    return *word >= '1' && *word <= '0' + c->rows && !word[1];
}

/* The cells of line i that are seen from side k, the first one first; and the place of its clue. */
static void skyscrapers_line(int n, int side, int i, int *cell, int *row, int *col)
{
    const bool far = side % 2, down = side < 2;
    for (int k = 0; k < n; k++) {
        const int at = far ? n - 1 - k : k;
        cell[k] = down ? at * n + i : i * n + at;
    }
    *row = !down ? i : far ? n : -1;
    *col = down ? i : far ? n : -1;
}

/* The states of an automaton: the tallest building so far, and how many are seen, up to one more than the clue. */
static void skyscrapers_seen(struct model *m, int clue, const int *cell, int n)
{
    int64_t transition[(SKYSCRAPERS_MOST + 1) * (SKYSCRAPERS_MOST + 2) * SKYSCRAPERS_MOST][3];
    int k = 0;
    for (int tallest = 0; tallest <= n; tallest++)
        for (int seen = 0; seen <= clue; seen++)
            for (int v = 1; v <= n; v++) {
                const bool more = v > tallest;
                if (seen + more > clue) continue;
                transition[k][0] = tallest * (clue + 1) + seen;
                transition[k][1] = v;
                transition[k++][2] = (more ? v : tallest) * (clue + 1) + seen + more;
            }
    genre_automaton(m, cell, n, (n + 1) * (clue + 1), n * (clue + 1) + clue, transition, k);
}

static void skyscrapers_state(const struct clues *c, struct model *m)
{
    static const char *const from[] = {"above column", "below column", "left of row", "right of row"};
    int cell[SKYSCRAPERS_MOST], row, col;
    genre_numbers(c, m, 1, c->rows, true);
    genre_latin(c, m);
    for (int i = 0; i < 4 * c->rows; i++) {
        skyscrapers_line(c->rows, i / c->rows, i % c->rows, cell, &row, &col);
        const int clue = clues_number(c, row, col);
        if (clue < 0) continue;
        genre_rule(c, m, row, col, "the clue %d %s %d", clue, from[i / c->rows], i % c->rows + 1);
        skyscrapers_seen(m, clue, cell, c->rows);
        genre_show(m, "given %d %d symbol %d", row, col, clue);
    }
}

static void skyscrapers_fill(struct clues *c, const int64_t *value, struct random *random)
{
    int cell[SKYSCRAPERS_MOST], row, col;
    for (int i = 0; i < 4 * c->rows; i++) {
        int seen = 0;
        int64_t tallest = 0;
        skyscrapers_line(c->rows, i / c->rows, i % c->rows, cell, &row, &col);
        for (int k = 0; k < c->rows; k++) {
            seen += value[cell[k]] > tallest;
            if (value[cell[k]] > tallest) tallest = value[cell[k]];
        }
        clues_set(c, row, col, "%d", seen);
    }
}

static const struct wording skyscrapers_wording[] = {
    {"the clue", "clue", " is met by no other height here", NULL}, GENRE_LATIN_WORDING, {NULL}};

static const struct genre skyscrapers = {.sides = NORTH | EAST | SOUTH | WEST,
                                         .square = true,
                                         .numbers = true,
                                         .sampled = true,
                                         .least = 3,
                                         .most = SKYSCRAPERS_MOST,
                                         .expects = "a number from 1 to the number of rows",
                                         .links = "skyscrapers skyscraper building",
                                         .coding = "en",
                                         .fits = skyscrapers_fits,
                                         .state = skyscrapers_state,
                                         .fill = skyscrapers_fill};

GENRE(
    skyscrapers, skyscrapers, "5x5 4x4 6x6", "A touch puts in the next number, and digits put in a number.",
    .name = "skyscrapers", .title = "Skyscrapers", .about = "fill in heights; clues count the buildings that are seen",
    .rules = "Put a height into every cell, so that the heights of each row and column differ. A number next to the "
             "board counts the buildings that are seen from there, because a taller one hides all lower ones after it.",
    .source = "Masanori Natsuhara, World Puzzle Championship, 1992",
    .notation = GENRE_NOTATION(".1..4. .....3 ...... ...... ...... .2...."));
