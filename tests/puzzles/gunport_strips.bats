#!/usr/bin/env bats
# Gunports on strips of every length (docs/research/gunport-theory.md): the program of bench against the solver.

bats_require_minimum_version 1.5.0

setup_file() { ${CC:-gcc} -O2 -std=c11 -o "$BATS_FILE_TMPDIR/strips" "$BATS_TEST_DIRNAME/../../bench/strips.c"; }

setup() {
    cd "$BATS_TEST_TMPDIR"
    ln -s "$BATS_FILE_TMPDIR/strips" .
    source=$BATS_TEST_DIRNAME/../../bench/strips.c
}

# The first boards with more than one row, by SAT.
by_solver() {
    for n in 2 3 4 5 6 7; do "$LOOPHOLE" solve gunport "${1}x$n" --quiet | tr -cd o | wc -c; done | tr '\n' ' '
}
by_rows() { "$1" "$2" | sed 's/.*h = [0-9]* //; s/;.*//' | cut -d' ' -f1-6; }

@test "a width's numbers repeat, and the line says from where on" {
    run -0 ./strips 8
    [ "${output%;*}" = "width 8: rows 19, vector of row 19 is that of row 16 plus 8; from length 1 on h(n + 3) = h(n) + 8; h = 2 4 8 10 12 16 18 20 24 26 28 32 34 36 40 42 44 48 50" ]
    run -1 ./strips 8 18
    [ "$output" = "strips: no vector of width 8 was repeated in 18 rows." ]
    run -2 ./strips 0
}

@test "the numbers are those of the solver" {
    for w in 2 5 7; do [ "$(by_rows ./strips $w) " = "$(by_solver $w)" ]; done
}

@test "beyond the list: the formula is right far behind the row that repeats" {
    # h(n + 3) = h(n) + 7 from 2 on: 7 x 31 = h(4) + 9 * 7.
    [ "$("$LOOPHOLE" solve gunport 7x31 --engine frontier --quiet | tr -cd o | wc -c)" -eq $((8 + 9 * 7)) ]
}

@test "a program that lets holes touch is found out" {
    sed 's/old != HOLE && //' "$source" >broken.c
    ! cmp -s broken.c "$source" || false
    ${CC:-gcc} -O2 -std=c11 -o broken broken.c
    [ "$(by_rows ./broken 5) " != "$(by_solver 5)" ]
}
