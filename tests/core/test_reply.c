/* Replies of solvers: read as they print them; refused with a sentence when anything is wrong; and mutated replies under
 * whatever sanitizers this was built with. */
#include "base/random.h"
#include "base/text.h"
#include "formats/format.h"
#include "solvers/reply.h"

#include "testlib/testlib.h"

enum { VARS = 5, NEEDED = 3 };

#define GLPSOL(columns, status, rows, end)                                                                             \
    "Problem:    \nRows:       3\nColumns:    " columns " (5 integer, 5 binary)\nNon-zeros:  8\nStatus:     " status   \
    "\nObjective:  obj = 0 (MINimum)\n\n   No.   Row name        Activity     Lower bound   Upper bound\n"             \
    "------ ------------    ------------- ------------- -------------\n     1 c1                          2          " \
    "   2"                                                                                                             \
    "               \n\n   No. Column name       Activity     Lower bound   Upper bound\n"                             \
    "------ ------------    ------------- ------------- -------------\n" rows                                          \
    "\nInteger feasibility conditions:\n\n" end
#define ROWS                                                                                                           \
    "     1 x1           *              1             0             1 \n"                                              \
    "     2 x2           *              0             0             1 \n"                                              \
    "     3 x3           *              1             0             1 \n"                                              \
    "     4 x4           *              0             0             1 \n"                                              \
    "     5 x5           *              0             0             1 \n"

#define HIGHS(status, primal, columns, rows)                                                                           \
    "Model status\n" status "\n\n# Primal solution values\n" primal "\n" columns rows "# Dual solution values\nNone\n"
#define HIGHS_COLUMNS "Objective 2\n# Columns 5\nx1 1\nx2 0\nx3 0.99999999\nx4 -0\nx5 0\n"

