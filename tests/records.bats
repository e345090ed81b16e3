#!/usr/bin/env bats
# The record book: entered, recounted, the better one kept, nothing lost, nothing believed.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    export XDG_DATA_HOME=$PWD/data
    own=$XDG_DATA_HOME/loophole/records.txt
}

solve() { # whatever the verdict
    "$LOOPHOLE" solve "$@" || [ $? -ge 10 ]
}

@test "solve --save enters; show recounts and draws" {
    solve gunport 4x7 --save -q >solution
    "$LOOPHOLE" records show gunport 4x7 -q | cmp - solution
    "$LOOPHOLE" records show gunport 4x7 --svg board.svg | grep '^gunport 4x7: 8 gunports, recounted; bound 8, which rests on a recount'
    grep -q '<svg' board.svg
    "$LOOPHOLE" records | grep '^gunport 4x7: 8, the best; rests on .*; yours, recounted when it is shown$'
}

@test "the better one is kept, and what is no solution is refused" {
    printf 'o<>\n<>o\no<>\n' | "$LOOPHOLE" records add gunport 3x3 --answer - --by me
    printf '<>^\no<v\n' >bad
    run -1 "$LOOPHOLE" records add gunport 3x3 --answer bad
    grep -x 'best 3' "$own"
    printf '<>^\n^ov\nv<>\n' | "$LOOPHOLE" records add gunport 3x3 --answer - --by you 2>&1 | grep 'has it as good already'
    grep -x 'by me' "$own"
    for name in $'me\nbest 100' $'\e[2Jme' "$(printf '%0101d' 0)"; do
        run -2 "$LOOPHOLE" records add gunport 3x3 --answer bad --by "$name"
        [ "$output" = 'loophole: The option --by takes a name of one line, of at most 100 bytes that can be shown.' ]
    done
    [ "$(grep -c '^record' "$own")" = 1 ]
    solve gunport 3x3 --save -q
    [ "$(grep -c '^record' "$own")" = 1 ]
    grep -x 'bound 3' "$own"
}

@test "a board from a file, and one without an objective" {
    printf 'gunport\n..#\n...\n' >board
    solve -f board --save -q >solution
    "$LOOPHOLE" records show -f board -q | cmp - solution
    run -1 "$LOOPHOLE" records show gunport 2x3x
    solve squarest 50 25 19 6 3 --save -q
    "$LOOPHOLE" records show squarest 50 25 19 6 3 | grep 'solved, recounted'
}

@test "a wrong record is found out; a broken book is named with its line" {
    solve gunport 3x4 --save -q
    sed -i 's/^best .*/best 5/' "$own"
    run -1 "$LOOPHOLE" records show gunport 3x4
    [[ $output == *'The record is wrong: it says 5, but a recount finds 4.' ]]
    sed -i 's/^solution /solution X/' "$own"
    run -1 "$LOOPHOLE" records show gunport 3x4
    [[ $output == *'The record is wrong: '* ]]
    # and the solver does not look at it
    run -30 "$LOOPHOLE" solve gunport 3x4 --json
    [[ $output == *'"objective": 4,'* ]]
    echo jump >>"$own"
    run -1 "$LOOPHOLE" records
    [[ $output == *"records.txt:"*": this is no line of a record: 'jump'." ]]
}

@test "many at once lose nothing" {
    for n in $(seq 2 13); do
        "$LOOPHOLE" solve fivers "$n" --save -q >/dev/null 2>&1 &
    done
    wait
    [ "$(grep -c '^record fivers' "$own")" = 12 ]
    [ -z "$(find "$XDG_DATA_HOME" -name '*.tmp')" ]
}

@test "every record of the shipped book is right; squares, tank 4 to 10 and fivers to 64 are there, and the samples" {
    "$LOOPHOLE" records >all
    [ "$(grep -c . all)" -ge 100 ]
    grep -v ' (a board)' all | sed 's/:.*//' >questions
    for n in $(seq 2 25); do echo "gunport ${n}x$n"; done >>questions
    for n in $(seq 4 10); do echo "tank $n"; done >>questions
    for n in $(seq 2 64); do echo "fivers ${n}x$n"; done >>questions
    "$LOOPHOLE" list samples | awk 'BEGIN { RS = "" } /\n/ { f = "board" ++n; print > f; close(f); next } { print }' >>questions
    sort -u questions >each
    while read -r question; do
        # shellcheck disable=SC2086
        "$LOOPHOLE" records show $question -q >/dev/null || { echo "$question"; false; }
    done <each
    [ "$(ls board? | wc -l)" -ge 4 ]
    for board in board?; do
        "$LOOPHOLE" records show -f $board -q | grep -q .
    done
    "$LOOPHOLE" records show tank 7 | grep '^tank 7, cap 6: no solution exists, it says; rests on exhaustion'
    "$LOOPHOLE" records show tank 9 | grep '^tank 9, cap 8: no solution is known'
}

@test "that there is no solution is entered, with what it rests on; one solution strikes it out" {
    solve squarest 7 2 4 --save -q
    "$LOOPHOLE" records show squarest 7 2 4 | grep '^squarest 7 2 4: no solution exists, it says; rests on'
    printf 'record squarest 6 2 4\nnone\nrests on a dream\n' >>"$own"
    solve squarest 6 2 4 --save -q
    run -0 "$LOOPHOLE" records show squarest 6 2 4
    [[ $output == *'solved, recounted; by loophole'* ]]
    ! grep -q dream "$own"
}

@test "a wrong record does not keep a right one out; 5x5 and 5 are one board" {
    solve fivers 5 --save -q
    sed -i 's/^best .*/best 3/; s/^bound .*/bound 3/' "$own"
    solve fivers 5x5 --save -q
    [ "$(grep -c '^record' "$own")" = 1 ]
    grep -x 'best 15' "$own"
}

@test "a book of another's writing steers no terminal" {
    export XDG_DATA_HOME=$PWD/data
    mkdir -p data/loophole
    printf 'record nope\033[31m 3\nbest 3\nrests on \033]0;x\007words\nsolution x\n\n' >data/loophole/records.txt
    run -0 "$LOOPHOLE" records
    [ "${lines[0]}" = "nope?[31m 3: 3; rests on ?]0;x?words; yours, recounted when it is shown" ]
}
