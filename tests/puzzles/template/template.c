/* Template: a small puzzle on a grid with regions. Copy it to src/puzzles/NAME/NAME.c; CONTRIBUTING.md has the steps.
 *
 * Every region takes the same number of stones, and no two stones are next to each other in a row or a column.
 *
 *     A A|B        o .|.
 *     ---+         ---+
 *     C|B B        .|o .        one stone a region: --stones 1
 *     C C|B        . .|.  */
#include "base/number.h"
#include "puzzles/maker.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

#include <string.h>

enum { SIDE_LIMIT = 100 };

static const char LETTERS[] = ".o-"; /* of a position: free, a stone, none; of a solution: none, a stone */
static const char REGIONS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* The values of the puzzle's own options. */
struct template_choices {
    int stones;
};

struct instance {
    struct template_choices choices;
    int rows, cols;
    char *region; /* rows * cols letters, row by row */
    char *given;  /* 'o' a stone that is given, '-' none, '.' free */
};

/* ---- reading ----------------------------------------------------------------------------------- */

#define FIELD(name) .offset = offsetof(struct template_choices, name)
static const struct option options[] = {
    INTEGER_OPTION("stones", "K", 1, 100, stones, "stones in each region (default 1)", .initial = "1",
                   .flags = OPTION_SHAPES),
    {0},
};

static void template_release(struct instance *in) { MEM_FREE(in->region, in->given, in); }

/* The regions, as rows in words or in a file; in a file a second grid may give stones, or that there is none. */
static struct instance *template_parse(const struct source *source, struct text *err)
{
    static const struct grid_rules rules = {REGIONS, SIDE_LIMIT, SIDE_LIMIT * SIDE_LIMIT, .rows = true};
    SCOPED(grid) region = {0}, given = {0};
    size_t from = 0;
    if (!grid_source(source, &rules, &from, &region, err) || !grid_second(source, from, ".o-", &region, &given, err))
        return NULL;
    struct instance *in = mem_new(1, sizeof *in);
    *in = (struct instance){
        .rows = region.rows, .cols = region.cols, .region = TAKEN(region.cell), .given = TAKEN(given.cell)};
    options_fill(source->options, options, &in->choices);
    if (source->like) in->choices = source->like->choices; /* what is left of a game */
    return in;
}

static void template_label(const struct instance *in, struct text *out)
{
    int stones = in->choices.stones;
    text_add(out, "%dx%d, %d %s per region", in->rows, in->cols, stones, plural(stones, "stone", "stones"));
}

/* ---- the rules: shares no code with build and decode ------------------------------------------- */

static bool stones_right(const struct instance *in, const char *cell, struct text *err)
{
    int count[256] = {0}, cols = in->cols;
    for (int i = 0; i < in->rows * cols; i++) {
        bool stone = cell[i] == 'o';
        if (in->given[i] != '.' && stone != (in->given[i] == 'o'))
            return text_error(err, "Row %d, column %d: this is given otherwise.", i / cols + 1, i % cols + 1);
        if (stone && ((i % cols && cell[i - 1] == 'o') || (i >= cols && cell[i - cols] == 'o')))
            return text_error(err, "Row %d, column %d: a stone is next to another one.", i / cols + 1, i % cols + 1);
        count[(unsigned char)in->region[i]] += stone;
    }
    for (int i = 0; i < in->rows * cols; i++)
        if (count[(unsigned char)in->region[i]] != in->choices.stones)
            return text_error(err, "The region %c has %d stones, not %d.", in->region[i],
                              count[(unsigned char)in->region[i]], in->choices.stones);
    return true;
}

static bool template_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(grid) g = {0};
    *objective_value = 0;
    return grid_solution(solution, ".o", in->rows, in->cols, &g, err) && stones_right(in, g.cell, err);
}

static struct canvas *template_draw(const struct instance *in, const struct solution *solution)
{
    static const enum edge edges[GRID_SIDES] = {NORTH, SOUTH, WEST, EAST};
    struct canvas *c = canvas_new(in->rows, in->cols);
    canvas_lattice(c);
    for (int i = 0; i < in->rows * in->cols; i++) {
        for (int side = 0; side < GRID_SIDES; side++) { /* bold lines around regions */
            int next = grid_next(in->rows, in->cols, i, side);
            if (next < 0 || in->region[next] != in->region[i]) canvas_sides(c, i / in->cols, i % in->cols, edges[side]);
        }
        char given = in->given[i], sign = given != '.' ? given : solution ? LETTERS[solution->v[i]] : '.';
        enum ink ink = sign == '.' ? INK_NONE : sign == 'o' && given != 'o' ? INK_PIECE : INK_DIM;
        canvas_cell(c, i / in->cols, i % in->cols, ink, sign == '.' ? NULL : sign == 'o' ? "o" : "-");
    }
    canvas_key(c, INK_PIECE, "o", "a stone");
    canvas_key(c, INK_DIM, "o", "a given stone");
    canvas_key(c, INK_DIM, "-", "no stone");
    return c;
}

/* ---- the formulation --------------------------------------------------------------------------- */

