#!/usr/bin/env bats
# Every encoding is used by a puzzle from the command line, and all give the same answer.

bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR"; }

encodings() { # the names of one kind, as its option takes them
    "$LOOPHOLE" list encodings | sed -n "s/^$1_\([a-z0-9]*\) .*/\1/p"
}

field() { # NAME, of the JSON object that was printed: its value becomes `value`
    value=
    [[ $output =~ \"$1\":\ \"?([^\",]*) ]] && value=${BASH_REMATCH[1]}
}

# agree EXPECTED OPTION NAME QUESTION... [-- EXPECTED QUESTION...]: the status and the objective; the second question is for an
# encoding that refuses the first one as too large.
agree() {
    local expected=$1 option=$2 name=$3 question=() found
    shift 3
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        question+=("$1")
        shift
    done
    run "$LOOPHOLE" solve "${question[@]}" "$option" "$name" --json
    if [ "$status" -eq 1 ] && [ $# -gt 1 ] && [[ "$output" == *"would take"*"choose another $option"* ]]; then
        agree "$2" "$option" "$name" "${@:3}"
        return
    fi
    field status
    found=$value
    field objective_value
    found+=" $value"
    [ "$found" = "$expected" ] || { echo "$option $name: $found, not $expected; $output"; return 1; }
}

@test "every cardinality encoding proves the same optimum of an 8x8 board" {
    for name in $(encodings card); do
        agree "optimal 20" --card "$name" gunport 8x8 --formulation monomino --search down -- \
            "optimal 4" gunport 4x4 --formulation monomino --search down
    done
    run "$LOOPHOLE" solve gunport 8x8 --formulation monomino --search down --card pairwise
    [ "$status" -eq 1 ]
    [[ "$output" == *"would take"*"choose another --card"* ]]
}

@test "every at-most-one encoding proves the same optimum" {
    for name in $(encodings amo) commander:4 bimander:3; do
        agree "optimal 7" --amo "$name" gunport 5x5 --formulation indexed -- "optimal 3" gunport 3x3 --formulation indexed
    done
}

@test "every pseudo-Boolean encoding gives the same answers" {
    for name in $(encodings pb); do
        # numbers that residues do not decide, so that the encoding is asked
        agree "satisfiable null" --pb "$name" squarest --formulation equation \
            1500 133 137 140 290 300 307 456 592 601 777 878 -- "satisfiable null" squarest --formulation equation 50 3 6 19 25 9
        agree "unsatisfiable null" --pb "$name" squarest --formulation equation \
            1505 127 137 235 458 469 575 642 704 798 862 932 -- "unsatisfiable null" squarest --formulation equation 28 4 6 8 13
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
        agree "optimal 28" --xor "$name" fivers 6 --parity none -- "optimal 5" fivers 3 --parity none
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

@test "the method names the encodings that acted; one that no constraint used is noted, unless --quiet" {
    run -30 --separate-stderr "$LOOPHOLE" solve gunport 6x6 --formulation monomino --card sorter
    [[ $(grep -A1 ^method: <<<"$output") == *", cadical, amo "*", card sorter: "* && -z $stderr ]]
    noted() { # STATUS WORD... -- OPTION...: exactly these options are noted
        local status=$1 words=()
        shift
        while [ "$1" != -- ]; do words+=("$1") && shift; done
        shift
        run "-$status" --separate-stderr "$LOOPHOLE" "${words[@]}"
        [ "$stderr" = "loophole: No constraint of the formula used ${*}." ]
        run "-$status" --separate-stderr "$LOOPHOLE" "${words[@]}" --quiet
        [ -z "$stderr" ]
    }
    noted 30 solve gunport 6x6 --formulation monomino --card sorter --pb gte -- --pb gte
    noted 0 count fivers 3 --amo ladder --pb bdd -- --amo ladder, --pb bdd
    run -0 --separate-stderr "$LOOPHOLE" encode gunport 4x4 -F opb --card sorter -o board.opb
    [ "$stderr" = "loophole: No constraint of the formula used --card sorter." ]
    # the board's only sum is short: but without a counter each bound has a formula of its own
    run -30 --separate-stderr "$LOOPHOLE" solve gunport 1x4 --formulation monomino --card pairwise --search down
    [ -z "$stderr" ]
}
