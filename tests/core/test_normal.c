/* The normal form against the sums and parities that were written: the same assignments, on all of them. */
#include "base/number.h"
#include "base/random.h"
#include "cnf/normal.h"

#include "testlib/testlib.h"

enum { VARS = 5, TERMS = 7 };

/* Do the unit clauses that came to the sink hold? */
static bool units_hold(const struct cnf_buffer *b, unsigned s)
{
    for (int i = 0; i < b->lits.n; i++)
        if (!bits_true(b->lits.v[i], s)) return false;
    return true;
}

/* What the promise says: distinct variables, positive weights without a common divisor, 0 <= lo <= hi <= total, not both trivial. */
static void judge_form(const struct normal *t, enum normal_kind kind)
{
    int64_t total = 0, g = 0;
    unsigned seen = 0;
    for (int i = 0; i < t->x.n; i++) {
        assert_false(seen >> lit_var(t->x.v[i]) & 1);
        seen |= 1u << lit_var(t->x.v[i]);
        assert_true(t->w[i] > 0);
        total += t->w[i];
        g = number_gcd(g, t->w[i]);
        assert_true(kind == NORMAL_WEIGHTS || t->w[i] == 1);
        assert_true(t->hi == t->total || t->w[i] <= t->hi);
    }
    assert_int_equal(total, t->total);
    assert_int_equal(g, 1);
    assert_true(0 <= t->lo && t->lo <= t->hi && t->hi <= t->total);
    assert_true(t->lo > 0 || t->hi < t->total);
}

static void test_normal_sums(void **state)
{
    (void)state;
    struct random r = {7};
    struct normal t = {0};
    int kinds[4] = {0};
    for (int round = 0; round < 20000; round++) {
        int n = random_below(&r, TERMS + 1);
        lit x[TERMS];
        int64_t w[TERMS], lo = random_below(&r, 30) - 15, hi = lo + random_below(&r, 12) - 1;
        bool ones = !random_below(&r, 4);
        if (!random_below(&r, 4)) lo = INT64_MIN;
        if (!random_below(&r, 4)) hi = INT64_MAX;
        for (int i = 0; i < n; i++) {
            x[i] = (1 + random_below(&r, VARS)) * (random_below(&r, 2) ? 1 : -1);
            w[i] = random_below(&r, 13) - 6;
        }
        struct cnf_buffer b;
        b = cnf_buffer_of(VARS);
        enum normal_kind kind = normal_sum(&t, &b.cnf, x, ones ? NULL : w, NULL, n, lo, hi);
        kinds[kind]++;
        assert_int_equal(b.cnf.made.clauses, b.lits.n); /* units */
        if (kind == NORMAL_ONES || kind == NORMAL_WEIGHTS) judge_form(&t, kind);
        for (unsigned s = 0; s < 1u << VARS; s++) {
            int64_t sum = bits_sum(x, ones ? NULL : w, n, s);
            bool wanted = lo <= sum && sum <= hi, got = kind != NORMAL_FALSE && units_hold(&b, s);
            if (got && kind != NORMAL_TRUE) {
                int64_t normal = bits_sum(t.x.v, t.w, t.x.n, s);
                got = t.lo <= normal && normal <= t.hi;
            }
            assert_int_equal(got, wanted);
        }
        cnf_buffer_release(&b);
    }
    for (int k = 0; k < 4; k++) assert_true(kinds[k] > 100);
    normal_release(&t);
}

static void test_parities(void **state)
{
    (void)state;
    struct random r = {8};
    struct normal t = {0};
    for (int round = 0; round < 3000; round++) {
        int n = random_below(&r, TERMS + 1), odd = random_below(&r, 2), parity = odd;
        lit x[TERMS];
        for (int i = 0; i < n; i++) x[i] = (1 + random_below(&r, VARS)) * (random_below(&r, 2) ? 1 : -1);
        normal_xor(&t, x, n, &parity);
        for (int i = 0; i < t.x.n; i++) {
            assert_true(t.x.v[i] > 0);
            for (int k = 0; k < i; k++) assert_int_not_equal(t.x.v[i], t.x.v[k]);
        }
        for (unsigned s = 0; s < 1u << VARS; s++)
            assert_int_equal(bits_sum(x, NULL, n, s) % 2 == odd, bits_sum(t.x.v, NULL, t.x.n, s) % 2 == parity);
    }
    normal_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_normal_sums), cmocka_unit_test(test_parities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
