/* The hash table against a look at every element. */
#include "base/random.h"
#include "base/table.h"

#include "testlib/testlib.h"

enum { KEYS = 5000 };

static bool table_same(const void *all, int i, const void *key) { return ((const int *)all)[i] == *(const int *)key; }

/* Hashes that clash in the half that decides the place, in the other one, or not at all. */
static uint64_t hash_of(int key, int how)
{
    uint64_t k = (uint64_t)key;
    return how == 0 ? table_hash(&key, sizeof key) : how == 1 ? (k % 7) << 32 | k : how == 2 ? k << 32 : 0;
}

static int searched(const int *all, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (all[i] == key) return i;
    return -1;
}

static void test_table_numbers(void **state)
{
    (void)state;
    for (int how = 0; how < 4; how++) {
        struct table t = {0};
        struct random r = {(uint64_t)how};
        int *all = mem_new(KEYS, sizeof *all), n = 0, keys = how == 3 ? 100 : KEYS;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < keys; i++) {
                int key = random_below(&r, keys), found = table_find(&t, hash_of(key, how), table_same, all, &key);
                assert_int_equal(found, searched(all, n, key));
                if (found >= 0) continue;
                all[n++] = key;
                table_add(&t, hash_of(key, how));
                assert_int_equal(t.n, n);
                assert_true(2 * (size_t)n <= t.slots);
            }
            assert_true(n > keys / 2);
            table_clear(&t, round ? 10 : 100000);
            n = 0;
            for (int key = 0; key < keys; key++)
                assert_int_equal(table_find(&t, hash_of(key, how), table_same, all, &key), -1);
        }
        table_release(&t);
        mem_free(all);
    }
}

static void test_hash(void **state)
{
    (void)state;
    char bytes[40] = {0};
    for (size_t n = 0; n < sizeof bytes; n++) { /* every byte counts, and so does the length */
        uint64_t zero = table_hash(bytes, n);
        assert_true(zero != table_hash(bytes, n + 1));
        for (size_t i = 0; i < n; i++) {
            bytes[i] = 1;
            assert_true(table_hash(bytes, n) != zero);
            bytes[i] = 0;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table_numbers), cmocka_unit_test(test_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
