/* What residues fix against all subsets: nothing that a solution contradicts, and what must be found. */
#include "base/number.h"
#include "base/random.h"
#include "cnf/normal.h"

#include "testlib/testlib.h"

static struct cnf f; /* without a job */

/* Do all subsets with a sum in lo..hi agree with value, and is there one if it was said so? */
static void residue_judge(const int64_t *w, int n, int64_t lo, int64_t hi)
{
    signed char value[16];
    bool possible = normal_residue(w, n, lo, hi, value, &f);
    for (unsigned s = 0; s < 1u << n; s++) {
        int64_t sum = 0;
        for (int i = 0; i < n; i++) sum += s >> i & 1 ? w[i] : 0;
        if (sum < lo || sum > hi) continue;
        assert_true(possible);
        for (int i = 0; i < n; i++)
            if (value[i] >= 0) assert_int_equal(value[i], s >> i & 1);
    }
}

static void test_nothing_wrong(void **state)
{
    (void)state;
    struct random r = {1};
    for (int round = 0; round < 3000; round++) {
        int n = 1 + random_below(&r, 9), factor = 1 + random_below(&r, 12);
        int64_t w[16], total = 0;
        for (int i = 0; i < n; i++) {
            w[i] = (1 + random_below(&r, 20)) * (random_below(&r, 4) ? factor : 1);
            total += w[i];
        }
        int64_t lo = random_below(&r, (int)total + 1), hi = lo + random_below(&r, 3);
        residue_judge(w, n, lo, min64(hi, total));
    }
}

static void test_one_stranger(void **state)
{
    (void)state;
    signed char value[4];
    const int64_t w[] = {1000, 2000, 7, 5000};
    assert_true(normal_residue(w, 4, 3007, 3007, value, &f));
    assert_int_equal(value[2], 1);
    assert_true(normal_residue(w, 4, 3000, 3006, value, &f));
    assert_int_equal(value[2], 0);
    assert_false(normal_residue(w, 4, 3008, 3999, value, &f));
}

/* 50 = 25 + 19 + 6: modulo 3 both strangers are needed. */
static void test_two_strangers(void **state)
{
    (void)state;
    signed char value[11];
    const int64_t w[] = {3, 6, 9, 12, 15, 19, 30, 21, 25, 27, 30};
    assert_true(normal_residue(w, 11, 50, 50, value, &f));
    assert_int_equal(value[5], 1);
    assert_int_equal(value[8], 1);
    const int64_t none[] = {3, 6, 9, 12, 15, 21, 25, 27, 30, 30};
    assert_false(normal_residue(none, 10, 50, 50, value, &f));
}

static void test_nothing_to_say(void **state)
{
    (void)state;
    signed char value[4];
    const int64_t w[] = {1, 2, 3, 4};
    assert_true(normal_residue(w, 4, 5, 5, value, &f));
    for (int i = 0; i < 4; i++) assert_int_equal(value[i], -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_wrong),
        cmocka_unit_test(test_one_stranger),
        cmocka_unit_test(test_two_strangers),
        cmocka_unit_test(test_nothing_to_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
