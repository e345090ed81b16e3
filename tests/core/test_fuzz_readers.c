/* Files with two readers. On token soup both read the same, or one of them refuses:
 *
 *     OPB       the puzzle's, and the checker's of cutting-planes proofs, which are separate on purpose
 *     cubes     the puzzle cnf's of iCNF, and that of cube lists (cubes --split-by FILE)
 *     replies   that of solvers' replies (decode), and that of solutions (verify)
 *
 * FUZZ_SEED=N sets the first seed, FUZZ_ROUNDS=N the number of texts in thousands. */
#include "base/random.h"
#include "extras/cubes/cube.h"
#include "formats/format.h"
#include "proof/cutting_planes.h"
#include "puzzles/parse.h"
#include "declared/formula.h"
#include "solvers/reply.h"

#include "testlib/testlib.h"

extern const struct puzzle puzzle_opb, puzzle_cnf;

/* Half of them blanks, so that words often stand alone. */
static const char *const gaps[] = {" ",       " ",    " ",           " ",         "",           "\n",
                                   "\t",      "\r\n", "/**/",        "\f",        "/* c */",    "/*\n* */",
                                   "\n* c\n", " * ",  "\n */* c */", "/* c */* ", "\n/* c */* "};
static const char *const names[] = {"x1",    "x2",    "x3",  "~x1",   "~ x2",     "a[-1]",  "a[",     "a[-bb",
                                    "b{-2}", "b{",    "bb",  "~a[-1", "c:",       "c:1",    "^",      "_1",
                                    "x1/",   "aa",    "min", "max:",  "f",        "d[1-2]", "e[--1]", "g[-",
                                    "x1*x2", "x1 x2", "h/",  "@l",    "\xc3\xa9", "soft:"};
static const char *const signs[] = {"+", "+", "+", "-", "-", "", "--", "+ -", "~", "*", "[", "]"};
static const char *const numbers[] = {
    "1", "2", "3", "1", "2", "0", "", "007", "4611686018427387904", "2305843009213693952", "1*", "2 *"};
static const char *const relations[] = {">=", ">=", ">=", "<=", "=", ">", "<", "= =", "=>", "", ">= ="};
static const char *const heads[] = {"",      "",      "",      "",      "",        "",    "R1: ",   "R2 : ", "@R3 ",
                                    "@R4\n", "min: ", "max: ", "* c\n", "a[-1]: ", "f: ", "min : ", "[2] "};

#define ANY(list, likely, r) list[random_below(r, random_below(r, 6) ? likely : (int)(sizeof list / sizeof *list))]

static void soup(struct random *r, struct text *out)
{
    text_clear(out);
    if (!random_below(r, 6)) text_put(out, ANY(gaps, 5, r));
    for (int rows = random_below(r, 4); rows >= 0; rows--) {
        text_put(out, ANY(heads, 9, r));
        for (int terms = random_below(r, 5); terms >= 0; terms--) {
            text_add(out, "%s%s%s%s", ANY(signs, 6, r), ANY(numbers, 6, r), ANY(gaps, 4, r), ANY(names, 12, r));
            text_put(out, ANY(gaps, 8, r));
        }
        bool objective = !random_below(r, 6);
        if (!objective)
            text_add(out, "%s%s%s%s%s", ANY(relations, 5, r), ANY(gaps, 5, r), ANY(signs, 6, r), ANY(numbers, 6, r),
                     ANY(gaps, 5, r));
        text_add(out, ";%s", ANY(gaps, 6, r));
    }
}

/* Whether both read the text. They must agree then. */
static bool readers_agree(const char *text)
{
    struct options none = {0};
    SCOPED(text) err = {0}, note = {0};
    struct source source = {.text = text, .name = "file", .line = 1, .options = &none, .note = &note};
    struct instance *in = puzzle_opb.parse(&source, &err);
    const char *formula = in ? puzzle_opb.files->sums(in) : NULL;
    bool both = false;
    if (formula) {
        SCOPED(model) *m = model_new();
        const struct bounds bounds = {.most = INT64_MAX};
        puzzle_opb.formulations->build(puzzle_opb.formulations, in, &bounds, m);
        struct cutting_planes p = {.formula = formula, .model = m};
        p.proof = "pseudo-Boolean proof version 3.0\noutput NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n";
        text_clear(&err);
        both = cutting_planes_check(&p, &err);
        if (!both && strncmp(text_string(&err), "formula, line ", 14) != 0) fail_msg("%s\nof\n%s", err.s, text);
    }
    if (in) puzzle_opb.release(in);
    return both;
}