/* The model is written as a bit for each variable; "" if there is none. */
static const struct {
    const char *reply;
    enum claim claim;
    const char *model;
} good[] = {
    {"s SATISFIABLE\nv 1 -2 3 -4 -5 0\n", CLAIM_SATISFIABLE, "10100"},
    {"c hello\n\ns SATISFIABLE\nv 1 -2\nv 3 -4 -5 0\nc bye\n", CLAIM_SATISFIABLE, "10100"},
    {"c x\r\ns SATISFIABLE\r\nv 1 -2 3 -4 -5 0\r\n", CLAIM_SATISFIABLE, "10100"},
    {"s SATISFIABLE\nv 1 -2 3 -4 -5\nv 0\n", CLAIM_SATISFIABLE, "10100"},
    {"s SATISFIABLE\nv 1 -2 3 0", CLAIM_SATISFIABLE, "101.."},
    {"s UNSATISFIABLE\n", CLAIM_UNSATISFIABLE, ""},
    {"s UNKNOWN\n", CLAIM_UNKNOWN, ""},
    {"c clasp\nc Answer: 1\nv 1 2 3 4 5 0\nc Answer: 2\nv 1 -2 3 -4 -5 0\ns SATISFIABLE\n", CLAIM_SATISFIABLE, "10100"},
    {"o 3\nc Answer: 1\nv x1 x2 x3 x4 x5\no 2\nc Answer: 2\nv x1 -x2 x3 -x4\nv -x5\ns OPTIMUM FOUND\n", CLAIM_OPTIMUM,
     "10100"},
    {"s OPTIMUM FOUND\nv x1 ~x2 x3 -x4 -x5\n", CLAIM_OPTIMUM, "10100"},
    {"o 7\ns OPTIMUM FOUND\nv 10100\n", CLAIM_OPTIMUM, "10100"},
    {"o 7\nv 11111\no 6\nv 10100\ns OPTIMUM FOUND\n", CLAIM_OPTIMUM, "10100"},
    {"o 7\ns OPTIMUM FOUND\nv 1 -2 3 -4 -5\n", CLAIM_OPTIMUM, "10100"},
    {"SAT\n1 -2 3 -4 -5 0\n", CLAIM_SATISFIABLE, "10100"},
    {"UNSAT\n", CLAIM_UNSATISFIABLE, ""},
    {"v 1 2 3 4 5 0\n----------\nv 1 -2 3 -4 -5 0\n----------\n==========\n%%%mzn-stat: nodes=9\n", CLAIM_OPTIMUM,
     "10100"},
    {"% time elapsed: 0.1 s\nv 1 -2 3 -4 -5 0\n----------\n", CLAIM_SATISFIABLE, "10100"},
    {"=====UNSATISFIABLE=====\n", CLAIM_UNSATISFIABLE, ""},
    {"=====UNKNOWN=====\n", CLAIM_UNKNOWN, ""},
    {"INDET\n", CLAIM_UNKNOWN, ""},
    {"s UNSUPPORTED\n", CLAIM_UNKNOWN, ""},
    {"s SATISFIABLE\nv 1 2 3 4 5 0\ns SATISFIABLE\nv 1 -2 3 -4 -5 0\ns SOLUTIONS 2\n", CLAIM_SATISFIABLE, "10100"},
    {"s SOLUTIONS 0\n", CLAIM_UNSATISFIABLE, ""},
    {"WARNING: for repeatability, setting FPU\nSAT\n1 -2 3 -4 -5 0\nSATISFIABLE\n", CLAIM_SATISFIABLE, "10100"},
    {GLPSOL("5", "INTEGER OPTIMAL", ROWS, "End of output\n"), CLAIM_OPTIMUM, "10100"},
    {GLPSOL("5", "INTEGER NON-OPTIMAL", ROWS, "End of output\n"), CLAIM_SATISFIABLE, "10100"},
    {GLPSOL("5", "INTEGER EMPTY", ROWS, "End of output\n"), CLAIM_UNSATISFIABLE, ""},
    {GLPSOL("5", "INTEGER UNDEFINED", ROWS, "End of output\n"), CLAIM_UNKNOWN, ""},
    {"c Problem:\nc\ns mip 3 5 o 0\ni 1 2\nj 1 1\nj 2 0\nj 3 1\nj 4 0\nj 5 1e-09\ne o f\n", CLAIM_OPTIMUM, "10100"},
    {"c Problem:\ns mip 3 5 n 0\nj 1 1\nj 2 0\ne o f\n", CLAIM_UNSATISFIABLE, ""},
    {"Optimal - objective value 2.00000000\n      0 x1                     1                       1\n"
     "      2 x3             0.9999999                       1\n",
     CLAIM_OPTIMUM, "10100"},
    {"Optimal (within gap tolerance) - objective value 2\n      0 x1   1  1\n**    1 x3   1  1\n", CLAIM_OPTIMUM,
     "10100"},
    {"Stopped on time - objective value 2.00000000\n      0 x1   1  1\n      2 x3   1  1\n", CLAIM_SATISFIABLE,
     "10100"},
    {"Infeasible - objective value 0.00000000\n      0 x1   0.5  1\n", CLAIM_UNSATISFIABLE, ""},
    {"Integer infeasible - objective value 0.00000000\n      0 x1   0.5  1\n", CLAIM_UNSATISFIABLE, ""},
    {HIGHS("Optimal", "Feasible", HIGHS_COLUMNS, "# Rows 1\nc1 2\n\n"), CLAIM_OPTIMUM, "10100"},
    {HIGHS("Time limit reached", "Feasible", HIGHS_COLUMNS, "# Rows 1\nc1 2\n\n"), CLAIM_SATISFIABLE, "10100"},
    {HIGHS("Time limit reached", "None", "", "\n"), CLAIM_UNKNOWN, ""},
    {HIGHS("Infeasible", "None", "", "\n"), CLAIM_UNSATISFIABLE, ""},
};

