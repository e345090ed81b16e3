#!/usr/bin/env bats
# Tank Attack as users type it.

bats_require_minimum_version 1.5.0

@test "a 6x6 board is found, by a race with symmetric boards" {
    run -10 "$LOOPHOLE" solve tank 6 --tables no --quiet --seed 3
    "$LOOPHOLE" verify tank 6 <<<"$output"
}

# bats test_tags=long
@test "boards of side 8 and 10 are found by tables of symmetric boards" {
    for side in 8 10; do
        run -10 "$LOOPHOLE" solve tank $side --json
        [[ $output == *'"solver_calls": 0,'* ]]
        [[ $output =~ \"solution\":\ \"([^\"]*)\" ]]
        printf "${BASH_REMATCH[1]}" | "$LOOPHOLE" verify tank $side --symmetry mirrors
    done
    run -10 "$LOOPHOLE" solve tank 4 --solver cadical
    [[ $output == *", search up, cadical"[,:]* ]]
    run -2 "$LOOPHOLE" solve tank 4 --tables maybe
    [[ $output == *"--tables"*"yes or no"*"'maybe'"* ]]
}

# bats test_tags=long
@test "boards with both mirrors: tables and SAT agree" {
    for question in "6 --symmetry mirrors" "7 --symmetry full" "8 --symmetry mirrors" "6 --cap none --symmetry mirrors"; do
        # shellcheck disable=SC2086 # a question is several words
        run -0 "$LOOPHOLE" count tank $question --engine tables
        tables=${lines[0]%, proved.}
        # shellcheck disable=SC2086
        run -0 "$LOOPHOLE" count tank $question
        [[ ${lines[0]} == "$tables, "* ]] # a slow machine leaves refutations unchecked
    done
    run -0 "$LOOPHOLE" count tank 10 --symmetry mirrors --engine tables
    [[ $output == *"2 solutions, 1 up to symmetry, and no more, proved."* ]]
}

@test "none on 2x2, proved, and the cap is named" {
    run -20 "$LOOPHOLE" solve tank 2
    [[ $output == *"tank 2, cap 1: no solution exists, proved."* ]]
}

@test "an answer under an imposed symmetry says so" {
    run -20 "$LOOPHOLE" solve tank 5 --symmetry full --cap 3
    [[ $output == *"tank 5, cap 3, with full symmetry only: no solution exists, proved."* ]]
}

@test "counting with images and one by one agree" {
    run -0 "$LOOPHOLE" count tank 4 --cap none --print-solutions --break-symmetry yes
    [[ $output == *"5 solutions, 2 up to symmetry"* ]]
    [ "$(grep -c '^2 2 2 2$' <<<"$output")" -eq 6 ]
    run -0 "$LOOPHOLE" count tank 4 --cap none --print-solutions --break-symmetry no
    [[ $output == *"5 solutions, 2 up to symmetry"* ]]
    [ "$(grep -c '^2 2 2 2$' <<<"$output")" -eq 6 ]
}

@test "given values are completed or refuted" {
    printf '; two columns of twos\n. . . 2\n. . . 2\n. . . 2\n. . . 2\n' >"$BATS_TEST_TMPDIR/board"
    run -0 "$LOOPHOLE" count tank -f "$BATS_TEST_TMPDIR/board" --cap none
    [[ $output == *": 2 solutions, 2 up to symmetry, and no more, proved."* ]]
}

@test "a board that is not square gets a sentence" {
    printf '. . .\n. . .\n' >"$BATS_TEST_TMPDIR/board"
    run -1 "$LOOPHOLE" solve tank -f "$BATS_TEST_TMPDIR/board"
    [[ $output == *"board:1: a tank board is square; this one has 2 rows and 3 columns." ]]
}

# bats test_tags=long
@test "counting in cubes and in one piece agree" {
    "$LOOPHOLE" count tank 6 --symmetry half-turn --print-solutions --quiet | head -n -1 | grep -c . >"$BATS_TEST_TMPDIR/cubes"
    "$LOOPHOLE" count tank 6 --symmetry half-turn --print-solutions --split-cases no --quiet | head -n -1 | grep -c . >"$BATS_TEST_TMPDIR/whole"
    cmp "$BATS_TEST_TMPDIR/cubes" "$BATS_TEST_TMPDIR/whole"
    [ "$(cat "$BATS_TEST_TMPDIR/cubes")" -eq 78 ] # 13 boards of 6 rows
    run -0 "$LOOPHOLE" count tank 6 --symmetry half-turn --json --split-cases yes
    cubes=$(grep -o '"solver_calls": *[0-9]*' <<<"$output" | tr -dc 0-9)
    run -0 "$LOOPHOLE" count tank 6 --symmetry half-turn --json --split-cases no
    whole=$(grep -o '"solver_calls": *[0-9]*' <<<"$output" | tr -dc 0-9)
    [ "$cubes" -gt "$whole" ]
}

@test "cubes and presets are named" {
    run -2 "$LOOPHOLE" count tank 4 --split-cases maybe
    [[ $output == *--split-cases*"yes or no"*"'maybe'"* ]]
    run "$LOOPHOLE" count tank 4 --solver-config fast
    [[ $output == *"The option --solver-config takes default, sat, unsat or sat,phase=false, not 'fast'." ]]
    for preset in default sat unsat sat,phase=false; do
        run -0 "$LOOPHOLE" count tank 4 --solver-config "$preset" --quiet
        [ "$output" = 1 ]
    done
}

# bats test_tags=long
@test "engine tables: all boards without a solver, as by SAT" {
    run -0 "$LOOPHOLE" count tank 6 --engine tables
    [[ $output == *"tank 6, cap 5: 13 solutions, 5 up to symmetry, and no more, proved."* ]]
    [[ $output == *"engine tables, no solver call: "* ]]
    run -0 "$LOOPHOLE" count tank 5 --cap none --print-solutions --engine tables
    tables=$(grep -v '[a-z]' <<<"$output" | sort)
    run -0 "$LOOPHOLE" count tank 5 --cap none --print-solutions
    [ "$tables" = "$(grep -v '[a-z]' <<<"$output" | sort)" ]
    run -4 "$LOOPHOLE" count tank 4 --cap none --engine tables --limit 2 --quiet
    [ "$output" = '>=2' ]
}

@test "engine tables: finds a board, proves that there is none, and refuses what is too large" {
    run -10 "$LOOPHOLE" solve tank 6 --engine tables --quiet
    "$LOOPHOLE" verify tank 6 <<<"$output"
    run -20 "$LOOPHOLE" solve tank 5 --cap 3 --engine tables
    [[ $output == *"tank 5, cap 3: no solution exists, proved."* ]]
    for question in "solve tank 8" "count tank 8" "count fivers 3" "solve gunport 3x3"; do
        # shellcheck disable=SC2086 # a question is several words
        run -1 "$LOOPHOLE" $question --engine tables
        [[ "$output" == *"tables"*"--engine"* ]]
    done
}

# bats test_tags=long
@test "each step of the tables' search is checked by a program that shares no code with it" {
    cd "$BATS_TEST_TMPDIR"
    ${CC:-gcc} -O2 -std=c11 -D_GNU_SOURCE -o tank_check "$BATS_TEST_DIRNAME/../../bench/tank_check.c"
    for question in "4 1" "5 2" "5:8 2" "4:6 5"; do
        side=${question%%[: ]*} cap=${question% *}
        [[ $cap == *:* ]] && cap=${cap#*:} || cap=$((side - 1))
        "$LOOPHOLE" count tank $side --cap $cap --engine tables --log log --quiet
        run -0 ./tank_check $side $cap <log
        [[ $output == *"checked: side $side, cap $cap has ${question#* } boards, "* ]]
    done
    "$LOOPHOLE" count tank 4 --engine tables --break-symmetry no --log - --quiet | head -n 1 | grep -x 'tank log 1 4 3 0'
    run -1 --separate-stderr "$LOOPHOLE" count tank 4 --log none
    [[ $stderr == *"log"*"steps"* ]]
    [ ! -e none ]
    # Whatever byte is another, or missing: refused, or the same boards, but never others.
    "$LOOPHOLE" count tank 4 --engine tables --log log --quiet
    python3 - <<'END'
import subprocess
def check(log):
    done = subprocess.run(["./tank_check", "4"], input=log, capture_output=True)
    return done.returncode, [line for line in done.stdout.split(b"\n") if not line.startswith(b"checked")]
log, refused = open("log", "rb").read(), 0
status, board = check(log)
assert status == 0 and len(board) > 3
for at in range(17, len(log), 11):
    for byte in b"", b"\5", b"\200", b"\305", b"\375", b"\376":
        status, found = check(log[:at] + byte + log[at + 1:])
        assert status or found == board, (at, byte)
        refused += status != 0
assert refused > 100, refused
END
    head -c -1 log >bad
    run -1 ./tank_check 4 <bad
    [[ $output == *"refused: the log ends too soon"* ]]
    run -1 ./tank_check 5 <log
}
