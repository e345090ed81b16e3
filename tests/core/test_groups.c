/* Which inputs of a sum exclude each other: what is found is so in every solution, and what is planted is found. */
#include "base/random.h"
#include "lower/lower_groups.h"
#include "model/model.h"

#include "testlib/testlib.h"

enum { VARS = 12 };

static lit some_literal(struct random *r)
{
    lit x = 1 + random_below(r, VARS);
    return random_below(r, 2) ? x : -x;
}

/* Clauses of two and three, and at-most-ones, over VARS variables. */
static struct model *groups_random_model(struct random *r)
{
    struct model *m = model_new();
    for (int i = 0; i < VARS; i++) model_var(m, "x%d", i + 1);
    for (int i = 8 + random_below(r, 14); i > 0; i--) {
        lit x[3] = {some_literal(r), some_literal(r), some_literal(r)};
        int n = random_below(r, 3) ? 2 : 3;
        if (lit_var(x[0]) == lit_var(x[1]) || lit_var(x[1]) == lit_var(x[2]) || lit_var(x[0]) == lit_var(x[2]))
            continue;
        if (random_below(r, 5))
            model_clause(m, x, n);
        else
            model_card(m, x, 3, INT64_MIN, 1);
    }
    return m;
}

/* Can both be true in some solution? */
static bool together(const struct model *m, lit x, lit y)
{
    for (unsigned a = 0; a < 1u << VARS; a++) {
        bool ok = bits_true(x, a) && bits_true(y, a);
        for (int i = 0; i < model_rows(m) && ok; i++) {
            struct row row = model_row(m, i);
            int64_t sum = bits_sum(row.x, NULL, row.n, a);
            ok = row.kind == ROW_CLAUSE ? sum > 0 : sum <= row.hi;
        }
        if (ok) return true;
    }
    return false;
}

static void test_sound(void **state)
{
    (void)state;
    int found = 0;
    for (int seed = 0; seed < 150; seed++) {
        struct random r = {(uint64_t)seed};
        struct model *m = groups_random_model(&r);
        struct groups *g = groups_of(m);
        lit x[VARS];
        for (int i = 0; i < VARS; i++) x[i] = random_below(&r, 2) ? i + 1 : -(i + 1);
        struct constraint c = {.kind = PB, .n = VARS, .x = x};
        const int *group = g ? groups_find(g, &c) : NULL;
        for (int i = 0; group && i < VARS; i++) {
            assert_in_range(group[i], 0, VARS - 1);
            for (int j = 0; j < i; j++) {
                if (group[i] != group[j]) continue;
                found++;
                if (together(m, x[i], x[j])) fail_msg("seed %d: %d and %d exclude each other", seed, x[i], x[j]);
            }
        }
        groups_free(g);
        model_free(m);
    }
    assert_in_range(found, 100, 1000000);
}

/* x1..x4 exclude each other: by clauses of two, through a step between, and through a clause of three. */
static void test_found(void **state)
{
    (void)state;
    struct model *m = model_new();
    for (int i = 0; i < VARS; i++) model_var(m, "x%d", i + 1);
    model_2(m, -1, -2);
    model_2(m, -1, 5); /* x1 -> x5 -> not x3 */
    model_2(m, -5, -3);
    model_2(m, -1, 6); /* x1 -> x6, x7 -> not x4 */
    model_2(m, -1, 7);
    model_3(m, -6, -7, -4);
    model_2(m, -2, -3);
    model_2(m, -2, -4);
    model_2(m, -3, -4);
    struct groups *g = groups_of(m);
    struct constraint c = {.kind = PB, .n = 5, .x = (lit[]){1, 8, 2, 3, 4}};
    for (int twice = 0; twice < 2; twice++) {
        const int *group = groups_find(g, &c);
        assert_non_null(group);
        for (int i = 2; i < 5; i++) assert_int_equal(group[i], group[0]);
        assert_int_not_equal(group[1], group[0]);
    }
    g->probe->budget = 0; /* the clauses of two alone: pairs */
    c.n = 4;
    const int *group = groups_find(g, &c);
    assert_int_equal(group[0], group[2]);
    assert_int_not_equal(group[0], group[3]);
    groups_free(g);
    model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sound), cmocka_unit_test(test_found)};
    return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
