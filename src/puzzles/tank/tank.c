/* Tank Attack. Every cell of an n x n board has a tank with a positive integer. A tank of value k
 * attacks exactly the cells k away in its row and in its column. Each value equals the number of
 * tanks that attack it.
 *
 * Bounds of the values: a tank attacks a cell of its row or column from one distance only. So at
 * most the 2(n-1) other cells of a cell's row and column attack it, and in a solution no value
 * exceeds 2(n-1), whatever the cap is. Without a cap, values n..2(n-1) may occur on the board; such
 * a tank attacks nothing. */
#include "puzzles/tank/tank.h"
#include "base/number.h"

#include <string.h>

/* ---- parsing --------------------------------------------------------------------------------- */

static bool cap_parse(const char *value, void *field, struct text *err)
{
    int64_t cap = INT64_MAX;
    if (strcmp(value, "none") && (!number_parse(value, &cap) || cap < 1))
        return text_error(err, "The option --cap takes a whole number from 1, or none, not '%s'.", value);
    if (field) *(int64_t *)field = cap;
    return true;
}

static bool attacks_parse(const char *value, void *field, struct text *err)
{
    struct tank_cell cell;
    char rest;
    if (sscanf(value, "%4d,%4d%c", &cell.row, &cell.col, &rest) != 2 || cell.row < 1 || cell.col < 1)
        return text_error(err, "The option --attacks takes a row and a column from 1, like 2,3, not '%s'.", value);
    if (field) *(struct tank_cell *)field = cell;
    return true;
}

static bool take_choices(struct instance *t, const struct source *source, struct text *err)
{
    const struct tank_choices *c = &t->choices;
    const struct imposition *imposed = c->symmetry ? tank_imposition(c->symmetry) : NULL;
    if (imposed) t->required = imposed->symmetries;
    if (t->required) t->symmetry = imposed->name;
    t->cap = c->cap ? c->cap : t->n - 1;
    t->top = (int)min64(t->cap, 2 * (t->n - 1));
    t->attacks = c->attacks.row ? (c->attacks.row - 1) * t->n + c->attacks.col - 1 : -1;
    if (c->attacks.row <= t->n && c->attacks.col <= t->n) return true;
    if (source->misused) *source->misused = true;
    return text_error(err, "The option --attacks takes a cell of the board, row and column from 1 to %d, not '%d,%d'.",
                      t->n, c->attacks.row, c->attacks.col);
}

static bool parse_size(struct instance *t, const char *word, struct text *err)
{
    int64_t n;
    if (!number_parse(word, &n) || n < 1)
        return text_error(
            err, "The size of a tank board is one number from 1, like 6 for 6 rows and 6 columns, not '%s'.", word);
    if (n > TANK_LIMIT)
        return text_error(err, "The board of side %s is too large; at most %d is possible.", word, TANK_LIMIT);
    t->n = (int)n;
    return true;
}

static bool parse_shape(struct instance *t, const struct source *source, const struct words *w, struct text *err)
{
    if (!w->n)
        return text_error(err,
                          "%s:%d: expected a board, one row a line: '.' or a value for each cell, separated by blanks.",
                          source->name, source->line);
    for (int i = 0; i < w->n; i++) {
        int64_t value;
        if (strcmp(w->v[i].s, ".") && (!number_parse(w->v[i].s, &value) || value < 1))
            return text_error(err, "%s:%d: a cell is '.' or a whole number from 1, not '%s'%s.", source->name,
                              w->v[i].line, w->v[i].s, w->v[i].s[1] ? "; blanks separate cells" : "");
    }
    int rows = 0, cols = 0;
    for (int i = 0, j; i < w->n; i = j, rows++) {
        for (j = i; j < w->n && w->v[j].line == w->v[i].line;) j++;
        if (!rows) cols = j;
        if (j - i != cols)
            return text_error(err, "%s:%d: expected %d cells in this row, found %d.", source->name, w->v[i].line, cols,
                              j - i);
    }
    if (rows != cols)
        return text_error(err, "%s:%d: a tank board is square; this one has %d %s and %d %s.", source->name,
                          source->line, rows, plural(rows, "row", "rows"), cols, plural(cols, "column", "columns"));
    if (rows > TANK_LIMIT)
        return text_error(err, "%s:%d: the board of side %d is too large; at most %d is possible.", source->name,
                          source->line, rows, TANK_LIMIT);
    t->n = rows;
    return true;
}

