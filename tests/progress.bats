#!/usr/bin/env bats
# Progress is true, fits on its line, and is not there where nobody looks.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# terminal COLUMNS ARGUMENT...: the program on a terminal so wide; what it said line by line in the file `said`
terminal() {
    local columns=$1
    shift
    TERM=xterm script -qec "stty cols $columns; $LOOPHOLE $*" raw >/dev/null </dev/null || true
    tr '\r' '\n' <raw | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' >said
}

# true_to FIGURE NAME: no line contradicts the final figure, bounds only tighten, and there are lines
true_to() {
    awk -v best="$1" -v name="$2" '
        $0 ~ "[0-9] <= " name " <= [0-9]" { match($0, "[0-9]+ <= " name " <= [0-9]+"); split(substr($0, RSTART, RLENGTH), f, " ")
            lines++; if (f[1] > best || f[5] < best || f[1] < low || (high && f[5] > high)) { print "untrue:", $0; bad = 1 }
            low = f[1]; high = f[5] }
        END { if (!lines) print "there are no lines"; exit bad || !lines }' said
}

@test "lines of a run never contradict its answer" {
    terminal 100 solve gunport 12x12 --formulation monomino --search up
    grep -q '48 gunports' said
    true_to 48 gunports
}

@test "a line that is untrue would be seen" {
    printf '   0.1 s  40 <= gunports <= 47, 3 solver calls\n' >said
    run ! true_to 48 gunports
    printf '   0.1 s  40 <= gunports <= 50\n   0.2 s  39 <= gunports <= 50\n' >said
    run ! true_to 48 gunports
}

@test "a bound is the best that is known: arithmetic counts" {
    terminal 100 solve gunport 20x20 --formulation monomino --search down --time-limit 2
    grep -q '<= gunports <= 134' said
    run ! grep -E '<= gunports <= (13[5-9]|1[4-9][0-9]|[2-9][0-9][0-9])' said
}

@test "a line fits its terminal, and nothing of it stays" {
    terminal 30 solve gunport 12x12 --formulation monomino --search up
    grep -q '^ *[0-9.]* s  ' said
    awk '/^ *[0-9.]+ s  / && length > 29 { exit 1 }' said
    # what a terminal shows in the end: of each line what follows the last return, if that was cleared
    sed -n 's/.*\r\x1b\[K//p' raw | tail -1 >last
    run ! grep -q ' s  ' last
}

@test "nothing in a pipe or for quiet people; -v logs lines there" {
    run --separate-stderr "$LOOPHOLE" solve gunport 9x9 --formulation monomino
    [ -z "$stderr" ]
    terminal 80 solve gunport 9x9 --formulation monomino -q
    run ! grep -q ' s  ' said
    run --separate-stderr "$LOOPHOLE" solve gunport 9x9 --formulation monomino -v
    [[ "$stderr" == *' s  no solution yet, '* ]]
    [[ "$stderr" != *$'\033'* ]]
}

@test "a count says what it found, and that there may be more" {
    run "$LOOPHOLE" count tank 6 --limit 2 --search down
    [[ "$output" == *"found 2 solutions, maybe more"* ]]
}

@test "one call is one call" {
    run "$LOOPHOLE" count cans 50 8,10,7 10,7,9 7,9,8 --limit 1
    [[ "$output" == *" 1 solver call, "* ]]
}

@test "certify and check tell what they are at" {
    terminal 80 certify gunport 13x13 -o bundle
    grep -qE '^ +[0-9.]+ s  proving, [0-9]+ MB$' said
    grep -q 'gunports, and no solution is better' said
    terminal 80 check bundle
    grep -qE '^ +[0-9.]+ s  comparing the hashes, [0-9]+ MB$' said
    run --separate-stderr "$LOOPHOLE" check bundle
    [ -z "$stderr" ]
}
