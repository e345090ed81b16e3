#!/usr/bin/env bats
# Every encoding is used by a puzzle from the command line, and all give the same answer.

encodings() { # the names of one kind, as its option takes them
    "$LOOPHOLE" list encodings | sed -n "s/^$1_\([a-z0-9]*\) .*/\1/p"
}

field() { # NAME, of the JSON object that was printed: its value becomes `value`
    value=
    [[ $output =~ \"$1\":\ \"?([^\",]*) ]] && value=${BASH_REMATCH[1]}
}

agree() { # the status and the objective that are expected, an option, its value, then the question
    local expected=$1 option=$2 name=$3
    shift 3
    run "$LOOPHOLE" solve "$@" "$option" "$name" --json
    field status
    found=$value
    field objective_value
    found+=" $value"
    [ "$found" = "$expected" ] || { echo "$option $name: $found, not $expected; $output"; return 1; }
}

@test "every cardinality encoding proves the same optimum of an 8x8 board" {
    for name in $(encodings card); do
        if [ "$name" = pairwise ]; then # which refuses what is large
            run "$LOOPHOLE" solve gunport 8x8 --formulation monomino --search down --card pairwise
            [ "$status" -eq 1 ]
            [[ "$output" == *"would take"*"choose another --card"* ]]
            agree "optimal 4" --card pairwise gunport 4x4 --formulation monomino --search down
        else
            agree "optimal 20" --card "$name" gunport 8x8 --formulation monomino --search down
        fi
    done
}

@test "every at-most-one encoding proves the same optimum" {
    for name in $(encodings amo) commander:4 bimander:3; do
        agree "optimal 7" --amo "$name" gunport 5x5 --formulation indexed
    done
}

@test "every pseudo-Boolean encoding gives the same answers" {
    for name in $(encodings pb); do
        # numbers that residues do not decide, so that the encoding is asked
        agree "satisfiable null" --pb "$name" squarest --formulation equation \
            1500 133 137 140 290 300 307 456 592 601 777 878
        agree "unsatisfiable null" --pb "$name" squarest --formulation equation \
            1505 127 137 235 458 469 575 642 704 798 862 932
    done
}

@test "an equation of few large weights is decided where two halves of its sums meet" {
    numbers=$(for i in $(seq 24); do echo $((i * i * i * 41687 + i * i * 7919 + 12345678)); done)
    run timeout 200 "$LOOPHOLE" solve squarest --formulation equation 2043464686 $numbers --quiet
    [ "$status" -eq 10 ]
    run timeout 200 "$LOOPHOLE" solve squarest --formulation equation 2043464688 $numbers --quiet
    [ "$status" -eq 20 ]
}

@test "every parity encoding proves the same optimum" {
    for name in $(encodings xor) cut:3 cut:4,tree cut:5 cut:6,tree; do
        agree "optimal 28" --xor "$name" fivers 6 --parity none
    done
}

@test "encodings differ in size, so the choice arrives" {
    for pair in "--amo ladder --amo pairwise gunport 6x6 --formulation indexed" \
        "--card seqcounter --card totalizer gunport 6x6 --formulation monomino --search down" \
        "--xor direct --xor cut:3 fivers 6 --parity none" \
        "--pb adder --pb mdd squarest --formulation equation 1500 133 137 140 290 300 307 456 592 601 777 878"; do
        set -- $pair
        run "$LOOPHOLE" solve "${@:5}" "$1" "$2" --json
        field clauses
        first=$value
        run "$LOOPHOLE" solve "${@:5}" "$3" "$4" --json
        field clauses
        second=$value
        [ -n "$first" ] && [ "$first" != "$second" ] || { echo "$pair: $first clauses both"; return 1; }
    done
}

@test "an unknown encoding is refused with the names of all" {
    run "$LOOPHOLE" solve gunport 5x5 --card magic
    [ "$status" -eq 2 ]
    [[ "$output" == *"card encoding"*"'magic'"*totalizer* ]]
    run "$LOOPHOLE" solve gunport 5x5 --amo ladder:3
    [ "$status" -eq 2 ]
    [[ "$output" == *"takes no parameter"* ]]
    run "$LOOPHOLE" solve fivers 5 --xor cut:99
    [ "$status" -eq 2 ]
    [[ "$output" == *"takes a size from"* ]]
}
