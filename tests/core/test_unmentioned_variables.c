/* decode asks for no variable that the file does not mention: random rows with literals that repeat, cancel or
 * weigh nothing are
 * written, and each solution is judged without the variables that do not stand in the file. */
#include "base/random.h"
#include "formats/format.h"
#include "search/problem.h"
#include "search/solution_check.h"

#include "testlib/testlib.h"

enum { VARS = 5, ROUNDS = 400 };

static void left_out_make(struct random *r, struct text *out)
{
    int rows = 1 + random_below(r, 3);
    text_add(out, "* #variable= %d #constraint= %d\n", VARS, rows);
    while (rows--) {
        int terms = 1 + random_below(r, 5), total = 0;
        for (int i = 0; i < terms; i++) {
            int w = random_below(r, 4) - 1;
            total += w;
            text_add(out, "%+d %sx%d ", w, random_below(r, 3) ? "" : "~", 1 + random_below(r, VARS));
        }
        text_add(out, "%s %d ;\n", random_below(r, 4) ? ">=" : "=", random_below(r, 3) + total / 2 - 1);
    }
}

/* Which of the model's variables stand in the lines of the file, its sign, its comments and its header aside? */
static void find_mentioned(const char *text, bool mentioned[VARS + 1])
{
    struct text line = {0};
    for (const char *s = text; text_line(&line, &s);)
        if (line.n && strchr("-0123456789", *line.s))
            for (char *at = line.s; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
                int v = abs(atoi(at));
                if (v <= VARS) mentioned[v] = true;
            }
    text_release(&line);
}

static int left_out_judge(const struct stated_problem *asked, const struct model *m, const bool mentioned[VARS + 1])
{
    struct text err = {0};
    struct solution solution = {0};
    int left_out = 0;
    for (int bits = 0; bits < 1 << VARS; bits++) {
        signed char v[VARS + 1] = {0};
        struct reply reply = {.claim = CLAIM_SATISFIABLE, .has_model = true, .values = {v, VARS}};
        int64_t objective_value;
        for (int i = 1; i <= VARS; i++) v[i] = bits >> (i - 1) & 1 ? 1 : -1;
        text_clear(&err);
        if (!model_holds(m, reply.values, &err)) continue;
        text_clear(&err);
        for (int i = 1; i <= VARS; i++) {
            if (mentioned[i]) continue;
            v[i] = 0;
            left_out++;
        }
        if (!solution_check_reply(&asked->problem, m, INT64_MAX, &reply, &solution, &objective_value, &err))
            fail_msg("%s\n%s", asked->statement.text, text_string(&err));
    }
    solution_release(&solution);
    text_release(&err);
    return left_out;
}

static void test_left_out(void **state)
{
    (void)state;
    const struct options none = {0};
    struct random random = {5};
    int left_out = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct text text = {0}, err = {0};
        struct stated_problem asked;
        char *buffer = NULL;
        size_t size;
        int vars;
        bool failed, mentioned[VARS + 1] = {false};
        text_put(&text, "opb\n");
        left_out_make(&random, &text);
        if (!problem_read(&asked, "random", text_string(&text), &none, &err)) fail_msg("%s", text_string(&text));
        struct model *m = model_new();
        search_build(&asked.problem, INT64_MAX, m);
        assert_int_equal(model_vars(m), VARS);
        struct file_content content = {
            .model = m, .policy = &asked.problem.choices.policy, .most = INT64_MAX, .comment = ""};
        FILE *out = open_memstream(&buffer, &size);
        assert_true(format_write(format_find("cnf"), &content, out, &vars, &failed, &err));
        fclose(out);
        find_mentioned(buffer, mentioned);
        left_out += left_out_judge(&asked, m, mentioned);
        free(buffer);
        model_free(m);
        problem_release(&asked);
        text_release(&text);
        text_release(&err);
    }
    assert_true(left_out > ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
