#!/usr/bin/env bats
# tests/run prints how to run a failing test alone.

bats_require_minimum_version 1.5.0

@test "a failing test is followed by the command that runs it alone" {
    cd "$BATS_TEST_DIRNAME/.."
    printf '@test "%s" { %s; }\n' "a plus (a+b) isn't here" false "a plus" true >"$BATS_TEST_TMPDIR/some.bats"
    clean() { env -i PATH=/usr/local/bin:/usr/bin:/bin BUILD="$BUILD" LOOPHOLE="$LOOPHOLE" "$@"; }
    FILES="$BATS_TEST_TMPDIR/some.bats"
    run -1 clean FILES="$FILES" tests/run
    [ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
    command=$(sed -n 's/^    to run it alone: //p' <<<"$output")
    [[ $command == *"ONLY='a plus (a+b) isn'\\''t here' tests/run some.bats" ]]
    run -1 clean bash -c "$command"
    [ "${lines[-1]}" = "0 passed, 1 failed, 0 skipped" ]
    name=$(sed -n 's/.*cmocka_unit_test(\([a-z_]*\)).*/\1/p' tests/test_base.c | head -n 1)
    run -0 clean ONLY="$name" tests/run test_base
    [ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
}
