/* Tank Attack: every cell of an n x n board holds a tank with a positive whole number; a tank of
 * value k attacks exactly the cells k away in its row and in its column; each value equals the
 * number of tanks that attack it.
 *
 * Bounds of the values. A tank attacks a cell of its row or column only from one distance, so at
 * most the 2(n-1) other cells of a cell's row and column attack it: in a solution no value is
 * greater than 2(n-1), whatever the cap says. Without a cap, values n..2(n-1) may stand on the
 * board; such a tank attacks nothing, for no cell is that far away. */
#include "puzzle.h"

#include <stdio.h>
#include <string.h>

enum { LIMIT = 100, SYMMETRIES = 8 };

/* The symmetries of the square, as sets of bits 1 << s. s & 1 mirrors left-right, s & 2 up-down,
 * s & 4 then transposes. */
enum {
    HALF_TURN = 1 << 3,
    QUARTER_TURNS = 1 << 5 | 1 << 6,
    LEFT_RIGHT = 1 << 1,
    UP_DOWN = 1 << 2,
    DIAGONALS = 1 << 4 | 1 << 7
};

struct instance {
    int n;
    int64_t cap; /* INT64_MAX: none */
    int top;     /* the largest value that need be considered */
    int *given;  /* 0: free */
    int givens;
    unsigned imposed; /* solutions are asked to have these symmetries */
    const char *impose;
};

static int image(int n, int s, int cell)
{
    int r = cell / n, c = cell % n;
    if (s & 1) c = n - 1 - c;
    if (s & 2) r = n - 1 - r;
    return s & 4 ? c * n + r : r * n + c;
}

/* ---- parsing --------------------------------------------------------------------------------- */

static const struct imposition {
    const char *name;
    unsigned symmetries; /* a group without its unit, normal in the group of the square: so each of
                            the eight takes boards with these symmetries to such boards */
} impositions[] = {
    {"half-turn", HALF_TURN},
    {"quarter-turn", HALF_TURN | QUARTER_TURNS},
    {"mirrors", HALF_TURN | LEFT_RIGHT | UP_DOWN},
    {"diagonals", HALF_TURN | DIAGONALS},
    {"full", 0xfe},
    {"none", 0},
};

static const struct imposition *imposition_find(const char *name)
{
    for (size_t i = 0; i < sizeof impositions / sizeof *impositions; i++)
        if (!strcmp(name, impositions[i].name)) return &impositions[i];
    return NULL;
}

static bool parse_impose(struct instance *t, const char *word, struct text *err)
{
    if (!word) return true;
    const struct imposition *found = imposition_find(word);
    if (!found)
        return text_error(
            err,
            "--impose takes half-turn, quarter-turn, mirrors, diagonals, full or none, not '%s'.",
            word);
    t->imposed = found->symmetries;
    if (t->imposed) t->impose = found->name;
    return true;
}

static bool parse_cap(struct instance *t, const char *word, struct text *err)
{
    if (!word)
        t->cap = t->n - 1;
    else if (!strcmp(word, "none"))
        t->cap = INT64_MAX;
    else if (!number_parse(word, &t->cap) || t->cap < 1)
        return text_error(err,
                          "--cap takes the largest value allowed, a whole number from 1, or "
                          "none; not '%s'.",
                          word);
    t->top = (int)min64(t->cap, 2 * (t->n - 1));
    return true;
}

static bool parse_size(struct instance *t, const char *word, struct text *err)
{
    int64_t n;
    if (!number_parse(word, &n) || n < 1)
        return text_error(err,
                          "The size of a tank board is one number from 1, like 6 for 6 rows and "
                          "6 columns, not '%s'.",
                          word);
    if (n > LIMIT)
        return text_error(err, "The board of side %s is too large; at most %d is possible.", word,
                          LIMIT);
    t->n = (int)n;
    return true;
}

