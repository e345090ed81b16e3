/* Gunport: place dominoes until no more fits. The bare cells are the gunports; leave as many as
 * possible.
 *
 * Equivalently: cover every open cell with a domino or a monomino, no two monominoes edge to edge,
 * and maximize the monominoes. No conjectured formula for their number is used. One fact is:
 * dominoes cover two cells each, so the number of gunports has the parity of the number of open
 * cells, and objective values move in steps of 2. */
#include "puzzles/gunport/gunport.h"

#include <string.h>

enum { SIDE_LIMIT = 10000, CELL_LIMIT = 250000 };

static const char PIECES[] = "o<>^v";

/* ---- the board ------------------------------------------------------------------------------- */

bool gunport_partner(char half, int *dr, int *dc, char *other)
{
    static const char halves[] = "<>^v", others[] = "><v^";
    static const signed char step[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    const char *h = half ? strchr(halves, half) : NULL;
    if (!h) return false;
    *dr = step[h - halves][0];
    *dc = step[h - halves][1];
    *other = others[h - halves];
    return true;
}

/* Whether the pieces are whole and no two gunports are edge to edge. `what` names the text. False,
 * with a sentence. */
static bool pieces_fit(int rows, int cols, const char *cell, const char *what, struct text *err)
{
    struct instance b = {.rows = rows, .cols = cols};
    for (int i = 0; i < rows * cols; i++) {
        int r = i / cols, c = i % cols, dr, dc;
        char other;
        if (gunport_partner(cell[i], &dr, &dc, &other) &&
            (!on_board(&b, r + dr, c + dc) || cell[at(&b, r + dr, c + dc)] != other))
            return text_error(err, "In %s, row %d, column %d, '%c' is half a domino; its other half '%c' is missing.",
                              what, r + 1, c + 1, cell[i], other);
        if (cell[i] == 'o' && ((c + 1 < cols && cell[i + 1] == 'o') || (r + 1 < rows && cell[i + cols] == 'o')))
            return text_error(err,
                              "In %s, the gunport in row %d, column %d is next to another one; a domino fits there.",
                              what, r + 1, c + 1);
    }
    return true;
}

/* ---- the puzzle's own choices ---------------------------------------------------------------- */

#define FIELD(name) .offset = offsetof(struct gunport_choices, name)

static const struct option options[] = {
    WORD_OPTION("symmetry", "all half-turn quarter-turn none", symmetry,
                "formulation defects, search up: heuristics try packings with this symmetry"),
    YES_NO_OPTION("frontier", frontier, "search up: heuristics also use frontier dynamic programming (default yes)"),
    YES_NO_OPTION(
        "dominance", canonical,
        "defects: leave out packings that moving one hole or turning two dominoes makes canonical (default yes)",
        .initial = "yes", .flags = OPTION_SHAPES),
    YES_NO_OPTION("redundant-rows", redundant,
                  "defects: add the counting identity as a row, and count dominoes in the objective; for "
                  "cutting-planes solvers (default no)",
                  .initial = "no", .flags = OPTION_SHAPES),
    {0},
};

/* ---- parse, label, verify -------------------------------------------------------------------- */

static bool is_not_canonical(const struct instance *b) { return b->choices.canonical == OPTION_NO; }

static const char *preferred_symmetry(const struct instance *b)
{
    static const char *const names[] = {"all", "half-turn", "quarter-turn", "none"};
    return names[b->choices.symmetry];
}

static struct instance *gunport_parse(const struct source *source, struct text *err)
{
    static const struct grid_rules rules = {".#o<>^v", SIDE_LIMIT, CELL_LIMIT, false};
    SCOPED(grid) g = {0};
    if (!grid_source(source, &rules, NULL, &g, err) || !pieces_fit(g.rows, g.cols, g.cell, source->name, err))
        return NULL;
    struct instance *b = mem_new(1, sizeof *b);
    *b = (struct instance){.rows = g.rows, .cols = g.cols, .cell = TAKEN(g.cell)};
    for (int i = 0; i < b->rows * b->cols; i++) {
        b->open += b->cell[i] != '#';
        b->fixed += strchr("o<^", b->cell[i]) != NULL;
    }
    options_fill(source->options, options, &b->choices);
    return b;
}

static void gunport_release(struct instance *b)
{
    if (b) MEM_FREE(b->cell, b);
}

static void gunport_label(const struct instance *b, struct text *out)
{
    text_add(out, "%dx%d", b->rows, b->cols);
    if (b->open < b->rows * b->cols) text_add(out, ", %d blocked", b->rows * b->cols - b->open);
    if (b->fixed) text_add(out, ", %d fixed", b->fixed);
}

static bool cells_agree(const struct instance *b, const char *cell, struct text *err)
{
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols + 1, c = i % b->cols + 1;
        if (b->cell[i] == '.' && cell[i] == '#')
            return text_error(err, "Row %d, column %d is '#' in the solution, but open on the board.", r, c);
        if (b->cell[i] != '.' && b->cell[i] != cell[i])
            return text_error(err, "Row %d, column %d is '%c' on the board, but '%c' in the solution.", r, c,
                              b->cell[i], cell[i]);
    }
    return true;
}

