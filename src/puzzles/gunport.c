/* Gunport: lay dominoes until no more fits; the bare cells are the gunports; leave as many as possible.
 *
 * Equivalently: cover every open cell with a domino or a monomino, no two monominoes edge to edge, and
 * maximise the monominoes. No formula for their number is used anywhere: published ones are there to
 * be checked. One fact is: dominoes cover two cells each, so the number of gunports has the parity of the
 * number of open cells, which is why the objectives move in steps. */
#include "puzzle.h"

#include <string.h>

enum { SIDE_LIMIT = 10000, CELL_LIMIT = 250000, INDEXED_LIMIT = 400 };

struct instance {
    int rows, cols, open, laid;
    char *cell; /* rows * cols: '.' free, '#' blocked, or a laid piece's 'o' '<' '>' '^' 'v' */
};

static const char PIECES[] = "o<>^v";

/* ---- the board ---------------------------------------------------------------------------------- */

static bool on_board(const struct instance *b, int r, int c)
{
    return 0 <= r && r < b->rows && 0 <= c && c < b->cols;
}
static int at(const struct instance *b, int r, int c) { return r * b->cols + c; }
static bool is_open(const struct instance *b, int r, int c)
{
    return on_board(b, r, c) && b->cell[at(b, r, c)] != '#';
}

/* Where the other half of a domino lies, seen from the half drawn as `half`; false: no half. */
static bool partner(char half, int *dr, int *dc, char *other)
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

/* Are the pieces whole, and no two gunports edge to edge? `what` names the text they stand in. */
static bool pieces_fit(int rows, int cols, const char *cell, const char *what, struct text *err)
{
    struct instance b = {.rows = rows, .cols = cols};
    for (int i = 0; i < rows * cols; i++) {
        int r = i / cols, c = i % cols, dr, dc;
        char other;
        if (partner(cell[i], &dr, &dc, &other) &&
            (!on_board(&b, r + dr, c + dc) || cell[at(&b, r + dr, c + dc)] != other))
            return text_error(err, "In %s, row %d, column %d, '%c' is half a domino; its other half '%c' is missing.",
                              what, r + 1, c + 1, cell[i], other);
        if (cell[i] == 'o' && ((c + 1 < cols && cell[i + 1] == 'o') || (r + 1 < rows && cell[i + cols] == 'o')))
            return text_error(err, "In %s, the gunport in row %d, column %d lies beside another one; a domino fits there.",
                              what, r + 1, c + 1);
    }
    return true;
}

/* ---- parse, label, verify ------------------------------------------------------------------------ */

static struct instance *board_new(int rows, int cols, char *cell)
{
    struct instance *b = mem_new(1, sizeof *b);
    *b = (struct instance){.rows = rows, .cols = cols, .cell = cell};
    for (int i = 0; i < rows * cols; i++) {
        b->open += cell[i] != '#';
        b->laid += strchr(PIECES, cell[i]) != NULL && cell[i] != '>' && cell[i] != 'v';
    }
    return b;
}

/* The only grid in the text; nothing but blanks and comments may follow it. */
static bool grid_read(const struct ask *ask, const char *alphabet, struct grid *g, struct text *err)
{
    size_t from = 0;
    if (!grid_parse(ask, &from, alphabet, g, err)) return false;
    struct words rest;
    words_split(ask->text + from, 1, &rest);
    bool more = rest.n > 0;
    words_release(&rest);
    if (!more) return true;
    grid_release(g);
    return text_error(err, "%s: a second grid follows the first; one is expected.", ask->name);
}

static struct instance *gunport_parse(const struct ask *ask, struct text *err)
{
    struct grid g = {0};
    if (ask->argc > 1 || (ask->argc == 1 && ask->text)) {
        text_error(err, "gunport takes one board: a size like 8x10, or a grid from a file; '%s' is too much.",
                   ask->argv[ask->argc - 1]);
        return NULL;
    }
    if (ask->text) {
        if (!grid_read(ask, ".#o<>^v", &g, err)) return NULL;
        if ((int64_t)g.rows * g.cols > CELL_LIMIT || !pieces_fit(g.rows, g.cols, g.cell, ask->name, err)) {
            if ((int64_t)g.rows * g.cols > CELL_LIMIT)
                text_error(err, "%s: the board is too large; at most %d cells are possible.", ask->name, CELL_LIMIT);
            grid_release(&g);
            return NULL;
        }
        return board_new(g.rows, g.cols, g.cell);
    }
    if (!ask->argc) {
        text_error(err, "gunport needs a board: a size like 8x10, or a grid from a file.");
        return NULL;
    }
    if (!size_parse(ask->argv[0], SIDE_LIMIT, CELL_LIMIT, &g.rows, &g.cols, err)) return NULL;
    size_t cells = (size_t)g.rows * (size_t)g.cols;
    g.cell = mem_new(cells, 1);
    memset(g.cell, '.', cells);
    return board_new(g.rows, g.cols, g.cell);
}