static bool parse_shape(struct instance *t, const struct ask *ask, const struct words *w,
                        struct text *err)
{
    if (!w->n)
        return text_error(err,
                          "%s:%d: a board is expected here, one row a line: '.' or a value for "
                          "each cell, separated by blanks.",
                          ask->name, ask->line);
    int rows = 0, cols = 0;
    for (int i = 0, j; i < w->n; i = j, rows++) {
        for (j = i; j < w->n && w->v[j].line == w->v[i].line;) j++;
        if (!rows) cols = j;
        if (j - i != cols)
            return text_error(err, "%s:%d: row has %d cells, expected %d.", ask->name, w->v[i].line,
                              j - i, cols);
    }
    if (rows != cols)
        return text_error(err,
                          "%s:%d: a tank board is square; this one has %d rows and %d columns.",
                          ask->name, ask->line, rows, cols);
    if (rows > LIMIT)
        return text_error(err, "%s:%d: the board of side %d is too large; at most %d is possible.",
                          ask->name, ask->line, rows, LIMIT);
    t->n = rows;
    return true;
}

static bool parse_given(struct instance *t, const struct ask *ask, const struct words *w,
                        struct text *err)
{
    t->given = mem_new((size_t)w->n, sizeof *t->given);
    for (int i = 0; i < w->n; i++) {
        const char *word = w->v[i].s;
        int64_t value;
        if (!strcmp(word, ".")) continue;
        if (!number_parse(word, &value) || value < 1)
            return text_error(err, "%s:%d: a cell is '.' or a whole number from 1, not '%s'.",
                              ask->name, w->v[i].line, word);
        if (value > t->cap)
            return text_error(err, "%s:%d: the given value %s is above the cap of %lld; see --cap.",
                              ask->name, w->v[i].line, word, (long long)t->cap);
        t->given[i] = (int)min64(value, INT32_MAX);
        t->givens++;
    }
    return true;
}

static void tank_release(struct instance *t)
{
    mem_free(t->given);
    mem_free(t);
}

static bool parse(struct instance *t, const struct ask *ask, struct text *err)
{
    const char *cap = options_get(ask->options, "cap"), *flow = options_get(ask->options, "flow");
    if (flow && strcmp(flow, "yes") && strcmp(flow, "no"))
        return text_error(err, "--flow takes yes or no, not '%s'.", flow);
    if (!parse_impose(t, options_get(ask->options, "impose"), err)) return false;
    if (ask->argc > (ask->text ? 0 : 1))
        return text_error(err,
                          "The operand '%s' is one too many: a tank board is one number, or a "
                          "file given with -f.",
                          ask->argv[ask->text ? 0 : 1]);
    if (!ask->text) {
        if (ask->argc < 1)
            return text_error(err,
                              "A tank board is missing: give its side, like 6, or a file with -f.");
        if (!parse_size(t, ask->argv[0], err)) return false;
        t->given = mem_new((size_t)(t->n * t->n), sizeof *t->given);
        return parse_cap(t, cap, err);
    }
    struct words w;
    words_split(ask->text, ask->line, &w);
    bool good =
        parse_shape(t, ask, &w, err) && parse_cap(t, cap, err) && parse_given(t, ask, &w, err);
    words_release(&w);
    return good;
}

static struct instance *tank_parse(const struct ask *ask, struct text *err)
{
    struct instance *t = mem_new(1, sizeof *t);
    if (parse(t, ask, err)) return t;
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
    if (t->imposed) text_add(out, ", with %s symmetry only", t->impose);
}

/* ---- posing ---------------------------------------------------------------------------------- */

/* The board as literals: at[cell * top + k - 1] says that the cell's value is k. These are the
 * first variables of every formulation, in this order. */
struct board {
    const struct instance *t;
    struct model *m;
    int n, top;
    unsigned imposed; /* by the instance, or by a search that only wants to find */
    lit *at;
};

static lit value_is(const struct board *b, int cell, int k) { return b->at[cell * b->top + k - 1]; }

/* The literals of the tanks that attack the cell along one axis, or along both. */
enum { ALONG_ROW = 1, ALONG_COLUMN = 2 };
static int attackers(const struct board *b, int cell, int axes, lit *x)
{
    int row = cell / b->n, col = cell % b->n, n = 0;
    for (int i = 0; i < b->n; i++) {
        int across = i < col ? col - i : i - col, down = i < row ? row - i : i - row;
        if (axes & ALONG_ROW && across && across <= b->top)
            x[n++] = value_is(b, row * b->n + i, across);
        if (axes & ALONG_COLUMN && down && down <= b->top)
            x[n++] = value_is(b, i * b->n + col, down);
    }
    return n;
}