static bool gunport_verify(const struct instance *b, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(grid) g = {0};
    *objective_value = 0;
    if (!grid_solution(solution, "#o<>^v", b->rows, b->cols, &g, err)) return false;
    bool right = cells_agree(b, g.cell, err) && pieces_fit(g.rows, g.cols, g.cell, "the solution", err);
    for (int i = 0; right && i < g.rows * g.cols; i++) *objective_value += g.cell[i] == 'o';
    return right;
}

/* ---- drawing and symmetry -------------------------------------------------------------------- */

/* Draws the piece whose first half, or only cell, is here. */
static void piece_draw(const struct instance *b, struct canvas *canvas, int r, int c, char piece)
{
    bool given = b->cell[at(b, r, c)] == piece;
    struct drawn_shape f = {.row = r, .col = c, .row2 = r + (piece == '^'), .col2 = c + (piece == '<'), .given = given};
    f.shape = piece == 'o' ? SHAPE_PORT : SHAPE_TILE;
    f.ink = piece == 'o' ? INK_MARK : piece == '<' ? INK_PIECE : INK_PIECE_2;
    canvas_box(canvas, r, c, f.row2, f.col2);
    canvas_shape(canvas, f);
}

static struct canvas *gunport_draw(const struct instance *b, const struct solution *solution)
{
    static const char letters[] = "o#.<>^v";
    static const enum ink inks[] = {INK_MARK, INK_BLOCKED, INK_NONE, INK_PIECE, INK_PIECE, INK_PIECE_2, INK_PIECE_2};
    struct canvas *canvas = canvas_new(b->rows, b->cols);
    char shown[sizeof letters] = ""; /* the letters in the picture */
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        char cell = solution ? GUNPORT_LETTERS[solution->v[i]] : b->cell[i], label[] = {cell, 0};
        bool given = b->cell[i] == cell && strchr(PIECES, cell);
        if (strchr("<>^v", cell)) label[0] = given ? '=' : '\0';
        canvas_cell(canvas, r, c, inks[strchr(letters, cell) - letters], label);
        if (!strchr(shown, cell)) shown[strlen(shown)] = cell;
        if (cell == '.') canvas_box(canvas, r, c, r, c);
        if (strchr("o<^", cell)) piece_draw(b, canvas, r, c, cell);
    }
    if (strchr(shown, 'o')) canvas_key(canvas, INK_MARK, "o", "a gunport");
    if (strchr(shown, '<')) canvas_key(canvas, INK_PIECE, NULL, "a domino, lying (cells without a line between)");
    if (strchr(shown, '^')) canvas_key(canvas, INK_PIECE_2, NULL, "a domino, standing");
    if (b->fixed) canvas_key_given(canvas, INK_PIECE, "=", "a fixed piece");
    if (strchr(shown, '#')) canvas_key(canvas, INK_BLOCKED, "#", "a blocked cell");
    return canvas;
}

