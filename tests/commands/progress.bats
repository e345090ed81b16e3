#!/usr/bin/env bats
# The progress line: its numbers are those of the search, it fits on the terminal's line, and nothing is printed if standard error is
# no terminal.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# terminal COLUMNS ARGUMENT...: the program on a terminal so wide; what it said line by line in the file `said`
terminal() {
    local columns=$1
    shift
    TERM=xterm script -qec "stty cols $columns; \"\$LOOPHOLE\" $*" raw >/dev/null </dev/null || true
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

# bats test_tags=long
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

# inwards_to OPTIMUM: of reports "lower upper" on standard input, None being no bound: each contains the optimum, none moves
# outwards, the last one is the optimum.
inwards_to() {
    awk -v best="$1" '
        $1 != "None" && ($1 > best || (low != "" && $1 < low)) || $1 == "None" && low != "" { print "untrue:", $0; bad = 1 }
        $2 != "None" && ($2 < best || (high != "" && $2 > high)) || $2 == "None" && high != "" { print "untrue:", $0; bad = 1 }
        $1 != "None" { low = $1 }
        $2 != "None" { high = $2 }
        END { exit bad || low != best || high != best }'
}

# bats test_tags=long
@test "every bound of --progress json, --json and bench contains the optimum, and the last one is the answer" {
    printf '%s\n' X.... XX... X...X ....X X.... >board
    for search in auto down up bisect mixed turns meet enumerate; do
        run -30 --separate-stderr "$LOOPHOLE" solve fivers -f board --search $search --progress json --json
        python3 -c 'import json, sys
for line in map(json.loads, sys.argv[1].splitlines()): print(line["lower_bound"], line["upper_bound"])' "$stderr" >watched
        inwards_to 7 <watched
        python3 -c 'import json, sys
for line in json.loads(sys.argv[1])["trace"]: print(line["lower_bound"], line["upper_bound"])' "$output" >traced
        inwards_to 7 <traced
        [ "$(tail -n 1 watched)" = "7 7" ]
        [ "$(tail -n 1 traced)" = "7 7" ]
    done
    printf 'instance fivers -f %s/board\nsearch down up\n' "$PWD" >suite
    "$LOOPHOLE" bench suite -o results
    "$LOOPHOLE" report results
    [ "$(grep -c ':7:7,' results/rows.csv)" -eq 2 ]
    run ! grep -E ':(8|9|[1-9][0-9]+):7' results/rows.csv
}

@test "a bound that is untrue, moves outwards or comes short of the answer would be seen" {
    for reports in '5 9\n4 8\n7 7' '5 9\nNone 8\n7 7' '8 9\n7 7' '5 9\n5 8' '11 7\n7 7'; do
        # shellcheck disable=SC2059
        printf "$reports\n" >moved
        run ! inwards_to 7 <moved
    done
}

# bats test_tags=long
@test "a bound is the best that is known: arithmetic counts" {
    terminal 100 solve gunport 20x20 --formulation monomino --search down --time-limit 1
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

# fits COLUMNS: every line of progress that was said is shorter than the terminal is wide, and there is one
fits() {
    grep -q '^ *[0-9.]* s  ' said
    awk -v columns="$1" '/^ *[0-9.]+ s  / && length >= columns { print; bad = 1 } END { exit bad }' said
}

# bats test_tags=long
@test "whatever may last says how far it is, on its line" {
    terminal 30 encode gunport 40x40 --formulation monomino -o formula.cnf
    fits 30
    grep -q 's  counting constrain' said
    terminal 80 encode gunport 9x9 --bound optimum -o formula.cnf
    grep -q 'gunports' said
    terminal 30 explain squarest 50 3 6 9 12 15 30 21 25 27 30
    fits 30
    run ! grep -q 'no solution yet' said # it is what is asked
    terminal 40 audit amo_ladder xor
    fits 40
    grep -Eq 's  2/3, xor_cut' said
    terminal 60 generate tank 4
    fits 60
    grep -q 's  proposal 1: is its solution unique' said
    terminal 60 agree gunport 4x4
    fits 60
    grep -q 's  0 answers, now defects, cadical' said
    terminal 60 count tank 5 --engine tables
    fits 60
    terminal 60 solve gunport 17x17 --engine frontier
    fits 60
    grep -Eq 'frontier, [0-9]+% of it' said
    true_to 95 gunports
    printf 'about One board.\nsection one\ninstance gunport 5x5\ncompetitor --formulation monomino\n' >suite
    terminal 60 bench ./suite -o rows
    fits 60
    grep -q 's  0/1, now: gunport 5x5' said
    grep -q 's  1/1, last: gunport 5x5' said
}

@test "in a pipe all of them are silent; -v logs lines" {
    for words in "encode gunport 5x5 -o f.cnf --bound 7" "explain squarest 5 2 4" "audit amo_ladder" "generate tank 4"; do
        # shellcheck disable=SC2086
        run -0 --separate-stderr "$LOOPHOLE" $words
        [ -z "$stderr" ]
        # shellcheck disable=SC2086
        run -0 --separate-stderr "$LOOPHOLE" $words -v
        [[ "$stderr" == *" s  "* && "$stderr" != *$'\033'* ]]
    done
}

@test "Ctrl-C ends a count with what it found" {
    env --default-signal=INT "$LOOPHOLE" count tank 6 --engine sat -v >out 2>log & # it takes a minute
    until grep -q ' s  ' log; do sleep 0.1; done
    kill -INT $!
    status=0
    wait $! || status=$?
    cat out
    [ $status -eq 5 ]
    grep -Eq ': found [0-9]+ solutions?, maybe more' out
}

@test "a count says what it found, and whether there are more" {
    run -4 "$LOOPHOLE" count tank 6 --limit 2 --search down
    [[ "$output" == *"found 2 solutions, and there are more"* ]]
}

@test "one call is one call" {
    run -0 "$LOOPHOLE" count tank 3 --limit 1
    [[ "$output" == *" 1 solver call, "* ]]
    run -0 "$LOOPHOLE" count cans 50 8,10,7 10,7,9 7,9,8 --limit 1
    [[ "$output" == *" 1 solution, and no more, "*" 2 solver calls, "* ]]
}

# bats test_tags=long
@test "certify and check tell what they are at" {
    terminal 80 certify gunport 13x13 -o certificate
    grep -qE '^ +[0-9.]+ s  proving, [0-9]+ MB$' said
    grep -q 'gunports, and no solution is better' said
    terminal 80 check certificate
    grep -qE '^ +[0-9.]+ s  comparing the hashes, [0-9]+ MB$' said
    run --separate-stderr "$LOOPHOLE" check certificate
    [ -z "$stderr" ]
}

@test "-v logs every bound as it moves, and each only once" {
    "$LOOPHOLE" solve gunport 8x10 --formulation monomino --card seqcounter --search down -v >out 2>said || [ $? -eq 30 ]
    true_to 26 gunports
    grep -v '%, about' said | grep -o '[0-9]* <= gunports <= [0-9]*' >bounds # a slow machine also logs how far it is
    [ "$(wc -l <bounds)" -ge 3 ]
    [ "$(sort -u bounds | wc -l)" -eq "$(wc -l <bounds)" ]
}
