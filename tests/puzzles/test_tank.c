/* Tank Attack: parsing, verification, symmetry, and the formulations against brute force. */
#include "puzzles/parse.h"
#include "search/search.h"

#include "testlib/models.h"

extern const struct puzzle puzzle_tank;
static const struct puzzle *const tank = &puzzle_tank;

static struct instance *good(const char *operand, const char *text, const char *options)
{
    return models_legal(tank, operand ? operand : "", text, options);
}

static bool right(const struct instance *t, const char *solution)
{
    struct text err = {0};
    int64_t objective_value;
    bool is = tank->verify(t, solution, &objective_value, &err);
    assert_true(is == (err.n == 0));
    text_release(&err);
    return is;
}

static const char twos[] = "2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2 2\n";

static void verify_judges_any_text(void **state)
{
    (void)state;
    struct instance *t = good("4", NULL, "");
    assert_true(right(t, twos));
    assert_true(right(t, "; all twos\n\n  2 2 2 2\n2\t2 2 2\r\n2 2 2 2\n2 2 2 2"));
    assert_false(right(t, ""));
    assert_false(right(t, "2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2 2 2 2 2\n2 2 2 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 2 2 2\n2 2 3 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 x 2 2\n2 2 2 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 -2 2 2\n2 2 2 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 99999999999999999999 2 2\n2 2 2 2\n2 2 2 2\n"));
    assert_false(right(t, "2 2 2 2\n2 9223372036854775807 2 2\n2 2 2 2\n2 2 2 2\n"));
    tank->release(t);
    t = good("4", NULL, "cap=none");
    assert_false(right(t, "2 2 2 2\n2 9223372036854775807 2 2\n2 2 2 2\n2 2 2 2\n"));
    tank->release(t);
    t = good(NULL, ". . . .\n. 3 . .\n. . . .\n. . . .\n", "");
    assert_false(right(t, twos));
    tank->release(t);
    t = good("4", NULL, "cap=1");
    assert_false(right(t, twos));
    tank->release(t);
}

