/* Tank Attack's plain formulations: attackers counted in unary, or one equation per cell. */
#include "base/number.h"
#include "puzzles/tank/tank.h"

enum { LARGE = 6 };

int tank_attackers(const struct board *b, int cell, int axes, lit *x)
{
    int row = cell / b->n, col = cell % b->n, n = 0;
    for (int i = 0; i < b->n; i++) {
        int across = i < col ? col - i : i - col, down = i < row ? row - i : i - row;
        if (axes & ALONG_ROW && across && across <= b->top) x[n++] = value_is(b, row * b->n + i, across);
        if (axes & ALONG_COLUMN && down && down <= b->top) x[n++] = value_is(b, i * b->n + col, down);
    }
    return n;
}

/* Whether a large board is counted case by case, by the two cells that symmetry breaking compares
 * first. */
static bool is_split(const struct board *b, int cell) { return b->n >= LARGE && (cell == b->n || cell == b->n + 1); }

static void build_values(struct board *b)
{
    int cells = b->n * b->n;
    for (int c = 0; c < cells; c++) {
        model_facts(b->m)->group = c;
        for (int k = 1; k <= b->top; k++)
            b->at[c * b->top + k - 1] = model_var(b->m, "%d,%d is %d", c / b->n + 1, c % b->n + 1, k);
    }
    for (int c = 0; c < cells; c++) {
        model_rule(b->m, "cell %d,%d has one value", c / b->n + 1, c % b->n + 1);
        model_rule_note(b->m, c / b->n + 1, c % b->n + 1, "");
        model_card(b->m, b->at + c * b->top, b->top, 1, 1);
        struct model_facts *facts = model_facts(b->m);
        if (is_split(b, c) && !model_stopped(b->m)) facts->split[facts->splits++] = model_rows(b->m) - 1;
    }
}

static void build_given(const struct board *b)
{
    for (int c = 0; c < b->n * b->n; c++) {
        int k = b->t->given[c];
        if (!k) continue;
        model_rule(b->m, "cell %d,%d is given as %d", c / b->n + 1, c % b->n + 1, k);
        model_rule_given(b->m);
        model_rule_note(b->m, c / b->n + 1, c % b->n + 1, "");
        lit x = k <= b->top ? value_is(b, c, k) : 0;
        model_clause(b->m, &x, x != 0); /* no cell can be attacked more than top times */
    }
}

void tank_count_rule(const struct board *b, int cell)
{
    model_rule(b->m, "the value of cell %d,%d is the number of its attackers", cell / b->n + 1, cell % b->n + 1);
    model_rule_note(b->m, cell / b->n + 1, cell % b->n + 1,
                    "row %1$d, column %2$d: its number says how many tanks in row %1$d and column %2$d attack it");
}

struct board tank_begin(const struct instance *t, const struct bounds *bounds, struct model *m)
{
    struct board b = {.t = t, .m = m, .n = t->n, .top = t->top, .required = t->required};
    const struct imposition *also = bounds->symmetry ? tank_imposition(bounds->symmetry) : NULL;
    if (also) b.required |= also->symmetries;
    b.at = mem_new((size_t)(t->n * t->n) * (size_t)t->top, sizeof *b.at);
    build_values(&b);
    model_keep(m, b.at, (size_t)(t->n * t->n) * (size_t)t->top);
    build_given(&b);
    tank_build_symmetric(&b);
    tank_break_symmetry(&b, bounds);
    return b;
}

/* Builds counters y[j] <=> at least j + 1 of x, up to the largest value. The first `first` of x are
 * one part, for encodings that use parts. Returns the number of counters. */
static int tank_models_count(const struct board *b, const lit *x, int n, int first, lit *y)
{
    int part[2 * TANK_LIMIT], most = (int)min64(n, b->top + 1);
    for (int i = 0; i < n; i++) part[i] = i >= first;
    model_count(b->m, x, n, most, COUNT_BOTH, y);
    model_partition(b->m, part);
    return most;
}

/* Builds: the value is k <=> at least k attackers, and not at least k + 1. */
static void build_value(const struct board *b, int cell, const lit *y, int most)
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

static void build_unary(const struct formulation *f, const struct instance *t, const struct bounds *bounds,
                        struct model *m)
{
    SCOPED(board) b = tank_begin(t, bounds, m);
    lit x[2 * TANK_LIMIT], y[2 * TANK_LIMIT];
    for (int c = 0; c < t->n * t->n; c++) {
        int row = tank_attackers(&b, c, ALONG_ROW, x);
        int n = row + tank_attackers(&b, c, ALONG_COLUMN, x + row);
        tank_count_rule(&b, c);
        build_value(&b, c, y, tank_models_count(&b, x, n, row, y));
    }
}

/* Builds attackers - sum of k [value is k] = 0 for each cell. */
static void build_linear(const struct formulation *f, const struct instance *t, const struct bounds *bounds,
                         struct model *m)
{
    SCOPED(board) b = tank_begin(t, bounds, m);
    size_t room = (size_t)(2 * t->n + t->top);
    OWNED lit *x = mem_new(room, sizeof *x);
    OWNED int64_t *w = mem_new(room, sizeof *w);
    for (int c = 0; c < t->n * t->n; c++) {
        int n = tank_attackers(&b, c, ALONG_ROW | ALONG_COLUMN, x);
        for (int i = 0; i < n; i++) w[i] = 1;
        for (int k = 1; k <= t->top; k++) {
            w[n] = -k;
            x[n++] = value_is(&b, c, k);
        }
        tank_count_rule(&b, c);
        model_pb(m, x, w, n, 0, 0);
    }
}

static void decode(const struct formulation *f, const struct instance *t, const lit *x, struct values a,
                   struct solution *out)
{
    int64_t *v = solution_numbers(out, t->n * t->n, t->n);
    for (int c = 0; c < out->n; c++)
        for (int k = 1; k <= t->top; k++, x++)
            if (value_true(a, *x)) v[c] = k;
}

/* Boards with a symmetry are much easier to find; primal heuristics try these too. */
static const char *const finders[] = {"half-turn", "quarter-turn", "mirrors", NULL};
static const struct upward up = {finders, "sat,phase=false"};

/* All: 5x5 0.2; 6x6 9 to 11 at cap 4 and 50 at cap 5; with 3 given values 4, with a required
 * symmetry less. One: a board is found at once, but for side 7, which seems to have none. */
static double tank_loop_seconds(const struct instance *t, bool all)
{
    if (t->required || (t->givens && t->n != 6)) return 0;
    if (!all) return t->n == 7 ? 1e6 : 0;
    if (t->n < 6) return 0;
    return t->n == 6 ? (t->cap < 5 ? 11. : 50.) / (1 + t->givens) : 1e6;
}

const struct formulation tank_formulations[] = {
    {"lines", "values by order, attackers counted along the row and along the column by clauses alone", NULL,
     tank_build_lines, decode, &up, .seconds = tank_loop_seconds},
    {"unary", "a variable per cell and value; attackers counted in unary", NULL, build_unary, decode, &up},
    {"linear", "a variable per cell and value; one pseudo-Boolean equation per cell", NULL, build_linear, decode, &up},
    {0},
};
