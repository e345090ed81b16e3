#!/usr/bin/env bats
# What every puzzle does with the example of its help. PUZZLE=NAME: that puzzle alone (tests/run --puzzle NAME).

bats_require_minimum_version 1.5.0

load ../tools/examples

setup() { cd "$BATS_TEST_TMPDIR"; }

names() { if [ -n "${PUZZLE-}" ]; then echo "$PUZZLE"; else "$BATS_TEST_DIRNAME/../tools/listed" puzzles; fi; }

# The puzzles with the instance that their help gives, a line each: "gunport 7x7".
examples() {
    example_files
    for puzzle in $(names); do "$LOOPHOLE" help "$puzzle" | sed -n 's/^Example: *loophole solve //p'; done
}

# bats test_tags=long
@test "the example is solved alike in every formulation, and verified; its picture is drawn" {
    examples >list
    [ "$(wc -l <list)" -eq "$(names | wc -l)" ]
    while read -r puzzle operands; do
        first=""
        for formulation in $("$BATS_TEST_DIRNAME/../tools/listed" formulations "$puzzle"); do
            run --separate-stderr "$LOOPHOLE" solve $puzzle $operands --formulation $formulation --json
            echo "$puzzle $operands, $formulation: $status $output $stderr"
            [[ $status == [123]0 ]]
            found="$status $(echo "$output" | grep '"objective_value"')"
            [ "${first:=$found}" = "$found" ]
            [ "$status" -eq 20 ] || "$LOOPHOLE" solve $puzzle $operands --formulation $formulation --quiet >answer || [ $? -eq "$status" ]
            [ "$status" -eq 20 ] || "$LOOPHOLE" verify $puzzle $operands --answer answer
        done
        "$LOOPHOLE" draw $puzzle $operands --svg picture.svg >/dev/null
        grep -q '</svg>' picture.svg
    done <list
}

@test "one puzzle: all ways to answer the example agree" {
    [ -n "${PUZZLE-}" ] || skip "agreement of all puzzles is in proofs.bats"
    run -0 timeout 60 "$LOOPHOLE" agree $(examples)
}

# bats test_tags=long
@test "the first sample can be played: a hint, and the move that it names" {
    played=0
    for puzzle in $(names); do
        printf 'state\nhint\nfollow\nstate\n' | "$LOOPHOLE" play $puzzle --script >orders 2>refusal || { grep -qE 'not a puzzle to be played|is read from a file' refusal && continue; }
        grep -q "^{\"puzzle\":\"$puzzle\"" orders
        run ! grep -q '"refused"' orders
        played=$((played + 1))
    done
    [ "$played" -gt 0 ] || [ -n "${PUZZLE-}" ]
}

# bats test_tags=long
@test "what is generated has one solution" {
    made=0
    for puzzle in $(names); do
        "$LOOPHOLE" generate $puzzle --seed 3 >file 2>refusal || { grep -qE '^loophole: (Name (a puzzle|the file of the model)|A file in [a-z]+ marks no values)' refusal && continue; }
        "$LOOPHOLE" count -f file | grep ': 1 solution.*and no more, proved'
        made=$((made + 1))
    done
    [ "$made" -gt 0 ] || [ -n "${PUZZLE-}" ]
}

@test "help fits into 80 columns" {
    for puzzle in $(names); do
        "$LOOPHOLE" help "$puzzle" >help
        run ! grep -E '.{81}' help
    done
}
