/* Child processes: what goes in comes out, how they end is told, and nothing stays behind. */
#include "base/child.h"
#include "base/text.h"

#include "testlib/testlib.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

/* Runs a command with this input, returns its status; out takes what it printed. */
static int child_run(const char *command, const char *input, char *out, size_t room, struct text *err)
{
    int to[2], from[2];
    struct child c = {0};
    size_t n = 0;
    child_pipe(to);
    child_pipe(from);
    assert_true(child_start(&c, command, to[0], from[1], err));
    close(to[0]);
    close(from[1]);
    assert_int_equal(write(to[1], input, strlen(input)), strlen(input));
    close(to[1]);
    for (ssize_t got; (got = read(from[0], out + n, room - 1 - n)) > 0;) n += (size_t)got;
    out[n] = 0;
    close(from[0]);
    assert_true(child_ended(&c, true));
    assert_true(child_ended(&c, false)); /* again: nothing happens */
    return child_status(&c, "The child", err);
}

static void test_streams_and_status(void **state)
{
    (void)state;
    char out[100];
    struct text err = {0};
    assert_int_equal(child_run("tr a-z A-Z; exit 7", "abc", out, sizeof out, &err), 7);
    assert_string_equal(out, "ABC");
    assert_int_equal(err.n, 0);
    assert_int_equal(child_run("kill -9 $$", "", out, sizeof out, &err), -1);
    assert_says(text_string(&err), "signal 9");
    text_release(&err);
}

static void test_not_found(void **state)
{
    (void)state;
    struct child c = {0};
    struct text err = {0};
    char *argv[] = {(char *)"no-such-program-here", NULL};
    assert_false(child_exec(&c, argv, &(struct child_how){.in = -1, .out = -1, .err = -1}, &err));
    assert_says(text_string(&err), "'no-such-program-here'*No such file");
    assert_int_equal(c.pid, 0);
    assert_false(child_found("no-such-program-here"));
    assert_true(child_found("sh"));
    assert_true(child_found("/bin/sh"));
    assert_false(child_found("/bin"));
    text_release(&err);
}

/* A child that ignores being asked, and a grandchild: both are gone. */
static void test_stopped(void **state)
{
    (void)state;
    struct child c = {0};
    struct text err = {0};
    int from[2];
    char byte;
    child_pipe(from);
    assert_true(child_start(&c, "trap '' TERM; sleep 1000 & echo x; wait; sleep 1000", -1, from[1], &err));
    close(from[1]);
    assert_int_equal(read(from[0], &byte, 1), 1); /* it has set its trap */
    pid_t group = c.pid;
    child_stop(&c);
    assert_int_equal(c.pid, 0);
    while (read(from[0], &byte, 1) > 0) {} /* ends only when nobody holds the other end */
    close(from[0]);
    assert_int_equal(kill(group, 0), -1);
    child_stop(&c); /* of an ended one: nothing */
    assert_true(child_start(&c, "exec sleep 1000", -1, -1, &err));
    child_stop(&c); /* one that heeds */
    assert_int_equal(child_status(&c, "It", &err), -1);
    assert_says(text_string(&err), "signal 15");
    text_release(&err);
}

static void test_limits(void **state)
{
    (void)state;
    struct child c = {0};
    struct text err = {0};
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)"ulimit -t", NULL};
    int from[2];
    char out[100] = {0};
    child_pipe(from);
    struct rlimit before, fewer;
    getrlimit(RLIMIT_CPU, &before);
    fewer = before;
    fewer.rlim_cur = 1000;
    setrlimit(RLIMIT_CPU, &fewer);
    assert_true(child_exec(&c, argv, &(struct child_how){.in = -1, .out = from[1], .err = -1}, &err));
    setrlimit(RLIMIT_CPU, &before);
    close(from[1]);
    child_ended(&c, true);
    assert_true(read(from[0], out, sizeof out - 1) > 0);
    assert_in_range(strtol(out, NULL, 10), 900, 1000); /* what is left of our own limit */
    close(from[0]);
    text_release(&err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams_and_status),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