static void gunport_release(struct instance *b)
{
    if (!b) return;
    mem_free(b->cell);
    mem_free(b);
}

static void gunport_label(const struct instance *b, struct text *out)
{
    text_add(out, "%dx%d", b->rows, b->cols);
    if (b->open < b->rows * b->cols) text_add(out, ", %d blocked", b->rows * b->cols - b->open);
    if (b->laid) text_add(out, ", %d laid", b->laid);
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

static bool gunport_verify(const struct instance *b, const char *solution, int64_t *figure, struct text *err)
{
    struct ask ask = {.text = solution, .name = "solution", .line = 1};
    struct grid g;
    if (!grid_read(&ask, "#o<>^v", &g, err)) return false;
    bool right = (g.rows == b->rows && g.cols == b->cols) ||
                 text_error(err, "The solution has %d rows of %d cells; the board has %d rows of %d.", g.rows, g.cols,
                            b->rows, b->cols);
    right = right && cells_agree(b, g.cell, err) && pieces_fit(g.rows, g.cols, g.cell, "the solution", err);
    *figure = 0;
    for (int i = 0; right && i < g.rows * g.cols; i++) *figure += g.cell[i] == 'o';
    grid_release(&g);
    return right;
}

/* ---- drawing and symmetry ------------------------------------------------------------------------ */

static struct canvas *gunport_draw(const struct instance *b, const char *solution)
{
    struct canvas *canvas = canvas_new(b->rows, b->cols);
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        char cell = b->cell[i];
        if (solution) { /* verify accepted it: the i-th cell letter is cell i */
            while (!strchr("#o<>^v", *solution)) solution += *solution == ';' ? strcspn(solution, "\n") : 1;
            cell = *solution++;
        }
        switch (cell) {
        case 'o': canvas_cell(canvas, r, c, INK_MARK, "o"); break;
        case '#': canvas_cell(canvas, r, c, INK_BLOCKED, "#"); continue;
        case '.': canvas_cell(canvas, r, c, INK_NONE, "."); break;
        case '<':
        case '>': canvas_cell(canvas, r, c, INK_PIECE, NULL); break;
        default: canvas_cell(canvas, r, c, INK_PIECE_2, NULL);
        }
        if (cell == 'o' || cell == '.') canvas_box(canvas, r, c, r, c);
        if (cell == '<') canvas_box(canvas, r, c, r, c + 1);
        if (cell == '^') canvas_box(canvas, r, c, r + 1, c);
    }
    return canvas;
}

/* The image of rows x cols letters under symmetry g: bit 1 flips the rows, bit 2 the columns, bit 4 then
 * transposes (squares only, so that the image has the same shape). */
static void image(int rows, int cols, const char *cell, int g, char *out)
{
    struct instance b = {.rows = rows, .cols = cols};
    for (int i = 0; i < rows * cols; i++) {
        int r = i / cols, c = i % cols, dr, dc;
        char letter = cell[i], other;
        if (g & 1) r = rows - 1 - r;
        if (g & 2) c = cols - 1 - c;
        if (partner(letter, &dr, &dc, &other)) {
            if (dr ? g & 1 : g & 2) letter = other;
            if (g & 4) letter = "^v<>"[strchr("<>^v", letter) - "<>^v"];
        }
        out[g & 4 ? at(&b, c, r) : at(&b, r, c)] = letter;
    }
}

static void gunport_canonical(const struct instance *b, const char *solution, struct text *out)
{
    struct ask ask = {.text = solution, .name = "solution", .line = 1};
    struct text err = {0};
    struct grid g;
    bool legal = grid_read(&ask, "#o<>^v", &g, &err);
    assert(legal && "canonical gets what verify accepted");
    size_t cells = (size_t)(b->rows * b->cols);
    char *least = mem_new(cells, 1), *other = mem_new(cells, 1);
    memcpy(least, g.cell, cells);
    for (int s = 1; s < (b->rows == b->cols ? 8 : 4); s++) {
        image(b->rows, b->cols, b->cell, s, other);
        if (memcmp(other, b->cell, cells)) continue; /* not a symmetry of this board */
        image(b->rows, b->cols, g.cell, s, other);
        if (memcmp(other, least, cells) < 0) memcpy(least, other, cells);
    }
    for (int r = 0; r < b->rows; r++) {
        text_bytes(out, least + (size_t)r * (size_t)b->cols, (size_t)b->cols);
        text_char(out, '\n');
    }
    mem_free(least);
    mem_free(other);
    grid_release(&g);
}

