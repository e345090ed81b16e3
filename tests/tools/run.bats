#!/usr/bin/env bats
# tests/run prints how to run a failing test alone.

bats_require_minimum_version 1.5.0

# Without what bats itself has set, one file after the other.
clean() { env -i AT_ONCE=1 PATH=/usr/local/bin:/usr/bin:/bin BUILD="$BUILD" LOOPHOLE="$LOOPHOLE" "$@"; }

@test "a failing test is followed by the command that runs it alone" {
    cd "$BATS_TEST_DIRNAME/../.."
    printf '@test "%s" { %s; }\n' "a plus (a+b) isn't here" false "a plus" true >"$BATS_TEST_TMPDIR/some.bats"
    FILES="$BATS_TEST_TMPDIR/some.bats"
    run -1 clean FILES="$FILES" tests/run
    [ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
    command=$(sed -n 's/^    to run it alone: //p' <<<"$output")
    [[ $command == *"ONLY='a plus (a+b) isn'\\''t here' tests/run some.bats" ]]
    run -1 clean bash -c "$command"
    [ "${lines[-1]}" = "0 passed, 1 failed, 0 skipped" ]
    # a test program that fails, too
    mkdir -p "$BATS_TEST_TMPDIR/build/tests"
    printf '#!/bin/sh\necho "ok 1 - test_one"\necho "not ok 2 - test_two${ONLY+, alone}"\nexit 1\n' >"$BATS_TEST_TMPDIR/build/tests/test_some"
    chmod +x "$BATS_TEST_TMPDIR/build/tests/test_some"
    run -1 clean BUILD="$BATS_TEST_TMPDIR/build" FILES="$BATS_TEST_TMPDIR/test_some.c" tests/run
    [ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
    command=$(sed -n 's/^    to run it alone: //p' <<<"$output")
    [[ $command == *"ONLY='test_two' tests/run test_some" ]]
    run -1 clean bash -c "$command"
    [[ $output == *"test_some: not ok 2 - test_two, alone"* ]]
    name=$(sed -n 's/.*cmocka_unit_test(\([a-z_]*\)).*/\1/p' tests/core/test_base.c | head -n 1)
    run -0 clean ONLY="$name" tests/run test_base
    [ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
}

@test "a file whose tests are all long is shown as such, and not as a file without tests" {
    cd "$BATS_TEST_DIRNAME/../.."
    printf '# bats test_tags=long\n@test "long" { true; }\n' >"$BATS_TEST_TMPDIR/slow.bats"
    printf '@test "fast" { true; }\n' >"$BATS_TEST_TMPDIR/fast.bats"
    run -0 clean QUICK=1 FILES="$BATS_TEST_TMPDIR/slow.bats $BATS_TEST_TMPDIR/fast.bats" tests/run
    [[ ${lines[0]} == *"slow.bats"*"no fast test "*"0 passed" && ${lines[1]} == *"fast.bats"*" 1 test"*"1 passed" ]]
    run -0 clean FILES="$BATS_TEST_TMPDIR/slow.bats" tests/run
    [[ ${lines[0]} == *"slow.bats"*" 1 test"*"1 passed" ]]
}
