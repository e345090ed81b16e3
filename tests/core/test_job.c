/* Jobs: limits, cancellation, parents, progress; files that must not outlive the process. */
#include "base/clock.h"
#include "base/job.h"
#include "base/temporary.h"

#include "testlib/testlib.h"

#include <sys/stat.h>
#include <unistd.h>

static void test_over(void **unused)
{
    (void)unused;
    struct job whole = {0}, part = {.parent = &whole};
    assert_false(job_over(NULL));
    assert_false(job_over(&part));
    part.cpu_deadline = 1e-9;
    assert_true(job_over(&part));
    assert_false(job_over(&whole));
    part = (struct job){.parent = &whole};
    whole.cancelled = true;
    assert_true(job_over(&part)); /* with its parent */
    struct job late = {0}, fat = {0};
    job_begin(&late, 1e-9, 0);
    job_begin(&fat, 0, 1);
    while (!job_over(&late)) continue;
    assert_true(job_over(&fat)); /* any process has more than a megabyte */
    assert_int_equal(job_stopped(&late), STOP_TIME);
    assert_int_equal(job_stopped(&fat), STOP_MEMORY);
    late.deadline = 0;
    assert_true(job_over(&late)); /* once over, it stays so */
}

static bool job_once(void *asked) { return !(*(int *)asked)++; }

static void test_asked(void **unused)
{
    (void)unused;
    int asked = 0;
    struct job job = {.asked = job_once, .asked_state = &asked};
    assert_true(job_over(&job));
    assert_false(job_over(&job)); /* but for a caller's callback */
}

struct seen {
    int n;
    const char *stage;
    double share;
};

static void see(void *seen, const struct job *j)
{
    struct seen *s = seen;
    *s = (struct seen){s->n + 1, j->stage, j->share};
}

static void test_report(void **unused)
{
    (void)unused;
    struct seen seen = {0};
    struct job whole = {.progress = see, .progress_state = &seen}, part = {.parent = &whole};
    job_report(NULL, "nothing", 0);
    job_report(&part, "encoding", .25);
    assert_string_equal(seen.stage, "encoding");
    assert_true(seen.share == .25);
    job_report(&part, NULL, .5);
    assert_true(seen.share == .5);
    job_report(&part, NULL, -1);
    assert_true(seen.share == .5);
    job_report(&part, "solving", 0);
    assert_string_equal(seen.stage, "solving");
    assert_true(seen.share == 0);
    assert_int_equal(seen.n, 4);
}

static bool put(const char *dir, const char *name, char path[300])
{
    snprintf(path, 300, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    return f && !fclose(f);
}

static void test_temporary(void **unused)
{
    (void)unused;
    char dir[] = "/tmp/loophole-test-XXXXXX", kept[300], lost[300], inside[300], made[40];
    assert_non_null(mkdtemp(dir));
    snprintf(made, sizeof made, "%s/made", dir);
    assert_false(mkdir(made, 0777));
    assert_true(put(dir, "kept", kept) && put(dir, "lost", lost) && put(made, "inside", inside));
    temporary_add(kept);
    temporary_add(lost);
    temporary_add(made);
    temporary_drop(kept);
    temporary_remove();
    assert_int_equal(access(kept, F_OK), 0);
    assert_int_equal(access(lost, F_OK), -1);
    assert_int_equal(access(inside, F_OK), -1);
    assert_int_equal(access(made, F_OK), -1);
    temporary_hold(); /* this thread goes on */
    temporary_release();
    assert_false(unlink(kept) || rmdir(dir));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_over), cmocka_unit_test(test_asked), cmocka_unit_test(test_report),
        cmocka_unit_test(test_temporary), /* last: no file gets its name afterwards in other threads */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