static void pose_values(struct board *b)
{
    int cells = b->n * b->n;
    for (int c = 0; c < cells; c++)
        for (int k = 1; k <= b->top; k++)
            b->at[c * b->top + k - 1] =
                model_var(b->m, "%d,%d is %d", c / b->n + 1, c % b->n + 1, k);
    for (int c = 0; c < cells; c++) {
        model_rule(b->m, "cell %d,%d has one value", c / b->n + 1, c % b->n + 1);
        model_card(b->m, b->at + c * b->top, b->top, 1, 1);
    }
}

static void pose_given(const struct board *b)
{
    for (int c = 0; c < b->n * b->n; c++) {
        int k = b->t->given[c];
        if (!k) continue;
        model_rule(b->m, "cell %d,%d is given as %d", c / b->n + 1, c % b->n + 1, k);
        lit x = k <= b->top ? value_is(b, c, k) : 0;
        model_clause(b->m, &x, x != 0); /* no cell can be attacked more than top times */
    }
}

static void pose_imposed(const struct board *b)
{
    if (b->imposed) model_rule(b->m, "the board has the symmetry that is imposed");
    for (int s = 1; s < SYMMETRIES; s++)
        for (int c = 0; b->imposed >> s & 1 && c < b->n * b->n; c++)
            for (int k = 1; k <= b->top && image(b->n, s, c) != c; k++)
                model_2(b->m, -value_is(b, c, k), value_is(b, image(b->n, s, c), k));
}

/* Given values are kept by some of the symmetries only; imposed ones by all. */
static bool keeps_given(const struct instance *t, int s)
{
    for (int i = 0; i < t->n * t->n; i++)
        if (t->given[i] != t->given[image(t->n, s, i)]) return false;
    return true;
}

static void count_rule(const struct board *b, int cell)
{
    model_rule(b->m, "the value of cell %d,%d is the number of its attackers", cell / b->n + 1,
               cell % b->n + 1);
}

static bool chosen(const struct options *o, const char *name)
{
    const char *choice = options_get(o, name);
    return choice && !strcmp(choice, "yes");
}

/* Symmetry breaking. Of a board and its images under the symmetries that keep what is given, one is
 * lexicographically greatest in the order of cells below; it is as good a solution as the others, so
 * asking for it alone keeps one solution of each orbit. Only a beginning of the order is compared,
 * which asks for less. Corners come first: the upper left one is then the greatest of the four.
 *
 *     equal[0]    true;  equal[i] and cell i = its image  ->  equal[i + 1]
 *     equal[i]  ->  cell i >= its image
 *
 * Counting may use it only together with the orbits of what it finds (see puzzle.h, image). */
static int order_of_cells(int n, int *order)
{
    int cells = 0;
    for (int i = 0; i < 4; i++) order[cells++] = (i / 2) * (n - 1) * n + (i % 2) * (n - 1);
    for (int i = 1; i < n - 1; i++) {
        order[cells++] = i;
        order[cells++] = i * n;
    }
    return cells;
}

static void pose_greater(const struct board *b, int s, const int *order, int cells)
{
    lit equal = 0;
    lit *x = mem_new((size_t)b->top + 3, sizeof *x);
    for (int i = 0; i < cells; i++) {
        int cell = order[i], other = image(b->n, s, cell);
        if (other == cell) continue;
        lit next = i < cells - 1 ? model_derived(b->m, "image %d, %d cells alike", s, i + 1) : 0;
        for (int k = 1; k <= b->top; k++) {
            int n = 0;
            if (equal) x[n++] = -equal;
            x[n++] = -value_is(b, other, k);
            int common = n;
            for (int j = k; j <= b->top; j++) x[n++] = value_is(b, cell, j);
            if (k > 1) model_clause(b->m, x, n);
            x[common] = -value_is(b, cell, k);
            x[common + 1] = next;
            if (next) model_clause(b->m, x, common + 2);
        }
        equal = next;
    }
    mem_free(x);
}

static void pose_greatest(const struct board *b, const struct options *o)
{
    if (!chosen(o, "break-symmetry") || b->n < 2) return;
    int *order = mem_new((size_t)(2 * b->n), sizeof *order), cells = order_of_cells(b->n, order);
    model_rule(b->m, "the board is turned so that its upper left corner is greatest");
    for (int s = 1; s < SYMMETRIES; s++)
        if (!(b->imposed >> s & 1) && keeps_given(b->t, s)) pose_greater(b, s, order, cells);
    mem_free(order);
}