static void template_build(const struct formulation *f, const struct instance *in, const struct bounds *bounds,
                           struct model *m)
{
    int cells = in->rows * in->cols;
    OWNED lit *x = mem_new((size_t)cells, sizeof *x), *y = mem_new((size_t)cells, sizeof *y);
    for (int i = 0; i < cells; i++) x[i] = model_var(m, "stone %d,%d", i / in->cols + 1, i % in->cols + 1);
    model_keep(m, x, (size_t)cells); /* what decode gets */
    for (const char *letter = REGIONS; *letter; letter++) {
        int n = 0;
        for (int i = 0; i < cells; i++)
            if (in->region[i] == *letter) y[n++] = x[i];
        model_rule(m, "region %c has %d stones", *letter, in->choices.stones);
        if (n) model_card(m, y, n, in->choices.stones, in->choices.stones);
    }
    for (int i = 0; i < cells; i++)
        for (int side = 0; side < GRID_SIDES; side++) {
            int next = grid_next(in->rows, in->cols, i, side);
            model_rule(m, "no stone is next to that on %d,%d", i / in->cols + 1, i % in->cols + 1);
            if (next > i) model_2(m, -x[i], -x[next]);
        }
    for (int i = 0; i < cells; i++) {
        model_rule(m, "%d,%d is given", i / in->cols + 1, i % in->cols + 1);
        if (in->given[i] != '.') model_1(m, in->given[i] == 'o' ? x[i] : -x[i]);
    }
}

static void template_decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                            struct solution *out)
{
    int64_t *v = solution_numbers(out, in->rows * in->cols, in->cols);
    for (int i = 0; i < out->n; i++) v[i] = value_true(a, x[i]);
}

static const struct formulation formulations[] = {
    {.name = "cells", .about = "a variable a cell", .build = template_build, .decode = template_decode},
    {0},
};

/* ---- playing: a position is a grid of '.', 'o' and '-' ------------------------------------------- */

enum { STONE = 1 };

static void template_begin(struct position *p)
{
    grid_open(p, p->instance->rows, p->instance->cols, p->instance->given);
}

/* What is left is the same puzzle with more given. */
static void template_left(const struct position *p, int64_t *made, struct text *out)
{
    grid_write(p->rows, p->cols, p->instance->region, out);
    text_char(out, '\n');
    position_print(p, out);
}

static void template_mistakes(const struct position *p, struct position_mistakes *l)
{
    for (int k = 0; k < p->n; k++)
        for (int side = 0; side < GRID_SIDES; side++) {
            int next = grid_next(p->rows, p->cols, k, side), row = k / p->cols, col = k % p->cols;
            if (next > k && p->now[k] == STONE && p->now[next] == STONE)
                position_mistakes_add(l, row, col, "Two stones are next to each other at row %d, column %d.", row + 1,
                                      col + 1);
        }
}

static const char *const samples[] = {"template AABBB ACCBB ACCDB EECDD EEEDD\n", NULL};
static const char *const words[] = {"free", "a stone", "no stone"};

static const struct grid_moves grid = {
    .letters = LETTERS, .values = 2, .marks = true, .words = words, .variable = "stone %d,%d", .left = template_left};

static const struct moves moves = {
    .grid = &grid,
    .samples = samples,
    .how = "Touch a cell to put a stone there; again: no stone; once more: free.",
    .plain = "cells",
    GRID_MOVES(template),
};

/* ---- generating: random regions, then givens until there is one solution ----------------------- */

/* Regions grow from random cells by random free cells next to them. */
static void template_regions(struct board_maker *m, int rows, int cols, char *region)
{
    memset(region, 0, (size_t)(rows * cols));
    for (int made = 0; made < rows * cols;) {
        int cell = random_below(&m->random, rows * cols);
        int next = grid_next(rows, cols, cell, random_below(&m->random, GRID_SIDES));
        if (region[cell] || (made >= rows && (next < 0 || !region[next]))) continue;
        region[cell] = made < rows ? (char)('A' + made) : region[next];
        made++;
    }
}

static bool template_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { SIDE = 5, MOST = 12 };
    int rows = m->rows ? m->rows : SIDE, cols = m->cols ? m->cols : SIDE, answer = 0;
    if (rows > MOST || cols > MOST) return text_error(err, "Boards up to %dx%d are made.", MOST, MOST);
    OWNED char *region = mem_new((size_t)(rows * cols), 1);
    for (int i = 0; i < MAKER_TRIES && !answer; i++) {
        SCOPED(text) head = {0};
        template_regions(m, rows, cols, region);
        maker_header(m, NULL, &head);
        grid_write(rows, cols, region, &head);
        text_char(&head, '\n');
        answer = maker_givens(m, text_string(&head), ".o", rows, cols, file);
    }
    return answer == 1 || maker_gave_up(answer, "ask for fewer stones", err);
}

const struct puzzle puzzle_template = {
    .name = "template",
    .title = "Stones in regions",
    .rules =
        "Put the same number of stones into every region (--stones; one, if you do not say). No two stones are next "
        "to each other in a row or a column.",
    .source = "an example for programmers",
    .notation = {.instance = "ROW... | -f FILE",
                 .example = "AABBB ACCBB ACCDB EECDD EEEDD --stones 2",
                 .solution = "one row a line: 'o' a stone, '.' none"},
    .formulations = formulations,
    .parse = template_parse,
    .release = template_release,
    .label = template_label,
    .verify = template_verify,
    .draw = template_draw,
    .options = options,
    .moves = &moves,
    .generator = {.make = template_make},
};
