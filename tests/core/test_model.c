/* What a model keeps of what was built, and model_holds against a count by hand, on every assignment. */
#include "base/text.h"
#include "model/model.h"

#include "testlib/testlib.h"

/* Five variables; rows of every kind, told apart by bits: 1 a clause, 2 a card, 4 a sum, 8 a parity, 16 a counter. */
static struct model *model_build(int rows)
{
    struct model *m = model_new();
    lit x[5], y[2];
    for (int i = 0; i < 5; i++) x[i] = i < 4 ? model_var(m, "x %d", i) : model_derived(m, "x %d", i);
    model_rule(m, "first");
    if (rows & 1) model_3(m, x[0], -x[1], x[4]);
    model_rule(m, "second");
    if (rows & 2) model_card(m, (lit[]){x[0], x[1], -x[2], x[3]}, 4, 1, 2);
    model_rule(m, "third");
    if (rows & 4) model_pb(m, (lit[]){x[0], x[1], -x[4], x[0]}, (int64_t[]){3, -2, 2, 1}, 4, -1, 3);
    model_rule(m, "fourth");
    if (rows & 8) model_xor(m, (lit[]){x[0], -x[3], x[4]}, 3, 1);
    model_rule(m, "fifth");
    if (rows & 16) model_count(m, (lit[]){x[0], x[1], x[2]}, 3, 2, COUNT_BOTH, y);
    return m;
}

/* The same by hand; bit i of s is x[i], then the counter's outputs. Names the first rule that fails, or NULL. */
static const char *broken(int rows, unsigned s)
{
    int x[7];
    for (int i = 0; i < 7; i++) x[i] = (int)(s >> i & 1);
    int card = x[0] + x[1] + 1 - x[2] + x[3], pb = 4 * x[0] - 2 * x[1] + 2 * (1 - x[4]), three = x[0] + x[1] + x[2];
    if (rows & 1 && !(x[0] || !x[1] || x[4])) return "first";
    if (rows & 2 && (card < 1 || card > 2)) return "second";
    if (rows & 4 && (pb < -1 || pb > 3)) return "third";
    if (rows & 8 && (x[0] + 1 - x[3] + x[4]) % 2 != 1) return "fourth";
    if (rows & 16 && (x[5] != (three >= 1) || x[6] != (three >= 2))) return "fifth";
    return NULL;
}

static void test_holds(void **state)
{
    (void)state;
    for (int rows = 0; rows < 32; rows++) {
        struct model *m = model_build(rows);
        int n = model_vars(m), good = 0;
        assert_int_equal(n, rows & 16 ? 7 : 5);
        for (unsigned s = 0; s < 1u << n; s++) {
            signed char v[8] = {0};
            struct text err = {0};
            const char *rule = broken(rows, s);
            for (int i = 0; i < n; i++) v[i + 1] = s >> i & 1 ? 1 : -1;
            assert_int_equal(model_holds(m, (struct values){v, n}, &err), rule == NULL);
            if (rule) assert_says(text_string(&err), rule);
            good += !rule;
            text_release(&err);
        }
        assert_true(good > 0 && (rows == 0 || good < 1 << n));
        model_free(m);
    }
}

static void test_kept(void **state)
{
    (void)state;
    struct model *m = model_build(31);
    static const enum row_kind kinds[] = {ROW_CLAUSE, ROW_CARD, ROW_PB, ROW_XOR, ROW_COUNT};
    static const char *const rules[] = {"first", "second", "third", "fourth", "fifth"};
    assert_int_equal(model_rows(m), 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(model_row(m, i).kind, kinds[i]);
        assert_string_equal(model_rule_name(m, model_row(m, i).rule), rules[i]);
    }
    assert_int_equal(model_row(m, 2).w[1], -2);
    assert_int_equal(model_row(m, 2).lo, -1);
    assert_int_equal(model_row(m, 4).n, 3);
    assert_int_equal(model_row(m, 4).lo, 2);
    assert_string_equal(model_name(m, 3), "x 2");
    assert_true(model_is_solution(m, 4));
    assert_false(model_is_solution(m, 5));
    assert_false(model_is_solution(m, 6));
    assert_null(model_objective(m));
    model_free(m);
}

/* objective value = (a + b sum) / c, and back: the largest sum that is at least as good. */
static void test_objective(void **state)
{
    (void)state;
    struct model *m = model_new();
    lit x[3];
    for (int i = 0; i < 3; i++) x[i] = model_var(m, "x");
    model_minimize(
        m, &(struct objective){
               .n = 3, .x = x, .w = (int64_t[]){4, 2, 6}, .a = 20, .b = -1, .c = 2, .step = 2, .name = "points"});
    const struct objective *o = model_objective(m);
    assert_true(objective_maximizes(o));
    for (unsigned s = 0; s < 8; s++) {
        signed char v[4] = {0};
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            v[i + 1] = s >> i & 1 ? 1 : -1;
            sum += s >> i & 1 ? (int[]){4, 2, 6}[i] : 0;
        }
        assert_int_equal(model_sum(m, (struct values){v, 3}), sum);
        assert_int_equal(objective_of_sum(o, sum), (20 - sum) / 2);
    }
    for (int objective_value = -5; objective_value < 15; objective_value++) {
        int64_t most = objective_sum(o, objective_value);
        assert_true(20 - most >= 2 * objective_value);
        assert_true(20 - (most + 1) < 2 * objective_value);
    }
    assert_true(objective_sum(o, INT64_MIN) < INT64_MAX && objective_sum(o, INT64_MAX) > INT64_MIN);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_objective),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