static void board_begin(struct board *b, const struct instance *t, const struct options *o,
                        const struct bounds *bounds, struct model *m)
{
    *b = (struct board){.t = t, .m = m, .n = t->n, .top = t->top, .imposed = t->imposed};
    const struct imposition *also = bounds->impose ? imposition_find(bounds->impose) : NULL;
    if (also) b->imposed |= also->symmetries;
    b->at = mem_new((size_t)(t->n * t->n) * (size_t)t->top, sizeof *b->at);
    pose_values(b);
    pose_given(b);
    pose_imposed(b);
    pose_greatest(b, o);
}

/* Counters, y[j] <=> at least j + 1 of x, as far as matters; the first `first` of x are a part of their
 * own, for encodings that use it. The number of counters. */
static int count(const struct board *b, const lit *x, int n, int first, lit *y)
{
    int part[2 * LIMIT], most = (int)min64(n, b->top + 1);
    for (int i = 0; i < n; i++) part[i] = i >= first;
    model_count(b->m, x, n, most, y);
    model_partition(b->m, part);
    return most;
}

/* The value is k <=> y says at least k attackers, not at least k + 1. */
static void pose_value(const struct board *b, int cell, const lit *y, int most)
{
    int top = b->top;
    if (most) model_1(b->m, y[0]);
    if (most > top) model_1(b->m, -y[top]);
    for (int k = 1; k <= top; k++) {
        lit is = value_is(b, cell, k), more = k < most ? y[k] : 0;
        if (k > most) {
            model_1(b->m, -is);
            continue;
        }
        model_2(b->m, -is, y[k - 1]);
        if (more) model_2(b->m, -is, -more);
        model_clause(b->m, (lit[]){is, -y[k - 1], more}, more ? 3 : 2);
    }
}

/* Redundant: the attacks that the tanks of a line make along it are those that its cells receive along
 * it. A tank makes one for each side of it where the line has a cell that far away. hit[i * n + j] says
 * that cell i of the line is attacked at least j + 1 times along it, 0 that this cannot be. */
static void pose_flow(const struct board *b, int axis, int line, const lit *hit)
{
    int n = b->n, terms = 0;
    size_t room = (size_t)n * (size_t)(n + b->top);
    lit *x = mem_new(room, sizeof *x);
    int64_t *w = mem_new(room, sizeof *w);
    model_rule(b->m, "the attacks made in %s %d are received in it",
               axis == ALONG_ROW ? "row" : "column", line + 1);
    for (int i = 0; i < n; i++) {
        int cell = axis == ALONG_ROW ? line * n + i : i * n + line;
        for (int j = 0; j < n && hit[i * n + j]; j++, terms++) {
            x[terms] = hit[i * n + j];
            w[terms] = 1;
        }
        for (int k = 1; k <= b->top; k++, terms++) {
            x[terms] = value_is(b, cell, k);
            w[terms] = -(i - k >= 0) - (i + k < n);
        }
    }
    model_pb(b->m, x, w, terms, 0, 0);
    mem_free(w);
    mem_free(x);
}

/* Attackers are counted along the row and along the column, and then together. */
static void pose_flows(const struct board *b)
{
    int n = b->n, cells = n * n;
    lit *row = mem_new((size_t)(2 * cells * n), sizeof *row), *column = row + cells * n;
    lit x[2 * LIMIT], y[2 * LIMIT];
    for (int c = 0; c < cells; c++) {
        lit *across = row + c * n, *down = column + (c % n * n + c / n) * n;
        count_rule(b, c);
        int hits = attackers(b, c, ALONG_ROW, x);
        hits = count(b, x, hits, hits, across);
        memcpy(y, across, (size_t)hits * sizeof *y);
        int more = attackers(b, c, ALONG_COLUMN, x);
        more = count(b, x, more, more, down);
        memcpy(y + hits, down, (size_t)more * sizeof *y);
        memcpy(x, y, (size_t)(hits + more) * sizeof *x);
        pose_value(b, c, y, count(b, x, hits + more, hits, y));
    }
    for (int i = 0; i < n; i++) {
        pose_flow(b, ALONG_ROW, i, row + i * n * n);
        pose_flow(b, ALONG_COLUMN, i, column + i * n * n);
    }
    mem_free(row);
}