static const struct {
    const char *reply, *word; /* word: in the sentence */
} bad[] = {
    {"", "empty"},
    {"\n\n", "empty"},
    {"v 1 -2 3 -4 -5 0\n", "no status"},
    {"c only comments\n", "no status"},
    {"s SATISFIABLE\n", "gives none"},
    {"s SATISFIABLE\nv 0\n", "no value to variable 1"},
    {"s SATISFIABLE\nv 1 -2 0\n", "no value to variable 3"},
    {"s SATISFIABLE\nv 1 -2 3 -4\n", "truncated"},
    {"s SATISFIABLE\nv 1 -2 3 -4 -5", "truncated"},
    {"s SATISFIABLE\nv x1 -x2 x3 -x", "literal is expected"},
    {"s SATISFIABLE\nv x1 -x2 x3 -x4 ", "truncated"},
    {"s SATISFIABLE\nv 1 -2 3 -4 -6 0\n", "variable 6"},
    {"s SATISFIABLE\nv 1 -2 3 -4 99999999999 0\n", "another instance"},
    {"s SATISFIABLE\nv 1 -2 3 -3 0\n", "opposite"},
    {"s SATISFIABLE\nv 1 -2 3 four 0\n", "'four'"},
    {"s SATISFIABLE\nv 1 -2 3 --4 0\n", "literal is expected"},
    {"s SATISFIABLE\nv 1 -2 3 x4 0\n", "mixes"},
    {"s SATISFIABLE\nv 1 -2 3 0 4 0\n", "after the 0"},
    {"s SATISFIED\nv 1 -2 3 -4 -5 0\n", "unknown status"},
    {"s\n", "unknown status"},
    {"s UNSATISFIABLE\nv 1 -2 3 -4 -5 0\n", "but gives one"},
    {"s SATISFIABLE\ns UNSATISFIABLE\nv 1 -2 3 -4 -5 0\n", "contradicts"},
    {"s SATISFIABLE\nw 1 -2 3 -4 -5 0\n", "not a line of a solver"},
    {"o many\ns OPTIMUM FOUND\nv 10100\n", "cost"},
    {"s OPTIMUM FOUND\nv 1010\n", "4 bits"},
    {"s OPTIMUM FOUND\nv 0110100\n", "7 bits"},
    {"s SATISFIABLE\nv 01\n", "2 bits"},
    {"s SATISFIABLE\nv 1111111111111111\n", "16 bits"},
    {"s SATISFIABLE\nv 1 -2 3 -4 -5 0\ns SOLUTIONS 0\n", "contradicts"},
    {"s SOLUTIONS 3\n", "gives none"},
    {"s OPTIMUM FOUND\nv 10102\n", "variable 10102"},
    {"SAT\n1 -2 3 -4\n", "truncated"},
    {"SAT\n", "gives none"},
    {"SATURDAY\n1 2 3 0\n", "unknown status"},
    {"1 -2 3 -4 -5 0\n", "not a line of a solver"},
    {GLPSOL("6", "INTEGER OPTIMAL", ROWS, "End of output\n"), "another instance"},
    {GLPSOL("5", "OPTIMAL", ROWS, "End of output\n"), "unknown status"},
    {GLPSOL("5", "INTEGER OPTIMAL", ROWS, ""), "truncated"},
    {GLPSOL("5", "INTEGER OPTIMAL", "     1 x1    *     0.5     0    1\n", "End of output\n"), "0 or 1"},
    {GLPSOL("5", "INTEGER OPTIMAL", "     1 y1    *     1     0    1\n", "End of output\n"), "not a variable"},
    {GLPSOL("5", "INTEGER OPTIMAL", "     1 x1    *     1     0    1\n", "End of output\n"), "no value to variable 2"},
    {GLPSOL("5", "INTEGER OPTIMAL", "     1 x1\n", "End of output\n"), "not a column"},
    {"c Problem:\ns mip 3 5 o 0\nj 1 1\nj 2 0\nj 3 1\n", "truncated"},
    {"c Problem:\ns mip 3 6 o 0\nj 1 1\ne o f\n", "another instance"},
    {"c Problem:\ns bas 3 5 f f 0\nj 1 1\ne o f\n", "integer solution"},
    {"c Problem:\ns mip 3 5 o 0\nj 1 1\nj 2 0\ne o f\n", "no value to variable 3"},
    {"Optimal - objective value 2.00000000\n      0 x1   1  1\n      2 x9   1  1\n", "variable 9"},
    {"Optimal - objective value 2.00000000\n      0 x1   1  1\n      2 x3", "not a column"},
    {"Optimal - objective value 2.00000000\n      0 x1   1  1\n      2 x3   1  1", "truncated"},
    {"Optimal - objective value 2.00000000\n      0 x1   2  1\n", "0 or 1"},
    {"Unbounded - objective value 2.00000000\n", "not show whether there is a solution"},
    {"Optimal - objective value 2.5\n      0 x1   1  1\n", "an integer is expected"},
    {"Optimal - objective value nan\n      0 x1   1  1\n", "an integer is expected"},
    {"c Problem:\ns mip 3 5 o 1e99\nj 1 1\n", "an integer is expected"},
    {"Optimal", "truncated"},
    {"Model status\n", "truncated"},
    {"Model status\nOptimal\n", "truncated"},
    {HIGHS("Optimal", "None", "", ""), "gives none"},
    {HIGHS("Optimal", "Feasible", HIGHS_COLUMNS, ""), "truncated"},
    {HIGHS("Unbounded", "None", "", ""), "not show whether there is a solution"},
    {HIGHS("Optimal", "Feasible", "# Columns 4\nx1 1\nx2 0\nx3 0\nx4 0\n", "# Rows 0\n"), "another instance"},
    {HIGHS("Optimal", "Feasible", "# Columns 5\nx1 1\nx2 0\nx3 0.5\nx4 0\nx5 0\n", "# Rows 0\n"), "0 or 1"},
    {HIGHS("Optimal", "Feasible", "# Columns 5\nx1 1\nx2 0\n", "# Rows 0\n"), "not a column"},
    {"<html>404</html>\n", "not a line of a solver"},
    {"v 1 -2 3 -4 -5 0\n", "no status"},
    {"v 1 -2 3 -4 -5 0\n----------\n=====UNSATISFIABLE=====\n", "contradicts"},
    {"==========\n", "gives none"},
    {"=====ERROR=====\n", "not a line of a solver"},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct reply r;
        struct text err = {0};
        if (!reply_parse(good[i].reply, VARS, NEEDED, NULL, format_reply, &r, &err))
            fail_msg("%s%s", good[i].reply, text_string(&err));
        assert_int_equal(r.claim, good[i].claim);
        assert_int_equal(r.has_model, *good[i].model != '\0');
        for (int v = 1; r.has_model && v <= VARS; v++)
            assert_int_equal("-0+"[r.values.v[v] + 1], good[i].model[v - 1] == '1'   ? '+'
                                                       : good[i].model[v - 1] == '0' ? '-'
                                                                                     : '0');
        reply_release(&r);
        text_release(&err);
    }
}

