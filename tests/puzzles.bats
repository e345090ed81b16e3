#!/usr/bin/env bats
# squarest, archer, cans and fivers as a user types them.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# gives STATUS OUTPUT ARGUMENT...: exactly this output (without the lines of evidence and costs), exactly this exit status
gives() {
    local status_expected=$1 expected=$2
    shift 2
    run "$LOOPHOLE" "$@"
    local shown
    shown=$(printf '%s\n' "$output" | sed '/ CPU\.$/d; /^rests on: /d')
    if [ "$status" -ne "$status_expected" ] || [ "$shown" != "$expected" ]; then
        printf 'loophole %s\nexit %s, expected %s\n%s\n' "$*" "$status" "$status_expected" "$shown"
        diff <(printf '%s\n' "$expected") <(printf '%s\n' "$shown")
        return 1
    fi
}

book="3 6 9 12 15 30 21 25 27 30"

# ---- squarest ----------------------------------------------------------------------------------

@test "squarest: Loyd's own list has one solution" {
    gives 10 "\
┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐
│ 25 │ 27 │  3 │ 12 │  6 │ 15 │  9 │ 30 │ 21 │ 19 │
└────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘
  hit                 hit                      hit

25 + 6 + 19 = 50
squarest 50 25 27 3 12 6 15 9 30 21 19: solved.
It is the only solution, proved." solve squarest 50 25 27 3 12 6 15 9 30 21 19 --unique
}

@test "squarest: the book's list has none, modulo 3" {
    gives 20 "\
┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐
│  3 │  6 │  9 │ 12 │ 15 │ 30 │ 21 │ 25 │ 27 │ 30 │
└────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘
target 50
squarest 50 $book: no solution exists, proved." solve squarest 50 $book
    run "$LOOPHOLE" explain squarest 50 $book
    [ "$status" -eq 0 ]
    [[ $output == *"the sum leaves 2 modulo 3"* ]]
    [[ $output == *"There is no way modulo 3: the numbers leave 0 (3 6 9 12 15 30 21 27 30) and 1 (25), so every sum leaves 0 or 1, but the target 50 leaves 2."* ]]
}

@test "squarest: equal numbers are different dummies" {
    gives 0 "squarest 6 3 3 3: 3 solutions, 1 up to symmetry, and no more, proved." count squarest 6 3 3 3
    gives 0 "squarest 6 3 3 3: 3 solutions, 1 up to symmetry, and no more, proved." \
        count squarest 6 3 3 3 --formulation columns
}

@test "squarest: a target of 0 is met by hitting nothing" {
    gives 10 "" solve squarest 0 5 --quiet
    gives 20 "" solve squarest 9 5 3 --quiet
    echo | "$LOOPHOLE" verify squarest 0 5
}

@test "squarest: numbers from a file, with comments" {
    printf '; the beach\n50 25 27 3\n12 6 15 ; more\n9 30 21 19\n' >booth.txt
    gives 10 "25 6 19" solve squarest -f booth.txt --quiet
    printf 'squarest --impose none\n50 25 27 3 12 6 15 9 30 21 19\n' >whole.txt
    gives 10 "25 6 19" solve -f whole.txt --quiet
}

@test "squarest: verify judges" {
    run "$LOOPHOLE" verify squarest 50 25 6 19 30 <<<"6 19 25"
    [ "$status" -eq 0 ]
    run "$LOOPHOLE" verify squarest 50 25 6 19 30 <<<"6 19"
    [ "$status" -eq 1 ]
    [[ $output == *"The numbers hit make 25, not the target 50."* ]]
    run "$LOOPHOLE" verify squarest 50 25 6 19 30 <<<"25 25"
    [ "$status" -eq 1 ]
    [[ $output == *"The solution hits more dummies of 25 than there are."* ]]
}

@test "squarest: sums are exact up to 62 bits" {
    gives 10 "4611686018427387902" solve squarest 4611686018427387902 4611686018427387902 1 --quiet
    gives 20 "" solve squarest 4611686018427387900 4611686018427387902 1 --quiet
}

