#!/usr/bin/env bats
# Which formulation, encoding, engine and search the program chooses if no option names one, and what it prints about the choice.

bats_require_minimum_version 1.5.0

@test "where the SAT loop takes seconds, it is the SAT loop, in silence" {
    for question in "gunport 12x12" "gunport 20x20" "tank 5" "fivers 9" "squarest 50 3 6 9 12 15 19 30 21 25 27"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$LOOPHOLE" solve $question
        [ -z "$stderr" ]
        [[ "$output" != *exhaustion* ]]
    done
}

# bats test_tags=long
@test "elsewhere the search that is predicted to be quicker, with a sentence" {
    run --separate-stderr "$LOOPHOLE" solve gunport 22x22
    [[ "$output" == *"engine frontier, no solver call"* ]]
    [[ "$stderr" == *"frontier"*"second"*"seconds"*"--engine sat"* ]]
    run --separate-stderr "$LOOPHOLE" count tank 6
    [[ "$output" == *"engine tables, no solver call"* ]]
    [[ "$stderr" == *"engine tables"* ]]
    run --separate-stderr "$LOOPHOLE" solve fivers 30
    [[ "$output" == *"search enumerate, no solver call"* ]]
    [[ "$stderr" == *"search enumerate"* ]]
}

# bats test_tags=long
@test "who names the loop, a solver or an encoding gets the loop" {
    for choice in "--engine sat" "--solver cadical" "--card totalizer" "--frontier no"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$LOOPHOLE" solve gunport 22x22 $choice --time-limit 0.2
        [ -z "$stderr" ]
        [[ "$output" != *frontier* ]]
    done
}

@test "one who names a formulation, a solver, an encoding or an order is helped by no other search" {
    run -10 "$LOOPHOLE" solve tank 5
    [[ "$output" == *"no solver call"* ]]
    for choice in "--solver cadical" "--solver-config sat" "--amo ladder" "--card totalizer" "--pb gte" "--xor cut" "--variable-order model"; do
        # shellcheck disable=SC2086
        run -10 "$LOOPHOLE" solve tank 5 $choice
        [[ "$output" == *"1 solver call"* ]]
        # shellcheck disable=SC2086
        run --separate-stderr "$LOOPHOLE" solve gunport 22x22 $choice --time-limit 0.1
        [[ -z "$stderr" || "$stderr" == *"No constraint of the formula used ${choice% *}"* ]]
    done
    run -10 "$LOOPHOLE" solve tank 5 --formulation lines
    [[ "$output" == *"1 solver call"* ]]
}

@test "the evidence follows from the options" {
    run -30 "$LOOPHOLE" solve gunport 7x7
    [[ "$output" == *"theorems: defect identity, canonical packing (loophole help evidence)"* ]]
    run -30 "$LOOPHOLE" solve gunport 7x7 --engine frontier
    [[ "$output" == *"theorem: defect identity (loophole help evidence)"* ]]
    run -30 "$LOOPHOLE" solve gunport 7x7 --dominance no
    [[ "$output" == *"theorem: defect identity (loophole help evidence)"* ]]
}

@test "parity constraints of any length are cut as the help says" {
    said=$("$LOOPHOLE" help encodings | grep -o 'for --xor always [^;]*')
    for length in 3 4 5 8 100; do
        printf 'p cnf %d 1\nx %s 0\n' $length "$(seq -s' ' $length)" >"$BATS_TEST_TMPDIR/odd.xcnf"
        for choice in "" "--xor ${said##* }" "--xor cut"; do
            # shellcheck disable=SC2086
            "$LOOPHOLE" encode -f "$BATS_TEST_TMPDIR/odd.xcnf" $choice -F cnf -o - | grep -v '^c' >"$BATS_TEST_TMPDIR/odd.${choice##* }"
        done
        diff "$BATS_TEST_TMPDIR/odd." "$BATS_TEST_TMPDIR/odd.${said##* }"
        diff "$BATS_TEST_TMPDIR/odd." "$BATS_TEST_TMPDIR/odd.cut"
    done
}
