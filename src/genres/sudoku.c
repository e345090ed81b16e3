/* sudoku: every row, column and box has each number once. */
#include "genres/genre.h"

static bool sudoku_fits(const struct clues *c, int row, int col, const char *word)
{
    return *word >= '1' && *word <= '0' + c->rows && !word[1];
}

/* The rows and columns of a box: 3x3 of nine, 2x3 of six. */
static int sudoku_box_rows(const struct clues *c)
{
    int rows = 1;
    for (int r = 2; r * r <= c->rows; r++)
        if (c->rows % r == 0) rows = r;
    return rows;
}

static int sudoku_box(const struct clues *c, int row, int col)
{
    const int rows = sudoku_box_rows(c), cols = c->cols / rows;
    return row / rows * rows + col / cols;
}

static void sudoku_state(const struct clues *c, struct model *m)
{
    const int n = c->rows;
    int box[9 * 9];
    genre_numbers(c, m, 1, n, true);
    genre_latin(c, m);
    for (int b = 0; b < n; b++) {
        SCOPED(text) line = {0};
        int k = 0;
        text_put(&line, "region");
        for (int i = 0; i < n * n; i++) {
            if (sudoku_box(c, i / n, i % n) != b) continue;
            text_add(&line, " %d %d", i / n, i % n);
            box[k++] = i;
        }
        genre_differ(m, box, n, "the numbers of box %d differ", b + 1);
        genre_show(m, "%s", text_string(&line));
    }
}

static const struct wording sudoku_wording[] = {
    GENRE_LATIN_WORDING, {"the numbers of box", "box", GENRE_LATIN_TAIL, NULL}, {NULL}};

static const struct genre sudoku = {.square = true,
                                    .numbers = true,
                                    .turned = true,
                                    .sampled = true,
                                    .least = 4,
                                    .most = 9,
                                    .expects = "a number from 1 to the number of rows",
                                    .links = "sudoku",
                                    .coding = "n",
                                    .fits = sudoku_fits,
                                    .state = sudoku_state,
                                    .fill = genre_fill_numbers};

GENRE(sudoku, sudoku, "9x9 4x4 6x6", "A touch puts in the next number, and digits put in a number.", .name = "sudoku",
      .title = "Sudoku", .about = "fill in numbers; rows, columns and boxes have each once",
      .rules = "Put a number into every cell, so that each row, each column and each box with bold borders has every "
               "number once.",
      .source = "Howard Garns, Dell Pencil Puzzles and Word Games, 1979", .generator.day = "1 6x6 1",
      .notation = GENRE_NOTATION("1... ..3. .4.. ...2"));
