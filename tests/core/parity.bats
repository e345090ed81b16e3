#!/usr/bin/env bats
# Parity reasoning as a user types it.

setup() { cd "$BATS_TEST_TMPDIR" || return; }

solves() { # solves FIGURE ARGUMENT...
    local figure=$1
    shift
    run "$LOOPHOLE" solve "$@" --json
    echo "$output"
    [ "$status" -eq 30 ]
    [[ $output == *"\"objective_value\": $figure,"* ]]
    [[ $output == *'"verified": true'* ]]
}

@test "all searches of a kernel agree" {
    for search in enumerate meet down up bisect; do
        solves 104 fivers 16 --search $search
        [[ $output == *"\"search\": \"$search\""* ]]
        [[ $output == *'"kernel_dimension": 8'* ]]
    done
    for parity in none propagate kernel; do
        solves 25 fivers 9 --search down --parity $parity
        [[ $output == *"\"parity\": \"$parity\""* ]]
    done
}

# bats test_tags=long
@test "a kernel of 42 dimensions takes seconds, one of 32 too by all its points" {
    solves 1867 fivers 65
    [[ $output == *'"search": "meet"'* ]]
    solves 561 fivers 39 --search enumerate
}

# bats test_tags=long
@test "a million stones, drawn" {
    run "$LOOPHOLE" solve fivers 1000 --quiet --svg lights.svg
    [ "$status" -eq 30 ]
    grep -q '^<svg' lights.svg
    [ "$(stat -c %s lights.svg)" -gt 1000000 ]
}

@test "what cannot be searched that way is refused" {
    run "$LOOPHOLE" solve fivers 5 --search meet
    [ "$status" -eq 1 ]
    [[ $output == *"falls into halves"* ]]
    run "$LOOPHOLE" solve fivers 5 --search enumerate --parity none
    [ "$status" -eq 1 ]
    run "$LOOPHOLE" solve gunport 4x4 --search enumerate
    [ "$status" -eq 1 ]
}

@test "the elimination is part of the answer" {
    run "$LOOPHOLE" solve fivers 19
    output=${output//$'\n'          / }
    [[ $output == *"parity:   361 rows over 361 variables, 19 inactive columns, rank 345, kernel of dimension 16, 295 classes, 7 symmetries; "*", repeated in "* ]]
    run "$LOOPHOLE" solve fivers 1x1
    [[ $output == *", 1 class; "* ]]
}

@test "solutions are counted over all variables, also those in no row" {
    printf 'p cnf 4 2\nx 1 2 0\nx 2 3 0\n' >four
    printf 'p cnf 3 2\nx 1 2 0\nx 2 3 0\n' >three
    printf 'p cnf 3 1\nx 1 0\n' >one
    for f in four:4 three:2 one:4; do [ "$("$LOOPHOLE" count cnf -f ${f%:*} --quiet)" -eq ${f#*:} ]; done
}