static void labels_tell_the_instance(void **state)
{
    (void)state;
    static const char *const cases[][4] = {
        {"6", NULL, "", "6, cap 5"},
        {"6", NULL, "cap=none", "6, no cap"},
        {"6", NULL, "cap=7 symmetry=half-turn", "6, cap 7, with half-turn symmetry only"},
        {NULL, "1 .\n. 1\n", "symmetry=none", "2, cap 1, 2 given"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct instance *t = good(cases[i][0], cases[i][1], cases[i][2]);
        struct text label = {0};
        tank->label(t, &label);
        assert_string_equal(text_string(&label), cases[i][3]);
        text_release(&label);
        tank->release(t);
    }
}

static void write_board(const int *value, int n, struct text *out)
{
    text_clear(out);
    for (int i = 0; i < n * n; i++) text_add(out, "%d%c", value[i], i % n == n - 1 ? '\n' : ' ');
}

/* The number of attacks on a cell along its row, or along its column. */
static int attacks(const int *value, int n, int row, int column, bool along_row)
{
    int hits = 0;
    for (int i = 0; i < n; i++)
        if (along_row)
            hits += i != column && value[row * n + i] == abs(i - column);
        else
            hits += i != row && value[i * n + column] == abs(i - row);
    return hits;
}

/* What a variable says, by its name: that the value of a cell, or the attacks on it, are k or at least k. */
struct saying {
    enum { SAYS_NOTHING, SAYS_VALUE, SAYS_LEAST, SAYS_ROW, SAYS_COLUMN } what;
    int row, column, k;
};

static struct saying saying_of(const struct model *m, int v)
{
    struct saying s = {0};
    const char *name = model_name(m, v);
    char axis[8];
    if (model_is_solution(m, v)) {
        assert_int_equal(sscanf(name, "%d,%d is %d", &s.row, &s.column, &s.k), 3);
        s.what = SAYS_VALUE;
    } else if (sscanf(name, "%d,%d is at least %d", &s.row, &s.column, &s.k) == 3) {
        s.what = SAYS_LEAST;
    } else if (sscanf(name, "%d,%d is attacked %d times along its %7s", &s.row, &s.column, &s.k, axis) == 4) {
        s.what = !strcmp(axis, "row") ? SAYS_ROW : SAYS_COLUMN;
    }
    s.row--;
    s.column--;
    return s;
}

static bool is_true(const struct saying *s, const int *value, int n)
{
    if (s->what == SAYS_NOTHING) return false;
    if (s->what == SAYS_VALUE) return value[s->row * n + s->column] == s->k;
    if (s->what == SAYS_LEAST) return value[s->row * n + s->column] >= s->k;
    return attacks(value, n, s->row, s->column, s->what == SAYS_ROW) >= s->k;
}

/* Computes all variables of a board's model: from what they say, then from the counters. */
static void fill(const struct model *m, const struct saying *said, const int *value, int n, struct values a)
{
    memset(a.v, 0, (size_t)a.n + 1);
    for (int v = 1; v <= a.n; v++) a.v[v] = is_true(&said[v], value, n) ? 1 : -1;
    for (int i = 0; i < model_rows(m); i++) {
        struct row row = model_row(m, i);
        int sum = 0;
        if (row.kind != ROW_COUNT) continue;
        for (int j = 0; j < row.n; j++) sum += value_true(a, row.x[j]);
        for (int j = 0; j < row.lo; j++) a.v[row.x[row.n + j]] = sum > j ? 1 : -1;
    }
}

/* Checks on every board with values 1..top that the model accepts it if and only if verify does. */
static void compare_on_all_boards(const struct instance *t, const struct formulation *f, int n, int top)
{
    struct bounds all = {INT64_MAX};
    struct model *m = model_new();
    f->build(f, t, &all, m);
    struct values a = {.v = mem_new((size_t)model_vars(m) + 1, 1), .n = model_vars(m)};
    struct saying *said = mem_new((size_t)a.n + 1, sizeof *said);
    struct text board = {0}, err = {0};
    struct solution decoded = {0};
    int value[16], i;
    for (int v = 1; v <= a.n; v++) said[v] = saying_of(m, v);
    for (i = 0; i < n * n; i++) value[i] = 1;
    do {
        fill(m, said, value, n, a);
        write_board(value, n, &board);
        bool holds = model_holds(m, a, &err);
        if (holds != right(t, text_string(&board)))
            fail_msg("%s disagrees with verify on\n%s", f->name, text_string(&board));
        if (holds) {
            solution_decode(tank, f, t, m, a, &decoded);
            assert_string_equal(text_string(&decoded.text), text_string(&board));
        }
        for (i = 0; i < n * n && value[i] == top; i++) value[i] = 1;
        if (i < n * n) value[i]++;
    } while (i < n * n);
    text_release(&board);
    solution_release(&decoded);
    text_release(&err);
    mem_free(a.v);
    mem_free(said);
    model_free(m);
}

/* Cases to advance by: every fourth one if QUICK is set. */
static size_t stride(void) { return getenv("QUICK") ? 4 : 1; }

static void models_say_what_the_rules_say(void **state)
{
    (void)state;
    static const struct {
        const char *operand, *text, *options;
        int n, top;
    } cases[] = {
        {"1", NULL, "", 1, 1},
        {"1", NULL, "cap=none", 1, 1},
        {"2", NULL, "", 2, 1},
        {"2", NULL, "cap=none", 2, 2},
        {"3", NULL, "", 3, 2},
        {"3", NULL, "cap=3", 3, 3},
        {"2", NULL, "cap=9", 2, 2},
        {NULL, ". 1\n. .\n", "", 2, 1},
        {NULL, ". . .\n. 3 .\n. . .\n", "cap=3", 3, 3},
        {"3", NULL, "cap=3 symmetry=half-turn", 3, 3},
        {"3", NULL, "symmetry=quarter-turn", 3, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (const struct formulation *f = tank->formulations; f->name; f++) {
            if (cases[i].top == 3 && (i + (size_t)(f - tank->formulations)) % stride()) continue;
            struct instance *t = good(cases[i].operand, cases[i].text, cases[i].options);
            compare_on_all_boards(t, f, cases[i].n, cases[i].top);
            tank->release(t);
        }
}

/* ---- enumeration by plain backtracking ---- -------------------------------------------------- */

struct search {
    int n, top, value[36], hits[36];
    const int *given;                         /* 0: free; NULL: all free */
    int (*image)(int n, int row, int column); /* NULL, or a permutation of the cells that must keep the board */
    int64_t found;
};

static int left_right(int n, int row, int column) { return row * n + n - 1 - column; }
static int diagonal(int n, int row, int column) { return column * n + row; }
static int half_turn(int n, int row, int column) { return (n - 1 - row) * n + n - 1 - column; }
static int quarter_turn(int n, int row, int column) { return column * n + n - 1 - row; }

static bool is_kept(const struct search *s)
{
    for (int i = 0; s->image && i < s->n * s->n; i++)
        if (s->value[s->image(s->n, i / s->n, i % s->n)] != s->value[i]) return false;
    return true;
}

/* Whether the tank at this cell can still be attacked as often as its value requires, with the
 * cells before `placed` fixed. */
static bool can_hold(const struct search *s, int cell, int placed)
{
    int r = cell / s->n, c = cell % s->n, open = 0;
    for (int i = 0; i < s->n; i++) {
        open += i != c && r * s->n + i >= placed;
        open += i != r && i * s->n + c >= placed;
    }
    return s->hits[cell] <= s->value[cell] && s->hits[cell] + open >= s->value[cell];
}

static void fire(struct search *s, int cell, int by)
{
    int r = cell / s->n, c = cell % s->n, k = s->value[cell];
    if (c >= k) s->hits[cell - k] += by;
    if (c + k < s->n) s->hits[cell + k] += by;
    if (r >= k) s->hits[cell - k * s->n] += by;
    if (r + k < s->n) s->hits[cell + k * s->n] += by;
}

static void place(struct search *s, int cell)
{
    if (cell == s->n * s->n) {
        s->found += is_kept(s);
        return;
    }
    for (int k = 1; k <= s->top; k++) {
        if (s->given && s->given[cell] && s->given[cell] != k) continue;
        s->value[cell] = k;
        fire(s, cell, 1);
        bool can = true;
        for (int i = 0; can && i <= cell; i++) can = can_hold(s, i, cell + 1);
        if (can) place(s, cell + 1);
        fire(s, cell, -1);
    }
}

static int64_t backtrack(int n, int top, const int *given)
{
    struct search s = {.n = n, .top = top, .given = given};
    place(&s, 0);
    return s.found;
}

static struct solution_count counted(const char *operand, const char *text, const char *options,
                                     const struct formulation *f, const char *setting)
{
    struct options o = {0};
    struct text err = {0}, own = {0};
    char *copy = mem_string(setting), *value = strchr(copy, '=');
    if (value) *value++ = '\0';
    const struct option *shared = options_find(choices_options, copy);
    text_put(&own, options);
    if (value && shared) options_set(&o, shared, value, &err);
    if (value && !shared) text_add(&own, " %s=%s", copy, value);
    struct instance *t = good(operand, text, text_string(&own));
    struct problem q = {.puzzle = tank, .instance = t, .formulation = f};
    choices_fill(&o, &q.choices);
    text_release(&own);
    text_release(&err);
    struct solution_count c = {.symmetric = true};
    struct answer a = {0};
    enum status status = search_count(&q, &c, &a);
    if (!c.complete) fail_msg("counting ended with %s: %s", search_status(status), text_string(&a.err));
    answer_release(&a);
    tank->release(t);
    options_release(&o);
    mem_free(copy);
    return c;
}

static void counts_agree_with_backtracking(void **state)
{
    (void)state;
    static const int corner[16] = {3}, edge[16] = {[1] = 3};
    static const struct {
        const char *operand, *text, *options;
        int n, top;
        const int *given;
    } cases[] = {
        {"1", NULL, "", 1, 0, NULL},
        {"2", NULL, "", 2, 1, NULL},
        {"3", NULL, "", 3, 2, NULL},
        {"3", NULL, "cap=none", 3, 9, NULL},
        {"4", NULL, "cap=1", 4, 1, NULL},
        {"4", NULL, "cap=2", 4, 2, NULL},
        {"4", NULL, "", 4, 3, NULL},
        {"4", NULL, "cap=4", 4, 4, NULL},
        {"4", NULL, "cap=5", 4, 5, NULL},
        {"4", NULL, "cap=none", 4, 8, NULL},
        {NULL, "3 . . .\n. . . .\n. . . .\n. . . .\n", "cap=none", 4, 8, corner},
        {NULL, ". 3 . .\n. . . .\n. . . .\n. . . .\n", "cap=none", 4, 8, edge},
        {"5", NULL, "cap=3", 5, 3, NULL},
    };
    static const char *const settings[] = {"break-symmetry=no", "break-symmetry=yes", "search=tables"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += stride()) {
        int64_t found = backtrack(cases[i].n, cases[i].top, cases[i].given);
        for (const struct formulation *f = tank->formulations; f->name; f++)
            for (size_t j = 0; j < sizeof settings / sizeof *settings; j += stride()) {
                struct solution_count c = counted(cases[i].operand, cases[i].text, cases[i].options, f, settings[j]);
                assert_int_equal(c.solutions, found);
            }
    }
}

/* Two methods that share neither model nor search find the same boards. */
static void tables_agree_with_the_solver(void **state)
{
    (void)state;
    static const struct {
        const char *operand, *text, *options;
    } cases[] = {
        {NULL, ". . .\n. . .\n. 9 .\n", "cap=none"},
        {"5", NULL, "cap=none"},
        {"5", NULL, "cap=5 symmetry=diagonals"},
        {"6", NULL, "cap=3"},
        {NULL, ". . . . 2\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n", ""},
        {NULL, ". 3 . . .\n. . . . .\n. . . . .\n. . . . .\n. . . 3 .\n", "cap=none"},
        {"5", NULL, ""},
        {NULL, "1 3 2 1 5 1\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += stride())
        for (int broken = 0; broken < 2; broken++) {
            const char *setting = broken ? "" : "break-symmetry=no";
            struct solution_count solver =
                counted(cases[i].operand, cases[i].text, cases[i].options, tank->formulations, setting);
            struct instance *t = good(cases[i].operand, cases[i].text, cases[i].options);
            struct problem q = {.puzzle = tank,
                                .instance = t,
                                .choices.break_symmetry = broken ? OPTION_YES : OPTION_NO,
                                .formulation = tank->formulations,
                                .choices.solver = "cadical",
                                .choices.engine = "tables"};
            struct solution_count tables = {.symmetric = true};
            struct answer a = {0};
            search_count(&q, &tables, &a);
            assert_true(tables.complete);
            assert_int_equal(tables.solutions, solver.solutions);
            assert_int_equal(tables.orbits, solver.orbits);
            assert_int_equal(a.calls, 0);
            answer_release(&a);
            tank->release(t);
        }
}

static void small_boards_are_as_known(void **state)
{
    (void)state;
    static const struct {
        const char *side;
        int64_t solutions, orbits;
    } cases[] = {
        {"1", 0, 0}, {"2", 0, 0}, {"3", 0, 0}, {"4", 1, 1}, {"5", 2, 1},
    };
    for (const struct formulation *f = tank->formulations; f->name; f++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            if (i == 4 && f != tank->formulations && getenv("QUICK")) continue;
            struct solution_count c = counted(cases[i].side, NULL, "", f, "");
            assert_int_equal(c.solutions, cases[i].solutions);
            assert_int_equal(c.orbits, cases[i].orbits);
        }
}

static void required_symmetries_agree_with_backtracking(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        int (*image)(int, int, int);
    } cases[] = {
        {"cap=none symmetry=mirror", left_right},
        {"cap=none symmetry=diagonal", diagonal},
        {"cap=none symmetry=half-turn", half_turn},
        {"cap=none symmetry=quarter-turn", quarter_turn},
    };
    static const char *const settings[] = {"break-symmetry=yes", "break-symmetry=no", "search=tables"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i += stride()) {
        struct search s = {.n = 4, .top = 6, .image = cases[i].image};
        place(&s, 0);
        for (const struct formulation *f = tank->formulations; f->name; f++)
            for (size_t j = 0; j < sizeof settings / sizeof *settings; j += stride()) {
                struct solution_count c = counted("4", NULL, cases[i].options, f, settings[j]);
                assert_int_equal(c.solutions, s.found);
            }
    }
}

/* Requiring a symmetry finds exactly the boards that have it. Among the 13 boards of 6x6
 * (bench/tank_count_lines.c finds as many), 3 orbits have only the half-turn or the mirrors. A
 * quarter-turn takes a mirror to the other one, so it does not count there. */
static void required_symmetries_select(void **state)
{
    (void)state;
    static const struct {
        const char *symmetry;
        int64_t solutions, orbits;
    } cases[] = {
        {"symmetry=half-turn", 13, 5}, {"symmetry=quarter-turn", 3, 2}, {"symmetry=mirrors", 3, 2},
        {"symmetry=diagonals", 1, 1},  {"symmetry=full", 1, 1},         {"symmetry=mirror", 3, 3},
    };
    for (size_t i = stride() / 2; i < sizeof cases / sizeof *cases; i += stride())
        for (int j = 0; j < 2; j++) {
            struct solution_count c =
                counted("6", NULL, cases[i].symmetry, tank->formulations, j ? "search=tables" : "");
            assert_int_equal(c.solutions, cases[i].solutions);
            assert_int_equal(c.orbits, cases[i].orbits);
        }
}

static void canonical_is_least_under_what_keeps_the_givens(void **state)
{
    (void)state;
    static const char board[] = "3 1 3 2\n1 4 1 2\n1 4 1 2\n3 1 3 2\n";
    struct text least = {0};
    struct solution s = {0};
    struct instance *t = good("4", NULL, "cap=none");
    solution_read(tank, t, board, &s);
    assert_true(right(t, board));
    text_clear(&least);
    puzzle_canonical(tank, t, &s, &least);
    assert_string_equal(text_string(&least), "2 2 2 2\n3 1 1 3\n1 4 4 1\n3 1 1 3\n");
    tank->release(t);
    t = good(NULL, ". . . 2\n. . . .\n. . . .\n. . . 2\n", "cap=none");
    text_clear(&least);
    puzzle_canonical(tank, t, &s, &least);
    assert_string_equal(text_string(&least), board); /* only the up-down flip keeps these corners */
    tank->release(t);
    text_release(&least);
    solution_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify_judges_any_text),
        cmocka_unit_test(labels_tell_the_instance),
        cmocka_unit_test(models_say_what_the_rules_say),
        cmocka_unit_test(counts_agree_with_backtracking),
        cmocka_unit_test(tables_agree_with_the_solver),
        cmocka_unit_test(small_boards_are_as_known),
        cmocka_unit_test(required_symmetries_agree_with_backtracking),
        cmocka_unit_test(required_symmetries_select),
        cmocka_unit_test(canonical_is_least_under_what_keeps_the_givens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