static bool parse_given(struct instance *t, const struct source *source, const struct words *w, struct text *err)
{
    t->given = mem_new((size_t)w->n, sizeof *t->given);
    for (int i = 0; i < w->n; i++) {
        const char *word = w->v[i].s;
        int64_t value;
        if (!strcmp(word, ".")) continue;
        if (!number_parse(word, &value)) assert(!"the shape was read from numbers and dots");
        if (value > t->cap)
            return text_error(err, "%s:%d: the given value %s is above the cap of %lld; see --cap.", source->name,
                              w->v[i].line, word, (long long)t->cap);
        t->given[i] = (int)min64(value, INT32_MAX);
        t->givens++;
    }
    return true;
}

static void tank_release(struct instance *t) { MEM_FREE(t->given, t); }

/* Whether a side that is given with a grid ("tank 3" above it) is the grid's. False, with a
 * sentence. */
static bool agrees(const struct instance *t, const struct source *source, struct text *err)
{
    struct instance said;
    if (!source->argc) return true;
    return parse_size(&said, source->argv[0], err) &&
           (said.n == t->n || text_error(err, "%s:%d: the board has %d rows, but the size given is %d.", source->name,
                                         source->line, t->n, said.n));
}

static bool parse_board(struct instance *t, const struct source *source, struct text *err)
{
    if (source->argc > 1)
        return text_error(err, "Unexpected operand '%s': a tank board is one number, or a file given with -f.",
                          source->argv[1]);
    if (!source->text) {
        if (source->argc < 1)
            return text_error(err, "A tank board is missing: give its side, like 6, or a file with -f.");
        if (!parse_size(t, source->argv[0], err)) return false;
        t->given = mem_new((size_t)(t->n * t->n), sizeof *t->given);
        return take_choices(t, source, err);
    }
    SCOPED(words) w = {0};
    words_split(source->text, source->line, &w);
    return parse_shape(t, source, &w, err) && agrees(t, source, err) && take_choices(t, source, err) &&
           parse_given(t, source, &w, err);
}

#define FIELD(name) .offset = offsetof(struct tank_choices, name)

static const struct option options[] = {
    PARSED_OPTION("cap", "K|none", cap_parse, cap, "the largest value allowed; default: side - 1",
                  .flags = OPTION_SHAPES),
    YES_NO_OPTION("tables", tables,
                  "solve: look for symmetric boards by tables of lines first (default: yes, unless you name a "
                  "formulation, encoding, solver or search)"),
    PARSED_OPTION("attacks", "ROW,COL", attacks_parse, attacks, "draw which tanks attack this cell"),
    TEXT_OPTION("symmetry", NULL, symmetry,
                "only boards with this symmetry (mirror: left-right, diagonal: the main one)",
                .words = "half-turn quarter-turn mirror mirrors diagonal diagonals full none", .flags = OPTION_SHAPES),
    {0},
};

static struct instance *tank_parse(const struct source *source, struct text *err)
{
    struct instance *t = mem_new(1, sizeof *t);
    if (source->like)
        t->choices = source->like->choices;
    else
        options_fill(source->options, options, &t->choices);
    if (parse_board(t, source, err)) return t;
    tank_release(t);
    return NULL;
}

static void tank_label(const struct instance *t, struct text *out)
{
    text_add(out, "%d", t->n);
    if (t->cap == INT64_MAX)
        text_put(out, ", no cap");
    else
        text_add(out, ", cap %lld", (long long)t->cap);
    if (t->givens) text_add(out, ", %d given", t->givens);
    if (t->required) text_add(out, ", with %s symmetry only", t->symmetry);
}

