#!/usr/bin/env bats
# The bench: suites, rows that survive, alarms, reports.

setup() {
    cd "$BATS_TEST_TMPDIR"
    bats_require_minimum_version 1.5.0
    cat >suite <<'S'
about a test
time-limit 20
section one
instances gunport 3x3 4x4
formulation monomino matching
card totalizer seqcounter
section two
instance tank 3
S
}

# The columns that do not depend on time, sorted.
facts() { cut -d, -f3-6,15,16,17,18 "$1" | sort; }

@test "a suite runs, and its report is complete" {
    run -0 "$LOOPHOLE" bench suite -o out
    [ "$(wc -l <out/rows.csv)" -eq 10 ]
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq 8 ]
    [ "$(grep -c ',unsatisfiable,' out/rows.csv)" -eq 1 ]
    run -0 "$LOOPHOLE" report out
    grep -q '## one' out/report.md
    grep -q '| gunport 4x4 | 4 |' out/report.md
    ! grep -q ALARM out/report.md
}

@test "runs that take their time are plotted" {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    printf 'section s\ninstances gunport 6x6 7x7 8x8\nformulation matching\ncard seqcounter blocks\n' >plotted
    run -0 "$LOOPHOLE" bench plotted -o out
    run -0 "$LOOPHOLE" report out
    for plot in cactus scatter scaling bounds; do
        grep -q "(s-$plot.svg)" out/report.md
        grep -q '</svg>' out/s-$plot.svg
    done
    [ "$(grep -c '<svg' out/report.html)" -eq 4 ]
}

@test "competitors alternate within an instance" {
    "$LOOPHOLE" bench suite -o out
    [ "$(sed -n '2,5p' out/rows.csv | cut -d, -f3 | uniq)" = "gunport 3x3" ]
}

@test "an existing directory is not overwritten" {
    "$LOOPHOLE" bench suite -o out
    run -1 --separate-stderr "$LOOPHOLE" bench suite -o out
    [[ "$stderr" == *"exists already"* ]]
}

@test "killed at any moment, --resume gives the rows of an undisturbed run" {
    "$LOOPHOLE" bench suite -o whole
    facts whole/rows.csv >a
    for delay in 0.005 0.01 0.02 0.03 0.05; do
        rm -rf broken
        "$LOOPHOLE" bench suite -o broken 2>/dev/null 3>&- &
        pid=$!
        sleep $delay
        kill -9 $pid 2>/dev/null || true # it may have ended
        wait $pid || true
        rows=$(cat broken/rows.csv 2>/dev/null | wc -l)
        [ "$rows" -lt 10 ] && [ -e broken/rows.csv ] && printf 'suite,one,gunport 4x4,--form' >>broken/rows.csv # in the middle of a line
        "$LOOPHOLE" bench suite -o broken --resume
        facts broken/rows.csv >b
        echo "killed after $rows lines"
        diff a b
    done
}

@test "a lying solver is caught and named" {
    cat >liar <<'S'
#!/bin/sh
cat >/dev/null
echo 's UNSATISFIABLE'
exit 20
S
    cat >giver <<'S'
#!/bin/sh
# claims a model that is none
cat >/dev/null
echo 's SATISFIABLE'
echo 'v 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 0'
exit 10
S
    chmod +x liar giver
    printf 'section lies\ninstances gunport 3x3\nformulation monomino\nsolver cadical process:%s process:%s\n' "$PWD/liar" "$PWD/giver" >lies
    run -1 "$LOOPHOLE" bench lies -o out
    [[ "$output" == *"one proved that there is no solution, the other has one"* ]]
    [[ "$output" == *"process:$PWD/liar"* ]]
    [[ "$output" == *"a witness caught"*"process:$PWD/giver"* ]]
    run -1 "$LOOPHOLE" report out
    grep -q 'ALARM' out/report.md
}

@test "a row says why its run was refused" {
    printf 'instance gunport 3x3\nsearch sideways down\n' >odd
    run -0 "$LOOPHOLE" bench odd -o out
    grep -q ",refused,.*There is no search 'sideways'; choose one of" out/rows.csv
    "$LOOPHOLE" report out
    grep -q "| sideways | 0 | refused | .* There is no search 'sideways'" out/report.md
}

@test "runs are limited in time" {
    printf 'time-limit 1\ninstance gunport 40x40\nformulation monomino\n' >long
    run -0 "$LOOPHOLE" bench long -o out
    grep -qE ',(unknown|timeout),' out/rows.csv
}

@test "a child solver that spends its CPU seconds is no liar" {
    cat >endless <<'S'
#!/bin/sh
# never answers
while :; do :; done
S
    chmod +x endless
    printf 'time-limit 1\ninstance gunport 3x3\nformulation monomino\nsolver process:%s "process:cat >/dev/null; %s"\n' "$PWD/endless" "$PWD/endless" >limits
    run -0 "$LOOPHOLE" bench limits -o out
    [ "$(grep -cE ',(unknown|timeout),' out/rows.csv)" -eq 2 ]
}

@test "--list: self-contained commands whose rows report merges" {
    "$LOOPHOLE" bench suite --list -o rows >runs.txt
    [ "$(wc -l <runs.txt)" -eq 9 ]
    if command -v parallel >/dev/null; then
        parallel -j 2 <runs.txt
    else
        sh runs.txt
    fi
    "$LOOPHOLE" bench suite -o whole
    "$LOOPHOLE" report rows
    cat rows/*.csv | grep -v ^suite,section | cut -d, -f3-6,15,16,17,18 | sort >a
    facts whole/rows.csv | grep -v ^instance >b
    diff a b
}

@test "a directory of formulas is a suite" {
    mkdir formulas
    "$LOOPHOLE" encode gunport 3x3 -o formulas/a.cnf
    "$LOOPHOLE" encode gunport 3x3 -o formulas/b.opb
    run -0 "$LOOPHOLE" bench formulas -o out
    [ "$(grep -c ',optimal,' out/rows.csv)" -eq 2 ]
    [ "$(grep -c ',satisfiable,' out/rows.csv)" -eq 2 ]
}

@test "suites that mean nothing are refused with file and line" {
    printf 'instance gunport 3x3\ncolour blue\n' >bad
    run -1 --separate-stderr "$LOOPHOLE" bench bad -o out
    [[ "$stderr" == "loophole: bad:2: the line 'colour ...' means nothing in a suite;"* ]]
    run -1 --separate-stderr "$LOOPHOLE" bench nosuch -o out
    [[ "$stderr" == "loophole: There is no suite 'nosuch'"* ]]
    run -1 --separate-stderr "$LOOPHOLE" report nosuch
    [[ "$stderr" == "loophole: The directory nosuch cannot be read"* ]]
}

@test "the shipped suites can all be read" {
    run -0 "$LOOPHOLE" list suites
    [[ "$output" == *"smoke"* ]]
    ! [[ "$output" == *"means nothing"* ]]
}
