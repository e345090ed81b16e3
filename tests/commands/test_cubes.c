/* Splitting, against brute force: no solution is lost, none is in two cubes, and parts cover their cube. */
#include "base/random.h"
#include "base/text.h"
#include "extras/cubes/cube.h"

#include "testlib/testlib.h"

enum { VARS = 9, ROUNDS = 300 };

static bool satisfies(const struct cnf_buffer *b, unsigned values)
{
    const lit *c;
    for (int i = 0; i < (int)b->cnf.made.clauses; i++) {
        int n = cnf_buffer_clause(b, i, &c);
        if (!bits_sum(c, NULL, n, values)) return false;
    }
    return true;
}

static int cubes_of(const struct cnf_buffer *l, unsigned values)
{
    int found = 0;
    for (int i = 0; i < cube_count(l); i++) {
        const lit *x;
        int n = cnf_buffer_clause(l, i, &x);
        found += bits_sum(x, NULL, n, values) == n;
    }
    return found;
}

static struct model *model(void)
{
    struct model *m = model_new();
    for (int v = 1; v <= VARS; v++) model_var(m, "x %d", v);
    return m;
}

/* Clauses of one to three distinct variables. */
static void cubes_make(struct random *r, struct cnf_buffer *b)
{
    *b = cnf_buffer_of(VARS);
    for (int i = random_below(r, 30); i >= 0; i--) {
        lit c[3];
        int n = 1 + (random_below(r, 8) > 0) + random_below(r, 2), k = 0;
        for (int v = 1; v <= VARS && k < n; v++)
            if (random_below(r, VARS) < 2) c[k++] = random_below(r, 2) ? v : -v;
        if (k) cnf_clause(&b->cnf, c, k);
    }
}

static void no_solution_is_lost(void **state)
{
    struct random r = {5};
    struct model *m = model();
    int split = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct cnf_buffer b;
        struct cnf_buffer l;
        l = cnf_buffer_of(0);
        struct text err = {0};
        cubes_make(&r, &b);
        struct cube_split s = {.formula = &b,
                               .model = m,
                               .cubes = 1 + random_below(&r, 12),
                               .built = random_below(&r, 2),
                               .over = random_below(&r, 2) ? "x [1-5]" : NULL};
        assert_true(cube_split(&s, &l, &err));
        for (unsigned values = 0; values < 1u << VARS; values++) {
            int in = cubes_of(&l, values);
            assert_true(in <= 1);
            if (satisfies(&b, values)) assert_int_equal(in, 1);
        }
        split += cube_count(&l) > 1;
        cnf_buffer_release(&l);
        cnf_buffer_release(&b);
    }
    assert_true(split > ROUNDS / 4);
    model_free(m);
}

static void parts_cover_their_cube(void **state)
{
    struct random r = {6};
    struct model *m = model();
    int split = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct cnf_buffer b;
        struct cnf_buffer l;
        l = cnf_buffer_of(0);
        struct text err = {0};
        lit from[] = {random_below(&r, 2) ? 2 : -2, 7};
        cubes_make(&r, &b);
        struct cube_split s = {.formula = &b,
                               .model = m,
                               .cubes = 1 + random_below(&r, 8),
                               .whole = true,
                               .from = from,
                               .from_n = random_below(&r, 3)};
        assert_true(cube_split(&s, &l, &err));
        assert_true(cube_list_parts(&l, s.from, s.from_n));
        for (unsigned values = 0; values < 1u << VARS; values++)
            assert_int_equal(cubes_of(&l, values), bits_sum(s.from, NULL, s.from_n, values) == s.from_n);
        /* A part less, or one of another sign, is no cover. */
        if (cube_count(&l) > 1) {
            struct cnf_buffer less, other;
            less = cnf_buffer_of(0);
            other = cnf_buffer_of(0);
            int out = random_below(&r, cube_count(&l));
            for (int i = 0; i < cube_count(&l); i++) {
                const lit *x;
                lit changed[VARS];
                int n = cnf_buffer_clause(&l, i, &x);
                memcpy(changed, x, (size_t)n * sizeof *x);
                if (i == out) changed[n - 1] = -changed[n - 1];
                if (i != out) cnf_clause(&less.cnf, x, n);
                cnf_clause(&other.cnf, changed, n);
            }
            assert_false(cube_list_parts(&less, s.from, s.from_n));
            assert_false(cube_list_parts(&other, s.from, s.from_n));
            cnf_buffer_release(&less);
            cnf_buffer_release(&other);
            split++;
        }
        cnf_buffer_release(&l);
        cnf_buffer_release(&b);
    }
    assert_true(split > ROUNDS / 4);
    model_free(m);
}

static void cubes_are_read_as_they_are_written(void **state)
{
    static const char *const wrong[] = {"1 2 0", "a 1 2", "a 1 x 0", "a 1 -1 0", "a 10 0", "a 1 0 2 0", "a -10 0"};
    struct cnf_buffer l;
    struct text err = {0}, out = {0};
    l = cnf_buffer_of(0);
    assert_true(cube_list_read("c hello\np inccnf\na 1 -9 0\n\na 0\r\na -2 0", "f", VARS, &l, &err));
    assert_int_equal(cube_count(&l), 3);
    cube_list_write(&l, &out);
    assert_string_equal(out.s, "a 1 -9 0\na 0\na -2 0\n");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(cube_list_read(wrong[i], "f", VARS, &l, &err));
    text_release(&err);
    text_release(&out);
    cnf_buffer_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_solution_is_lost),
        cmocka_unit_test(parts_cover_their_cube),
        cmocka_unit_test(cubes_are_read_as_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
