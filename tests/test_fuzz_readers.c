/* An OPB file has two readers on purpose: the puzzle's, and the checker's of cutting-planes proofs. On token soup they
 * read the same constraints, or one of them refuses. FUZZ_SEED=N sets the first seed, FUZZ_ROUNDS=N the number of texts
 * in thousands. */
#include "proof/cutting_planes.h"
#include "puzzles/parse.h"
#include "puzzles/puzzle.h"

#include "testlib/testlib.h"

extern const struct puzzle puzzle_opb;

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
    const char *formula = in ? puzzle_opb.sums(in) : NULL;
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
        cmocka_unit_test(test_soup),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