/* ---- judging --------------------------------------------------------------------------------- */

static const struct {
    enum edge side;
    int dr, dc;
} ways[] = {{NORTH, -1, 0}, {EAST, 0, 1}, {SOUTH, 1, 0}, {WEST, 0, -1}};

/* The cell that a tank of this value attacks in this direction, or -1. */
static int attacked(const struct instance *t, int cell, int64_t value, int way)
{
    if (value >= t->n) return -1;
    int r = cell / t->n + ways[way].dr * (int)value, c = cell % t->n + ways[way].dc * (int)value;
    return 0 <= r && r < t->n && 0 <= c && c < t->n ? r * t->n + c : -1;
}

/* Reads n rows of n values; each at least 1 and at most the cap. */
static bool board_read(const struct instance *t, const struct words *w, int64_t *value, struct text *err)
{
    int n = t->n;
    for (int i = 0; i < w->n; i++) {
        int row = i / n;
        bool fresh = !i || w->v[i].line != w->v[i - 1].line;
        if (i == n * n) return text_error(err, "The board has more than %d rows of %d values.", n, n);
        if (fresh != (i % n == 0)) return text_error(err, "Row %d does not have %d values.", fresh ? row + 1 : row, n);
        if (!number_parse(w->v[i].s, &value[i]) || value[i] < 1)
            return text_error(err, "The value '%s' in row %d is not a whole number from 1.", w->v[i].s, row + 1);
        if (value[i] > t->cap)
            return text_error(err, "The value %s in row %d is above the cap of %lld.", w->v[i].s, row + 1,
                              (long long)t->cap);
    }
    return w->n == n * n || text_error(err, "The board has fewer than %d rows of %d values.", n, n);
}

static bool tank_count_hits(const struct instance *t, const int64_t *value, struct text *err)
{
    int n = t->n;
    OWNED int *hits = mem_new((size_t)(n * n), sizeof *hits);
    for (int i = 0; i < 4 * n * n; i++) {
        int cell = attacked(t, i / 4, value[i / 4], i % 4);
        if (cell >= 0) hits[cell]++;
    }
    for (int i = 0; i < n * n; i++)
        if (hits[i] != value[i])
            return text_error(err, "The tank in row %d, column %d has the value %lld but is attacked %d times.",
                              i / n + 1, i % n + 1, (long long)value[i], hits[i]);
    return true;
}

static bool as_asked(const struct instance *t, const int64_t *value, struct text *err)
{
    for (int i = 0; i < t->n * t->n; i++) {
        if (t->given[i] && value[i] != t->given[i])
            return text_error(err, "The tank in row %d, column %d has the value %lld, but %d is given.", i / t->n + 1,
                              i % t->n + 1, (long long)value[i], t->given[i]);
        for (int s = 0; s < SYMMETRIES; s++)
            if (t->required >> s & 1 && value[grid_image(t->n, t->n, s, i)] != value[i])
                return text_error(err, "The board does not have %s symmetry.", t->symmetry);
    }
    return true;
}

static bool tank_verify(const struct instance *t, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(words) w = {0};
    words_split(solution, 1, &w);
    OWNED int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    bool good = board_read(t, &w, value, err) && as_asked(t, value, err) && tank_count_hits(t, value, err);
    *objective_value = 0;
    return good;
}

/* ---- showing --------------------------------------------------------------------------------- */