/* ---- variables ------------------------------------------------------------------------------------
 * Per open cell, row by row: hole (it is a gunport), right (a domino on it and the next cell of its row),
 * down (a domino on it and the cell below). 0: no such place. */

struct places {
    const struct instance *b;
    lit *hole, *right, *down; /* hole: NULL if the formulation has none */
    int n;
};

static struct places places_new(const struct instance *b, bool holes)
{
    size_t cells = (size_t)(b->rows * b->cols);
    struct places p = {.b = b, .right = mem_new(cells, sizeof(lit)), .down = mem_new(cells, sizeof(lit))};
    if (holes) p.hole = mem_new(cells, sizeof(lit));
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        if (!is_open(b, r, c)) continue;
        if (holes) p.hole[i] = ++p.n;
        if (is_open(b, r, c + 1)) p.right[i] = ++p.n;
        if (is_open(b, r + 1, c)) p.down[i] = ++p.n;
    }
    return p;
}

static void places_release(struct places *p)
{
    mem_free(p->hole);
    mem_free(p->right);
    mem_free(p->down);
}

/* Declares the variables in the order of places_new, and the pieces already laid. */
static void places_pose(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols + 1, c = i % b->cols + 1;
        if (p->hole && p->hole[i]) model_var(m, "hole %d,%d", r, c);
        if (p->right[i]) model_var(m, "right %d,%d", r, c);
        if (p->down[i]) model_var(m, "down %d,%d", r, c);
    }
    assert(model_vars(m) == p->n && "the variables of the places come first");
}

/* The domino places that cover cell (r, c): at most 4; returns their number. */
static int covering(const struct places *p, int r, int c, lit *x)
{
    const struct instance *b = p->b;
    int n = 0, i = at(b, r, c);
    if (p->right[i]) x[n++] = p->right[i];
    if (is_open(b, r, c - 1)) x[n++] = p->right[i - 1];
    if (p->down[i]) x[n++] = p->down[i];
    if (is_open(b, r - 1, c)) x[n++] = p->down[i - b->cols];
    return n;
}

static void laid_pose(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols && b->laid; i++) {
        int r = i / b->cols, c = i % b->cols;
        char cell = b->cell[i];
        if (cell != 'o' && cell != '<' && cell != '^') continue;
        model_rule(m, "the %s laid on %d,%d stays", cell == 'o' ? "gunport" : "domino", r + 1, c + 1);
        lit x[4];
        if (cell == '<') model_1(m, p->right[i]);
        if (cell == '^') model_1(m, p->down[i]);
        if (cell == 'o')
            for (int n = covering(p, r, c, x); n-- > 0;) model_1(m, -x[n]);
    }
}

/* Calls visit for every pair of open neighbours. */
static void neighbours(const struct places *p, struct model *m,
                       void (*visit)(const struct places *, int r, int c, int r2, int c2, struct model *))
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        for (int down = 0; down < 2; down++) {
            int r2 = r + down, c2 = c + 1 - down;
            if (!is_open(b, r, c) || !is_open(b, r2, c2)) continue;
            model_rule(m, "%d,%d and %d,%d are not both bare", r + 1, c + 1, r2 + 1, c2 + 1);
            visit(p, r, c, r2, c2, m);
        }
    }
}

/* Every formulation's answer is its domino places; what they leave bare is a gunport. */
static void places_decode(const struct places *p, struct values a, struct text *out)
{
    const struct instance *b = p->b;
    size_t cells = (size_t)(b->rows * b->cols);
    char *cell = mem_new(cells, 1);
    for (size_t i = 0; i < cells; i++) cell[i] = b->cell[i] == '#' ? '#' : 'o';
    for (size_t i = 0; i < cells; i++) {
        if (p->right[i] && value_true(a, p->right[i])) memcpy(cell + i, "<>", 2);
        if (p->down[i] && value_true(a, p->down[i])) {
            cell[i] = '^';
            cell[i + (size_t)b->cols] = 'v';
        }
    }
    for (int r = 0; r < b->rows; r++) {
        text_bytes(out, cell + (size_t)r * (size_t)b->cols, (size_t)b->cols);
        text_char(out, '\n');
    }
    mem_free(cell);
}