static void test_soup(void **state)
{
    (void)state;
    const char *seed = getenv("FUZZ_SEED"), *rounds = getenv("FUZZ_ROUNDS");
    struct random r = {.state = seed ? (uint64_t)atoll(seed) : 1};
    SCOPED(text) text = {0};
    int64_t texts = rounds ? 1000 * atoll(rounds) : 100000, both = 0;
    for (int64_t i = 0; i < texts; i++) {
        soup(&r, &text);
        both += readers_agree(text_string(&text));
    }
    if (getenv("FUZZ_ROUNDS")) printf("both read %lld of %lld texts\n", (long long)both, (long long)texts);
    assert_true(both > texts / 20);
}

/* ---- cubes and replies ---- ------------------------------------------------------------------ */

enum { FEW = 4 /* variables */ };

/* Words, most of them the first ones. */
static void words(struct random *r, const char *const *word, int likely, int n, struct text *out)
{
    const int odd = 2 + random_below(r, 30);
    for (int i = random_below(r, 9); i > 0; i--) {
        const char *w = word[random_below(r, random_below(r, odd) ? likely : n)];
        text_add(out, "%s%s", w, strchr(w, '\n') ? "" : " ");
    }
}

static struct instance *parsed(const char *text)
{
    static const struct options none;
    SCOPED(text) err = {0}, note = {0};
    struct source source = {.text = text, .name = "file", .line = 1, .options = &none, .note = &note};
    return puzzle_cnf.parse(&source, &err);
}

/* Whether both read cubes, the one that some cube holds, the other the list. */
static bool cubes_agree(const char *text)
{
    SCOPED(cnf_buffer) list = cnf_buffer_of(0);
    SCOPED(text) err = {0}, solution = {0};
    struct instance *in = parsed(text);
    bool both = in && cube_list_read(text, "file", FEW, &list, &err) && cube_count(&list);
    for (unsigned set = 0; both && set < 1u << FEW; set++) {
        bool holds = false;
        text_set(&solution, "v");
        for (int v = 1; v <= in->vars; v++) text_add(&solution, " %d", set >> (v - 1) & 1 ? v : -v);
        for (int i = 0; i < cube_count(&list); i++) {
            const lit *x;
            int n = cnf_buffer_clause(&list, i, &x);
            bool all = true;
            for (int k = 0; k < n; k++) all = all && (set >> (lit_var(x[k]) - 1) & 1) == (x[k] > 0);
            holds = holds || all;
        }
        int64_t value;
        if (puzzle_cnf.verify(in, solution.s, &value, &err) != holds) fail_msg("%s of\n%s", solution.s, text);
    }
    if (in) puzzle_cnf.release(in);
    return both;
}

static void test_cubes(void **state)
{
    (void)state;
    static const char *const word[] = {
        "a 1 0\n", "a -2 3 0\n", "a 2 -4 1 0\n", "a -1 -3 0\n", "a ",        "1",     "-2",
        "-3",      "4",          "0\n",          "0\na",        "0",         "a 0\n", "a\t",
        "\r\n",    "c a 1 0\n",  "\nc\n",        "+1",          "-0",        "00",    "a1",
        "a-1 0\n", "p inccnf\n", "%\n",          "x 1 0\n",     "\f",        "5",     "1 1",
        "2 -2",    "1 0\n",      " a 3 0\n",     "a 1 a 2 0\n", "a 1 0 \r\n"};
    struct random r = {.state = 3};
    SCOPED(text) text = {0};
    int both = 0;
    for (int i = 0; i < 60000; i++) {
        text_set(&text, random_below(&r, 5) ? "p inccnf\n" : "");
        words(&r, word, 4, (int)(sizeof word / sizeof *word), &text);
        both += cubes_agree(text_string(&text));
    }
    assert_true(both > 6000);
}