/* The last `o` line counts; LP solvers print an objective that is a floating-point number. */
static void test_costs(void **state)
{
    static const struct {
        const char *reply;
        bool has;
        int64_t cost, slack;
    } costs[] = {
        {"s SATISFIABLE\nv 1 -2 3 -4 -5 0\n", false, 0, 0},
        {"o 9\no -7\nv 11111\no -8\nv 10100\ns OPTIMUM FOUND\n", true, -8, 0},
        {"o 4611686018427387903\nv 11111\ns OPTIMUM FOUND\n", true, 4611686018427387903, 0},
        {GLPSOL("5", "INTEGER OPTIMAL", ROWS, "End of output\n"), true, 0, 0},
        {"c Problem:\ns mip 3 5 o -3\nj 1 1\nj 2 0\nj 3 1\nj 4 0\nj 5 0\ne o f\n", true, -3, 0},
        {"Optimal - objective value 1.999999\n      0 x1   1  1\n", true, 2, 0},
        {"Optimal - objective value 123456789000\n      0 x1   1  1\n", true, 123456789000, 123},
        {HIGHS("Optimal", "Feasible", HIGHS_COLUMNS, "# Rows 1\nc1 2\n\n"), true, 2, 0},
        {"Infeasible - objective value 0.5\n      0 x1   0.5  1\n", false, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        struct reply r;
        SCOPED(text) err = {0};
        if (!reply_parse(costs[i].reply, VARS, 0, NULL, format_reply, &r, &err))
            fail_msg("%s%s", costs[i].reply, text_string(&err));
        assert_int_equal(r.has_cost, costs[i].has);
        assert_int_equal(r.cost, costs[i].cost);
        assert_int_equal(r.slack, costs[i].slack);
        reply_release(&r);
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct reply r;
        struct text err = {0};
        if (reply_parse(bad[i].reply, VARS, NEEDED, NULL, format_reply, &r, &err)) fail_msg("taken: %s", bad[i].reply);
        if (!strstr(text_string(&err), bad[i].word) || err.s[err.n - 1] != '.')
            fail_msg("%s\n%s\nlacks: %s", bad[i].reply, text_string(&err), bad[i].word);
        reply_release(&r);
        text_release(&err);
    }
}

/* Whatever is given: a complete model or a sentence, and no crash. */
static void reply_judge(const char *text)
{
    for (int vars = 0; vars <= VARS; vars += VARS) {
        struct reply r;
        struct text err = {0};
        if (reply_parse(text, vars, vars ? NEEDED : 0, NULL, format_reply, &r, &err)) {
            for (int v = 1; r.has_model && vars && v <= NEEDED; v++) assert_int_not_equal(r.values.v[v], 0);
            assert_false(r.has_model && r.claim == CLAIM_UNSATISFIABLE);
        } else {
            assert_true(err.n > 10 && err.s[err.n - 1] == '.');
        }
        reply_release(&r);
        text_release(&err);
    }
}

static void mutate(struct random *r, char *s, size_t *n)
{
    static const char bytes[] = "0123456789-+xvsoc \n\t\r.~*\x01\xff";
    size_t at = *n ? (size_t)random_below(r, (int)*n) : 0, length = *n - at;
    switch (random_below(r, 5)) {
    case 0:
        *n = at;
        break; /* cut */
    case 1:
        if (*n) s[at] = bytes[random_below(r, sizeof bytes - 1)];
        break;
    case 2: /* insert */
        memmove(s + at + 1, s + at, length);
        s[at] = bytes[random_below(r, sizeof bytes - 1)];
        ++*n;
        break;
    case 3: /* remove a few */
        if (length) {
            size_t gone = 1 + (size_t)random_below(r, length < 9 ? (int)length : 9);
            memmove(s + at, s + at + gone, length - gone);
            *n -= gone;
        }
        break;
    default: /* repeat a few */
        if (length) {
            size_t more = 1 + (size_t)random_below(r, length < 30 ? (int)length : 30);
            memmove(s + at + more, s + at, length);
            *n += more;
        }
    }
    s[*n] = '\0';
}

static void test_mutations(void **state)
{
    (void)state;
    struct random r = {42};
    int rounds = getenv("QUICK") ? 300 : 2000;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        for (int round = 0; round < rounds; round++) {
            size_t n = strlen(good[i].reply);
            int times = 1 + random_below(&r, 6);
            char *s = mem_new(n + 300, 1);
            memcpy(s, good[i].reply, n + 1);
            while (times--) mutate(&r, s, &n);
            char *exact = mem_string(s); /* so that a sanitizer sees each byte too far */
            reply_judge(exact);
            mem_free(exact);
            mem_free(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
