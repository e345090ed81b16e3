#!/usr/bin/env bats
# Other programs and libraries as solvers: those that are not there, crash, hang, lie or talk too much.

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR"
}

# solver STATUS WORD SPEC: tank 4 ends with this status and one sentence that has the word.
refused() {
    run --separate-stderr timeout 60 "$LOOPHOLE" solve tank 4 --solver "$3"
    echo "$3: $status $stderr"
    [ "$status" -eq "$1" ] && [ "${#stderr_lines[@]}" -eq 1 ] && [[ $stderr == "loophole: "*"$2"*. ]]
}

@test "a program that is not there, or is none, is told in one sentence" {
    mkdir directory
    echo text >text
    for command in nonsense "nonsense -q" ./nonsense ./directory ./text; do refused 3 "'$command' was not found" "process:$command"; done
}