static void attacks_draw(const struct instance *t, const int64_t *value, struct canvas *canvas)
{
    int cell = t->attacks, n = 0;
    SCOPED(text) attackers = {0};
    for (int i = 0; i < t->n * t->n; i++)
        for (int way = 0; way < 4; way++) {
            if (!value[i] || attacked(t, i, value[i], way) != cell) continue;
            char label[8];
            snprintf(label, sizeof label, "%d", (int)value[i]);
            canvas_cell(canvas, i / t->n, i % t->n, INK_PIECE_2, label);
            canvas_arrow(canvas, i / t->n, i % t->n, cell / t->n, cell % t->n, value[i] > 2 ? (int)value[i] - 2 : 0);
            text_add(&attackers, "%s%d,%d (%d away)", n++ ? ", " : "", i / t->n + 1, i % t->n + 1, (int)value[i]);
        }
    char label[8] = "";
    if (value[cell]) snprintf(label, sizeof label, "%d", (int)value[cell]);
    canvas_cell(canvas, cell / t->n, cell % t->n, INK_MARK, label);
    canvas_caption(canvas, "%d,%d is attacked by %s", cell / t->n + 1, cell % t->n + 1,
                   n ? text_string(&attackers) : "nobody yet");
    canvas_key(canvas, INK_MARK, NULL, "the tank that is attacked");
    if (n) canvas_key(canvas, INK_PIECE_2, NULL, "one that attacks it");
}

static struct canvas *tank_draw(const struct instance *t, const struct solution *solution)
{
    struct canvas *canvas = canvas_new(t->n, t->n);
    OWNED int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    int filled = 0, hits = 0;
    for (int i = 0; i < t->n * t->n; i++) {
        char label[16] = "";
        unsigned sides = 0;
        value[i] = solution && solution->v[i] ? solution->v[i] : t->given[i];
        if (value[i]) snprintf(label, sizeof label, "%lld", (long long)value[i]);
        label[7] = '\0';
        canvas_cell(canvas, i / t->n, i % t->n, t->given[i] ? INK_DIM : value[i] ? INK_PIECE : INK_NONE, label);
        canvas_box(canvas, i / t->n, i % t->n, i / t->n, i % t->n);
        for (int way = 0; way < 4 && t->attacks < 0; way++)
            if (value[i] && attacked(t, i, value[i], way) >= 0) sides |= ways[way].side;
        canvas_mark(canvas, i / t->n, i % t->n, EDGE_TICK, (enum edge)sides);
        hits += sides != 0;
        filled += value[i] && !t->given[i];
    }
    if (t->givens) canvas_key(canvas, INK_DIM, NULL, "a given tank");
    if (filled)
        canvas_key(canvas, INK_PIECE, NULL, hits ? "a tank; a small triangle points where it hits one" : "a tank");
    if (t->attacks >= 0) attacks_draw(t, value, canvas);
    return canvas;
}

static bool tank_image(const struct instance *t, const struct solution *solution, int s, struct solution *out)
{
    if (s >= SYMMETRIES) return false;
    if (!tank_keeps(t, s)) s = 0;
    int64_t *v = solution_numbers(out, solution->n, t->n);
    for (int i = 0; i < solution->n; i++) v[i] = solution->v[grid_image(t->n, t->n, s, i)];
    return true;
}

const struct puzzle puzzle_tank = {
    .name = "tank",
    .title = "Tank Attack",
    .about = "each number counts the tanks that attack it",
    .rules = "Put a tank with a positive number into every cell of a square board. A tank k attacks the cells k steps "
             "up, down, left and right of it. Its number must also be how many tanks attack it.",
    .source = "M. J. Chlond, INFORMS Transactions on Education; V. Jandhyala, Solving Puzzles through "
              "Mathematical Programming, chapter 26",
    .notation = {.instance = "SIDE | -f FILE",
                 .example = "5",
                 .solution = "one row a line, values separated by blanks"},
    .options = options,
    .formulations = tank_formulations,
    .parse = tank_parse,
    .release = tank_release,
    .label = tank_label,
    .verify = tank_verify,
    .draw = tank_draw,
    .symmetry = {.image = tank_image, .breaks = true},
    .engines = tank_engines,
    .moves = &tank_moves,
    .generator = {.make = tank_make, .day = "3 6 2"},
};
