#!/usr/bin/env bats
# squarest, archer, cans and fivers as a user types them. Answers with pictures, and what verify refuses: tests/commands/messages.list.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# gives STATUS SOLUTION ARGUMENT...: exactly this solution, exactly this exit status
gives() {
    local expected=$2
    run -"$1" "$LOOPHOLE" "${@:3}" --quiet
    diff <(printf '%s\n' "$expected") <(printf '%s\n' "$output")
}

# ---- squarest ----------------------------------------------------------------------------------

@test "squarest: a target of 0 is met by hitting nothing" {
    gives 10 "" solve squarest 0 5
    gives 20 "" solve squarest 9 5 3
    echo | "$LOOPHOLE" verify squarest 0 5
    "$LOOPHOLE" verify squarest 50 25 6 19 30 <<<"6 19 25"
}

@test "squarest: numbers from a file, with comments" {
    printf '; the beach\n50 25 27 3\n12 6 15 ; more\n9 30 21 19\n' >booth.txt
    gives 10 "25 6 19" solve squarest -f booth.txt
    printf 'squarest --heuristic none\n50 25 27 3 12 6 15 9 30 21 19\n' >whole.txt
    gives 10 "25 6 19" solve -f whole.txt
}

@test "squarest: sums are exact up to 62 bits" {
    gives 10 "4611686018427387902" solve squarest 4611686018427387902 4611686018427387902 1
    gives 20 "" solve squarest 4611686018427387900 4611686018427387902 1
}

# ---- archer ------------------------------------------------------------------------------------

@test "archer: the first sums are climbed one by one" {
    # 408 conflicts; by leaps from the first refutation on, 261,404
    run -30 --separate-stderr "$LOOPHOLE" solve archer 3000001 517 769 966 1101 1720 2090 3110 3683 3869 3997 4059 4663 --objective shots --json
    python3 -c '
import json, sys
a = json.load(sys.stdin)
assert a["objective_value"] == 645 and a["conflicts"] < 20000, a' <<<"$output"
}

@test "archer: every formulation finds a hundred, and the fewest shots" {
    for formulation in $("$BATS_TEST_DIRNAME/../tools/listed" formulations archer); do
        gives 10 "2x16 4x17" solve archer 100 16 17 23 24 39 40 --formulation $formulation
        gives 30 "2x9" solve archer 18 1 5 9 --objective shots --formulation $formulation
    done
    "$LOOPHOLE" verify archer 100 16 17 40 <<<"2x16 4x17"
}

# ---- cans --------------------------------------------------------------------------------------

@test "cans: every formulation solves the book's stall" {
    for formulation in $("$BATS_TEST_DIRNAME/../tools/listed" formulations cans); do
        gives 10 "\
pile 3 value 7
pile 1 value 8
pile 3 value 9" solve cans 50 --formulation $formulation
    done
}

@test "cans: other stalls" {
    gives 10 "\
pile 2 value 4
pile 1 value 8" solve cans 20 8,-,7 1,4,2 --multipliers 1,2
    gives 20 "" solve cans 6 1,2
    printf '; a stall\n20\n8,-,7\n1,4,2\n' >stall.txt
    gives 10 "\
pile 2 value 4
pile 1 value 8" solve cans -f stall.txt --multipliers 1,2
    printf 'pile 3 value 7\npile 1 value 8\npile 3 value 9\n' >good.txt
    "$LOOPHOLE" verify cans --answer good.txt
}

# ---- fivers ------------------------------------------------------------------------------------

@test "fivers: every formulation finds the 15 presses of 5x5" {
    for formulation in $("$BATS_TEST_DIRNAME/../tools/listed" formulations fivers); do
        run -30 "$LOOPHOLE" solve fivers 5 --formulation $formulation
        [[ $output == *"15 presses"*proved* ]]
    done
}

@test "fivers: any position, with blocked cells and a target" {
    printf 'X.#\n...\n\n..#\n.XX\n' >board.txt
    gives 30 "\
X.#
.X." solve fivers -f board.txt
    "$LOOPHOLE" verify fivers 2 <<<$'XX\nXX'
}

@test "fivers: what cannot be reached has no solution in any formulation" {
    printf 'X....\n.....\n.....\n.....\n.....\n\n.....\n.....\n.....\n.....\n.....\n' >one.txt
    for formulation in $("$BATS_TEST_DIRNAME/../tools/listed" formulations fivers); do
        gives 20 "" solve fivers -f one.txt --formulation $formulation
    done
}

# bats test_tags=long
@test "gunport: the redundant row of defects leaves out no packing, and its objective counts the same gunports" {
    for board in 4x4 3x5; do
        with=$("$LOOPHOLE" count gunport $board --formulation defects --redundant-rows yes --all-costs --json | grep '"solution_count":')
        without=$("$LOOPHOLE" count gunport $board --formulation monomino --all-costs --json | grep '"solution_count":')
        [ -n "$with" ]
        [ "$with" = "$without" ]
    done
    "$LOOPHOLE" solve gunport 5x6 --formulation defects --redundant-rows yes --search down --json | grep -q '"objective_value": 10,'
    run -0 "$LOOPHOLE" encode gunport 4x4 --formulation defects --redundant-rows yes -F opb
    [[ "$output" == *"= 36 ;"* ]]
}