# ---- archer ------------------------------------------------------------------------------------

@test "archer: the first sums are climbed one by one" {
    # 408 conflicts; by leaps from the first refutation on, 261,404
    run -30 --separate-stderr "$LOOPHOLE" solve archer 3000001 517 769 966 1101 1720 2090 3110 3683 3869 3997 4059 4663 --minimize shots --json
    python3 -c '
import json, sys
a = json.load(sys.stdin)
assert a["objective_value"] == 645 and a["conflicts"] < 20000, a' <<<"$output"
}

@test "archer: a hundred in one way only" {
    gives 0 "\
2x16 4x17
archer 100 16 17 23 24 39 40: 1 solution, 1 up to symmetry, and no more, proved." \
        count archer 100 16 17 23 24 39 40 --list
    for formulation in unary binary columns; do
        gives 10 "2x16 4x17" solve archer 100 16 17 23 24 39 40 --quiet --formulation $formulation
    done
}

@test "archer: the fewest shots" {
    for formulation in unary binary columns; do
        gives 30 "2x9" solve archer 18 1 5 9 --minimize shots --quiet --formulation $formulation
    done
    gives 30 "\
┌───┬───┬───┐
│ 1 │ 5 │ 9 │
└───┼───┼───┤
    │ 1 │ 1 │
    └───┴───┘
1 × 5 + 1 × 9 = 14
archer 14 1 5 9, fewest shots: 2 shots, proved optimal." solve archer 14 1 5 9 --minimize shots
}

@test "archer: equal rings are different rings" {
    gives 0 "archer 6 3 3: 3 solutions, 1 up to symmetry, and no more, proved." count archer 6 3 3
}

@test "archer: why not" {
    run "$LOOPHOLE" explain archer 100 16 24 40
    [ "$status" -eq 0 ]
    [[ $output == *"There is no way modulo 8: the numbers leave 0 (16 24 40), so every sum leaves 0, but the target 100 leaves 4."* ]]
    run "$LOOPHOLE" explain archer 5 7 9
    [[ $output == *"Even the least number, 7, is above the target 5."* ]]
    run "$LOOPHOLE" explain archer 250 100 101 102
    [[ $output == *"With repeats, 2 numbers make at most 204, 3 make at least 300; the target 250 lies between."* ]]
}

@test "archer: verify judges" {
    run "$LOOPHOLE" verify archer 100 16 17 40 <<<"2x16 4x17"
    [ "$status" -eq 0 ]
    run "$LOOPHOLE" verify archer 100 16 17 40 <<<"2x16 4x18"
    [ "$status" -eq 1 ]
    [[ $output == *"There is no ring of 18."* ]]
    run "$LOOPHOLE" verify archer 100 16 17 40 <<<"9223372036854775807x40"
    [ "$status" -eq 1 ]
    [[ $output == *"The shots up to 9223372036854775807x40 make more than the target 100."* ]]
}

# ---- cans --------------------------------------------------------------------------------------

@test "cans: the book's stall has one solution" {
    gives 10 "\
┌────┬────┬────┐
│ *8 │ 10 │ *7 │
├────┼────┼────┤
│ 10 │  7 │ *9 │
├────┼────┼────┤
│  7 │  9 │  8 │
└────┴────┴────┘
throw 1: pile 3, 1 × 7 = 7
throw 2: pile 1, 2 × 8 = 16
throw 3: pile 3, 3 × 9 = 27
total 50
cans 50 8,10,7 10,7,9 7,9,8, multipliers 1,2,3: solved.
It is the only solution, proved." solve cans --unique
    for formulation in slots heights; do
        gives 10 "\
pile 3 value 7
pile 1 value 8
pile 3 value 9" solve cans 50 --quiet --formulation $formulation
    done
}

@test "cans: other stalls" {
    gives 10 "\
pile 2 value 4
pile 1 value 8" solve cans 20 8,-,7 1,4,2 --multipliers 1,2 --quiet
    gives 20 "" solve cans 6 1,2 --quiet
    run "$LOOPHOLE" explain cans 6 1,2
    [[ $output == *"There are 3 throws, but only 2 cans."* ]]
    printf '; a stall\n20\n8,-,7\n1,4,2\n' >stall.txt
    gives 10 "\
pile 2 value 4
pile 1 value 8" solve cans -f stall.txt --multipliers 1,2 --quiet
}

