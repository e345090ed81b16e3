/* Text that moves from memory to a file: what is put comes back, and failures are reported. */
#include "base/spill.h"

#include "testlib/testlib.h"

static void test_text_comes_back(void **state)
{
    static const int lines[] = {0, 1, 100, 149796, 149797, 400000}; /* 7 bytes each: in memory; 1 MB; in a file */
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        struct spill s = {0};
        struct text view, all = {0};
        for (int i = 0; i < lines[k]; i++) {
            char line[16];
            int n = snprintf(line, sizeof line, "%06d\n", i);
            assert_true(spill_put(&s, line, (size_t)n));
            text_bytes(&all, line, (size_t)n);
            if (i != 200000) continue;
            assert_true(spill_view(&s, &view)); /* a view does not disturb what follows */
            assert_int_equal(view.n, all.n);
        }
        for (int again = 0; again < 2; again++) {
            assert_true(spill_view(&s, &view));
            assert_int_equal(view.n, all.n);
            assert_string_equal(text_string(&view), text_string(&all));
        }
        spill_release(&s);
        text_release(&all);
    }
}

static void test_no_directory(void **state)
{
    static char part[1 << 16];
    const char *before = getenv("TMPDIR");
    char *kept = before ? mem_string(before) : NULL;
    struct spill s = {0};
    bool ok = true;
    setenv("TMPDIR", "/no/such/directory", 1);
    for (int i = 0; i < 15 && ok; i++) ok = spill_put(&s, part, sizeof part);
    assert_true(ok); /* still in memory */
    for (int i = 0; i < 15 && ok; i++) ok = spill_put(&s, part, sizeof part);
    assert_false(ok);
    spill_release(&s);
    if (kept)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    mem_free(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_comes_back),
        cmocka_unit_test(test_no_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
