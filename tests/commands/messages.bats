#!/usr/bin/env bats
# Messages for bad input: tests/commands/messages.list says which status and key words, tests/commands/messages.txt has the exact texts.

bats_require_minimum_version 1.5.0

@test "bad input gets its exit status and one sentence with its key words; the sentences are those of tests/commands/messages.txt" {
    "$BATS_TEST_DIRNAME/../tools/messages" >"$BATS_TEST_TMPDIR/messages"
    diff "$BATS_TEST_DIRNAME/messages.txt" "$BATS_TEST_TMPDIR/messages" || { echo "tests/tools/messages --renew writes the new messages"; return 1; }
}

@test "a wrong status, a missing word, a second line and standard output are noticed" {
    mkdir "$BATS_TEST_TMPDIR"/{tools,commands}
    cp "$BATS_TEST_DIRNAME/../tools/messages" "$BATS_TEST_TMPDIR/tools"
    cd "$BATS_TEST_TMPDIR"
    try() { echo "$1" >commands/messages.list && tools/messages; }
    run -0 try "1 | target*missing | loophole solve squarest"
    run -1 try "2 | target*missing | loophole solve squarest"
    run -1 try "1 | numbers*missing | loophole solve squarest"
    run -1 try "1 | missing | loophole solve squarest; echo >&2; exit 1"
    run -1 try "1 | missing | echo x; loophole solve squarest"
    run -0 try "30> | 4 presses*proved | loophole solve fivers 2"
    run -1 try "20> | 4 presses*proved | loophole solve fivers 2"
    run -1 try "30> | 5 presses | loophole solve fivers 2"
    run -1 try "30> | 4 presses | echo x >&2; loophole solve fivers 2"
}