static void pose_unary(const struct instance *t, const struct options *o,
                       const struct bounds *bounds, struct model *m)
{
    struct board b;
    board_begin(&b, t, o, bounds, m);
    lit x[2 * LIMIT], y[2 * LIMIT];
    if (chosen(o, "flow")) {
        pose_flows(&b);
    } else {
        for (int c = 0; c < t->n * t->n; c++) {
            int row = attackers(&b, c, ALONG_ROW, x);
            int n = row + attackers(&b, c, ALONG_COLUMN, x + row);
            count_rule(&b, c);
            pose_value(&b, c, y, count(&b, x, n, row, y));
        }
    }
    mem_free(b.at);
}

/* attackers - sum of k [value is k] = 0 */
static void pose_linear(const struct instance *t, const struct options *o,
                        const struct bounds *bounds, struct model *m)
{
    struct board b;
    board_begin(&b, t, o, bounds, m);
    size_t room = (size_t)(2 * t->n + t->top);
    lit *x = mem_new(room, sizeof *x);
    int64_t *w = mem_new(room, sizeof *w);
    for (int c = 0; c < t->n * t->n; c++) {
        int n = attackers(&b, c, ALONG_ROW | ALONG_COLUMN, x);
        for (int i = 0; i < n; i++) w[i] = 1;
        for (int k = 1; k <= t->top; k++) {
            w[n] = -k;
            x[n++] = value_is(&b, c, k);
        }
        count_rule(&b, c);
        model_pb(m, x, w, n, 0, 0);
    }
    mem_free(w);
    mem_free(x);
    mem_free(b.at);
}

static void tank_decode(const struct instance *t, const struct options *o, struct values a,
                        struct text *out)
{
    (void)o;
    for (int c = 0; c < t->n * t->n; c++)
        for (int k = 1; k <= t->top; k++)
            if (value_true(a, c * t->top + k))
                text_add(out, "%d%c", k, c % t->n == t->n - 1 ? '\n' : ' ');
}

/* Boards with a symmetry are much easier to find; a search that only wants some board tries these too. */
static const char *const finders[] = {"half-turn", "quarter-turn", "mirrors", NULL};

static const struct formulation formulations[] = {
    {.name = "unary",
     .about = "a variable per cell and value; attackers counted in unary",
     .pose = pose_unary,
     .decode = tank_decode,
     .search = "up",
     .impose = finders},
    {.name = "linear",
     .about = "a variable per cell and value; one pseudo-Boolean equation per cell",
     .pose = pose_linear,
     .decode = tank_decode,
     .search = "up",
     .impose = finders},
    {0},
};

/* ---- judging --------------------------------------------------------------------------------- */

/* Reads n rows of n values; each at least 1 and at most the cap. */
static bool board_read(const struct instance *t, const struct words *w, int64_t *value,
                       struct text *err)
{
    int n = t->n;
    for (int i = 0; i < w->n; i++) {
        int row = i / n;
        bool fresh = !i || w->v[i].line != w->v[i - 1].line;
        if (i == n * n)
            return text_error(err, "The board has more than %d rows of %d values.", n, n);
        if (fresh != (i % n == 0))
            return text_error(err, "Row %d does not have %d values.", fresh ? row + 1 : row, n);
        if (!number_parse(w->v[i].s, &value[i]) || value[i] < 1)
            return text_error(err, "The value '%s' in row %d is not a whole number from 1.",
                              w->v[i].s, row + 1);
        if (value[i] > t->cap)
            return text_error(err, "The value %s in row %d is above the cap of %lld.", w->v[i].s,
                              row + 1, (long long)t->cap);
    }
    return w->n == n * n || text_error(err, "The board has fewer than %d rows of %d values.", n, n);
}