static void decode_with_holes(const struct instance *b, const struct options *o, struct values a, struct text *out)
{
    (void)o;
    struct places p = places_new(b, true);
    places_decode(&p, a, out);
    places_release(&p);
}

static void decode_without_holes(const struct instance *b, const struct options *o, struct values a,
                                 struct text *out)
{
    (void)o;
    struct places p = places_new(b, false);
    places_decode(&p, a, out);
    places_release(&p);
}

/* ---- formulation monomino -------------------------------------------------------------------------- */

static void not_both_holes(const struct places *p, int r, int c, int r2, int c2, struct model *m)
{
    model_2(m, -p->hole[at(p->b, r, c)], -p->hole[at(p->b, r2, c2)]);
}

/* Minimise the covered cells, a part per row: their number is even, dominoes being two cells each. */
static void minimise_covered(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    lit *x = mem_new((size_t)b->open, sizeof *x);
    int *block = mem_new((size_t)b->open, sizeof *block), n = 0;
    for (int i = 0; i < b->rows * b->cols; i++) {
        if (!p->hole[i]) continue;
        block[n] = i / b->cols;
        x[n++] = -p->hole[i];
    }
    model_minimise(m, &(struct objective){.n = n, .x = x, .block = block, .a = b->open, .b = -1, .c = 1, .step = 2,
                                          .least = 0, .name = "gunports"});
    mem_free(x);
    mem_free(block);
}

static void covered_once(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols; i++) {
        if (!p->hole[i]) continue;
        lit x[5] = {p->hole[i]};
        int n = covering(p, i / b->cols, i % b->cols, x + 1);
        model_rule(m, "cell %d,%d is covered once", i / b->cols + 1, i % b->cols + 1);
        model_card(m, x, n + 1, 1, 1);
    }
}

static void monomino_pose(const struct instance *b, const struct options *o, const struct bounds *bounds,
                          struct model *m)
{
    (void)o, (void)bounds;
    struct places p = places_new(b, true);
    places_pose(&p, m);
    covered_once(&p, m);
    neighbours(&p, m, not_both_holes);
    laid_pose(&p, m);
    minimise_covered(&p, m);
    places_release(&p);
}

/* ---- formulation matching: a smallest maximal matching ------------------------------------------------ */

static void one_covered(const struct places *p, int r, int c, int r2, int c2, struct model *m)
{
    lit x[8], shared = (r == r2 ? p->right : p->down)[at(p->b, r, c)];
    int n = covering(p, r, c, x), second = n;
    n += covering(p, r2, c2, x + n);
    for (int i = second; i < n; i++)
        if (x[i] == shared) x[i] = x[--n]; /* it covers both, and came twice */
    model_clause(m, x, n);
}

static void matching_pose(const struct instance *b, const struct options *o, const struct bounds *bounds,
                          struct model *m)
{
    (void)o, (void)bounds;
    struct places p = places_new(b, false);
    places_pose(&p, m);
    lit *all = mem_new((size_t)p.n, sizeof *all), x[4];
    int *block = mem_new((size_t)p.n, sizeof *block), total = 0;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols, n = is_open(b, r, c) ? covering(&p, r, c, x) : 0;
        model_rule(m, "cell %d,%d is covered at most once", r + 1, c + 1);
        if (n > 1) model_card(m, x, n, 0, 1);
        for (int k = 0; k < 2; k++) {
            block[total] = r;
            all[total] = k ? p.down[i] : p.right[i];
            total += all[total] != 0;
        }
    }
    neighbours(&p, m, one_covered);
    laid_pose(&p, m);
    model_minimise(m, &(struct objective){.n = total, .x = all, .block = block, .a = b->open, .b = -2, .c = 1, .step = 1,
                                          .least = 0, .name = "gunports"});
    mem_free(all);
    mem_free(block);
    places_release(&p);
}

/* ---- formulation indexed: floor(open / 2) numbered dominoes, a variable per cell for each ------------------
 * What a first try looks like: the numbers mean nothing, so every packing comes back under all permutations
 * of them, and the solver has to refute them all. The places are kept as the solution's variables, so that
 * counting does not count the permutations. */

static bool indexed_applies(const struct instance *b) { return b->rows * b->cols <= INDEXED_LIMIT; }