static void test_replies(void **state)
{
    (void)state;
    static const char *const word[] = {
        "1 -2", "3",     "-4 0\n", "1 2 3",    "-1 -2",  "4 0\n", "-3",         "v 1 -2 3 -4 0\n",
        "\nv",  "0",     "v",      "v 1010\n", "v 0110", "+1",    "~2",         "x1",
        "-x2",  "\r\n",  "\t",     "-0",       "00",     "1010",  "\nv 1100\n", "\nv 1 2 3 4 0\n",
        ";",    "; c\n", "5",      "1 -1",     "\nc\n",  "\f",    "2",          "-4"};
    struct random r = {.state = 4};
    struct instance *in = parsed("p cnf 4 1\n1 0\n");
    SCOPED(text) text = {0}, reply = {0};
    int both = 0;
    assert_non_null(in);
    for (int i = 0; i < 60000; i++) {
        struct reply read;
        SCOPED(text) err = {0};
        signed char value[FEW + 1] = {0};
        text_set(&text, "v ");
        text_set(&reply, "s SATISFIABLE\n");
        words(&r, word, 7, (int)(sizeof word / sizeof *word), &text);
        text_put(&reply, text.s);
        if (reply_parse(reply.s, FEW, FEW, NULL, format_reply, &read, &err) && read.has_model &&
            formula_values(in, text.s, value, &err)) {
            both++;
            for (int v = 1; v <= FEW; v++)
                if (value[v] != read.values.v[v]) fail_msg("variable %d of\n%s", v, reply.s);
        }
        reply_release(&read);
    }
    puzzle_cnf.release(in);
    assert_true(both > 500);
}

/* Texts that one of the readers has read otherwise, or could. */
static void test_texts(void **state)
{
    (void)state;
    static const char *const read[] = {"+1 a[-1] >= 1 ;\n",
                                       "+1 a[-bb >= 1 ;\n+1 bb >= 1 ;\n",
                                       "min: +1 aa ;\n-3\n/* c */* aa >= -3 ;\n+1 aa >= -1 ;\n",
                                       "1 xa/* c *//* d */ 1 xb >= 1 ;\n",
                                       "max: -2 ~xa +3 xa 4 ;\n1 xa 1 xa -1 ~xa > -1 ;\n",
                                       "min: ;\n0 xa = 0 ;\n",
                                       ">= 1 ;\n",
                                       "1 xa >= 1 ;\n * c\n1 xb < 2 ;\n"};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (!readers_agree(read[i])) fail_msg("%s", read[i]);
}

/* A model that differs in one weight, literal, bound, row or objective is another. */
static void test_differences(void **state)
{
    (void)state;
    static const char *const texts[] = {"min: 2 xa 3 xb ;\n4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 4 xb ;\n4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "max: 2 xa 3 xb ;\n4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 3 xb 1 ;\n4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 3 xb ;\n4 xa 5 xb >= 3 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 3 xb ;\n4 xa 5 ~xb >= 4 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 3 xb ;\n4 xa 6 ~xb >= 3 ;\n1 xa = 1 ;\n",
                                        "min: 2 xa 3 xb ;\n4 xa 5 ~xb >= 3 ;\n1 xa >= 1 ;\n",
                                        "min: 2 xa 3 xb ;\n4 xa 5 ~xb >= 3 ;\n1 xa = 1 ;\n1 xb >= 0 ;\n",
                                        "min: 2 xa 3 xb ;\n1 xa = 1 ;\n4 xa 5 ~xb >= 3 ;\n",
                                        "min: 2 xa 3 xc ;\n4 xa 5 ~xc >= 3 ;\n1 xa = 1 ;\n"};
    const size_t n = sizeof texts / sizeof *texts;
    for (size_t i = 0; i < n; i++) {
        struct options none = {0};
        SCOPED(text) err = {0}, note = {0};
        struct source source = {.text = texts[i], .name = "file", .line = 1, .options = &none, .note = &note};
        struct instance *in = puzzle_opb.parse(&source, &err);
        assert_non_null(in);
        SCOPED(model) *m = model_new();
        puzzle_opb.formulations->build(puzzle_opb.formulations, in, &(struct bounds){.most = INT64_MAX}, m);
        for (size_t k = 0; k < n; k++) {
            struct cutting_planes p = {.formula = texts[k], .model = m};
            p.proof = "pseudo-Boolean proof version 3.0\noutput NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n";
            text_clear(&err);
            if (cutting_planes_check(&p, &err) != (i == k)) fail_msg("%s and\n%s", texts[i], texts[k]);
            assert_int_equal(i == k, !err.n);
        }
        puzzle_opb.release(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_soup),  cmocka_unit_test(test_texts),   cmocka_unit_test(test_differences),
        cmocka_unit_test(test_cubes), cmocka_unit_test(test_replies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