static bool recount(const struct instance *t, const int64_t *value, struct text *err)
{
    static const int step[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    int n = t->n;
    int *hits = mem_new((size_t)(n * n), sizeof *hits);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            for (int d = 0; value[r * n + c] < n && d < 4; d++) {
                int k = (int)value[r * n + c], y = r + k * step[d][0], x = c + k * step[d][1];
                if (0 <= y && y < n && 0 <= x && x < n) hits[y * n + x]++;
            }
    bool good = true;
    for (int i = 0; good && i < n * n; i++)
        if (hits[i] != value[i])
            good = text_error(err,
                              "The tank in row %d, column %d has the value %lld but is attacked %d "
                              "times.",
                              i / n + 1, i % n + 1, (long long)value[i], hits[i]);
    mem_free(hits);
    return good;
}

static bool as_asked(const struct instance *t, const int64_t *value, struct text *err)
{
    for (int i = 0; i < t->n * t->n; i++) {
        if (t->given[i] && value[i] != t->given[i])
            return text_error(err,
                              "The tank in row %d, column %d has the value %lld, but %d is given.",
                              i / t->n + 1, i % t->n + 1, (long long)value[i], t->given[i]);
        for (int s = 0; s < SYMMETRIES; s++)
            if (t->imposed >> s & 1 && value[image(t->n, s, i)] != value[i])
                return text_error(err, "The board does not have %s symmetry.", t->impose);
    }
    return true;
}

static bool tank_verify(const struct instance *t, const char *solution, int64_t *figure,
                        struct text *err)
{
    struct words w;
    words_split(solution, 1, &w);
    int64_t *value = mem_new((size_t)(t->n * t->n), sizeof *value);
    bool good = board_read(t, &w, value, err) && as_asked(t, value, err) && recount(t, value, err);
    mem_free(value);
    words_release(&w);
    *figure = 0;
    return good;
}

/* ---- showing --------------------------------------------------------------------------------- */

static struct canvas *tank_draw(const struct instance *t, const char *solution)
{
    struct canvas *canvas = canvas_new(t->n, t->n);
    struct words w;
    words_split(solution ? solution : "", 1, &w);
    for (int i = 0; i < t->n * t->n; i++) {
        char label[16] = "";
        if (solution)
            snprintf(label, sizeof label, "%s", w.v[i].s);
        else if (t->given[i])
            snprintf(label, sizeof label, "%d", t->given[i]);
        label[7] = '\0';
        canvas_cell(canvas, i / t->n, i % t->n,
                    t->given[i] ? INK_DIM
                    : solution  ? INK_PIECE
                                : INK_NONE,
                    label);
        canvas_box(canvas, i / t->n, i % t->n, i / t->n, i % t->n);
    }
    words_release(&w);
    return canvas;
}

static bool tank_image(const struct instance *t, const char *solution, int s, struct text *out)
{
    struct words w;
    text_clear(out);
    if (s >= SYMMETRIES) return false;
    if (!keeps_given(t, s)) s = 0;
    words_split(solution, 1, &w);
    for (int i = 0; i < t->n * t->n; i++)
        text_add(out, "%s%c", w.v[image(t->n, s, i)].s, i % t->n == t->n - 1 ? '\n' : ' ');
    words_release(&w);
    return true;
}

static void tank_canonical(const struct instance *t, const char *solution, struct text *out)
{
    struct text other = {0};
    tank_image(t, solution, 0, out);
    for (int s = 1; tank_image(t, solution, s, &other); s++)
        if (strcmp(text_string(&other), text_string(out)) < 0) {
            text_clear(out);
            text_put(out, text_string(&other));
        }
    text_release(&other);
}

static const struct option options[] = {
    {"cap", "K|none", "the largest value allowed; default: side - 1"},
    {"flow", "yes|no",
     "redundant: attacks made along a line are received in it (unary; default no)"},
    {"impose", "SYMMETRY",
     "only boards with half-turn, quarter-turn, mirrors, diagonals or full symmetry"},
    {0},
};

const struct puzzle puzzle_tank = {
    .name = "tank",
    .title = "Tank Attack",
    .rules =
        "Put a tank with a positive whole number into every cell of a square board. A tank of "
        "value k attacks exactly the cells k away in its row and in its column. Each value must "
        "equal the number of tanks that attack it.",
    .source =
        "M. J. Chlond, INFORMS Transactions on Education; V. Jandhyala, Solving Puzzles through "
        "Mathematical Programming, chapter 26",
    .usage = "SIDE | -f FILE",
    .notation = "one row a line, values separated by blanks",
    .example = "5",
    .options = options,
    .formulations = formulations,
    .parse = tank_parse,
    .release = tank_release,
    .label = tank_label,
    .verify = tank_verify,
    .draw = tank_draw,
    .canonical = tank_canonical,
    .image = tank_image,
};