static enum half half(int n, int i, int j)
{
    if ((i > j ? i : j) < n / 2) return FIRST_HALF;
    return (i < j ? i : j) >= n - n / 2 ? LAST_HALF : ACROSS;
}

int gunport_group(const struct instance *b, int r, int c, int r2, int c2)
{
    return HALVES * (int)half(b->rows, r, r2) + (int)half(b->cols, c, c2);
}

static char turned(char letter, int s)
{
    int dr, dc;
    char other;
    if (!gunport_partner(letter, &dr, &dc, &other)) return letter;
    if (s & (dr ? UP_DOWN : LEFT_RIGHT)) letter = other;
    return s & TRANSPOSE ? "^v<>"[strchr("<>^v", letter) - "<>^v"] : letter;
}

bool gunport_symmetry(const struct instance *b, int s) { return grid_keeps(b->rows, b->cols, b->cell, s, turned); }

static bool image(const struct instance *b, const struct solution *solution, int s, struct solution *out)
{
    if (s < SYMMETRIES) grid_turn(solution, gunport_symmetry(b, s) ? s : 0, GUNPORT_LETTERS, turned, out);
    return s < SYMMETRIES;
}

/* ---- the puzzle ------------------------------------------------------------------------------ */

/* Measured: every wall of a board with blocked cells adds defects. */
static bool defects_win(const struct instance *b) { return b->open == b->rows * b->cols; }

static const struct theorems theorems = {GUNPORT_IDENTITY_CANONICAL, "docs/research/gunport-theory.md",
                                         is_not_canonical, GUNPORT_IDENTITY};
static const struct upward up = {gunport_places_symmetries, "", preferred_symmetry};

static const struct formulation formulations[] = {
    {"defects", "full boards: counts the defects that keep a packing below the arithmetic bound; search up",
     defects_win, defects_build, gunport_places_decode, &up, defects_objective, .seconds = gunport_loop_seconds,
     .theorems = &theorems},
    {"monomino",
     "a gunport per cell and two domino places; each cell is a gunport or covered by exactly one domino, "
     "and no two gunports touch",
     NULL, gunport_monomino_build, gunport_places_decode, .objective = gunport_covered},
    {"matching", "domino places only; of two neighbors one is covered (a smallest maximal matching)", NULL,
     gunport_matching_build, gunport_places_decode, .objective = gunport_dominoes},
    {"indexed", "numbered dominoes, a variable per cell for each; slow, for comparison", gunport_indexed_applies,
     gunport_indexed_build, gunport_places_decode, .objective = gunport_covered},
    {0},
};

const struct puzzle puzzle_gunport = {
    .name = "gunport",
    .title = "Gunport",
    .about = "leave as many holes between dominoes as you can",
    .rules = "Place dominoes until no more fit. Cells left uncovered are gunports: leave as many as you can.",
    .source = "Bill Sands, The gunport problem, Mathematics Magazine 44 (1971) 193-196; elsewhere: clumsy packing of "
              "dominoes, domino exclusion, minimum maximal matching of a grid graph (docs/research/gunport.md)",
    .notation =
        {.instance = "ROWSxCOLS | -f FILE",
         .example = "7x7",
         .solution =
             "one row a line: 'o' gunport, '<>' and '^' over 'v' dominoes, '#' blocked; in a board '.' is free"},
    .unit = "gunports",
    .options = options,
    .formulations = formulations,
    .parse = gunport_parse,
    .release = gunport_release,
    .label = gunport_label,
    .verify = gunport_verify,
    .draw = gunport_draw,
    .symmetry = {.image = image},
    .engines = gunport_engines,
    .moves = &gunport_moves,
    .generator = {.make = gunport_make},
};