/* The places say the same as the numbered dominoes: x[k * cells + cell] is domino k on that cell. */
static void indexed_links(const struct places *p, const lit *x, int dominoes, int i, int j, lit place, struct model *m)
{
    int cells = p->b->rows * p->b->cols;
    model_rule(m, "the place on %d,%d and the next cell holds a numbered domino", i / p->b->cols + 1,
               i % p->b->cols + 1);
    for (int k = 0; k < dominoes; k++) {
        lit a = x[k * cells + i], c = x[k * cells + j];
        model_3(m, -a, -c, place);
        model_3(m, -place, -a, c);
        model_3(m, -place, a, -c);
    }
}

static void indexed_domino(const struct places *p, const lit *x, int k, struct model *m)
{
    const struct instance *b = p->b;
    int cells = b->rows * b->cols, n = 0;
    lit *own = mem_new((size_t)b->open, sizeof *own);
    for (int i = 0; i < cells; i++) {
        int r = i / b->cols, c = i % b->cols, near = 0;
        if (!x[k * cells + i]) continue;
        lit beside[5];
        own[n++] = x[k * cells + i];
        if (is_open(b, r, c + 1)) beside[near++] = x[k * cells + i + 1];
        if (is_open(b, r, c - 1)) beside[near++] = x[k * cells + i - 1];
        if (is_open(b, r + 1, c)) beside[near++] = x[k * cells + i + b->cols];
        if (is_open(b, r - 1, c)) beside[near++] = x[k * cells + i - b->cols];
        beside[near++] = -x[k * cells + i];
        model_rule(m, "domino %d on %d,%d lies on a neighbour too", k + 1, r + 1, c + 1);
        model_clause(m, beside, near);
    }
    model_rule(m, "domino %d covers two cells at most", k + 1);
    if (n > 2) model_card(m, own, n, 0, 2);
    mem_free(own);
}

static void indexed_pose(const struct instance *b, const struct options *o, const struct bounds *bounds,
                         struct model *m)
{
    (void)o, (void)bounds;
    struct places p = places_new(b, true);
    places_pose(&p, m);
    int cells = b->rows * b->cols, dominoes = b->open / 2;
    lit *x = mem_new((size_t)dominoes * (size_t)cells, sizeof *x), *cover = mem_new((size_t)dominoes + 1, sizeof *cover);
    for (int k = 0; k < dominoes; k++)
        for (int i = 0; i < cells; i++)
            if (p.hole[i])
                x[k * cells + i] = model_derived(m, "domino %d on %d,%d", k + 1, i / b->cols + 1, i % b->cols + 1);
    for (int k = 0; k < dominoes; k++) indexed_domino(&p, x, k, m);
    for (int i = 0; i < cells; i++) {
        if (!p.hole[i]) continue;
        for (int k = 0; k < dominoes; k++) cover[k] = x[k * cells + i];
        cover[dominoes] = p.hole[i];
        model_rule(m, "cell %d,%d is covered once", i / b->cols + 1, i % b->cols + 1);
        model_card(m, cover, dominoes + 1, 1, 1);
        if (p.right[i]) indexed_links(&p, x, dominoes, i, i + 1, p.right[i], m);
        if (p.down[i]) indexed_links(&p, x, dominoes, i, i + b->cols, p.down[i], m);
    }
    neighbours(&p, m, not_both_holes);
    laid_pose(&p, m);
    minimise_covered(&p, m);
    mem_free(x);
    mem_free(cover);
    places_release(&p);
}

/* ---- the puzzle ------------------------------------------------------------------------------------- */

static const struct formulation formulations[] = {
    {"monomino", "a hole per cell and two domino places; each cell is covered once, no two holes touch", NULL,
     monomino_pose, decode_with_holes},
    {"matching", "domino places only; of two neighbours one is covered (a smallest maximal matching)", NULL,
     matching_pose, decode_without_holes},
    {"indexed", "numbered dominoes, a variable per cell for each: historical, slow, to feel what coordinates do",
     indexed_applies, indexed_pose, decode_with_holes},
    {0},
};

const struct puzzle puzzle_gunport = {
    .name = "gunport",
    .title = "Gunport",
    .rules = "Lay dominoes on the board until no more fits. The bare cells are the gunports: leave as many as possible.",
    .source = "Bill Sands, The gunport problem, Mathematics Magazine 44 (1971) 193-196",
    .usage = "ROWSxCOLS | -f FILE",
    .notation = "one row a line: 'o' gunport, '<>' and '^' over 'v' dominoes, '#' blocked; in a board '.' is free",
    .figure = "gunports",
    .example = "7x7",
    .formulations = formulations,
    .parse = gunport_parse,
    .release = gunport_release,
    .label = gunport_label,
    .verify = gunport_verify,
    .draw = gunport_draw,
    .canonical = gunport_canonical,
};