@test "cans: verify judges" {
    printf 'pile 3 value 7\npile 1 value 8\npile 3 value 9\n' >good.txt
    run "$LOOPHOLE" verify cans --answer good.txt
    [ "$status" -eq 0 ]
    printf 'pile 3 value 9\npile 1 value 8\npile 3 value 9\n' >bad.txt
    run "$LOOPHOLE" verify cans --answer bad.txt
    [ "$status" -eq 1 ]
    [[ $output == *"Throw 1 names the value 9, but the top can of pile 3 is 7."* ]]
}

# ---- fivers ------------------------------------------------------------------------------------

@test "fivers: 5x5 takes 15 moves" {
    for formulation in parity integer; do
        run "$LOOPHOLE" solve fivers 5 --formulation $formulation
        [ "$status" -eq 30 ]
        [[ $output == *"fivers 5x5: 15 moves, proved optimal."* ]]
    done
    gives 0 "fivers 5x5: 4 solutions with 15 moves, 1 up to symmetry, and no more, proved." count fivers 5
}

@test "fivers: the picture" {
    gives 30 "\
┌───┬───┐
│ X │ X │
├───┼───┤
│ X │ X │
└───┴───┘
fivers 2x2: 4 moves, proved optimal." solve fivers 2
}

@test "fivers: any position, with blocked cells and a target" {
    printf 'X.#\n...\n\n..#\n.XX\n' >board.txt
    gives 30 "\
X.#
.X." solve fivers -f board.txt --quiet
}

@test "fivers: what cannot be reached is said, and shown why" {
    printf 'X....\n.....\n.....\n.....\n.....\n\n.....\n.....\n.....\n.....\n.....\n' >one.txt
    for formulation in parity integer; do
        gives 20 "" solve fivers -f one.txt --quiet --formulation $formulation
    done
    run "$LOOPHOLE" explain fivers -f one.txt
    [ "$status" -eq 0 ]
    [[ $output == *"stone 1,1 turns"* ]]
    [[ $output == *"\
Every press turns an even number of the 12 marked stones, but 1 of them, an odd number, must turn (marked '!'); no fewer stones show it.
┌───┬───┬───┬───┬───┐
│ ! │   │ = │   │ = │
├───┼───┼───┼───┼───┤
│ = │   │ = │   │ = │
├───┼───┼───┼───┼───┤
│   │   │   │   │   │
├───┼───┼───┼───┼───┤
│ = │   │ = │   │ = │
├───┼───┼───┼───┼───┤
│ = │   │ = │   │ = │
└───┴───┴───┴───┴───┘"* ]]
}

@test "fivers: verify judges" {
    run "$LOOPHOLE" verify fivers 2 <<<$'XX\nXX'
    [ "$status" -eq 0 ]
    run "$LOOPHOLE" verify fivers 2 <<<$'XX\nX.'
    [ "$status" -eq 1 ]
    [[ $output == *"The stone in row 1, column 2 ends white instead of black."* ]]
}

# bats test_tags=long
@test "gunport: the redundant row of defects leaves out no packing, and its objective counts the same gunports" {
    for board in 4x4 3x5; do
        with=$("$LOOPHOLE" count gunport $board --formulation defects --redundant yes --all-costs --json | grep '"solutions":')
        without=$("$LOOPHOLE" count gunport $board --formulation monomino --all-costs --json | grep '"solutions":')
        [ -n "$with" ]
        [ "$with" = "$without" ]
    done
    "$LOOPHOLE" solve gunport 5x6 --formulation defects --redundant yes --search down --json | grep -q '"objective_value": 10,'
    run -0 "$LOOPHOLE" encode gunport 4x4 --formulation defects --redundant yes -F opb
    [[ "$output" == *"= 36 ;"* ]]
}
